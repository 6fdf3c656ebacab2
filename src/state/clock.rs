//! The page time and UTC: reads the device's clocks and learns UTC from responses.

use super::reactive::memo;
use crate::browser::clock;
use chrono::{Datelike, NaiveDate};
use gorlif_core::{
    api::response_times::ResponseTimes,
    domain::{Timestamp, page_time::PageTime, source_id::SourceId, uk_time},
    source::clock::{ClockCorrection, Epoch, PageClock},
};
use leptos::prelude::*;

/// The page time and its offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Time {
    page: PageTime,
    epoch: Epoch,
}

impl Time {
    fn utc(self) -> Timestamp {
        self.epoch.utc(self.page)
    }
}

/// The device's clocks and the UTC time learned from responses.
struct Clocks {
    clock: PageClock,
    correction: ClockCorrection,
}

/// The time of the page.
#[derive(Clone, Copy)]
pub struct Clock {
    /// Updated a few times a minute: for displayed times and ages.
    time: RwSignal<Time>,
    clocks: StoredValue<Clocks>,
    /// The device's clock is wrong by more than the tolerance, so that the user should be told.
    pub is_wrong: Memo<bool>,
    /// Counters of days, of quarters of an hour and of minutes, whose subscribers run that often.
    day_number: Memo<i64>,
    quarter: Memo<i64>,
    minute: Memo<i64>,
}

impl Clock {
    pub(super) fn new() -> Self {
        let wall = clock::now();
        let correction = ClockCorrection::new(wall);
        let time = RwSignal::new(Time { page: PageTime::default(), epoch: correction.epoch() });
        let now = move || time.get().utc();
        Self {
            time,
            clocks: StoredValue::new(Clocks {
                clock: PageClock::new(wall, monotonic()),
                correction,
            }),
            is_wrong: memo(move || {
                let Time { page, epoch } = time.get();
                epoch.contradicts(page, clock::now())
            }),
            day_number: memo(move || i64::from(uk_time::date(now()).num_days_from_ce())),
            quarter: memo(move || now().timestamp() / 900),
            minute: memo(move || now().timestamp() / 60),
        }
    }

    /// The UTC time: for displayed times and the ages of readings.
    pub fn now(self) -> Timestamp {
        self.time.get().utc()
    }

    pub(super) fn now_untracked(self) -> Timestamp {
        self.time.get_untracked().utc()
    }

    /// The page time: for the ages of responses.
    pub fn page_now(self) -> PageTime {
        self.time.get().page
    }

    /// The date; subscribers update once a day.
    pub fn today(self) -> NaiveDate {
        uk_time::date(self.now_by_day())
    }

    /// The time for texts that name the day; subscribers update once a day.
    pub fn now_by_day(self) -> Timestamp {
        self.day_number.get();
        self.now_untracked()
    }

    /// The time for long spans; subscribers update every quarter of an hour.
    pub fn now_by_quarter(self) -> Timestamp {
        self.quarter.get();
        self.now_untracked()
    }

    /// The time for the ages of readings, which are displayed in minutes; subscribers update every
    /// minute.
    pub fn now_by_minute(self) -> Timestamp {
        self.minute.get();
        self.now_untracked()
    }

    /// Reads both clocks of the device, then calls `read`.
    fn with_clocks<R>(self, read: impl FnOnce(&mut Clocks) -> R) -> R {
        let mut clocks = self.clocks.write_value();
        if clocks.clock.advance(clock::now(), monotonic()) {
            clocks.correction.reset();
        }
        read(&mut clocks)
    }

    /// The current page time.
    pub fn page_time(self) -> PageTime {
        self.with_clocks(|clocks| clocks.clock.now())
    }

    /// How often the device's two clocks have diverged: the device slept, or its clock was set.
    pub(super) fn divergence_count(self) -> u32 {
        self.with_clocks(|clocks| clocks.clock.divergence_count())
    }

    /// How often the device's wall clock was set back.
    pub(super) fn set_back_count(self) -> u32 {
        self.with_clocks(|clocks| clocks.clock.set_back_count())
    }

    /// The page time at which the wall clock showed `wall`; `None` if it has not shown that yet.
    pub(super) fn page_time_at(self, wall: Timestamp) -> Option<PageTime> {
        self.with_clocks(|clocks| clocks.clock.page_time_at(wall))
    }

    /// The wall clock time at a page time.
    pub(super) fn wall_time_at(self, at: PageTime) -> Timestamp {
        self.with_clocks(|clocks| clocks.clock.wall_time_at(at))
    }

    /// The UTC time of page time 0, as far as the offset is known. Tracks it.
    pub fn epoch(self) -> Epoch {
        self.time.get().epoch
    }

    /// Converts page time to UTC, as far as the offset is known; tracks the offset.
    pub fn utc(self, at: PageTime) -> Timestamp {
        self.time.get().epoch.utc(at)
    }

    pub(super) fn utc_untracked(self, at: PageTime) -> Timestamp {
        self.time.get_untracked().epoch.utc(at)
    }

    /// Whether the times of a response of warnings contradict the device and the other operations. Of the
    /// other sources nothing is proven by the age of a response.
    pub(super) fn is_contradicted(
        self,
        source: SourceId,
        times: ResponseTimes,
        at: PageTime,
    ) -> bool {
        source.is_of_warnings()
            && self.with_clocks(|clocks| clocks.correction.contradicts(source, times, at))
    }

    /// Records the times of a successful response.
    pub(super) fn record(self, source: SourceId, times: ResponseTimes, at: PageTime) {
        let epoch = self.with_clocks(|clocks| {
            clocks.correction.record(source, times, at);
            clocks.correction.epoch()
        });
        if epoch != self.time.get_untracked().epoch {
            self.update(epoch);
        }
    }

    /// Whether the times of the other operations confirm those of the source's last response.
    pub(super) fn confirms(self, source: SourceId) -> bool {
        self.with_clocks(|clocks| clocks.correction.confirms(source))
    }

    /// Updates the displayed times if they are at least this old.
    pub(super) fn advance(self, least_seconds: i64) {
        let Time { page, epoch } = self.time.get_untracked();
        if self.page_time().seconds_since(page) >= least_seconds {
            self.update(epoch);
        }
    }

    fn update(self, epoch: Epoch) {
        self.time.set(Time { page: self.page_time(), epoch });
    }
}

/// The monotonic clock in whole milliseconds.
#[allow(clippy::cast_possible_truncation)] // far below 2^53
fn monotonic() -> i64 {
    clock::monotonic() as i64
}

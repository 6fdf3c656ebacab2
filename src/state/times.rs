//! Page time and UTC: reads the device's clocks and learns UTC from responses.

use super::{
    app_state::AppState,
    clocks::{Clocks, Time, monotonic},
};
use crate::browser::clock;
use chrono::NaiveDate;
use gorlif_core::{
    api::response_times::ResponseTimes,
    domain::{Timestamp, page_time::PageTime, source_id::SourceId, uk_time},
    source::clock::Epoch,
};
use leptos::prelude::*;

impl AppState {
    /// The UTC time: for displayed times and the ages of readings.
    pub fn now(self) -> Timestamp {
        self.time.get().utc()
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
        self.time.get_untracked().utc()
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
    pub(super) fn clock_divergences(self) -> u32 {
        self.with_clocks(|clocks| clocks.clock.divergence_count())
    }

    /// How often the device's wall clock was set back.
    pub(super) fn clock_set_back_count(self) -> u32 {
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
        matches!(source, SourceId::NationalWarnings | SourceId::LocalWarnings)
            && self.with_clocks(|clocks| {
                let correction = &clocks.correction;
                correction.contradicts(source as usize, times, at, SourceId::operation_of)
            })
    }

    /// Updates the clock from the times of a successful response.
    pub(super) fn update_clock(self, responded: SourceId, times: ResponseTimes, at: PageTime) {
        let epoch = self.with_clocks(|clocks| {
            clocks.correction.record(responded as usize, times, at);
            clocks.correction.epoch()
        });
        for (source, id) in [
            (self.national_warnings, SourceId::NationalWarnings),
            (self.local_warnings, SourceId::LocalWarnings),
        ] {
            let is_confirmed = self.with_clocks(|clocks| {
                clocks.correction.confirms(id as usize, SourceId::operation_of)
            });
            // A snapshot that another page has confirmed stays so.
            if is_confirmed || id == responded {
                source.maybe_update(|source| source.set_contradicted(!is_confirmed));
            }
        }
        if epoch != self.time.get_untracked().epoch {
            self.update_times(epoch);
        }
    }

    /// Updates the displayed times.
    pub(super) fn update_times(self, epoch: Epoch) {
        let at = self.page_time();
        self.time.set(Time { page: at, epoch });
        let is_wrong = epoch.contradicts(at, clock::now());
        if is_wrong != self.clock_is_wrong.get_untracked() {
            self.clock_is_wrong.set(is_wrong);
        }
    }

    /// The time for long spans; subscribers update every quarter of an hour.
    pub fn now_by_quarter(self) -> Timestamp {
        self.quarter.get();
        self.time.get_untracked().utc()
    }

    /// The time for the ages of readings, which are displayed in minutes; subscribers update every
    /// minute.
    pub fn now_by_minute(self) -> Timestamp {
        self.minute.get();
        self.time.get_untracked().utc()
    }
}

//! Whether each source could be checked: the times of its proofs in the last 90 days, and the times without one.

use chrono::{NaiveDate, TimeDelta};
use gorlif_core::{
    domain::{
        Timestamp,
        limits::{CLOCK_SKEW_SECONDS, FORECAST_RESPONSE_SECONDS, WARNINGS_FRESH_SECONDS},
        source_id::SourceId,
        uk_time,
    },
    i18n::Language,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the page that has them, in the folder of each language of the plain pages.
pub const PAGE: &str = "status.html";
/// For how long the times are kept and published.
const KEPT: i64 = 90 * 86_400;
/// The length of a period, in seconds. A shorter time without a proof is not listed.
const PERIOD: i64 = 300;
/// The sources, each with the time for which a response proves something.
pub const SOURCES: [(SourceId, TimeDelta); 3] = [
    (SourceId::NationalWarnings, TimeDelta::seconds(WARNINGS_FRESH_SECONDS)),
    (SourceId::RiverLevels, TimeDelta::seconds(WARNINGS_FRESH_SECONDS)),
    (SourceId::FloodForecast, TimeDelta::seconds(FORECAST_RESPONSE_SECONDS)),
];

/// The times in which each source was proven, by its id: the begin and the end of each in seconds since 1970, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checks(BTreeMap<String, Vec<(i64, i64)>>);

/// Periods of five minutes, and those at whose begin a source was proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Periods {
    pub all: u32,
    pub checked: u32,
}

/// A time without a proof. It lasts if it has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    pub begin: Timestamp,
    pub end: Option<Timestamp>,
}

/// How far a source could be checked.
#[derive(Debug, PartialEq)]
pub struct Availability {
    /// When the service created the newest response.
    pub checked: Timestamp,
    /// The begin of the first period.
    pub since: Timestamp,
    pub periods: Periods,
    /// The days of UK time, oldest first.
    pub days: Vec<(NaiveDate, Periods)>,
}

impl Checks {
    /// Notes that a response of a source that the service created at `at` is known now. It proves nothing of the time before.
    pub fn note(&mut self, source: SourceId, at: Timestamp, now: Timestamp) {
        let Some((_, proven)) = SOURCES.into_iter().find(|(of, _)| *of == source) else { return };
        // By the same rule as for what is published: a clock that is wrong proves nothing.
        if !(TimeDelta::seconds(-CLOCK_SKEW_SECONDS)..=proven).contains(&(now - at)) {
            return;
        }
        let (begin, end) = (now.timestamp(), (at + proven).timestamp());
        let times = self.0.entry(source.id().to_owned()).or_default();
        // The last one before those that are kept stays: an outage begins at its end.
        while times.get(1).is_some_and(|(_, end)| *end <= begin - KEPT) {
            times.remove(0);
        }
        match times.last_mut() {
            Some((_, last)) if begin <= *last => *last = end.max(*last),
            _ => times.push((begin, end)),
        }
    }

    /// The times in which a source was proven, if there is one, and the begin of the first period at `now`.
    fn times(&self, source: SourceId, now: Timestamp) -> Option<(&[(i64, i64)], i64)> {
        let times = self.0.get(source.id())?;
        let since = times.first()?.0.max(now.timestamp() - KEPT);
        Some((times, since + (-since).rem_euclid(PERIOD)))
    }

    /// How far a source could be checked until now; `None` before its first response.
    pub fn of(&self, source: SourceId, now: Timestamp) -> Option<Availability> {
        let (_, proven) = SOURCES.into_iter().find(|(of, _)| *of == source)?;
        let (times, since) = self.times(source, now)?;
        let (mut periods, mut days) = (Periods::default(), Vec::<(NaiveDate, Periods)>::new());
        let mut later = times.iter().peekable();
        let mut begin = since;
        while begin <= now.timestamp() {
            while later.next_if(|(_, end)| *end < begin).is_some() {}
            let is_checked = later.peek().is_some_and(|(from, _)| *from <= begin);
            let date = uk_time::date(time(begin)?);
            if days.last().is_none_or(|(last, _)| *last != date) {
                days.push((date, Periods::default()));
            }
            for periods in std::iter::once(&mut periods).chain(days.last_mut().map(|(_, of)| of)) {
                periods.all += 1;
                periods.checked += u32::from(is_checked);
            }
            begin += PERIOD;
        }
        let checked = time(times.last()?.1)? - proven;
        Some(Availability { checked, since: time(since)?, periods, days })
    }

    /// The times of a period or longer without a proof that end after the begin of the first period, newest first.
    pub fn gaps(&self, source: SourceId, now: Timestamp) -> Vec<Gap> {
        let Some((times, since)) = self.times(source, now) else { return Vec::new() };
        let now = now.timestamp();
        let next = times.iter().skip(1).map(|(begin, _)| Some(*begin)).chain([None]);
        let between = times.iter().zip(next).map(|((_, end), next)| (*end, next));
        let is_listed = |(begin, end): &(i64, Option<i64>)| {
            let end = end.unwrap_or(now);
            end > since && end - begin >= PERIOD
        };
        let gap = |(begin, end): (i64, Option<i64>)| {
            Some(Gap { begin: time(begin)?, end: end.and_then(time) })
        };
        let mut gaps: Vec<Gap> = between.filter(is_listed).filter_map(gap).collect();
        gaps.reverse();
        gaps
    }
}

/// The time of seconds since 1970.
fn time(seconds: i64) -> Option<Timestamp> {
    Timestamp::from_timestamp(seconds, 0)
}

impl Gap {
    /// The begin and the end.
    pub fn text(self, language: Language) -> String {
        let end = self.end.map(|end| language.date_and_time(end));
        (language.recorder_texts().gap)(&language.date_and_time(self.begin), end.as_deref())
    }
}

impl Periods {
    /// The part that was checked in percent, rounded down to a hundredth: 100 only if it is all.
    pub fn percent(self) -> f64 {
        let hundredths = u64::from(self.checked) * 10_000 / u64::from(self.all.max(1));
        // At most 10,000.
        f64::from(u32::try_from(hundredths).unwrap_or_default()) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_timestamp(1_790_000_100 + minutes * 60, 0).unwrap_or_default()
    }

    /// The checks by responses of these minutes, each noted at once.
    fn checks(minutes: impl IntoIterator<Item = i64>) -> Checks {
        let mut checks = Checks::default();
        for minute in minutes {
            checks.note(SourceId::NationalWarnings, at(minute), at(minute));
        }
        checks
    }

    fn warnings(checks: &Checks, minutes: i64) -> Option<Availability> {
        checks.of(SourceId::NationalWarnings, at(minutes))
    }

    fn gaps(checks: &Checks, minutes: i64) -> Vec<Gap> {
        checks.gaps(SourceId::NationalWarnings, at(minutes))
    }

    // case 261
    #[test]
    fn responses_every_quarter_hour_leave_no_gap_and_a_missing_hour_is_one() {
        let all = checks((0..=240).step_by(15));
        let whole = warnings(&all, 250).expect("checks");
        assert_eq!(whole.periods, Periods { all: 51, checked: 51 });
        assert_eq!(
            (gaps(&all, 250), whole.periods.percent(), whole.checked),
            (vec![], 100.0, at(240))
        );
        let all = checks((0..=60).step_by(15).chain((120..=240).step_by(15)));
        assert_eq!(gaps(&all, 250), [Gap { begin: at(80), end: Some(at(120)) }]);
        let broken = warnings(&all, 250).expect("checks");
        assert_eq!(broken.periods, Periods { all: 51, checked: 44 });
        assert_eq!(broken.periods.percent(), 86.27);
    }

    // case 261
    #[test]
    fn what_cannot_be_checked_now_is_a_gap_without_an_end_also_after_a_restart() {
        let written = serde_json::to_string(&checks([0])).expect("JSON");
        let checks: Checks = serde_json::from_str(&written).expect("checks");
        assert_eq!(gaps(&checks, 24), []);
        assert_eq!(gaps(&checks, 40), [Gap { begin: at(20), end: None }]);
        assert_eq!(checks.of(SourceId::RiverLevels, at(0)), None);
        assert_eq!(checks.gaps(SourceId::RiverLevels, at(0)), []);
    }

    // case 261
    #[test]
    fn a_response_that_is_old_late_or_of_a_wrong_clock_proves_no_other_time() {
        let mut checks = checks([0, 15]);
        for (created, received) in [(5, 16), (16, 60), (500, 20), (-9_000, 20)] {
            checks.note(SourceId::NationalWarnings, at(created), at(received));
        }
        checks.note(SourceId::LocalWarnings, at(15), at(15));
        assert_eq!(checks, self::checks([0, 15]));
        // Of a cache, after an outage.
        checks.note(SourceId::NationalWarnings, at(34), at(50));
        assert_eq!(gaps(&checks, 52), [Gap { begin: at(35), end: Some(at(50)) }]);
        assert_eq!(warnings(&checks, 52).expect("checks").checked, at(34));
    }

    // case 261
    #[test]
    fn ninety_days_are_kept_by_days_of_uk_time_and_the_last_proof_before_an_outage() {
        let day = 24 * 60;
        let all = checks((0..=100 * day).step_by(15));
        let found = warnings(&all, 100 * day).expect("checks");
        assert_eq!(found.periods.all, 90 * 288 + 1);
        assert_eq!(found.since, at(10 * day));
        // The clocks change in them: one day has 25 hours.
        assert!(found.days.iter().any(|(_, periods)| periods.all == 25 * 12), "{:?}", found.days);
        let mut all = checks([0]);
        for days in [95, 96] {
            all.note(SourceId::NationalWarnings, at(days * day), at(days * day));
        }
        let found = gaps(&all, 96 * day);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], Gap { begin: at(20), end: Some(at(95 * day)) });
        all.note(SourceId::NationalWarnings, at(190 * day), at(190 * day));
        assert_eq!(all.0["warnings"].len(), 2);
    }
}

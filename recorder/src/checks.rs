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
    /// Newest first.
    pub gaps: Vec<Gap>,
}

impl Checks {
    /// Notes that the service created a response of a source at this time.
    pub fn note(&mut self, source: SourceId, at: Timestamp, now: Timestamp) {
        let Some((_, proven)) = SOURCES.into_iter().find(|(of, _)| *of == source) else { return };
        // By the same rule as for what is published: a clock that is wrong proves nothing.
        if !(TimeDelta::seconds(-CLOCK_SKEW_SECONDS)..=proven).contains(&(now - at)) {
            return;
        }
        let (begin, end) = (at.timestamp(), (at + proven).timestamp());
        let times = self.0.entry(source.id().to_owned()).or_default();
        times.retain(|(_, end)| *end > begin - KEPT);
        match times.last_mut() {
            Some((_, last)) if begin <= *last => *last = end.max(*last),
            _ => times.push((begin, end)),
        }
    }

    /// How far a source could be checked until now; `None` before its first response.
    pub fn of(&self, source: SourceId, now: Timestamp) -> Option<Availability> {
        let (_, proven) = SOURCES.into_iter().find(|(of, _)| *of == source)?;
        let times = self.0.get(source.id())?;
        let ((first, _), (_, end)) = (times.first()?, times.last()?);
        let (now, oldest) = (now.timestamp(), now.timestamp() - KEPT);
        let since = (*first).max(oldest);
        let since = since + (-since).rem_euclid(PERIOD);
        let at = |seconds| Timestamp::from_timestamp(seconds, 0);
        let (mut periods, mut days) = (Periods::default(), Vec::<(NaiveDate, Periods)>::new());
        let mut later = times.iter().peekable();
        let mut begin = since;
        while begin <= now {
            while later.next_if(|(_, end)| *end < begin).is_some() {}
            let is_checked = later.peek().is_some_and(|(from, _)| *from <= begin);
            let date = uk_time::date(at(begin)?);
            if days.last().is_none_or(|(last, _)| *last != date) {
                days.push((date, Periods::default()));
            }
            for periods in std::iter::once(&mut periods).chain(days.last_mut().map(|(_, of)| of)) {
                periods.all += 1;
                periods.checked += u32::from(is_checked);
            }
            begin += PERIOD;
        }
        let between = times.windows(2).filter_map(|pair| match pair {
            [(_, begin), (end, _)] => Some((*begin, Some(*end))),
            _ => None,
        });
        let open = (*end < now).then_some((*end, None));
        let is_listed = |(begin, end): &(i64, Option<i64>)| {
            let end = end.unwrap_or(now);
            end > oldest && end - begin >= PERIOD
        };
        let gap = |(begin, end): (i64, Option<i64>)| {
            Some(Gap { begin: at(begin)?, end: end.and_then(at) })
        };
        let mut gaps: Vec<Gap> = between.chain(open).filter(is_listed).filter_map(gap).collect();
        gaps.reverse();
        let checked = at(*end)? - proven;
        Some(Availability { checked, since: at(since)?, periods, days, gaps })
    }
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

    // case 261
    #[test]
    fn responses_every_quarter_hour_leave_no_gap_and_a_missing_hour_is_one() {
        let whole = warnings(&checks((0..=240).step_by(15)), 250).expect("checks");
        assert_eq!(whole.periods, Periods { all: 51, checked: 51 });
        assert_eq!((whole.gaps, whole.periods.percent(), whole.checked), (vec![], 100.0, at(240)));
        let broken = checks((0..=60).step_by(15).chain((120..=240).step_by(15)));
        let broken = warnings(&broken, 250).expect("checks");
        assert_eq!(broken.gaps, [Gap { begin: at(80), end: Some(at(120)) }]);
        assert_eq!(broken.periods, Periods { all: 51, checked: 44 });
        assert_eq!(broken.periods.percent(), 86.27);
    }

    // case 261
    #[test]
    fn what_cannot_be_checked_now_is_a_gap_without_an_end_also_after_a_restart() {
        let written = serde_json::to_string(&checks([0])).expect("JSON");
        let checks: Checks = serde_json::from_str(&written).expect("checks");
        assert_eq!(warnings(&checks, 24).expect("checks").gaps, []);
        let later = warnings(&checks, 40).expect("checks");
        assert_eq!(later.gaps, [Gap { begin: at(20), end: None }]);
        assert_eq!(checks.of(SourceId::RiverLevels, at(0)), None);
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
    }

    // case 261
    #[test]
    fn ninety_days_are_kept_by_days_of_uk_time() {
        let day = 24 * 60;
        let all = checks((0..=100 * day).step_by(15));
        let found = warnings(&all, 100 * day).expect("checks");
        assert_eq!(found.periods.all, 90 * 288 + 1);
        assert_eq!(found.since, at(10 * day));
        // The clocks change in them: one day has 25 hours.
        assert!(found.days.iter().any(|(_, periods)| periods.all == 25 * 12), "{:?}", found.days);
        let mut all = checks([0]);
        all.note(SourceId::NationalWarnings, at(95 * day), at(95 * day));
        assert_eq!(warnings(&all, 95 * day).expect("checks").gaps, []);
    }
}

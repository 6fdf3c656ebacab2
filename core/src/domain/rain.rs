//! Rain over time: the amount of each hour, and the sums of the last hours.
//!
//! The service gives amounts in millimetres and does not say over which time they fell. A reading is taken as the
//! rain since the one before, as the gauges of the service report every quarter of an hour.

use super::{Timestamp, trend::Reading};
use chrono::{DurationRound, TimeDelta};

/// The rain of a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// In millimetres.
    pub millimetres: f64,
    /// No reading is missing; otherwise at least that much has fallen.
    pub is_complete: bool,
}

/// The rain of an hour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hour {
    /// The end of the hour, a full one.
    pub end: Timestamp,
    /// Its rain. Incomplete for the current hour.
    pub amount: Amount,
}

/// The numbers of hours of which [`sums`] gives the rain.
pub const SUMS: [i64; 3] = [1, 6, 24];

/// The rain of each hour with readings, oldest first. A reading of a full hour belongs to the hour that it ends.
pub fn hours(readings: &[Reading]) -> Vec<Hour> {
    let interval = interval(readings);
    let end = |reading: &Reading| {
        (reading.at - TimeDelta::seconds(1))
            .duration_trunc(TimeDelta::hours(1))
            .map_or(reading.at, |begin| begin + TimeDelta::hours(1))
    };
    let hours = readings.chunk_by(|a, b| end(a) == end(b));
    let hour = |hour: &[Reading]| {
        let end = end(hour.first()?);
        Some(Hour { end, amount: amount(hour, TimeDelta::hours(1), interval) })
    };
    hours.filter_map(hour).collect()
}

/// The rain of the last 1, 6 and 24 hours before the newest reading; `None` without readings.
pub fn sums(readings: &[Reading]) -> Option<[Amount; SUMS.len()]> {
    let until = readings.last()?.at;
    let interval = interval(readings);
    Some(SUMS.map(|hours| {
        let length = TimeDelta::hours(hours);
        let first = readings.partition_point(|reading| until - reading.at >= length);
        amount(readings.get(first..).unwrap_or_default(), length, interval)
    }))
}

fn amount(readings: &[Reading], length: TimeDelta, interval: TimeDelta) -> Amount {
    let count = i32::try_from(readings.len()).unwrap_or(i32::MAX);
    // A negative amount is a fault of the sensor.
    let is_usable = readings.iter().all(|reading| reading.level >= 0.0);
    Amount {
        millimetres: readings.iter().map(|reading| reading.level.max(0.0)).sum(),
        is_complete: is_usable && interval * count >= length,
    }
}

/// The time between two readings where none is missing: the shortest, at least five minutes.
fn interval(readings: &[Reading]) -> TimeDelta {
    let between = readings.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b.at - a.at),
        _ => None,
    });
    let longest = TimeDelta::hours(1);
    between.filter(|time| *time >= TimeDelta::minutes(5)).min().unwrap_or(longest).min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reading of 1 mm at each of these minutes after 00:00.
    fn readings(minutes: impl IntoIterator<Item = i64>) -> Vec<Reading> {
        let start: Timestamp = "2026-11-25T00:00:00Z".parse().expect("a time");
        let reading = |minutes| Reading { at: start + TimeDelta::minutes(minutes), level: 1.0 };
        minutes.into_iter().map(reading).collect()
    }
    fn quarters(count: i64) -> Vec<Reading> {
        readings((1..=count).map(|quarter| quarter * 15))
    }
    fn amounts(readings: &[Reading]) -> Vec<(f64, bool)> {
        hours(readings)
            .iter()
            .map(|hour| (hour.amount.millimetres, hour.amount.is_complete))
            .collect()
    }

    #[test]
    fn a_reading_of_a_full_hour_ends_its_hour_and_a_missing_one_makes_it_incomplete() {
        assert_eq!(amounts(&quarters(9)), [(4.0, true), (4.0, true), (1.0, false)]);
        assert_eq!(amounts(&readings([15, 30, 60, 75, 90, 105, 120])), [(3.0, false), (4.0, true)]);
        assert_eq!(amounts(&[]), []);
        let ends: Vec<String> = hours(&quarters(5))
            .iter()
            .map(|hour| hour.end.to_string()[11..16].to_owned())
            .collect();
        assert_eq!(ends, ["01:00", "02:00"]);
    }

    #[test]
    fn a_gauge_that_reports_every_hour_has_complete_hours() {
        assert_eq!(amounts(&readings([60, 120, 180])), [(1.0, true); 3]);
    }

    #[test]
    fn the_sums_end_at_the_newest_reading_and_say_where_one_is_missing() {
        let found = |readings: &[Reading]| {
            sums(readings).map(|sums| sums.map(|sum| (sum.millimetres, sum.is_complete)))
        };
        assert_eq!(found(&quarters(96)), Some([(4.0, true), (24.0, true), (96.0, true)]));
        assert_eq!(found(&quarters(30)), Some([(4.0, true), (24.0, true), (30.0, false)]));
        let mut gap = quarters(96);
        gap.remove(92);
        assert_eq!(found(&gap), Some([(3.0, false), (23.0, false), (95.0, false)]));
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn a_negative_amount_is_not_added_and_makes_the_sum_incomplete() {
        let mut negative = quarters(4);
        negative[1].level = -8.0;
        assert_eq!(amounts(&negative), [(3.0, false)]);
    }
}

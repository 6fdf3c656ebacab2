//! Readings as days: the lowest, mean and highest level of each, and the distribution of its levels.

use crate::sketch::Sketch;
use gorlif_core::domain::{
    Timestamp,
    plausible::{Plausible, plausible},
    trend::Reading,
};
use std::collections::BTreeMap;

/// The seconds of a day.
const DAY_SECONDS: i64 = 86_400;

/// The levels of a gauge in a day of UTC, without those of faults.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Day {
    /// In days since 1970.
    pub day: i64,
    /// The number of readings, with those of faults.
    pub readings: i64,
    /// The lowest level.
    pub lowest: f64,
    /// The mean of the levels.
    pub mean: f64,
    /// The highest level.
    pub highest: f64,
    /// The time of the first reading of it, in seconds since 1970.
    pub highest_at: i64,
    /// 1 if a replaced gauge has its first reading on this day, else 0. The levels are those since then.
    pub begins: i64,
    /// The distribution of the levels, as [`Sketch::encode`] has it.
    pub sketch: String,
}

/// The day of a time, in days since 1970.
pub fn day_of(at: Timestamp) -> i64 {
    day_of_seconds(at.timestamp())
}

/// The day of a time in seconds since 1970, in days since 1970.
pub fn day_of_seconds(at: i64) -> i64 {
    at.div_euclid(DAY_SECONDS)
}

/// The first moment of a day.
pub fn begin_of(day: i64) -> Timestamp {
    Timestamp::from_timestamp(day.saturating_mul(DAY_SECONDS), 0).unwrap_or_default()
}

/// The days that have plausible readings, oldest first. `readings` are in metres and in the order of their times; what
/// is known of a jump in the first day depends on the readings before it.
pub fn days(readings: &[Reading]) -> Vec<Day> {
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    for reading in readings {
        *counts.entry(day_of(reading.at)).or_default() += 1;
    }
    let Plausible { readings: plausible, replacements } = plausible(readings);
    let summary = |of_day: &[Reading]| {
        let day = day_of(of_day.first()?.at);
        let replaced = replacements.iter().rev().find(|at| day_of(**at) == day);
        let since = replaced.map_or(0, |at| of_day.partition_point(|reading| reading.at < *at));
        let levels: Vec<f64> = of_day.iter().skip(since).map(|reading| reading.level).collect();
        let highest = of_day.iter().skip(since).rev().max_by(|a, b| a.level.total_cmp(&b.level))?;
        #[allow(clippy::cast_precision_loss)] // some hundred readings
        let mean = levels.iter().sum::<f64>() / levels.len() as f64;
        Some(Day {
            day,
            readings: counts.get(&day).copied().unwrap_or_default(),
            lowest: levels.iter().copied().reduce(f64::min)?,
            mean,
            highest: highest.level,
            highest_at: highest.at.timestamp(),
            begins: replaced.is_some().into(),
            sketch: Sketch::new(levels).encode(),
        })
    };
    plausible.chunk_by(|a, b| day_of(a.at) == day_of(b.at)).filter_map(summary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Readings of each quarter of an hour from the beginning of a day on.
    fn readings(count: i64, level: impl Fn(i64) -> f64) -> Vec<Reading> {
        let at = |quarter: i64| {
            Timestamp::from_timestamp(20_000 * DAY_SECONDS + quarter * 900, 0).expect("in range")
        };
        (0..count).map(|quarter| Reading { at: at(quarter), level: level(quarter) }).collect()
    }

    #[test]
    fn a_day_has_its_extremes_without_a_spike() {
        let level = |quarter: i64| match quarter {
            40 => 9.0,
            96..144 => 0.8,
            _ => 0.4,
        };
        let found = days(&readings(192, level));
        let facts: Vec<_> =
            found.iter().map(|day| (day.day, day.readings, day.lowest, day.highest)).collect();
        assert_eq!(facts, [(20_000, 96, 0.4, 0.4), (20_001, 96, 0.4, 0.8)]);
        assert!((found[1].mean - 0.6).abs() < 1e-9);
        assert_eq!(found[1].highest_at, 20_001 * DAY_SECONDS, "the first of equal levels");
        assert_eq!(days(&[]), []);
    }

    #[test]
    fn a_replaced_gauge_begins_with_its_own_levels() {
        let found = days(&readings(400, |quarter| if quarter < 140 { 0.4 } else { 56.0 }));
        let facts: Vec<_> = found.iter().map(|day| (day.begins, day.lowest, day.highest)).collect();
        assert_eq!(
            facts,
            [(0, 0.4, 0.4), (1, 56.0, 56.0), (0, 56.0, 56.0), (0, 56.0, 56.0), (0, 56.0, 56.0)]
        );
        assert_eq!(found[1].readings, 96);
    }
}

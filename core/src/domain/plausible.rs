//! Which readings of a gauge are of the water, and where the gauge was replaced or its zero moved.

use super::{
    Timestamp,
    trend::{self, Reading},
};
use chrono::TimeDelta;

/// A level that has changed too fast for water and stays for this long is that of another gauge, or of another zero.
pub const LASTING: TimeDelta = TimeDelta::hours(48);
/// Over a longer time without a reading it is not known how fast the level changed.
const CONTINUOUS: TimeDelta = TimeDelta::hours(3);
/// A change over a longer time without a reading may be that of another zero if it is larger than this, in metres.
const MOST_IN_GAP: f64 = 3.0;
/// Outliers are looked for among this number of readings at a time: a month of them.
const CHUNK: usize = 3_000;

/// The readings of the water.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plausible {
    /// In the order of their times, without those of faults.
    pub readings: Vec<Reading>,
    /// The first reading of each replaced gauge or moved zero.
    pub replacements: Vec<Timestamp>,
}

/// The cause of a level that has changed too fast for water.
enum Jump {
    /// Water after all: it goes back as water does.
    Water,
    /// A fault of the sensor, of this number of readings.
    Fault(usize),
    /// The level of another gauge, or above another zero.
    Replacement,
    /// It has not lasted for long enough to tell.
    Undecided,
}

/// The plausible ones of readings in metres, which are in the order of their times.
///
/// A single reading far from the line between its neighbours is a fault ([`trend`] has the rule). A level that
/// changes faster than 12 m/h is a fault if it goes back as fast, and that of a replaced gauge, or of a moved
/// zero, if it lasts for 48 hours. Until that is known the readings are left out. The same is done with a change of more than 3 m
/// over more than three hours without a reading: a record that begins anew is safer than one of two zeros. A zero that is moved
/// by less than 3 m cannot be told from water, and a fault that lasts for 48 hours not from another gauge.
pub fn plausible(readings: &[Reading]) -> Plausible {
    let readings: Vec<Reading> = readings.chunks(CHUNK).flat_map(trend::without_outliers).collect();
    let mut plausible = Plausible::default();
    let mut rest = readings.as_slice();
    while let Some((reading, after)) = rest.split_first() {
        let before = plausible.readings.last().filter(|before| is_jump(before, reading));
        match before.map(|before| jump(before.level, rest)) {
            None | Some(Jump::Water) => {}
            Some(Jump::Replacement) => plausible.replacements.push(reading.at),
            Some(Jump::Fault(count)) => {
                rest = rest.get(count..).unwrap_or_default();
                continue;
            }
            Some(Jump::Undecided) => break,
        }
        plausible.readings.push(*reading);
        rest = after;
    }
    plausible
}

/// Whether the second reading may be of another zero, or a fault.
fn is_jump(a: &Reading, b: &Reading) -> bool {
    let is_large = (b.level - a.level).abs() > MOST_IN_GAP;
    trend::is_too_fast(a, b) || (is_large && b.at - a.at > CONTINUOUS)
}

/// The course of the readings after a jump from a level: whether, and how, they go back over the half of it.
fn jump(before: f64, readings: &[Reading]) -> Jump {
    let Some(first) = readings.first() else { return Jump::Undecided };
    let half = f64::midpoint(before, first.level);
    let is_back = |level: f64| (level > half) != (first.level > half);
    for (index, pair) in readings.windows(2).enumerate() {
        let [a, b] = pair else { continue };
        if is_back(b.level) {
            let is_known = b.at - a.at <= CONTINUOUS && !trend::is_too_fast(a, b);
            return if is_known { Jump::Water } else { Jump::Fault(index + 1) };
        }
        if b.at - first.at >= LASTING {
            return Jump::Replacement;
        }
    }
    Jump::Undecided
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(quarter: i64) -> Timestamp {
        Timestamp::from_timestamp(1_790_000_100 + quarter * 900, 0).expect("in range")
    }

    /// Readings of each quarter of an hour.
    fn readings(count: i64, level: impl Fn(i64) -> f64) -> Vec<Reading> {
        (0..count).map(|quarter| Reading { at: at(quarter), level: level(quarter) }).collect()
    }

    #[test]
    fn water_is_plausible_also_where_it_rises_fast() {
        // 2 m in an hour, and back within a day.
        let flood = readings(400, |quarter| match quarter - 100 {
            since @ 0..4 => 0.5 + 0.5 * f64::from(i32::try_from(since).expect("small")),
            since @ 4..96 => 2.5 - 0.02 * f64::from(i32::try_from(since).expect("small")),
            _ => 0.5,
        });
        assert_eq!(plausible(&flood), Plausible { readings: flood, replacements: Vec::new() });
        assert_eq!(plausible(&[]), Plausible::default());
    }

    #[test]
    fn a_flood_that_begins_faster_than_any_known_one_counts_once_it_falls_as_water_does() {
        let flood = |count| {
            readings(count, |quarter| match quarter - 100 {
                since @ 0..90 => 4.5 - 0.04 * f64::from(i32::try_from(since).expect("small")),
                _ => 0.5,
            })
        };
        assert_eq!(plausible(&flood(110)).readings.len(), 100, "not known yet");
        assert_eq!(plausible(&flood(300)).readings.len(), 300);
        assert!(plausible(&flood(300)).replacements.is_empty());
    }

    #[test]
    fn spikes_of_one_and_of_several_readings_are_left_out() {
        for length in [1, 2, 20, 150] {
            let spike =
                |quarter: i64| if (100..100 + length).contains(&quarter) { 9.0 } else { 0.5 };
            let found = plausible(&readings(400, spike));
            assert!(found.replacements.is_empty(), "{length}");
            let kept = i64::try_from(found.readings.len()).expect("small");
            assert_eq!(kept, 400 - length);
            assert!(found.readings.iter().all(|reading| reading.level < 1.0), "{length}");
        }
    }

    #[test]
    fn a_jump_that_lasts_two_days_is_another_gauge_and_one_that_ends_in_a_gap_a_fault() {
        let moved = |quarter: i64| if quarter < 100 { 0.5 } else { 55.0 };
        let found = plausible(&readings(400, moved));
        assert_eq!((found.readings.len(), found.replacements), (400, vec![at(100)]));
        let soon = plausible(&readings(200, moved));
        assert_eq!((soon.readings.len(), soon.replacements), (100, vec![]), "not known yet");
        let mut back =
            readings(400, |quarter| if (100..110).contains(&quarter) { 55.0 } else { 0.5 });
        back.drain(105..300);
        let found = plausible(&back);
        assert_eq!((found.readings.len(), found.replacements), (200, vec![]));
    }

    #[test]
    fn a_zero_that_was_moved_during_an_outage_is_found_and_a_flood_during_one_is_water() {
        let during_outage = |level: fn(i64) -> f64| {
            let mut all = readings(900, level);
            all.drain(100..500);
            plausible(&all)
        };
        let moved = during_outage(|quarter| if quarter < 300 { 0.5 } else { 3.6 });
        assert_eq!((moved.readings.len(), moved.replacements), (500, vec![at(500)]));
        let flood = during_outage(|quarter| match quarter {
            500..620 => 4.5 - 0.03 * f64::from(i32::try_from(quarter - 500).expect("small")),
            _ => 0.5,
        });
        assert_eq!((flood.readings.len(), flood.replacements), (500, vec![]));
        let rise = during_outage(|quarter| if quarter < 300 { 0.5 } else { 3.4 });
        assert_eq!((rise.readings.len(), rise.replacements), (500, vec![]));
    }
}

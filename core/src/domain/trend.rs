//! Whether the level of a gauge rises or falls, computed from its recent readings.

use super::{Timestamp, limits, sorting};

/// One reading of a gauge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// When it was taken.
    pub at: Timestamp,
    /// The level, in the unit of the gauge.
    pub level: f64,
}

/// Adds readings to others, in the order of their times. Of two readings at the same time the added
/// one is used.
pub fn merge(readings: &mut Vec<Reading>, more: &[Reading]) {
    // The sort is stable: the added readings of a time come last.
    readings.extend_from_slice(more);
    *readings = sorting::sorted(std::mem::take(readings), |a, b| a.at.cmp(&b.at));
    readings.reverse();
    readings.dedup_by_key(|reading| reading.at);
    readings.reverse();
}

/// How fast a level changes, and over which time that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Positive while the level rises.
    pub cm_per_hour: f64,
    /// From the first to the last of the readings used.
    pub minutes: i64,
}

/// The trend of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trend {
    /// Whether it rises or falls.
    pub tendency: Tendency,
    /// Its rate; `None` if there is no trend, or the service states it without a rate.
    pub rate: Option<Rate>,
}

/// Whether a level rises or falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tendency {
    /// It rises.
    Rising,
    /// It falls.
    Falling,
    /// It does neither.
    Steady,
    /// That is not known, or the service does not state it.
    #[default]
    Unknown,
}

impl Tendency {
    /// The value of the hook `data-trend`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Rising => "rising",
            Self::Falling => "falling",
            Self::Steady => "steady",
            Self::Unknown => "unknown",
        }
    }
}

impl Trend {
    /// There is no trend.
    pub const UNKNOWN: Self = Self { tendency: Tendency::Unknown, rate: None };

    /// The trend at a time from readings in metres, in the order of their times. A change by no more than the noise, or in no clear
    /// direction, is steady; with too few readings, or where the newest one is not fresh, the trend is unknown.
    ///
    /// The rate is the Theil–Sen slope: the median of the slopes between all pairs of readings, which
    /// a single wrong reading does not change much. A level rises or falls if most pairs agree and
    /// the change exceeds the gauge's own noise. The last four readings decide if the last two of them
    /// are apart from the first two, so that a rise is recognised soon after it begins; otherwise the
    /// last two hours decide.
    ///
    /// Readings in the future do not count, nor does one that is far from the line between its neighbours.
    pub fn at(now: Timestamp, readings: &[Reading]) -> Self {
        let is_past =
            |reading: &Reading| (reading.at - now).num_seconds() <= limits::READING_AHEAD_SECONDS;
        let readings = without_outliers(&readings[..readings.partition_point(is_past)]);
        let series = last_series(&readings);
        let Some(newest) = series.last() else { return Self::UNKNOWN };
        if (now - newest.at).num_seconds() > limits::READING_FRESH_SECONDS {
            return Self::UNKNOWN;
        }
        let first = series.partition_point(|reading| {
            (newest.at - reading.at).num_seconds() > limits::TREND_WINDOW_SECONDS
        });
        let window = &series[first..];
        let Some(last_start) = window.len().checked_sub(limits::TREND_LEAST_READINGS) else {
            return Self::UNKNOWN;
        };
        let dead_band = limits::TREND_LEAST_METRES.max(3.0 * noise(series));
        let last = &window[last_start..];
        let change = change_of_last_two(last);
        let trend = Self::of_window(last, dead_band);
        match trend.tendency {
            Tendency::Rising if change > dead_band => return trend,
            Tendency::Falling if change < -dead_band => return trend,
            _ => {}
        }
        let trend = Self::of_window(window, dead_band);
        let last_change = match window {
            [.., before, _] => newest.level - before.level,
            _ => 0.0,
        };
        // The newest reading may be the first one of a change in the other direction.
        let is_turning = match trend.tendency {
            Tendency::Rising => last_change < -dead_band,
            Tendency::Falling => last_change > dead_band,
            Tendency::Steady | Tendency::Unknown => false,
        };
        if is_turning { Self { tendency: Tendency::Steady, ..trend } } else { trend }
    }

    /// The trend of these readings. `dead_band` is in metres.
    fn of_window(window: &[Reading], dead_band: f64) -> Self {
        let mut slopes = slopes(window);
        let (rising, falling) = (
            slopes.iter().filter(|slope| **slope > 0.0).count(),
            slopes.iter().filter(|slope| **slope < 0.0).count(),
        );
        let agreed = |count: usize| count * 4 >= slopes.len() * 3;
        let (is_rising, is_falling) = (agreed(rising), agreed(falling));
        let (Some(slope), Some(oldest), Some(newest)) =
            (median(&mut slopes), window.first(), window.last())
        else {
            return Self::UNKNOWN;
        };
        let seconds = (newest.at - oldest.at).num_seconds();
        let rate = Some(Rate { cm_per_hour: slope * 100.0, minutes: seconds / 60 });
        let tendency = match slope.abs() * hours(seconds) > dead_band {
            true if is_rising => Tendency::Rising,
            true if is_falling => Tendency::Falling,
            _ => Tendency::Steady,
        };
        Self { tendency, rate }
    }
}

/// The highest of some readings in metres, in the order of their times: `None` unless the level rose to it and is below it now.
pub fn peak(readings: &[Reading]) -> Option<Reading> {
    let readings = without_outliers(readings);
    let series = last_series(&readings);
    let highest = series
        .iter()
        .copied()
        .reduce(|highest, next| if next.level > highest.level { next } else { highest })?;
    let before = series.iter().take_while(|reading| reading.at < highest.at);
    let lowest = before.map(|reading| reading.level).reduce(f64::min)?;
    let base = lowest.max(series.last()?.level);
    (highest.level - base >= limits::PEAK_LEAST_METRES).then_some(highest)
}

/// How far the last two of four readings are above the first two; negative below them; 0 where they
/// overlap.
fn change_of_last_two(readings: &[Reading]) -> f64 {
    let [a, b, c, d] = readings else { return 0.0 };
    let up = c.level.min(d.level) - a.level.max(b.level);
    let down = a.level.min(b.level) - c.level.max(d.level);
    if up > 0.0 { up } else { -down.max(0.0) }
}

/// The readings after the last change that is too fast for water: a gauge that was replaced, or
/// whose zero was moved.
pub(super) fn last_series(readings: &[Reading]) -> &[Reading] {
    let is_break = |pair: &[Reading]| matches!(pair, [a, b] if is_too_fast(a, b));
    let start = readings.windows(2).rposition(is_break).map_or(0, |index| index + 1);
    &readings[start..]
}

/// Whether the level changes faster between two readings than that of a river does, or the second is not later.
pub(crate) fn is_too_fast(a: &Reading, b: &Reading) -> bool {
    slope(a, b).is_none_or(|slope| slope.abs() > limits::TREND_BREAK_METRES_PER_HOUR)
}

/// The readings without those that are far from the line between their neighbours, which are themselves far
/// from the lines through the wrong reading. Where a change begins or ends, one neighbour is not.
pub(super) fn without_outliers(readings: &[Reading]) -> Vec<Reading> {
    let differences: Vec<f64> = readings.windows(3).map(second_difference).collect();
    let is_outlier = |index: usize| {
        let Some(own) = index.checked_sub(1).and_then(|of| differences.get(of).copied()) else {
            return false;
        };
        // Most readings, for which the others need not be looked at.
        if own <= limits::TREND_OUTLIER_METRES {
            return false;
        }
        let near = index.saturating_sub(2)..index + 1;
        let of_neighbours = |of: &usize| *of + 1 != index;
        let mut neighbours =
            near.clone().filter(of_neighbours).filter_map(|of| differences.get(of));
        let mut others: Vec<f64> = differences
            .iter()
            .enumerate()
            .filter(|(of, _)| !near.contains(of))
            .map(|(_, difference)| *difference)
            .collect();
        let usual = median(&mut others);
        usual.is_some_and(|usual| own > 4.0 * usual)
            && neighbours.all(|neighbour| *neighbour > 0.35 * own && *neighbour < own)
    };
    let kept = readings.iter().enumerate().filter(|(index, _)| !is_outlier(*index));
    kept.map(|(_, reading)| *reading).collect()
}

/// How far the second of three readings is from the line between the others, in metres.
fn second_difference(three: &[Reading]) -> f64 {
    let [a, b, c] = three else { return 0.0 };
    let part = hours((b.at - a.at).num_seconds()) / hours((c.at - a.at).num_seconds());
    (a.level + (c.level - a.level) * part - b.level).abs()
}

/// In metres per hour; `None` if the second reading is not later than the first.
fn slope(a: &Reading, b: &Reading) -> Option<f64> {
    let seconds = (b.at - a.at).num_seconds();
    (seconds > 0).then(|| (b.level - a.level) / hours(seconds))
}

fn slopes(readings: &[Reading]) -> Vec<f64> {
    let pairs = readings
        .iter()
        .enumerate()
        .flat_map(|(index, a)| readings.iter().skip(index + 1).filter_map(move |b| slope(a, b)));
    pairs.collect()
}

/// The standard deviation of a reading, in metres, estimated from the second differences of the
/// series, which a steady rise or fall does not change.
fn noise(series: &[Reading]) -> f64 {
    let mut differences: Vec<f64> = series.windows(3).map(second_difference).collect();
    // The median of |x| of a normal distribution is 0.6745 σ; the middle of two readings minus a
    // third one varies by √1.5 σ.
    median(&mut differences).unwrap_or_default() / (0.6745 * 1.5_f64.sqrt())
}

#[allow(clippy::cast_precision_loss)] // the times of a series are hours apart, not millions of years
fn hours(seconds: i64) -> f64 {
    seconds as f64 / 3600.0
}

/// The median; of an even number of values the mean of the middle two. Reorders the values.
fn median(values: &mut [f64]) -> Option<f64> {
    let (count, middle) = (values.len(), values.len() / 2);
    if count == 0 {
        return None;
    }
    let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp).filter(|_| count % 2 == 0);
    Some(lower.map_or(*upper, |lower| f64::midpoint(lower, *upper)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeMap, f64::consts::TAU};

    /// A generator of normally distributed numbers with standard deviation 1.
    struct Normal(u64);

    impl Normal {
        fn next(&mut self) -> f64 {
            let mut uniform = || {
                // Constants of Knuth's MMIX generator.
                self.0 = self
                    .0
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                f64::from(u32::try_from(self.0 >> 33).expect("31 bits")) / f64::from(1_u32 << 31)
            };
            (0..12).map(|_| uniform()).sum::<f64>() - 6.0
        }
    }

    /// Readings every 15 minutes for the last `count` quarters of an hour; `level` has the hours
    /// before the newest reading, which are negative. The values have millimetres.
    fn series(count: i64, level: &mut dyn FnMut(f64) -> f64) -> Vec<Reading> {
        let reading = |index: i64| {
            let quarters = index - count + 1;
            let metres = level(hours(quarters * 900));
            Reading {
                at: newest() + chrono::TimeDelta::minutes(15 * quarters),
                level: (metres * 1000.0).round() / 1000.0,
            }
        };
        (0..count).map(reading).collect()
    }

    fn newest() -> Timestamp {
        Timestamp::from_timestamp(1_790_000_000, 0).expect("in range")
    }

    fn trend(readings: &[Reading]) -> &'static str {
        Trend::at(newest() + chrono::TimeDelta::minutes(40), readings).tendency.id()
    }

    // case 264
    #[test]
    fn a_peak_is_the_highest_level_between_a_rise_and_a_fall() {
        let start: Timestamp = "2026-09-21T05:00:00Z".parse().expect("an instant");
        let at = |levels: &[f64]| {
            let times = (0..).map(|quarter| start + chrono::TimeDelta::minutes(15 * quarter));
            let readings = times.zip(levels).map(|(at, level)| Reading { at, level: *level });
            peak(&readings.collect::<Vec<_>>()).map(|peak| peak.level)
        };
        for (levels, expected) in [
            (&[1.0, 1.1, 1.17, 1.2, 1.17, 1.1, 1.0][..], Some(1.2)),
            (&[1.2, 1.1, 1.0, 0.9, 0.8], None),
            (&[0.8, 0.9, 1.0, 1.1, 1.2], None),
            // Not yet by 10 cm.
            (&[0.8, 0.9, 1.0, 1.1, 1.05], None),
            (&[1.0, 1.02, 1.04, 1.02, 1.0], None),
            // One wrong reading, and a zero that was moved.
            (&[1.0, 1.01, 1.0, 1.9, 1.0, 1.01, 1.0], None),
            (&[9.0, 9.2, 9.0, 1.0, 1.01, 1.0], None),
            (&[], None),
        ] {
            assert_eq!(at(levels), expected, "{levels:?}");
        }
    }

    // case 178
    #[test]
    fn a_single_wrong_reading_does_not_hide_a_rise_and_one_in_the_future_does_not_count() {
        // Twelve quarters of an hour at 20 cm/h, one of them wrong.
        for wrong in 1..11 {
            for error in [-2.0, -0.5, -0.2, 0.2, 0.5, 2.0, 4.0] {
                let mut readings = series(12, &mut |hours| 2.0 + 0.2 * hours);
                readings[wrong].level += error;
                assert_eq!(trend(&readings), "rising", "{wrong} {error}");
            }
        }
        // No outlier: where a rise begins, and a peak.
        let begins =
            series(8, &mut |hours| if hours > -0.6 { 1.0 + 0.5 * (hours + 0.6) } else { 1.0 });
        assert_eq!(without_outliers(&begins), begins);
        let peak = series(9, &mut |hours| 2.0 - 0.3 * (hours + 1.0).abs());
        assert_eq!(without_outliers(&peak), peak);
        let mut readings = series(8, &mut |hours| 2.0 + 0.2 * hours);
        let ahead = newest() + chrono::TimeDelta::hours(2);
        readings.push(Reading { at: ahead, level: 0.5 });
        assert_eq!(trend(&readings), "rising");
    }

    /// Prints how often each kind of series got each trend, and checks the smallest share of the
    /// right one, and that the opposite does not occur.
    #[test]
    fn made_series_get_their_trend() {
        type Level = Box<dyn Fn(f64, &mut Normal) -> f64>;
        let kinds: [(&str, &str, f64, Level); 12] = [
            (
                "rise of 10 cm/h, noise 3 mm",
                "rising",
                1.0,
                Box::new(|h, n| 1.0 + 0.1 * h + 0.003 * n.next()),
            ),
            (
                "rise of 3 cm/h, noise 3 mm",
                "rising",
                0.95,
                Box::new(|h, n| 1.0 + 0.03 * h + 0.003 * n.next()),
            ),
            (
                "flash rise of 1.5 m/h",
                "rising",
                1.0,
                Box::new(|h, n| 3.0 + 1.5 * h + 0.01 * n.next()),
            ),
            (
                "fall of 5 cm/h, noise 3 mm",
                "falling",
                1.0,
                Box::new(|h, n| 1.0 - 0.05 * h + 0.003 * n.next()),
            ),
            ("constant", "steady", 1.0, Box::new(|_, _| 0.4)),
            ("noise of 3 mm", "steady", 0.98, Box::new(|_, n| 1.0 + 0.003 * n.next())),
            ("noise of 3 cm", "steady", 0.97, Box::new(|_, n| 1.0 + 0.03 * n.next())),
            (
                "a spike of 80 cm, newest",
                "steady",
                0.95,
                Box::new(|h, n| 1.0 + f64::from(h > -0.1) * 0.8 + 0.003 * n.next()),
            ),
            (
                "a spike of 80 cm, 45 min ago",
                "steady",
                0.97,
                Box::new(|h, n| 1.0 + f64::from((h + 0.75).abs() < 0.1) * 0.8 + 0.003 * n.next()),
            ),
            (
                "a step of 40 cm, 75 min ago",
                "steady",
                0.5,
                Box::new(|h, n| 1.0 + f64::from(h > -1.3) * 0.4 + 0.003 * n.next()),
            ),
            (
                "tide, rising half",
                "rising",
                1.0,
                Box::new(|h, n| 3.0 + 2.0 * (TAU * h / 12.4).sin() + 0.01 * n.next()),
            ),
            (
                "a replaced gauge, 2 h ago",
                "steady",
                0.98,
                Box::new(|h, n| if h < -1.9 { 56.0 } else { 1.0 } + 0.003 * n.next()),
            ),
        ];
        let mut random = Normal(7);
        println!("{:32} rising falling steady unknown", "of 500");
        for (name, expected, share, level) in kinds {
            let mut counts =
                BTreeMap::from(["rising", "falling", "steady", "unknown"].map(|id| (id, 0_u32)));
            for _ in 0..500 {
                let readings = series(48, &mut |hours| level(hours, &mut random));
                *counts.entry(trend(&readings)).or_default() += 1;
            }
            let of = |id: &str| counts.get(id).copied().unwrap_or_default();
            println!(
                "{name:32} {:6} {:7} {:6} {:7}",
                of("rising"),
                of("falling"),
                of("steady"),
                of("unknown")
            );
            assert!(f64::from(of(expected)) >= share * 500.0, "{name}: {counts:?}");
            // A step up may count as a rise until most of the window is after it.
            let never = match expected {
                "rising" => "falling",
                "falling" => "rising",
                _ if name.contains("step") => "falling",
                _ => continue,
            };
            assert_eq!(of(never), 0, "{name}: {counts:?}");
        }
    }

    #[test]
    fn a_rise_is_told_from_the_fourth_reading_on_with_its_rate_and_span() {
        let readings = series(4, &mut |hours| 1.0 + 0.08 * hours);
        assert_eq!(trend(&readings[1..]), "unknown");
        let Trend { tendency: Tendency::Rising, rate: Some(rate) } = Trend::at(newest(), &readings)
        else {
            panic!("{readings:?}")
        };
        assert!((rate.cm_per_hour - 8.0).abs() < 0.2, "{rate:?}");
        assert_eq!(rate.minutes, 45);
    }

    #[test]
    fn a_rise_after_a_steady_or_falling_level_is_rising_from_its_second_reading_on() {
        for (before, rise) in [(0.0, 0.5), (0.0, 0.02), (-0.05, 0.5), (-0.02, 0.04), (-0.01, 0.1)] {
            let after = |count: f64| {
                let readings = series(24, &mut |hours| {
                    let turn = -count / 4.0;
                    let quarters = (hours - turn) * 4.0;
                    3.0 + if hours > turn { rise * quarters } else { before * quarters }
                });
                trend(&readings)
            };
            assert_ne!(after(1.0), "falling", "{before} {rise}");
            assert_eq!([after(2.0), after(3.0), after(9.0)], ["rising"; 3], "{before} {rise}");
        }
    }

    #[test]
    fn a_gap_is_no_flat_part_and_old_readings_do_not_count() {
        // Only three readings are in the window.
        let mut readings = series(12, &mut |hours| 1.0 + 0.05 * hours);
        readings.drain(3..9);
        assert_eq!(trend(&readings), "unknown");
        // Two readings are missing within the window.
        let mut readings = series(12, &mut |hours| 1.0 + 0.05 * hours);
        readings.drain(6..8);
        assert_eq!(trend(&readings), "rising");
    }

    #[test]
    fn a_gauge_without_a_fresh_reading_has_no_trend() {
        let readings = series(12, &mut |hours| 1.0 + 0.1 * hours);
        let after = |minutes| {
            Trend::at(newest() + chrono::TimeDelta::minutes(minutes), &readings).tendency.id()
        };
        assert_eq!((after(119), after(121)), ("rising", "unknown"));
        assert_eq!(Trend::at(newest(), &[]), Trend::UNKNOWN);
    }

    #[test]
    fn merged_readings_are_in_order_and_the_newer_report_of_a_time_is_used() {
        let reading =
            |minutes, level| Reading { at: newest() + chrono::TimeDelta::minutes(minutes), level };
        let mut readings = vec![reading(0, 1.0), reading(15, 1.1), reading(45, 1.3)];
        merge(&mut readings, &[reading(30, 1.2), reading(15, 9.0)]);
        assert_eq!(
            readings,
            [reading(0, 1.0), reading(15, 9.0), reading(30, 1.2), reading(45, 1.3)]
        );
    }

    #[test]
    fn equal_and_descending_times_begin_a_new_series() {
        let mut readings = series(8, &mut |hours| 1.0 + 0.1 * hours);
        readings[3].at = readings[2].at;
        assert_eq!(trend(&readings), "rising");
        readings.reverse();
        assert_eq!(trend(&readings), "unknown");
    }
}

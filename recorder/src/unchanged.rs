//! Days on which the sensor of a gauge may have been stuck: it showed one value for longer than its past makes likely.

use crate::days::Day;
use std::ops::Range;

/// A gauge may show one value for two whole days.
const LEAST_DAYS: usize = 3;
/// Of a shorter past it is not known how often a gauge does so.
const LEAST_PAST: usize = 90;
/// A day with fewer readings says nothing of the time between them.
const LEAST_READINGS: i64 = 8;
/// Levels have three digits.
const SAME_METRES: f64 = 0.000_5;

/// The consecutive days on which the sensor may have been stuck. `days` are those of a gauge, oldest first.
///
/// A gauge shows one value on whole days in a dry summer, or where its levels have few digits. So these days are more than all other
/// days of the gauge with one value.
pub fn stuck(days: &[Day]) -> Option<Range<usize>> {
    if days.len() < LEAST_PAST {
        return None;
    }
    let goes_on = |a: &Day, b: &Day| {
        let is_next = b.day == a.day + 1;
        is_next && is_unchanged(a) && is_unchanged(b) && shows_only(b, a.lowest)
    };
    let (mut longest, mut all, mut first) = (0..0, 0, 0);
    for part in days.chunk_by(goes_on) {
        let end = first + part.len();
        if part.iter().all(is_unchanged) {
            all += part.len();
            if part.len() > longest.len() {
                longest = first..end;
            }
        }
        first = end;
    }
    let is_unlikely = longest.len() >= LEAST_DAYS && longest.len() > all - longest.len();
    is_unlikely.then_some(longest)
}

/// Whether each plausible level of a day is this one.
pub fn shows_only(day: &Day, level: f64) -> bool {
    [day.lowest, day.highest].into_iter().all(|of_day| (of_day - level).abs() < SAME_METRES)
}

fn is_unchanged(day: &Day) -> bool {
    day.readings >= LEAST_READINGS && shows_only(day, day.lowest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100 days with other levels, but for these with one value.
    fn days(unchanged: &[(Range<i64>, f64)]) -> Vec<Day> {
        let day = |day: i64| {
            let value = unchanged.iter().find(|(part, _)| part.contains(&day));
            let (lowest, highest) = value.map_or((0.4, 0.6), |(_, level)| (*level, *level));
            let (mean, highest_at, begins) = (lowest, day * 86_400, 0);
            Day {
                day,
                readings: 96,
                lowest,
                mean,
                highest,
                highest_at,
                begins,
                sketch: String::new(),
            }
        };
        (0..100).map(day).collect()
    }

    // case 263
    #[test]
    fn days_with_one_value_are_of_a_stuck_sensor_if_they_are_more_than_all_others_of_that_kind() {
        for (unchanged, expected) in [
            (vec![], None),
            (vec![(98..100, 0.893)], None),
            (vec![(97..100, 0.893)], Some((97, 100))),
            (vec![(97..99, 0.893), (99..100, 0.9)], None),
            (vec![(40..60, 0.2)], Some((40, 60))),
            (vec![(10..12, 0.5), (40..42, 0.4), (95..100, 0.893)], Some((95, 100))),
            (vec![(10..15, 0.5), (95..100, 0.893)], None),
            (vec![(10..12, 0.5), (20..23, 0.4), (95..100, 0.893)], None),
        ] {
            let found = stuck(&days(&unchanged)).map(|part| (part.start, part.end));
            assert_eq!(found, expected, "{unchanged:?}");
        }
    }

    // case 263
    #[test]
    fn few_readings_or_a_short_past_make_no_stuck_sensor() {
        let mut all = days(&[(90..100, 0.893)]);
        assert_eq!(stuck(all.get(20..).unwrap_or_default()), None);
        for day in &mut all {
            day.readings = 7;
        }
        assert_eq!(stuck(&all), None);
    }

    // case 263
    #[test]
    fn days_are_consecutive() {
        let mut all = days(&[(90..94, 0.893)]);
        all.remove(92);
        assert_eq!(stuck(&all), None);
    }
}

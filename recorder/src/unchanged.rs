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

/// The parts of the days on which the sensor may have been stuck, oldest first. `days` are those of a gauge, oldest first.
///
/// A gauge shows one value on whole days in a dry summer, or where its levels have few digits. So the days of a part are more than
/// all other days of the gauge with one value.
pub fn stuck(days: &[Day]) -> Vec<Range<usize>> {
    if days.len() < LEAST_PAST {
        return Vec::new();
    }
    let is_same = |a: &Day, b: &Day| {
        is_unchanged(a) && is_unchanged(b) && (a.lowest - b.lowest).abs() < SAME_METRES
    };
    let (mut parts, mut first) = (Vec::new(), 0);
    for part in days.chunk_by(is_same) {
        let end = first + part.len();
        if part.iter().all(is_unchanged) {
            parts.push(first..end);
        }
        first = end;
    }
    let all: usize = parts.iter().map(Range::len).sum();
    parts.retain(|part| part.len() >= LEAST_DAYS && part.len() > all - part.len());
    parts
}

/// The first day of the newest one of these parts, if the sensor may be stuck still: on a new day with few readings too.
pub fn newest<'a>(days: &'a [Day], stuck: &[Range<usize>]) -> Option<&'a Day> {
    let part = stuck.last()?;
    let has_few = |day: &Day| day.readings < LEAST_READINGS;
    days.get(part.end..)?.iter().all(has_few).then(|| days.get(part.start))?
}

fn is_unchanged(day: &Day) -> bool {
    day.readings >= LEAST_READINGS && day.highest - day.lowest < SAME_METRES
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
            let found: Vec<_> =
                stuck(&days(&unchanged)).into_iter().map(|part| (part.start, part.end)).collect();
            assert_eq!(found, Vec::from_iter(expected), "{unchanged:?}");
        }
    }

    // case 263
    #[test]
    fn few_readings_or_a_short_past_make_no_stuck_sensor() {
        let mut all = days(&[(90..100, 0.893)]);
        assert_eq!(stuck(all.get(20..).unwrap_or_default()), []);
        for day in &mut all {
            day.readings = 7;
        }
        assert_eq!(stuck(&all), []);
    }

    // case 263
    #[test]
    fn a_sensor_is_stuck_still_until_a_day_has_other_values() {
        let mut all = days(&[(90..99, 0.893)]);
        let since = |all: &[Day]| newest(all, &stuck(all)).map(|day| day.day);
        assert_eq!(since(&all), None, "it moves again");
        assert_eq!(since(&all[..99]), Some(90));
        all[99].readings = 7;
        assert_eq!(since(&all), Some(90), "the day has begun");
    }
}

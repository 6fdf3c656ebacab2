//! A level compared with the recorded levels of its gauge: the usual range, how many readings were lower, and the
//! highest ones.

use super::{
    station::{ParameterKind, Station},
    trend::Reading,
};
use chrono::{Days, NaiveDate};

/// How many of 100 readings are not above the levels of a [`Distribution`].
pub const PERCENTS: [u8; 13] = [1, 2, 5, 10, 25, 50, 75, 90, 95, 96, 97, 98, 99];
/// A level that is further beyond the recorded ones may be a fault, or above another zero, in metres.
const MOST_BEYOND: f64 = 3.0;
/// The days of a year.
pub const YEAR_DAYS: u16 = 365;
/// With readings of fewer days there is no range.
const LEAST_DAYS: u16 = 90;
/// With readings of fewer days of a year its range is not usual: a season is missing.
const MOST_OF_YEAR: u16 = 330;

/// The levels of the last year that [`PERCENTS`] of the readings do not exceed, in the gauge's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution([f64; PERCENTS.len()]);

impl Distribution {
    /// `None` if the levels are not numbers in ascending order.
    pub fn new(levels: [f64; PERCENTS.len()]) -> Option<Self> {
        let is_ascending = levels.windows(2).all(|pair| matches!(pair, [a, b] if a <= b));
        (is_ascending && levels.iter().all(|level| level.is_finite())).then_some(Self(levels))
    }

    /// The levels.
    pub fn levels(&self) -> &[f64] {
        &self.0
    }

    /// The levels with their percents.
    fn pairs(&self) -> impl Iterator<Item = (f64, u8)> {
        self.0.into_iter().zip(PERCENTS)
    }

    fn at(&self, percent: u8) -> f64 {
        let found = self.pairs().find(|(_, of)| *of == percent);
        found.map_or(f64::NAN, |(level, _)| level)
    }

    /// How many of 100 readings are lower than a level, rounded down: 0 to 99.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 99
    fn lower(&self, level: f64) -> u8 {
        let mut below: Option<(f64, u8)> = None;
        for (upper, percent) in self.pairs() {
            if level <= upper {
                let Some((lower, from)) = below else { return 0 };
                let share = (level - lower) / (upper - lower);
                // The least part more, so that a level of the list is not one percent lower.
                return from + (f64::from(percent - from) * share + 1e-9) as u8;
            }
            below = Some((upper, percent));
        }
        99
    }
}

/// The record of a gauge, in its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelRecord {
    /// The first recorded day.
    pub since: NaiveDate,
    /// The number of days of the last year that have readings of the water: without those of a sensor that may have been stuck.
    pub days: u16,
    /// The distribution of the readings of the last year.
    pub distribution: Distribution,
    /// The highest level.
    pub highest: Reading,
    /// The value that the gauge has shown for longer than its past makes likely.
    pub unchanged: Option<Unchanged>,
}

/// The value of a sensor that may be stuck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unchanged {
    /// The first whole day on which the gauge showed no other value.
    pub since: NaiveDate,
    /// In the unit of the gauge.
    pub level: f64,
}

/// How the level of a gauge compares with its past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// With the range of a time.
    Range(Standing, Span),
    /// The gauge has shown no other level since this day. Its sensor may be stuck, so that the level says nothing about the water.
    Unchanged(NaiveDate),
}

impl Comparison {
    /// `None` for a level that says nothing about the water.
    pub fn standing(self) -> Option<Standing> {
        match self {
            Self::Range(standing, _) => Some(standing),
            Self::Unchanged(_) => None,
        }
    }
}

/// How a level compares with the usual range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Lower than the range.
    Below,
    /// Within the range.
    Within,
    /// Higher than the range.
    Above,
    /// Higher than 99 of 100 readings.
    FarAbove,
}

impl Standing {
    /// The value of the hook `data-standing`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::Within => "within",
            Self::Above => "above",
            Self::FarAbove => "far-above",
        }
    }

    /// Whether the level is higher than the range.
    pub fn is_high(self) -> bool {
        matches!(self, Self::Above | Self::FarAbove)
    }
}

/// The levels between which nine of ten readings are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Five of 100 readings are not above it.
    pub low: f64,
    /// Five of 100 readings are above it.
    pub high: f64,
    /// Over which time.
    pub span: Span,
}

/// The time of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// A year of which most days have readings: the range is the usual one.
    Year,
    /// Days that are no year: those since a day that have readings.
    Days {
        /// Their number.
        count: u16,
        /// The first recorded day, or that of the last year.
        since: NaiveDate,
    },
}

impl LevelRecord {
    /// Whether there are records of a gauge: of the level of a river, in metres. Tides have no usual level.
    pub fn applies_to(station: &Station) -> bool {
        station.kind() == ParameterKind::Level && station.unit.is_metres() && !station.is_tidal()
    }

    /// The range of the last year until a day; `None` with readings of fewer than 90 days.
    pub fn range(&self, today: NaiveDate) -> Option<Range> {
        if self.days < LEAST_DAYS {
            return None;
        }
        let (low, high) = (self.distribution.at(5), self.distribution.at(95));
        let year_ago = today.checked_sub_days(Days::new(YEAR_DAYS.into()))?;
        let span = if self.days >= MOST_OF_YEAR && self.since <= year_ago {
            Span::Year
        } else {
            Span::Days { count: self.days, since: self.since.max(year_ago) }
        };
        Some(Range { low, high, span })
    }

    /// Since when the gauge has shown only this level, if its sensor may be stuck.
    fn unchanged_since(&self, level: f64) -> Option<NaiveDate> {
        // Half a millimetre: levels have three digits.
        let is_same = |unchanged: &Unchanged| (unchanged.level - level).abs() < 0.000_5;
        self.unchanged.filter(is_same).map(|unchanged| unchanged.since)
    }

    /// Where a level is in the range: 0 at its lower end and 1 at its upper end; `None` without a range.
    pub fn position(&self, level: f64, today: NaiveDate) -> Option<f64> {
        // A level that does not change has a range without a width.
        const LEAST_WIDTH: f64 = 0.01;
        let Range { low, high, .. } = self.range(today)?;
        Some((level - low) / (high - low).max(LEAST_WIDTH))
    }

    /// How a level compares with the past; `None` without a range, and for a level that may be a fault or above another zero: more than
    /// 3 m beyond the recorded ones.
    pub fn comparison(&self, level: f64, today: NaiveDate) -> Option<Comparison> {
        if let Some(since) = self.unchanged_since(level) {
            return Some(Comparison::Unchanged(since));
        }
        let Range { low, high, span } = self.range(today)?;
        if !(self.distribution.at(1) - MOST_BEYOND..=self.highest.level + MOST_BEYOND)
            .contains(&level)
        {
            return None;
        }
        let standing = match () {
            () if level < low => Standing::Below,
            () if level > self.distribution.at(99) => Standing::FarAbove,
            () if level > high => Standing::Above,
            () => Standing::Within,
        };
        Some(Comparison::Range(standing, span))
    }

    /// How many of 100 readings of the last year were lower than a level, 0 to 99; `None` without a range, and for the level of a sensor that
    /// may be stuck.
    pub fn lower_of_hundred(&self, level: f64, today: NaiveDate) -> Option<u8> {
        let range = self.range(today).filter(|_| self.unchanged_since(level).is_none());
        range.map(|_| self.distribution.lower(level))
    }

    /// The highest recorded level, or the level of a newer reading that exceeds it. One that exceeds it by more than 3 m may be a fault or
    /// another zero, which the recorder decides later.
    pub fn highest_with(&self, newest: Option<Reading>) -> Reading {
        let above = |newest: &Reading| newest.level - self.highest.level;
        let newer = newest.filter(|newest| above(newest) > 0.0 && above(newest) <= MOST_BEYOND);
        newer.unwrap_or(self.highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::Timestamp, test_support};

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn reading(at: &str, level: f64) -> Reading {
        Reading { at: at.parse().expect("a time"), level }
    }

    fn record(since: &str, days: u16) -> LevelRecord {
        let levels = PERCENTS.map(|percent| f64::from(percent) / 100.0);
        LevelRecord {
            since: day(since),
            days,
            distribution: Distribution::new(levels).expect("ascending"),
            highest: reading("2020-02-16T04:15:00Z", 4.9),
            unchanged: None,
        }
    }

    #[test]
    fn a_range_is_usual_after_a_year_and_there_is_none_before_90_days() {
        let today = day("2026-11-20");
        let span = |since, days| record(since, days).range(today).map(|range| range.span);
        assert_eq!(span("2026-10-30", 21), None);
        assert_eq!(span("2026-08-23", 89), None);
        let since = day("2026-08-22");
        assert_eq!(span("2026-08-22", 90), Some(Span::Days { count: 90, since }));
        let since = day("2025-11-21");
        assert_eq!(span("2025-11-21", 364), Some(Span::Days { count: 364, since }), "a day less");
        assert_eq!(span("2025-11-20", 365), Some(Span::Year));
        assert_eq!(span("2019-05-01", 330), Some(Span::Year), "some days without readings");
        let earliest = record("2019-05-01", 365).range(NaiveDate::MIN);
        assert_eq!(earliest, None, "a clock that is set to no possible day");
        let since = day("2025-11-20");
        assert_eq!(span("2019-05-01", 200), Some(Span::Days { count: 200, since }));
    }

    #[test]
    fn a_level_is_below_within_or_above_the_range_and_higher_than_a_share_of_the_readings() {
        let (record, today) = (record("2019-05-01", 365), day("2026-11-20"));
        for (level, standing, lower) in [
            (-1.0, Standing::Below, 0),
            (0.01, Standing::Below, 0),
            (0.049, Standing::Below, 4),
            (0.05, Standing::Within, 5),
            (0.30, Standing::Within, 30),
            (0.95, Standing::Within, 95),
            (0.96, Standing::Above, 96),
            (0.975, Standing::Above, 97),
            (0.99, Standing::Above, 99),
            (0.991, Standing::FarAbove, 99),
            (5.0, Standing::FarAbove, 99),
        ] {
            let expected = Comparison::Range(standing, Span::Year);
            assert_eq!(record.comparison(level, today), Some(expected), "{level}");
            assert_eq!(standing.is_high(), level > 0.95, "{level}");
            assert_eq!(record.lower_of_hundred(level, today), Some(lower), "{level}");
        }
        let position = |level| record.position(level, today).map(|at| (at * 100.0).round());
        assert_eq!([0.05, 0.5, 0.95, 1.4].map(position), [0.0, 50.0, 100.0, 150.0].map(Some));
        let short = LevelRecord { days: 20, ..record };
        assert_eq!(short.comparison(1.0, today), None);
        assert_eq!(short.lower_of_hundred(1.0, today), None);
    }

    #[test]
    fn a_level_that_never_changes_is_within_its_range() {
        let distribution = Distribution::new([0.4; PERCENTS.len()]).expect("ascending");
        let record = LevelRecord { distribution, ..record("2019-05-01", 365) };
        let expected = Comparison::Range(Standing::Within, Span::Year);
        assert_eq!(record.comparison(0.4, day("2026-11-20")), Some(expected));
        assert_eq!(distribution.lower(0.4), 0);
        assert_eq!(distribution.lower(0.41), 99);
    }

    // case 216
    #[test]
    fn a_level_that_cannot_be_compared_has_no_standing() {
        let record = record("2019-05-01", 365);
        let beyond = record.highest.level + 3.1;
        for level in [43.0, -5.0, 1e300, f64::NAN, beyond] {
            assert_eq!(record.comparison(level, day("2026-11-20")), None, "{level}");
        }
    }

    // case 263
    #[test]
    fn a_value_that_may_be_that_of_a_stuck_sensor_is_not_compared() {
        let (since, today) = (day("2026-11-17"), day("2026-11-20"));
        let unchanged = Some(Unchanged { since, level: 0.893 });
        let record = LevelRecord { unchanged, ..record("2019-05-01", 365) };
        let facts = |level| {
            (record.comparison(level, today), record.lower_of_hundred(level, today).is_some())
        };
        assert_eq!(facts(0.893), (Some(Comparison::Unchanged(since)), false));
        let moved = Comparison::Range(Standing::Within, Span::Year);
        assert_eq!(facts(0.894), (Some(moved), true), "it moves again");
        let short = LevelRecord { days: 20, ..record };
        assert_eq!(short.comparison(0.893, today), Some(Comparison::Unchanged(since)));
    }

    #[test]
    fn levels_that_are_no_distribution_are_none() {
        let mut levels = PERCENTS.map(f64::from);
        levels[3] = f64::NAN;
        assert_eq!(Distribution::new(levels), None);
        levels[3] = 100.0;
        assert_eq!(Distribution::new(levels), None, "not ascending");
        levels[3] = f64::INFINITY;
        assert_eq!(Distribution::new(levels), None);
    }

    #[test]
    fn a_newer_reading_may_be_the_highest() {
        let record = record("2019-05-01", 365);
        let newer = reading("2026-11-20T12:00:00Z", 5.1);
        assert_eq!(record.highest_with(Some(newer)), newer);
        let lower = Reading { level: 4.0, ..newer };
        assert_eq!(record.highest_with(Some(lower)), record.highest);
        assert_eq!(record.highest_with(None), record.highest);
        let fault = Reading { level: 56.0, ..newer };
        assert_eq!(record.highest_with(Some(fault)), record.highest);
    }

    #[test]
    fn only_levels_of_rivers_in_metres_have_records() {
        let now: Timestamp = "2026-11-20T12:30:00Z".parse().expect("an instant");
        let applies = |title: &str, unit: &str| {
            let members = format!(r#""Location":"1","TitleEN":"{title}","Units":"{unit}""#);
            let stations = test_support::stations(&[test_support::feature(None, &members)], now);
            LevelRecord::applies_to(&stations[0])
        };
        for (title, unit, expected) in [
            ("Usk at Brecon", "m", true),
            ("Usk at Brecon", "mAOD", true),
            ("Usk at Brecon", "cumec", false),
            ("Dyfi at Dyfi Bridge (Tidal)", "m", false),
            ("Cardigan tide gauge", "mAOD", false),
            ("Tideswell Brook", "m", true),
        ] {
            assert_eq!(applies(title, unit), expected, "{title} {unit}");
        }
    }
}

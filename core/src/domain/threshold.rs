//! A level that a visitor or a council wants to know about, and whether a gauge has reached it.

use super::{
    Timestamp,
    freshness::Freshness,
    station::{Station, Unit},
};

/// The lowest and the highest level that a threshold may have, in metres: above the highest source
/// in Wales, below any station's zero.
const LIMITS: std::ops::RangeInclusive<f64> = -1_500.0..=1_500.0;
/// A level that was reached counts as reached until it has fallen by more than this, in metres: the
/// readings near a level go up and down.
const HYSTERESIS_METRES: f64 = 0.05;

/// A level in the unit of a gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    level: f64,
    unit: Unit,
}

impl Threshold {
    /// `None` if the level is not a number within ±1500.
    pub fn new(level: f64, unit: Unit) -> Option<Self> {
        LIMITS.contains(&level).then_some(Self { level, unit })
    }

    /// Parses a level with a point or a comma: "3.2", "3,2", "−0.5".
    pub fn parse(text: &str, unit: Unit) -> Option<Self> {
        let text = text.trim().replace(',', ".").replace('−', "-");
        let is_plain = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'));
        if is_plain { Self::new(text.parse().ok()?, unit) } else { None }
    }

    /// The level.
    pub fn level(&self) -> f64 {
        self.level
    }

    /// The unit of the level.
    pub fn unit(&self) -> &Unit {
        &self.unit
    }

    /// How far the level of a gauge is above the threshold, in its unit. `None` if the gauge has no
    /// fresh reading in this unit.
    pub fn excess(&self, station: &Station, now: Timestamp) -> Option<f64> {
        let current = station.current_level(Freshness::of_reading(station.time, now));
        current.filter(|_| station.unit == self.unit).map(|level| level - self.level)
    }
}

/// Whether a gauge has reached a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// There is no fresh reading in the unit of the threshold.
    #[default]
    Unknown,
    /// The level is below the threshold.
    Below,
    /// The level is at or above the threshold, or was and has fallen by 5 cm at most.
    Reached,
}

impl Reach {
    /// The state after a reading, from [`Threshold::excess`].
    pub fn next(self, excess: Option<f64>) -> Self {
        match excess {
            None => Self::Unknown,
            Some(excess) if excess >= 0.0 => Self::Reached,
            // A millionth: differences of decimal numbers are not exact.
            Some(excess) if self == Self::Reached && excess >= -HYSTERESIS_METRES - 1e-6 => {
                Self::Reached
            }
            Some(_) => Self::Below,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_reached_until_it_has_fallen_by_more_than_five_centimetres() {
        let mut reach = Reach::default();
        let states =
            [Some(-0.1), Some(-0.01), Some(0.0), Some(-0.05), Some(0.3), Some(-0.06), Some(-0.01)]
                .map(|excess| {
                    reach = reach.next(excess);
                    reach
                });
        use Reach::{Below, Reached};
        assert_eq!(states, [Below, Below, Reached, Reached, Reached, Below, Below]);
        assert_eq!(Reach::Reached.next(None), Reach::Unknown);
        assert_eq!(Reach::Unknown.next(Some(-0.01)), Below);
    }

    #[test]
    fn a_level_is_parsed_with_a_point_or_a_comma_and_only_if_it_is_one() {
        let level = |text| Threshold::parse(text, Unit::Metres).map(|threshold| threshold.level());
        for (text, expected) in
            [("3.2", 3.2), (" 3,2 ", 3.2), ("-0.5", -0.5), ("−0.5", -0.5), ("0", 0.0), (".5", 0.5)]
        {
            assert_eq!(level(text), Some(expected), "{text}");
        }
        for text in
            ["", " ", "3.2.1", "3,200.5", "x", "1e3", "inf", "NaN", "1501", "--1", "3 m", "٣"]
        {
            assert_eq!(level(text), None, "{text}");
        }
        assert_eq!(level(&"9".repeat(10_000)), None);
    }
}

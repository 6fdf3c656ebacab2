//! The hour that UK local time has twice in October: of which of the two a reading without a zone is.

use chrono::TimeDelta;
use gorlif_core::domain::{Timestamp, limits::CLOCK_SKEW_SECONDS, uk_time};

const HOUR: TimeDelta = TimeDelta::hours(1);

/// Whether the local time of a moment occurs again an hour later.
pub fn is_first(at: Timestamp) -> bool {
    uk_time::is_summer(at) && !uk_time::is_summer(at + HOUR)
}

/// The moment of a reading whose local time was taken for its first occurrence. `created` is when the service
/// created the response, and `newest` that of the newest stored reading of the gauge. `None` if either may be meant.
pub fn resolve(at: Timestamp, created: Timestamp, newest: Option<Timestamp>) -> Option<Timestamp> {
    let second = at + HOUR;
    if !is_first(at) || second > created + TimeDelta::seconds(CLOCK_SKEW_SECONDS) {
        return Some(at);
    }
    // The latest reading of a gauge does not go back, so the clock did.
    newest.is_some_and(|newest| newest > at).then_some(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a moment")
    }

    // case 187
    #[test]
    fn in_a_night_of_regular_cycles_each_reading_of_the_repeated_hour_is_kept() {
        let mut newest = Some(at("2026-10-24T23:45:00Z"));
        let mut kept = Vec::new();
        for quarter in 0..12 {
            let taken = at("2026-10-25T00:00:00Z") + TimeDelta::minutes(15 * quarter);
            let decoded = uk_time::from_local(uk_time::local(taken));
            // Each response is requested twice before the next reading.
            for wait in [3, 10] {
                let moment = resolve(decoded, taken + TimeDelta::minutes(wait), newest);
                kept.extend(moment);
                newest = newest.max(moment);
            }
            assert_eq!(newest, Some(taken));
        }
        kept.dedup();
        assert_eq!(kept.len(), 12, "{kept:?}");
    }

    // case 187
    #[test]
    fn a_reading_that_may_be_of_either_hour_is_not_kept() {
        let half_past = at("2026-10-25T00:30:00Z");
        let received = at("2026-10-25T01:35:00Z");
        for newest in [None, Some(at("2026-10-25T00:15:00Z")), Some(half_past)] {
            assert_eq!(resolve(half_past, received, newest), None);
        }
        let other_days = at("2026-10-24T00:30:00Z");
        assert_eq!(resolve(other_days, received, None), Some(other_days));
    }
}

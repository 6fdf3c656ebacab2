//! Freshness of readings, warnings and the forecast, by their age.

use super::{
    Timestamp, after,
    limits::{
        READING_AHEAD_SECONDS, READING_FRESH_SECONDS, READING_LATE_SECONDS, WARNINGS_FRESH_SECONDS,
        WARNINGS_LATE_SECONDS,
    },
    page_time::PageTime,
};

/// The freshness of a reading or response, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freshness {
    /// Up to date.
    Fresh,
    /// Older than usual, still usable.
    Delayed,
    /// Too old to describe the present.
    Stale,
    /// No data.
    #[default]
    Unknown,
}

impl Freshness {
    /// The value of the `data-state` attribute, read by scripts, which know a delayed one as "late". Never
    /// shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Delayed => "late",
            Self::Stale => "stale",
            Self::Unknown => "unknown",
        }
    }

    /// The freshness of one reading. It depends on the reading's age only, not on the station's
    /// status. A time well ahead of the clock counts as stale, and so does one that is not given.
    pub fn of_reading(time: Option<Timestamp>, now: Timestamp) -> Self {
        ReadingAges::at(now).of(time)
    }

    /// The freshness of the warnings, by the time at which the service last confirmed them. `as_of`
    /// is never later than the page's current time; it is later than `now` only when the page is
    /// rendered for an earlier moment.
    pub fn of_warnings(as_of: PageTime, now: PageTime) -> Self {
        match now.seconds_since(as_of) {
            seconds if seconds <= WARNINGS_FRESH_SECONDS => Self::Fresh,
            seconds if seconds <= WARNINGS_LATE_SECONDS => Self::Delayed,
            _ => Self::Stale,
        }
    }
}

/// Returns whether `at` is too far ahead of `now` to be the time of a reading.
pub fn is_ahead(at: Timestamp, now: Timestamp) -> bool {
    ReadingAges::at(now).is_ahead(at)
}

/// The limits between fresh, late and stale readings at one moment, computed once for all gauges.
#[derive(Clone, Copy, Debug)]
pub struct ReadingAges {
    ahead: Timestamp,
    fresh: Timestamp,
    late: Timestamp,
}

impl ReadingAges {
    /// The limits at `now`.
    pub fn at(now: Timestamp) -> Self {
        // Ages are truncated to whole seconds.
        let ago = |seconds: i64| after(now, -(seconds + 1) * 1_000);
        Self {
            ahead: after(now, (READING_AHEAD_SECONDS + 1) * 1_000),
            fresh: ago(READING_FRESH_SECONDS),
            late: ago(READING_LATE_SECONDS),
        }
    }

    /// Returns whether `at` is too far ahead of the clock to be the time of a reading.
    pub fn is_ahead(self, at: Timestamp) -> bool {
        at >= self.ahead
    }

    /// The freshness of a reading taken at `time`.
    pub fn of(self, time: Option<Timestamp>) -> Freshness {
        match time {
            Some(at) if self.is_ahead(at) => Freshness::Stale,
            Some(at) if at > self.fresh => Freshness::Fresh,
            Some(at) if at > self.late => Freshness::Delayed,
            _ => Freshness::Stale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().expect("an instant")
    }

    // case 77
    #[test]
    fn the_borders_of_a_reading_hold_to_the_second() {
        for (seconds, expected) in [
            (0, Freshness::Fresh),
            (7_200, Freshness::Fresh),
            (7_201, Freshness::Delayed),
            (21_600, Freshness::Delayed),
            (21_601, Freshness::Stale),
            (86_400, Freshness::Stale),
            (315_360_000, Freshness::Stale),
        ] {
            let time = Some(now() - TimeDelta::seconds(seconds));
            assert_eq!(Freshness::of_reading(time, now()), expected, "{seconds} s");
        }
    }

    // case 75, 78
    #[test]
    fn a_reading_without_a_time_or_far_in_the_future_is_stale() {
        assert_eq!(Freshness::of_reading(None, now()), Freshness::Stale);
        assert_eq!(
            Freshness::of_reading(Some(now() + TimeDelta::minutes(6)), now()),
            Freshness::Stale
        );
        assert_eq!(
            Freshness::of_reading(Some(now() + TimeDelta::minutes(5)), now()),
            Freshness::Fresh
        );
    }

    // case 82
    #[test]
    fn each_reading_is_judged_on_its_own() {
        let of = |hours: i64| Freshness::of_reading(Some(now() - TimeDelta::hours(hours)), now());
        assert_eq!([1, 3, 9].map(of), [Freshness::Fresh, Freshness::Delayed, Freshness::Stale]);
    }

    #[test]
    fn the_limits_of_an_age_are_whole_seconds() {
        let of = |milliseconds: i64| {
            Freshness::of_reading(Some(now() - TimeDelta::milliseconds(milliseconds)), now())
        };
        let hours = |hours: i64| hours * 3_600_000;
        assert_eq!(
            [hours(2), hours(2) + 999, hours(2) + 1_000].map(of),
            [Freshness::Fresh, Freshness::Fresh, Freshness::Delayed]
        );
        assert_eq!(
            [hours(6), hours(6) + 999, hours(6) + 1_000].map(of),
            [Freshness::Delayed, Freshness::Delayed, Freshness::Stale]
        );
        assert_eq!(
            [-300_000, -300_999, -301_000].map(of),
            [Freshness::Fresh, Freshness::Fresh, Freshness::Stale]
        );
    }

    #[test]
    fn the_borders_of_the_warnings_hold_to_the_second() {
        for (seconds, expected) in [
            (-1, Freshness::Fresh),
            (0, Freshness::Fresh),
            (1_200, Freshness::Fresh),
            (1_201, Freshness::Delayed),
            (3_600, Freshness::Delayed),
            (3_601, Freshness::Stale),
        ] {
            let page = |seconds: i64| PageTime::from_milliseconds(seconds * 1_000);
            assert_eq!(Freshness::of_warnings(page(-seconds), page(0)), expected, "{seconds} s");
        }
    }
}

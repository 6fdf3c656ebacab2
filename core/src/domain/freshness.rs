//! How old a fact is, and what that means.

use super::{
    Timestamp, after,
    forecast::Forecast,
    limits::{
        FORECAST_ANSWER_SECONDS, READING_AHEAD_SECONDS, READING_FRESH_SECONDS,
        READING_LATE_SECONDS, WARNINGS_FRESH_SECONDS, WARNINGS_LATE_SECONDS,
    },
    page_time::PageTime,
    station::ReadingTime,
};
use chrono::NaiveDate;

/// What the age of a fact allows to be said of it, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freshness {
    Fresh,
    Late,
    Stale,
    #[default]
    Unknown,
}

impl Freshness {
    /// The word that scripts read in `data-state`; never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Late => "late",
            Self::Stale => "stale",
            Self::Unknown => "unknown",
        }
    }

    fn of_age(seconds: i64, fresh: i64, late: i64) -> Self {
        if seconds <= fresh {
            Self::Fresh
        } else if seconds <= late {
            Self::Late
        } else {
            Self::Stale
        }
    }

    /// Of one reading: its age decides, whatever the station's status says. A time well ahead of
    /// the clock is no age at all.
    pub fn of_reading(time: ReadingTime, now: Timestamp) -> Self {
        ReadingAges::at(now).of(time)
    }

    /// Of all levels: the newest reading of the source.
    pub fn of_levels(newest: Option<Timestamp>, now: Timestamp) -> Self {
        Self::of_reading(newest.map_or(ReadingTime::NotGiven, ReadingTime::At), now)
    }

    /// Of the warnings: the moment at which the service last said so. That is never ahead of the
    /// page's time; where it is ahead of `now`, the page is only drawn for an earlier moment.
    pub fn of_warnings(as_of: PageTime, now: PageTime) -> Self {
        Self::of_age(now.seconds_since(as_of), WARNINGS_FRESH_SECONDS, WARNINGS_LATE_SECONDS)
    }

    /// Of the forecast: its first day, and without readable days the moment of the answer. A
    /// forecast with days that are not of these days, or that are written in another order than
    /// the contract's, is not current.
    pub fn of_forecast(
        forecast: &Forecast,
        as_of: PageTime,
        now: PageTime,
        today: NaiveDate,
    ) -> Self {
        if !forecast.is_of_these_days(today) {
            return Self::Stale;
        }
        let by_answer = if now.seconds_since(as_of) <= FORECAST_ANSWER_SECONDS {
            Self::Fresh
        } else {
            Self::Stale
        };
        match forecast.first_date() {
            Some(first) if first < today => by_answer.max(Self::Late),
            _ => by_answer,
        }
    }
}

/// The moments between which a reading is fresh or late, worked out once for however many there
/// are.
#[derive(Clone, Copy, Debug)]
pub struct ReadingAges {
    ahead: Timestamp,
    fresh: Timestamp,
    late: Timestamp,
}

impl ReadingAges {
    pub fn at(now: Timestamp) -> Self {
        // A second that has begun does not count.
        let ago = |seconds: i64| after(now, -(seconds + 1) * 1_000);
        Self {
            ahead: after(now, (READING_AHEAD_SECONDS + 1) * 1_000),
            fresh: ago(READING_FRESH_SECONDS),
            late: ago(READING_LATE_SECONDS),
        }
    }

    /// Whether it lies so far ahead of the clock that it is no time of a reading.
    pub fn is_ahead(self, at: Timestamp) -> bool {
        at >= self.ahead
    }

    pub fn of(self, time: ReadingTime) -> Freshness {
        match time {
            ReadingTime::At(at) if self.is_ahead(at) => Freshness::Stale,
            ReadingTime::At(at) if at > self.fresh => Freshness::Fresh,
            ReadingTime::At(at) if at > self.late => Freshness::Late,
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

    #[test]
    fn case_77_the_borders_of_a_reading_hold_to_the_second() {
        for (seconds, expected) in [
            (0, Freshness::Fresh),
            (7_200, Freshness::Fresh),
            (7_201, Freshness::Late),
            (21_600, Freshness::Late),
            (21_601, Freshness::Stale),
            (86_400, Freshness::Stale),
            (315_360_000, Freshness::Stale),
        ] {
            let time = ReadingTime::At(now() - TimeDelta::seconds(seconds));
            assert_eq!(Freshness::of_reading(time, now()), expected, "{seconds} s");
        }
    }

    #[test]
    fn case_75_78_a_reading_without_a_time_or_far_in_the_future_is_stale() {
        assert_eq!(Freshness::of_reading(ReadingTime::NotGiven, now()), Freshness::Stale);
        assert_eq!(
            Freshness::of_reading(ReadingTime::At(now() + TimeDelta::minutes(6)), now()),
            Freshness::Stale
        );
        assert_eq!(
            Freshness::of_reading(ReadingTime::At(now() + TimeDelta::minutes(5)), now()),
            Freshness::Fresh
        );
    }

    #[test]
    fn case_82_each_reading_is_judged_on_its_own() {
        let of = |hours: i64| {
            Freshness::of_reading(ReadingTime::At(now() - TimeDelta::hours(hours)), now())
        };
        assert_eq!([1, 3, 9].map(of), [Freshness::Fresh, Freshness::Late, Freshness::Stale]);
    }

    #[test]
    fn the_limits_of_an_age_are_whole_seconds() {
        let of = |milliseconds: i64| {
            Freshness::of_reading(
                ReadingTime::At(now() - TimeDelta::milliseconds(milliseconds)),
                now(),
            )
        };
        let hours = |hours: i64| hours * 3_600_000;
        assert_eq!(
            [hours(2), hours(2) + 999, hours(2) + 1_000].map(of),
            [Freshness::Fresh, Freshness::Fresh, Freshness::Late]
        );
        assert_eq!(
            [hours(6), hours(6) + 999, hours(6) + 1_000].map(of),
            [Freshness::Late, Freshness::Late, Freshness::Stale]
        );
        assert_eq!(
            [-300_000, -300_999, -301_000].map(of),
            [Freshness::Fresh, Freshness::Fresh, Freshness::Stale]
        );
    }

    #[test]
    fn case_85_a_forecast_is_fresh_on_its_first_day_late_on_the_next_and_then_stale() {
        let page = |hours: i64| PageTime::from_milliseconds(hours * 3_600_000);
        let today = "2026-11-20".parse().expect("a date");
        let entry = |date: &str| crate::domain::forecast::Entry {
            day: crate::domain::forecast::Day::Date(date.parse().expect("a date")),
            place: crate::domain::forecast::Place::Named(crate::domain::bilingual::Bilingual::new(
                "Powys", "",
            )),
            region: crate::domain::bilingual::Bilingual::default(),
            risk: crate::domain::forecast::Risk::Level(crate::domain::forecast::RiskLevel::Low),
        };
        let of = |entries: Vec<crate::domain::forecast::Entry>, hours: i64| {
            Freshness::of_forecast(&Forecast::new(entries), page(-hours), page(0), today)
        };
        assert_eq!(of(vec![entry("2026-11-21"), entry("2026-11-20")], 1), Freshness::Fresh);
        assert_eq!(of(vec![entry("2026-11-19"), entry("2026-11-20")], 1), Freshness::Late);
        assert_eq!(of(vec![entry("2026-11-18")], 1), Freshness::Stale);
        assert_eq!(
            of(vec![], 24),
            Freshness::Fresh,
            "without readable days the time of the answer decides"
        );
        assert_eq!(of(vec![], 25), Freshness::Stale);
    }

    #[test]
    fn the_borders_of_the_warnings_hold_to_the_second() {
        for (seconds, expected) in [
            (-1, Freshness::Fresh),
            (0, Freshness::Fresh),
            (1_200, Freshness::Fresh),
            (1_201, Freshness::Late),
            (3_600, Freshness::Late),
            (3_601, Freshness::Stale),
        ] {
            let page = |seconds: i64| PageTime::from_milliseconds(seconds * 1_000);
            assert_eq!(Freshness::of_warnings(page(-seconds), page(0)), expected, "{seconds} s");
        }
    }
}

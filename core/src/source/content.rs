//! The freshness and the number of items of the content of each source.

use super::state::Snapshot;
use crate::{
    api::{Stations, Warnings},
    domain::{
        Timestamp, data_quality, forecast::Forecast, freshness::Freshness,
        limits::STANDING_STILL_SECONDS, page_time::PageTime, uk_time,
    },
};

/// The content of a source.
pub trait Content: Clone + PartialEq + Send + Sync + 'static {
    /// The age of a snapshot from which on responses that are not newer are an error of the service; `None`
    /// if responses may stay the same for longer.
    const STANDING_STILL_SECONDS: Option<i64>;

    /// The freshness of a snapshot at a page time, which is `now` in UTC, by its age alone.
    fn freshness(snapshot: &Snapshot<Self>, page_now: PageTime, now: Timestamp) -> Freshness;

    /// The number of items of the last response.
    fn count(&self) -> usize;

    /// The time of the newest reading, if the content has readings.
    fn newest_reading(&self, _now: Timestamp) -> Option<Timestamp> {
        None
    }
}

impl Content for Warnings {
    const STANDING_STILL_SECONDS: Option<i64> = Some(STANDING_STILL_SECONDS);

    fn freshness(snapshot: &Snapshot<Self>, page_now: PageTime, _: Timestamp) -> Freshness {
        Freshness::of_warnings(snapshot.as_of, page_now)
    }

    fn count(&self) -> usize {
        self.len()
    }
}

impl Content for Stations {
    const STANDING_STILL_SECONDS: Option<i64> = Some(STANDING_STILL_SECONDS);

    /// That of the newest reading.
    fn freshness(snapshot: &Snapshot<Self>, _: PageTime, now: Timestamp) -> Freshness {
        Freshness::of_reading(snapshot.content.newest_reading(now), now)
    }

    /// Without the gauges that are retained from earlier responses.
    fn count(&self) -> usize {
        self.iter().filter(|station| station.missing_since.is_none()).count()
    }

    fn newest_reading(&self, now: Timestamp) -> Option<Timestamp> {
        data_quality::newest_reading(self, now)
    }
}

impl Content for Forecast {
    const STANDING_STILL_SECONDS: Option<i64> = None;

    fn freshness(snapshot: &Snapshot<Self>, page_now: PageTime, now: Timestamp) -> Freshness {
        let Snapshot { content, as_of, since, .. } = snapshot;
        content.freshness(*as_of, *since, page_now, uk_time::date(now))
    }

    fn count(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            bilingual::Bilingual,
            forecast::{Day, Entry, ForecastArea, Risk, RiskLevel},
        },
        source::retain_missing::with_missing,
        test_support::{self, feature},
    };

    const NOW: PageTime = PageTime::from_milliseconds(0);

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().expect("an instant")
    }

    fn snapshot<T>(content: T, minutes: i64) -> Snapshot<T> {
        let as_of = NOW.plus(-minutes * 60_000);
        Snapshot {
            content,
            rejected: Vec::new(),
            as_of,
            since: as_of,
            from_cache: false,
            is_contradicted: false,
            revision: 0,
        }
    }

    #[test]
    fn each_source_has_its_own_freshness_and_number_of_items() {
        let message = feature(None, r#""FWACODE":"a","SEVERITYVALUE":2"#);
        let messages = test_support::warnings(&[message.clone(), message]).content;
        assert_eq!((messages.count(), messages.newest_reading(now())), (2, None));
        for (minutes, freshness) in [(20, Freshness::Fresh), (21, Freshness::Delayed)] {
            let snapshot = snapshot(messages.clone(), minutes);
            assert_eq!(Warnings::freshness(&snapshot, NOW, now()), freshness, "{minutes}");
        }

        let gauge = |(id, hour): (u8, u8)| {
            let time = format!("2026-11-20T{hour:02}:00:00Z");
            feature(None, &format!(r#""Location":"{id}","LatestValue":"1","LatestTime":"{time}""#))
        };
        let gauges = [(1, 8), (2, 9), (3, 7)].map(gauge);
        let before = test_support::stations(&gauges, now());
        let retained = with_missing(&before, test_support::stations(&gauges[..2], now()), now());
        assert_eq!((before.count(), retained.count()), (3, 2), "without those that are missing");
        let nine = "2026-11-20T09:00:00Z".parse().ok();
        assert_eq!(before.newest_reading(now()), nine);
        // Of the newest reading, however new the response is.
        let freshness = Stations::freshness(&snapshot(before, 0), NOW, now());
        assert_eq!(freshness, Freshness::Delayed);

        let powys = Entry {
            day: Day::Date(uk_time::date(now())),
            area: ForecastArea::Named(Bilingual::new("Powys", "")),
            region: Bilingual::default(),
            risk: Risk::Level(RiskLevel::Low),
        };
        let forecast = Forecast { entries: vec![powys.clone(), powys], ..Forecast::default() };
        assert_eq!((forecast.count(), forecast.newest_reading(now())), (2, None));
        let freshness =
            |minutes| Content::freshness(&snapshot(forecast.clone(), minutes), NOW, now());
        assert_eq!([0, 24 * 60 + 1].map(freshness), [Freshness::Fresh, Freshness::Stale]);
    }
}

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

//! Gauges that are missing from a response. They stay in the list for a grace period and are
//! marked.

use crate::{
    api::Stations,
    domain::{Timestamp, limits::MISSING_GRACE_SECONDS, station::Station},
};
use std::sync::Arc;

/// Returns the gauges of a new response, and those of the snapshot `before` that the response
/// lacks, for a grace period. The latter have [`missing_since`](Station::missing_since) set.
pub fn with_missing(before: &[Arc<Station>], response: Stations, now: Timestamp) -> Stations {
    let missing = before
        .iter()
        .filter(|station| response.binary_search_by(|known| known.id.cmp(&station.id)).is_err())
        .filter_map(|station| {
            let since = station.missing_since.unwrap_or(now);
            let stays = (now - since).num_seconds() <= MISSING_GRACE_SECONDS;
            stays.then(|| {
                if station.missing_since.is_some() {
                    Arc::clone(station)
                } else {
                    Arc::new(Station { missing_since: Some(since), ..Station::clone(station) })
                }
            })
        });
    let missing: Vec<_> = missing.collect();
    if missing.is_empty() {
        return response;
    }
    response.with(missing.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use chrono::TimeDelta;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().expect("an instant")
    }

    fn levels(ids: &[&str]) -> Stations {
        let feature = |id: &&str| test_support::feature(None, &format!(r#""Location":"{id}""#));
        let features: Vec<String> = ids.iter().map(feature).collect();
        test_support::stations(&features, now())
    }

    fn ids(levels: &[Arc<Station>]) -> Vec<(&str, bool)> {
        levels.iter().map(|station| (&*station.id.0, station.missing_since.is_some())).collect()
    }

    // case 58
    #[test]
    fn a_gauge_that_vanishes_stays_as_not_reported_for_six_hours_and_comes_back_as_it_was() {
        let first = levels(&["1", "2", "3"]);
        let second = with_missing(&first, levels(&["3", "1"]), now());
        assert_eq!(ids(&second), [("1", false), ("2", true), ("3", false)]);
        let later = |hours: i64, response: &[&str]| {
            with_missing(&second, levels(response), now() + TimeDelta::hours(hours))
        };
        assert_eq!(ids(&later(6, &["1", "3"])), [("1", false), ("2", true), ("3", false)]);
        assert_eq!(
            later(6, &["1", "3"])[1].missing_since,
            Some(now()),
            "since it was first missed"
        );
        assert_eq!(ids(&later(7, &["1", "3"])), [("1", false), ("3", false)]);
        assert_eq!(ids(&later(1, &["1", "2", "3"])), [("1", false), ("2", false), ("3", false)]);
    }
}

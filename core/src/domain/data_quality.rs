//! Problems of a river levels response that no single gauge shows.

use super::{
    Timestamp,
    freshness::{Freshness, ReadingAges},
    station::{Location, Station, Value},
};
use std::sync::Arc;

/// A data issue of the whole river levels response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataIssue {
    /// The newest response had fewer than half of the gauges that are shown.
    FarFewer {
        /// Gauges in the newest response.
        reported: usize,
        /// Gauges shown, including those that the newest response lacks.
        shown: usize,
    },
    /// No gauge has a reading. The service may have changed its format.
    NoReadings,
    /// More than half of the points are unusable. They may be in another coordinate system.
    MostPointsUnusable,
    /// The newest reading of all gauges, taken at this moment, is no longer fresh.
    NotUpdatedSince(Timestamp),
}

/// The time of the newest reading, ignoring readings whose time is ahead of the clock.
pub fn newest_reading(stations: &[Arc<Station>], now: Timestamp) -> Option<Timestamp> {
    let ages = ReadingAges::at(now);
    stations.iter().filter_map(|station| station.time).filter(|at| !ages.is_ahead(*at)).max()
}

/// Lists the data issues of these gauges. `newest` is the time of their newest reading.
pub fn of(stations: &[Arc<Station>], newest: Option<Timestamp>, now: Timestamp) -> Vec<DataIssue> {
    let shown = stations.len();
    let (mut reported, mut without_given_point, mut readings) = (0, 0, 0);
    for station in stations {
        reported += usize::from(station.missing_since.is_none());
        without_given_point += usize::from(!matches!(station.location, Location::Given(_)));
        readings += usize::from(station.value != Value::Missing);
    }
    let frozen = newest.filter(|_| Freshness::of_reading(newest, now) != Freshness::Fresh);
    let issues = [
        (reported * 2 < shown).then_some(DataIssue::FarFewer { reported, shown }),
        (shown > 0 && readings == 0).then_some(DataIssue::NoReadings),
        (without_given_point * 2 > shown).then_some(DataIssue::MostPointsUnusable),
        frozen.map(DataIssue::NotUpdatedSince),
    ];
    issues.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use chrono::TimeDelta;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().expect("an instant")
    }

    fn stations(features: &[&str]) -> Vec<Arc<Station>> {
        let features: Vec<String> = (0..)
            .zip(features)
            .map(|(id, rest)| {
                let separator = if rest.is_empty() { "" } else { "," };
                let point = if rest.contains("NGR") { None } else { test_support::BRECON };
                test_support::feature(point, &format!(r#""Location":"{id}"{separator}{rest}"#))
            })
            .collect();
        test_support::stations(&features, now()).to_vec()
    }

    const READING: &str = r#""LatestValue":"1""#;

    // case 57
    #[test]
    fn under_half_of_the_gauges_is_reported() {
        let mut all = stations(&[READING; 4]);
        assert_eq!(of(&all, Some(now()), now()), []);
        all.iter_mut()
            .take(2)
            .for_each(|station| Arc::make_mut(station).missing_since = Some(now()));
        assert_eq!(of(&all, Some(now()), now()), []);
        all.iter_mut()
            .take(3)
            .for_each(|station| Arc::make_mut(station).missing_since = Some(now()));
        assert_eq!(of(&all, Some(now()), now()), [DataIssue::FarFewer { reported: 1, shown: 4 }]);
        assert_eq!(of(&[], None, now()), []);
    }

    // case 51
    #[test]
    fn a_renamed_field_leaves_no_reading_and_is_reported_not_zeros() {
        let renamed = stations(&[r#""latestValue":"1.5""#; 3]);
        assert!(renamed.iter().all(|station| station.value == Value::Missing));
        assert_eq!(of(&renamed, Some(now()), now()), [DataIssue::NoReadings]);
    }

    // case 89
    #[test]
    fn points_on_another_grid_are_reported() {
        let odd = r#""LatestValue":"1","NGR":"SO0450028500""#;
        assert_eq!(
            of(&stations(&[odd, odd, READING]), Some(now()), now()),
            [DataIssue::MostPointsUnusable]
        );
        assert_eq!(of(&stations(&[odd, READING]), Some(now()), now()), []);
    }

    // case 81
    #[test]
    fn a_frozen_feed_is_reported_with_its_last_time() {
        let newest = now() - TimeDelta::hours(12);
        assert_eq!(
            of(&stations(&[READING]), Some(newest), now()),
            [DataIssue::NotUpdatedSince(newest)]
        );
        assert_eq!(of(&stations(&[READING]), Some(now() - TimeDelta::hours(2)), now()), []);
    }
}

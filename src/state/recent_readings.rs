//! The readings of the gauges in the last 12 hours, and the trends that follow from them. Used by late chunks only.

use super::station_index::ByStation;
use chrono::TimeDelta;
use gorlif_core::domain::{
    Timestamp,
    freshness::is_ahead,
    limits::RECENT_READINGS_SECONDS,
    station::{Station, StationId, Unit},
    trend::{self, Reading, Trend},
};
use std::{collections::BTreeMap, sync::Arc};

/// Older readings are not needed for a trend, which needs two hours.
const RECENT: TimeDelta = TimeDelta::seconds(RECENT_READINGS_SECONDS);

/// The readings of each gauge in its current unit.
#[derive(Default)]
pub struct RecentByStation {
    stations: BTreeMap<StationId, (Unit, Vec<Reading>)>,
}

impl RecentByStation {
    /// The readings of a gauge in the last 12 hours, in the order of their times.
    pub fn of_station(&self, id: &StationId) -> &[Reading] {
        self.stations.get(id).map_or(&[], |(_, readings)| readings)
    }

    pub(super) fn add(
        &mut self,
        id: &StationId,
        unit: &Unit,
        readings: &[Reading],
        now: Timestamp,
    ) {
        let of_gauge =
            self.stations.entry(id.clone()).or_insert_with(|| (unit.clone(), Vec::new()));
        // Levels in two units are not comparable.
        if of_gauge.0 != *unit {
            *of_gauge = (unit.clone(), Vec::new());
        }
        trend::merge(&mut of_gauge.1, readings);
        of_gauge.1.retain(|reading| now - reading.at < RECENT && !is_ahead(reading.at, now));
    }

    /// The trends from the readings; where they are too few, those that the service states.
    pub(super) fn trends(&self, stations: &[Arc<Station>], now: Timestamp) -> ByStation<Trend> {
        let trend = |station: &Arc<Station>| {
            let trend = match self.stations.get(&station.id) {
                Some((unit, readings)) if unit.is_metres() => Trend::at(now, readings),
                Some(_) | None => Trend::UNKNOWN,
            };
            let reported = Trend { tendency: station.reported, rate: None };
            let or_reported = if trend == Trend::UNKNOWN { reported } else { trend };
            (station.id.clone(), or_reported)
        };
        ByStation::new(stations.iter().map(trend).collect())
    }
}

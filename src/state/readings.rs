//! The recent readings of the gauges, from the recorder and from this page's own responses, and the
//! trends computed from them. Part of the late module.

use super::{AppState, assets::load, reactive::effect, trends::Trends};
use chrono::TimeDelta;
use gorlif_core::{
    domain::{
        Timestamp,
        station::{ReadingTime, Station, StationId, Unit, Value},
        trend::{self, Reading, Trend},
    },
    history::{RECENT_PATH, RecentHistory, StationHistory},
};
use leptos::prelude::*;
use std::{collections::BTreeMap, sync::Arc};

/// Older readings are dropped; a trend needs two hours.
const KEPT: TimeDelta = TimeDelta::hours(12);
/// The recorder's file is requested again after this time, since a hidden page misses responses.
const RECENT_INTERVAL: TimeDelta = TimeDelta::hours(1);

/// The readings of each gauge in its current unit.
#[derive(Default)]
struct RecentReadings {
    stations: BTreeMap<StationId, (Unit, Vec<Reading>)>,
    requested: Option<Timestamp>,
}

impl RecentReadings {
    /// Adds the latest readings of a response.
    fn add_latest(&mut self, stations: &[Arc<Station>], now: Timestamp) {
        for station in stations {
            if let Some(reading) = latest(station, now) {
                self.add(&station.id, &station.unit, &[reading], now);
            }
        }
    }

    fn add(&mut self, id: &StationId, unit: &Unit, readings: &[Reading], now: Timestamp) {
        let of_gauge =
            self.stations.entry(id.clone()).or_insert_with(|| (unit.clone(), Vec::new()));
        // Levels in two units are not comparable.
        if of_gauge.0 != *unit {
            *of_gauge = (unit.clone(), Vec::new());
        }
        trend::merge(&mut of_gauge.1, readings);
        of_gauge.1.retain(|reading| now - reading.at < KEPT);
    }

    fn trends(&self, now: Timestamp) -> Trends {
        let trend = |(id, (unit, readings)): (&StationId, &(Unit, Vec<Reading>))| {
            let trend = if unit.is_metres() { Trend::at(now, readings) } else { Trend::Unknown };
            (id.clone(), trend)
        };
        Trends::new(self.stations.iter().map(trend).collect())
    }
}

/// Loads the earlier readings of a gauge and passes them on, in the order of their times; `None` if
/// there are none.
pub fn load_history(
    state: AppState,
    station: &Station,
    then: impl Fn(Option<Vec<Reading>>) + 'static,
) {
    if !state.has_history {
        return then(None);
    }
    let (id, unit) = (station.id.clone(), station.unit.clone());
    let path = StationHistory::path(&id);
    let decoded = move |body: &[u8]| {
        let history = StationHistory::decode(body, &id, &unit);
        then(history.and_then(|history| history.readings()));
    };
    load(&path, Box::new(decoded));
}

/// The latest reading of a gauge, if it has a level and a time that is not in the future.
pub fn latest(station: &Station, now: Timestamp) -> Option<Reading> {
    match (&station.value, station.time) {
        (Value::Measured { number, .. }, ReadingTime::At(at)) if !station.time.is_ahead(now) => {
            Some(Reading { at, level: *number })
        }
        _ => None,
    }
}

/// Computes the trends after each response of river levels and after the recorder's file, and sets
/// them in the state.
pub fn follow(state: AppState) {
    let recent = StoredValue::new(RecentReadings::default());
    let set_trends = move |now| {
        let _ = recent.try_with_value(|recent| state.trends.try_set(recent.trends(now)));
    };
    effect(move || {
        let stations = state.station_index.get();
        let now = untrack(|| state.now());
        let is_due = recent.try_update_value(|recent| {
            recent.add_latest(stations.all(), now);
            let is_due = recent.requested.is_none_or(|at| now - at > RECENT_INTERVAL);
            if is_due {
                recent.requested = Some(now);
            }
            is_due
        });
        set_trends(now);
        if is_due == Some(true) && state.has_history {
            let decoded = move |body: &[u8]| {
                let Some(file) = RecentHistory::decode(body) else { return };
                let Some(now) = state.time.try_get_untracked().map(|time| time.utc()) else {
                    return;
                };
                let stations = state.station_index.get_untracked();
                recent.update_value(|recent| {
                    for station in stations.all() {
                        let readings = file.readings(&station.id, &station.unit);
                        recent.add(&station.id, &station.unit, &readings, now);
                    }
                });
                set_trends(now);
            };
            load(RECENT_PATH, Box::new(decoded));
        }
    });
}

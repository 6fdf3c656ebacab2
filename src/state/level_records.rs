//! The usual ranges and the highest levels of the gauges, from the recorder's file. Used by late chunks only.

use super::{
    app_state::AppState,
    reactive::{effect, memo},
    station_index::{ByStation, StationIndex},
};
use crate::browser::{document, fetch};
use chrono::TimeDelta;
use gorlif_core::{
    domain::{
        Timestamp,
        level_record::Comparison,
        station::{Station, Value},
    },
    level_records::{LevelRecords, PATH},
};
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;

/// The recorder derives the distributions once a day, and adds a new highest level in each cycle.
const INTERVAL: TimeDelta = TimeDelta::hours(1);

/// The records. Requests the file with a response of the river levels, if the last request is an interval ago.
pub fn follow(state: AppState) -> ReadSignal<LevelRecords> {
    let (records, set_records) = signal(LevelRecords::default());
    let requested = StoredValue::new(None::<Timestamp>);
    effect(move || {
        let stations = state.station_index.get();
        let now = untrack(|| state.clock.now());
        let is_due = requested.get_value().is_none_or(|at| now - at > INTERVAL);
        if is_due && state.deployment.settings.history {
            requested.set_value(Some(now));
            spawn_local(async move {
                if let Some(records) = load(now).await {
                    warn_of_unusable(&records, &stations);
                    set_records.set(records);
                }
            });
        }
    });
    records
}

/// `None` without the file, which an earlier recorder does not write. One that cannot be used is named for the operator.
async fn load(now: Timestamp) -> Option<LevelRecords> {
    let body = fetch::file(PATH).await?;
    let records = LevelRecords::decode(&body, now);
    if records.is_none() {
        document::warn(&format!("{PATH} cannot be used: no gauge has a usual range"));
    }
    records
}

/// Names the gauges whose records are not used, for the operator.
fn warn_of_unusable(records: &LevelRecords, stations: &StationIndex) {
    let unusable = records.unusable(|id| stations.get(id).map(|station| &**station));
    if !unusable.is_empty() {
        let numbers = unusable.iter().map(|id| &*id.0).collect::<Vec<_>>().join(", ");
        document::warn(&format!(
            "{PATH}: of these gauges the unit is another or the record cannot be right: {numbers}"
        ));
    }
}

/// How the level of each gauge with a record compares with it.
pub fn comparisons(
    state: AppState,
    records: ReadSignal<LevelRecords>,
) -> Memo<ByStation<Comparison>> {
    memo(move || {
        let (stations, now) = (state.station_index.get(), state.clock.now_by_day());
        records.with(|records| {
            let comparison = |station: &Arc<Station>| {
                let Value::Measured { number, .. } = &station.value else { return None };
                let record = records.of(station, now)?;
                Some((station.id.clone(), record.comparison(*number, now.date_naive())?))
            };
            ByStation::new(stations.all().iter().filter_map(comparison).collect())
        })
    })
}

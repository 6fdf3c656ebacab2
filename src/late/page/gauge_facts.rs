//! What the entry of a gauge says besides its reading: the visitor's own level, and in the list of a river where on it the gauge is, and its peak.

use crate::{components::fragments::nearest_county_name, state::AppState};
use gorlif_core::{
    domain::{Timestamp, station::Station},
    i18n::with_unit,
    presenter::{answer::TimeStyle, gauge::river_facts},
};
use leptos::prelude::*;

pub fn gauge_facts(state: AppState, station: &Station) -> Vec<String> {
    let now = state.clock.now_by_minute();
    own_level(state, station, now).into_iter().chain(on_river(state, station, now)).collect()
}

/// The visitor's own level, and whether it is reached, if the gauge has a fresh reading in its unit.
fn own_level(state: AppState, station: &Station, now: Timestamp) -> Option<String> {
    let level = state.choices.watch_list.with(|list| list.own_level(&station.id).cloned())?;
    let excess = level.excess(station, now)?;
    let text = with_unit(level.level(), 2, level.unit());
    Some((state.language().watch_texts().own_level_of)(&text, excess >= 0.0))
}

fn on_river(state: AppState, station: &Station, now: Timestamp) -> Vec<String> {
    let recent = state.progress.late.get().map(|late| late.recent);
    let Some(recent) = recent.filter(|_| !state.choices.river.with(String::is_empty)) else {
        return Vec::new();
    };
    let language = state.language();
    let county = nearest_county_name(state, station.location.position());
    recent.with(|recent| {
        let readings = recent.of_station(&station.id);
        state.station_index.with(|index| {
            river_facts(language, station, index.all(), county, readings, now, TimeStyle::RELATIVE)
        })
    })
}

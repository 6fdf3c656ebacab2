//! What the entry of a gauge says besides its reading: the visitor's own level, and in the list of a river where on it the gauge is, and its peak.

use crate::{
    components::{
        fragments::{Text, nearest_county_name},
        gauge_text,
    },
    state::AppState,
};
use gorlif_core::{
    domain::{Timestamp, station::Station},
    i18n::with_unit,
    presenter::{answer::TimeStyle, gauge::river_facts},
};
use leptos::prelude::*;

pub fn gauge_facts(state: AppState, station: &Station) -> Option<Vec<Text>> {
    let now = state.clock.now_by_minute();
    let facts = own_level(state, station).into_iter().chain(on_river(state, station, now));
    let line = facts.collect::<Vec<String>>().join(" · ");
    (!line.is_empty()).then(|| vec![Text::Own(line)])
}

/// The visitor's own level, as it was given.
fn own_level(state: AppState, station: &Station) -> Option<String> {
    let level = state.choices.watch_list.with(|list| list.own_level(&station.id).cloned())?;
    let text = with_unit(level.level(), 3, level.unit());
    Some((state.language().watch_texts().own_level_of)(&text))
}

fn on_river(state: AppState, station: &Station, now: Timestamp) -> Vec<String> {
    let recent = state.progress.late.get().map(|late| late.recent);
    let Some(recent) = recent.filter(|_| state.choices.has_river()) else {
        return Vec::new();
    };
    let language = state.language();
    let county = nearest_county_name(state, station.location.position());
    let trend = gauge_text::trend(state, station, now);
    recent.with(|recent| {
        let known = (trend, recent.of_station(&station.id));
        state.station_index.with(|index| {
            river_facts(language, station, index.all(), county, known, now, TimeStyle::RELATIVE)
        })
    })
}

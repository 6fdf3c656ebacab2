//! How high the level of a gauge is for this gauge: its usual range, how many readings were lower, and its highest recorded level.

use crate::{
    components::fragments::Text,
    state::{AppState, readings},
};
use gorlif_core::{
    domain::{freshness::Freshness, station::Station},
    presenter::gauge,
};
use leptos::prelude::*;

/// The label and the value of each fact; `None` without a record.
pub fn record_facts(state: AppState, station: &Station) -> Option<Vec<(&'static str, Text)>> {
    let now = state.clock.now_by_day();
    let records = state.progress.late.get()?.level_records;
    let record = records.with(|records| records.of(station, now))?;
    // A reading that gets old while the entry is open is not compared any more.
    let freshness = Freshness::of_reading(station.time, state.clock.now_by_quarter());
    let is_current = state.comparison(station, freshness).is_some();
    let newest = readings::latest(station, now);
    let (language, today) = (state.language(), now.date_naive());
    let facts = gauge::record_facts(language, station, &record, is_current, newest, today);
    Some(facts.into_iter().map(|(label, text)| (label, Text::Own(text))).collect())
}

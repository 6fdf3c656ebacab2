//! The buttons that filter the gauges of list and map. Part of the late module.

use super::fragments::aria;
use crate::state::{AppState, use_app_state};
use gorlif_core::{
    council_levels::CouncilLevels,
    domain::{list_view::ListView, station::Station},
};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn GaugeFilters() -> impl IntoView {
    let state = use_app_state();
    let has_no_readings = move || state.levels.with(|source| source.snapshot().is_none());
    let has_levels = move || !state.council_levels.with(CouncilLevels::is_empty);
    let reached_label = move || (state.messages().only_reached)(count_reached(state));
    view! {
        <p class="buttons" hidden=has_no_readings>
            {toggle(state, |view| &mut view.only_current, move || state.messages().only_current.to_owned())}
            {toggle(state, |view| &mut view.rising_first, move || state.messages().rising_first.to_owned())}
            {move || has_levels().then(|| toggle(state, |view| &mut view.only_reached, reached_label)).into_any()}
        </p>
    }
}

/// A button that switches a filter on or off.
fn toggle(
    state: AppState,
    field: fn(&mut ListView) -> &mut bool,
    label: impl Fn() -> String + Send + Sync + 'static,
) -> AnyView {
    let press = move |_| {
        state.list_view.update(|view| {
            let is_on = field(view);
            *is_on = !*is_on;
        });
    };
    view! {
        <button
            type="button"
            aria-pressed=move || aria(*field(&mut state.gauge_filters.get()))
            on:click=press
        >
            {move || label()}
        </button>
    }
    .into_any()
}

/// The number of gauges in the area that have reached a level of the council.
fn count_reached(state: AppState) -> usize {
    let (area, now) = (state.area(), state.now_by_minute());
    state.council_levels.with(|levels| {
        let is_reached = |station: &&Arc<Station>| {
            levels.reached(station, now).is_some() && area.near(station).is_some()
        };
        state.station_index.with(|index| index.all().iter().filter(is_reached).count())
    })
}

//! Passes a list on: as CSV, as GeoJSON, or as the address of the view. Part of the late module.

use super::{list_order, rivers_panel};
use crate::{
    browser::{
        document, file,
        sharing::{self, Shared},
    },
    state::{AppState, Panel, use_app_state},
};
use chrono::{Datelike, Timelike};
use gorlif_core::export::{CSV, GEOJSON, GaugeRow, Table};
use leptos::{prelude::*, task::spawn_local};

#[component]
pub fn Handover(panel: Panel) -> impl IntoView {
    let state = use_app_state();
    let result = RwSignal::new(None::<Shared>);
    let texts = move || state.language.get().handover_messages();
    let share = move |_| {
        spawn_local(async move {
            let title = state.messages().page_title;
            result.set(Some(sharing::share(title).await));
        });
    };
    let said = move || match result.get()? {
        Shared::ByPlatform => None,
        Shared::Copied => Some(texts().copied),
        Shared::Failed => Some(texts().not_shared),
    };
    view! {
        <p class="buttons">
            {move || texts().download} " "
            <button type="button" on:click=move |_| save_csv(state, panel)>"CSV"</button>
            <button type="button" on:click=move |_| save_geojson(state, panel)>"GeoJSON"</button>
            <button type="button" on:click=share>{move || texts().share}</button>
            <button type="button" hidden=document::is_framed() on:click=move |_| state.is_printing.set(true)>{move || texts().print}</button>
        </p>
        <p role="status">{said}</p>
    }
}

fn save_csv(state: AppState, panel: Panel) {
    file::save(&format!("{}.csv", name(state, panel)), CSV, &table(state, panel).to_csv());
}

fn save_geojson(state: AppState, panel: Panel) {
    let text = table(state, panel).to_geojson();
    file::save(&format!("{}.geojson", name(state, panel)), GEOJSON, &text);
}

/// "gorlif-warnings-20261123-1307": in UTC.
fn name(state: AppState, panel: Panel) -> String {
    let what = if panel == Panel::Rivers { "gauges" } else { "warnings" };
    let now = untrack(|| state.now());
    let (year, month, day) = (now.year(), now.month(), now.day());
    format!("gorlif-{what}-{year}{month:02}{day:02}-{:02}{:02}", now.hour(), now.minute())
}

/// What the list of the panel has.
fn table(state: AppState, panel: Panel) -> Table {
    untrack(|| if panel == Panel::Rivers { gauges(state) } else { messages(state) })
}

fn gauges(state: AppState) -> Table {
    let (area, passes, now) = (state.area(), rivers_panel::filter(state), state.now());
    let key = list_order::gauge_key(state);
    let as_of = state
        .levels
        .with(|source| source.snapshot().map(|snapshot| snapshot.as_of))
        .map(|as_of| state.utc(as_of));
    state.station_index.with(|index| {
        let (_, listed) = index.list(&area, &passes, &key, usize::MAX);
        let rows = listed.iter().filter_map(|near| {
            let station = index.get(&near.item)?;
            let trend = rivers_panel::trend(state, station, now);
            let distance = area.near(station)?.distance;
            let cm_per_hour = trend.rate().map(|rate| rate.cm_per_hour);
            Some(GaugeRow { station, distance, cm_per_hour })
        });
        Table::of_gauges(rows, as_of, now)
    })
}

fn messages(state: AppState) -> Table {
    let shown = list_order::messages(state);
    Table::of_messages(
        shown.iter().map(|local| (&local.warning, local.distance, state.utc(local.as_of))),
    )
}

//! Below a list: shares the address of the view and prints it, and folded the list as CSV and GeoJSON, the links to
//! the layouts, and the glossary.

use super::{briefing, layouts::layout_links};
use crate::late::page::{list_order, source_list};
use crate::{
    browser::{
        document, file,
        sharing::{self, Shared},
    },
    components::{gauge_list, gauge_text},
    state::{AppState, Panel, page_query::PageQuery, use_app_state},
};
use chrono::{Datelike, Timelike};
use gorlif_core::{
    domain::{freshness::Freshness, list_view::ListView, source_id::SourceId},
    export::{CSV, GEOJSON, GaugeRow, ListSource, ListState, MessageRow, Provenance, Table},
    presenter::source::Line,
    source::warnings::WarningStatus,
};
use leptos::{prelude::*, task::spawn_local};

pub fn below_list(panel: Panel) -> AnyView {
    let state = use_app_state();
    let result = RwSignal::new(None::<Shared>);
    let texts = move || state.language().output_texts();
    let share = move |_| {
        spawn_local(async move {
            let title = untrack(|| state.title());
            result.set(Some(sharing::share(&title).await));
        });
    };
    let print = move |_| briefing::print(state);
    let said = move || match result.get()? {
        Shared::ByPlatform => None,
        Shared::Copied => Some(texts().copied),
        Shared::Failed => Some(texts().not_shared),
    };
    let is_of_messages = panel == Panel::Warnings;
    view! {
        <p class="buttons">
            <button type="button" on:click=share>
                {move || texts().share}
            </button>
            <button type="button" hidden=document::is_framed() on:click=print>
                {move || texts().print}
            </button>
        </p>
        <p role="status">{said}</p>
        <details class="list-more">
            <summary>"⋯ " {move || texts().more}</summary>
            <p class="buttons">
                {move || texts().download}
                <button type="button" on:click=move |_| save(state, panel, Format::Csv)>
                    "CSV"
                </button>
                <button type="button" on:click=move |_| save(state, panel, Format::GeoJson)>
                    "GeoJSON"
                </button>
            </p>
            {layout_links(state)}
            {(!is_of_messages).then(|| glossary(state))}
        </details>
    }
    .into_any()
}

/// The words of levels and messages, explained below the gauges.
fn glossary(state: AppState) -> AnyView {
    let texts = move || state.language().glossary_texts();
    let words = move || {
        let word = |(word, meaning): &(&'static str, &'static str)| {
            view! {
                <dt>{*word}</dt>
                <dd>{*meaning}</dd>
            }
            .into_any()
        };
        texts().words.iter().map(word).collect_view()
    };
    view! {
        <details class="glossary">
            <summary>{move || texts().heading}</summary>
            <dl>{words}</dl>
        </details>
    }
    .into_any()
}

#[derive(Clone, Copy)]
enum Format {
    Csv,
    GeoJson,
}

fn save(state: AppState, panel: Panel, format: Format) {
    let (name, table) = untrack(|| export(state, panel));
    let (extension, media_type, text) = match format {
        Format::Csv => ("csv", CSV, table.to_csv()),
        Format::GeoJson => ("geojson", GEOJSON, table.to_geojson()),
    };
    file::save(&format!("{name}.{extension}"), media_type, &text);
}

/// The content of the panel's list, and the name of its file: "gorlif-warnings-filtered-20261123-1307", in
/// UTC.
fn export(state: AppState, panel: Panel) -> (String, Table) {
    let (what, (state_of_list, table)) = if panel == Panel::Rivers {
        ("gauges", gauges(state))
    } else {
        ("warnings", messages(state))
    };
    let (parts, now) = (state_of_list.name_parts(), state.clock.now());
    let (year, month, day) = (now.year(), now.month(), now.day());
    let time = format!("{year}{month:02}{day:02}-{:02}{:02}", now.hour(), now.minute());
    (format!("gorlif-{what}{parts}-{time}"), table)
}

fn gauges(state: AppState) -> (ListState, Table) {
    let (area, passes, now) = (state.page_area(), gauge_list::filter(state), state.clock.now());
    let key = list_order::gauge_key(state);
    let view = ListView { order: None, ..state.gauge_view.get() };
    let kind = view.gauge_kind;
    let is_filtered = ListView { gauge_kind: kind, ..ListView::default() } != view;
    let (as_of, is_partly_unreadable) = state.sources.levels.with(|source| {
        let snapshot = source.snapshot();
        let as_of = snapshot.map(|snapshot| snapshot.as_of);
        (as_of, snapshot.is_some_and(|snapshot| !snapshot.rejected.is_empty()))
    });
    let as_of = as_of.map(|as_of| state.clock.utc(as_of));
    let sources = sources(state, &[SourceId::RiverLevels]);
    let is_checked = sources.iter().all(|source| source.freshness == Freshness::Fresh);
    state.station_index.with(|index| {
        let (count, listed) = index.list(&area, &passes, &key, usize::MAX);
        let (all, _) = index.list(&area, &|station| station.kind() == kind, &key, 0);
        let rows = listed.iter().filter_map(|near| {
            let station = index.get(&near.item)?;
            let trend = gauge_text::trend(state, station, now);
            let distance = area.near(station)?.distance;
            let cm_per_hour = trend.rate.map(|rate| rate.cm_per_hour);
            let county = state.assets.nearest_county(station.location.position());
            Some(GaugeRow { station, distance, cm_per_hour, county })
        });
        let list_state = ListState {
            is_checked,
            is_partly_unreadable,
            filtered: is_filtered.then_some((count, all)),
        };
        let provenance = provenance(state, view, sources, list_state.clone());
        (list_state, Table::of_gauges(rows, as_of, now, provenance))
    })
}

fn messages(state: AppState) -> (ListState, Table) {
    let view = ListView { order: None, ..state.message_view.get() };
    let shown = list_order::messages(state);
    let (all, rejected, is_whole) = state
        .warnings
        .with(|warnings| (warnings.found.len(), warnings.rejected, warnings.is_whole()));
    let list_state = ListState {
        is_checked: is_whole && state.status() != WarningStatus::Unknown,
        is_partly_unreadable: rejected > 0,
        filtered: view.hides_messages().then_some((shown.len(), all)),
    };
    let sources = sources(state, &[SourceId::NationalWarnings, SourceId::LocalWarnings]);
    let provenance = provenance(state, view, sources, list_state.clone());
    let rows = shown.iter().map(|local| MessageRow {
        warning: &local.warning,
        distance: local.distance,
        as_of: local.as_of.map(|as_of| state.clock.utc(as_of)),
        county: state.assets.nearest_county(local.warning.position),
    });
    (list_state, Table::of_messages(rows, provenance))
}

fn sources(state: AppState, names: &[SourceId]) -> Vec<ListSource> {
    let shown = source_list::shown(state).into_iter().filter(|(name, _)| names.contains(name));
    let source = |(name, line): (SourceId, Line)| ListSource {
        name: name.id(),
        freshness: line.freshness,
        as_of: line.as_of.map(|as_of| state.clock.utc(as_of)),
    };
    shown.map(source).collect()
}

/// `view` has the filters.
fn provenance(
    state: AppState,
    view: ListView,
    sources: Vec<ListSource>,
    list_state: ListState,
) -> Provenance {
    let query = PageQuery { list_view: view, ..PageQuery::default() }.text();
    Provenance {
        area: state.area_name(),
        filters: query.trim_start_matches('?').to_owned(),
        sources,
        state: list_state,
    }
}

//! What belongs to the chart of a gauge and is not seen first: the gauge to compare with, all readings as a table, and the highest of each year.

use super::{ChartState, content::History, table::Table};
use crate::{
    components::fragments::station_title,
    state::{AppState, Loadable, page_area::PageArea, use_app_state},
};
use gorlif_core::{
    domain::{
        geo::{Distance, Radius},
        list_view::SortKey,
        river_order::{self, Neighbour, Neighbours},
        station::{Station, StationId},
        trend::Reading,
    },
    i18n::with_unit,
};
use leptos::prelude::*;

/// Gauges within this distance are offered for comparison, in kilometres.
const NEAR: u32 = 30;
/// The number of gauges offered for comparison.
const MOST_OTHERS: usize = 12;

#[component]
pub fn ChartTools(chart: ChartState) -> impl IntoView {
    let state = use_app_state();
    let ChartState { station, kind, own, other, other_history, content, .. } = chart;
    let texts = move || state.language().chart_texts();
    let choose_other = move |event| {
        let chosen = StationId(event_target_value(&event).into());
        other_history.set(Loadable::Loading);
        let is_known = state.station_index.with_untracked(|index| index.get(&chosen).is_some());
        other.set(is_known.then_some(chosen));
    };
    let others =
        move || station.with(|station| station.as_ref().map(|station| others(state, station)));
    view! {
        <div class="chart-tools" hidden=move || chart.is_empty()>
            <p>
                <label>
                    {move || texts().compare} " " <select on:change=choose_other>
                        <option value="">{move || texts().compare_none}</option>
                        {others}
                    </select>
                </label>
            </p>
            <Table content kind />
            {move || station.with(|station| years(state, station.as_ref()?, own))}
        </div>
    }
}

/// The highest recorded level of each year. Nothing with less than two years, whose highest level is in the facts. Tracks the earlier readings.
fn years(state: AppState, station: &Station, own: History) -> Option<AnyView> {
    let highest = own.with(|own| own.loaded().map(|earlier| earlier.highest_of_years.clone()))?;
    let [_, .., _] = highest.as_slice() else { return None };
    let language = state.language();
    let entry = |highest: &Reading| {
        let time = language.date_and_time(highest.at);
        let level = with_unit(highest.level, 2, &station.unit);
        view! { <li>{(language.chart_texts().reading)(&time, &level)}</li> }.into_any()
    };
    Some(
        view! {
            <details>
                <summary>{language.record_texts().years}</summary>
                <ul>{highest.iter().rev().map(entry).collect_view()}</ul>
            </details>
        }
        .into_any(),
    )
}

/// The gauges to compare with, as options: those upstream and downstream on the same river, and those near it that measure the
/// same, the nearest first.
fn others(state: AppState, station: &Station) -> Vec<AnyView> {
    let (language, texts) = (state.language(), state.language().chart_texts());
    state.station_index.with(|index| {
        let Neighbours { upstream, downstream } = river_order::neighbours(station, index.all());
        let is_neighbour = |other: &Station| {
            let is_other = |found: &Neighbour| found.station.id == other.id;
            upstream.as_ref().is_some_and(is_other) || downstream.as_ref().is_some_and(is_other)
        };
        let along = [(true, upstream.as_ref()), (false, downstream.as_ref())];
        let along = along.into_iter().filter_map(|(is_upstream, found)| {
            let Neighbour { station, km } = found?;
            let distance = language.distance(Distance::from_metres(km * 1_000.0));
            let (title, language) = station_title(language, station).into_parts();
            let text = (texts.along_river)(is_upstream, &distance, &title);
            Some(option(station, text, language))
        });
        let along = group(texts.on_river, along.collect());
        let circle = station.location.position().zip(Radius::from_kilometres(NEAR));
        let near = circle.map(|(position, radius)| {
            let is_comparable = |other: &Station| {
                other.id != station.id && other.kind() == station.kind() && !is_neighbour(other)
            };
            let circle = PageArea::Circle(position, radius);
            index.list(&circle, &is_comparable, &|_| SortKey::NONE, MOST_OTHERS).1
        });
        let near = near.into_iter().flatten().filter_map(|near| index.get(&near.item));
        let near = near.map(|other| {
            let (title, language) = station_title(language, other).into_parts();
            option(other, title, language)
        });
        let near: Vec<AnyView> = near.collect();
        match along {
            Some(along) => [Some(along), group(texts.others, near)].into_iter().flatten().collect(),
            None => near,
        }
    })
}

fn option(station: &Station, text: String, language: Option<&'static str>) -> AnyView {
    view! {
        <option value=station.id.0.to_string() lang=language>
            {text}
        </option>
    }
    .into_any()
}

fn group(label: &'static str, options: Vec<AnyView>) -> Option<AnyView> {
    (!options.is_empty()).then(|| view! { <optgroup label=label>{options}</optgroup> }.into_any())
}

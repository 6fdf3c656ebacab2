//! The view of one river: its gauges from source to sea, and the messages in force along it.

use super::remembered_places::button;
use crate::{
    components::{
        entry_list::show_entry,
        fragments::{Text, area_title, severity_symbol, span},
    },
    state::{AppState, reactive::memo},
};
use gorlif_core::domain::{
    list_view::SortKey,
    river_order,
    selection::ItemId,
    station::{RiverText, Station},
    warning::{Severity, SeverityCounts, Warning},
};
use leptos::prelude::*;

/// The heading of a number of gauges of the chosen river, if one is.
pub fn heading(state: AppState, count: usize) -> Option<String> {
    let (language, is_of_river) = (state.language(), state.is_of_river()?);
    state.station_index.with(|index| {
        let mut gauges = index.rivers().iter().filter(|station| is_of_river(station)).peekable();
        let (name, _) = Text::picked(language, gauges.peek()?.river()).into_parts();
        let placed = gauges.filter(|gauge| river_order::from_source(gauge).is_some()).count();
        Some((language.filter_texts().river)(&name, count, placed))
    })
}

/// The order from source to sea, and after those the gauges of which that is not known, from north to south.
pub fn key(station: &Station) -> SortKey {
    // No river has so many kilometres.
    let north = || station.location.position().map_or(f64::MAX, |position| 1e6 - position.lat());
    SortKey::Number(river_order::from_source(station).unwrap_or_else(north))
}

/// Above the gauges of the chosen river: the button for those of all rivers, and the messages in force along it.
pub fn above_gauges(state: AppState) -> AnyView {
    let is_chosen = memo(move || !state.choices.river.with(String::is_empty));
    let texts = move || state.language().filter_texts();
    let along = memo(move || along(state));
    let messages = move || {
        let entry = |warning: &Warning| {
            let item = ItemId::Area(warning.code.clone());
            let open = move || {
                state.choices.select(Some(item.clone()));
                show_entry(state, item.clone(), true);
            };
            let title = span("title", area_title(state, warning).into_view());
            let content = view! {
                {severity_symbol(warning.severity)}
                {title}
            };
            view! { <li>{button("choose", content.into_any(), Box::new(open))}</li> }.into_any()
        };
        along.with(|along| along.iter().map(entry).collect_view())
    };
    let contents = move || {
        view! {
            <p class="buttons">
                {button(
                    "",
                    (move || texts().all_rivers).into_any(),
                    Box::new(move || state.choices.river.set(String::new())),
                )}
            </p>
            <details class="watched-list" hidden=move || along.with(Vec::is_empty)>
                <summary>{move || along.with(|along| counted(state, along))}</summary>
                <ul>{messages}</ul>
            </details>
        }
    };
    (move || is_chosen.get().then(contents).into_any()).into_any()
}

/// "1 severe flood warning and 3 flood alerts along it".
fn counted(state: AppState, along: &[Warning]) -> String {
    let language = state.language();
    let counts = SeverityCounts::of(along);
    (language.filter_texts().along_river)(&language.counted(counts))
}

/// The messages in force whose names have the river, the most severe first.
fn along(state: AppState) -> Vec<Warning> {
    let Some(is_of_river) = state.is_of_river() else { return Vec::new() };
    let words = state.station_index.with(|index| {
        index.rivers().iter().find(|station| is_of_river(station)).map(|gauge| gauge.river_words())
    });
    let Some(words) = words else { return Vec::new() };
    let mut found = Vec::new();
    for severity in Severity::ALL.into_iter().filter(|severity| severity.in_force()) {
        state.each_message(&mut |warning| {
            if warning.severity == severity && RiverText::new(&warning.description).names(&words) {
                found.push(warning.clone());
            }
        });
    }
    found
}

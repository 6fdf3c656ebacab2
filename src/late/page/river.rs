//! The view of one river: its gauges from source to sea, and the messages in force that have its name.

use super::remembered_places::button;
use crate::{
    browser::document,
    components::{
        entry_list::show_entry,
        fragments::{RIVERS_HEADING, Text, area_title, severity_symbol, span},
        gauge_list,
    },
    state::{AppState, reactive::memo, watching},
};
use gorlif_core::domain::{
    river_order,
    selection::ItemId,
    station::{Station, river_words},
    warning::{Severity, SeverityCounts, Warning},
};
use leptos::prelude::*;
use std::sync::Arc;

/// The heading of a number of gauges of the chosen river, if one is: with their order, unless another one was chosen.
pub fn heading(state: AppState, count: usize) -> Option<String> {
    let (language, is_of_river) = (state.language(), state.is_of_river()?);
    let (passes, is_usual) = (gauge_list::filter(state), has_usual_order(state));
    state.station_index.with(|index| {
        let gauge = index.rivers().iter().find(|station| is_of_river(station))?;
        let (name, _) = Text::picked(language, gauge.river()).into_parts();
        let is_placed =
            |gauge: &&Arc<Station>| passes(gauge) && river_order::from_source(gauge).is_some();
        let placed = is_usual.then(|| index.rivers().iter().filter(is_placed).count());
        Some((language.filter_texts().river)(&name, count, placed))
    })
}

/// Whether the gauges of the chosen river have its order.
pub fn has_usual_order(state: AppState) -> bool {
    let view = state.gauge_view.get();
    state.choices.has_river() && view.order.is_none() && !view.rising_first
}

/// Above the gauges of the chosen river: the button for those of all rivers, and the messages in force that have its name.
pub fn above_gauges(state: AppState) -> AnyView {
    let is_chosen = memo(move || state.choices.has_river());
    let texts = move || state.language().filter_texts();
    let along = memo(move || along(state));
    let messages = move || {
        let entry = |warning: &Warning| {
            let item = ItemId::Area(warning.code.clone());
            let open = move || {
                state.choices.show_all_messages();
                state.choices.select(Some(item.clone()));
                show_entry(state, item.clone(), true);
            };
            let severity = (state.texts().severity)(warning.severity);
            let title = span("title", area_title(state, warning).into_view());
            let content = view! {
                {severity_symbol(warning.severity)}
                {title}
                {span("line", severity.into_any())}
            };
            view! { <li>{button("choose", content.into_any(), Box::new(open))}</li> }.into_any()
        };
        along.with(|along| along.iter().map(entry).collect_view())
    };
    let show_all = move || {
        state.choices.river.set(String::new());
        // The pressed button is gone.
        document::focus(RIVERS_HEADING);
    };
    let contents = move || {
        view! {
            <p class="buttons">
                {button("", (move || texts().all_rivers).into_any(), Box::new(show_all))}
            </p>
            <details class="along" hidden=move || along.with(Vec::is_empty)>
                <summary>{move || along.with(|along| counted(state, along))}</summary>
                <ul>{messages}</ul>
            </details>
        }
    };
    (move || is_chosen.get().then(contents).into_any()).into_any()
}

/// "1 severe flood warning and 3 flood alerts with its name", and when that was last checked, if not now.
fn counted(state: AppState, along: &[Warning]) -> String {
    let (language, counts) = (state.language(), SeverityCounts::of(along));
    let counted = (language.filter_texts().named_after_river)(&language.counted(counts));
    watching::with_check(state, counted)
}

/// The messages in force whose names have the river, the most severe first; also while the gauges are not known.
fn along(state: AppState) -> Vec<Warning> {
    if !state.choices.has_river() {
        return Vec::new();
    }
    let words = state.choices.river.with(|river| river_words(river));
    let mut found = Vec::new();
    for severity in Severity::ALL {
        state.each_message(&mut |warning| {
            if warning.severity == severity && warning.is_named_after(&words) {
                found.push(warning.clone());
            }
        });
    }
    found
}

//! The map with its data: symbols, popup text and the handling of user actions.

use super::{
    entry_list::show_entry, fragments::focus_answer, gauge_list, gauge_text, late::use_late,
    map_view::MapView,
};
use crate::{
    map::{
        callbacks::MapCallbacks,
        symbols::{Symbol, SymbolStyle},
    },
    state::{AppState, Panel, PlaceOrigin, page_area::PageArea, reactive::memo, use_app_state},
};
use gorlif_core::domain::{
    freshness::ReadingAges, level_record::Comparison, selection::ItemId, station::Station,
    warning::Warning,
};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn MapPanel() -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let embed = state.deployment.embed;
    let symbols = memo(move || Arc::new(all_symbols(state)));
    let popup = memo(move || (late.page.loaded()?.popup_text)(state));
    let tap = move |spot| {
        if !embed.fixed {
            state.choices.offer(spot);
        }
    };
    let drag = move |to| {
        let stays = !embed.fixed && state.has_land(to);
        if stays {
            state.choices.choose_place(Some(to), PlaceOrigin::Position);
        } else if !embed.fixed {
            // The popup at that position gives the reason.
            state.choices.offer(to);
        }
        stays
    };
    let action = move |()| {
        if let Some(spot) = state.choices.offered.get_untracked() {
            state.choices.choose_place(Some(spot), PlaceOrigin::Position);
            focus_answer();
        } else if let Some(selected) = state.choices.selection.get_untracked() {
            show_entry(state, selected, true);
        }
    };
    let on_next = move |()| {
        let selected = state.choices.selection.get_untracked();
        let next = untrack(|| (late.page.loaded()?.next_entry)(state, selected.as_ref()));
        if next.is_some() {
            state.choices.select(next);
        }
    };
    let callbacks = MapCallbacks {
        select: Callback::new(move |selection| state.choices.select(Some(selection))),
        tap: Callback::new(tap),
        drag: Callback::new(drag),
        action: Callback::new(action),
        close: Callback::new(move |()| state.choices.select(None)),
    };
    view! { <MapView symbols popup callbacks on_next=Callback::new(on_next) /> }
}

/// All gauges with a position, including those in England, followed by the messages. Under the forecast there are no gauges. Muted
/// are the messages under the gauges and the forecast, and in the view of a county what its lists do not have.
fn all_symbols(state: AppState) -> Vec<Symbol> {
    let now = state.clock.now_by_minute();
    let (ages, passes) = (ReadingAges::at(now), gauge_list::filter(state));
    let council_levels = state.council_levels();
    let panel = state.choices.panel.get();
    let has_gauges = state.deployment.embed.gauges && panel != Panel::Forecast;
    let shown = |station: &&Arc<Station>| has_gauges && passes(station);
    let area = state.page_area();
    // Without the outlines it is not known what is in the county.
    let has_county = matches!(area, PageArea::County(_, Some(_)));
    let symbol = |station: &Arc<Station>| {
        let freshness = ages.of(station.time);
        let tendency = state.trend(station, freshness).tendency;
        let is_reached = council_levels.reached(station, now).is_some();
        let standing = state.comparison(station, freshness).and_then(Comparison::standing);
        let style = gauge_text::symbol_style(station, freshness, tendency, standing, is_reached);
        Some(Symbol {
            id: ItemId::Station(station.id.clone()),
            position: station.location.position()?,
            style,
            is_muted: has_county && area.near(station).is_none(),
        })
    };
    let warnings = warning_symbols(state, panel, has_county);
    state.station_index.with(|index| {
        let gauges = index.all();
        let mut symbols = Vec::with_capacity(gauges.len() + warnings.len());
        symbols.extend(gauges.iter().filter(shown).filter_map(symbol).chain(warnings));
        symbols
    })
}

/// The messages with a position, from both sources. One that the list does not show is muted and not left out, since
/// it may be in force.
fn warning_symbols(state: AppState, panel: Panel, has_county: bool) -> Vec<Symbol> {
    if !state.deployment.embed.warnings {
        return Vec::new();
    }
    let view = state.message_view.get();
    let symbol = |warning: &Warning| {
        let is_elsewhere =
            has_county && state.warnings.with(|warnings| warnings.get(&warning.code).is_none());
        Some(Symbol {
            id: ItemId::Area(warning.code.clone()),
            position: warning.position?,
            style: SymbolStyle::Warning(warning.severity),
            is_muted: panel.mutes_messages() || is_elsewhere || !view.shows(warning),
        })
    };
    let mut symbols = Vec::new();
    state.each_message(&mut |warning| symbols.extend(symbol(warning)));
    symbols
}

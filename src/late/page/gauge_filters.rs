//! The buttons that choose the kind of gauges on list and map, and filter them.

use super::river;
use crate::{
    components::{fragments::aria, gauge_list::is_above},
    state::{
        AppState,
        reactive::{effect, memo},
    },
};
use gorlif_core::domain::{
    list_view::ListView,
    selection::ItemId,
    station::{ParameterKind, Station},
};
use leptos::prelude::*;
use std::sync::Arc;

/// `is_many`: without it the filters are shown only from when one is in use.
pub fn gauge_filters(state: AppState, is_many: Memo<bool>) -> AnyView {
    // A button that is pressed once more stays, and keeps the focus.
    let was_used = Memo::new(move |before: Option<&bool>| {
        let ListView { only_current, rising_first, only_reached, only_above, .. } =
            state.gauge_filters.get();
        before == Some(&true) || only_current || rising_first || only_reached || only_above
    });
    let is_hidden = move || !(is_many.get() || was_used.get());
    // Memos, so that a pressed button stays in the document and keeps the focus.
    let has_kinds = memo(move || has_kinds(state));
    let has_trends = memo(move || {
        let view = state.choices.list_view.get();
        view.gauge_kind != ParameterKind::Rain || view.rising_first
    });
    let has_levels = memo(move || !state.council_levels().is_empty());
    let has_ranges = memo(move || {
        let view = state.choices.list_view.get();
        (state.has_standings() && view.gauge_kind == ParameterKind::Level) || view.only_above
    });
    let current = |state: AppState| state.language().filter_texts().only_current.to_owned();
    let rising = |state: AppState| state.language().filter_texts().rising_first.to_owned();
    let above = |state: AppState| (state.language().record_texts().only_above)(count_above(state));
    let reached =
        |state: AppState| (state.language().filter_texts().only_reached)(reached(state).len());
    // A gauge that is selected by an address or in the watch list would otherwise be in no list.
    let elsewhere = memo(move || {
        let (gauge, view) = (selected(state)?, state.choices.list_view.get());
        let is_of_other_river = state.is_of_river().is_some_and(|is_of_river| !is_of_river(&gauge));
        (is_of_other_river || gauge.kind() != view.gauge_kind).then(|| gauge.kind())
    });
    effect(move || {
        if let Some(kind) = elsewhere.get() {
            choose_kind(state, kind);
        }
    });
    let kinds = move || {
        has_kinds.get().then(|| {
            let label = move || Some(state.language().filter_texts().gauge_kinds);
            let buttons = ParameterKind::ALL.map(|kind| kind_button(state, kind)).collect_view();
            view! {
                <p class="buttons" role="group" aria-label=label>
                    {buttons}
                </p>
            }
            .into_any()
        })
    };
    view! {
        {kinds}
        {river::above_gauges(state)}
        <p class="buttons" hidden=is_hidden>
            {toggle(state, true.into(), |view| &mut view.only_current, current)}
            {toggle(state, has_trends.into(), |view| &mut view.rising_first, rising)}
            {toggle(state, has_levels.into(), |view| &mut view.only_reached, reached)}
            {toggle(state, has_ranges.into(), |view| &mut view.only_above, above)}
        </p>
    }
    .into_any()
}

/// Whether there are gauges of several kinds, or another kind than those of rivers is chosen.
fn has_kinds(state: AppState) -> bool {
    let is_chosen = state.choices.list_view.get().gauge_kind != ParameterKind::Level;
    is_chosen || state.station_index.with(|index| index.all().len() > index.rivers().len())
}

/// In place of the list if no gauge of the area is known to be above its usual range, has reached a level of the council, or is
/// not known to have reached one, or if the list has none of the chosen river.
pub fn none_passes(state: AppState) -> &'static str {
    let texts = state.language().filter_texts();
    let ListView { only_reached, only_above, .. } = state.gauge_filters.get();
    if only_above && !only_reached {
        return state.language().record_texts().no_above;
    }
    if !only_reached {
        return texts.no_river;
    }
    if is_reached_unknown(state) { texts.reached_unknown } else { texts.no_reached }
}

/// Whether of a level of the council it is not known whether its gauge has reached it.
pub fn is_reached_unknown(state: AppState) -> bool {
    let (area, kind, now) =
        (state.page_area(), state.gauge_filters.get().gauge_kind, state.clock.now_by_minute());
    let levels = state.council_levels();
    state.station_index.with(|index| {
        let is_in_area = |station: &Station| station.kind() == kind && area.near(station).is_some();
        let mut stations = index.all().iter().filter(|station| is_in_area(station));
        levels.is_incomplete(|id| index.get(id).is_some())
            || stations.any(|station| {
                levels.is_unknown(station, now)
                    || (state.is_stuck(station)
                        && !levels.of(&station.id).is_empty()
                        && levels.reached(station, now).is_none())
            })
    })
}

/// The heading of a number of gauges of the chosen river, or of the chosen kind.
pub fn heading(state: AppState, count: usize) -> String {
    if let Some(heading) = river::heading(state, count) {
        return heading;
    }
    let kind = state.gauge_filters.get().gauge_kind;
    (state.language().filter_texts().gauges)(kind, count)
}

/// The selected gauge. Tracks the selection and the gauges.
fn selected(state: AppState) -> Option<Arc<Station>> {
    let Some(ItemId::Station(id)) = state.choices.selection.get() else { return None };
    state.station_index.with(|index| index.get(&id).cloned())
}

/// Lists and draws the gauges of a kind, of all rivers.
fn choose_kind(state: AppState, kind: ParameterKind) {
    state.choices.river.set(String::new());
    state.choices.list_view.update(|view| {
        // The filters are about levels of rivers.
        (view.rising_first, view.only_reached, view.only_above) = (false, false, false);
        view.gauge_kind = kind;
    });
}

/// The button that lists and draws the gauges of a kind.
fn kind_button(state: AppState, kind: ParameterKind) -> AnyView {
    let press = move |_| {
        if untrack(|| selected(state)).is_some_and(|gauge| gauge.kind() != kind) {
            state.choices.select(None);
        }
        if state.choices.list_view.with_untracked(|view| view.gauge_kind != kind) {
            choose_kind(state, kind);
        }
    };
    let is_chosen = move || aria(state.choices.list_view.get().gauge_kind == kind);
    view! {
        <button type="button" aria-pressed=is_chosen on:click=press>
            {move || (state.language().filter_texts().gauge_kind)(kind)}
        </button>
    }
    .into_any()
}

/// A button that switches a filter on or off.
fn toggle(
    state: AppState,
    is_shown: Signal<bool>,
    field: fn(&mut ListView) -> &mut bool,
    label: fn(AppState) -> String,
) -> AnyView {
    let press = move |_| {
        state.choices.list_view.update(|view| {
            let is_on = field(view);
            *is_on = !*is_on;
        });
    };
    view! {
        <button
            type="button"
            hidden=move || !is_shown.get()
            aria-pressed=move || aria(*field(&mut state.gauge_filters.get()))
            on:click=press
        >
            {move || is_shown.get().then(|| label(state))}
        </button>
    }
    .into_any()
}

/// The number of gauges in the area that are known to be above their usual range.
fn count_above(state: AppState) -> usize {
    let (area, now) = (state.page_area(), state.clock.now_by_minute());
    state.station_index.with(|index| {
        let is_listed =
            |station: &&Arc<Station>| is_above(state, station, now) && area.near(station).is_some();
        index.all().iter().filter(is_listed).count()
    })
}

/// The gauges in the area that have reached a level of the council.
pub fn reached(state: AppState) -> Vec<Arc<Station>> {
    let (area, now) = (state.page_area(), state.clock.now_by_minute());
    let levels = state.council_levels();
    let is_reached = |station: &&Arc<Station>| {
        levels.reached(station, now).is_some() && area.near(station).is_some()
    };
    state.station_index.with(|index| index.all().iter().filter(is_reached).cloned().collect())
}

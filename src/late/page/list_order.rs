//! The messages and gauges in the order that the visitor has chosen.

use super::river;
use crate::{
    browser::document,
    components::{
        fragments::{area_title, nearest_county_name, station_title},
        gauge_list,
    },
    state::{AppState, Panel, listed::Listed, reactive::effect},
};
use gorlif_core::{
    domain::{
        Timestamp,
        freshness::Freshness,
        geo::Position,
        level_record::Comparison,
        list_view::{self, Order, SortKey, last_change},
        nearby, river_order,
        selection::ItemId,
        station::{Station, Value},
    },
    source::warnings::WarningHere,
};
use leptos::{ev, prelude::*};
use web_sys::ScrollLogicalPosition;

/// The messages that pass the filters, in the chosen order.
pub fn messages(state: AppState) -> Vec<WarningHere> {
    let view = state.message_view.get();
    let key = |local: &WarningHere| match view.order {
        Some(Order::Distance) => SortKey::Number(nearby::metres(local.distance)),
        Some(Order::Newest) => SortKey::newest(last_change(&local.warning)),
        Some(Order::Name) => SortKey::name(area_title(state, &local.warning).as_str()),
        Some(Order::County) => county_key(state, local.warning.position),
        Some(Order::Severity | Order::Unusual) | None => SortKey::NONE,
    };
    sorted(state, &key)
}

/// The messages that pass the filters, in the order of their keys.
pub fn sorted(state: AppState, key: &dyn Fn(&WarningHere) -> SortKey) -> Vec<WarningHere> {
    let view = state.message_view.get();
    state.warnings.with(|warnings| {
        let shown = warnings.found.iter().filter(|local| view.shows(&local.warning));
        list_view::sorted_by_key(shown, |local| key(local)).into_iter().cloned().collect()
    })
}

/// Keeps the focus on its entry when another order moves it, or shows it in another list.
pub fn keep_focus(state: AppState) {
    let focused = StoredValue::new(None);
    // For as long as the page is open.
    let _ = window_event_listener(ev::focusin, move |event| {
        focused.set_value(document::entry_of(event.target()));
    });
    effect(move || {
        state.message_view.track();
        state.gauge_view.track();
        // When the lists have changed.
        request_animation_frame(move || {
            let entry = focused.get_value().filter(|_| document::has_lost_focus());
            if let Some((attribute, value)) = entry {
                document::reveal(attribute, &value, ScrollLogicalPosition::Nearest, true);
            }
        });
    });
}

/// The list of the messages, if another order than the usual one was chosen.
pub fn sorted_messages(state: AppState) -> Listed {
    if state.message_view.with(|view| view.other_order().is_none()) {
        return Listed::default();
    }
    Listed::of(&messages(state))
}

/// The entry after this one, after the last one the first: the messages in the order of their list, then the gauges in that of theirs.
/// With the list of gauges open only these, under the forecast only the messages, as on the map.
pub fn next_entry(state: AppState, selected: Option<&ItemId>) -> Option<ItemId> {
    let (embed, panel) = (state.deployment.embed, state.choices.panel.get());
    let mut entries = Vec::new();
    if embed.warnings && panel != Panel::Rivers {
        let placed = |local: &WarningHere| {
            local.warning.position.map(|_| ItemId::Area(local.warning.code.clone()))
        };
        entries.extend(messages(state).iter().filter_map(placed));
    }
    if embed.gauges && panel != Panel::Forecast {
        let (area, passes, key) = (state.page_area(), gauge_list::filter(state), gauge_key(state));
        let passes = |station: &Station| station.location.position().is_some() && passes(station);
        state.station_index.with(|index| {
            let (_, listed) = index.list(&area, &passes, &key, usize::MAX);
            entries.extend(listed.into_iter().map(|near| ItemId::Station(near.item)));
        });
    }
    let index = entries.iter().position(|entry| Some(entry) == selected);
    let next = index.map_or(0, |index| index + 1) % entries.len().max(1);
    entries.get(next).cloned()
}

/// The key of a gauge in the chosen order.
pub fn gauge_key(state: AppState) -> Box<dyn Fn(&Station) -> SortKey> {
    let (view, language) = (state.gauge_view.get(), state.language());
    if river::has_usual_order(state) {
        return Box::new(|station| SortKey::Number(river_order::order(station)));
    }
    if view.order == Some(Order::Unusual) && !view.rising_first {
        // Only this order depends on the time.
        let now = state.clock.now_by_minute();
        return Box::new(move |station| SortKey::Number(-position(state, station, now)));
    }
    Box::new(move |station| match view.order {
        _ if view.rising_first => SortKey::Number(-rise(state, station)),
        Some(Order::Newest) => SortKey::newest(station.time),
        Some(Order::Name) => SortKey::name(station_title(language, station).as_str()),
        Some(Order::County) => county_key(state, station.location.position()),
        Some(Order::Unusual | Order::Severity | Order::Distance) | None => SortKey::NONE,
    })
}

/// Where the level is in the usual range of the gauge, 1 at its upper end; the lowest number where that is not known.
fn position(state: AppState, station: &Station, now: Timestamp) -> f64 {
    let Value::Measured { number, .. } = &station.value else { return f64::MIN };
    let comparison = state.comparison(station, Freshness::of_reading(station.time, now));
    let is_known = comparison.and_then(Comparison::standing).is_some();
    let late = state.progress.late.get().filter(|_| is_known);
    late.and_then(|late| {
        late.level_records
            .with(|records| records.of(station, now)?.position(*number, now.date_naive()))
    })
    .unwrap_or(f64::MIN)
}

/// How fast the level rises, in cm/h; 0 where that is not known.
pub fn rise(state: AppState, station: &Station) -> f64 {
    state.last_trend(station).rate.map_or(0.0, |rate| rate.cm_per_hour)
}

fn county_key(state: AppState, position: Option<Position>) -> SortKey {
    SortKey::name(nearest_county_name(state, position).unwrap_or_default())
}

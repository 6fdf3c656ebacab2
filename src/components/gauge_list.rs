//! Which gauges the list and the map have, and their order in the list.

use super::{gauge_text::trend, late::Late};
use crate::state::{
    AppState,
    listed::{Key, Listed},
};
use gorlif_core::domain::{
    Timestamp,
    freshness::Freshness,
    geo::Distance,
    level_record::{Comparison, Standing},
    list_view::{ListView, SortKey},
    selection::ItemId,
    station::{Station, StationId},
    trend::Tendency,
};
use leptos::prelude::*;

/// The filters of list and map: gauges of one kind, gauges of one river, gauges with a usable reading, gauges that rise, gauges that have
/// reached a level of the council, and gauges above their usual range.
pub fn filter(state: AppState) -> impl Fn(&Station) -> bool {
    let ListView { gauge_kind, only_current, rising_first, only_reached, only_above, .. } =
        state.gauge_filters.get();
    let only_reached = only_reached.then(|| state.council_levels());
    let is_of_river = state.is_of_river();
    // Which readings are usable depends on the time, which only the filters need.
    let now = (only_current || rising_first || only_above || only_reached.is_some())
        .then(|| state.clock.now_by_minute());
    move |station| {
        station.kind() == gauge_kind
            && is_of_river.as_ref().is_none_or(|is_of_river| is_of_river(station))
            && now.is_none_or(|now| {
                (!only_current || station.has_usable_reading(now))
                    && only_reached
                        .as_ref()
                        .is_none_or(|levels| levels.reached(station, now).is_some())
                    && (!rising_first || trend(state, station, now).tendency == Tendency::Rising)
                    && (!only_above || is_above(state, station, now))
            })
    }
}

/// Whether the level of a gauge is known to be above its usual range.
pub fn is_above(state: AppState, station: &Station, now: Timestamp) -> bool {
    let freshness = Freshness::of_reading(station.time, now);
    state
        .comparison(station, freshness)
        .and_then(Comparison::standing)
        .is_some_and(Standing::is_high)
}

/// Whether the list has a gauge: it is in the area and not filtered out.
pub fn is_listed(state: AppState) -> impl Fn(&Station) -> bool {
    let (area, passes) = (state.page_area(), filter(state));
    move |station| passes(station) && area.near(station).is_some()
}

/// The gauges in the area, for the list.
pub fn listed(state: AppState, late: Late, visible_count: usize) -> Listed {
    let (area, passes) = (state.page_area(), filter(state));
    let chosen_key = late.page.loaded().map(|parts| (parts.gauge_key)(state));
    let key = |station: &Station| chosen_key.as_ref().map_or(SortKey::NONE, |key| key(station));
    state.station_index.with(|index| {
        let (count, first) = index.list(&area, &passes, &key, visible_count);
        let key = |id: &StationId, distance: Option<Distance>| {
            (ItemId::Station(id.clone()), distance.map(whole_metres))
        };
        let mut keys: Vec<Key> = first.iter().map(|near| key(&near.item, near.distance)).collect();
        if count > visible_count
            && let Some(ItemId::Station(id)) = state.choices.selection.get()
            && let Some(near) = index
                .get(&id)
                .filter(|station| passes(station))
                .and_then(|station| area.near(station))
        {
            let selected = key(&id, near.distance);
            keys.extend((!keys.contains(&selected)).then_some(selected));
        }
        Listed { count, keys }
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // never negative, at most half the earth
fn whole_metres(distance: Distance) -> u32 {
    distance.metres() as u32
}

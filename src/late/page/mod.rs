//! The chunk with what every visit shows after the first answer.

mod app_badge;
mod area_map;
mod changes;
pub mod elsewhere;
mod gauge_facts;
pub mod gauge_filters;
mod ground;
pub mod inside;
pub mod list_filters;
pub mod list_order;
mod map_legend;
mod map_tiles;
pub mod nearest_gauge;
mod popup_text;
pub mod remembered_places;
pub mod river;
pub mod source_list;
mod streets;
pub mod watch_button;

use crate::{
    browser::{document, resizes::Resizes, settings},
    components::late::PageParts,
    map::{
        MAP,
        handle::{MapHandle, with_controller},
    },
    state::{
        AppState, LateState, area_names,
        changes::Changes,
        council, flood_areas, further_places, level_records, levels_decoder,
        reactive::{effect, memo},
        readings,
    },
};
use gorlif_core::{
    api::{self, operations::LevelsVersion},
    domain::station::river_id,
    presenter,
    source::content::Content,
};
use leptos::{prelude::*, task::spawn_local};
use map_tiles::MapTiles;
use streets::Streets;

pub static PAGE: PageParts = PageParts {
    start,
    sources: source_list::sources,
    remembered_places: remembered_places::remembered_places,
    inside: inside::inside,
    elsewhere: elsewhere::elsewhere,
    also: elsewhere::also,
    nearest_gauge: nearest_gauge::nearest_gauge,
    change_news: changes::change_news,
    changes: changes::changes,
    data_quality: source_list::data_quality,
    list_filters: list_filters::list_filters,
    sorted_messages: list_order::sorted_messages,
    next_entry: list_order::next_entry,
    popup_text: popup_text::popup_text,
    gauge_key: list_order::gauge_key,
    gauges_heading: gauge_filters::heading,
    gauge_facts: gauge_facts::gauge_facts,
    none_passes: gauge_filters::none_passes,
    on_map: |state, map, is_large| {
        let has_own_names = RwSignal::new(false);
        ground::draw(state, map, has_own_names);
        area_map::draw(state, map);
        follow_size(map);
        let address = settings::ground().unwrap_or_else(|error| {
            document::warn(&format!("gorlif: {error}"));
            String::new()
        });
        let detail = if !address.is_empty() {
            view! { <Streets map address is_large has_own_names /> }.into_any()
        } else if !state.deployment.settings.tiles.address.is_empty() {
            let tiles = state.deployment.settings.tiles.clone();
            view! { <MapTiles map tiles has_tiles=has_own_names /> }.into_any()
        } else {
            ().into_any()
        };
        view! {
            {map_legend::legend()}
            {detail}
        }
        .into_any()
    },
};

/// Fits the map again when its size changes: when it is enlarged, when a device is turned, when the late style sheet arrives.
fn follow_size(map: MapHandle) {
    let observed = StoredValue::new_local(None);
    effect(move || {
        if map.is_ready() {
            let element = document::by_id(MAP);
            let resized = move || with_controller(map, |controller| controller.resized());
            observed.set_value(element.and_then(|element| Resizes::of(&element, resized)));
        }
    });
}

/// Adds to the state what is derived by code of this chunk, and starts to load what that needs.
fn start(state: AppState) {
    let (changes, recent) = (Changes::follow(state), readings::recent(state));
    let level_records = level_records::follow(state);
    state.progress.late.set(Some(LateState {
        decode_levels: match state.deployment.settings.operations.levels {
            LevelsVersion::V1 => levels_decoder::river_levels,
            LevelsVersion::StationData => levels_decoder::station_data,
        },
        request_further_places: further_places::request,
        decode_forecast: |body, _, received| api::decode_flood_forecast(body, received),
        forecast_freshness: memo(move || {
            let (page_now, now) = (state.clock.page_now(), state.clock.now());
            state.sources.forecast.with(|source| {
                source.freshness(|snapshot| Content::freshness(snapshot, page_now, now))
            })
        }),
        by_shape: flood_areas::by_shape(state),
        changes: changes.here,
        mark_as_seen: Callback::new(move |()| changes.mark_as_seen(state)),
        recent,
        trends: readings::trends(state, recent),
        level_records,
        comparisons: level_records::comparisons(state, level_records),
        comparison_text: presenter::gauge::comparison,
        council_levels: council::levels(state),
        area_circle: ground::area_circle(state),
        is_of_river: |station, river| river_id(&station.river_words()) == river,
    }));
    state.complete_selection();
    list_order::keep_focus(state);
    app_badge::follow(state);
    spawn_local(state.assets.load_railway_stations());
    spawn_local(flood_areas::load(state));
    spawn_local(area_names::load(state));
}

//! The chunk with what every visit shows after the first answer, and with what several other chunks use.

mod also;
mod app_badge;
mod area_map;
mod changes;
mod data_quality;
mod english_service;
pub mod gauge_filters;
mod ground;
pub mod inside;
mod list_filters;
pub mod list_order;
mod map_legend;
mod map_notes;
mod map_size;
mod map_tiles;
mod namesakes;
mod nearest_gauge;
mod remembered_places;
pub mod sign_up;
pub mod source_list;
mod streets;
pub mod watch_button;

use crate::{
    browser::{document, settings},
    components::late::PageParts,
    state::{
        AppState, LateState, area_names, changes::Changes, council, flood_areas, further_places,
        level_records, levels_decoder, reactive::memo, readings,
    },
};
use also::Also;
use changes::{ChangeNews, MessageChanges};
use data_quality::DataQuality;
use english_service::EnglishService;
use gorlif_core::{
    api::{self, operations::LevelsVersion},
    source::content::Content,
};
use inside::Inside;
use leptos::{prelude::*, task::spawn_local};
use list_filters::ListFilters;
use map_legend::MapLegend;
use map_tiles::MapTiles;
use namesakes::Namesakes;
use nearest_gauge::NearestGauge;
use remembered_places::RememberedPlaces;
use source_list::SourceList;
use streets::Streets;

pub static PAGE: PageParts = PageParts {
    start,
    sources: |connection| view! { <SourceList connection /> }.into_any(),
    remembered_places: |on_choose| view! { <RememberedPlaces on_choose /> }.into_any(),
    inside: || view! { <Inside /> }.into_any(),
    elsewhere: || {
        view! {
            <Namesakes />
            <EnglishService />
        }
        .into_any()
    },
    also: || view! { <Also /> }.into_any(),
    nearest_gauge: || view! { <NearestGauge /> }.into_any(),
    change_news: || view! { <ChangeNews /> }.into_any(),
    changes: || view! { <MessageChanges /> }.into_any(),
    data_quality: || view! { <DataQuality /> }.into_any(),
    list_filters: |panel| view! { <ListFilters panel /> }.into_any(),
    sorted_messages: list_order::sorted_messages,
    next_entry: list_order::next_entry,
    gauge_key: list_order::gauge_key,
    gauges_heading: gauge_filters::heading,
    none_passes: gauge_filters::none_passes,
    on_map: |state, map, is_large| {
        let has_own_names = RwSignal::new(false);
        ground::draw(state, map, has_own_names);
        area_map::draw(state, map);
        map_size::follow(map);
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
            <MapLegend />
            {detail}
        }
        .into_any()
    },
};

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
        standings: level_records::standings(state, level_records),
        standing_text: |language, standing, span| {
            (language.record_texts().standing)(standing, span)
        },
        council_levels: council::levels(state),
    }));
    state.complete_selection();
    list_order::keep_focus(state);
    app_badge::follow(state);
    spawn_local(state.assets.load_railway_stations());
    spawn_local(flood_areas::load(state));
    spawn_local(area_names::load(state));
}

//! The parts of the page that the first answer does not need. The build splits them from the main module,
//! and the browser loads them after the first data.

mod area_map;
mod briefing;
mod forecast_map;
mod forecast_panel;
mod gauge_details;
mod gauge_filters;
mod glossary;
mod handover;
mod inside;
mod level_chart;
mod list_filters;
mod list_order;
mod map_legend;
mod map_tiles;
mod message_changes;
mod message_timeline;
mod near_links;
mod own_level;
mod remembered_places;
mod risk_text;
mod search;
mod sign_up;
mod source_list;
mod wall;
mod watch_button;
mod watch_panel;

use crate::{
    components::late::LateParts,
    state::{AppState, Panel, council, flood_areas, levels_decoder, readings},
};
use briefing::Briefing;
use forecast_panel::ForecastPanel;
use gauge_details::GaugeDetails;
use glossary::Glossary;
use gorlif_core::{
    api::operations::LevelsVersion,
    domain::{geo::Distance, selection::ItemId, watch_list::Watched},
    gazetteer,
};
use handover::Handover;
use inside::Inside;
use leptos::{prelude::*, task::spawn_local};
use list_filters::ListFilters;
use map_legend::MapLegend;
use map_tiles::MapTiles;
use message_changes::{ChangeNews, MessageChanges};
use message_timeline::MessageTimeline;
use near_links::NearLinks;
use remembered_places::RememberedPlaces;
use sign_up::SignUp;
use source_list::SourceList;
use wall::Wall;
use watch_button::WatchButton;
use watch_panel::WatchPanel;

/// All parts. Only the function at which the module is split calls this: the late module contains what is
/// reached from here alone.
pub fn parts() -> LateParts {
    LateParts {
        panels: || {
            view! { <ForecastPanel /> <WatchPanel /> <SourceList /> <Briefing /> <Wall /> }
                .into_any()
        },
        remembered_places: |on_choose| view! { <RememberedPlaces on_choose /> }.into_any(),
        search: search::find,
        request_exact_postcode: AppState::request_exact_postcode,
        start: |state| {
            state.decode_levels.set(Some(match state.operations.levels {
                LevelsVersion::V1 => levels_decoder::river_levels,
                LevelsVersion::StationData => levels_decoder::station_data,
            }));
            state.has_filters.set(true);
            state.complete_selection();
            list_order::keep_focus(state);
            readings::follow(state);
            flood_areas::follow(state);
            spawn_local(flood_areas::load(state));
            council::follow(state);
        },
        item_details: |(item, metres)| match item {
            ItemId::Station(id) => {
                let distance = metres.map(|metres| Distance::from_metres(f64::from(metres)));
                view! { <GaugeDetails id distance /> }.into_any()
            }
            ItemId::Area(code) => view! {
                <div class="more">
                    <WatchButton
                        watched=Watched::Item(ItemId::Area(code.clone()))
                        label=|state, _| state.language.get().watch_messages().watch.to_owned()
                    />
                    <NearLinks item=ItemId::Area(code.clone()) />
                    <MessageTimeline code />
                </div>
            }
            .into_any(),
        },
        inside: || view! { <Inside /> }.into_any(),
        change_news: || view! { <ChangeNews /> }.into_any(),
        draw_on_map: |state, map| {
            forecast_map::draw(state, map);
            area_map::draw(state, map);
            wall::fit_map(state, map);
        },
        on_map: |map, tiles| {
            let has_tiles = !tiles.address.is_empty();
            view! {
                <MapLegend />
                {has_tiles.then(|| view! { <MapTiles map tiles /> })}
            }
            .into_any()
        },
        sorted_messages: list_order::sorted_messages,
        gauge_key: list_order::gauge_key,
        changes: || view! { <MessageChanges /> }.into_any(),
        gauges_heading: gauge_filters::heading,
        no_reached: gauge_filters::no_reached,
        similar_names: search::similar_names,
        list_filters: |panel| view! { <ListFilters panel /> }.into_any(),
        handover: |panel| {
            let more = match panel {
                Panel::Warnings => view! { <SignUp /> }.into_any(),
                _ => view! { <Glossary /> }.into_any(),
            };
            view! { <Handover panel /> {more} }.into_any()
        },
        choose: gazetteer::search::choose,
    }
}

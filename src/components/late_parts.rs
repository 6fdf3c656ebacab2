//! The parts of the page that the first answer does not need. The build splits them from the main
//! module, and the browser loads them after the first data.

use super::{
    area_map,
    briefing::Briefing,
    entry_list::{Key, Listed},
    forecast_map,
    forecast_panel::ForecastPanel,
    fragments::paragraph,
    gauge_details::GaugeDetails,
    gauge_filters,
    glossary::Glossary,
    handover::Handover,
    inside::Inside,
    list_filters::ListFilters,
    list_order,
    map_legend::MapLegend,
    map_tiles::MapTiles,
    map_view::MapHandle,
    message_changes::{ChangeNews, MessageChanges},
    message_timeline::MessageTimeline,
    near_links::NearLinks,
    place_bar::{self, Found},
    remembered_places::RememberedPlaces,
    sign_up::SignUp,
    source_list::SourceList,
    view_picker::panel_class,
    wall::{self, Wall},
    watch_button::WatchButton,
    watch_panel::WatchPanel,
};
use crate::{
    browser::{document, settings::Tiles},
    state::{
        AppState, Asset, ChosenSector, ManualCheck, Panel, council, flood_areas, levels_decoder,
        reactive::effect, readings, remembered_places::RememberedPlace, use_app_state,
    },
};
use gorlif_core::{
    api::operations::LevelsVersion,
    domain::{
        geo::Distance, list_view::SortKey, selection::ItemId, station::Station, watch_list::Watched,
    },
    gazetteer::search::{self, SearchError, Suggestion},
    i18n::Messages,
};
use leptos::{prelude::*, task::spawn_local};
use std::{pin::Pin, sync::Arc};

/// One function for each part.
#[derive(Clone, Debug)]
pub struct LateParts {
    /// The panels of the forecast and of the watch list, the sources, and the printed briefing.
    panels: fn() -> AnyView,
    /// Calls the callback with the place that is chosen.
    pub remembered_places: fn(Callback<RememberedPlace>) -> AnyView,
    pub search: fn(AppState, &str) -> Found,
    pub request_exact_postcode: fn(AppState, &str, ChosenSector),
    /// Provides the decoder of the levels that keeps the ids of gauges, applies the filters, starts to follow the readings, and loads the levels of the council and
    /// the flood areas.
    pub start: fn(AppState),
    /// What the open entry shows besides the text of a message.
    pub item_details: fn(Key) -> AnyView,
    /// On the map: its legend, and what the tiles need.
    pub on_map: fn(MapHandle, Tiles) -> AnyView,
    /// Of the answer: whether the place is inside a flood area.
    pub inside: fn() -> AnyView,
    /// What is announced of the changes.
    pub change_news: fn() -> AnyView,
    /// Draws the forecast and the flood areas on the map, and fits it in the wall view.
    pub draw_on_map: fn(AppState, MapHandle),
    /// The messages that pass the filters, if another order than the usual one was chosen.
    pub sorted_messages: fn(AppState) -> Listed,
    /// The key of a gauge in the chosen order.
    pub gauge_key: fn(AppState) -> Box<dyn Fn(&Station) -> SortKey>,
    /// Above the messages: what has changed.
    pub changes: fn() -> AnyView,
    /// The heading of a number of gauges of another kind than those of rivers.
    pub gauges_heading: fn(AppState, usize) -> String,
    /// In place of an empty list of gauges that have reached a level of the council.
    pub no_reached: fn(AppState) -> &'static str,
    /// The question about suggestions that are only similar to the typed text.
    pub similar_names: fn(AppState, &[Suggestion]) -> String,
    /// Above the list of a panel: its filters and its order.
    pub list_filters: fn(Panel) -> AnyView,
    /// Below the list of a panel: downloads, sharing, printing, the sign-up and the glossary.
    pub handover: fn(Panel) -> AnyView,
    pub choose: fn(&str, Vec<Suggestion>) -> Result<Suggestion, SearchError>,
}

impl LateParts {
    /// Only the function at which the module is split calls this: the late module contains what is
    /// reached from there alone.
    pub fn all() -> Self {
        Self {
            panels: || {
                view! { <ForecastPanel /> <WatchPanel /> <SourceList /> <Briefing /> <Wall /> }
                    .into_any()
            },
            remembered_places: |on_choose| view! { <RememberedPlaces on_choose /> }.into_any(),
            search: place_bar::find,
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
            similar_names: place_bar::similar_names,
            list_filters: |panel| view! { <ListFilters panel /> }.into_any(),
            handover: |panel| {
                let more = match panel {
                    Panel::Warnings => view! { <SignUp /> }.into_any(),
                    _ => view! { <Glossary /> }.into_any(),
                };
                view! { <Handover panel /> {more} }.into_any()
            },
            choose: search::choose,
        }
    }
}

/// Loads the late module. `None` if it could not be loaded; a later call tries again.
pub type LoadLateParts = fn() -> Pin<Box<dyn Future<Output = Option<LateParts>>>>;

/// The late parts and how they are loaded. Provided by context; see [`use_late`].
#[derive(Clone, Copy)]
pub struct Late {
    /// Stays [`Asset::Missing`] while they are loaded again.
    pub parts: RwSignal<Asset<LateParts>>,
    load: LoadLateParts,
    is_in_flight: StoredValue<bool>,
}

/// The late parts; available to every component. [`crate::app::App`] provides them.
pub fn use_late() -> Late {
    expect_context()
}

impl Late {
    pub fn new(load: LoadLateParts) -> Self {
        Self { parts: RwSignal::new(Asset::Loading), load, is_in_flight: StoredValue::new(false) }
    }

    /// Loads the parts, unless they are loaded or requested.
    pub fn load(self) {
        let Self { parts, load, is_in_flight } = self;
        let is_loaded = parts.with_untracked(|parts| parts.loaded().is_some());
        if is_loaded || is_in_flight.get_value() {
            return;
        }
        is_in_flight.set_value(true);
        document::add_style_sheet("late.css");
        spawn_local(async move {
            let loaded = load().await;
            is_in_flight.set_value(false);
            parts.set(loaded.into());
        });
    }

    /// The loaded parts, if any. Tracks them.
    pub fn loaded(self) -> Option<Arc<LateParts>> {
        match self.parts.get() {
            Asset::Loaded(parts) => Some(parts),
            Asset::Loading | Asset::Missing => None,
        }
    }
}

/// The id of the forecast's heading.
pub const HEADING: &str = "forecast-heading";
/// The id of the watch list's heading.
pub const WATCH_HEADING: &str = "watch-heading";

/// The id of the button that checks now.
pub const CHECK_NOW: &str = "check-now";

/// The forecast, the watch list and the sources, or until they are loaded the headings of the panels,
/// and in place of the sources the button that checks now.
#[component]
pub fn LatePanel() -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    // The element that takes the focus after loading, because the pressed button is gone.
    let focus_after = StoredValue::new(None::<&'static str>);
    let try_again = move |_| {
        let is_watched = state.panel.get_untracked() == Panel::Watched;
        focus_after.set_value(Some(if is_watched { WATCH_HEADING } else { HEADING }));
        late.load();
    };
    let check_now = move |_| {
        focus_after.set_value(Some(CHECK_NOW));
        state.manual_check.set(ManualCheck::Requested);
    };
    let missing = move || {
        view! {
            {paragraph(state.messages().part_not_loaded.to_owned())}
            <p>
                <button type="button" on:click=try_again>{state.messages().try_again}</button>
            </p>
        }
        .into_any()
    };
    effect(move || {
        if late.loaded().is_some()
            && let Some(id) = focus_after.get_value()
        {
            request_animation_frame(move || document::focus(id));
        }
    });
    let sources = move || {
        view! {
            <section class="sources">
                {paragraph(state.messages().part_not_loaded.to_owned())}
                <button type="button" id=CHECK_NOW on:click=check_now>{state.messages().check_now}</button>
            </section>
        }
        .into_any()
    };
    let outline = move |panel: Panel, id: &'static str, heading: fn(&Messages) -> &'static str| {
        let is_missing = matches!(late.parts.get(), Asset::Missing);
        view! {
            <section class=move || panel_class(state, panel) aria-labelledby=id>
                <h2 id=id>{move || heading(state.messages())}</h2>
                {move || is_missing.then(missing).into_any()}
            </section>
        }
        .into_any()
    };
    let outlines = move || {
        view! {
            {outline(Panel::Forecast, HEADING, |messages| messages.forecast_caption)}
            {outline(Panel::Watched, WATCH_HEADING, |messages| messages.watched)}
            {matches!(late.parts.get(), Asset::Missing).then(sources)}
        }
        .into_any()
    };
    move || match late.loaded() {
        Some(parts) => (parts.panels)(),
        None => outlines(),
    }
}

//! The parts that the browser loads after the first data: their functions, and how they are loaded. The parts
//! themselves are in `src/late`, which the components do not name.

use crate::{
    browser::{document, settings::Tiles},
    map::handle::MapHandle,
    state::{
        AppState, ChosenSector, Loadable, Panel,
        listed::{Key, Listed},
        remembered_places::RememberedPlace,
    },
};
use gorlif_core::{
    domain::{list_view::SortKey, station::Station},
    gazetteer::search::{Found, SearchError, Suggestion},
};
use leptos::{prelude::*, task::spawn_local};
use std::{pin::Pin, sync::Arc};

/// One function for each part.
#[derive(Clone, Debug)]
pub struct LateParts {
    /// The panels of the forecast and of the watch list, the sources, and the printed briefing.
    pub panels: fn() -> AnyView,
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

/// Loads the late module. `None` if it could not be loaded; a later call tries again.
pub type LoadLateParts = fn() -> Pin<Box<dyn Future<Output = Option<LateParts>>>>;

/// The late parts and how they are loaded. Provided by context; see [`use_late`].
#[derive(Clone, Copy)]
pub struct Late {
    /// Stays [`Loadable::Missing`] while they are loaded again.
    pub parts: RwSignal<Loadable<LateParts>>,
    load: LoadLateParts,
    is_in_flight: StoredValue<bool>,
}

/// The late parts; available to every component. [`crate::app::App`] provides them.
pub fn use_late() -> Late {
    expect_context()
}

impl Late {
    pub fn new(load: LoadLateParts) -> Self {
        Self {
            parts: RwSignal::new(Loadable::Loading),
            load,
            is_in_flight: StoredValue::new(false),
        }
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
            Loadable::Loaded(parts) => Some(parts),
            Loadable::Loading | Loadable::Missing => None,
        }
    }
}

//! The chunks that the browser loads after the first data: the functions of each, and how they are loaded. The
//! functions themselves are in `src/late`, which the components do not name.

use super::{fragments::Text, place_choice::PlaceChoice};
use crate::{
    browser::{document, timer},
    map::{handle::MapHandle, layers::popup::PopupText},
    state::{
        AppState, Connection, EmbedOptions, Loadable, Panel,
        listed::{Key, Listed},
        reactive::{effect, memo},
        remembered_places::RememberedPlace,
    },
};
use gorlif_core::{
    domain::{list_view::SortKey, selection::ItemId, station::Station},
    gazetteer::search::Found,
};
use leptos::{ev, prelude::*, task::spawn_local};
use std::{any::Any, marker::PhantomData, pin::Pin};

const STYLE_SHEET: &str = "late.css";

/// The search for a place.
pub struct SearchParts {
    /// The results for the typed text.
    pub found: fn(AppState, RwSignal<String>) -> Memo<Found>,
    /// Below the field: the list of the suggestions.
    pub suggestions: fn(PlaceChoice) -> AnyView,
    /// Moves between the suggestions with the arrow keys.
    pub press_key: fn(PlaceChoice, &ev::KeyboardEvent),
    /// Chooses what is typed, or says why it cannot.
    pub submit: fn(PlaceChoice),
}

/// The parts of every visit.
pub struct PageParts {
    /// Adds to the state what is derived by code of this chunk, and starts to load what that needs.
    pub start: fn(AppState),
    /// The list of sources, and the button that checks now.
    pub sources: fn(Connection) -> AnyView,
    /// Calls the callback with the place that is chosen.
    pub remembered_places: fn(Callback<RememberedPlace>) -> AnyView,
    /// Of the answer: the other flood areas that contain the place, and a more severe message near it.
    pub inside: fn() -> AnyView,
    /// Of the answer: the line about what else is in force, which leads to the list.
    pub also: fn() -> AnyView,
    /// Of the answer: the other places of the name, and the link to the English warning service.
    pub elsewhere: fn() -> AnyView,
    /// Of the answer: the gauge that tells most about the place.
    pub nearest_gauge: fn() -> AnyView,
    /// The announcement of the changes.
    pub change_news: fn() -> AnyView,
    /// Above the messages: what has changed.
    pub changes: fn() -> AnyView,
    /// Above the gauges: notices about the quality of the whole response.
    pub data_quality: fn() -> AnyView,
    /// Above the list of a panel: its filters and its order, and above the messages what the chunk `desk` has of them.
    pub list_filters: fn(Panel) -> AnyView,
    /// The messages that pass the filters, if another order than the usual one was chosen.
    pub sorted_messages: fn(AppState) -> Listed,
    /// The key of a gauge in the chosen order.
    pub gauge_key: fn(AppState) -> Box<dyn Fn(&Station) -> SortKey>,
    /// The heading of a number of gauges of one river, or of another kind than those of rivers.
    pub gauges_heading: fn(AppState, usize) -> String,
    /// What the entry of a gauge says besides: the visitor's own level, and in the list of a river where on it the gauge is, and its peak.
    pub gauge_facts: fn(AppState, &Station) -> Option<Vec<Text>>,
    /// In place of an empty list of gauges that have reached a level of the council, are above their usual range, or are of one river.
    pub none_passes: fn(AppState) -> &'static str,
    /// Draws the ground, the names and the flood areas on the map. Over the map: its legend, and what the tiles need. The last
    /// argument is whether the map is large.
    pub on_map: fn(AppState, MapHandle, Signal<bool>) -> AnyView,
    /// The text of the map's popup, if something is selected or offered.
    pub popup_text: fn(AppState) -> Option<PopupText>,
    /// The entry after this one in the lists.
    pub next_entry: fn(AppState, Option<&ItemId>) -> Option<ItemId>,
}

/// The forecast.
pub struct ForecastParts {
    pub panel: fn() -> AnyView,
    /// For the printed briefing; `None` without a forecast.
    pub printed: fn(AppState) -> Option<AnyView>,
    /// Draws the counties' risk.
    pub draw_on_map: fn(AppState, MapHandle),
}

/// The details of an open entry, besides the text of a message.
pub struct DetailsParts {
    pub details: fn(Key) -> AnyView,
}

/// The watch list.
pub struct WatchParts {
    pub panel: fn() -> AnyView,
}

/// The parts that pass the page's content on, and the layouts for a desk and a wall.
pub struct DeskParts {
    /// Below the answer: whom to call and tell.
    pub contacts: fn() -> AnyView,
    /// Above the lists of messages, below their filters: the same as a table, in the layouts for a desk and a wall.
    pub overview: fn() -> AnyView,
    /// Below the list of a panel: downloads, sharing, printing and the glossary.
    pub export: fn(Panel) -> AnyView,
    /// The printed briefing and the wall view, which are there when they are wanted.
    pub views: fn() -> AnyView,
}

/// The functions of a chunk: one of the types above. Erased, so that the code that loads chunks is compiled
/// once.
pub type Parts = &'static (dyn Any + Send + Sync);

/// Loads a chunk. `None` if it could not be loaded; a later call tries again.
pub type LoadChunk = fn() -> Pin<Box<dyn Future<Output = Option<Parts>>>>;

/// How each chunk is loaded.
#[derive(Clone, Copy)]
pub struct LoadChunks {
    pub search: LoadChunk,
    pub page: LoadChunk,
    pub forecast: LoadChunk,
    pub details: LoadChunk,
    pub watch: LoadChunk,
    pub desk: LoadChunk,
}

/// How far a chunk has loaded, whatever its functions.
#[derive(Clone, Copy)]
pub struct Loading {
    /// Stays [`Loadable::Missing`] while the chunk is loaded again.
    parts: RwSignal<Loadable<Parts>>,
    is_in_flight: StoredValue<bool>,
    load: LoadChunk,
}

impl Loading {
    /// Whether the chunk has loaded. Tracks that.
    pub fn is_loaded(self) -> bool {
        self.parts.with(|parts| parts.loaded().is_some())
    }

    /// Whether the chunk could not be loaded. Tracks that.
    pub fn is_missing(self) -> bool {
        self.parts.with(|parts| matches!(parts, Loadable::Missing))
    }

    /// Whether the first request has ended, whatever its outcome. Tracks that.
    fn has_ended(self) -> bool {
        !self.parts.with(|parts| matches!(parts, Loadable::Loading))
    }

    /// Loads the chunk, unless it is loaded or requested.
    pub fn load(self) {
        let Self { parts, is_in_flight, load } = self;
        if untrack(|| self.is_loaded()) || is_in_flight.get_value() {
            return;
        }
        is_in_flight.set_value(true);
        spawn_local(async move {
            let loaded = load().await;
            is_in_flight.set_value(false);
            parts.set(loaded.into());
        });
    }
}

/// A chunk with the functions `P`.
pub struct Chunk<P> {
    pub loading: Loading,
    functions: PhantomData<fn() -> P>,
}

// Derived, these would require them of the functions.
impl<P> Clone for Chunk<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Chunk<P> {}

impl<P: 'static> Chunk<P> {
    fn new(load: LoadChunk) -> Self {
        let parts = RwSignal::new(Loadable::Loading);
        let loading = Loading { parts, is_in_flight: StoredValue::new(false), load };
        Self { loading, functions: PhantomData }
    }

    /// The functions of the chunk, once it has loaded. Tracks that.
    pub fn loaded(self) -> Option<&'static P> {
        self.loading.parts.with(|parts| parts.loaded().copied())?.downcast_ref()
    }
}

/// The chunks. Provided by context; see [`use_late`].
#[derive(Clone, Copy)]
pub struct Late {
    pub search: Chunk<SearchParts>,
    pub page: Chunk<PageParts>,
    pub forecast: Chunk<ForecastParts>,
    pub details: Chunk<DetailsParts>,
    pub watch: Chunk<WatchParts>,
    pub desk: Chunk<DeskParts>,
    embed: EmbedOptions,
}

/// The chunks; available to every component. [`crate::app::App`] provides them.
pub fn use_late() -> Late {
    expect_context()
}

impl Late {
    pub fn new(load: LoadChunks, embed: EmbedOptions) -> Self {
        Self {
            search: Chunk::new(load.search),
            page: Chunk::new(load.page),
            forecast: Chunk::new(load.forecast),
            details: Chunk::new(load.details),
            watch: Chunk::new(load.watch),
            desk: Chunk::new(load.desk),
            embed,
        }
    }

    /// Loads the first chunk, unless that was requested. [`follow`](Self::follow) loads the others after it.
    pub fn begin(self) {
        let search = self.search.loading;
        if !search.is_in_flight.get_value() && !untrack(|| search.has_ended()) {
            document::add_style_sheet(STYLE_SHEET);
            search.load();
        }
    }

    /// Loads what every visit shows when the search has loaded, and then what is used on request only: the
    /// chunks in turn, so that the first ones have all of the bandwidth.
    pub fn follow(self) {
        let (search, page) = (self.search.loading, self.page.loading);
        let has_search = memo(move || search.has_ended());
        let has_page = memo(move || page.has_ended());
        effect(move || {
            if has_search.get() {
                page.load();
            }
        });
        effect(move || {
            if has_page.get() {
                timer::after_paint(move || self.others().for_each(Loading::load));
            }
        });
        // The loader of a chunk also loads those that it uses, if they were missing.
        let is_page_used = memo(move || self.others().any(Loading::is_loaded));
        effect(move || {
            if is_page_used.get() {
                page.load();
            }
        });
        let is_search_used = memo(move || page.is_loaded());
        effect(move || {
            if is_search_used.get() {
                search.load();
            }
        });
    }

    /// The chunks that are used on request only, without those of parts that a frame does not have.
    fn others(self) -> impl Iterator<Item = Loading> {
        let EmbedOptions { lists, forecast, .. } = self.embed;
        let is_page = !document::is_framed();
        let others = [
            (self.details.loading, lists),
            (self.forecast.loading, forecast),
            (self.watch.loading, is_page),
            (self.desk.loading, is_page),
        ];
        others.into_iter().filter_map(|(chunk, is_used)| is_used.then_some(chunk))
    }

    /// Loads the chunks that could not be loaded.
    pub fn load_missing(self) {
        let all = [self.search.loading, self.page.loading].into_iter().chain(self.others());
        let missing: Vec<Loading> = untrack(|| all.filter(|chunk| chunk.is_missing()).collect());
        if !missing.is_empty() {
            document::add_style_sheet(STYLE_SHEET);
        }
        missing.into_iter().for_each(Loading::load);
    }
}

//! The choices of the visitor, as signals that are changed by the methods here.

use super::{
    page_query::{Layout, PageQuery},
    place_name::PlaceOrigin,
    reactive::StateSignal,
    remembered_places::{self, RememberedPlace},
};
use crate::browser::{
    navigator,
    settings::{DefaultPlace, Settings},
    storage,
};
use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        chart::Period,
        county::County,
        geo::{Distance, Position, Radius},
        list_view::ListView,
        selection::ItemId,
        watch_list::WatchList,
    },
    i18n::Language,
};
use leptos::prelude::*;

const LANGUAGE_KEY: &str = "gorlif.language";
/// The last chosen place as a query.
const PLACE_KEY: &str = "gorlif.place";

/// The panels, of which one is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    #[default]
    Warnings,
    Rivers,
    Forecast,
    Watched,
}

impl Panel {
    /// The panel with the list that has the item.
    pub fn of(item: &ItemId) -> Self {
        match item {
            ItemId::Station(_) => Self::Rivers,
            ItemId::Area(_) => Self::Warnings,
        }
    }

    /// Whether the messages on the map are muted, because the panel is about something else that the map shows.
    pub fn mutes_messages(&self) -> bool {
        matches!(self, Self::Rivers | Self::Forecast)
    }
}

/// The highlighted part of the forecast.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ForecastChoice {
    /// Without one it is the page's own county.
    pub county: Option<County>,
    pub day: Option<NaiveDate>,
}

/// The choices of the visitor. Where a rule joins several choices, or one is stored on the device, only the methods here
/// and in [`watching`](super::watching) set them, which keep the rule.
#[derive(Clone, Copy)]
pub struct Choices {
    pub language: StateSignal<Language>,
    /// Whether the visitor or the query chose the language; only then is it in the query.
    is_language_chosen: RwSignal<bool>,
    /// The language that applies when the query names none.
    start_language: Language,
    /// Set by Back and Forward, whose changes must not add a history entry.
    pub(super) is_from_history: StoredValue<bool>,
    pub place: StateSignal<Option<Position>>,
    /// The county that the page is about; only without a place.
    pub county: StateSignal<Option<County>>,
    pub radius: StateSignal<Radius>,
    /// How the place was chosen.
    pub origin: StateSignal<PlaceOrigin>,
    /// The places that were searched for last, as text; [`remembered_places::places`] reads it.
    pub remembered: StateSignal<String>,
    pub selection: StateSignal<Option<ItemId>>,
    /// A position on the map for which "Check here?" is offered.
    pub offered: StateSignal<Option<Position>>,
    pub forecast: RwSignal<ForecastChoice>,
    pub panel: RwSignal<Panel>,
    /// The river whose gauges are listed, in the view of all Wales; empty for those of all rivers.
    pub river: RwSignal<String>,
    /// The filters of the lists and of the gauges on the map, and the order of the lists.
    pub list_view: RwSignal<ListView>,
    /// The period of the charts; a choice for one gauge applies to those opened later.
    pub chart_period: RwSignal<Period>,
    /// The briefing is being printed.
    pub is_printing: RwSignal<bool>,
    /// The visitor's watch list; changed by [`watching::change`](super::watching::change).
    pub watch_list: StateSignal<WatchList>,
    /// The visitor wants notifications, so that a hidden page polls too; switched by
    /// [`watching::switch_notifications`](super::watching::switch_notifications).
    pub notifies: StateSignal<bool>,
    /// A sound is played when a message is new or raised.
    pub plays_sound: RwSignal<bool>,
}

/// The area that the page is about at the start.
struct StartArea {
    place: Option<Position>,
    county: Option<County>,
    radius: Radius,
    origin: PlaceOrigin,
}

impl StartArea {
    /// Of the query, else of the settings, else the last choice on this device.
    fn new(query: &PageQuery, default: Option<&DefaultPlace>) -> Self {
        let default = default
            .filter(|_| query.place.is_none() && query.county.is_none() && query.river.is_empty());
        let place = query.place.or_else(|| {
            let place = default.and_then(|place| Position::new(place.lat, place.lon));
            place.filter(|place| place.in_service_box())
        });
        let default_radius = default.and_then(|place| {
            Radius::all().find(|radius| f64::from(radius.kilometres()) == place.radius)
        });
        let is_bare = place.is_none()
            && query.county.is_none()
            && query.river.is_empty()
            && query.selection.is_none();
        let stored = if is_bare { storage::get_own(PLACE_KEY) } else { None };
        let last = stored.map(|query| PageQuery::parse(&query)).unwrap_or_default();
        let origin = PlaceOrigin::of_address(query.accuracy.or(last.accuracy));
        let radius = query.radius.or(default_radius).unwrap_or_default();
        Self {
            county: query.county.filter(|_| place.is_none()).or(last.county),
            place: place.or(last.place),
            radius: radius.max(origin.least_radius()),
            origin,
        }
    }
}

/// The language that was chosen last on this device, else the first of the browser's that the page has.
fn start_language() -> Language {
    let stored = storage::get(LANGUAGE_KEY).and_then(|tag| Language::from_tag(&tag));
    let preferred = || navigator::languages().iter().find_map(|tag| Language::from_tag(tag));
    stored.or_else(preferred).unwrap_or_default()
}

impl Choices {
    /// The choices at the start. The wall view has no controls that would say what it leaves out, so that
    /// it has neither a selection nor filters.
    pub(super) fn new(query: PageQuery, settings: &Settings, layout: Layout) -> Self {
        let is_wall = layout == Layout::Wall;
        let start_language = start_language();
        let start = StartArea::new(&query, settings.place.as_ref());
        let forecast = ForecastChoice { county: query.forecast_county, day: query.day };
        let list_view = if is_wall { ListView::default() } else { query.list_view };
        let river = if is_wall { String::new() } else { query.river };
        let panel = if river.is_empty() { Panel::default() } else { Panel::Rivers };
        Self {
            language: StateSignal::new(query.language.unwrap_or(start_language)),
            is_language_chosen: RwSignal::new(query.language.is_some()),
            start_language,
            is_from_history: StoredValue::new(false),
            place: StateSignal::new(start.place),
            county: StateSignal::new(start.county),
            radius: StateSignal::new(start.radius),
            origin: StateSignal::new(start.origin),
            remembered: StateSignal::new(remembered_places::read()),
            selection: StateSignal::new(query.selection.filter(|_| !is_wall)),
            offered: StateSignal::new(None),
            forecast: RwSignal::new(forecast),
            panel: RwSignal::new(panel),
            river: RwSignal::new(river),
            list_view: RwSignal::new(list_view),
            chart_period: RwSignal::new(Period::default()),
            is_printing: RwSignal::new(false),
            watch_list: StateSignal::new(WatchList::default()),
            notifies: StateSignal::new(false),
            plays_sound: RwSignal::new(false),
        }
    }

    /// The choices as a query. Tracks them.
    pub(super) fn query(self, layout: Layout) -> PageQuery {
        let (place, forecast) = (self.place.get(), self.forecast.get());
        PageQuery {
            place,
            radius: place.map(|_| self.radius.get()),
            accuracy: self.origin.with(PlaceOrigin::accuracy),
            language: self.is_language_chosen.get().then(|| self.language.get()),
            selection: self.selection.get(),
            county: self.county.get(),
            river: self.river.get(),
            forecast_county: forecast.county,
            day: forecast.day,
            list_view: self.list_view.get(),
            layout,
        }
    }

    /// Opens a panel. What is selected in another list is no longer.
    pub fn open_panel(self, panel: Panel) {
        let of_list = self.selection.with_untracked(|item| item.as_ref().map(Panel::of));
        if self.panel.get_untracked() != panel && of_list.is_some_and(|list| list != panel) {
            self.selection.set(None);
        }
        self.panel.set(panel);
    }

    /// Removes the filters that may hide a message.
    pub fn show_all_messages(self) {
        if self.list_view.with_untracked(ListView::hides_messages) {
            self.list_view.update(|view| (view.severity, view.water) = (None, None));
        }
    }

    /// Applies the choices of a query after Back or Forward.
    pub(super) fn restore(self, query: PageQuery) {
        self.is_from_history.set_value(true);
        self.origin.set(PlaceOrigin::of_address(query.accuracy));
        self.place.set(query.place);
        self.county.set(query.county);
        if !query.river.is_empty() {
            self.panel.set(Panel::Rivers);
        }
        self.river.set(query.river);
        if let Some(radius) = query.radius {
            self.choose_radius(radius);
        }
        self.is_language_chosen.set(query.language.is_some());
        self.language.set(query.language.unwrap_or(self.start_language));
        self.selection.set(query.selection);
        self.forecast.set(ForecastChoice { county: query.forecast_county, day: query.day });
        self.list_view.set(query.list_view);
    }

    /// The place and radius, if a place was chosen. Tracks them.
    pub fn circle(self) -> Option<(Position, Radius)> {
        self.place.get().map(|place| (place, self.radius.get()))
    }

    /// Switches to the other language, and remembers it on this device.
    pub fn switch_language(self) {
        self.is_language_chosen.set(true);
        self.language.update(|language| *language = language.other());
        storage::set(LANGUAGE_KEY, self.language.get_untracked().tag());
    }

    /// Chooses a place, or all of Wales.
    pub fn choose_place(self, place: Option<Position>, origin: PlaceOrigin) {
        self.choose_area(place, None, origin);
    }

    /// Chooses a county instead of a place, or all of Wales.
    pub fn choose_county(self, county: Option<County>) {
        self.choose_area(None, county, PlaceOrigin::default());
    }

    /// Chooses a river in the view of all Wales, and opens the list of its gauges.
    pub fn choose_river(self, river: String) {
        self.set_area(None, None, PlaceOrigin::default());
        self.list_view.set(ListView::default());
        self.river.set(river);
        self.panel.set(Panel::Rivers);
    }

    /// Chooses an area, which is remembered on this device, except in a frame, whose visitors choose for that site.
    fn choose_area(self, place: Option<Position>, county: Option<County>, origin: PlaceOrigin) {
        let accuracy = origin.accuracy();
        self.set_area(place, county, origin);
        let query = PageQuery { place, county, accuracy, ..PageQuery::default() };
        storage::set_own(PLACE_KEY, &query.text());
    }

    /// Clears the selection.
    fn set_area(self, place: Option<Position>, county: Option<County>, origin: PlaceOrigin) {
        let accuracy = origin.accuracy();
        self.selection.set(None);
        self.offered.set(None);
        self.origin.set(origin);
        self.place.set(place);
        self.county.set(county);
        self.river.set(String::new());
        if accuracy.is_some() {
            self.choose_radius(self.radius.get_untracked());
        }
    }

    /// Chooses the radius, or the smallest one that contains all that a rough position may be.
    pub fn choose_radius(self, radius: Radius) {
        let radius = radius.max(self.origin.with_untracked(PlaceOrigin::least_radius));
        self.radius.set(radius);
    }

    /// Enlarges the radius to the smallest one that contains what lies within `spread` of the
    /// place, and 5 km around it.
    pub fn widen_radius(self, spread: Distance) {
        let least = spread.metres() + 5_000.0;
        let contains = |radius: &Radius| radius.distance().metres() >= least;
        if spread.metres() > 0.0 && !contains(&self.radius.get_untracked()) {
            self.choose_radius(Radius::all().find(contains).unwrap_or_default());
        }
    }

    /// Remembers a place that was searched for.
    pub fn remember(self, place: RememberedPlace) {
        self.remembered.update(|places| remembered_places::add(places, place));
    }

    /// Forgets a remembered place.
    pub fn forget(self, position: Position) {
        self.remembered.update(|places| remembered_places::remove(places, position));
    }

    /// Chooses the county whose forecast is shown; without one it is the page's own.
    pub fn choose_forecast_county(self, county: Option<County>) {
        self.forecast.update(|choice| choice.county = county);
    }

    /// Whether the visitor watches the gauge or area. Tracks the watch list.
    pub fn is_watched(self, item: &ItemId) -> bool {
        self.watch_list.with(|list| list.has_item(item))
    }

    /// Whether the page is about a river. Tracks it.
    pub fn has_river(self) -> bool {
        !self.river.with(String::is_empty)
    }

    /// Selects something, or nothing. Clears an offer to check a position.
    pub fn select(self, selection: Option<ItemId>) {
        self.offered.set(None);
        self.selection.set(selection);
    }

    /// Offers to check a position on the map. Clears the selection.
    pub fn offer(self, position: Position) {
        self.selection.set(None);
        self.offered.set(Some(position));
    }
}

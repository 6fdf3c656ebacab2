//! The state of the page in signals: the visitor's choices and the data. Everything else on the page is
//! derived from it.

use super::{
    area::{self, ByShape},
    clocks::{Clocks, Time, monotonic},
    levels_decoder::{self, DecodeLevels},
    loadable::Loadable,
    page_query::PageQuery,
    place_name::{Names, PlaceOrigin},
    reactive::memo,
    remembered_places,
    station_index::StationIndex,
    trends::Trends,
};
use crate::browser::{clock, document, history, navigator, settings::Settings, storage};
use chrono::{Datelike, NaiveDate};
use gorlif_core::{
    api::{Stations, Warnings, endpoint::Endpoint, operations::Operations},
    basemap::Basemap,
    council_levels::CouncilLevels,
    domain::{
        chart::Period,
        county::County,
        forecast::Forecast,
        freshness::Freshness,
        geo::{Coverage, Distance, Position, Radius},
        list_view::ListView,
        page_time::PageTime,
        seen::ChangesHere,
        selection::ItemId,
        station::{Station, Value},
        trend::Trend,
        uk_time,
        watch_list::WatchList,
    },
    flood_areas::FloodArea,
    gazetteer::Gazetteer,
    i18n::{Language, Messages, PlaceName, SearchArea},
    source::{
        clock::{ClockCorrection, PageClock},
        schedule::NextPoll,
        state::{Snapshot, SourceState},
        warnings::{Basis, Surroundings, WarningStatus, WarningsHere},
    },
};
use leptos::prelude::*;
use std::sync::Arc;

/// The panels, of which one is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    #[default]
    Warnings,
    Rivers,
    Forecast,
    Watched,
}

/// The result of the last press of "check now".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ManualCheck {
    #[default]
    NotPressed,
    /// Pressed; polling sets one of the following.
    Requested,
    InProgress,
    /// Every source succeeded; the check ended at this time.
    Succeeded(PageTime),
    /// A source failed; the check ended at this time.
    Failed(PageTime),
    /// The last requests were sent only seconds ago.
    TooSoon,
    /// The service allows no request before this time.
    Busy(PageTime),
}

/// What is highlighted in the forecast.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ForecastChoice {
    pub county: Option<County>,
    pub day: Option<NaiveDate>,
}

/// The visitor's choices and the data, as signals. Provided by context; see [`use_app_state`].
#[derive(Clone, Copy)]
pub struct AppState {
    pub language: RwSignal<Language>,
    /// Whether the visitor or the query chose the language; only then is it in the query.
    pub(super) language_chosen: RwSignal<bool>,
    /// The language that applies when the query names none.
    pub(super) start_language: Language,
    /// Set by Back and Forward, whose changes must not add a history entry.
    pub(super) is_from_history: StoredValue<bool>,
    pub place: RwSignal<Option<Position>>,
    /// The county that the page is about; only without a place.
    pub county: RwSignal<Option<County>>,
    pub radius: RwSignal<Radius>,
    /// The places that were searched for last, as text; [`remembered_places::places`] reads it.
    pub remembered: RwSignal<String>,
    /// How the place was chosen.
    pub origin: RwSignal<PlaceOrigin>,
    /// The gateway returns the exact positions of postcodes.
    pub(super) has_exact_postcodes: bool,
    /// The radius at the slider's position, which differs from `radius` while it is dragged.
    pub radius_preview: RwSignal<Radius>,
    pub selection: RwSignal<Option<ItemId>>,
    pub forecast_choice: RwSignal<ForecastChoice>,
    pub panel: RwSignal<Panel>,

    /// The time, updated a few times a minute: for displayed times and ages.
    pub(super) time: RwSignal<Time>,
    pub(super) clocks: StoredValue<Clocks>,
    /// The device's clock is wrong by more than the tolerance, so that the user should be told.
    pub clock_is_wrong: RwSignal<bool>,
    /// Counters of days, of quarters of an hour and of minutes, whose subscribers run that often.
    pub(super) day_number: Memo<i64>,
    pub(super) quarter: Memo<i64>,
    pub(super) minute: Memo<i64>,
    pub hidden: RwSignal<bool>,
    pub national_warnings: RwSignal<SourceState<Warnings>>,
    pub local_warnings: RwSignal<SourceState<Warnings>>,
    pub levels: RwSignal<SourceState<Stations>>,
    pub forecast: RwSignal<SourceState<Forecast>>,
    /// When each source is polled next.
    pub next_national_warnings: RwSignal<Option<NextPoll>>,
    pub next_local_warnings: RwSignal<Option<NextPoll>>,
    pub next_levels: RwSignal<Option<NextPoll>>,
    pub next_forecast: RwSignal<Option<NextPoll>>,
    /// The filters of the lists and of the gauges on the map, and the order of the lists.
    pub list_view: RwSignal<ListView>,
    /// The query of the address at the start.
    pub start_query: RwSignal<String>,
    /// The late module has loaded, whose controls say what is filtered; nothing is before.
    pub has_filters: RwSignal<bool>,
    /// What applies to messages, so that a choice about gauges changes no list of messages.
    pub message_view: Memo<ListView>,
    /// What applies to gauges.
    pub gauge_view: Memo<ListView>,
    /// What filters gauges, so that an order changes nothing on the map.
    pub gauge_filters: Memo<ListView>,
    /// The briefing is shown for printing.
    pub is_printing: RwSignal<bool>,
    /// The period of the charts; a choice for one gauge applies to those opened later.
    pub chart_period: RwSignal<Period>,
    /// The changes of the area's messages since they were seen; set by [`changes::follow`](super::changes::follow).
    pub changes: RwSignal<ChangesHere>,
    /// The levels of the council; set by [`council::follow`](super::council::follow).
    pub council_levels: RwSignal<CouncilLevels>,
    pub(super) has_council_levels: bool,
    /// The shapes of the flood areas; set by [`flood_areas::load`](super::flood_areas::load).
    pub flood_areas: RwSignal<Vec<Arc<FloodArea>>>,
    /// What of them cannot be used, for the operator.
    pub area_problems: RwSignal<String>,
    /// What follows from the shapes of the flood areas; set by [`flood_areas::follow`](super::flood_areas::follow).
    pub(super) by_shape: RwSignal<ByShape>,
    /// The trends of the gauges; set by [`readings::follow`](super::readings::follow).
    pub trends: RwSignal<Trends>,
    /// What the visitor watches; set by [`watching::follow`](super::watching::follow).
    pub watch_list: RwSignal<WatchList>,
    /// The visitor wants notifications, so that a hidden page polls too.
    pub notifies: RwSignal<bool>,
    /// A sound is played when a message is new or raised.
    pub plays_sound: RwSignal<bool>,
    /// The page is the wall view.
    pub is_wall: bool,
    /// The recorder's files are at `history/`.
    pub(super) has_history: bool,
    /// The versions of the operations.
    pub operations: Operations,
    /// The addresses of the service; `None` if the setting is none, which `main` reports.
    pub(super) endpoint: StoredValue<Option<Endpoint>>,
    /// The decoder of the river levels; `None` until the late module that has it is loaded.
    pub decode_levels: RwSignal<Option<DecodeLevels>>,
    /// The outlines of Wales. Without them it is not known whether the service covers a place.
    pub basemap: RwSignal<Loadable<Basemap>>,
    /// The places. Without them the page shows grid references.
    pub gazetteer: RwSignal<Loadable<Gazetteer>>,
    /// A newer version of the page is ready for the next load.
    pub new_version: RwSignal<bool>,
    /// Requested by a press of "check now"; then its result.
    pub manual_check: RwSignal<ManualCheck>,
    /// A position on the map for which "Check here?" is offered.
    pub offered: RwSignal<Option<Position>>,

    /// The maximum wait for the first responses has elapsed.
    pub wait_elapsed: RwSignal<bool>,
    /// The warnings and the gauges are painted, have failed, or took longer than a second; assets
    /// and forecast may be requested.
    pub primary_painted: RwSignal<bool>,
    /// The gauges of the newest snapshot.
    pub station_index: Memo<StationIndex>,
    /// The gauges for the map, once there are any. Large numbers are updated in a separate task.
    pub plotted: RwSignal<Option<StationIndex>>,
    /// The warnings that concern the place.
    pub warnings: Memo<WarningsHere>,
    pub forecast_freshness: Memo<Freshness>,
    pub search_area: Memo<SearchArea>,
}

/// The state of the page; available to every component. [`crate::app::App`] provides it.
pub fn use_app_state() -> AppState {
    expect_context()
}

impl AppState {
    /// The initial state from the address, the device and the settings, without data.
    pub fn new(settings: &Settings) -> Self {
        let query = history::query();
        let address = PageQuery::parse(&query);
        let default =
            settings.place.as_ref().filter(|_| address.place.is_none() && address.county.is_none());
        let default_place = default
            .and_then(|place| Position::new(place.lat, place.lon))
            .filter(|place| place.in_service_box());
        let default_radius = default.and_then(|place| {
            Radius::all().find(|radius| f64::from(radius.kilometres()) == place.radius)
        });
        let stored = storage::get(LANGUAGE_KEY).and_then(|tag| Language::from_tag(&tag));
        let preferred = || navigator::languages().iter().find_map(|tag| Language::from_tag(tag));

        let start_language = stored.or_else(preferred).unwrap_or_default();

        let is_wall = address.wall && !document::is_framed();
        // The wall view has no controls that would say what it leaves out.
        let list_view =
            RwSignal::new(if is_wall { ListView::default() } else { address.list_view });
        let has_filters = RwSignal::new(false);
        let view = move || if has_filters.get() { list_view.get() } else { ListView::default() };
        // Where the address and the settings name nothing, the last choice on this device.
        let is_bare = address.selection.is_none() && address.county.is_none();
        let start_place = address.place.or(default_place);
        let is_remembered = start_place.is_none() && is_bare && !document::is_framed();
        let remembered = storage::get(PLACE_KEY).filter(|_| is_remembered);
        let remembered = remembered.map(|query| PageQuery::parse(&query)).unwrap_or_default();
        let place = RwSignal::new(start_place.or(remembered.place));
        let start_county = address.county.filter(|_| start_place.is_none()).or(remembered.county);
        let county = RwSignal::new(start_county);
        let accuracy = address.accuracy.or(remembered.accuracy);
        let origin = PlaceOrigin::of_address(accuracy);
        let radius = address.radius.or(default_radius).unwrap_or_default();
        let radius = RwSignal::new(radius.max(origin.least_radius()));
        let origin = RwSignal::new(origin);
        let wall = clock::now();
        let correction = ClockCorrection::new(wall);
        let time = RwSignal::new(Time { page: PageTime::default(), epoch: correction.epoch() });
        let now = move || time.get().utc();
        let clocks =
            StoredValue::new(Clocks { clock: PageClock::new(wall, monotonic()), correction });
        let national_warnings = RwSignal::new(SourceState::<Warnings>::default());
        let local_warnings = RwSignal::new(SourceState::<Warnings>::default());
        let levels = RwSignal::new(SourceState::<Stations>::default());
        let basemap = RwSignal::new(Loadable::<Basemap>::Loading);
        let gazetteer = RwSignal::new(Loadable::<Gazetteer>::Loading);

        let station_index = memo(move || {
            levels.with(|source| {
                source
                    .snapshot()
                    .map(|snapshot| StationIndex::new(&snapshot.content))
                    .unwrap_or_default()
            })
        });
        let by_shape = RwSignal::new(ByShape::default());
        let wait_elapsed = RwSignal::new(false);
        let circle = move || place.get().map(|place| (place, radius.get()));
        let warnings = memo(move || {
            let now = time.get().page;
            national_warnings.with(|national| {
                by_shape.with(|by_shape| {
                    if let Some(county) = county.get() {
                        return basemap.with(|basemap| {
                            let relation = area::relation(basemap, by_shape, county);
                            WarningsHere::of_county(national, relation, now)
                        });
                    }
                    let inside = &by_shape.inside;
                    let here =
                        circle().map(|(centre, radius)| Surroundings { centre, radius, inside });
                    local_warnings.with(|local| WarningsHere::gather(national, local, here, now))
                })
            })
        });
        let forecast = RwSignal::new(SourceState::<Forecast>::default());
        let day_number = memo(move || i64::from(uk_time::date(now()).num_days_from_ce()));
        let forecast_freshness = memo(move || {
            let by_age = |snapshot: &Snapshot<Forecast>| {
                snapshot.content.freshness(
                    snapshot.as_of,
                    snapshot.since,
                    time.get().page,
                    uk_time::date(now()),
                )
            };
            forecast.with(|source| source.freshness(by_age))
        });
        let search_area = memo(move || match circle() {
            None => county.get().map_or(SearchArea::Wales, SearchArea::County),
            Some((place, radius)) => SearchArea::Around {
                radius,
                name: gazetteer.with(|gazetteer| {
                    basemap.with(|basemap| {
                        let (gazetteer, basemap) = (gazetteer.loaded(), basemap.loaded());
                        origin.with(|origin| Names { gazetteer, basemap }.of_chosen(place, origin))
                    })
                }),
                coverage: basemap.with(|basemap| {
                    basemap.loaded().map(|basemap| basemap.coverage(place, radius))
                }),
            },
        });

        Self {
            language: RwSignal::new(address.language.unwrap_or(start_language)),
            start_language,
            is_from_history: StoredValue::new(false),
            language_chosen: RwSignal::new(address.language.is_some()),
            place,
            county,
            radius,
            remembered: RwSignal::new(remembered_places::read()),
            origin,
            has_exact_postcodes: settings.postcodes,
            radius_preview: RwSignal::new(radius.get_untracked()),
            selection: RwSignal::new(address.selection.filter(|_| !is_wall)),
            forecast_choice: RwSignal::new(ForecastChoice {
                county: address.forecast_county,
                day: address.day,
            }),
            panel: RwSignal::new(Panel::default()),
            time,
            clocks,
            clock_is_wrong: RwSignal::new(false),
            quarter: memo(move || now().timestamp() / 900),
            minute: memo(move || now().timestamp() / 60),
            day_number,
            hidden: RwSignal::new(false),
            national_warnings,
            local_warnings,
            levels,
            forecast,
            next_national_warnings: RwSignal::new(None),
            next_local_warnings: RwSignal::new(None),
            next_levels: RwSignal::new(None),
            next_forecast: RwSignal::new(None),
            list_view,
            start_query: RwSignal::new(query),
            has_filters,
            message_view: memo(move || view().of_messages()),
            gauge_view: memo(move || view().of_gauges()),
            gauge_filters: memo(move || view().gauge_filters()),
            is_printing: RwSignal::new(false),
            chart_period: RwSignal::new(Period::default()),
            changes: RwSignal::new(ChangesHere::default()),
            council_levels: RwSignal::new(CouncilLevels::default()),
            has_council_levels: settings.levels,
            flood_areas: RwSignal::new(Vec::new()),
            by_shape,
            area_problems: RwSignal::new(String::new()),
            trends: RwSignal::new(Trends::default()),
            watch_list: RwSignal::new(WatchList::default()),
            notifies: RwSignal::new(false),
            plays_sound: RwSignal::new(false),
            is_wall,
            has_history: settings.history,
            operations: settings.operations,
            endpoint: StoredValue::new(
                Endpoint::parse(&settings.endpoint)
                    .map(|endpoint| endpoint.with(settings.operations)),
            ),
            decode_levels: RwSignal::new(levels_decoder::of_version(settings.operations.levels)),
            basemap,
            gazetteer,
            new_version: RwSignal::new(false),
            manual_check: RwSignal::new(ManualCheck::default()),
            offered: RwSignal::new(None),
            wait_elapsed,
            primary_painted: RwSignal::new(false),
            station_index,
            plotted: RwSignal::new(None),
            warnings,
            forecast_freshness,
            search_area,
        }
    }

    /// The messages in the chosen language; tracks it.
    pub fn messages(self) -> &'static Messages {
        self.language.get().messages()
    }

    /// The warning status of the place.
    pub fn status(self) -> WarningStatus {
        let is_covered = self.search_area.with(SearchArea::is_covered);
        self.warnings.with(|warnings| warnings.status(is_covered))
    }

    /// Whether the status of warnings is pending: the service's first response, or the outlines, which
    /// determine whether the service covers the place.
    pub fn is_waiting(self) -> bool {
        let is_placed = self.place.get().is_some();
        let (source, next) = if is_placed {
            (self.local_warnings, self.next_local_warnings)
        } else {
            (self.national_warnings, self.next_national_warnings)
        };
        let has_ended = source.with(SourceState::has_ended);
        let is_postponed = next
            .get()
            .and_then(|due| due.not_before)
            .is_some_and(|moment| moment > self.page_now());
        let is_pending = self.warnings.with(|warnings| {
            matches!(warnings.basis, Basis::Distance | Basis::NoSnapshot) || warnings.from_cache
        });
        let needs_outlines = is_placed || self.county.get().is_some();
        let is_awaiting_outlines = needs_outlines
            && self.basemap.with(|basemap| *basemap == Loadable::Loading)
            && self.warnings.with(|warnings| warnings.is_fresh && warnings.most_severe().is_none());
        (!has_ended && !is_postponed && is_pending) || is_awaiting_outlines
    }

    /// The place and radius, if a place was chosen.
    pub fn circle(self) -> Option<(Position, Radius)> {
        self.place.get().map(|place| (place, self.radius.get()))
    }

    pub fn switch_language(self) {
        self.language_chosen.set(true);
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

    /// Clears the selection. The choice is remembered on this device, except in a frame, whose
    /// visitors choose for that site.
    pub(super) fn choose_area(
        self,
        place: Option<Position>,
        county: Option<County>,
        origin: PlaceOrigin,
    ) {
        let accuracy = origin.accuracy();
        self.selection.set(None);
        self.offered.set(None);
        self.origin.set(origin);
        self.place.set(place);
        self.county.set(county);
        if accuracy.is_some() {
            self.choose_radius(self.radius.get_untracked());
        }
        if !document::is_framed() {
            let query = PageQuery { place, county, accuracy, ..PageQuery::default() };
            storage::set(PLACE_KEY, &query.text());
        }
    }

    /// Chooses the radius, or the smallest one that contains all that a rough position may be.
    pub fn choose_radius(self, radius: Radius) {
        let radius = radius.max(self.origin.with_untracked(PlaceOrigin::least_radius));
        self.radius_preview.set(radius);
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

    /// Chooses the county whose forecast is shown; without one it is the page's own.
    pub fn choose_forecast_county(self, county: Option<County>) {
        self.forecast_choice.update(|choice| choice.county = county);
    }

    /// Whether the visitor watches the gauge or area.
    pub fn is_watched(self, item: &ItemId) -> bool {
        self.watch_list.with(|list| list.has_item(item))
    }

    /// Selects something, or nothing. Clears an offer to check a position.
    pub fn select(self, selection: Option<ItemId>) {
        self.offered.set(None);
        self.selection.set(selection);
    }

    /// Offers to check a position on the map. Clears the selection.
    pub fn offer(self, spot: Position) {
        self.selection.set(None);
        self.offered.set(Some(spot));
    }

    /// Whether the position can be chosen: there is land within the radius, as far as the outlines
    /// have loaded.
    pub fn has_land(self, place: Position) -> bool {
        let radius = self.radius.get_untracked();
        self.basemap.with(|basemap| {
            basemap
                .loaded()
                .is_none_or(|basemap| basemap.coverage(place, radius) != Coverage::NoKnownLand)
        })
    }

    /// The county that contains a position; `None` also while the outlines are loading.
    pub fn county_at(self, position: Option<Position>) -> Option<County> {
        self.basemap.with(|basemap| basemap.loaded()?.county_at(position?))
    }

    /// The county that contains a position, or at sea the nearest one.
    pub fn nearest_county(self, position: Option<Position>) -> Option<County> {
        self.basemap.with(|basemap| basemap.loaded()?.nearest_county(position?))
    }

    /// The name of a position: the place at or near it, or its grid reference.
    pub fn place_name(self, position: Position) -> PlaceName {
        self.with_names(|names| names.of(position, false))
    }

    pub(super) fn with_names<R>(self, read: impl FnOnce(Names<'_>) -> R) -> R {
        self.gazetteer.with(|gazetteer| {
            self.basemap.with(|basemap| {
                read(Names { gazetteer: gazetteer.loaded(), basemap: basemap.loaded() })
            })
        })
    }

    /// The trend of a gauge; unknown unless its reading is fresh and has a level. Tracks the trends.
    pub fn trend(self, station: &Station, freshness: Freshness) -> Trend {
        let is_measured = matches!(station.value, Value::Measured { .. });
        if freshness != Freshness::Fresh || !is_measured || !station.is_reporting() {
            return Trend::Unknown;
        }
        self.trends.with(|trends| trends.get(&station.id))
    }

    /// The area in words: "Brecon, 10 km (6 miles)".
    pub fn area_name(self) -> String {
        let (messages, language) = (self.messages(), self.language.get());
        match self.search_area.get() {
            SearchArea::Wales => messages.all_wales.to_owned(),
            SearchArea::County(county) => language.of(county.english(), county.welsh()).to_owned(),
            SearchArea::Around { radius, name, .. } => {
                format!("{}, {}", (messages.place_name)(&name), (messages.radius_value)(radius))
            }
        }
    }

    /// The title of the document without the number of changes: the area, if one was chosen, and the page's
    /// own. Part of the late module.
    pub fn title(self) -> String {
        let (messages, language) = (self.messages(), self.language.get());
        let area = match self.search_area.get() {
            SearchArea::Wales => return messages.page_title.to_owned(),
            SearchArea::County(county) => language.of(county.english(), county.welsh()).to_owned(),
            SearchArea::Around { name, .. } => (messages.place_name)(&name),
        };
        format!("{area} · {}", messages.page_title)
    }
}

const LANGUAGE_KEY: &str = "gorlif.language";
/// The last chosen place as a query.
const PLACE_KEY: &str = "gorlif.place";

//! What the visitor has chosen and what is known, in signals. Everything else on the page is
//! derived from these.

mod polling;
pub mod reactive;
mod source_client;
pub mod station_index;
pub mod url;

use crate::browser::{
    clock, document, history, response_cache, settings::Settings, storage, timer,
};
use chrono::NaiveDate;
use gloo_events::EventListener;
use gorlif_core::{
    api::{Stations, Warnings, endpoint::Operation, response_times::ResponseTimes},
    atlas::Atlas,
    domain::{
        Timestamp,
        county::County,
        forecast::Forecast,
        freshness::Freshness,
        geo::{Coverage, Distance, Position, Radius},
        grid_reference::GridReference,
        page_time::PageTime,
        selection::Selection,
        uk_time,
    },
    i18n::{Language, Messages, PlaceName, SearchArea},
    source::{
        clock::{ClockCorrection, Epoch, PageClock},
        schedule::NextPoll,
        state::{Snapshot, SourceState},
        warnings::{Basis, WarningStatus, WarningsHere},
    },
};
use leptos::prelude::*;
use reactive::effect;
use station_index::StationIndex;
use std::sync::Arc;
use url::Address;

/// Which of the three views a phone shows. On a wide screen all three stand below one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    #[default]
    Warnings,
    Rivers,
    Forecast,
}

/// What the last press of "check now" did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CheckNow {
    #[default]
    NotPressed,
    Asking,
    /// When it ended, and whether every source could be had.
    Done(PageTime, bool),
    /// The last requests went out seconds ago.
    TooSoon,
    /// The service has asked to be left alone until then.
    Busy(PageTime),
}

/// How many sources there are whose times are held against each other.
const SOURCES: usize = 4;

/// The device's clocks, and what the responses say of them.
struct Clocks {
    clock: PageClock,
    correction: ClockCorrection<SOURCES>,
}

/// The bundled outlines and places.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Outlines {
    #[default]
    Loading,
    Loaded(Arc<Atlas>),
    Missing,
}

impl Outlines {
    pub fn atlas(&self) -> Option<&Arc<Atlas>> {
        match self {
            Self::Loaded(atlas) => Some(atlas),
            Self::Loading | Self::Missing => None,
        }
    }
}

/// The choices and the facts, as signals. Provided by context; see [`use_app_state`].
#[derive(Clone, Copy)]
pub struct AppState {
    pub language: RwSignal<Language>,
    /// Set only by a choice, so that an address stays as short as what was chosen.
    language_chosen: RwSignal<bool>,
    /// The language that the page starts in where its address names none.
    start_language: Language,
    /// Set by Back and Forward: what then changes is no new step.
    travelled: StoredValue<bool>,
    pub place: RwSignal<Option<Position>>,
    pub radius: RwSignal<Radius>,
    /// The radius that a finger on the slider passes, before it is chosen.
    pub radius_preview: RwSignal<Option<Radius>>,
    pub selection: RwSignal<Option<Selection>>,
    pub county: RwSignal<Option<County>>,
    pub day: RwSignal<Option<NaiveDate>>,
    pub panel: RwSignal<Panel>,

    /// The time in UTC, a few times a minute: for what is displayed and for the ages of readings.
    pub now: RwSignal<Timestamp>,
    /// The page's own time, in the same way: for the ages of answers.
    pub page_now: RwSignal<PageTime>,
    clocks: StoredValue<Clocks>,
    /// What the page's time is in UTC.
    epoch: RwSignal<Epoch>,
    /// The device's clock is wrong by more than people should not be told of.
    pub clock_is_wrong: RwSignal<bool>,
    /// The date, for what is told with the day: it changes once a day, and so does what follows
    /// it.
    pub today: Memo<NaiveDate>,
    /// Counts quarters of an hour, in the same way, and minutes.
    quarter: Memo<i64>,
    minute: Memo<i64>,
    pub hidden: RwSignal<bool>,
    pub national_warnings: RwSignal<SourceState<Warnings>>,
    pub local_warnings: RwSignal<SourceState<Warnings>>,
    pub levels: RwSignal<SourceState<Stations>>,
    pub forecast: RwSignal<SourceState<Forecast>>,
    /// When each is asked next.
    pub next_national_warnings: RwSignal<Option<NextPoll>>,
    pub next_local_warnings: RwSignal<Option<NextPoll>>,
    pub next_levels: RwSignal<Option<NextPoll>>,
    pub next_forecast: RwSignal<Option<NextPoll>>,
    /// Leaves gauges without a current reading out of list and map.
    pub only_current: RwSignal<bool>,
    pub outlines: RwSignal<Outlines>,
    /// The same, once they have loaded.
    pub atlas: Memo<Option<Arc<Atlas>>>,
    /// A newer version of the page is ready for the next load.
    pub new_version: RwSignal<bool>,
    /// Counts the presses of "check now".
    pub check_now: RwSignal<u32>,
    /// What the last press did.
    pub checked: RwSignal<CheckNow>,
    /// A spot on the map for which "Check here?" is offered.
    pub offered: RwSignal<Option<Position>>,

    /// The page has waited for its first answers for as long as anyone should.
    pub wait_elapsed: RwSignal<bool>,
    /// The warnings and the gauges are on the screen, or cannot be had by now: the rest may
    /// follow.
    pub primary_painted: RwSignal<bool>,
    /// The gauges of the newest picture.
    pub station_index: Memo<StationIndex>,
    /// The same for the map, once there are any: of very many it follows in a task of its own.
    pub plotted: RwSignal<Option<StationIndex>>,
    /// What concerns the place, of the warnings.
    pub warnings: Memo<WarningsHere>,
    pub forecast_freshness: Memo<Freshness>,
    pub status: Memo<WarningStatus>,
    pub search_area: Memo<SearchArea>,
}

/// The state of the page. Every component can use it: [`crate::app::App`] provides it.
pub fn use_app_state() -> AppState {
    expect_context()
}

/// A place of the atlas counts as the chosen point itself, or as near it.
const AT: Distance = Distance::from_metres_const(400.0);
const NEAR: Distance = Distance::from_metres_const(8_000.0);

/// To order and to draw more gauges than this takes longer than a finger should have to wait.
const LONG: usize = 20_000;

impl AppState {
    /// The state that the address, the device and the settings ask for, with everything still
    /// unknown.
    pub fn new(settings: &Settings) -> Self {
        let address = Address::parse(&history::query());
        let default = settings.place.as_ref().filter(|_| address.place.is_none());
        let default_place = default
            .and_then(|place| Position::new(place.lat, place.lon))
            .filter(|place| place.in_service_box());
        let default_radius = default.and_then(|place| {
            Radius::all().find(|radius| f64::from(radius.kilometres()) == place.radius)
        });
        let stored = storage::get(LANGUAGE_KEY).and_then(|tag| Language::from_tag(&tag));
        let preferred = || document::languages().iter().find_map(|tag| Language::from_tag(tag));

        let start_language = stored.or_else(preferred).unwrap_or_default();

        let place = RwSignal::new(address.place.or(default_place));
        let radius = RwSignal::new(address.radius.or(default_radius).unwrap_or_default());
        let wall = clock::now();
        let (now, page_now) = (RwSignal::new(wall), RwSignal::new(PageTime::default()));
        let correction = ClockCorrection::new(wall);
        let epoch = RwSignal::new(correction.epoch());
        let clocks =
            StoredValue::new(Clocks { clock: PageClock::new(wall, monotonic()), correction });
        let national_warnings = RwSignal::new(SourceState::<Warnings>::default());
        let local_warnings = RwSignal::new(SourceState::<Warnings>::default());
        let levels = RwSignal::new(SourceState::<Stations>::default());
        let outlines = RwSignal::new(Outlines::default());
        let atlas = Memo::new(move |_| outlines.with(|outlines| outlines.atlas().cloned()));

        let station_index = Memo::new(move |_| {
            levels.with(|source| {
                source
                    .picture()
                    .map(|picture| StationIndex::new(&picture.content))
                    .unwrap_or_default()
            })
        });
        let wait_elapsed = RwSignal::new(false);
        let circle = move || place.get().map(|place| (place, radius.get()));
        let warnings = Memo::new(move |_| {
            national_warnings.with(|national_warnings| {
                local_warnings.with(|local_warnings| {
                    WarningsHere::gather(
                        national_warnings,
                        local_warnings,
                        circle(),
                        page_now.get(),
                    )
                })
            })
        });
        let forecast = RwSignal::new(SourceState::<Forecast>::default());
        let today = Memo::new(move |_| uk_time::date(now.get()));
        let forecast_freshness = Memo::new(move |_| {
            let by_age = |picture: &Snapshot<Forecast>| {
                Freshness::of_forecast(&picture.content, picture.as_of, page_now.get(), today.get())
            };
            forecast.with(|source| source.state(by_age))
        });
        let search_area = Memo::new(move |_| match circle() {
            None => SearchArea::Wales,
            Some((place, radius)) => atlas.with(|atlas| SearchArea::Around {
                radius,
                name: name(atlas.as_deref(), place),
                coverage: atlas.as_ref().map(|atlas| atlas.coverage(place, radius)),
            }),
        });
        let status = Memo::new(move |_| {
            let is_covered = search_area.with(SearchArea::is_covered);
            warnings.with(|warnings| warnings.verdict(is_covered))
        });

        Self {
            language: RwSignal::new(address.language.unwrap_or(start_language)),
            start_language,
            travelled: StoredValue::new(false),
            language_chosen: RwSignal::new(address.language.is_some()),
            place,
            radius,
            radius_preview: RwSignal::new(None),
            selection: RwSignal::new(address.selection),
            county: RwSignal::new(address.county),
            day: RwSignal::new(address.day),
            panel: RwSignal::new(Panel::default()),
            now,
            page_now,
            clocks,
            epoch,
            clock_is_wrong: RwSignal::new(false),
            quarter: Memo::new(move |_| now.get().timestamp() / 900),
            minute: Memo::new(move |_| now.get().timestamp() / 60),
            today,
            hidden: RwSignal::new(false),
            national_warnings,
            local_warnings,
            levels,
            forecast,
            next_national_warnings: RwSignal::new(None),
            next_local_warnings: RwSignal::new(None),
            next_levels: RwSignal::new(None),
            next_forecast: RwSignal::new(None),
            only_current: RwSignal::new(false),
            outlines,
            atlas,
            new_version: RwSignal::new(false),
            check_now: RwSignal::new(0),
            checked: RwSignal::new(CheckNow::default()),
            offered: RwSignal::new(None),
            wait_elapsed,
            primary_painted: RwSignal::new(false),
            station_index,
            plotted: RwSignal::new(None),
            warnings,
            forecast_freshness,
            status,
            search_area,
        }
    }

    /// The words of the chosen language; tracks it.
    pub fn messages(self) -> &'static Messages {
        self.language.get().messages()
    }

    /// The time for telling moments by the day: what reads it follows the day, not the minute.
    pub fn now_by_day(self) -> Timestamp {
        self.today.get();
        self.now.get_untracked()
    }

    /// Reads both clocks of the device, then `read`s what follows from them.
    fn with_clocks<R>(self, read: impl FnOnce(&mut Clocks) -> R) -> R {
        let mut clocks = self.clocks.write_value();
        if clocks.clock.advance(clock::now(), monotonic()) {
            clocks.correction.reset();
        }
        read(&mut clocks)
    }

    /// The page's own time.
    pub fn page_time(self) -> PageTime {
        self.with_clocks(|clocks| clocks.clock.now())
    }

    /// How often the device's clocks have parted: it slept, or its clock was set.
    fn clock_steps(self) -> u32 {
        self.with_clocks(|clocks| clocks.clock.steps())
    }

    /// How often the device's wall clock was set back.
    fn clock_set_back(self) -> u32 {
        self.with_clocks(|clocks| clocks.clock.set_back())
    }

    /// The moment of the page's time that the device's wall clock showed at `wall`; `None` if it
    /// has not shown that yet.
    fn at_wall(self, wall: Timestamp) -> Option<PageTime> {
        self.with_clocks(|clocks| clocks.clock.at_wall(wall))
    }

    /// What the device's wall clock showed at that moment.
    fn wall_at(self, at: PageTime) -> Timestamp {
        self.with_clocks(|clocks| clocks.clock.wall_at(at))
    }

    /// A moment of the page's time in UTC, as far as that is known; follows what is known.
    pub fn utc(self, at: PageTime) -> Timestamp {
        self.epoch.get().utc(at)
    }

    fn utc_untracked(self, at: PageTime) -> Timestamp {
        self.epoch.get_untracked().utc(at)
    }

    /// Holds the device's clock against what a good response of a source says.
    fn learn_time(self, operation: Operation, times: ResponseTimes, at: PageTime) {
        let epoch = self.with_clocks(|clocks| {
            clocks.correction.learn(operation as usize, times, at);
            clocks.correction.epoch()
        });
        if epoch != self.epoch.get_untracked() {
            self.epoch.set(epoch);
            self.tell_time();
        }
    }

    /// Moves the times on by which the page is drawn.
    fn tell_time(self) {
        let at = self.page_time();
        let epoch = self.epoch.get_untracked();
        self.page_now.set(at);
        self.now.set(epoch.utc(at));
        let is_wrong = epoch.contradicts(at, clock::now());
        if is_wrong != self.clock_is_wrong.get_untracked() {
            self.clock_is_wrong.set(is_wrong);
        }
    }

    /// The time for what is told of long spans: what reads it follows the quarter of an hour.
    pub fn now_by_quarter(self) -> Timestamp {
        self.quarter.get();
        self.now.get_untracked()
    }

    /// The time for the ages of readings, which are given to the minute: what reads it follows the
    /// minute.
    pub fn now_by_minute(self) -> Timestamp {
        self.minute.get();
        self.now.get_untracked()
    }

    /// Whether the answer on warnings is only still on its way: the service's own, or the outlines
    /// that tell whether it covers the place.
    pub fn is_waiting(self) -> bool {
        let is_placed = self.place.get().is_some();
        let (source, next) = if is_placed {
            (self.local_warnings, self.next_local_warnings)
        } else {
            (self.national_warnings, self.next_national_warnings)
        };
        let failed = source.with(|source| source.failure().is_some());
        let put_off = next
            .get()
            .and_then(|due| due.not_before)
            .is_some_and(|moment| moment > self.page_now.get());
        let unanswered =
            self.warnings.with(|warnings| warnings.basis != Basis::Service || warnings.from_cache);
        let unplaced = is_placed
            && self.outlines.with(|outlines| *outlines == Outlines::Loading)
            && self.warnings.with(|warnings| warnings.is_fresh && warnings.most_severe().is_none());
        (!failed && !put_off && unanswered) || unplaced
    }

    /// The place and radius, if a place was chosen.
    pub fn circle(self) -> Option<(Position, Radius)> {
        self.place.get().map(|place| (place, self.radius.get()))
    }

    /// The class of the section that shows a view. A phone shows only the open one.
    pub fn panel_class(self, panel: Panel) -> &'static str {
        match (panel, self.panel.get() == panel) {
            (Panel::Warnings, true) => "panel warnings open",
            (Panel::Warnings, false) => "panel warnings",
            (Panel::Rivers, true) => "panel rivers open",
            (Panel::Rivers, false) => "panel rivers",
            (Panel::Forecast, true) => "panel forecast open",
            (Panel::Forecast, false) => "panel forecast",
        }
    }

    pub fn switch_language(self) {
        self.language_chosen.set(true);
        self.language.update(|language| *language = language.other());
        storage::set(LANGUAGE_KEY, self.language.get_untracked().tag());
    }

    /// Another place, or all of Wales. What was selected about the old one is let go.
    pub fn choose_place(self, place: Option<Position>) {
        self.selection.set(None);
        self.offered.set(None);
        self.place.set(place);
    }

    /// Selects something, or nothing. An offer to check a spot goes.
    pub fn select(self, selection: Option<Selection>) {
        self.offered.set(None);
        self.selection.set(selection);
    }

    /// Offers to check a spot on the map. The selection is cleared.
    pub fn offer(self, spot: Position) {
        self.selection.set(None);
        self.offered.set(Some(spot));
    }

    /// Whether a place can be chosen there: some land lies within the radius, as far as the
    /// outlines have loaded.
    pub fn has_land(self, place: Position) -> bool {
        let radius = self.radius.get_untracked();
        self.atlas.with(|atlas| {
            atlas.as_ref().is_none_or(|atlas| atlas.coverage(place, radius) != Coverage::Sea)
        })
    }

    /// The choices as an address.
    pub fn address(self) -> Address {
        let place = self.place.get();
        Address {
            place,
            radius: place.map(|_| self.radius.get()),
            language: self.language_chosen.get().then(|| self.language.get()),
            selection: self.selection.get(),
            county: self.county.get(),
            day: self.day.get(),
        }
    }

    /// Takes over the choices of an address that was gone back to.
    fn travel_to(self, address: Address) {
        self.travelled.set_value(true);
        let Address { place, radius, language, selection, county, day } = address;
        self.place.set(place);
        if let Some(radius) = radius {
            self.radius.set(radius);
        }
        self.language_chosen.set(language.is_some());
        self.language.set(language.unwrap_or(self.start_language));
        self.selection.set(selection);
        self.county.set(county);
        self.day.set(day);
    }

    /// Binds the state to the address bar, the document and the service. The listeners end with the
    /// returned value.
    pub fn connect(self, settings: &Settings) -> (Vec<EventListener>, polling::Polling) {
        let mut first = true;
        effect(move || {
            let query = self.address().query();
            let travelled = self.travelled.get_value();
            self.travelled.set_value(false);
            // The first run finds the address as it is; a step into history is only what the
            // visitor chose.
            if std::mem::take(&mut first) || query == history::query() {
                return;
            }
            if travelled { history::replace(&query) } else { history::push(&query) }
        });
        effect(move || {
            document::set_language(self.language.get().tag());
            document::set_title(self.messages().page_title);
        });
        effect(move || {
            if self.levels.with(|source| source.picture().is_some()) {
                let station_index = self.station_index.get();
                let is_long = station_index.all().len() > LONG;
                let plot = move || self.plotted.set(Some(station_index));
                if is_long { timer::after_paint(plot) } else { plot() }
            }
        });
        effect(move || {
            let has_settled = self.wait_elapsed.get()
                || (self.national_warnings.with(SourceState::is_settled)
                    && self.levels.with(SourceState::is_settled));
            if has_settled && !self.primary_painted.get_untracked() {
                timer::after_paint(move || self.primary_painted.set(true));
            }
        });
        let travel = history::on_travel(move || self.travel_to(Address::parse(&history::query())));
        let new_version = response_cache::on_new_version(move || self.new_version.set(true));
        (travel.into_iter().chain(new_version).collect(), polling::start(self, settings))
    }
}

/// The monotonic clock in whole milliseconds.
fn monotonic() -> i64 {
    #[allow(clippy::cast_possible_truncation)] // far below 2^53
    {
        clock::monotonic() as i64
    }
}

const LANGUAGE_KEY: &str = "gorlif.language";

/// What a position is called: the place it is, the place it is near, or its grid reference.
pub fn name(atlas: Option<&Atlas>, position: Position) -> PlaceName {
    let reference = || {
        GridReference::of(position)
            .map_or_else(String::new, |reference| reference.text(3).replace(' ', "\u{a0}"))
    };
    match atlas.and_then(|atlas| atlas.nearest_place(position)) {
        Some(place) if place.position.distance_to(position) <= AT => {
            PlaceName::Place(place.name.clone())
        }
        Some(place) if place.position.distance_to(position) <= NEAR => {
            PlaceName::Near(reference(), place.name.clone())
        }
        _ => PlaceName::Point(reference()),
    }
}

/// The county in which a position lies.
pub fn county_of(atlas: Option<&Atlas>, position: Option<Position>) -> Option<County> {
    atlas?.county_at(position?)
}

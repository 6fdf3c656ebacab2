//! The state of the page: its parts, and what is derived from them.

use super::{
    assets::Assets,
    choices::Choices,
    clock::Clock,
    deployment::Deployment,
    loadable::Loadable,
    page_area::{self, ByShape},
    page_query::PageQuery,
    progress::{LateState, Progress},
    reactive::{memo, memo_with_previous},
    sources::Sources,
    station_index::{ByStation, StationIndex},
};
use crate::browser::{address, settings::Settings};
use gorlif_core::{
    council_levels::CouncilLevels,
    domain::{
        freshness::Freshness, geo::Position, level_record::Comparison, list_view::ListView,
        seen::ChangesHere, station::Station, trend::Trend,
    },
    i18n::{Language, PlaceName, SearchArea, Texts},
    source::{
        state::SourceState,
        warnings::{Basis, Shapes, Surroundings, WarningStatus, WarningsHere},
    },
};
use leptos::prelude::*;
use std::ops::Deref;

/// The state of the page. Provided by context; see [`use_app_state`].
///
/// A reference, since each closure of the page has its own copy: the parts are some thousand bytes. They live as
/// long as the document, as the page does, which is mounted once.
#[derive(Clone, Copy)]
pub struct AppState(&'static StateParts);

impl Deref for AppState {
    type Target = StateParts;
    fn deref(&self) -> &StateParts {
        self.0
    }
}

/// The parts of the state, and the memos that are derived from several of them.
pub struct StateParts {
    pub choices: Choices,
    pub sources: Sources,
    pub clock: Clock,
    pub deployment: Deployment,
    pub assets: Assets,
    pub progress: Progress,
    /// The filters and the order of messages, so that a choice about gauges changes no list of messages. Until the
    /// chunk `page` has loaded, whose controls say what is filtered, nothing is.
    pub message_view: Memo<ListView>,
    /// The filters and the order of gauges.
    pub gauge_view: Memo<ListView>,
    /// The filters of gauges, so that an order changes nothing on the map.
    pub gauge_filters: Memo<ListView>,
    /// The gauges of the newest snapshot.
    pub station_index: Memo<StationIndex>,
    /// The warnings that concern the place.
    pub warnings: Memo<WarningsHere>,
    pub search_area: Memo<SearchArea>,
}

/// The state of the page; available to every component. [`crate::app::App`] provides it.
pub fn use_app_state() -> AppState {
    expect_context()
}

impl AppState {
    /// The initial state from the address, the device and the settings, without data.
    pub fn new(settings: Settings) -> Self {
        let settings: &Settings = Box::leak(Box::new(settings));
        let start_query = address::query();
        let query = PageQuery::parse(&start_query);
        let deployment = Deployment::new(settings, start_query, &query);
        let choices = Choices::new(query, settings, deployment.layout);
        let (clock, assets, progress) = (Clock::new(), Assets::default(), Progress::default());
        let sources = Sources::new(settings.operations);
        let view = move || of_late(progress, |_| choices.list_view.get());
        let parts = StateParts {
            choices,
            sources,
            clock,
            deployment,
            assets,
            progress,
            message_view: memo(move || view().of_messages()),
            gauge_view: memo(move || view().of_gauges()),
            gauge_filters: memo(move || view().gauge_filters()),
            station_index: memo(move || {
                let stations = |source: &SourceState<_>| {
                    source.snapshot().map(|snapshot| StationIndex::new(&snapshot.content))
                };
                sources.levels.with(stations).unwrap_or_default()
            }),
            warnings: memo_with_previous(move |before| {
                let has_areas = settings.areas.is_some();
                warnings_here(choices, sources, clock, assets, has_areas, progress).holding(before)
            }),
            search_area: memo(move || search_area(choices, assets)),
        };
        Self(Box::leak(Box::new(parts)))
    }

    /// The chosen language. Tracks it.
    pub fn language(self) -> Language {
        self.choices.language.get()
    }

    /// The texts in the chosen language. Tracks it.
    pub fn texts(self) -> &'static Texts {
        self.language().texts()
    }

    /// The warning status of the place.
    pub fn status(self) -> WarningStatus {
        let is_covered = self.search_area.with(SearchArea::is_covered);
        self.warnings.with(|warnings| warnings.status(is_covered))
    }

    /// Whether the status of warnings is pending: the service's first response, the outlines, which determine whether the
    /// service covers the place, or for a while the shapes of the areas.
    pub fn is_waiting(self) -> bool {
        let is_placed = self.choices.place.get().is_some();
        let source =
            if is_placed { self.sources.local_warnings } else { self.sources.national_warnings };
        let has_ended = source.with(SourceState::has_ended);
        let is_postponed = source
            .next()
            .and_then(|due| due.not_before)
            .is_some_and(|moment| moment > self.clock.page_now());
        let needs_outlines = is_placed || self.choices.county.get().is_some();
        let is_awaiting_outlines =
            needs_outlines && self.assets.basemap.with(|basemap| *basemap == Loadable::Loading);
        let may_await_shapes = !self.progress.wait_elapsed.get();
        self.warnings.with(|warnings| {
            let is_pending = matches!(warnings.basis, Basis::Distance | Basis::NoSnapshot)
                || warnings.from_cache;
            let is_awaiting_shapes = may_await_shapes
                && warnings.awaits_shapes
                && (warnings.unsettled > 0 || !warnings.is_fresh);
            let is_awaiting_files =
                (is_awaiting_outlines && warnings.is_fresh) || is_awaiting_shapes;
            (!has_ended && !is_postponed && is_pending)
                || (is_awaiting_files && warnings.most_severe().is_none())
        })
    }

    /// Whether the position can be chosen: there is land within the radius, as far as the outlines
    /// have loaded.
    pub fn has_land(self, place: Position) -> bool {
        self.assets.has_land(place, self.choices.radius.get_untracked())
    }

    /// The name of a position: the place at or near it, or its grid reference.
    pub fn place_name(self, position: Position) -> PlaceName {
        self.assets.with_names(|names| names.of(position, false))
    }

    /// The freshness of the forecast. Tracks it. Used by late chunks only.
    pub fn forecast_freshness(self) -> Freshness {
        of_late(self.progress, |late| late.forecast_freshness.get())
    }

    /// The trend of a gauge; unknown unless its reading is fresh and has a level. Tracks the trends.
    pub fn trend(self, station: &Station, freshness: Freshness) -> Trend {
        if station.current_level(freshness).is_some() {
            self.last_trend(station)
        } else {
            Trend::UNKNOWN
        }
    }

    /// How the level of a gauge compares with its past; `None` unless its reading is fresh. Tracks the comparisons.
    pub fn comparison(self, station: &Station, freshness: Freshness) -> Option<Comparison> {
        self.last_comparison(station).filter(|_| station.current_level(freshness).is_some())
    }

    /// The same, whatever the age of its reading.
    fn last_comparison(self, station: &Station) -> Option<Comparison> {
        with_late(
            self.progress,
            |late| late.comparisons,
            |comparisons| comparisons.get(&station.id),
        )
    }

    /// Whether there are gauges that can be compared with their past. Tracks it.
    pub fn has_standings(self) -> bool {
        !with_late(self.progress, |late| late.comparisons, ByStation::is_empty)
    }

    /// Whether the sensor of a gauge may be stuck: a level below a threshold is no proof then. Tracks the comparisons.
    pub fn is_stuck(self, station: &Station) -> bool {
        matches!(self.last_comparison(station), Some(Comparison::Unchanged(_)))
    }

    /// The trend of a gauge, whatever the age of its reading; unknown for a sensor that may be stuck. Tracks the trends and the
    /// comparisons.
    pub fn last_trend(self, station: &Station) -> Trend {
        if self.is_stuck(station) {
            return Trend::UNKNOWN;
        }
        with_late(self.progress, |late| late.trends, |trends| trends.get(&station.id))
            .unwrap_or_default()
    }

    /// Whether a gauge is on the chosen river, if there is one. Tracks it.
    pub fn is_of_river(self) -> Option<impl Fn(&Station) -> bool> {
        let (river, late) = (self.choices.river.get(), self.progress.late.get()?);
        (!river.is_empty()).then_some(move |station: &Station| (late.is_of_river)(station, &river))
    }

    /// The levels of the council. Tracks them.
    pub fn council_levels(self) -> CouncilLevels {
        of_late(self.progress, |late| late.council_levels.get())
    }

    /// The changes of the area's messages since they were seen. Tracks them.
    pub fn changes(self) -> ChangesHere {
        of_late(self.progress, |late| late.changes.get())
    }

    /// What follows from the shapes of the flood areas. Tracks it.
    pub(super) fn with_shapes<T>(self, read: impl FnOnce(&ByShape) -> T) -> T {
        with_late(self.progress, |late| late.by_shape, read)
    }

    /// The place, the county or all of Wales: "Brecon".
    pub fn place_or_county(self) -> String {
        let (texts, language) = (self.texts(), self.language());
        match self.search_area.get() {
            SearchArea::Wales => texts.all_wales.to_owned(),
            SearchArea::County(county) => language.of(county.english(), county.welsh()).to_owned(),
            SearchArea::Around { name, .. } => (texts.place_name)(&name),
        }
    }

    /// The area in words: "Brecon, 10 km (6 miles)".
    pub fn area_name(self) -> String {
        let mut name = self.place_or_county();
        if let SearchArea::Around { radius, .. } = self.search_area.get() {
            name = name + ", " + &self.language().radius(radius);
        }
        name
    }

    /// The title of the document without the number of changes: the area, if one was chosen, and the page's
    /// own. Used by late chunks only.
    pub fn title(self) -> String {
        let title = self.texts().page_title;
        match self.search_area.get() {
            SearchArea::Wales => title.to_owned(),
            _ => format!("{} · {title}", self.place_or_county()),
        }
    }
}

/// A value that the chunk `page` has derived; the default until it has loaded.
fn of_late<T: Default>(progress: Progress, read: impl FnOnce(LateState) -> T) -> T {
    progress.late.get().map(read).unwrap_or_default()
}

/// Reads a memo of the chunk `page`; the default of its value until the chunk has loaded.
pub(super) fn with_late<V: Default + Send + Sync + 'static, T>(
    progress: Progress,
    memo: fn(&LateState) -> Memo<V>,
    read: impl FnOnce(&V) -> T,
) -> T {
    match progress.late.get() {
        Some(late) => memo(&late).with(read),
        None => read(&V::default()),
    }
}

fn warnings_here(
    choices: Choices,
    sources: Sources,
    clock: Clock,
    assets: Assets,
    has_areas: bool,
    progress: Progress,
) -> WarningsHere {
    let now = clock.page_now();
    sources.national_warnings.with(|national| {
        with_late(
            progress,
            |late| late.by_shape,
            |by_shape| {
                if let Some(county) = choices.county.get() {
                    return assets.basemap.with(|basemap| {
                        let relation = page_area::relation(basemap, by_shape, county);
                        WarningsHere::of_county(national, relation, now)
                    });
                }
                let shapes =
                    if has_areas { by_shape.shapes.shapes() } else { Shapes::NotConfigured };
                let here = choices.circle().map(|(centre, radius)| Surroundings {
                    centre,
                    radius,
                    shapes,
                });
                sources
                    .local_warnings
                    .with(|local| WarningsHere::gather(national, local, here, now))
            },
        )
    })
}

fn search_area(choices: Choices, assets: Assets) -> SearchArea {
    let Some((place, radius)) = choices.circle() else {
        return choices.county.get().map_or(SearchArea::Wales, SearchArea::County);
    };
    SearchArea::Around {
        radius,
        name: assets
            .with_names(|names| choices.origin.with(|origin| names.of_chosen(place, origin))),
        coverage: assets
            .basemap
            .with(|basemap| basemap.loaded().map(|basemap| basemap.coverage(place, radius))),
    }
}

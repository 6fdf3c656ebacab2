//! The files that are loaded after the first data: outlines, places, and the shapes of the flood areas.

use super::loadable::Loadable;
use crate::browser::fetch::{self, Abort, RequestOptions};
use gorlif_core::{
    area_names::AreaNames,
    basemap::Basemap,
    domain::{
        county::County,
        geo::{Coverage, Position, Radius},
    },
    flood_areas::FloodArea,
    gazetteer::{Gazetteer, RailwayStation},
};
use leptos::prelude::*;
use std::sync::Arc;

/// The loaded files.
#[derive(Clone, Copy)]
pub struct Assets {
    /// The outlines of Wales. Without them it is not known whether the service covers a place.
    pub basemap: RwSignal<Loadable<Basemap>>,
    /// The places. Without them the page shows grid references.
    pub gazetteer: RwSignal<Loadable<Gazetteer>>,
    is_requested: StoredValue<bool>,
    /// The railway stations; loaded by [`railway_stations::load`](super::railway_stations::load).
    pub railway_stations: ReadSignal<Arc<Vec<RailwayStation>>>,
    pub(super) set_railway_stations: WriteSignal<Arc<Vec<RailwayStation>>>,
    /// The shapes of the flood areas; loaded by [`flood_areas::load`](super::flood_areas::load).
    pub flood_areas: ReadSignal<Vec<Arc<FloodArea>>>,
    pub(super) set_flood_areas: WriteSignal<Vec<Arc<FloodArea>>>,
    /// They have loaded, or cannot be.
    pub(super) flood_areas_settled: RwSignal<bool>,
    /// The problems of them and of the names, for the operator.
    pub area_problems: ReadSignal<String>,
    set_area_problems: WriteSignal<String>,
    /// Why the last response of the commentary is not shown, for the operator.
    pub commentary_problem: ReadSignal<String>,
    set_commentary_problem: WriteSignal<String>,
    /// The names of the flood areas; loaded by [`area_names::load`](super::area_names::load).
    pub area_names: ReadSignal<AreaNames>,
    pub(super) set_area_names: WriteSignal<AreaNames>,
}

impl Assets {
    pub(super) fn new() -> Self {
        let (railway_stations, set_railway_stations) = signal(Arc::default());
        let (flood_areas, set_flood_areas) = signal(Vec::new());
        let (area_problems, set_area_problems) = signal(String::new());
        let (commentary_problem, set_commentary_problem) = signal(String::new());
        let (area_names, set_area_names) = signal(AreaNames::default());
        Self {
            basemap: RwSignal::new(Loadable::Loading),
            gazetteer: RwSignal::new(Loadable::Loading),
            is_requested: StoredValue::new(false),
            railway_stations,
            set_railway_stations,
            flood_areas,
            set_flood_areas,
            flood_areas_settled: RwSignal::new(false),
            area_problems,
            set_area_problems,
            commentary_problem,
            set_commentary_problem,
            area_names,
            set_area_names,
        }
    }

    /// Loads the bundled files the first time, and later those that could not be loaded.
    pub(super) fn load(self) {
        let Self { basemap, gazetteer, is_requested, .. } = self;
        let is_first = !is_requested.get_value();
        is_requested.set_value(true);
        if is_first || basemap.with_untracked(|basemap| *basemap == Loadable::Missing) {
            let decoded = move |body: &[u8]| basemap.set(Basemap::decode(body).into());
            load("basemap.txt", Box::new(decoded));
        }
        if is_first || gazetteer.with_untracked(|gazetteer| *gazetteer == Loadable::Missing) {
            let decoded = move |body: &[u8]| gazetteer.set(Gazetteer::decode(body).into());
            load("gazetteer.txt", Box::new(decoded));
        }
    }

    /// Adds what cannot be used of the files about the flood areas.
    pub(super) fn add_area_problem(self, cause: &str) {
        self.set_area_problems.update(|known| {
            if !known.is_empty() {
                known.push_str("; ");
            }
            known.push_str(cause);
        });
    }

    /// Replaces why the last response of the commentary is not shown; empty if it is.
    pub(super) fn set_commentary_problem(self, cause: &str) {
        let text = if cause.is_empty() { String::new() } else { format!("commentary: {cause}") };
        self.set_commentary_problem.set(text);
    }

    /// The county that contains a position; `None` also while the outlines are loading.
    pub fn county_at(self, position: Option<Position>) -> Option<County> {
        self.basemap.with(|basemap| basemap.loaded()?.county_at(position?))
    }

    /// The county that contains a position, or at sea the nearest one.
    pub fn nearest_county(self, position: Option<Position>) -> Option<County> {
        self.basemap.with(|basemap| basemap.loaded()?.nearest_county(position?))
    }

    /// Whether there is land within the radius of a position, as far as the outlines have loaded.
    pub fn has_land(self, position: Position, radius: Radius) -> bool {
        self.basemap.with(|basemap| {
            basemap
                .loaded()
                .is_none_or(|basemap| basemap.coverage(position, radius) != Coverage::NoKnownLand)
        })
    }
}

/// Loads a file and passes it to `then`; an empty body if it could not be loaded.
fn load(url: &str, then: Box<dyn Fn(&[u8])>) {
    let request = RequestOptions {
        url: url.to_owned(),
        etag: None,
        bypass_cache: false,
        abort: Abort::new(),
    };
    fetch::get(request, move |ended| {
        let body = ended.result.ok().and_then(|fetched| fetched.body);
        then(body.as_deref().unwrap_or_default());
    });
}

//! The files that are loaded after the first data: outlines, places, and the shapes of the flood areas.

use super::{loadable::Loadable, place_name::Names, reactive::StateSignal};
use crate::browser::fetch::{self, RequestOptions};
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
#[derive(Clone, Copy, Default)]
pub struct Assets {
    /// The outlines of Wales. Without them it is not known whether the service covers a place.
    pub basemap: RwSignal<Loadable<Basemap>>,
    /// The places. Without them the page shows grid references.
    pub gazetteer: RwSignal<Loadable<Gazetteer>>,
    /// The railway stations; loaded by [`Self::load_railway_stations`].
    pub railway_stations: StateSignal<Arc<Vec<RailwayStation>>>,
    /// The shapes of the flood areas; loaded by [`flood_areas::load`](super::flood_areas::load).
    pub flood_areas: StateSignal<Vec<Arc<FloodArea>>>,
    /// They have loaded, or cannot be.
    pub(super) flood_areas_settled: RwSignal<bool>,
    /// The problems of them and of the names, for the operator.
    pub area_problems: StateSignal<String>,
    /// Why the last response of the commentary is not shown, for the operator.
    pub commentary_problem: StateSignal<String>,
    /// The names of the flood areas; loaded by [`area_names::load`](super::area_names::load).
    pub area_names: StateSignal<AreaNames>,
}

impl Assets {
    /// Loads the bundled files: the first time all, later those that could not be loaded.
    pub(super) fn load(self, is_first: bool) {
        load(self.basemap, "basemap.txt", Basemap::decode, is_first);
        load(self.gazetteer, "gazetteer.txt", Gazetteer::decode, is_first);
    }

    /// Loads the railway stations. Without them the search finds the places of the gazetteer only. Used by late chunks
    /// only.
    pub async fn load_railway_stations(self) {
        let file = fetch::file("railway-stations.txt").await;
        if let Some(stations) = file.and_then(|file| RailwayStation::decode_all(&file)) {
            self.railway_stations.set(Arc::new(stations));
        }
    }

    /// Adds what cannot be used of the files about the flood areas.
    pub(super) fn add_area_problem(self, cause: &str) {
        self.area_problems.update(|known| {
            if !known.is_empty() {
                known.push_str("; ");
            }
            known.push_str(cause);
        });
    }

    /// Replaces why the last response of the commentary is not shown; empty if it is.
    pub(super) fn set_commentary_problem(self, cause: &str) {
        let text = if cause.is_empty() { String::new() } else { format!("commentary: {cause}") };
        self.commentary_problem.set(text);
    }

    /// Calls `read` with what has loaded of the names.
    pub(super) fn with_names<R>(self, read: impl FnOnce(Names<'_>) -> R) -> R {
        self.gazetteer.with(|gazetteer| {
            self.basemap.with(|basemap| {
                self.railway_stations.with(|railway_stations| {
                    let (gazetteer, basemap) = (gazetteer.loaded(), basemap.loaded());
                    read(Names { gazetteer, basemap, railway_stations })
                })
            })
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

    /// Whether there is land within the radius of a position, as far as the outlines have loaded.
    pub fn has_land(self, position: Position, radius: Radius) -> bool {
        self.basemap.with(|basemap| {
            basemap
                .loaded()
                .is_none_or(|basemap| basemap.coverage(position, radius) != Coverage::NoKnownLand)
        })
    }
}

fn load<T: Send + Sync + 'static>(
    file: RwSignal<Loadable<T>>,
    url: &str,
    decode: fn(&[u8]) -> Option<T>,
    is_first: bool,
) {
    let is_wanted = file.with_untracked(|file| match file {
        Loadable::Loading => is_first,
        Loadable::Loaded(_) => false,
        Loadable::Missing => true,
    });
    if is_wanted {
        let request = RequestOptions { url: url.to_owned(), ..RequestOptions::default() };
        fetch::get(request, move |ended| {
            let body = ended.result.ok().and_then(|fetched| fetched.body);
            file.set(decode(&body.unwrap_or_default()).into());
        });
    }
}

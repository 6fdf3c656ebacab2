//! The area that the page is about: all of Wales, a county, or a circle around the place.

use super::{AppState, Asset};
use gorlif_core::{
    api::Warnings,
    basemap::Basemap,
    domain::{
        county::{County, CountyRelation},
        geo::{Position, Radius},
        nearby::Nearby,
        page_time::PageTime,
        station::Station,
    },
    source::{state::SourceState, warnings::WarningsHere},
};
use leptos::prelude::*;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum Area {
    Wales,
    /// Without the outlines nothing is known to be in the county.
    County(County, Option<Arc<Basemap>>),
    Circle(Position, Radius),
}

impl Area {
    /// The gauge with its distance from the place, if it is in the area.
    pub fn near<'a>(&self, station: &'a Station) -> Option<Nearby<&'a Station>> {
        let position = station.location.position();
        match self {
            Self::Wales => Some(Nearby { item: station, distance: None }),
            Self::County(county, basemap) => {
                let relation = basemap.as_ref()?.relation(position?, *county);
                (relation == CountyRelation::Inside)
                    .then_some(Nearby { item: station, distance: None })
            }
            Self::Circle(centre, radius) => {
                Nearby::within(station, position, *centre, radius.distance())
            }
        }
    }

    /// Whether a message with its point there concerns the area: of a county also one close to it.
    pub fn concerns(&self, point: Option<Position>) -> bool {
        match (self, point) {
            (Self::Wales, _) => true,
            (_, None) => false,
            (Self::County(county, basemap), Some(point)) => {
                let relation = basemap.as_ref().map(|basemap| basemap.relation(point, *county));
                matches!(relation, Some(CountyRelation::Inside | CountyRelation::Near))
            }
            (Self::Circle(centre, radius), Some(point)) => {
                centre.distance_to(point) <= radius.distance()
            }
        }
    }
}

/// The messages of a county.
pub fn of_county(
    national: &SourceState<Warnings>,
    basemap: &Asset<Basemap>,
    county: County,
    now: PageTime,
) -> WarningsHere {
    let relation = |position| Some(basemap.loaded()?.relation(position, county));
    WarningsHere::of_county(national, relation, now)
}

impl AppState {
    /// The area that the page is about. Tracks it.
    pub fn area(self) -> Area {
        let basemap = || match self.basemap.get() {
            Asset::Loaded(basemap) => Some(basemap),
            Asset::Loading | Asset::Missing => None,
        };
        match (self.circle(), self.county.get()) {
            (Some((place, radius)), _) => Area::Circle(place, radius),
            (None, Some(county)) => Area::County(county, basemap()),
            (None, None) => Area::Wales,
        }
    }

    /// The county of the place, or the one that was chosen instead of a place.
    pub fn own_county(self) -> Option<County> {
        self.county_at(self.place.get()).or(self.county.get())
    }
}

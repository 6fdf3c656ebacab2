//! The area that the page is about: all of Wales, a county, or a circle around the place.

use super::{AppState, Asset, PlaceOrigin};
use gorlif_core::{
    basemap::Basemap,
    domain::{
        county::{County, CountyRelation},
        geo::{Distance, Position, Radius},
        limits::OUTLINES_ERROR,
        nearby::Nearby,
        station::Station,
        warning::{AreaCode, Warning},
    },
    source::warnings::WarningsHere,
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

/// What follows from the shapes of the flood areas.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ByShape {
    /// The messages in force of the areas that contain the place, most severe first.
    pub(super) inside: Vec<AreaCode>,
    /// How areas lie relative to the page's county and the watched ones.
    pub(super) relations: Vec<(String, County, CountyRelation)>,
}

impl ByShape {
    pub(super) fn relation(&self, code: &str, county: County) -> Option<CountyRelation> {
        let found = self.relations.iter().find(|(of, with, _)| of == code && *with == county);
        found.map(|(.., relation)| *relation)
    }
}

/// How a message's area lies relative to a county: by its shape, if that is known and the
/// area's point is not in the county, otherwise by its point.
pub(super) fn relation(
    basemap: &Asset<Basemap>,
    shapes: &ByShape,
    county: County,
) -> impl Fn(&Warning) -> Option<CountyRelation> {
    move |warning| {
        let by_point = basemap
            .loaded()
            .zip(warning.position)
            .map(|(basemap, point)| basemap.relation(point, county));
        let by_shape = || shapes.relation(warning.code.given(), county);
        match by_point {
            Some(CountyRelation::Inside) => by_point,
            // Outlines and shapes are inexact: what is near stays near.
            Some(CountyRelation::Near) => {
                by_shape().filter(|by_shape| *by_shape == CountyRelation::Inside).or(by_point)
            }
            Some(CountyRelation::Beyond | CountyRelation::Elsewhere) | None => {
                by_shape().or(by_point)
            }
        }
    }
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

    /// The messages of a county.
    pub fn warnings_of(self, county: County) -> WarningsHere {
        let now = self.page_now();
        self.national_warnings.with(|national| {
            self.basemap.with(|basemap| {
                self.by_shape.with(|shapes| {
                    let relation = relation(basemap, shapes, county);
                    WarningsHere::of_county(national, relation, now)
                })
            })
        })
    }

    /// The counties of the place, or the one that was chosen instead of a place. Near a border there are
    /// several, because the outlines are inexact: first the one that the gazetteer states.
    pub fn own_counties(self) -> Vec<County> {
        let Some(place) = self.place.get() else { return self.county.get().into_iter().collect() };
        let reach = self.origin.with(PlaceOrigin::accuracy).map_or(OUTLINES_ERROR, |kilometres| {
            Distance::from_metres(f64::from(kilometres) * 1_000.0)
        });
        let stated = self.with_names(|names| names.stated_county(place));
        let near = self
            .basemap
            .with(|basemap| basemap.loaded().map(|basemap| basemap.counties_within(place, reach)));
        let others = near.unwrap_or_default().into_iter().filter(|county| Some(*county) != stated);
        stated.into_iter().chain(others).collect()
    }
}

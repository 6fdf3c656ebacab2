//! The area that the page is about: all of Wales, a county, or a circle around the place.

use super::loadable::Loadable;
use gorlif_core::{
    basemap::Basemap,
    domain::{
        county::{County, CountyRelation},
        geo::{Position, Radius},
        nearby::Nearby,
        station::Station,
        warning::{AreaCode, Warning},
    },
    source::warnings::{Reach, Shapes},
};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum PageArea {
    Wales,
    /// Without the outlines nothing is known to be in the county.
    County(County, Option<Arc<Basemap>>),
    Circle(Position, Radius),
}

impl PageArea {
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

/// The relations of flood areas, by their code, to counties.
pub(super) type Relations = Vec<(String, Vec<(County, CountyRelation)>)>;

/// The shapes of the flood areas, compared with a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum KnownShapes {
    /// The file, or the chunk that loads it, may still arrive.
    #[default]
    Awaited,
    /// The settings name no file.
    NotConfigured,
    /// By the code of a message, where its area is, if its shape is known as a whole.
    Settled(Vec<(AreaCode, Reach)>),
}

impl KnownShapes {
    /// The shapes for a place.
    pub fn shapes(&self) -> Shapes<'_> {
        match self {
            Self::Awaited => Shapes::Awaited,
            Self::NotConfigured => Shapes::NotConfigured,
            Self::Settled(known) => Shapes::Settled(known),
        }
    }
}

/// The facts that follow from the shapes of the flood areas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByShape {
    /// The shapes of the areas with a message.
    pub(super) shapes: KnownShapes,
    /// How areas lie relative to counties.
    pub(super) relations: Relations,
}

impl ByShape {
    pub(super) fn relation(&self, code: &str, county: County) -> Option<CountyRelation> {
        let (_, of_area) = self.relations.iter().find(|(of, _)| of == code)?;
        of_area.iter().find(|(with, _)| *with == county).map(|(_, relation)| *relation)
    }
}

/// How a message's area lies relative to a county: by its shape, if that is known and the
/// area's point is not in the county, otherwise by its point.
pub(super) fn relation(
    basemap: &Loadable<Basemap>,
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

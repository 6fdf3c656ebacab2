//! The name of a position: the place at or near it, or its grid reference.

use gorlif_core::{
    domain::{
        geo::{Distance, Position},
        grid_reference::GridReference,
    },
    gazetteer::Gazetteer,
    i18n::PlaceName,
};

/// Up to these distances a position is named after a place, or as near it.
const NAMED_AFTER_DISTANCE: Distance = Distance::from_metres_const(400.0);
const NAMED_NEAR_DISTANCE: Distance = Distance::from_metres_const(8_000.0);

pub(super) fn place_name(gazetteer: Option<&Gazetteer>, position: Position) -> PlaceName {
    let reference = || {
        GridReference::of(position)
            .map_or_else(String::new, |reference| reference.text(3).replace(' ', "\u{a0}"))
    };
    match gazetteer.and_then(|gazetteer| gazetteer.nearest_place(position)) {
        Some(place) if place.position.distance_to(position) <= NAMED_AFTER_DISTANCE => {
            PlaceName::Place(place.name.clone())
        }
        Some(place) if place.position.distance_to(position) <= NAMED_NEAR_DISTANCE => {
            PlaceName::Near(reference(), place.name.clone())
        }
        _ => PlaceName::Point(reference()),
    }
}

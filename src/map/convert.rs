//! Positions and points in Leaflet's form.

use gorlif_core::domain::geo::Position;
use js_sys::Array;

/// An array of two numbers, Leaflet's form of points and positions.
pub fn pair(a: f64, b: f64) -> Array {
    Array::of2(&a.into(), &b.into())
}

/// A position in Leaflet's form.
pub fn lat_lng(position: Position) -> Array {
    pair(position.lat(), position.lon())
}

/// South-west and north-east corners in Leaflet's form.
pub fn corners([[south, west], [north, east]]: [[f64; 2]; 2]) -> Array {
    Array::of2(&pair(south, west), &pair(north, east))
}

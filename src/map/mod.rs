//! The map: Leaflet for navigation, outlines and tiles; a separate canvas for names and symbols.

pub mod callbacks;
mod canvas;
pub mod controller;
pub mod handle;
pub mod labels;
pub mod layers;
mod leaflet;
mod owned;
mod paint;
mod shapes;
mod surface;
pub mod symbols;

/// The id of the map's element.
pub const MAP: &str = "map";

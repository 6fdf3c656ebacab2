//! The map: Leaflet for navigation, outlines and tiles; a separate canvas for names and symbols.

mod canvas;
mod canvas_context;
pub mod controller;
mod convert;
mod labels;
pub mod layers;
mod leaflet;
mod owned;
mod paint;
pub mod symbols;

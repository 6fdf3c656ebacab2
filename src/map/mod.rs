//! The map: Leaflet for moving and drawing the ground, a canvas of our own for names and symbols.

mod canvas;
mod canvas_context;
pub mod controller;
mod handle;
mod labels;
mod leaflet;
mod paint;
pub mod symbols;

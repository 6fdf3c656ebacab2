//! The built-up areas, so that people recognise their town. Drawn by the chunk `page`.

use super::basemap::{PANE, line};
use crate::{
    browser::{js_object::object as options, timer::Turns},
    map::{
        leaflet::{self, Layer, Map},
        owned::OnMap,
    },
};
use gorlif_core::basemap::Ring;
use js_sys::Array;

/// The areas as an array for Leaflet, made in turns, since the outlines have thousands of points.
pub async fn outlines(rings: &[Ring]) -> Array {
    let (outlines, mut turns) = (Array::new(), Turns::begin());
    for ring in rings {
        turns.pause_if_over().await;
        outlines.push(&line(ring));
    }
    outlines
}

/// Draws the areas over the land and the rivers.
pub fn draw(map: &Map, outlines: &Array) -> Option<OnMap<Layer>> {
    // One polygon of all outlines: by the even-odd rule those within others are holes.
    let style = options(&[
        ("pane", PANE.into()),
        ("className", "map-built-up".into()),
        ("interactive", false.into()),
        ("stroke", false.into()),
    ]);
    let layer = leaflet::polygon(outlines, &style).ok()?;
    layer.add_to(map);
    Some(OnMap(layer))
}

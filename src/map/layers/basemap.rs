//! The bundled outlines: the land around Wales and the counties.

use crate::map::{
    leaflet::Map,
    shapes::{PathData, Shape, Shapes},
};
use gorlif_core::basemap::Basemap;

/// Draws the outlines below the tiles at 200. They stay while the result is kept.
pub fn draw(map: &Map, basemap: &Basemap) -> (Shapes, [Option<Shape>; 2]) {
    let mut shapes = Shapes::new("basemap", "150");
    let land_around = PathData::of_outlines(&basemap.land_around);
    let wales = PathData::of_outlines(basemap.counties.iter().flat_map(|(_, rings)| rings));
    let drawn =
        [shapes.add(map, "map-land-around", &land_around), shapes.add(map, "map-wales", &wales)];
    (shapes, drawn)
}

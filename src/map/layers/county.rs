//! The outline of the county that the page is about. Drawn by the chunk `page`.

use crate::map::{
    leaflet::Map,
    shapes::{PathData, Shape, Shapes},
};
use gorlif_core::basemap::Ring;

/// The drawn outline.
pub struct CountyLayer {
    shapes: Shapes,
    drawn: Option<Shape>,
}

impl Default for CountyLayer {
    /// Above street level and the tiles at 200, below the risk of the counties at 250.
    fn default() -> Self {
        Self { shapes: Shapes::new("county", "240"), drawn: None }
    }
}

impl CountyLayer {
    /// Draws these outlines in place of the current ones; none for `None`.
    pub fn set(&mut self, map: &Map, rings: Option<&[Ring]>) {
        let data = rings.map(PathData::of_outlines);
        self.drawn = data.and_then(|data| self.shapes.add(map, "map-county", &data));
    }
}

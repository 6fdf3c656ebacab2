//! The flood risk of the counties on one day, in colours. Drawn by the chunk `forecast`.

use crate::map::{
    leaflet::Map,
    shapes::{PathData, Shape, Shapes},
};
use gorlif_core::{
    basemap::Basemap,
    domain::{
        county::County,
        forecast::{Cell, RiskLevel},
    },
};

/// The risk of a county.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shade {
    pub county: County,
    /// The id of the risk: the value of `data-risk`, and the name of its colour.
    pub risk: &'static str,
    /// The day is over, or the forecast is stale: without colour.
    pub is_expired: bool,
}

/// The id of a cell's risk.
pub fn risk_id(cell: &Cell) -> &'static str {
    cell.level().map_or("not-stated", RiskLevel::id)
}

/// The drawn counties.
pub struct RiskLayer {
    shapes: Shapes,
    drawn: Vec<Shape>,
}

impl Default for RiskLayer {
    /// Above the tiles at 200, below the lines at 400.
    fn default() -> Self {
        Self { shapes: Shapes::new("risk", "250"), drawn: Vec::new() }
    }
}

impl RiskLayer {
    /// Draws these counties in place of the current ones.
    pub fn set(&mut self, map: &Map, basemap: &Basemap, shades: &[Shade]) {
        self.drawn.clear();
        for Shade { county, risk, is_expired } in shades {
            let found = basemap.counties.iter().find(|(known, _)| known == county);
            let Some((_, rings)) = found else { continue };
            let class = if *is_expired { "map-risk expired " } else { "map-risk " };
            let class = class.to_owned() + risk;
            let Some(shape) = self.shapes.add(map, &class, &PathData::of_outlines(rings)) else {
                continue;
            };
            shape.set("data-risk", Some(risk));
            shape.set("data-outline", Some(county.id()));
            self.drawn.push(shape);
        }
    }
}

//! The flood risk of the counties on one day, in colours. Drawn by the chunk `forecast`.

use super::basemap::line;
use crate::{
    browser::{document::set_attribute, js_object::object as options},
    map::{
        canvas,
        leaflet::{self, Layer, Map},
        owned::OnMap,
    },
};
use gorlif_core::{
    basemap::Basemap,
    domain::{
        county::County,
        forecast::{Cell, RiskLevel},
    },
};
use js_sys::Array;

/// Above the tiles at 200, below the lines at 400.
const PANE: &str = "risk";
const PANE_LEVEL: &str = "250";

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
#[derive(Default)]
pub struct RiskLayer {
    drawn: Vec<OnMap<Layer>>,
    has_pane: bool,
}

impl RiskLayer {
    /// Draws these counties in place of the current ones.
    pub fn set(&mut self, map: &Map, basemap: &Basemap, shades: &[Shade]) {
        self.drawn.clear();
        if !self.has_pane && !shades.is_empty() {
            canvas::pane(map, PANE, PANE_LEVEL);
            self.has_pane = true;
        }
        let layer = |shade: &Shade| {
            let (_, rings) = basemap.counties.iter().find(|(county, _)| *county == shade.county)?;
            let rings: Array = rings.iter().map(|ring| Array::of1(&line(ring))).collect();
            let expired = if shade.is_expired { " expired" } else { "" };
            let class = format!("map-risk {}{expired}", shade.risk);
            let style = options(&[
                ("pane", PANE.into()),
                ("className", class.into()),
                ("interactive", false.into()),
                ("smoothFactor", 0.5.into()),
            ]);
            // A county that Leaflet refuses is left out; the table has it.
            let layer = leaflet::polygon(&rings, &style).ok()?;
            layer.add_to(map);
            if let Some(path) = layer.element() {
                set_attribute(&path, "data-risk", Some(shade.risk));
                set_attribute(&path, "data-outline", Some(shade.county.id()));
            }
            Some(OnMap(layer))
        };
        self.drawn.extend(shades.iter().filter_map(layer));
    }
}

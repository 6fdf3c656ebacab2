//! The flood areas with a message in force, in the colours of their severity. Drawn by the
//! chunk `page`.

use crate::{
    browser::document::set_attribute,
    map::{
        leaflet::Map,
        shapes::{PathData, Shape, Shapes},
    },
};
use gorlif_core::{domain::warning::Severity, flood_areas::FloodArea};
use std::collections::BTreeMap;

/// The drawn areas by code.
pub struct AreasLayer {
    shapes: Shapes,
    drawn: BTreeMap<String, (Severity, Shape)>,
    /// The code of the area of the selected message.
    chosen: Option<String>,
}

impl Default for AreasLayer {
    /// Above the risk of the counties at 250, below the lines at 400.
    fn default() -> Self {
        Self { shapes: Shapes::new("areas", "300"), drawn: BTreeMap::new(), chosen: None }
    }
}

impl AreasLayer {
    /// Removes all areas but those that are `wanted` with the same severity.
    pub fn retain(&mut self, wanted: impl Fn(&str, Severity) -> bool) {
        self.drawn.retain(|code, (severity, _)| wanted(code, *severity));
    }

    /// Draws an area above the others.
    pub fn draw(&mut self, map: &Map, severity: Severity, area: &FloodArea) {
        if let Some((_, shape)) = self.drawn.get(&area.code) {
            return self.shapes.raise(map, shape);
        }
        let mut data = PathData::default();
        for outline in area.outlines() {
            data.add_outline(&outline.iter().map(|at| [at.lat(), at.lon()]).collect());
        }
        let class = format!("map-area {}", severity.id());
        // An area that the browser cannot draw keeps its symbol.
        let Some(shape) = self.shapes.add(map, &class, &data) else { return };
        shape.set("data-area", Some(&area.code));
        mark(&shape, self.chosen.as_ref() == Some(&area.code));
        self.drawn.insert(area.code.clone(), (severity, shape));
    }

    /// Emphasises the area with this code, or none.
    pub fn choose(&mut self, chosen: Option<String>) {
        for (code, (_, shape)) in &self.drawn {
            mark(shape, Some(code) == chosen.as_ref());
        }
        self.chosen = chosen;
    }

    /// Draws all areas pale, or as usual.
    pub fn mute(&mut self, map: &Map, is_muted: bool) {
        if let Some(svg) = self.shapes.svg(map) {
            set_attribute(svg, "data-muted", is_muted.then_some(""));
        }
    }
}

fn mark(shape: &Shape, is_chosen: bool) {
    shape.set("data-chosen", is_chosen.then_some(""));
}

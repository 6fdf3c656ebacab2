//! The flood areas with a message in force, in the colours of their severity. Drawn by the
//! chunk `page`.

use crate::{
    browser::{document::set_attribute, js_object::object as options},
    map::{
        canvas,
        convert::lat_lng,
        leaflet::{self, Layer, Map},
        owned::OnMap,
    },
};
use gorlif_core::{domain::warning::Severity, flood_areas::FloodArea};
use js_sys::Array;
use std::collections::BTreeMap;
use web_sys::HtmlElement;

/// Above the risk of the counties at 250, below the lines at 400.
const PANE: &str = "areas";
const PANE_LEVEL: &str = "300";

/// The drawn areas by code.
#[derive(Default)]
pub struct AreasLayer {
    drawn: BTreeMap<String, (Severity, OnMap<Layer>)>,
    /// The code of the area of the selected message.
    chosen: Option<String>,
    pane: Option<HtmlElement>,
}

impl AreasLayer {
    /// Removes all areas but those that are `wanted` with the same severity.
    pub fn retain(&mut self, wanted: impl Fn(&str, Severity) -> bool) {
        self.drawn.retain(|code, (severity, _)| wanted(code, *severity));
    }

    /// Draws an area above the others. Leaflet simplifies the outline for each zoom.
    pub fn draw(&mut self, map: &Map, severity: Severity, area: &FloodArea) {
        if let Some((_, layer)) = self.drawn.get(&area.code) {
            return layer.bring_to_front();
        }
        self.pane(map);
        let ring = |ring: Vec<_>| ring.into_iter().map(lat_lng).collect::<Array>();
        let rings: Array = area.outlines().map(ring).collect();
        let class = format!("map-area {}", severity.id());
        let style = options(&[
            ("pane", PANE.into()),
            ("className", class.into()),
            ("interactive", false.into()),
            ("smoothFactor", 1.5.into()),
            // Polygons of one area may overlap.
            ("fillRule", "nonzero".into()),
        ]);
        // An area that Leaflet refuses keeps its symbol.
        let Ok(layer) = leaflet::polygon(&rings, &style) else { return };
        layer.add_to(map);
        if let Some(path) = layer.element() {
            set_attribute(&path, "data-area", Some(&area.code));
        }
        mark(&layer, self.chosen.as_ref() == Some(&area.code));
        self.drawn.insert(area.code.clone(), (severity, OnMap(layer)));
    }

    /// Emphasises the area with this code, or none.
    pub fn choose(&mut self, chosen: Option<String>) {
        for (code, (_, layer)) in &self.drawn {
            mark(layer, Some(code) == chosen.as_ref());
        }
        self.chosen = chosen;
    }

    /// Draws all areas pale, or as usual.
    pub fn mute(&mut self, map: &Map, is_muted: bool) {
        set_attribute(self.pane(map), "data-muted", is_muted.then_some(""));
    }

    fn pane(&mut self, map: &Map) -> &HtmlElement {
        self.pane.get_or_insert_with(|| canvas::pane(map, PANE, PANE_LEVEL))
    }
}

fn mark(layer: &Layer, is_chosen: bool) {
    if let Some(path) = layer.element() {
        set_attribute(&path, "data-chosen", is_chosen.then_some(""));
    }
}

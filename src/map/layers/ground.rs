//! Rivers, lakes and built-up areas, so that people recognise where they live. Drawn by the chunk `page`.

use super::basemap::line;
use crate::{
    browser::{js_object::object as options, timer::Turns},
    map::{
        canvas,
        leaflet::{self, Layer, Map},
        owned::OnMap,
    },
};
use gorlif_core::{
    basemap::Ring,
    ground::{Ground, Named},
};
use js_sys::{Array, Object};

/// Above the outlines at 150, below street level at 160.
const PANE: &str = "ground";
const PANE_LEVEL: &str = "155";

/// The drawn ground.
#[derive(Default)]
pub struct GroundLayer {
    has_pane: bool,
    built_up: Option<OnMap<Layer>>,
    rivers: Option<OnMap<Layer>>,
    lakes: Option<OnMap<Layer>>,
}

/// The outlines of built-up areas and lakes as arrays for Leaflet.
pub struct GroundOutlines {
    built_up: Array,
    lakes: Array,
}

impl GroundOutlines {
    /// Makes the arrays in turns, since the outlines have thousands of points.
    pub async fn of(ground: &Ground) -> Self {
        Self {
            built_up: array(ground.built_up.iter().collect()).await,
            lakes: array(ground.lakes.iter().map(|lake| &lake.line).collect()).await,
        }
    }
}

impl GroundLayer {
    /// Draws built-up areas and lakes.
    pub fn set_outlines(&mut self, map: &Map, outlines: &GroundOutlines) {
        self.add_pane(map);
        // Where outlines lie in one another, every second one is a hole.
        let polygon = |rings: &Array, class| on_map(map, leaflet::polygon(rings, &style(class)));
        self.built_up = polygon(&outlines.built_up, "map-built-up");
        self.lakes = polygon(&outlines.lakes, "map-lakes");
    }

    /// Draws the rivers in place of the current ones.
    pub fn set_rivers(&mut self, map: &Map, rivers: &[Named]) {
        self.add_pane(map);
        let lines = rivers.iter().map(|river| line(&river.line)).collect();
        self.rivers = on_map(map, leaflet::polyline(&lines, &style("map-rivers")));
        // Rivers lead through lakes.
        if let Some(lakes) = &self.lakes {
            lakes.bring_to_front();
        }
    }

    fn add_pane(&mut self, map: &Map) {
        if !std::mem::replace(&mut self.has_pane, true) {
            canvas::pane(map, PANE, PANE_LEVEL);
        }
    }
}

/// Adds a layer to the map. One that Leaflet refuses is left out.
fn on_map<E>(map: &Map, layer: Result<Layer, E>) -> Option<OnMap<Layer>> {
    let layer = layer.ok()?;
    layer.add_to(map);
    Some(OnMap(layer))
}

fn style(class: &str) -> Object {
    options(&[
        ("pane", PANE.into()),
        ("className", class.into()),
        ("interactive", false.into()),
        ("smoothFactor", 0.5.into()),
    ])
}

async fn array(lines: Vec<&Ring>) -> Array {
    let (array, mut turns) = (Array::new(), Turns::begin());
    for ring in lines {
        turns.pause_if_over().await;
        array.push(&line(ring));
    }
    array
}

//! The bundled outlines: the land around Wales and the counties.

use crate::{
    browser::js_object::object as options,
    map::{
        convert::pair,
        leaflet::{self, Layer, Map},
        owned::OnMap,
    },
};
use gorlif_core::basemap::{self, Ring};
use js_sys::Array;
use wasm_bindgen::JsValue;

/// The pane of the outlines, below the tiles at 200.
pub const PANE: &str = "basemap";
pub const PANE_LEVEL: &str = "150";

pub struct BasemapLayer {
    _layers: Vec<OnMap<Layer>>,
}

impl BasemapLayer {
    pub fn new(map: &Map, basemap: &basemap::Basemap) -> Self {
        let style = |class: &str| {
            options(&[
                ("pane", PANE.into()),
                ("className", class.into()),
                ("interactive", false.into()),
                ("smoothFactor", 0.5.into()),
            ])
        };
        let polygons = |rings: &mut dyn Iterator<Item = &Ring>| -> Array {
            rings.map(|ring| Array::of1(&line(ring))).collect()
        };
        let land_around = polygons(&mut basemap.land_around.iter());
        let wales = polygons(&mut basemap.counties.iter().flat_map(|(_, rings)| rings));
        let layers = [
            leaflet::polygon(&land_around, &style("map-land-around")),
            leaflet::polygon(&wales, &style("map-wales")),
        ];
        // A layer that Leaflet refuses is left out.
        let on_map = |layer: Layer| {
            layer.add_to(map);
            OnMap(layer)
        };
        Self { _layers: layers.into_iter().flatten().map(on_map).collect() }
    }
}

pub fn line(ring: &Ring) -> JsValue {
    ring.iter().map(|[lat, lon]| pair(*lat, *lon)).collect::<Array>().into()
}

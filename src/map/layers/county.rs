//! The outline of the county that the page is about. Drawn by the chunk `page`.

use super::basemap::line;
use crate::{
    browser::js_object::object as options,
    map::{
        canvas,
        leaflet::{self, Layer, Map},
        owned::OnMap,
    },
};
use gorlif_core::basemap::Ring;
use js_sys::Array;

/// Above street level and the tiles at 200, below the risk of the counties at 250.
const PANE: &str = "county";
const PANE_LEVEL: &str = "240";

/// The drawn outline.
#[derive(Default)]
pub struct CountyLayer {
    drawn: Option<OnMap<Layer>>,
    has_pane: bool,
}

impl CountyLayer {
    /// Draws these outlines in place of the current ones; none for `None`.
    pub fn set(&mut self, map: &Map, rings: Option<&[Ring]>) {
        self.drawn = None;
        let Some(rings) = rings else { return };
        if !std::mem::replace(&mut self.has_pane, true) {
            canvas::pane(map, PANE, PANE_LEVEL);
        }
        let rings: Array = rings.iter().map(|ring| Array::of1(&line(ring))).collect();
        let style = options(&[
            ("pane", PANE.into()),
            ("className", "map-county".into()),
            ("interactive", false.into()),
            ("smoothFactor", 0.5.into()),
        ]);
        // Without the outline the county still has its name and its lists.
        let Ok(layer) = leaflet::polygon(&rings, &style) else { return };
        layer.add_to(map);
        self.drawn = Some(OnMap(layer));
    }
}

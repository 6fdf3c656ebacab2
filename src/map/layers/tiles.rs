//! Map tiles of a third party, over the bundled outlines.

use crate::{
    browser::js_object::object as options,
    map::{
        controller::STREET_ZOOM,
        leaflet::{self, Layer, Map},
        owned::{Listener, OnMap},
    },
};

pub struct TilesLayer {
    _layer: OnMap<Layer>,
    _listeners: [Listener; 2],
}

impl TilesLayer {
    /// Leaflet requests each tile once; where a tile fails, the outlines stay visible.
    pub fn new(
        map: &Map,
        address: &str,
        mut on_load: impl FnMut() + 'static,
        mut on_error: impl FnMut() + 'static,
    ) -> Option<Self> {
        let zoom = options(&[("maxZoom", STREET_ZOOM.into())]);
        let layer = leaflet::tile_layer(address, &zoom).ok()?;
        let loaded = Listener::new(layer.as_ref(), "tileload", move |_| on_load());
        let failed = Listener::new(layer.as_ref(), "tileerror", move |_| on_error());
        layer.add_to(map);
        Some(Self { _layer: OnMap(layer), _listeners: [loaded, failed] })
    }
}

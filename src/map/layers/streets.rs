//! Street level from the deployer's archive (`src/js/streets.js`). Drawn by the chunk `page`.

use crate::{
    browser::js_object::object as options,
    map::{
        controller::WALES,
        leaflet::{Layer, Map, corners},
        owned::{Listener, OnMap},
        surface,
    },
};
use gorlif_core::i18n::Language;
use js_sys::{Map as NameMap, Object};
use wasm_bindgen::prelude::*;

/// Above the ground at 155, below the tiles at 200.
const PANE: &str = "streets";
const PANE_LEVEL: &str = "160";

#[wasm_bindgen]
extern "C" {
    type Created;
    #[wasm_bindgen(js_namespace = gorlifStreets, catch)]
    async fn create(options: &Object) -> Result<Created, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn layer(this: &Created) -> Layer;
    #[wasm_bindgen(method, getter)]
    fn attribution(this: &Created) -> String;
    #[wasm_bindgen(js_namespace = gorlifStreets, js_name = draw)]
    fn draw_layer(layer: &Layer, language: &str, welsh: &NameMap);
}

/// The layer of an archive, shown or not.
pub struct StreetsLayer {
    layer: Layer,
    shown: Option<OnMap<Layer>>,
    pub attribution: String,
    _listeners: [Closure<dyn FnMut()>; 2],
}

impl StreetsLayer {
    /// Reads the archive's header; the script must have been loaded. The error is the cause for the operator. `read` is
    /// called for each tile that has been read, `failed` for each that cannot be.
    pub async fn new(
        map: &Map,
        address: &str,
        read: impl FnMut() + 'static,
        failed: impl FnMut() + 'static,
    ) -> Result<Self, String> {
        let read = Closure::<dyn FnMut()>::new(read);
        let failed = Closure::<dyn FnMut()>::new(failed);
        let options = options(&[
            ("address", address.into()),
            ("pane", PANE.into()),
            ("wales", corners(WALES).into()),
            ("read", read.as_ref().clone()),
            ("failed", failed.as_ref().clone()),
        ]);
        let created = create(&options).await.map_err(|cause| text_of(&cause))?;
        surface::pane(map, PANE, PANE_LEVEL);
        let (layer, attribution) = (created.layer(), created.attribution());
        Ok(Self { layer, shown: None, attribution, _listeners: [read, failed] })
    }

    /// Shows or hides the layer.
    pub fn show(&mut self, map: &Map, is_shown: bool) {
        if is_shown && self.shown.is_none() {
            self.layer.add_to(map);
            self.shown = Some(OnMap(self.layer.clone()));
        } else if !is_shown {
            self.shown = None;
        }
    }

    /// Draws the layer in the colours of the current theme, with names in this language. `welsh` has the Welsh names by the English
    /// ones.
    pub fn draw<'a>(
        &self,
        language: Language,
        welsh: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) {
        let names = NameMap::new();
        for (en, cy) in welsh {
            names.set(&en.into(), &cy.into());
        }
        draw_layer(&self.layer, language.tag(), &names);
    }
}

fn text_of(cause: &JsValue) -> String {
    let message = cause.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    message.unwrap_or_else(|| "unknown cause".to_owned())
}

/// Calls `then` with the zoom after each change of it.
pub fn on_zoom(map: &Map, then: impl Fn(f64) + 'static) -> Listener {
    let zoomed = map.clone();
    Listener::new(map, "zoomend", move |_| then(zoomed.zoom()))
}

//! Bindings to the parts of Leaflet 1.9.4 that the page uses, and positions and points in its form. Reference: <https://leafletjs.com/reference.html>.

use crate::browser::js_object::get;
use gorlif_core::domain::geo::Position;
use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement};

#[wasm_bindgen]
extern "C" {
    /// <https://leafletjs.com/reference.html#evented>
    #[derive(Clone)]
    pub type Evented;
    #[wasm_bindgen(method)]
    pub fn on(this: &Evented, kind: &str, handler: &JsValue);
    #[wasm_bindgen(method)]
    pub fn off(this: &Evented, kind: &str, handler: &JsValue);

    /// <https://leafletjs.com/reference.html#map>
    #[wasm_bindgen(extends = Evented)]
    #[derive(Clone)]
    pub type Map;
    #[wasm_bindgen(js_namespace = L, js_name = map, catch)]
    pub fn new_map(element: &HtmlElement, options: &Object) -> Result<Map, JsValue>;
    #[wasm_bindgen(method, catch, js_name = fitBounds)]
    pub fn fit_bounds(this: &Map, corners: &Array, options: &Object) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = panInside)]
    pub fn pan_inside(this: &Map, point: &Array, options: &Object) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, js_name = zoomIn)]
    pub fn zoom_in(this: &Map);
    #[wasm_bindgen(method, js_name = zoomOut)]
    pub fn zoom_out(this: &Map);
    #[wasm_bindgen(method, js_name = getZoom)]
    pub fn zoom(this: &Map) -> f64;
    #[wasm_bindgen(method, js_name = getZoomScale)]
    pub fn zoom_scale(this: &Map, to: f64, from: f64) -> f64;
    #[wasm_bindgen(method, js_name = getCenter)]
    pub fn centre(this: &Map) -> LatLng;
    #[wasm_bindgen(method, js_name = getSize)]
    pub fn size(this: &Map) -> Point;
    #[wasm_bindgen(method, js_name = getPixelOrigin)]
    pub fn pixel_origin(this: &Map) -> Point;
    #[wasm_bindgen(method, js_name = containerPointToLayerPoint)]
    pub fn container_to_layer(this: &Map, point: &Array) -> Point;
    #[wasm_bindgen(method, js_name = createPane)]
    pub fn create_pane(this: &Map, name: &str) -> HtmlElement;
    #[wasm_bindgen(method, js_name = closePopup)]
    pub fn close_popup(this: &Map);
    #[wasm_bindgen(method, js_name = invalidateSize)]
    pub fn invalidate_size(this: &Map, options: &Object);

    /// <https://leafletjs.com/reference.html#layer>
    #[wasm_bindgen(extends = Evented)]
    #[derive(Clone)]
    pub type Layer;
    #[wasm_bindgen(method, js_name = addTo)]
    pub fn add_to(this: &Layer, map: &Map) -> Layer;
    #[wasm_bindgen(method, js_name = remove)]
    pub fn remove_layer(this: &Layer);

    /// <https://leafletjs.com/reference.html#tilelayer>
    #[wasm_bindgen(js_namespace = L, js_name = tileLayer, catch)]
    pub fn tile_layer(address: &str, options: &Object) -> Result<Layer, JsValue>;

    /// <https://leafletjs.com/reference.html#circle>
    #[wasm_bindgen(extends = Layer, extends = Evented)]
    #[derive(Clone)]
    pub type Circle;
    #[wasm_bindgen(js_namespace = L, js_name = circle, catch)]
    pub fn new_circle(centre: &Array, options: &Object) -> Result<Circle, JsValue>;
    #[wasm_bindgen(method, js_name = setLatLng)]
    pub fn set_centre(this: &Circle, centre: &JsValue);
    #[wasm_bindgen(method, js_name = setRadius)]
    pub fn set_radius(this: &Circle, metres: f64);

    /// <https://leafletjs.com/reference.html#marker>
    #[wasm_bindgen(extends = Layer, extends = Evented)]
    #[derive(Clone)]
    pub type Marker;
    #[wasm_bindgen(js_namespace = L, js_name = marker, catch)]
    pub fn new_marker(at: &Array, options: &Object) -> Result<Marker, JsValue>;
    #[wasm_bindgen(method, js_name = setLatLng)]
    pub fn set_position(this: &Marker, at: &Array);
    #[wasm_bindgen(method, js_name = getLatLng)]
    pub fn position(this: &Marker) -> LatLng;
    #[wasm_bindgen(js_namespace = L, js_name = divIcon, catch)]
    pub fn div_icon(options: &Object) -> Result<JsValue, JsValue>;

    /// <https://leafletjs.com/reference.html#popup>
    #[wasm_bindgen(extends = Layer, extends = Evented)]
    #[derive(Clone)]
    pub type Popup;
    #[wasm_bindgen(js_namespace = L, js_name = popup, catch)]
    pub fn new_popup(options: &Object) -> Result<Popup, JsValue>;
    #[wasm_bindgen(method, js_name = setLatLng)]
    pub fn set_anchor(this: &Popup, at: &Array) -> Popup;
    /// Takes a node, because Leaflet parses strings as HTML.
    #[wasm_bindgen(method, js_name = setContent)]
    pub fn set_content(this: &Popup, content: &Element) -> Popup;
    #[wasm_bindgen(method, js_name = openOn)]
    pub fn open_on(this: &Popup, map: &Map) -> Popup;
    #[wasm_bindgen(method)]
    pub fn update(this: &Popup);

    /// <https://leafletjs.com/reference.html#util>
    #[wasm_bindgen(js_namespace = ["L", "Util"], js_name = setOptions)]
    pub fn set_options(of: &Evented, options: &Object);

    /// <https://leafletjs.com/reference.html#domutil>
    #[wasm_bindgen(js_namespace = ["L", "DomUtil"], js_name = setPosition)]
    pub fn set_element_position(element: &Element, point: &Point);
    #[wasm_bindgen(js_namespace = ["L", "DomUtil"], js_name = setTransform)]
    pub fn set_element_transform(element: &Element, offset: &Point, scale: f64);
    #[wasm_bindgen(js_namespace = L, js_name = point)]
    pub fn new_point(x: f64, y: f64) -> Point;

    /// <https://leafletjs.com/reference.html#point>
    #[derive(Clone)]
    pub type Point;
    #[wasm_bindgen(method, getter)]
    pub fn x(this: &Point) -> f64;
    #[wasm_bindgen(method, getter)]
    pub fn y(this: &Point) -> f64;

    /// <https://leafletjs.com/reference.html#latlng>
    #[derive(Clone)]
    pub type LatLng;
    #[wasm_bindgen(method, getter)]
    pub fn lat(this: &LatLng) -> f64;
    #[wasm_bindgen(method, getter)]
    pub fn lng(this: &LatLng) -> f64;

    /// The event of mouse and zoom handlers: <https://leafletjs.com/reference.html#mouseevent>.
    pub type MapEvent;
    #[wasm_bindgen(method, getter, js_name = latlng)]
    pub fn at(this: &MapEvent) -> LatLng;
    #[wasm_bindgen(method, getter, js_name = containerPoint)]
    pub fn container_point(this: &MapEvent) -> Point;
    #[wasm_bindgen(method, getter, js_name = center)]
    pub fn zoom_centre(this: &MapEvent) -> LatLng;
    #[wasm_bindgen(method, getter, js_name = zoom)]
    pub fn zoom_to(this: &MapEvent) -> f64;
}

/// Whether Leaflet has been loaded.
pub fn is_leaflet_loaded() -> bool {
    let leaflet = get(&js_sys::global(), "L");
    leaflet.is_object() && !leaflet.is_instance_of::<js_sys::Error>()
}

/// An array of two numbers, Leaflet's form of points and positions.
pub fn pair(a: f64, b: f64) -> Array {
    Array::of2(&a.into(), &b.into())
}

/// A position in Leaflet's form.
pub fn lat_lng(position: Position) -> Array {
    pair(position.lat(), position.lon())
}

/// South-west and north-east corners in Leaflet's form.
pub fn corners([[south, west], [north, east]]: [[f64; 2]; 2]) -> Array {
    Array::of2(&pair(south, west), &pair(north, east))
}

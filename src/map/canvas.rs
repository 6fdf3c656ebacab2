//! A canvas in a pane of the map: slightly larger than the map, redrawn after each move, and
//! scaled with the map during a zoom.

use super::{
    canvas_context::{CanvasContext, context},
    leaflet::{self, Map, Point},
    owned::Listener,
    symbols::WebMercator,
};
use crate::browser::{
    document::{document, set_attribute},
    window,
};
use gorlif_core::domain::geo::Position;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast;
use web_sys::{HtmlCanvasElement, HtmlElement};

/// The margin of the canvas beyond each edge of the map, as a fraction of the map's size.
const MARGIN: f64 = 0.1;

/// The input of a painter: the canvas context in CSS pixels and the visible part of the map.
pub struct CanvasView<'a> {
    pub context: &'a CanvasContext,
    pub zoom: f64,
    /// The width of Web Mercator in pixels at this zoom.
    pub world: f64,
    /// The Web Mercator pixel at the canvas's corner.
    pub corner: (f64, f64),
    pub size: (f64, f64),
    /// Device pixels per CSS pixel.
    pub density: f64,
}

type Painter = Box<dyn FnMut(&CanvasView<'_>)>;

/// The canvas with its listeners; dropping it removes both.
pub struct Canvas {
    inner: Rc<Inner>,
    _listeners: Vec<Listener>,
}

struct Inner {
    map: Map,
    element: HtmlCanvasElement,
    context: CanvasContext,
    painter: RefCell<Painter>,
    /// Where the canvas was last drawn: the zoom and the Web Mercator pixel at its corner.
    drawn: RefCell<(f64, (f64, f64))>,
}

impl Canvas {
    pub fn new(
        map: &Map,
        name: &str,
        level: &str,
        painter: impl FnMut(&CanvasView<'_>) + 'static,
    ) -> Option<Self> {
        let element: HtmlCanvasElement =
            document()?.create_element("canvas").ok()?.dyn_into().ok()?;
        let context = context(&element)?;
        element.set_class_name("leaflet-zoom-animated map-canvas");
        // Hidden from screen readers: the lists have the same content.
        set_attribute(&element, "aria-hidden", Some("true"));
        pane(map, name, level).append_child(&element).ok()?;
        let inner = Rc::new(Inner {
            map: map.clone(),
            element,
            context,
            painter: RefCell::new(Box::new(painter)),
            drawn: RefCell::default(),
        });
        let (redraw, resize, zoom) = (Rc::clone(&inner), Rc::clone(&inner), Rc::clone(&inner));
        let listeners = vec![
            Listener::new(map, "moveend", move |_| redraw.draw()),
            Listener::new(map, "resize", move |_| resize.draw()),
            Listener::new(map, "zoomanim", move |event| zoom.follow(&event)),
        ];
        Some(Self { inner, _listeners: listeners })
    }

    pub fn draw(&self) {
        self.inner.draw();
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        self.inner.element.remove();
    }
}

impl Inner {
    fn draw(&self) {
        let size = self.map.size();
        let (width, height) =
            ((size.x() * (1.0 + 2.0 * MARGIN)).round(), (size.y() * (1.0 + 2.0 * MARGIN)).round());
        if width < 1.0 || height < 1.0 {
            return;
        }
        let density = window().map_or(1.0, |window| window.device_pixel_ratio()).clamp(1.0, 3.0);
        let (width, height) = bounded(width, height, density);
        let corner = self.map.container_to_layer(&super::convert::pair(
            -(size.x() * MARGIN).round(),
            -(size.y() * MARGIN).round(),
        ));
        leaflet::set_element_position(&self.element, &corner);
        self.resize(width, height, density);

        let origin = self.map.pixel_origin();
        let zoom = self.map.zoom();
        let view = CanvasView {
            context: &self.context,
            zoom,
            world: world_size(&self.map, zoom),
            corner: (origin.x() + corner.x(), origin.y() + corner.y()),
            size: (width, height),
            density,
        };
        *self.drawn.borrow_mut() = (view.zoom, view.corner);
        self.context.set_transform(density, 0.0, 0.0, density, 0.0, 0.0);
        self.context.clear_rect(0.0, 0.0, width, height);
        if let Ok(mut painter) = self.painter.try_borrow_mut() {
            painter(&view);
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // pixels of a screen
    fn resize(&self, width: f64, height: f64, density: f64) {
        let (pixels_wide, pixels_high) = ((width * density) as u32, (height * density) as u32);
        // Setting the size clears and reallocates the canvas, so set it only when it changes.
        if self.element.width() != pixels_wide || self.element.height() != pixels_high {
            self.element.set_width(pixels_wide);
            self.element.set_height(pixels_high);
            let style = self.element.style();
            let _ = style.set_property("width", &format!("{}px", width as u32));
            let _ = style.set_property("height", &format!("{}px", height as u32));
        }
    }

    /// Scales and moves the drawn canvas to the end position of the zoom, as Leaflet does with its
    /// own layers.
    fn follow(&self, event: &leaflet::MapEvent) {
        let (drawn_zoom, (left, top)) = *self.drawn.borrow();
        let (centre, zoom) = (event.zoom_centre(), event.zoom_to());
        let Some(centre) = Position::new(centre.lat(), centre.lng()) else { return };
        let scale = self.map.zoom_scale(zoom, drawn_zoom);
        let (x, y) = WebMercator::of(centre).pixels(world_size(&self.map, zoom));
        let size = self.map.size();
        // The layer's origin after the zoom: the new centre minus half the map's size, rounded as
        // in Leaflet.
        let origin = ((x - size.x() / 2.0).round(), (y - size.y() / 2.0).round());
        let offset: Point = leaflet::new_point(left * scale - origin.0, top * scale - origin.1);
        leaflet::set_element_transform(&self.element, &offset, scale);
    }
}

/// The largest area of a canvas in pixels of the screen. Without its style sheet the map grows with the canvas that it contains.
const LARGEST: f64 = 33_554_432.0;

/// The sides of a canvas in CSS pixels, of which the longer one is cut if the area is too large.
fn bounded(width: f64, height: f64, density: f64) -> (f64, f64) {
    let area = LARGEST / density / density;
    if width > height {
        (width.min(area / height), height)
    } else {
        (width, height.min(area / width))
    }
}

/// The width of Web Mercator in pixels at a zoom.
pub fn world_size(map: &Map, zoom: f64) -> f64 {
    256.0 * map.zoom_scale(zoom, 0.0)
}

/// Creates a pane of the map at a z-index: tiles are at 200, lines at 400, markers at 600.
pub fn pane(map: &Map, name: &str, level: &str) -> HtmlElement {
    let pane = map.create_pane(name);
    // Cannot fail: a plain number is always a valid z-index.
    let _ = pane.style().set_property("z-index", level);
    pane
}

#[cfg(test)]
mod tests {
    use super::*;

    // case 225
    #[test]
    fn a_canvas_is_as_large_as_the_screen_and_has_a_largest_area() {
        for (width, height, density, expected) in [
            (360.0, 780.0, 3.0, (360.0, 780.0)),
            (5_120.0, 2_880.0, 1.0, (5_120.0, 2_880.0)),
            (1_280.0, 9e9, 1.0, (1_280.0, 26_214.4)),
            (9e9, 512.0, 2.0, (16_384.0, 512.0)),
        ] {
            assert_eq!(bounded(width, height, density), expected, "{width} × {height}");
        }
    }
}

//! An element that covers the map: slightly larger than the map, drawn again after each move, and scaled with the
//! map during a zoom.

use super::{
    leaflet::{self, Map, MapEvent, pair},
    owned::Listener,
    symbols::{Frame, WebMercator},
};
use crate::browser::{document::set_attribute, window};
use gorlif_core::domain::geo::Position;
use std::{cell::Cell, rc::Rc};
use web_sys::{Element, HtmlElement};

/// The margin of the element beyond each edge of the map, as a fraction of the map's size.
const MARGIN: f64 = 0.1;

/// The element with its listeners; dropping it removes both.
pub struct Surface {
    inner: Rc<Inner>,
    _listeners: [Listener; 3],
}

struct Inner {
    map: Map,
    element: Element,
    drawn: Cell<Frame>,
    draw: Box<dyn Fn(Frame)>,
}

impl Surface {
    /// Puts the element into a new pane of the map; see [`pane`]. `draw` draws the part of the map that it is given.
    pub fn new(
        map: &Map,
        (name, level): (&str, &str),
        element: Element,
        draw: Box<dyn Fn(Frame)>,
    ) -> Option<Self> {
        set_attribute(&element, "class", Some("leaflet-zoom-animated map-surface"));
        // Hidden from screen readers: the lists have the same content.
        set_attribute(&element, "aria-hidden", Some("true"));
        pane(map, name, level).append_child(&element).ok()?;
        let inner = Rc::new(Inner { map: map.clone(), element, drawn: Cell::default(), draw });
        let (redraw, resize, zoom) = (Rc::clone(&inner), Rc::clone(&inner), Rc::clone(&inner));
        let listeners = [
            Listener::new(map, "moveend", move |_| redraw.draw()),
            Listener::new(map, "resize", move |_| resize.draw()),
            Listener::new(map, "zoomanim", move |event| zoom.follow(&event)),
        ];
        Some(Self { inner, _listeners: listeners })
    }

    pub fn draw(&self) {
        self.inner.draw();
    }

    pub fn element(&self) -> &Element {
        &self.inner.element
    }
}

impl Drop for Surface {
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
        let corner = self
            .map
            .container_to_layer(&pair(-(size.x() * MARGIN).round(), -(size.y() * MARGIN).round()));
        leaflet::set_element_position(&self.element, &corner);
        let (origin, zoom) = (self.map.pixel_origin(), self.map.zoom());
        let frame = Frame {
            zoom,
            world: world_size(&self.map, zoom),
            corner: (origin.x() + corner.x(), origin.y() + corner.y()),
            size: bounded(width, height, density),
            density,
        };
        self.drawn.set(frame);
        (self.draw)(frame);
    }

    /// Scales and moves the drawn element to the end position of the zoom, as Leaflet does with its
    /// own layers.
    fn follow(&self, event: &MapEvent) {
        let Frame { zoom: drawn_zoom, corner: (left, top), .. } = self.drawn.get();
        let (centre, zoom) = (event.zoom_centre(), event.zoom_to());
        let Some(centre) = Position::new(centre.lat(), centre.lng()) else { return };
        let scale = self.map.zoom_scale(zoom, drawn_zoom);
        let (x, y) = WebMercator::of(centre).pixels(world_size(&self.map, zoom));
        let size = self.map.size();
        // The layer's origin after the zoom: the new centre minus half the map's size, rounded as
        // in Leaflet.
        let origin = ((x - size.x() / 2.0).round(), (y - size.y() / 2.0).round());
        let offset = leaflet::new_point(left * scale - origin.0, top * scale - origin.1);
        leaflet::set_element_transform(&self.element, &offset, scale);
    }
}

/// The largest area of a surface in pixels of the screen. Without its style sheet the map grows with the surface that it
/// contains.
const LARGEST: f64 = 33_554_432.0;

/// The sides of a surface in CSS pixels, of which the longer one is cut if the area is too large.
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
    fn a_surface_is_as_large_as_the_screen_and_has_a_largest_area() {
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

//! Outlines and lines on the map, as paths of an SVG. A path is made once; a move or a zoom changes the view box of the
//! SVG only. Leaflet's own polygons are converted, projected, simplified and clipped on the main thread each time.

use super::{
    leaflet::Map,
    surface::Surface,
    symbols::{Frame, WebMercator},
};
use crate::browser::document::{document, set_attribute};
use gorlif_core::{
    basemap::Ring,
    domain::{decimal, geo::Position},
};
use std::fmt::Write;
use web_sys::Element;

const SVG: &str = "http://www.w3.org/2000/svg";

/// The width of Web Mercator in the units of the paths: pixels at the largest zoom, 16.
const WORLD: f64 = 16_777_216.0;
/// The origin of the paths in these units, at about 54° north and 6° west: browsers keep coordinates with 24 bits.
const ORIGIN: (f64, f64) = (8_109_000.0, 5_387_000.0);

/// Above this zoom the rivers are faint, since their lines are less exact than the map.
const FADED_FROM: f64 = 11.0;

/// The `d` attribute of a path.
#[derive(Default)]
pub struct PathData(String);

impl PathData {
    /// The outlines, each closed.
    pub fn of_outlines<'a>(outlines: impl IntoIterator<Item = &'a Ring>) -> Self {
        let mut data = Self::default();
        outlines.into_iter().for_each(|ring| data.add_outline(ring));
        data
    }

    /// Adds a closed line.
    pub fn add_outline(&mut self, ring: &Ring) {
        self.add_line(ring);
        // A path cannot begin with it.
        if !ring.is_empty() {
            self.0.push('z');
        }
    }

    /// Adds a line: the first point absolute, the others each from the one before.
    pub fn add_line(&mut self, line: &Ring) {
        let points = line.iter().filter_map(|[lat, lon]| Some(point(Position::new(*lat, *lon)?)));
        let (mut last, mut command) = ((0, 0), 'M');
        for (x, y) in points {
            // Writing to a string does not fail.
            let _ = write!(self.0, "{command}{} {}", x - last.0, y - last.1);
            (last, command) = ((x, y), 'l');
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // at most 2^24
fn point(position: Position) -> (i32, i32) {
    let (x, y) = WebMercator::of(position).pixels(WORLD);
    ((x - ORIGIN.0).round() as i32, (y - ORIGIN.1).round() as i32)
}

/// The shapes of a layer, in an SVG that is made with the first of them.
pub struct Shapes {
    /// The name of the pane and its z-index.
    pane: (&'static str, &'static str),
    surface: Option<Surface>,
}

/// A path on the map; dropping it removes it.
pub struct Shape(Element);

impl Shapes {
    /// For a pane of this name and z-index.
    pub const fn new(pane: &'static str, level: &'static str) -> Self {
        Self { pane: (pane, level), surface: None }
    }

    /// Draws a path above the others; the class has its colours. `None` if the browser cannot.
    pub fn add(&mut self, map: &Map, class: &str, data: &PathData) -> Option<Shape> {
        let shape = Shape(element("path")?);
        shape.set("class", Some(class));
        shape.set("d", Some(&data.0));
        self.raise(map, &shape);
        Some(shape)
    }

    /// Draws a path above the others.
    pub fn raise(&mut self, map: &Map, shape: &Shape) {
        if let Some(svg) = self.svg(map) {
            // Fails for an element that contains the SVG only.
            let _ = svg.append_child(&shape.0);
        }
    }

    /// The SVG, for attributes of all shapes.
    pub fn svg(&mut self, map: &Map) -> Option<&Element> {
        if self.surface.is_none() {
            let svg = element("svg")?;
            let drawn = svg.clone();
            let draw = Box::new(move |frame| show(&drawn, frame));
            self.surface = Surface::new(map, self.pane, svg, draw);
            self.surface.as_ref()?.draw();
        }
        self.surface.as_ref().map(Surface::element)
    }
}

impl Shape {
    /// Sets an attribute, or removes it.
    pub fn set(&self, name: &str, value: Option<&str>) {
        set_attribute(&self.0, name, value);
    }
}

impl Drop for Shape {
    fn drop(&mut self) {
        self.0.remove();
    }
}

fn element(name: &str) -> Option<Element> {
    document()?.create_element_ns(Some(SVG), name).ok()
}

/// Shows the frame in the SVG.
fn show(svg: &Element, frame: Frame) {
    set_attribute(svg, "data-near", (frame.zoom > FADED_FROM).then_some(""));
    let ((left, top), (width, height)) = (frame.corner, frame.size);
    let unit = WORLD / frame.world;
    let set = |name: &str, numbers: &[f64]| {
        let mut value = String::new();
        for number in numbers {
            value += &decimal::fixed(*number, 2);
            value.push(' ');
        }
        set_attribute(svg, name, Some(value.trim_end()));
    };
    set("width", &[width]);
    set("height", &[height]);
    let corner = [left * unit - ORIGIN.0, top * unit - ORIGIN.1];
    set("viewBox", &[corner[0], corner[1], width * unit, height * unit]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_each_line_from_its_first_point_in_steps() {
        // A pixel at zoom 16 is 0.0000215° of longitude.
        let ring = |lons: &[f64]| lons.iter().map(|lon| [52.0, *lon]).collect::<Ring>();
        let mut data = PathData::default();
        data.add_line(&ring(&[-4.0, -3.9, -4.0]));
        data.add_outline(&ring(&[-3.0]));
        data.add_line(&ring(&[]));
        data.add_line(&vec![[52.0, -4.0], [97.0, -4.0], [52.0, -4.1]]);
        let (x, y) = point(Position::new(52.0, -4.0).expect("in range"));
        assert_eq!(data.0, format!("M{x} {y}l4661 0l-4661 0M{} {y}zM{x} {y}l-4660 0", x + 46_604));
    }
}

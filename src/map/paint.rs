//! Draws symbols and names on a canvas. Each look is drawn once and then stamped.

use super::{
    canvas::Frame,
    labels,
    symbols::{Look, Symbol, World},
};
use crate::browser::{document::document, window};
use gorlif_core::{atlas::Place, domain::decimal, language::Language};
use std::f64::consts::TAU;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, Path2d};

// Declared here, since a canvas of our own is always drawable, and web-sys has this as fallible.
#[wasm_bindgen]
extern "C" {
    type Pen;
    #[wasm_bindgen(method, js_name = drawImage)]
    fn draw_image(this: &Pen, image: &HtmlCanvasElement, x: f64, y: f64, width: f64, height: f64);
}

/// The colours that follow the page's theme, read from its tokens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    ink: String,
    quiet: String,
    paper: String,
    water: String,
    land: String,
}

impl Palette {
    pub fn read() -> Option<Self> {
        let root = document()?.document_element()?;
        let style = window()?.get_computed_style(&root).ok()??;
        let token = |name: &str| style.get_property_value(name).map(|value| value.trim().to_owned()).unwrap_or_default();
        Some(Self { ink: token("--ink"), quiet: token("--quiet"), paper: token("--paper"), water: token("--water"), land: token("--land") })
    }
}

/// The ring about the selected symbol.
const OUTLINE: &str = "#14202b";
const FOCUS: &str = "#ffdd00";

/// Side of a stamp in CSS pixels.
const BOX: f64 = 30.0;

/// The side of a stamp on the map: smaller where a whole nation is in view, so that symbols hide one another less.
fn side(zoom: f64) -> f64 {
    match zoom {
        z if z < 7.75 => BOX * 0.6,
        z if z < 8.75 => BOX * 0.75,
        _ => BOX,
    }
}

/// Stamps of all looks, of one size and in one palette. They are made as large as they are drawn: scaling costs three times the drawing.
#[derive(Default)]
pub struct Stamps {
    palette: Palette,
    /// The side in pixels of the device.
    pixels: f64,
    made: Vec<(Look, HtmlCanvasElement)>,
}

impl Stamps {
    /// Forgets what was made for another palette.
    pub fn set_palette(&mut self, palette: Palette) {
        if self.palette != palette {
            self.palette = palette;
            self.made.clear();
        }
    }

    /// The stamp's number, made if it is not there.
    fn stamp(&mut self, look: Look) -> Option<usize> {
        if let Some(number) = self.made.iter().position(|(made, _)| *made == look) {
            return Some(number);
        }
        let stamp = make(look, self.pixels, &self.palette)?;
        self.made.push((look, stamp));
        Some(self.made.len() - 1)
    }

    /// Stamps with the middle at the point, on whole pixels.
    fn put(&self, frame: &Frame<'_>, number: usize, (x, y): (f64, f64)) {
        if let Some((_, stamp)) = self.made.get(number) {
            let whole = |at: f64| (at * frame.density - self.pixels / 2.0).round() / frame.density;
            let side = self.pixels / frame.density;
            frame.context.unchecked_ref::<Pen>().draw_image(stamp, whole(x), whole(y), side, side);
        }
    }

    /// Stamps what lies in the frame, lowest first, with a ring about the selected one.
    pub fn symbols(&mut self, frame: &Frame<'_>, placed: &[(Symbol, World)], selected: Option<&Symbol>) {
        let pixels = (side(frame.zoom) * frame.density).round();
        if (self.pixels - pixels).abs() > 0.01 {
            self.pixels = pixels;
            self.made.clear();
        }
        let mut cells = Cells::new(frame.size);
        for (symbol, world) in placed {
            let (x, y) = place(frame, *world);
            if x < -BOX || y < -BOX || x > frame.size.0 + BOX || y > frame.size.1 + BOX {
                continue;
            }
            if let Some(number) = self.stamp(symbol.look).filter(|number| cells.take(x, y, *number)) {
                self.put(frame, number, (x, y));
            }
        }
        if let Some(symbol) = selected {
            let (x, y) = place(frame, World::of(symbol.position));
            ring(frame.context, x, y, 16.0, OUTLINE, 6.0);
            ring(frame.context, x, y, 16.0, FOCUS, 3.0);
            if let Some(number) = self.stamp(symbol.look) {
                self.put(frame, number, (x, y));
            }
        }
    }
}

/// Where which look is drawn already. A symbol hides another of its look that stands within two pixels of it, so a nation's gauges
/// cost no more than a screen has room for.
struct Cells {
    across: usize,
    taken: Vec<usize>,
}

impl Cells {
    const PIXELS: f64 = 2.0;

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates, and a canvas has some thousand pixels
    fn cells(pixels: f64) -> usize {
        ((pixels + BOX) / Self::PIXELS) as usize
    }

    fn new((width, height): (f64, f64)) -> Self {
        let across = Self::cells(width + BOX) + 1;
        Self { across, taken: vec![usize::MAX; across * (Self::cells(height + BOX) + 1)] }
    }

    /// Whether this stamp does not stand there yet.
    fn take(&mut self, x: f64, y: f64, number: usize) -> bool {
        let cell = self.taken.get_mut(Self::cells(y) * self.across + Self::cells(x));
        cell.is_none_or(|cell| std::mem::replace(cell, number) != number)
    }
}

fn place(frame: &Frame<'_>, world: World) -> (f64, f64) {
    let (x, y) = world.pixels(frame.world);
    (x - frame.corner.0, y - frame.corner.1)
}

fn ring(context: &CanvasRenderingContext2d, x: f64, y: f64, radius: f64, colour: &str, width: f64) {
    context.begin_path();
    let _ = context.arc(x, y, radius, 0.0, TAU);
    context.set_stroke_style_str(colour);
    context.set_line_width(width);
    context.stroke();
}

/// Names of places, with a rim in the colour of the land so that borders do not run through them.
pub fn names(frame: &Frame<'_>, palette: &Palette, places: &[Place], language: Language) {
    let context = frame.context;
    context.set_font("13px system-ui, sans-serif");
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.set_line_join("round");
    context.set_line_width(3.0);
    context.set_stroke_style_str(&palette.land);
    context.set_fill_style_str(&palette.quiet);
    for label in labels::choose(places, language, (frame.zoom, frame.world), frame.corner, frame.size) {
        let _ = context.stroke_text(label.text, label.x, label.y);
        let _ = context.fill_text(label.text, label.x, label.y);
    }
}

/// Draws the symbol that index.html defines for the look, so that map and lists show the same ones.
fn make(look: Look, pixels: f64, palette: &Palette) -> Option<HtmlCanvasElement> {
    // On the map a gauge is smaller than a warning, with a rim in the paper's colour that lifts it off lines and names.
    let is_gauge = matches!(look, Look::Gauge { .. });
    let units = if is_gauge { 36.0 } else { 25.5 };
    let canvas: HtmlCanvasElement = document()?.create_element("canvas").ok()?.dyn_into().ok()?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some 90 pixels
    let side = pixels as u32;
    canvas.set_width(side);
    canvas.set_height(side);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    // The symbols are drawn in a box of 24 units, about its middle.
    let scale = pixels / units;
    context.scale(scale, scale).ok()?;
    context.translate((units - 24.0) / 2.0, (units - 24.0) / 2.0).ok()?;
    if is_gauge {
        ring(&context, 12.0, 12.0, 9.0, &palette.paper, 2.4);
    }
    draw(&context, look.symbol());
    Some(canvas)
}

/// Draws the shapes of a symbol as the page's styles colour them.
fn draw(context: &CanvasRenderingContext2d, symbol: &str) {
    let Some(shapes) = document().and_then(|document| Some(document.get_element_by_id(symbol.trim_start_matches('#'))?.children())) else { return };
    for shape in (0..shapes.length()).filter_map(|index| shapes.item(index)) {
        if let Some(other) = shape.get_attribute("href") {
            draw(context, &other);
        }
        let Some(path) = shape.get_attribute("d").and_then(|d| Path2d::new_with_path_string(&d).ok()) else { continue };
        let Some(style) = window().and_then(|window| window.get_computed_style(&shape).ok()?) else { continue };
        let value = |name: &str| style.get_property_value(name).unwrap_or_default();
        if value("fill") != "none" {
            context.set_fill_style_str(&value("fill"));
            context.fill_with_path_2d(&path);
        }
        if value("stroke") != "none" {
            let dashes = value("stroke-dasharray");
            let dashes = dashes.split(',').filter_map(pixels).map(JsValue::from);
            // Whatever the style says is a list of lengths, or nothing.
            let _ = context.set_line_dash(&dashes.collect::<js_sys::Array>());
            context.set_line_join(&value("stroke-linejoin"));
            context.set_line_width(pixels(&value("stroke-width")).unwrap_or(1.0));
            context.set_stroke_style_str(&value("stroke"));
            context.stroke_with_path(&path);
        }
    }
}

/// A length as computed styles write it.
fn pixels(length: &str) -> Option<f64> {
    let length = length.trim();
    decimal::parse(length.strip_suffix("px").unwrap_or(length))
}

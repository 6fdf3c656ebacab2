//! Draws symbols and names on a canvas. Each look is drawn once and then stamped.

use super::{
    canvas::Frame,
    canvas_context::{CanvasContext, Sprite, picture, style_of},
    labels,
    symbols::{Placed, Symbol, SymbolStyle, WebMercator},
};
use crate::browser::document::document;
use gorlif_core::{atlas::Place, domain::decimal, i18n::Language};
use std::f64::consts::TAU;
use wasm_bindgen::JsValue;
use web_sys::Path2d;

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
        let style = style_of(&document()?.document_element()?);
        let token = |name: &str| style.value(name).trim().to_owned();
        Some(Self {
            ink: token("--ink"),
            quiet: token("--quiet"),
            paper: token("--paper"),
            water: token("--water"),
            land: token("--land"),
        })
    }
}

/// The ring about the selected symbol.
const OUTLINE: &str = "#14202b";
const FOCUS: &str = "#ffdd00";

/// Side of a stamp in CSS pixels.
const BOX: f64 = 30.0;

/// More gauges than this in view stand closer than their symbols are wide.
const CROWD: usize = 1_500;

/// So near to one of its look a gauge of a crowd is hidden by it: nearer than the symbols are wide.
const CROWDED_PIXELS: f64 = 7.0;

/// The side of a stamp on the map: smaller where a whole nation is in view, so that symbols hide
/// one another less.
fn side(zoom: f64) -> f64 {
    match zoom {
        z if z < 7.75 => BOX * 0.6,
        z if z < 8.75 => BOX * 0.75,
        _ => BOX,
    }
}

/// Stamps of all looks in one palette. They are made as large as they are drawn: scaling costs
/// three times the drawing. Those of the few sizes that there are stay, so that a step back to a
/// zoom makes nothing anew.
#[derive(Default)]
pub struct Sprites {
    palette: Palette,
    sides: Sides,
    made: Vec<Made>,
}

/// In pixels of the device, of warnings and of gauges. In a crowd only gauges are smaller.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    warning: f64,
    gauge: f64,
}

impl Sides {
    fn of(self, look: SymbolStyle) -> f64 {
        if look.is_gauge() { self.gauge } else { self.warning }
    }
}

/// A stamp with its side in pixels of the device, and the side of the box that its symbol was drawn
/// in.
struct Made {
    look: SymbolStyle,
    wanted: f64,
    stamp: Sprite,
    side: f64,
}

/// All looks in all sizes of one screen; another screen has others.
const MOST_STAMPS: usize = 66;

impl Sprites {
    /// Forgets what was made for another palette.
    pub fn set_palette(&mut self, palette: Palette) {
        if self.palette != palette {
            self.palette = palette;
            self.made.clear();
        }
    }

    /// The stamp's number, made if it is not there.
    fn stamp(&mut self, look: SymbolStyle) -> Option<usize> {
        let wanted = self.sides.of(look);
        let is_it = |made: &Made| made.look == look && made.wanted.total_cmp(&wanted).is_eq();
        if let Some(number) = self.made.iter().position(is_it) {
            return Some(number);
        }
        self.made.push(make(look, wanted, &self.palette)?);
        Some(self.made.len() - 1)
    }

    /// Stamps with the middle at the point, on whole pixels.
    fn put(&self, frame: &Frame<'_>, number: usize, (x, y): (f64, f64)) {
        if let Some(Made { stamp, side, .. }) = self.made.get(number) {
            let whole = |at: f64| (at * frame.density - side / 2.0).round() / frame.density;
            let shown = side / frame.density;
            // A picture that is lost costs only itself.
            let _ = frame.pen.draw_image(stamp, whole(x), whole(y), shown, shown);
        }
    }

    /// Stamps what lies in the frame, lowest first, with a ring about the selected one.
    pub fn symbols(&mut self, frame: &Frame<'_>, placed: &Placed, selected: Option<&Symbol>) {
        let in_view = |(symbol, world): (&Symbol, WebMercator)| {
            let (x, y) = place(frame, world);
            let is_out = x < -BOX || y < -BOX || x > frame.size.0 + BOX || y > frame.size.1 + BOX;
            (!is_out).then_some((symbol.look, x, y))
        };
        let seen = || placed.iter().filter_map(in_view);
        let crowded = seen().filter(|(look, ..)| look.is_gauge()).nth(CROWD).is_some();
        let warning = (side(frame.zoom) * frame.density).round();
        self.sides = Sides {
            warning,
            gauge: if crowded { (BOX * 0.45 * frame.density).round() } else { warning },
        };
        if self.made.len() >= MOST_STAMPS {
            self.made.clear();
        }
        let mut cells = Cells::new(frame.size, if crowded { CROWDED_PIXELS } else { 2.0 });
        for (look, x, y) in seen() {
            if let Some(number) =
                self.stamp(look).filter(|number| cells.take((x, y), look, *number))
            {
                self.put(frame, number, (x, y));
            }
        }
        if let Some(symbol) = selected {
            let (x, y) = place(frame, WebMercator::of(symbol.position));
            ring(frame.pen, x, y, 16.0, OUTLINE, 6.0);
            ring(frame.pen, x, y, 16.0, FOCUS, 3.0);
            if let Some(number) = self.stamp(symbol.look) {
                self.put(frame, number, (x, y));
            }
        }
    }
}

/// Where which look is drawn already. A gauge hides another of its look that stands within a few
/// pixels of it, so a nation's gauges cost no more than a screen has room for. A warning is never
/// hidden.
struct Cells {
    pixels: f64,
    across: usize,
    taken: Vec<usize>,
}

impl Cells {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates, and a canvas has some thousand pixels
    fn cell(&self, at: f64) -> usize {
        ((at + BOX) / self.pixels) as usize
    }

    fn new((width, height): (f64, f64), pixels: f64) -> Self {
        let none = Self { pixels, across: 0, taken: Vec::new() };
        let across = none.cell(width + BOX) + 1;
        Self { across, taken: vec![usize::MAX; across * (none.cell(height + BOX) + 1)], ..none }
    }

    /// Whether this stamp is to be put: a warning's always, a gauge's where it does not stand yet.
    fn take(&mut self, (x, y): (f64, f64), look: SymbolStyle, number: usize) -> bool {
        if !look.is_gauge() {
            return true;
        }
        let place = self.cell(y) * self.across + self.cell(x);
        let cell = self.taken.get_mut(place);
        cell.is_none_or(|cell| std::mem::replace(cell, number) != number)
    }
}

fn place(frame: &Frame<'_>, world: WebMercator) -> (f64, f64) {
    let (x, y) = world.pixels(frame.world);
    (x - frame.corner.0, y - frame.corner.1)
}

fn ring(context: &CanvasContext, x: f64, y: f64, radius: f64, colour: &str, width: f64) {
    context.begin_path();
    context.arc(x, y, radius, 0.0, TAU);
    context.set_stroke_style_str(colour);
    context.set_line_width(width);
    context.stroke();
}

/// Names of places, with a rim in the colour of the land so that borders do not run through them.
pub fn names(frame: &Frame<'_>, palette: &Palette, places: &[Place], language: Language) {
    let context = frame.pen;
    context.set_font("13px system-ui, sans-serif");
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.set_line_join("round");
    context.set_line_width(3.0);
    context.set_stroke_style_str(&palette.land);
    context.set_fill_style_str(&palette.quiet);
    for label in
        labels::choose(places, language, (frame.zoom, frame.world), frame.corner, frame.size)
    {
        context.stroke_text(label.text, label.x, label.y);
        context.fill_text(label.text, label.x, label.y);
    }
}

/// Draws the symbol that index.html defines for the look, so that map and lists show the same ones.
fn make(look: SymbolStyle, wanted: f64, palette: &Palette) -> Option<Made> {
    // On the map a gauge is smaller than a warning, with a rim in the paper's colour that lifts it
    // off lines and names.
    let is_gauge = look.is_gauge();
    // The symbols are drawn in a box of 24 units, about its middle. What a stamp is larger than its
    // symbol, each drawing would pay for.
    let (scale, units) = if is_gauge { (wanted / 36.0, 22.0) } else { (wanted / 25.5, 25.5) };
    let side = (units * scale).round();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some 90 pixels
    let stamp = picture(side as u32, |pen| {
        let corner = side / 2.0 - 12.0 * scale;
        pen.set_transform(scale, 0.0, 0.0, scale, corner, corner);
        if is_gauge {
            ring(pen, 12.0, 12.0, 9.0, &palette.paper, 2.4);
        }
        draw(pen, look.symbol());
    })?;
    Some(Made { look, wanted, stamp, side })
}

/// Draws the shapes of a symbol as the page's styles colour them.
fn draw(context: &CanvasContext, symbol: &str) {
    let Some(shapes) = document().and_then(|document| {
        Some(document.get_element_by_id(symbol.trim_start_matches('#'))?.children())
    }) else {
        return;
    };
    for shape in (0..shapes.length()).filter_map(|index| shapes.item(index)) {
        if let Some(other) = shape.get_attribute("href") {
            draw(context, &other);
        }
        let Some(path) =
            shape.get_attribute("d").and_then(|d| Path2d::new_with_path_string(&d).ok())
        else {
            continue;
        };
        let style = style_of(&shape);
        let value = |name: &str| style.value(name);
        if value("fill") != "none" {
            context.set_fill_style_str(&value("fill"));
            context.fill_with_path_2d(&path);
        }
        if value("stroke") != "none" {
            let dashes = value("stroke-dasharray");
            let dashes = dashes.split(',').filter_map(pixels).map(JsValue::from);
            context.set_line_dash(&dashes.collect::<js_sys::Array>());
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

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::domain::{freshness::Freshness, warning::Severity};

    #[test]
    fn gauges_of_one_look_hide_one_another_and_no_warning_is_ever_hidden() {
        let gauge = |freshness| SymbolStyle::Gauge { freshness, offline: false };
        for pixels in [2.0, CROWDED_PIXELS] {
            let mut cells = Cells::new((100.0, 100.0), pixels);
            let looks = [
                (gauge(Freshness::Fresh), 0),
                (gauge(Freshness::Fresh), 0),
                (gauge(Freshness::Stale), 1),
            ];
            assert_eq!(
                looks.map(|(look, number)| cells.take((20.0, 20.0), look, number)),
                [true, false, true]
            );
            assert_eq!(
                [20.0, 20.5].map(|x| cells.take(
                    (x, 20.0),
                    SymbolStyle::Warning(Severity::Severe),
                    2
                )),
                [true, true]
            );
        }
    }
}

//! Draws the symbols on a canvas. Each style is drawn once as a sprite and then reused.

use super::{
    canvas::{CanvasContext, CanvasView, Sprite, snapshot, style_of},
    symbols::{Mark, Placed, Symbol, SymbolStyle, WebMercator},
};
use crate::browser::document::{by_id, document};
use gorlif_core::domain::{decimal, level_record::Standing, trend::Tendency, warning::Severity};
use std::f64::consts::TAU;
use wasm_bindgen::JsValue;
use web_sys::Path2d;

/// The colours of the current theme, read from the page's CSS custom properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    ink: String,
    background: String,
    pub quiet: String,
    pub water: String,
    pub land: String,
}

impl Palette {
    pub fn read() -> Option<Self> {
        let style = style_of(&document()?.document_element()?);
        let token = |name: &str| style.value(name).trim().to_owned();
        Some(Self {
            ink: token("--ink"),
            quiet: token("--quiet"),
            background: token("--background"),
            water: token("--water"),
            land: token("--land"),
        })
    }
}

/// The ring around the selected symbol.
const OUTLINE: &str = "#14202b";
const FOCUS: &str = "#ffdd00";

/// The side of a sprite in CSS pixels.
const BOX: f64 = 30.0;

/// The opacity of a muted symbol.
const MUTED: f64 = 0.4;

/// With more gauges than this in view, symbols would overlap.
const CROWD: usize = 1_500;

/// The side in pixels of the cells in which only one gauge per style is drawn when gauges are
/// crowded. Smaller than the symbols.
const CROWDED_PIXELS: f64 = 7.0;

/// The sides in CSS pixels of a warning and of a gauge: smaller at zooms that show all of Wales.
fn sides(zoom: f64) -> Sides {
    match zoom {
        z if z < 7.75 => Sides { warning: BOX * 0.8, gauge: BOX * 0.5 },
        z if is_national(z) => Sides { warning: BOX * 0.8, gauge: BOX * 0.65 },
        _ => Sides { warning: BOX, gauge: BOX },
    }
}

/// Whether the zoom shows so much of Wales that warnings overlap.
fn is_national(zoom: f64) -> bool {
    zoom < 8.75
}

/// The distance below which warnings are grouped at a zoom, in units of Web Mercator; 0 for none.
/// Leaves room for the number of a group.
pub fn spacing(view: &CanvasView<'_>) -> f64 {
    if is_national(view.frame.zoom) { BOX / view.frame.world } else { 0.0 }
}

/// Sprites of all styles in one palette. They are made at the size at which they are drawn, because
/// scaling takes three times as long as drawing. All sizes stay cached, so that going back to a
/// zoom redraws nothing.
#[derive(Default)]
pub struct Sprites {
    palette: Palette,
    /// In device pixels.
    sides: Sides,
    made: Vec<Made>,
}

/// Sides for warnings and for gauges. Only gauges are smaller when crowded.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    warning: f64,
    gauge: f64,
}

impl Sides {
    fn of(self, style: SymbolStyle) -> f64 {
        match style {
            SymbolStyle::Warning(Severity::Severe) => (self.warning * 1.2).round(),
            SymbolStyle::Warning(Severity::NoLongerInForce) => (self.warning * 0.6).round(),
            SymbolStyle::Warning(_) => self.warning,
            _ if style.is_large_gauge() => (self.gauge * 1.3).round(),
            SymbolStyle::Gauge { .. } | SymbolStyle::Rain { .. } | SymbolStyle::Reached => {
                self.gauge
            }
        }
    }
}

/// A sprite with its side in device pixels and the side of the box in which its symbol was drawn.
struct Made {
    style: SymbolStyle,
    wanted: f64,
    sprite: Sprite,
    side: f64,
}

/// The number of sprites at which the cache is cleared: all styles in all sizes of one screen. A
/// screen of another density adds sizes.
const MAX_SPRITES: usize = 142;

impl Sprites {
    /// Sets the palette. Clears the sprites if it has changed.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    pub fn set_palette(&mut self, palette: Palette) {
        if self.palette != palette {
            self.palette = palette;
            self.made.clear();
        }
    }

    /// The index of the sprite for this style; draws the sprite if it is not cached.
    fn sprite(&mut self, style: SymbolStyle) -> Option<usize> {
        let wanted = self.sides.of(style);
        let is_it = |made: &Made| made.style == style && made.wanted.total_cmp(&wanted).is_eq();
        if let Some(number) = self.made.iter().position(is_it) {
            return Some(number);
        }
        self.made.push(make(style, wanted, &self.palette)?);
        Some(self.made.len() - 1)
    }

    /// Draws a sprite centred on the point, aligned to whole pixels.
    fn put(&self, view: &CanvasView<'_>, number: usize, (x, y): (f64, f64)) {
        if let Some(Made { sprite, side, .. }) = self.made.get(number) {
            let whole =
                |at: f64| (at * view.frame.density - side / 2.0).round() / view.frame.density;
            let shown = side / view.frame.density;
            // If the image data has been lost, only this sprite is not drawn.
            let _ = view.context.draw_image(sprite, whole(x), whole(y), shown, shown);
        }
    }

    /// Draws the number of warnings of a group at the upper right of its symbol.
    fn badge(&self, view: &CanvasView<'_>, count: usize, (x, y): (f64, f64)) {
        let (context, text) = (view.context, count.to_string());
        let (x, y) = (x + BOX * 0.4, y - BOX * 0.3);
        context.begin_path();
        context.arc(x, y, 8.0, 0.0, TAU);
        context.set_fill_style_str(&self.palette.ink);
        context.fill();
        context.set_fill_style_str(&self.palette.background);
        context.set_font("bold 11px system-ui, sans-serif");
        context.set_text_align("center");
        context.set_text_baseline("middle");
        context.fill_text(&text, x, y);
    }

    /// Draws the symbols in the view, lowest first, and a ring around the selected one.
    pub fn symbols(&mut self, view: &CanvasView<'_>, placed: &Placed, selected: Option<&Symbol>) {
        let seen = || placed.iter().filter_map(|(symbol, mark)| in_view(view, symbol, mark));
        let crowded = seen().filter(|(symbol, ..)| symbol.style.is_gauge()).nth(CROWD).is_some();
        let Sides { warning, gauge } = sides(view.frame.zoom);
        let gauge = if crowded { gauge.min(BOX * 0.45) } else { gauge };
        self.sides = Sides {
            warning: (warning * view.frame.density).round(),
            gauge: (gauge * view.frame.density).round(),
        };
        if self.made.len() >= MAX_SPRITES {
            self.made.clear();
        }
        for is_muted in [true, false] {
            // Of its own, so that a muted gauge does not hide one that leads.
            let mut cells = Cells::new(view.frame.size, if crowded { CROWDED_PIXELS } else { 2.0 });
            view.context.set_global_alpha(if is_muted { MUTED } else { 1.0 });
            let seen = || seen().filter(|(symbol, ..)| symbol.is_muted == is_muted);
            for (Symbol { style, .. }, at, _) in seen() {
                if let Some(number) =
                    self.sprite(*style).filter(|number| cells.take(at, *style, *number))
                {
                    self.put(view, number, at);
                }
            }
            for (_, at, count) in seen().filter(|(_, _, count)| *count > 1) {
                self.badge(view, count, at);
            }
        }
        if let Some(symbol) = selected {
            let (x, y) = view.frame.at(WebMercator::of(symbol.position));
            ring(view.context, x, y, 16.0, OUTLINE, 6.0);
            ring(view.context, x, y, 16.0, FOCUS, 3.0);
            if let Some(number) = self.sprite(symbol.style) {
                self.put(view, number, (x, y));
            }
        }
    }
}

/// A symbol with its place on the canvas and the number of its group, unless it is outside.
fn in_view<'a>(
    view: &CanvasView<'_>,
    symbol: &'a Symbol,
    mark: &Mark,
) -> Option<(&'a Symbol, (f64, f64), usize)> {
    let (x, y) = view.frame.at(mark.world);
    let is_out = x < -BOX || y < -BOX || x > view.frame.size.0 + BOX || y > view.frame.size.1 + BOX;
    (!is_out).then_some((symbol, (x, y), mark.count()))
}

/// Which styles are already drawn in which cell. A gauge is skipped if one of the same style is
/// drawn within a few pixels of it, so the number of drawn gauges is limited by the size of the
/// screen. Warnings are never skipped.
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

    /// Whether to draw this sprite: always for warnings; for gauges only if the cell has none of
    /// the same style.
    fn take(&mut self, (x, y): (f64, f64), style: SymbolStyle, number: usize) -> bool {
        if !style.is_gauge() {
            return true;
        }
        let place = self.cell(y) * self.across + self.cell(x);
        let cell = self.taken.get_mut(place);
        cell.is_none_or(|cell| std::mem::replace(cell, number) != number)
    }
}

/// Where the symbols in view are, with half the side of what is drawn of each.
pub fn covered(view: &CanvasView<'_>, placed: &Placed) -> Vec<((f64, f64), f64)> {
    let sides = sides(view.frame.zoom);
    let seen = placed.iter().filter_map(|(symbol, mark)| in_view(view, symbol, mark));
    // A gauge is smaller than its sprite.
    let share = |style: SymbolStyle| if style.is_gauge() { 0.3 } else { 0.5 };
    seen.map(|(symbol, at, _)| (at, sides.of(symbol.style) * share(symbol.style))).collect()
}

fn ring(context: &CanvasContext, x: f64, y: f64, radius: f64, colour: &str, width: f64) {
    context.begin_path();
    context.arc(x, y, radius, 0.0, TAU);
    context.set_stroke_style_str(colour);
    context.set_line_width(width);
    context.stroke();
}

/// Draws the symbol that index.html defines for the style, so that map and lists show the same one.
fn make(style: SymbolStyle, wanted: f64, palette: &Palette) -> Option<Made> {
    // On the map a gauge is smaller than a warning and has an outline in the background colour,
    // which separates it from lines and names.
    let is_gauge = style.is_gauge();
    // The symbols are drawn centred in a box of 24 units, the arrow of a gauge above it. The sprite is
    // as small as possible, since transparent margins cost drawing time.
    let (scale, units) = match style {
        SymbolStyle::Gauge { tendency: Tendency::Rising | Tendency::Falling, .. } => {
            (wanted / 36.0, 42.0)
        }
        SymbolStyle::Gauge { .. } | SymbolStyle::Rain { .. } | SymbolStyle::Reached => {
            (wanted / 36.0, 22.0)
        }
        SymbolStyle::Warning(Severity::Severe) => (wanted / 28.0, 28.0),
        SymbolStyle::Warning(_) => (wanted / 25.5, 25.5),
    };
    let side = (units * scale).round();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some 90 pixels
    let sprite = snapshot(side as u32, |context| {
        let corner = side / 2.0 - 12.0 * scale;
        context.set_transform(scale, 0.0, 0.0, scale, corner, corner);
        if is_gauge {
            ring(context, 12.0, 12.0, 9.0, &palette.background, 2.4);
        }
        draw(context, style.symbol());
        if let SymbolStyle::Gauge { standing: Some(standing), .. } = style {
            fill_level(context, standing);
        }
    })?;
    Some(Made { style, wanted, sprite, side })
}

/// Fills a gauge as the style sheet of the lists does; without that sheet it stays as one whose range is not known.
fn fill_level(context: &CanvasContext, standing: Standing) {
    let colour = match standing {
        Standing::Below | Standing::Within => "--level-usual",
        Standing::Above => "--level-high",
        Standing::FarAbove => "--level-very-high",
    };
    let root = document().and_then(|document| document.document_element());
    let Some(colour) = root.map(|root| style_of(&root).value(colour)) else { return };
    if !colour.is_empty() {
        context.begin_path();
        context.arc(12.0, 12.0, 6.75, 0.0, TAU);
        context.set_fill_style_str(colour.trim());
        context.fill();
    }
}

/// Draws the shapes of a symbol with the colours of the page's style sheet.
fn draw(context: &CanvasContext, symbol: &str) {
    let Some(symbol) = by_id(symbol.trim_start_matches('#')) else { return };
    let shapes = symbol.children();
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

/// Parses a length in pixels from a computed style.
fn pixels(length: &str) -> Option<f64> {
    let length = length.trim();
    decimal::parse(length.strip_suffix("px").unwrap_or(length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::domain::freshness::Freshness;

    #[test]
    fn gauges_of_one_style_hide_one_another_and_warnings_are_never_hidden() {
        let gauge = |freshness| SymbolStyle::Gauge {
            freshness,
            offline: false,
            tendency: Tendency::Unknown,
            standing: None,
        };
        for pixels in [2.0, CROWDED_PIXELS] {
            let mut cells = Cells::new((100.0, 100.0), pixels);
            let styles = [
                (gauge(Freshness::Fresh), 0),
                (gauge(Freshness::Fresh), 0),
                (gauge(Freshness::Stale), 1),
            ];
            assert_eq!(
                styles.map(|(style, number)| cells.take((20.0, 20.0), style, number)),
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

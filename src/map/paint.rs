//! Draws symbols and names on a canvas. Each look is drawn once and then stamped.

use super::{
    canvas::Frame,
    labels,
    symbols::{Look, Symbol, World},
};
use crate::browser::{document::document, window};
use gorlif_core::{atlas::Place, domain::freshness::Freshness, domain::warning::Severity, language::Language};
use std::f64::consts::{PI, TAU};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

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

/// The official colours; they mean danger and are the same in every theme.
const SEVERE: &str = "#e3000f";
const ALERT: &str = "#f18700";
const OVER: &str = "#6f777b";
const OUTLINE: &str = "#14202b";
const WHITE: &str = "#ffffff";
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

/// Stamps of all looks at one density and in one palette.
#[derive(Default)]
pub struct Stamps {
    palette: Palette,
    density: f64,
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

    fn stamp(&mut self, look: Look, density: f64) -> Option<&HtmlCanvasElement> {
        if (self.density - density).abs() > 0.01 {
            self.density = density;
            self.made.clear();
        }
        let index = match self.made.iter().position(|(made, _)| *made == look) {
            Some(index) => index,
            None => {
                let stamp = make(look, density, &self.palette)?;
                self.made.push((look, stamp));
                self.made.len() - 1
            }
        };
        self.made.get(index).map(|(_, stamp)| stamp)
    }

    /// Stamps what lies in the frame, lowest first, with a ring about the selected one.
    pub fn symbols(&mut self, frame: &Frame<'_>, placed: &[(Symbol, World)], selected: Option<&Symbol>) {
        let side = side(frame.zoom);
        for (symbol, world) in placed {
            let (x, y) = place(frame, *world);
            if x < -BOX || y < -BOX || x > frame.size.0 + BOX || y > frame.size.1 + BOX {
                continue;
            }
            if let Some(stamp) = self.stamp(symbol.look, frame.density) {
                // A canvas of our own is always drawable.
                let _ = frame.context.draw_image_with_html_canvas_element_and_dw_and_dh(stamp, x - side / 2.0, y - side / 2.0, side, side);
            }
        }
        if let Some(symbol) = selected {
            let (x, y) = place(frame, World::of(symbol.position));
            ring(frame.context, x, y, 16.0, OUTLINE, 6.0);
            ring(frame.context, x, y, 16.0, FOCUS, 3.0);
            if let Some(stamp) = self.stamp(symbol.look, frame.density) {
                let _ = frame.context.draw_image_with_html_canvas_element_and_dw_and_dh(stamp, x - side / 2.0, y - side / 2.0, side, side);
            }
        }
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

fn make(look: Look, density: f64, palette: &Palette) -> Option<HtmlCanvasElement> {
    let canvas: HtmlCanvasElement = document()?.create_element("canvas").ok()?.dyn_into().ok()?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some 90 pixels
    let side = (BOX * density).round() as u32;
    canvas.set_width(side);
    canvas.set_height(side);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.scale(density, density).ok()?;
    context.translate(BOX / 2.0, BOX / 2.0).ok()?;
    context.set_line_join("round");
    match look {
        Look::Gauge { freshness, offline } => gauge(&context, freshness, offline, palette)?,
        Look::Warning(severity) => warning(&context, severity)?,
    }
    Some(canvas)
}

fn gauge(context: &CanvasRenderingContext2d, freshness: Freshness, offline: bool, palette: &Palette) -> Option<()> {
    const RADIUS: f64 = 6.0;
    let stale = matches!(freshness, Freshness::Stale | Freshness::Unknown);
    let colour = if stale { &palette.quiet } else { &palette.water };
    // A rim in the paper's colour lifts the symbol off lines and names.
    ring(context, 0.0, 0.0, RADIUS + 1.2, &palette.paper, 2.0);
    context.begin_path();
    context.arc(0.0, 0.0, RADIUS, 0.0, TAU).ok()?;
    context.set_fill_style_str(if freshness == Freshness::Fresh { colour } else { &palette.paper });
    context.fill();
    if freshness == Freshness::Late {
        context.begin_path();
        context.arc(0.0, 0.0, RADIUS, 0.0, PI).ok()?;
        context.set_fill_style_str(colour);
        context.fill();
    }
    context.begin_path();
    context.arc(0.0, 0.0, RADIUS, 0.0, TAU).ok()?;
    if stale {
        context.set_line_dash(&js_sys::Array::of2(&2.6.into(), &2.1.into())).ok()?;
    }
    context.set_line_width(1.5);
    context.set_stroke_style_str(if stale { &palette.quiet } else { &palette.ink });
    context.stroke();
    context.set_line_dash(&js_sys::Array::new()).ok()?;
    if offline {
        line(context, (-8.0, 8.0), (8.0, -8.0), &palette.paper, 4.0);
        line(context, (-8.0, 8.0), (8.0, -8.0), &palette.ink, 1.8);
    }
    Some(())
}

fn line(context: &CanvasRenderingContext2d, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
    context.begin_path();
    context.move_to(from.0, from.1);
    context.line_to(to.0, to.1);
    context.set_stroke_style_str(colour);
    context.set_line_width(width);
    context.stroke();
}

fn triangle(context: &CanvasRenderingContext2d, half: f64, fill: &str, edge: &str, width: f64) {
    context.begin_path();
    context.move_to(0.0, -half * 0.95);
    context.line_to(half * 1.05, half * 0.85);
    context.line_to(-half * 1.05, half * 0.85);
    context.close_path();
    context.set_fill_style_str(fill);
    context.fill();
    context.set_stroke_style_str(edge);
    context.set_line_width(width);
    context.stroke();
}

fn mark(context: &CanvasRenderingContext2d, text: &str, colour: &str, size: u32, y: f64) -> Option<()> {
    context.set_font(&format!("bold {size}px system-ui, sans-serif"));
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.set_fill_style_str(colour);
    context.fill_text(text, 0.0, y).ok()
}

fn warning(context: &CanvasRenderingContext2d, severity: Severity) -> Option<()> {
    match severity {
        Severity::Severe => {
            triangle(context, 12.5, SEVERE, OUTLINE, 3.4);
            triangle(context, 12.5, SEVERE, WHITE, 1.2);
            mark(context, "!!", WHITE, 13, 4.5)
        }
        Severity::Warning => {
            triangle(context, 11.0, WHITE, OUTLINE, 4.6);
            triangle(context, 11.0, WHITE, SEVERE, 2.6);
            mark(context, "!", OUTLINE, 13, 3.8)
        }
        Severity::Unknown => {
            triangle(context, 11.0, WHITE, OUTLINE, 4.6);
            triangle(context, 11.0, WHITE, SEVERE, 2.6);
            mark(context, "?", OUTLINE, 12, 3.8)
        }
        Severity::Alert => {
            triangle(context, 10.5, ALERT, OUTLINE, 1.8);
            // A wave.
            context.begin_path();
            context.move_to(-5.5, 5.0);
            context.bezier_curve_to(-3.0, 1.5, -2.0, 1.5, 0.0, 4.0);
            context.bezier_curve_to(2.0, 6.5, 3.0, 6.5, 5.5, 3.4);
            context.set_stroke_style_str(OUTLINE);
            context.set_line_width(2.0);
            context.stroke();
            Some(())
        }
        Severity::NoLongerInForce => {
            context.begin_path();
            context.arc(0.0, 0.0, 8.0, 0.0, TAU).ok()?;
            context.set_fill_style_str(OVER);
            context.fill();
            context.set_stroke_style_str(OUTLINE);
            context.set_line_width(1.5);
            context.stroke();
            context.begin_path();
            context.move_to(-3.8, 0.2);
            context.line_to(-1.0, 3.2);
            context.line_to(4.0, -3.0);
            context.set_stroke_style_str(WHITE);
            context.set_line_width(2.0);
            context.stroke();
            Some(())
        }
    }
}

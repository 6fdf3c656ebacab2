//! A canvas that covers the map, and bindings to the canvas and to computed styles. Calls that cannot fail with the page's
//! arguments are declared as infallible.

use super::{leaflet::Map, surface::Surface, symbols::Frame};
use crate::browser::document::document;
use js_sys::Array;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement};

#[wasm_bindgen]
extern "C" {
    /// A canvas context. With finite numbers none of these calls fails, except that a sprite's
    /// image data may have been lost.
    #[wasm_bindgen(extends = CanvasRenderingContext2d)]
    pub type CanvasContext;
    #[wasm_bindgen(method, js_name = setTransform)]
    pub fn set_transform(this: &CanvasContext, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64);
    #[wasm_bindgen(method)]
    pub fn arc(this: &CanvasContext, x: f64, y: f64, radius: f64, from: f64, to: f64);
    #[wasm_bindgen(method, js_name = setLineDash)]
    pub fn set_line_dash(this: &CanvasContext, lengths: &Array);
    #[wasm_bindgen(method, js_name = strokeText)]
    pub fn stroke_text(this: &CanvasContext, text: &str, x: f64, y: f64);
    #[wasm_bindgen(method, js_name = fillText)]
    pub fn fill_text(this: &CanvasContext, text: &str, x: f64, y: f64);
    #[wasm_bindgen(method, catch, js_name = drawImage)]
    pub fn draw_image(
        this: &CanvasContext,
        image: &Sprite,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) -> Result<(), JsValue>;

    /// An immutable image. Drawing from a canvas would copy it each time.
    pub type Sprite;

    /// A canvas outside the document; not supported by browsers from before 2023.
    type OffscreenCanvas;
    #[wasm_bindgen(constructor, catch)]
    fn new(width: u32, height: u32) -> Result<OffscreenCanvas, JsValue>;
    #[wasm_bindgen(method, catch, js_name = transferToImageBitmap)]
    fn snapshot(this: &OffscreenCanvas) -> Result<Sprite, JsValue>;

    /// The computed style of an element.
    pub type Style;
    #[wasm_bindgen(js_name = getComputedStyle)]
    pub fn style_of(element: &Element) -> Style;
    #[wasm_bindgen(method, js_name = getPropertyValue)]
    pub fn value(this: &Style, property: &str) -> String;
}

/// The 2D context of a canvas.
fn context(canvas: &HtmlCanvasElement) -> Option<CanvasContext> {
    canvas.get_context("2d").ok().flatten().map(JsCast::unchecked_into)
}

/// Creates a square sprite of `side` pixels with the content that `draw` draws.
pub fn snapshot(side: u32, draw: impl FnOnce(&CanvasContext)) -> Option<Sprite> {
    let canvas: HtmlCanvasElement = match OffscreenCanvas::new(1, 1) {
        Ok(canvas) => canvas.unchecked_into(),
        Err(_) => document()?.create_element("canvas").ok()?.unchecked_into(),
    };
    canvas.set_width(side);
    canvas.set_height(side);
    draw(&context(&canvas)?);
    let sprite = canvas.unchecked_ref::<OffscreenCanvas>().snapshot();
    Some(sprite.unwrap_or_else(|_| canvas.unchecked_into()))
}

/// The input of a painter: the canvas context in CSS pixels and the part of the map that the canvas covers.
pub struct CanvasView<'a> {
    pub context: &'a CanvasContext,
    pub frame: Frame,
}

/// Puts a canvas into a new pane of the map at this z-index.
pub fn canvas(
    map: &Map,
    pane: (&str, &str),
    painter: impl FnMut(&CanvasView<'_>) + 'static,
) -> Option<Surface> {
    let element: HtmlCanvasElement = document()?.create_element("canvas").ok()?.dyn_into().ok()?;
    let context = context(&element)?;
    let (painter, drawn) = (RefCell::new(painter), element.clone().into());
    let draw = move |frame| {
        resize(&element, &frame);
        let (Frame { size: (width, height), density, .. }, context) = (frame, &context);
        context.set_transform(density, 0.0, 0.0, density, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, width, height);
        if let Ok(mut painter) = painter.try_borrow_mut() {
            painter(&CanvasView { context, frame });
        }
    };
    Surface::new(map, pane, drawn, Box::new(draw))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // pixels of a screen
fn resize(element: &HtmlCanvasElement, frame: &Frame) {
    let Frame { size: (width, height), density, .. } = *frame;
    let (pixels_wide, pixels_high) = ((width * density) as u32, (height * density) as u32);
    // Setting the size clears and reallocates the canvas, so set it only when it changes.
    if element.width() != pixels_wide || element.height() != pixels_high {
        element.set_width(pixels_wide);
        element.set_height(pixels_high);
        let style = element.style();
        let _ = style.set_property("width", &format!("{}px", width as u32));
        let _ = style.set_property("height", &format!("{}px", height as u32));
    }
}

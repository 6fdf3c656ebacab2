//! What draws on a canvas and in which colours, with the calls that cannot fail here declared so.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement};

#[wasm_bindgen]
extern "C" {
    /// Draws on a canvas of our own: with finite numbers nothing of this is refused, but a picture
    /// may be lost.
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

    /// A picture that stays as it is. Of a canvas every drawing would take a copy first.
    pub type Sprite;

    /// A canvas that stands in no document; browsers of before 2023 have none.
    type OffscreenCanvas;
    #[wasm_bindgen(constructor, catch)]
    fn new(width: u32, height: u32) -> Result<OffscreenCanvas, JsValue>;
    #[wasm_bindgen(method, catch, js_name = transferToImageBitmap)]
    fn picture(this: &OffscreenCanvas) -> Result<Sprite, JsValue>;

    /// An element's style, as it is worked out.
    pub type Style;
    #[wasm_bindgen(js_name = getComputedStyle)]
    pub fn style_of(element: &Element) -> Style;
    #[wasm_bindgen(method, js_name = getPropertyValue)]
    pub fn value(this: &Style, property: &str) -> String;
}

/// The pen of a canvas.
pub fn pen(canvas: &HtmlCanvasElement) -> Option<CanvasContext> {
    canvas.get_context("2d").ok().flatten().map(JsCast::unchecked_into)
}

/// A picture of so many pixels a side, as `draw` draws it.
pub fn picture(side: u32, draw: impl FnOnce(&CanvasContext)) -> Option<Sprite> {
    let canvas: HtmlCanvasElement = match OffscreenCanvas::new(1, 1) {
        Ok(canvas) => canvas.unchecked_into(),
        Err(_) => {
            crate::browser::document::document()?.create_element("canvas").ok()?.unchecked_into()
        }
    };
    canvas.set_width(side);
    canvas.set_height(side);
    draw(&pen(&canvas)?);
    Some(
        canvas
            .unchecked_ref::<OffscreenCanvas>()
            .picture()
            .unwrap_or_else(|_| canvas.unchecked_into()),
    )
}

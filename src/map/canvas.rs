//! A canvas that covers the map.

use super::{
    canvas_context::{CanvasContext, context},
    leaflet::Map,
    surface::Surface,
    symbols::Frame,
};
use crate::browser::document::document;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;

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

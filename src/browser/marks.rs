//! Marks for those who measure the page.

use super::timer;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    // With names of our own this cannot fail, and web-sys has it as fallible.
    #[wasm_bindgen(js_namespace = performance)]
    fn mark(name: &str);
}

/// Sets a performance mark after the next paint.
pub fn after_paint(name: &'static str) {
    timer::after_paint(move || mark(name));
}

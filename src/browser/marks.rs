//! Performance marks for measurements of the page.

use super::timer;
use js_sys::Array;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    // web-sys declares `mark` as fallible. With fixed names it cannot fail.
    #[wasm_bindgen(js_namespace = performance)]
    fn mark(name: &str);
    #[wasm_bindgen(js_namespace = performance, js_name = getEntriesByName)]
    fn entries_by_name(name: &str) -> Array;
}

/// Sets a mark after the next paint.
pub fn after_paint(name: &'static str) {
    timer::after_paint(move || mark(name));
}

/// Sets a mark after the next paint, unless it is already set.
pub fn after_paint_once(name: &'static str) {
    timer::after_paint(move || {
        if entries_by_name(name).length() == 0 {
            mark(name);
        }
    });
}

//! Marks for those who measure the page.

use super::window;
use wasm_bindgen::{JsCast, closure::Closure};

/// Sets a performance mark after the next paint.
pub fn after_paint(name: &'static str) {
    let Some(window) = window() else { return };
    // An animation frame runs before its paint; a task that it starts runs after it.
    let before_paint = Closure::once_into_js(move || {
        let painted = Closure::once_into_js(move || {
            if let Some(performance) = super::window().and_then(|window| window.performance()) {
                // A refused mark is nobody's loss.
                let _ = performance.mark(name);
            }
        });
        if let Some(window) = super::window() {
            let _ = window.set_timeout_with_callback(painted.unchecked_ref());
        }
    });
    let _ = window.request_animation_frame(before_paint.unchecked_ref());
}

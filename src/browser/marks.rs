//! Marks for those who measure the page.

use super::{timer, window};

/// Sets a performance mark after the next paint.
pub fn after_paint(name: &'static str) {
    timer::after_paint(move || {
        if let Some(performance) = window().and_then(|window| window.performance()) {
            // A refused mark is nobody's loss.
            let _ = performance.mark(name);
        }
    });
}

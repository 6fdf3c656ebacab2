//! Calls that run after a paint.

use leptos::prelude::{request_animation_frame, set_timeout};
use std::{cell::Cell, rc::Rc, time::Duration};

/// The longest wait for a paint: hidden tabs and hidden frames are not painted.
const PAINT_TIMEOUT: Duration = Duration::from_secs(1);

/// Calls `then` after the next paint, or after a second.
pub fn after_paint(then: impl FnOnce() + 'static) {
    let then: Box<dyn FnOnce()> = Box::new(then);
    let then = Rc::new(Cell::new(Some(then)));
    let late = Rc::clone(&then);
    set_timeout(move || run(&late), PAINT_TIMEOUT);
    // An animation frame runs before its paint; a task that it starts runs after it.
    request_animation_frame(move || set_timeout(move || run(&then), Duration::ZERO));
}

fn run(then: &Cell<Option<Box<dyn FnOnce()>>>) {
    if let Some(then) = then.take() {
        then();
    }
}

//! Calls that run after a paint, and long work in turns.

use super::clock;
use js_sys::Promise;
use leptos::prelude::{request_animation_frame, set_timeout};
use std::{cell::Cell, rc::Rc, time::Duration};
use wasm_bindgen_futures::JsFuture;

/// The longest wait for a paint: hidden tabs and hidden frames are not painted.
const PAINT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long work goes on without a pause.
const TURN_MILLISECONDS: f64 = 8.0;

/// Calls `then` after the next paint, or after a second.
pub fn after_paint(then: impl FnOnce() + 'static) {
    let then: Box<dyn FnOnce()> = Box::new(then);
    let then = Rc::new(Cell::new(Some(then)));
    let late = Rc::clone(&then);
    set_timeout(move || run(&late), PAINT_TIMEOUT);
    // An animation frame runs before its paint; a task that it starts runs after it.
    request_animation_frame(move || set_timeout(move || run(&then), Duration::ZERO));
}

/// Divides long work, so that the browser handles input and paints in between.
pub struct Turns {
    /// When the work pauses next, on the monotonic clock.
    end: f64,
}

impl Turns {
    pub fn begin() -> Self {
        Self { end: clock::monotonic() + TURN_MILLISECONDS }
    }

    /// Called after each part of the work: pauses if the turn is over.
    pub async fn pause_if_over(&mut self) {
        if clock::monotonic() > self.end {
            pause().await;
            *self = Self::begin();
        }
    }
}

async fn pause() {
    let later = Promise::new(&mut |resolve, _| {
        set_timeout(
            move || {
                let _ = resolve.call0(&resolve);
            },
            Duration::ZERO,
        );
    });
    // The promise is never rejected.
    let _ = JsFuture::from(later).await;
}

fn run(then: &Cell<Option<Box<dyn FnOnce()>>>) {
    if let Some(then) = then.take() {
        then();
    }
}

//! Timers that end with their owner.

use super::window;
use js_sys::Promise;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

/// A timer; dropping it cancels it.
pub struct Timer {
    id: i32,
    repeats: bool,
    _closure: Closure<dyn FnMut()>,
}

/// Calls `then` once after so many milliseconds.
pub fn after(milliseconds: u32, then: impl FnMut() + 'static) -> Option<Timer> {
    begin(milliseconds, Box::new(then), false)
}

/// Calls `then` every so many milliseconds.
pub fn every(milliseconds: u32, then: impl FnMut() + 'static) -> Option<Timer> {
    begin(milliseconds, Box::new(then), true)
}

fn begin(milliseconds: u32, then: Box<dyn FnMut()>, repeats: bool) -> Option<Timer> {
    let (window, closure) = (window()?, Closure::wrap(then));
    let (act, milliseconds) = (closure.as_ref().unchecked_ref(), i32::try_from(milliseconds).unwrap_or(i32::MAX));
    let id = if repeats {
        window.set_interval_with_callback_and_timeout_and_arguments_0(act, milliseconds)
    } else {
        window.set_timeout_with_callback_and_timeout_and_arguments_0(act, milliseconds)
    };
    Some(Timer { id: id.ok()?, repeats, _closure: closure })
}

/// Calls `then` after the next paint; in a tab that nobody sees, when someone does.
pub fn after_paint(then: impl FnOnce() + 'static) {
    // An animation frame runs before its paint; a task that it starts runs after it.
    let painted = once(Box::new(then));
    let before_paint = once(Box::new(move || {
        if let Some(window) = window() {
            let _ = window.set_timeout_with_callback(painted.unchecked_ref());
        }
    }));
    if let Some(window) = window() {
        let _ = window.request_animation_frame(before_paint.unchecked_ref());
    }
}

/// A function for JavaScript that is called at most once. One kind for all, so that its code is there once.
pub fn once(then: Box<dyn FnOnce()>) -> JsValue {
    Closure::once_into_js(then)
}

/// Lets the browser do what it has to do.
pub async fn pause() {
    let promise = Promise::new(&mut |go_on, _| {
        if let Some(window) = window() {
            let _ = window.set_timeout_with_callback(&go_on);
        }
    });
    // Without timers there is nothing to wait for, and this never fails.
    let _ = JsFuture::from(promise).await;
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(window) = window() {
            if self.repeats { window.clear_interval_with_handle(self.id) } else { window.clear_timeout_with_handle(self.id) }
        }
    }
}

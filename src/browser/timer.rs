//! Timers that end with their owner, and what waits for a paint.

use js_sys::{Function, Promise};
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::{
    JsCast, JsValue,
    prelude::{Closure, wasm_bindgen},
};
use wasm_bindgen_futures::JsFuture;

// Declared here, since with functions of our own these calls cannot fail, and web-sys has them as fallible.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(act: &Function, milliseconds: u32) -> i32;
    #[wasm_bindgen(js_name = setInterval)]
    fn set_interval(act: &Function, milliseconds: u32) -> i32;
    // The two kinds share their numbers, so this ends either.
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear(id: i32);
    #[wasm_bindgen(js_name = requestAnimationFrame)]
    fn before_next_paint(act: &Function);
}

/// A timer; dropping it cancels it.
pub struct Timer {
    id: i32,
    _closure: Closure<dyn FnMut()>,
}

/// Calls `then` once after so many milliseconds.
pub fn after(milliseconds: u32, then: impl FnMut() + 'static) -> Timer {
    Timer::begin(milliseconds, Box::new(then), set_timeout)
}

/// Calls `then` every so many milliseconds.
pub fn every(milliseconds: u32, then: impl FnMut() + 'static) -> Timer {
    Timer::begin(milliseconds, Box::new(then), set_interval)
}

impl Timer {
    fn begin(milliseconds: u32, then: Box<dyn FnMut()>, set: fn(&Function, u32) -> i32) -> Self {
        let closure = Closure::wrap(then);
        Self { id: set(closure.as_ref().unchecked_ref(), milliseconds), _closure: closure }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        clear(self.id);
    }
}

/// Calls `then` after the next paint, or after a second: a tab or a frame that nobody sees is not painted.
pub fn after_paint(then: impl FnOnce() + 'static) {
    let then: Rc<Cell<Option<Box<dyn FnOnce()>>>> = Rc::new(Cell::new(Some(Box::new(then))));
    let [painted, late] = [Rc::clone(&then), then].map(|then| {
        once(Box::new(move || {
            if let Some(then) = then.take() {
                then();
            }
        }))
    });
    set_timeout(late.unchecked_ref(), 1_000);
    // An animation frame runs before its paint; a task that it starts runs after it.
    let before_paint = once(Box::new(move || {
        set_timeout(painted.unchecked_ref(), 0);
    }));
    before_next_paint(before_paint.unchecked_ref());
}

/// A function for JavaScript that is called at most once. One kind for all, so that its code is there once.
pub fn once(then: Box<dyn FnOnce()>) -> JsValue {
    Closure::once_into_js(then)
}

/// Lets the browser do what it has to do.
pub async fn pause() {
    let promise = Promise::new(&mut |go_on, _| {
        set_timeout(&go_on, 0);
    });
    // This never fails.
    let _ = JsFuture::from(promise).await;
}

//! Timers that end with their owner.

use super::window;
use wasm_bindgen::{JsCast, closure::Closure};

/// A timer; dropping it cancels it.
pub struct Timer {
    id: i32,
    repeats: bool,
    _closure: Closure<dyn FnMut()>,
}

/// Calls `then` once after so many milliseconds.
pub fn after(milliseconds: u32, then: impl FnMut() + 'static) -> Option<Timer> {
    let closure = Closure::<dyn FnMut()>::new(then);
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    let id = window()?.set_timeout_with_callback_and_timeout_and_arguments_0(closure.as_ref().unchecked_ref(), milliseconds).ok()?;
    Some(Timer { id, repeats: false, _closure: closure })
}

/// Calls `then` every so many milliseconds.
pub fn every(milliseconds: u32, then: impl FnMut() + 'static) -> Option<Timer> {
    let closure = Closure::<dyn FnMut()>::new(then);
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    let id = window()?.set_interval_with_callback_and_timeout_and_arguments_0(closure.as_ref().unchecked_ref(), milliseconds).ok()?;
    Some(Timer { id, repeats: true, _closure: closure })
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(window) = window() {
            if self.repeats { window.clear_interval_with_handle(self.id) } else { window.clear_timeout_with_handle(self.id) }
        }
    }
}

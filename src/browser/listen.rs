//! Event listeners that end with their owner.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Event, EventTarget};

/// A listener; dropping it removes it while its closure still lives.
pub struct Listener {
    target: EventTarget,
    event: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

/// Calls `then` at every such event on the target.
pub fn listen(target: &EventTarget, event: &'static str, then: impl FnMut(Event) + 'static) -> Option<Listener> {
    // One function for all listeners: what is generic is there once for each.
    fn begin(target: &EventTarget, event: &'static str, then: Box<dyn FnMut(Event)>) -> Option<Listener> {
        let closure = Closure::wrap(then);
        target.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref()).ok()?;
        Some(Listener { target: target.clone(), event, closure })
    }
    begin(target, event, Box::new(then))
}

impl Drop for Listener {
    fn drop(&mut self) {
        // Removing a listener that is gone already is no fault.
        let _ = self.target.remove_event_listener_with_callback(self.event, self.closure.as_ref().unchecked_ref());
    }
}

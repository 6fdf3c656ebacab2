//! Whether the page is visible.

use super::window;
use gloo_events::EventListener;
use web_sys::VisibilityState;

pub fn is_hidden() -> bool {
    window()
        .and_then(|window| window.document())
        .is_some_and(|document| document.visibility_state() == VisibilityState::Hidden)
}

/// Calls `then` when the page is shown or hidden.
pub fn on_change(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.document()?.as_ref(), "visibilitychange", move |_| then()))
}

//! The print dialog.

use super::window;
use gloo_events::EventListener;

/// Opens the dialog for the page as it is now. It waits until the dialog is closed.
pub fn print() {
    if let Some(window) = window() {
        // Refused in a frame that may not open dialogs.
        let _ = window.print();
    }
}

/// Calls `then` after each printing, and when the page is pressed again, because some browsers do not
/// send `afterprint`.
pub fn on_printed(then: impl Fn() + Clone + 'static) -> Option<[EventListener; 2]> {
    let window = window()?;
    Some(["afterprint", "pointerdown"].map(|event| {
        let then = then.clone();
        EventListener::new(window.as_ref(), event, move |_| then())
    }))
}

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

/// Calls `then` after each printing.
pub fn on_printed(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.as_ref(), "afterprint", move |_| then()))
}

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

/// Calls `begin` before each printing, and `end` after it and when the page is pressed again, because some browsers do
/// not send `afterprint`.
pub fn on_printing(
    begin: impl Fn() + 'static,
    end: impl Fn() + Clone + 'static,
) -> Option<[EventListener; 3]> {
    let window = window()?;
    let on = |event: &'static str, then: Box<dyn Fn()>| {
        EventListener::new(window.as_ref(), event, move |_| then())
    };
    Some([
        on("beforeprint", Box::new(begin)),
        on("afterprint", Box::new(end.clone())),
        on("pointerdown", Box::new(end)),
    ])
}

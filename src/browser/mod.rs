//! Thin adapters to the browser, one concern a file. Whatever the browser refuses costs its own
//! feature only.

pub mod clock;
pub mod document;
pub mod fetch;
pub mod geolocation;
pub mod history;
pub mod marks;
pub mod response_cache;
pub mod settings;
pub mod storage;
pub mod timer;
pub mod visibility;

/// The window. Every adapter works in a window; without one there is no page to serve.
pub(crate) fn window() -> Option<web_sys::Window> {
    web_sys::window()
}

//! The address bar: reads and writes the page's query and preserves the fragment, in which
//! embed_frame.js stores the frame's options.

use super::window;
use gloo_events::EventListener;
use wasm_bindgen::JsValue;
use web_sys::History;

/// The query of the address, including "?"; may be empty.
pub fn query() -> String {
    window().and_then(|window| window.location().search().ok()).unwrap_or_default()
}

/// The whole address of the view, without the fragment; may be empty.
pub fn href() -> String {
    let address = window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Opens the page anew with this query.
pub fn open(query: &str) {
    if let Some(window) = window() {
        // Refused in a sandbox.
        let _ = window.location().set_search(query);
    }
}

/// Replaces the query and adds a history entry. An empty query leaves the bare path.
pub fn push(query: &str) {
    put(query, History::push_state_with_url);
}

/// Replaces the query in the current history entry.
pub fn replace(query: &str) {
    put(query, History::replace_state_with_url);
}

fn put(query: &str, act: fn(&History, &JsValue, &str, Option<&str>) -> Result<(), JsValue>) {
    let Some(window) = window() else { return };
    let location = window.location();
    let (path, fragment) =
        (location.pathname().unwrap_or_default(), location.hash().unwrap_or_default());
    if let Ok(history) = window.history() {
        // Fails in a sandbox or after too many calls. The view stays correct; only the address is
        // out of date.
        let _ = act(&history, &JsValue::NULL, "", Some(&format!("{path}{query}{fragment}")));
    }
}

/// Calls `then` after Back or Forward.
pub fn on_popstate(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.as_ref(), "popstate", move |_| then()))
}

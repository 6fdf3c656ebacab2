//! The address bar: its query, which is the page's own, and its fragment, where a frame keeps what
//! concerns the frame (embed_frame.js).

use super::window;
use gloo_events::EventListener;
use wasm_bindgen::JsValue;
use web_sys::History;

/// The query of the address, with its "?" or empty.
pub fn query() -> String {
    window().and_then(|window| window.location().search().ok()).unwrap_or_default()
}

/// Puts another query into the address as a step that Back undoes. An empty one leaves the bare
/// path.
pub fn push(query: &str) {
    put(query, History::push_state_with_url);
}

/// Puts another query into the address in place of the present one.
pub fn replace(query: &str) {
    put(query, History::replace_state_with_url);
}

fn put(query: &str, act: fn(&History, &JsValue, &str, Option<&str>) -> Result<(), JsValue>) {
    let Some(window) = window() else { return };
    let location = window.location();
    let (path, fragment) =
        (location.pathname().unwrap_or_default(), location.hash().unwrap_or_default());
    if let Ok(history) = window.history() {
        // Refused (a sandbox, too many steps): the view is right all the same, only the address
        // lags.
        let _ = act(&history, &JsValue::NULL, "", Some(&format!("{path}{query}{fragment}")));
    }
}

/// Calls `then` after Back or Forward.
pub fn on_travel(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.as_ref(), "popstate", move |_| then()))
}

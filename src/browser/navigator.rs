//! What the browser tells about the device and its user: languages, data saver, network.

use super::window;
use gloo_events::EventListener;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The browser's preferred languages, best first.
pub fn languages() -> Vec<String> {
    window()
        .map(|window| {
            window.navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
        })
        .unwrap_or_default()
}

/// Whether the device is set to save data.
pub fn saves_data() -> bool {
    let part =
        |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED);
    window().is_some_and(|window| {
        part(&part(&window.navigator(), "connection"), "saveData").is_truthy()
    })
}

/// Calls `then` when the device comes back online.
pub fn on_online(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.as_ref(), "online", move |_| then()))
}

//! The device and its user, as the browser describes them: languages, data saver, network.

use super::{js_object::get, window};
use gloo_events::EventListener;

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
    window()
        .is_some_and(|window| get(&get(&window.navigator(), "connection"), "saveData").is_truthy())
}

/// Calls `then` when the device comes back online.
pub fn on_online(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.as_ref(), "online", move |_| then()))
}

//! The device and its user, as the browser describes them: languages, data saver, network; and the lock that keeps its screen on.

use super::{
    js_object::{call, get},
    window,
};
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

/// Asks the browser to keep the screen on while the page is visible. Returns whether it does; not
/// every browser can, and none on a low battery. Reference: <https://www.w3.org/TR/screen-wake-lock/>.
pub async fn keep_awake() -> bool {
    let Some(navigator) = window().map(|window| window.navigator()) else { return false };
    call(&get(&navigator, "wakeLock"), "request", &["screen".into()]).await.is_ok()
}

/// Calls `then` when the device comes back online.
pub fn on_online(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.as_ref(), "online", move |_| then()))
}

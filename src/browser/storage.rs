//! Small values in local storage. Errors are ignored; a value that cannot be stored is lost.

use super::{document::is_framed, js_object::has, window};
use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};

fn local() -> Option<web_sys::Storage> {
    window()?.local_storage().ok()?
}

pub fn get(key: &str) -> Option<String> {
    local()?.get_item(key).ok()?
}

pub fn set(key: &str, value: &str) {
    if let Some(storage) = local() {
        // Storage is full or refused: the choice lasts until the page is closed.
        let _ = storage.set_item(key, value);
    }
}

/// A value that visitors choose for this site: in a frame of another site there is none.
pub fn get_own(key: &str) -> Option<String> {
    if is_framed() { None } else { get(key) }
}

/// Stores a value that visitors choose for this site: in a frame of another site it is not stored.
pub fn set_own(key: &str, value: &str) {
    if !is_framed() {
        set(key, value);
    }
}

/// Asks the browser to keep what is stored when the device is short of space. Firefox asks the visitor.
pub fn persist() {
    let Some(navigator) = window().map(|window| window.navigator()) else { return };
    // Not in Safari below 15.2, nor on pages without TLS.
    if !has(&navigator, "storage") {
        return;
    }
    if let Ok(asked) = navigator.storage().persist() {
        spawn_local(async move {
            // Refused: the browser decides, as without.
            let _ = JsFuture::from(asked).await;
        });
    }
}

/// Calls `then` each time that another tab changes the value.
pub fn on_change(key: &'static str, mut then: impl FnMut() + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.as_ref(), "storage", move |event| {
        let changed = event.dyn_ref::<web_sys::StorageEvent>().and_then(web_sys::StorageEvent::key);
        if changed.as_deref() == Some(key) {
            then();
        }
    }))
}

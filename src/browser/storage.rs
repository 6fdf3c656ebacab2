//! A few small things that stay on the device. Refused storage forgets, nothing more.

use super::window;

fn local() -> Option<web_sys::Storage> {
    window()?.local_storage().ok()?
}

pub fn get(key: &str) -> Option<String> {
    local()?.get_item(key).ok()?
}

pub fn set(key: &str, value: &str) {
    if let Some(storage) = local() {
        // Full or refused: the choice holds until the page is closed.
        let _ = storage.set_item(key, value);
    }
}

//! Small values in local storage. Errors are ignored; a value that cannot be stored is lost.

use super::window;

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

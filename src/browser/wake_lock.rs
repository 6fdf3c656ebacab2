//! Keeps the screen on. Reference: <https://www.w3.org/TR/screen-wake-lock/>.

use super::window;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Asks the browser to keep the screen on while the page is visible. Returns whether it does; not
/// every browser can, and none on a low battery.
pub async fn keep_awake() -> bool {
    let request = || {
        let lock = Reflect::get(&window()?.navigator(), &"wakeLock".into()).ok()?;
        let request: Function = Reflect::get(&lock, &"request".into()).ok()?.dyn_into().ok()?;
        request.call1(&lock, &"screen".into()).ok()?.dyn_into::<Promise>().ok()
    };
    match request() {
        Some(asked) => JsFuture::from(asked).await.is_ok(),
        None => false,
    }
}

//! Files of the deployer, kept on the device for a start without a network. Used by late chunks only.

use super::window;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Response};

/// The name of the cache. The service worker removes only caches whose names begin with "gorlif-".
const CACHE: &str = "files-of-the-deployer";

/// Keeps a file. Where storage is refused or full, only the start without a network lacks it.
pub async fn keep(address: &str, content: &[u8]) {
    // A rejected promise or an exception: as above.
    let _ = try_keep(address, content).await;
}

async fn try_keep(address: &str, content: &[u8]) -> Result<(), JsValue> {
    let content = Uint8Array::from(content);
    let response = Response::new_with_opt_js_u8_array(Some(&content))?;
    let cache = open().await?;
    JsFuture::from(cache.put_with_str(address, &response)).await?;
    Ok(())
}

/// Loads a kept file. `None` if it was not kept.
pub async fn load(address: &str) -> Option<Vec<u8>> {
    let cache = open().await.ok()?;
    let found = JsFuture::from(cache.match_with_str(address)).await.ok()?;
    let response: Response = found.dyn_into().ok()?;
    let content = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&content).to_vec())
}

async fn open() -> Result<Cache, JsValue> {
    let caches = window().ok_or(JsValue::UNDEFINED)?.caches()?;
    // Without https there is none.
    if caches.is_undefined() {
        return Err(JsValue::UNDEFINED);
    }
    JsFuture::from(caches.open(CACHE)).await?.dyn_into()
}

//! Files of the deployer, kept on the device for a start without a network. Used by late chunks only.

use super::{
    js_object::{call, get},
    window,
};
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use web_sys::Response;

/// The name of the cache. The service worker removes only caches whose names begin with "gorlif-".
const CACHE: &str = "files-of-the-deployer";

/// Keeps a file. Where storage is refused or full, only the start without a network lacks it.
pub async fn keep(address: &str, content: &[u8]) {
    let response = Response::new_with_opt_js_u8_array(Some(&Uint8Array::from(content)));
    if let (Ok(response), Some(cache)) = (response, open().await) {
        // A rejected promise or an exception: as above.
        let _ = call(&cache, "put", &[address.into(), response.into()]).await;
    }
}

/// Loads a kept file. `None` if it was not kept.
pub async fn load(address: &str) -> Option<Vec<u8>> {
    let response = call(&open().await?, "match", &[address.into()]).await.ok()?;
    let content = call(&response, "arrayBuffer", &[]).await.ok()?;
    Some(Uint8Array::new(&content).to_vec())
}

/// The cache; `None` without https.
async fn open() -> Option<JsValue> {
    call(&get(&window()?, "caches"), "open", &[CACHE.into()]).await.ok()
}

//! Plain JavaScript objects.

use js_sys::Object;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

// Declared here because js-sys declares it as fallible. On a new plain object it cannot fail.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set_on(object: &Object, name: &str, value: &JsValue) -> bool;
}

/// Creates a plain JavaScript object.
pub fn object(entries: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in entries {
        set_on(&object, name, value);
    }
    object
}

//! Plain JavaScript objects, and methods that are called by their names.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

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

/// Calls a method that returns a promise, and waits for it. For what few visits need: web-sys would put a function for each method into the
/// script of the first load.
///
/// # Errors
///
/// The exception of the method or of the promise; [`JsValue::UNDEFINED`] if there is no such method.
pub async fn call(of: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let method = get(of, method).dyn_into::<Function>().map_err(|_| JsValue::UNDEFINED)?;
    let result = method.apply(of, &arguments.iter().collect::<Array>())?;
    match result.dyn_into::<Promise>() {
        Ok(promise) => JsFuture::from(promise).await,
        Err(value) => Ok(value),
    }
}

/// Whether there is a property, also an inherited one.
pub fn has(of: &JsValue, name: &str) -> bool {
    Reflect::has(of, &name.into()).unwrap_or_default()
}

/// A property; undefined if there is none.
pub fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or_default()
}

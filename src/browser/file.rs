//! Files that the visitor saves and opens.

use js_sys::encode_uri_component;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, HtmlInputElement};

/// The largest file that is read, in bytes.
const LARGEST: f64 = 1_000_000.0;

/// The address of a link that saves a JSON text as a file.
pub fn json_address(text: &str) -> String {
    format!("data:application/json,{}", String::from(encode_uri_component(text)))
}

/// The text of the file chosen in the field that dispatched the event; empty if the file cannot be
/// read or is too large, `None` if no file was chosen. Clears the field, so that the same file can be
/// chosen again.
pub async fn text(event: &Event) -> Option<String> {
    let field: HtmlInputElement = event.target()?.dyn_into().ok()?;
    let file = field.files()?.get(0)?;
    let text = if file.size() > LARGEST { None } else { JsFuture::from(file.text()).await.ok() };
    field.set_value("");
    Some(text.and_then(|text| text.as_string()).unwrap_or_default())
}

//! Files that the visitor saves.

use super::document::document;
use js_sys::Array;
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Saves a text as a file.
pub fn save(name: &str, media_type: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = Array::of1(&text.into());
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    let Ok(address) = Url::create_object_url_with_blob(&blob) else { return };
    let link = document().and_then(|document| document.create_element("a").ok());
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    // The download has begun.
    let _ = Url::revoke_object_url(&address);
}

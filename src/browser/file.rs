//! Files that the visitor saves and opens.

use super::document::document;
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Event, HtmlAnchorElement, HtmlInputElement, Url};

/// The largest file that is read, in bytes.
const LARGEST: f64 = 1_000_000.0;

/// Saves a text as a file.
pub fn save(name: &str, media_type: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = Array::of1(&text.into());
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    let (Some(document), Ok(address)) = (document(), Url::create_object_url_with_blob(&blob))
    else {
        return;
    };
    let link = document.create_element("a").ok().and_then(|link| link.dyn_into().ok());
    if let Some(link) = link {
        let link: HtmlAnchorElement = link;
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    // The download has begun.
    let _ = Url::revoke_object_url(&address);
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

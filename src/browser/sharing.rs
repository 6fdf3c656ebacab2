//! Sharing an address by the platform, or copying it.

use super::window;
use js_sys::Reflect;
use wasm_bindgen_futures::JsFuture;
use web_sys::ShareData;

/// The result of sharing an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The platform has taken it, or the visitor has closed the platform's dialog.
    ByPlatform,
    Copied,
    Failed,
}

/// Shares the address of the page by the platform, or copies it where the platform cannot share.
pub async fn share(title: &str) -> Shared {
    let Some(window) = window() else { return Shared::Failed };
    let Ok(address) = window.location().href() else { return Shared::Failed };
    let navigator = window.navigator();
    // Not in every browser, and not without https.
    let has = |name: &str| {
        Reflect::get(&navigator, &name.into()).is_ok_and(|found| !found.is_undefined())
    };
    if has("share") {
        let data = ShareData::new();
        data.set_title(title);
        data.set_url(&address);
        // Also rejected when the visitor closes the dialog.
        let _ = JsFuture::from(navigator.share_with_data(&data)).await;
        return Shared::ByPlatform;
    }
    if !has("clipboard") {
        return Shared::Failed;
    }
    match JsFuture::from(navigator.clipboard().write_text(&address)).await {
        Ok(_) => Shared::Copied,
        Err(_) => Shared::Failed,
    }
}

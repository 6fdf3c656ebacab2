//! Sharing an address by the platform, or copying it.

use super::{
    js_object::{call, get, object},
    window,
};

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
    // Neither is in every browser, nor without https.
    if !get(&navigator, "share").is_undefined() {
        let data = object(&[("title", title.into()), ("url", address.into())]);
        // Also rejected when the visitor closes the dialog.
        let _ = call(&navigator, "share", &[data.into()]).await;
        return Shared::ByPlatform;
    }
    match call(&get(&navigator, "clipboard"), "writeText", &[address.into()]).await {
        Ok(_) => Shared::Copied,
        Err(_) => Shared::Failed,
    }
}

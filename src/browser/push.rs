//! The subscription of this browser to notifications at its push service. Used by a late chunk only.

use super::{
    js_object::{call, get, has, object},
    notification, window,
};
use gorlif_core::push_request::PushDevice;
use js_sys::Function;
use wasm_bindgen::{JsCast, JsValue};

/// Whether this browser can be notified while the page is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushSupport {
    /// It can.
    Available,
    /// It can once the page is on the home screen (iOS and iPadOS).
    NeedsInstalling,
    /// It cannot.
    None,
}

/// The support for notifications in this browser.
pub fn support() -> PushSupport {
    let Some(window) = window() else { return PushSupport::None };
    let navigator = window.navigator();
    if has(&window, "PushManager")
        && has(&window, "Notification")
        && has(&navigator, "serviceWorker")
    {
        return PushSupport::Available;
    }
    // Only Safari on iOS and iPadOS has it: whether the page was opened from the home screen.
    if get(&navigator, "standalone").as_bool() == Some(false) {
        PushSupport::NeedsInstalling
    } else {
        PushSupport::None
    }
}

/// The subscription, if there is one.
pub async fn current() -> Option<PushDevice> {
    read(&find().await?)
}

/// Subscribes, with the public key of the sender. Needs the permission for notifications.
pub async fn subscribe(key: &str) -> Option<PushDevice> {
    let manager = manager().await?;
    let options = object(&[("userVisibleOnly", true.into()), ("applicationServerKey", key.into())]);
    let options = [options.into()];
    match call(&manager, "subscribe", &options).await {
        Ok(found) => read(&found),
        Err(error) if is_of_other_sender(&error) => {
            unsubscribe().await;
            read(&call(&manager, "subscribe", &options).await.ok()?)
        }
        Err(_) => None,
    }
}

/// Ends the subscription.
pub async fn unsubscribe() {
    if let Some(found) = find().await {
        // It may have ended before.
        let _ = call(&found, "unsubscribe", &[]).await;
    }
}

/// `PushManager` (<https://www.w3.org/TR/push-api/>).
async fn manager() -> Option<JsValue> {
    let registration = notification::registration().await?;
    Some(get(&registration, "pushManager"))
}

/// `PushSubscription`.
async fn find() -> Option<JsValue> {
    let found = call(&manager().await?, "getSubscription", &[]).await.ok()?;
    (!found.is_null()).then_some(found)
}

/// Whether there is a subscription with another key, which is of an earlier sender.
fn is_of_other_sender(error: &JsValue) -> bool {
    get(error, "name").as_string().as_deref() == Some("InvalidStateError")
}

/// The members of its JSON, which the browser makes.
fn read(subscription: &JsValue) -> Option<PushDevice> {
    let to_json: Function = get(subscription, "toJSON").dyn_into().ok()?;
    let json = to_json.call0(subscription).ok()?;
    let keys = get(&json, "keys");
    Some(PushDevice {
        endpoint: get(&json, "endpoint").as_string()?,
        p256dh: get(&keys, "p256dh").as_string()?,
        auth: get(&keys, "auth").as_string()?,
    })
}

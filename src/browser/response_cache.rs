//! The last answers on this device, and those that other pages of this origin hear.
//! `response_cache.js` stores and shares them; here are the events that reach it.

use super::{document, window};
use chrono::{DateTime, Utc};
use gloo_events::EventListener;
use js_sys::{Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::CustomEvent;

/// An answer of the service, as it came.
pub struct CachedResponse {
    pub address: String,
    /// Empty: the same as before, by its tag.
    pub body: Vec<u8>,
    pub tag: Option<String>,
    /// When the service said so.
    pub as_of: DateTime<Utc>,
}

impl CachedResponse {
    fn read(detail: &JsValue) -> Option<Self> {
        let part = |name: &str| Reflect::get(detail, &name.into()).ok();
        let milliseconds = part("date")?.as_f64()?;
        #[allow(clippy::cast_possible_truncation)]
        // `as` saturates, and what is out of range is no date
        let as_of = DateTime::from_timestamp_millis(milliseconds as i64)?;
        let body = part("body")?.dyn_into::<Uint8Array>().ok()?.to_vec();
        Some(Self {
            address: part("address")?.as_string()?,
            body,
            tag: part("tag")?.as_string(),
            as_of,
        })
    }
}

/// Keeps an answer and shares it.
pub fn store(kept: &CachedResponse) {
    #[allow(clippy::cast_precision_loss)] // milliseconds since 1970 are far below 2^53
    let date = kept.as_of.timestamp_millis() as f64;
    let tag = kept.tag.as_deref().map_or(JsValue::UNDEFINED, JsValue::from);
    let body = Uint8Array::from(kept.body.as_slice());
    dispatch(
        "gorlif:keep",
        &[
            ("address", kept.address.as_str().into()),
            ("body", body.into()),
            ("tag", tag),
            ("date", date.into()),
        ],
    );
}

/// Hands over what was kept of an address, if anything was.
pub fn load(address: &str, then: impl FnOnce(CachedResponse) + 'static) {
    let promise = dispatch("gorlif:recall", &[("address", address.into())])
        .and_then(|detail| Reflect::get(&detail, &"kept".into()).ok()?.dyn_into::<Promise>().ok());
    let Some(promise) = promise else { return };
    wasm_bindgen_futures::spawn_local(async move {
        if let Ok(kept) = JsFuture::from(promise).await
            && let Some(kept) = CachedResponse::read(&kept)
        {
            then(kept);
        }
    });
}

/// Calls `then` with what another page of this origin has just heard.
pub fn on_broadcast(mut then: impl FnMut(CachedResponse) + 'static) -> Option<EventListener> {
    on("gorlif:heard", move |event| {
        if let Some(kept) =
            event.dyn_ref::<CustomEvent>().and_then(|event| CachedResponse::read(&event.detail()))
        {
            then(kept);
        }
    })
}

/// Calls `then` when a newer version of the page is ready for the next load.
pub fn on_new_version(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    on("gorlif:new-version", move |_| then())
}

fn on(event: &'static str, then: impl FnMut(&web_sys::Event) + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.document()?.as_ref(), event, then))
}

/// Sends an event to `bootstrap.js` and `response_cache.js`, which may put something into its
/// detail.
pub(super) fn dispatch(event: &str, detail: &[(&str, JsValue)]) -> Option<Object> {
    let object = document::object(detail);
    let options = document::object(&[("detail", object.clone().into())]);
    let event = CustomEvent::new_with_event_init_dict(event, options.unchecked_ref()).ok()?;
    window()?.document()?.dispatch_event(&event).ok()?;
    Some(object)
}

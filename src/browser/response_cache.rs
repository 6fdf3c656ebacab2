//! The response cache on this device and the broadcasts between pages of this origin.
//! `response_cache.js` stores and broadcasts the responses; this module exchanges events with it.

use super::{clock, js_object, window};
use chrono::{DateTime, Utc};
use gloo_events::EventListener;
use js_sys::{Object, Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::CustomEvent;

/// A response of the service, with its body unchanged.
pub struct CachedResponse {
    pub url: String,
    /// Empty: not modified, with the same etag.
    pub body: Vec<u8>,
    pub etag: Option<String>,
    /// The time to which the response refers.
    pub as_of: DateTime<Utc>,
}

impl CachedResponse {
    fn read(detail: &JsValue) -> Option<Self> {
        let part = |name: &str| js_object::get(detail, name);
        let as_of = clock::at(part("asOf").as_f64()?)?;
        let body = part("body").dyn_into::<Uint8Array>().ok()?.to_vec();
        Some(Self { url: part("url").as_string()?, body, etag: part("etag").as_string(), as_of })
    }
}

/// Stores a response and broadcasts it to other pages.
pub fn store(response: &CachedResponse) {
    #[allow(clippy::cast_precision_loss)] // milliseconds since 1970 are far below 2^53
    let as_of = response.as_of.timestamp_millis() as f64;
    let etag = response.etag.as_deref().map_or(JsValue::UNDEFINED, JsValue::from);
    let body = Uint8Array::from(response.body.as_slice());
    dispatch(
        "gorlif:store",
        &[
            ("url", response.url.as_str().into()),
            ("body", body.into()),
            ("etag", etag),
            ("asOf", as_of.into()),
        ],
    );
}

/// Passes the cached response of a URL to `then`, or `None` if there is none or it was not read within a
/// second.
pub fn load(url: &str, then: impl FnOnce(Option<CachedResponse>) + 'static) {
    let promise = dispatch("gorlif:load", &[("url", url.into())])
        .and_then(|detail| js_object::get(&detail, "cachedResponse").dyn_into::<Promise>().ok());
    let Some(promise) = promise else { return then(None) };
    wasm_bindgen_futures::spawn_local(async move {
        let cached = JsFuture::from(promise).await.ok();
        then(cached.as_ref().and_then(CachedResponse::read));
    });
}

/// Calls `then` with each response that another page of this origin has received.
pub fn on_broadcast(mut then: impl FnMut(CachedResponse) + 'static) -> Option<EventListener> {
    on("gorlif:broadcast", move |event| {
        if let Some(cached) =
            event.dyn_ref::<CustomEvent>().and_then(|event| CachedResponse::read(&event.detail()))
        {
            then(cached);
        }
    })
}

/// Calls `then` when a new version of the page is ready for the next load.
pub fn on_new_version(mut then: impl FnMut() + 'static) -> Option<EventListener> {
    on("gorlif:new-version", move |_| then())
}

fn on(event: &'static str, then: impl FnMut(&web_sys::Event) + 'static) -> Option<EventListener> {
    Some(EventListener::new(window()?.document()?.as_ref(), event, then))
}

/// Dispatches an event to `bootstrap.js` and `response_cache.js`, which may add fields to its
/// detail. Returns the detail.
pub(super) fn dispatch(event: &str, detail: &[(&str, JsValue)]) -> Option<Object> {
    let object = js_object::object(detail);
    let options = js_object::object(&[("detail", object.clone().into())]);
    let event = CustomEvent::new_with_event_init_dict(event, options.unchecked_ref()).ok()?;
    window()?.document()?.dispatch_event(&event).ok()?;
    Some(object)
}

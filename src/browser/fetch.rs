//! Requests with time and size limits. The only module that uses gloo_net.

use super::{clock, js_object::get as get_property, response_cache, window};
use gloo_net::http::{Request, Response};
use gloo_timers::callback::Timeout;
use gorlif_core::{
    api::{
        error::ServiceError,
        response_times::{Header, ResponseTimes, parse_age},
    },
    domain::limits::{BODY_LIMIT_BYTES, IDLE_TIMEOUT_MILLISECONDS, TOTAL_TIMEOUT_MILLISECONDS},
};
use js_sys::{Date, Promise, Uint8Array};
use leptos::prelude::set_timeout;
use std::{cell::Cell, rc::Rc, time::Duration};
use wasm_bindgen::{JsCast, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, ReadableStreamDefaultReader, RequestCache, RequestRedirect, ResponseType,
};

/// The end of a request.
pub struct Ended {
    /// The times in the response headers.
    pub times: ResponseTimes,
    /// How many milliseconds ago the request was sent, where `bootstrap.js` sent it; otherwise 0.
    pub sent_ago_ms: i64,
    pub result: Result<Fetched, ServiceError>,
}

/// A successful response.
pub struct Fetched {
    /// `None`: not modified since the etag that was sent.
    pub body: Option<Vec<u8>>,
    pub etag: Option<String>,
    /// A cache in front of the service returned a stale response and is revalidating it
    /// (`X-Cache-Status`).
    pub revalidating: bool,
}

/// Aborts a request. Passes no reason, because gloo-net accepts only `Error`s.
#[derive(Clone)]
pub struct Abort(Option<AbortController>);

impl Abort {
    pub fn abort(&self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

impl Default for Abort {
    fn default() -> Self {
        Self(AbortController::new().ok())
    }
}

/// The two limits of a request: the time without a byte and the total time.
struct Limits {
    abort: Abort,
    hit: Rc<Cell<Option<ServiceError>>>,
    idle_timeout: Timeout,
    /// When the idle timer was last restarted.
    idle_timer_restarted: f64,
    _total_timeout: Timeout,
}

/// The shortest interval between restarts of the idle timer. The response for all of Wales has
/// about a thousand chunks, and a timer for each costs more than reading them.
const IDLE_RESTART_MILLISECONDS: f64 = 250.0;

impl Limits {
    fn new(abort: Abort) -> Self {
        let hit = Rc::new(Cell::new(None));
        let total_timeout =
            Self::timer(&abort, &hit, TOTAL_TIMEOUT_MILLISECONDS, ServiceError::TotalTimeout);
        let idle_timeout =
            Self::timer(&abort, &hit, IDLE_TIMEOUT_MILLISECONDS, ServiceError::IdleTimeout);
        Self {
            abort,
            hit,
            idle_timeout,
            idle_timer_restarted: Date::now(),
            _total_timeout: total_timeout,
        }
    }

    fn timer(
        abort: &Abort,
        hit: &Rc<Cell<Option<ServiceError>>>,
        milliseconds: u32,
        cause: ServiceError,
    ) -> Timeout {
        let (abort, hit) = (abort.clone(), Rc::clone(hit));
        Timeout::new(milliseconds, move || {
            hit.set(Some(cause));
            abort.abort();
        })
    }

    fn received_bytes(&mut self) {
        let now = Date::now();
        if !(0.0..IDLE_RESTART_MILLISECONDS).contains(&(now - self.idle_timer_restarted)) {
            self.idle_timer_restarted = now;
            self.idle_timeout = Self::timer(
                &self.abort,
                &self.hit,
                IDLE_TIMEOUT_MILLISECONDS,
                ServiceError::IdleTimeout,
            );
        }
    }

    /// Why the request failed: one of the two limits, no network, or an error on the way.
    fn cause(&self) -> ServiceError {
        let online = window().is_none_or(|window| window.navigator().on_line());
        let cause = if online { ServiceError::Unreachable } else { ServiceError::Offline };
        self.hit.get().unwrap_or(cause)
    }
}

/// The parameters of a request.
#[derive(Default)]
pub struct RequestOptions {
    pub url: String,
    /// The `ETag` of the cached response.
    pub etag: Option<String>,
    /// Bypasses the browser's caches, whose responses would have an old `Date`.
    pub bypass_cache: bool,
    /// Aborts the request from outside.
    pub abort: Abort,
}

/// Sends the request and passes its end to `then`. The first request for a URL takes over the
/// one that `bootstrap.js` started, if any.
pub fn get(request: RequestOptions, then: impl FnOnce(Ended) + 'static) {
    // Boxed, so that the future is compiled once for all callers.
    let then: Box<dyn FnOnce(Ended)> = Box::new(then);
    wasm_bindgen_futures::spawn_local(async move {
        let mut ended = Ended {
            times: ResponseTimes::default(),
            sent_ago_ms: 0,
            result: Err(ServiceError::Unreachable),
        };
        ended.result = receive(&request, &mut ended.times, &mut ended.sent_ago_ms).await;
        // Responses that are complete at the same time are handled in separate tasks, so that the
        // browser can work between them.
        set_timeout(move || then(ended), Duration::ZERO);
    });
}

/// Loads a file of the page. `None` if it could not be loaded.
pub async fn file(url: &str) -> Option<Vec<u8>> {
    let request = RequestOptions { url: url.to_owned(), ..RequestOptions::default() };
    receive(&request, &mut ResponseTimes::default(), &mut 0).await.ok()?.body
}

/// Sends JSON to an address of the page's own origin. Returns the status of the response; `None` without one.
pub async fn post(url: &str, json: &str) -> Option<u16> {
    let limits = Limits::new(Abort::default());
    let signal = limits.abort.0.as_ref().map(AbortController::signal);
    let request = Request::post(url)
        .header("Content-Type", "application/json")
        .redirect(RequestRedirect::Error)
        .abort_signal(signal.as_ref());
    Some(request.body(json).ok()?.send().await.ok()?.status())
}

async fn receive(
    request: &RequestOptions,
    times: &mut ResponseTimes,
    sent_ago_ms: &mut i64,
) -> Result<Fetched, ServiceError> {
    let etag = request.etag.as_deref();
    let (response, abort) = match take_bootstrap_request(&request.url) {
        Some(BootstrapRequest { response, abort, sent_ago_ms: ago }) if etag.is_none() => {
            *sent_ago_ms = ago;
            (response, abort)
        }
        _ => (send(request)?, request.abort.clone()),
    };
    let mut limits = Limits::new(abort);
    let response = JsFuture::from(response).await.map_err(|_| limits.cause())?;
    let response = Response::from(
        response.dyn_into::<web_sys::Response>().map_err(|_| ServiceError::Unreachable)?,
    );
    limits.received_bytes();

    let headers = response.headers();
    *times = ResponseTimes {
        date: headers.get("Date").and_then(|text| clock::parse_http_date(&text)),
        age: Header::read(headers.get("Age").as_deref(), parse_age),
        origin_date: Header::read(headers.get("X-Origin-Date").as_deref(), clock::parse_http_date),
    };
    // The etag of a cross-origin response is dropped: sending `If-None-Match` would need a CORS
    // preflight, which caches in front of the service do not allow.
    let same_origin = response.type_() == ResponseType::Basic;
    let revalidating =
        matches!(headers.get("X-Cache-Status").as_deref(), Some("STALE" | "UPDATING"));
    let known =
        Fetched { body: None, etag: headers.get("ETag").filter(|_| same_origin), revalidating };
    match response.status() {
        200 => {}
        304 if etag.is_some() => return Ok(known),
        code => {
            let now = times.date.unwrap_or_else(clock::now);
            let until = |text: &str| Some((clock::parse_http_date(text)? - now).num_seconds());
            let retry_after = headers.get("Retry-After");
            return Err(ServiceError::from_status(u32::from(code), retry_after.as_deref(), until));
        }
    }
    Ok(Fetched { body: Some(read(&response, &mut limits).await?), ..known })
}

fn send(request: &RequestOptions) -> Result<Promise, ServiceError> {
    let signal = request.abort.0.as_ref().map(AbortController::signal);
    let mut builder =
        Request::get(&request.url).redirect(RequestRedirect::Error).abort_signal(signal.as_ref());
    if request.bypass_cache {
        builder = builder.cache(RequestCache::NoStore);
    }
    if let Some(etag) = &request.etag {
        builder = builder.header("If-None-Match", etag);
    }
    let request: web_sys::Request = builder.build().map_err(|_| ServiceError::Unreachable)?.into();
    window().map(|window| window.fetch_with_request(&request)).ok_or(ServiceError::Unreachable)
}

/// A request that `bootstrap.js` started.
struct BootstrapRequest {
    response: Promise,
    abort: Abort,
    /// How many milliseconds ago it was sent.
    sent_ago_ms: i64,
}

/// Takes over the request that `bootstrap.js` started for this url; once only.
fn take_bootstrap_request(url: &str) -> Option<BootstrapRequest> {
    let detail = response_cache::dispatch("gorlif:take", &[("url", url.into())])?;
    let part = |name: &str| get_property(&detail, name);
    let controller: AbortController = part("controller").dyn_into().ok()?;
    // A request started long ago, in a tab that has been hidden since, may hold an old response.
    // The device may have slept, so both clocks are read.
    let [by_wall, monotonic] =
        [Date::now() - part("sentAt").as_f64()?, clock::monotonic() - part("monotonic").as_f64()?];
    let age = by_wall.max(monotonic);
    if !(0.0..f64::from(TOTAL_TIMEOUT_MILLISECONDS)).contains(&age) || by_wall < 0.0 {
        controller.abort();
        return None;
    }
    #[allow(clippy::cast_possible_truncation)] // at most a minute
    let sent_ago_ms = age as i64;
    let response = part("response").dyn_into().ok()?;
    Some(BootstrapRequest { response, abort: Abort(Some(controller)), sent_ago_ms })
}

#[wasm_bindgen]
extern "C" {
    /// The result of reading a body: <https://developer.mozilla.org/docs/Web/API/ReadableStreamDefaultReader/read>.
    type Step;
    #[wasm_bindgen(method, getter)]
    fn done(this: &Step) -> bool;
    #[wasm_bindgen(method, getter)]
    fn value(this: &Step) -> Uint8Array;
}

/// Reads a body to its end, up to [`BODY_LIMIT_BYTES`].
async fn read(response: &Response, limits: &mut Limits) -> Result<Vec<u8>, ServiceError> {
    let Some(stream) = response.body() else { return Ok(Vec::new()) };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    // Chunks stay in the browser's memory until the total length is known, because a growing `Vec`
    // is copied on each reallocation.
    let (mut chunks, mut length) = (Vec::new(), 0_u32);
    loop {
        let step: Step =
            JsFuture::from(reader.read()).await.map_err(|_| limits.cause())?.unchecked_into();
        if step.done() {
            return Ok(joined(&chunks, length));
        }
        let chunk = step.value();
        length = length.saturating_add(chunk.length());
        if length > BODY_LIMIT_BYTES {
            limits.abort.abort();
            return Err(ServiceError::TooLarge);
        }
        limits.received_bytes();
        chunks.push(chunk);
    }
}

fn joined(chunks: &[Uint8Array], length: u32) -> Vec<u8> {
    let (mut body, mut at) = (vec![0; length as usize], 0);
    for chunk in chunks {
        let end = at + chunk.length() as usize;
        chunk.copy_to(body.get_mut(at..end).unwrap_or_default());
        at = end;
    }
    body
}

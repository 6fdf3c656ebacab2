//! The client of one source: sends the requests that its poller decides on, and passes the responses of the service, the
//! device's cache and other pages to the state of the source.

use super::{app_state::AppState, progress::LateState, sources::Source};
use crate::browser::{
    clock,
    fetch::{self, Abort, Ended, RequestOptions},
    response_cache::{self, CachedResponse},
};
use gorlif_core::{
    api::error::ServiceError,
    domain::{Timestamp, page_time::PageTime, source_id::SourceId},
    source::{
        content::Content,
        poller::{self, Acceptance, Applied, Broadcast, Poller, Request, Taken, Wait},
        schedule::NextPoll,
        state::{Event, Failure, RequestId, Snapshot, SourceState},
    },
};
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};

/// Input from the service, the cache or another page; bodies are not decoded yet.
enum Arrival<'a> {
    Responded(RequestId, &'a [u8]),
    NotModified(RequestId),
    Failed(RequestId, ServiceError),
    Broadcast(&'a [u8]),
    BroadcastNotModified,
    Cached(&'a [u8]),
    Reset,
}

/// A source without the type of its content, so that the poller is compiled once and not for each type.
trait SourceStore {
    fn has_decoder(&self, late: Option<LateState>) -> bool;
    /// Begins a request, unless one is in flight.
    fn begin(&self) -> Option<RequestId>;
    /// Whether a request is in flight. Tracks it.
    fn is_in_flight(&self) -> bool;
    /// The failure of the last request. Tracks it.
    fn failure(&self) -> Option<Failure>;
    /// The time to which the snapshot refers, unless it is contradicted.
    fn as_of(&self) -> Option<PageTime>;
    /// Passes the arrival to the reducer. The data refers to `as_of` and was received at
    /// `received`, which is `utc`.
    fn take(
        &self,
        late: Option<LateState>,
        arrival: Arrival<'_>,
        as_of: PageTime,
        received: PageTime,
        utc: Timestamp,
    ) -> Applied;
}

impl<T: Content> SourceStore for Source<T> {
    fn has_decoder(&self, late: Option<LateState>) -> bool {
        (self.decoder)(late).is_some()
    }

    fn begin(&self) -> Option<RequestId> {
        if untrack(|| self.is_in_flight()) {
            return None;
        }
        self.state.update(|source| {
            source.apply(Event::RequestSent);
        });
        self.state.with_untracked(SourceState::request_id)
    }

    fn is_in_flight(&self) -> bool {
        self.with(SourceState::is_in_flight)
    }

    fn failure(&self) -> Option<Failure> {
        self.with(SourceState::failure)
    }

    fn as_of(&self) -> Option<PageTime> {
        self.state.with_untracked(|source| source.snapshot().and_then(Snapshot::known_as_of))
    }

    fn take(
        &self,
        late: Option<LateState>,
        arrival: Arrival<'_>,
        as_of: PageTime,
        received: PageTime,
        utc: Timestamp,
    ) -> Applied {
        let body = match arrival {
            Arrival::Responded(_, body) | Arrival::Broadcast(body) | Arrival::Cached(body) => {
                Some(body)
            }
            _ => None,
        };
        let decoded = |body| {
            let decode = (self.decoder)(late)?;
            let decode = |source: &SourceState<T>| {
                decode(body, source.snapshot().map(|snapshot| &snapshot.content), utc)
            };
            Some(self.state.with_untracked(decode))
        };
        let event = match (arrival, body.and_then(decoded)) {
            (Arrival::Responded(request_id, _), Some(Ok(response))) => {
                Event::Responded { request_id, response, as_of }
            }
            (Arrival::Responded(request_id, _), Some(Err(cause))) => {
                Event::Failed { request_id, cause: cause.into(), at: received }
            }
            (Arrival::Failed(request_id, cause), _) => {
                Event::Failed { request_id, cause, at: received }
            }
            (Arrival::NotModified(request_id), _) => Event::NotModified { request_id, as_of },
            (Arrival::Broadcast(_), Some(Ok(response))) => Event::Broadcast { response, as_of },
            (Arrival::Cached(_), Some(Ok(response))) => Event::Cached { response, as_of },
            (Arrival::BroadcastNotModified, _) => Event::BroadcastNotModified { as_of },
            (Arrival::Reset, _) => Event::Reset,
            // Cached and broadcast bodies that cannot be decoded are ignored, as is a body without a decoder.
            (Arrival::Responded(..) | Arrival::Broadcast(_) | Arrival::Cached(_), _) => {
                return Applied::Ignored;
            }
        };
        let is_failure = matches!(event, Event::Failed { .. });
        match self.state.try_update(|source| source.apply(event)) {
            Some(true) if is_failure => Applied::Failed,
            Some(true) => Applied::Succeeded,
            Some(false) | None => Applied::Ignored,
        }
    }
}

/// One source with its poller.
pub(super) struct SourcePoller {
    state: AppState,
    pub(super) id: SourceId,
    store: Box<dyn SourceStore>,
    next: RwSignal<Option<NextPoll>>,
    poller: RefCell<Poller>,
    /// Aborts the last request.
    abort: RefCell<Abort>,
    /// While the cached response of the url is read: the responses of the service, which wait for it, so that an
    /// older one of another cache is never shown.
    awaiting_cache: RefCell<Option<Vec<Box<dyn FnOnce()>>>>,
}

impl SourcePoller {
    pub(super) fn new<T: Content>(state: AppState, source: Source<T>) -> Rc<Self> {
        let Source { id, next, interval, .. } = source;
        Rc::new(Self {
            state,
            id,
            store: Box::new(source),
            next,
            poller: RefCell::new(Poller::new(interval, clock::random())),
            abort: RefCell::default(),
            awaiting_cache: RefCell::default(),
        })
    }

    /// Sends a request if the poller decides so. Returns what the next one waits for.
    pub(super) fn poll(self: &Rc<Self>, url: &str) -> Wait {
        let now = self.state.clock.page_time();
        let is_in_flight = untrack(|| self.store.is_in_flight());
        let request = match self.poller.borrow_mut().poll(url, is_in_flight, now) {
            Ok(request) => request,
            Err(wait) => return wait,
        };
        if let Some(request_id) = self.store.begin() {
            self.send(request_id, request, now);
        }
        Wait::InFlight
    }

    fn send(self: &Rc<Self>, request_id: RequestId, request: Request, now: PageTime) {
        let Request { url, etag, is_first } = request;
        let abort = Abort::default();
        self.abort.replace(abort.clone());
        if is_first {
            self.load_cached(&url);
        }
        let (poller, requested) = (Rc::clone(self), url.clone());
        fetch::get(RequestOptions { url, etag, bypass_cache: true, abort }, move |ended| {
            let after_cache = Rc::clone(&poller);
            after_cache
                .after_cache(Box::new(move || poller.end(request_id, now, requested, ended)));
        });
    }

    /// Calls `then` when the cached response has been read.
    fn after_cache(&self, then: Box<dyn FnOnce()>) {
        if let Some(waiting) = &mut *self.awaiting_cache.borrow_mut() {
            return waiting.push(then);
        }
        then();
    }

    /// Handles the end of the request that was sent at `sent`.
    fn end(&self, request_id: RequestId, sent: PageTime, url: String, ended: Ended) {
        let (clock, sources) = (self.state.clock, self.state.sources);
        let Ended { times, sent_ago_ms, result } = ended;
        let received = clock.page_time();
        // By the server's clock, if the response has a date.
        let utc = times.date.unwrap_or_else(|| clock.utc_untracked(received));
        let mut body = None;
        let result = result.map(|fetched| {
            body = fetched.body;
            let body_bytes = body.as_ref().map(Vec::len);
            poller::Response { body_bytes, etag: fetched.etag, revalidating: fetched.revalidating }
        });
        let ended = poller::Ended {
            sent: sent.plus(-sent_ago_ms),
            received,
            times,
            divergence_count: clock.divergence_count(),
            is_contradicted: clock.is_contradicted(self.id, times, received),
            result,
        };
        let as_of = self.poller.borrow().as_of(&ended, self.store.as_of().is_some());
        let arrival = match (as_of, body.as_deref()) {
            (Ok(_), Some(body)) => Arrival::Responded(request_id, body),
            (Ok(_), None) => Arrival::NotModified(request_id),
            (Err(cause), _) => Arrival::Failed(request_id, cause),
        };
        let as_of = as_of.ok();
        let applied = self.take(arrival, as_of.unwrap_or(received), received, utc);
        let failure = untrack(|| self.store.failure());
        let taken = Taken { applied, as_of: self.store.as_of(), failure };
        let acceptance = self.poller.borrow_mut().end(ended, as_of, taken, clock::random());
        if let (Acceptance::Accepted { is_stored }, Some(as_of)) = (acceptance, as_of) {
            if is_stored {
                // With an empty body that the stored response was confirmed.
                let (body, as_of) = (body.unwrap_or_default(), clock.wall_time_at(as_of));
                let etag = self.poller.borrow().etag().map(str::to_owned);
                response_cache::store(&CachedResponse { url, body, etag, as_of });
            }
            clock.record(self.id, times, received);
            sources.compare_times(clock, self.id);
        }
        self.show_next();
    }

    /// Shows the cached response until the service has responded.
    fn load_cached(self: &Rc<Self>, url: &str) {
        self.awaiting_cache.replace(Some(Vec::new()));
        let (poller, requested) = (Rc::clone(self), url.to_owned());
        response_cache::load(url, move |cached| {
            // Another place may have been chosen meanwhile.
            if !poller.poller.borrow().is_of(&requested) {
                return;
            }
            if let Some(CachedResponse { body, as_of, .. }) = cached
                // A response dated in the future of the device's clock has no known age.
                && let Some(as_of) = poller.state.clock.page_time_at(as_of)
            {
                let utc = poller.state.clock.utc_untracked(as_of);
                poller.take(Arrival::Cached(&body), as_of, as_of, utc);
            }
            poller.awaiting_cache.take().into_iter().flatten().for_each(|then| then());
        });
    }

    /// Accepts a response that another page of this origin has received.
    pub(super) fn receive(&self, response: &CachedResponse) {
        let CachedResponse { url, body, etag, as_of } = response;
        let broadcast = self.poller.borrow().broadcast(url, etag.as_deref(), !body.is_empty());
        let Some(broadcast) = broadcast else { return };
        let received = self.state.clock.page_time();
        // All pages of a device share one clock, so a response dated in its future is ignored.
        let Some(as_of) = self.state.clock.page_time_at(*as_of) else { return };
        let arrival = match broadcast {
            Broadcast::Body => Arrival::Broadcast(body),
            Broadcast::NotModified => Arrival::BroadcastNotModified,
        };
        if self.take(arrival, as_of, received, self.state.clock.utc_untracked(received))
            != Applied::Ignored
        {
            let etag = etag.clone();
            self.poller.borrow_mut().take_broadcast(broadcast, etag, as_of, received);
            self.show_next();
        }
    }

    /// Passes the arrival to the source.
    fn take(
        &self,
        arrival: Arrival<'_>,
        as_of: PageTime,
        received: PageTime,
        utc: Timestamp,
    ) -> Applied {
        let late = self.state.progress.late.get_untracked();
        self.store.take(late, arrival, as_of, received, utc)
    }

    fn show_next(&self) {
        let next = self.poller.borrow().next();
        self.next.maybe_update(|shown| std::mem::replace(shown, next) != next);
    }

    /// Whether a request is in flight. Tracks it.
    pub(super) fn is_in_flight(&self) -> bool {
        self.store.is_in_flight()
    }

    /// Whether the last request failed. Tracks it.
    pub(super) fn has_failed(&self) -> bool {
        self.store.failure().is_some()
    }

    /// Whether its responses can be decoded.
    pub(super) fn has_decoder(&self) -> bool {
        self.store.has_decoder(self.state.progress.late.get_untracked())
    }

    /// Makes the source due at a time, or as soon after it as the service allows it.
    pub(super) fn make_due(&self, at: PageTime) {
        self.poller.borrow_mut().make_due(at);
        self.show_next();
    }

    pub(super) fn is_due(&self, now: PageTime) -> bool {
        self.poller.borrow().is_due(now)
    }

    /// Resets after the place or radius has changed: drops the snapshot and aborts the request.
    pub(super) fn reset(&self) {
        self.abort.borrow().abort();
        self.awaiting_cache.take();
        self.poller.borrow_mut().reset();
        let now = self.state.clock.page_time();
        self.take(Arrival::Reset, now, now, self.state.clock.utc_untracked(now));
    }
}

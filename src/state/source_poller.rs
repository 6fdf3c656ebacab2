//! The client of one source: polls the service, and accepts responses from the service, the
//! device's cache and other pages.

use super::{app_state::AppState, late_state::LateState, sources::Source};
use crate::browser::{
    clock,
    fetch::{self, Abort, Ended, Fetched, RequestOptions},
    response_cache::{self, CachedResponse},
};
use gorlif_core::{
    api::{
        error::{BodyError, ServiceError},
        response_times::SourceTime,
    },
    domain::{
        Timestamp,
        limits::{
            SHORTEST_INTERVAL_SECONDS, STORED_BODY_LIMIT_BYTES, TICK_TOLERANCE_MILLISECONDS,
            TOTAL_TIMEOUT_MILLISECONDS,
        },
        page_time::PageTime,
        source_id::SourceId,
    },
    source::{
        content::Content,
        schedule::{NextPoll, PollSchedule, may_be_conditional},
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

/// The effect of an arrival on its source.
#[derive(PartialEq)]
enum Applied {
    /// Ignored: it belongs to an earlier request, or cannot be decoded.
    Ignored,
    /// The source has failed.
    Failed,
    Succeeded,
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
        let becomes = if matches!(event, Event::Failed { .. }) {
            Applied::Failed
        } else {
            Applied::Succeeded
        };
        let has_changed = self.state.try_update(|source| source.apply(event)).unwrap_or_default();
        if has_changed { becomes } else { Applied::Ignored }
    }
}

/// The result of a call to [`SourcePoller::poll`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PollOutcome {
    /// A request is in flight.
    InFlight,
    /// The last request was sent only seconds ago.
    TooSoon,
    /// The service allows no request before this time.
    NotBefore(PageTime),
}

/// One source with the state of its polling.
pub(super) struct SourcePoller {
    state: AppState,
    id: SourceId,
    store: Box<dyn SourceStore>,
    next: RwSignal<Option<NextPoll>>,
    schedule: PollSchedule,
    last: RefCell<LastRequest>,
}

/// The part that changes with each request.
#[derive(Default)]
struct LastRequest {
    /// The url of the last request, its `ETag`, and when it was sent.
    url: String,
    etag: Option<String>,
    /// Whether the response with that `ETag` is cached on the device.
    is_cached: bool,
    sent: Option<PageTime>,
    /// When the last response with a body was requested; of a broadcast one, its `as_of`.
    body_sent: PageTime,
    /// The times of the last response, to which the next one is compared.
    time: SourceTime,
    abort: Abort,
    cache: CacheRead,
}

/// The reading of the cached response of the url.
#[derive(Default)]
enum CacheRead {
    #[default]
    Done,
    /// It has not ended. The responses of the service wait for it, so that an older one of another
    /// cache is never shown.
    Pending(Vec<Box<dyn FnOnce()>>),
}

impl SourcePoller {
    pub(super) fn new<T: Content>(state: AppState, source: Source<T>) -> Rc<Self> {
        let Source { id, next, interval, .. } = source;
        Rc::new(Self {
            state,
            id,
            store: Box::new(source),
            next,
            schedule: PollSchedule::new(interval, clock::random()),
            last: RefCell::default(),
        })
    }

    /// Sends a request, unless one is in flight, the last one was sent only seconds ago, or the
    /// service allows none yet.
    pub(super) fn poll(self: &Rc<Self>, url: String) -> PollOutcome {
        let now = self.state.clock.page_time();
        let same_url = self.last.borrow().url == url;
        let since_sent = self.last.borrow().sent.map(|sent| now.seconds_since(sent));
        let too_soon =
            since_sent.is_some_and(|seconds| (0..SHORTEST_INTERVAL_SECONDS).contains(&seconds));
        if let Some(moment) = self
            .next
            .with_untracked(|due| due.and_then(|due| due.not_before))
            .filter(|moment| now < *moment)
        {
            return PollOutcome::NotBefore(moment);
        }
        if too_soon && same_url {
            return PollOutcome::TooSoon;
        }
        let Some(request_id) = self.store.begin() else { return PollOutcome::InFlight };
        let abort = Abort::new();
        let etag = {
            let mut last = self.last.borrow_mut();
            last.sent = Some(now);
            last.abort = abort.clone();
            if !same_url {
                last.etag = None;
            }
            last.url.clone_from(&url);
            last.etag.clone().filter(|_| may_be_conditional(last.body_sent, now))
        };
        if !same_url {
            self.load_cached(&url);
        }
        let (poller, requested) = (Rc::clone(self), url.clone());
        let request = RequestOptions { url, etag, bypass_cache: true, abort };
        fetch::get(request, move |ended| {
            let after_cache = Rc::clone(&poller);
            after_cache
                .after_cache(Box::new(move || poller.end(request_id, now, requested, ended)));
        });
        PollOutcome::InFlight
    }

    /// Calls `then` when the cached response has been read.
    fn after_cache(&self, then: Box<dyn FnOnce()>) {
        if let CacheRead::Pending(waiting) = &mut self.last.borrow_mut().cache {
            return waiting.push(then);
        }
        then();
    }

    /// Handles the end of the request that was sent at `sent` and schedules the next one.
    fn end(&self, request_id: RequestId, sent: PageTime, url: String, ended: Ended) {
        let received = self.state.clock.page_time();
        let sent = sent.plus(-ended.sent_ago_ms);
        // If the device slept during the request or its clock was set, the time of the response is
        // not known.
        let timely = (0..=i64::from(TOTAL_TIMEOUT_MILLISECONDS) + TICK_TOLERANCE_MILLISECONDS)
            .contains(&received.since(sent));
        // By the server's clock, if the response has a date.
        let utc = ended.times.date.unwrap_or_else(|| self.state.clock.utc_untracked(received));
        let steps = self.state.clock.divergence_count();
        let is_confirmed = matches!(&ended.result, Ok(Fetched { body: None, .. }));
        let as_of = self.last.borrow().time.as_of(ended.times, sent, steps, is_confirmed);
        let is_contradicted = self.state.clock.is_contradicted(self.id, ended.times, received);
        let result = ended.result.and_then(|fetched| match as_of {
            _ if !timely => Err(ServiceError::TotalTimeout),
            // Without a known age the response could be of any time, so it must not prove anything.
            None => Err(BodyError::UnknownAge.into()),
            // It is shown where there is no other one.
            Some(_) if is_contradicted && self.store.as_of().is_some() => {
                Err(BodyError::ContradictedAge.into())
            }
            Some(as_of) => Ok((fetched, as_of)),
        });
        let mut revalidating = false;
        let taken = match result {
            Ok((fetched, as_of)) => {
                let Fetched { body, etag, .. } = fetched;
                revalidating =
                    fetched.revalidating && self.schedule.is_period_over(as_of, received);
                let arrival = body.as_deref().map_or(Arrival::NotModified(request_id), |bytes| {
                    Arrival::Responded(request_id, bytes)
                });
                let taken = self.take(arrival, as_of, received, utc);
                // A response that is older than the snapshot changes nothing.
                if taken == Applied::Succeeded && self.store.as_of() == Some(as_of) {
                    self.last.borrow_mut().time.accept(ended.times, as_of, steps);
                    // The next request of a contradicted one is not conditional.
                    let etag = etag.filter(|_| !is_contradicted);
                    let is_cached = self.remember(sent, body.as_deref(), etag) && !is_contradicted;
                    if is_cached {
                        self.cache(url, body.unwrap_or_default(), as_of);
                    }
                    let (clock, sources) = (self.state.clock, self.state.sources);
                    clock.record(self.id, ended.times, received);
                    sources.compare_times(clock, self.id);
                }
                taken
            }
            Err(cause) => self.take(Arrival::Failed(request_id, cause), received, received, utc),
        };
        // The result of an aborted request is ignored and does not affect the schedule.
        if taken != Applied::Ignored {
            let due = self.schedule.after(sent, untrack(|| self.store.failure()), clock::random());
            self.next.set(Some(if revalidating {
                self.schedule.soon(due, received, clock::random())
            } else {
                due
            }));
        }
    }

    /// Remembers an accepted response for the next request. Returns whether it is cached on the device: "not
    /// modified" relative to a response that was too large to store does not apply to the stored one.
    fn remember(&self, sent: PageTime, body: Option<&[u8]>, etag: Option<String>) -> bool {
        let mut last = self.last.borrow_mut();
        if let Some(body) = body {
            last.etag = etag;
            last.body_sent = sent;
            last.is_cached = body.len() <= STORED_BODY_LIMIT_BYTES;
        }
        last.is_cached
    }

    /// Caches a response on the device, or with an empty body that it was confirmed.
    fn cache(&self, url: String, body: Vec<u8>, as_of: PageTime) {
        let etag = self.last.borrow().etag.clone();
        let as_of = self.state.clock.wall_time_at(as_of);
        response_cache::store(&CachedResponse { url, body, etag, as_of });
    }

    /// Shows the cached response until the service has responded.
    fn load_cached(self: &Rc<Self>, url: &str) {
        self.last.borrow_mut().cache = CacheRead::Pending(Vec::new());
        let (poller, requested) = (Rc::clone(self), url.to_owned());
        response_cache::load(url, move |cached| {
            // Another place may have been chosen meanwhile.
            if poller.last.borrow().url != requested {
                return;
            }
            if let Some(CachedResponse { body, as_of, .. }) = cached
                // A response dated in the future of the device's clock has no known age.
                && let Some(as_of) = poller.state.clock.page_time_at(as_of)
            {
                let utc = poller.state.clock.utc_untracked(as_of);
                poller.take(Arrival::Cached(&body), as_of, as_of, utc);
            }
            let read = std::mem::take(&mut poller.last.borrow_mut().cache);
            if let CacheRead::Pending(waiting) = read {
                waiting.into_iter().for_each(|then| then());
            }
        });
    }

    /// Accepts a response that another page of this origin has received, and delays the next poll
    /// by a whole period.
    pub(super) fn receive(&self, CachedResponse { url, body, etag, as_of }: &CachedResponse) {
        let (mine, same) = {
            let last = self.last.borrow();
            (last.url == *url, last.etag.is_some() && last.etag == *etag)
        };
        let arrival = match body.as_slice() {
            [] if mine && same => Arrival::BroadcastNotModified,
            body if mine => Arrival::Broadcast(body),
            _ => return,
        };
        let received = self.state.clock.page_time();
        // All pages of a device share one clock, so a response dated in its future is ignored.
        let Some(as_of) = self.state.clock.page_time_at(*as_of) else { return };
        if self.take(arrival, as_of, received, self.state.clock.utc_untracked(received))
            != Applied::Ignored
        {
            {
                let mut last = self.last.borrow_mut();
                last.etag.clone_from(etag);
                last.is_cached = true;
                if !body.is_empty() {
                    last.body_sent = as_of;
                }
            }
            self.next.set(Some(self.schedule.after_broadcast(received)));
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

    pub(super) fn id(&self) -> SourceId {
        self.id
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

    /// Makes the source due now, or as soon as the service allows it.
    pub(super) fn make_due(&self, at: PageTime) {
        // A new request must still respect the time given in Retry-After.
        let not_before = self.next.get_untracked().and_then(|due| due.not_before);
        let at = not_before.map_or(at, |moment| at.max(moment));
        self.next.set(Some(NextPoll { at, not_before }));
    }

    pub(super) fn is_due(&self, now: PageTime) -> bool {
        self.next.with_untracked(|due| due.is_none_or(|due| due.at <= now))
    }

    /// Resets after the place or radius has changed: drops the snapshot and aborts the request.
    pub(super) fn reset(&self) {
        self.last.borrow().abort.abort();
        *self.last.borrow_mut() = LastRequest::default();
        let now = self.state.clock.page_time();
        self.take(Arrival::Reset, now, now, self.state.clock.utc_untracked(now));
    }
}

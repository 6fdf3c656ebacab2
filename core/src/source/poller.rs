//! When a source is requested, and which of its responses are accepted: a state machine without I/O. The page sends the
//! requests, decodes the bodies and stores the responses.

use super::{
    schedule::{NextPoll, PollSchedule, may_be_conditional},
    state::Failure,
};
use crate::{
    api::{
        error::{BodyError, ServiceError},
        response_times::{ResponseTimes, SourceTime},
    },
    domain::{
        limits::{
            SHORTEST_INTERVAL_SECONDS, STORED_BODY_LIMIT_BYTES, TICK_TOLERANCE_MILLISECONDS,
            TOTAL_TIMEOUT_MILLISECONDS,
        },
        page_time::PageTime,
    },
};

/// The poller of a source.
#[derive(Clone, Debug)]
pub struct Poller {
    schedule: PollSchedule,
    next: Option<NextPoll>,
    last: LastRequest,
}

/// The last request, and the last response with a body.
#[derive(Clone, Debug, Default)]
struct LastRequest {
    url: String,
    sent: Option<PageTime>,
    /// The `ETag` of the response.
    etag: Option<String>,
    /// The response is stored on the device.
    is_stored: bool,
    /// When the response was requested; of a broadcast one, its `as_of`.
    body_sent: PageTime,
    /// The times of the response, with which the next one is compared.
    time: SourceTime,
}

/// Why no request is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// One is in flight.
    InFlight,
    /// The last request was sent only seconds ago.
    TooSoon,
    /// The service allows no request before this time.
    NotBefore(PageTime),
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its address.
    pub url: String,
    /// The value of `If-None-Match`.
    pub etag: Option<String>,
    /// It is the first one of this address: a response to it may be stored on the device.
    pub is_first: bool,
}

/// The end of a request.
#[derive(Clone, Debug)]
pub struct Ended {
    /// When the request was sent.
    pub sent: PageTime,
    /// When it ended.
    pub received: PageTime,
    /// The times in the response headers.
    pub times: ResponseTimes,
    /// How often the device's clocks have diverged until then.
    pub divergence_count: u32,
    /// The times contradict the other sources and the device.
    pub is_contradicted: bool,
    /// The response, or why there is none.
    pub result: Result<Response, ServiceError>,
}

/// A response of the service, without its body.
#[derive(Clone, Debug)]
pub struct Response {
    /// The size of the body in bytes; `None`: not modified since the `ETag` that was sent.
    pub body_bytes: Option<usize>,
    /// The `ETag` of the response.
    pub etag: Option<String>,
    /// A cache in front of the service returned a stale response and requests a newer one.
    pub revalidating: bool,
}

/// The effect of a response on the state of its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// Ignored: it belongs to an earlier request, or cannot be decoded.
    Ignored,
    /// The source has failed.
    Failed,
    /// The source has taken it.
    Succeeded,
}

/// The state of the source after a response was applied.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The effect of the response.
    pub applied: Applied,
    /// The time to which the snapshot refers, unless it is contradicted.
    pub as_of: Option<PageTime>,
    /// The failure of the last request.
    pub failure: Option<Failure>,
}

/// The acceptance of a response that has ended a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// It is not the content of the source.
    NotAccepted,
    /// It is. `is_stored`: it is stored on the device, or the stored one is confirmed.
    Accepted {
        /// Whether it is stored.
        is_stored: bool,
    },
}

/// A response that another page of this origin has received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broadcast {
    /// With a body.
    Body,
    /// It confirms the response that this page has too.
    NotModified,
}

impl Poller {
    /// Creates the poller of a source with the seconds between two requests. `random` in 0..1 determines the phase.
    pub fn new(interval_seconds: i64, random: f64) -> Self {
        let schedule = PollSchedule::new(interval_seconds, random);
        Self { schedule, next: None, last: LastRequest::default() }
    }

    /// The time of the next request; `None` before the first one.
    pub fn next(&self) -> Option<NextPoll> {
        self.next
    }

    /// Returns whether the next request is due.
    pub fn is_due(&self, now: PageTime) -> bool {
        self.next.is_none_or(|due| due.at <= now)
    }

    /// Makes the next request due at a time, or as soon after it as the service allows it.
    pub fn make_due(&mut self, at: PageTime) {
        // A new request must still respect the time given in Retry-After.
        let not_before = self.next.and_then(|due| due.not_before);
        let at = not_before.map_or(at, |moment| at.max(moment));
        self.next = Some(NextPoll { at, not_before });
    }

    /// The request that is to be sent, which is recorded as sent.
    ///
    /// # Errors
    ///
    /// If none is to be sent.
    pub fn poll(&mut self, url: &str, is_in_flight: bool, now: PageTime) -> Result<Request, Wait> {
        let is_first = self.last.url != url;
        let not_before = self.next.and_then(|due| due.not_before);
        if let Some(moment) = not_before.filter(|moment| now < *moment) {
            return Err(Wait::NotBefore(moment));
        }
        let since_sent = self.last.sent.map(|sent| now.seconds_since(sent));
        let is_too_soon =
            since_sent.is_some_and(|seconds| (0..SHORTEST_INTERVAL_SECONDS).contains(&seconds));
        if is_too_soon && !is_first {
            return Err(Wait::TooSoon);
        }
        if is_in_flight {
            return Err(Wait::InFlight);
        }
        let last = &mut self.last;
        last.sent = Some(now);
        if is_first {
            last.etag = None;
            url.clone_into(&mut last.url);
        }
        let etag = last.etag.clone().filter(|_| may_be_conditional(last.body_sent, now));
        Ok(Request { url: url.to_owned(), etag, is_first })
    }

    /// Returns whether a response of this address is of the last request.
    pub fn is_of(&self, url: &str) -> bool {
        self.last.url == url
    }

    /// The `ETag` of the last response with a body.
    pub fn etag(&self) -> Option<&str> {
        self.last.etag.as_deref()
    }

    /// When the service created the response that has ended a request. `has_snapshot`: the source has a snapshot whose
    /// time is not contradicted.
    ///
    /// # Errors
    ///
    /// If the request failed, or the response proves nothing.
    pub fn as_of(&self, ended: &Ended, has_snapshot: bool) -> Result<PageTime, ServiceError> {
        let Ended { sent, received, times, divergence_count, is_contradicted, ref result } = *ended;
        let is_confirmed = result.as_ref().map_err(|cause| *cause)?.body_bytes.is_none();
        // If the device slept during the request or its clock was set, the time of the response is
        // not known.
        let longest = i64::from(TOTAL_TIMEOUT_MILLISECONDS) + TICK_TOLERANCE_MILLISECONDS;
        if !(0..=longest).contains(&received.since(sent)) {
            return Err(ServiceError::TotalTimeout);
        }
        // Without a known age the response could be of any time, so it must not prove anything.
        let as_of = self.last.time.as_of(times, sent, divergence_count, is_confirmed);
        let as_of = as_of.ok_or(BodyError::UnknownAge)?;
        // A contradicted one is shown where there is no other.
        if is_contradicted && has_snapshot {
            return Err(BodyError::ContradictedAge.into());
        }
        Ok(as_of)
    }

    /// Schedules the next request after the end of one, and remembers its response if the source has taken it.
    /// `as_of`: when the service created the response; `None` if there is none that proves something. `random` in 0..1
    /// spreads the requests of pages that failed at the same moment.
    pub fn end(
        &mut self,
        ended: Ended,
        as_of: Option<PageTime>,
        taken: Taken,
        random: f64,
    ) -> Acceptance {
        // The result of an aborted request does not affect the schedule.
        if taken.applied == Applied::Ignored {
            return Acceptance::NotAccepted;
        }
        let Ended { sent, received, times, divergence_count, is_contradicted, result } = ended;
        let due = self.schedule.after(sent, taken.failure, random);
        self.next = Some(due);
        let Some((response, as_of)) = result.ok().zip(as_of) else {
            self.last.time.refuse(times);
            return Acceptance::NotAccepted;
        };
        if response.revalidating && self.schedule.is_period_over(as_of, received) {
            self.next = Some(self.schedule.soon(due, received, random));
        }
        // A response that is older than the snapshot changes nothing.
        if taken.applied != Applied::Succeeded || taken.as_of != Some(as_of) {
            return Acceptance::NotAccepted;
        }
        let last = &mut self.last;
        last.time.accept(times, as_of, divergence_count);
        if let Some(bytes) = response.body_bytes {
            // The request after a contradicted response is not conditional.
            last.etag = response.etag.filter(|_| !is_contradicted);
            last.body_sent = sent;
            // "Not modified" relative to a response that was too large to store does not apply to the stored one.
            last.is_stored = bytes <= STORED_BODY_LIMIT_BYTES;
        }
        Acceptance::Accepted { is_stored: last.is_stored && !is_contradicted }
    }

    /// The meaning of a broadcast response for this page: none if it is of another address, or confirms a response that this
    /// page does not have.
    pub fn broadcast(&self, url: &str, etag: Option<&str>, has_body: bool) -> Option<Broadcast> {
        match has_body {
            _ if !self.is_of(url) => None,
            true => Some(Broadcast::Body),
            false => (etag.is_some() && self.etag() == etag).then_some(Broadcast::NotModified),
        }
    }

    /// Remembers a broadcast response that the source has taken, and delays the next request by a whole period.
    pub fn take_broadcast(
        &mut self,
        broadcast: Broadcast,
        etag: Option<String>,
        as_of: PageTime,
        received: PageTime,
    ) {
        self.last.etag = etag;
        self.last.is_stored = true;
        if broadcast == Broadcast::Body {
            self.last.body_sent = as_of;
        }
        self.next = Some(self.schedule.after_broadcast(received));
    }

    /// Forgets the last request, after the place or radius has changed.
    pub fn reset(&mut self) {
        self.last = LastRequest::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{api::response_times::Header, domain::Timestamp};

    const URL: &str = "/api/warnings";
    const SECOND: i64 = 1_000;
    const PERIOD: i64 = 300 * SECOND;

    fn at(milliseconds: i64) -> PageTime {
        PageTime::from_milliseconds(milliseconds)
    }

    fn date(milliseconds: i64) -> Timestamp {
        Timestamp::from_timestamp_millis(1_790_000_000_000 + milliseconds).expect("in range")
    }

    fn poller() -> Poller {
        Poller::new(PERIOD / SECOND, 0.0)
    }

    fn response() -> Response {
        Response { body_bytes: Some(10), etag: Some("a".to_owned()), revalidating: false }
    }

    /// A request that was sent at `sent` and ended a second later.
    fn ended(sent: i64, result: Result<Response, ServiceError>) -> Ended {
        Ended {
            sent: at(sent),
            received: at(sent + SECOND),
            times: ResponseTimes { date: Some(date(sent)), ..ResponseTimes::default() },
            divergence_count: 0,
            is_contradicted: false,
            result,
        }
    }

    /// The end of a request whose response the source takes.
    fn end(poller: &mut Poller, ended: Ended) -> Acceptance {
        let as_of = poller.as_of(&ended, false).ok();
        let failure = |cause| Failure { cause, at: ended.received, in_a_row: 1 };
        let failure = ended.result.as_ref().err().map(|cause| failure(*cause));
        let applied = if as_of.is_some() { Applied::Succeeded } else { Applied::Failed };
        poller.end(ended, as_of, Taken { applied, as_of, failure }, 0.5)
    }

    /// A poller that has received a response of [`URL`] to a request at 0.
    fn answered() -> Poller {
        let mut poller = poller();
        poller.poll(URL, false, at(0)).expect("a request");
        let acceptance = end(&mut poller, ended(0, Ok(response())));
        assert_eq!(acceptance, Acceptance::Accepted { is_stored: true });
        poller
    }

    #[test]
    fn a_request_is_conditional_for_an_hour_and_the_first_of_an_address_reads_what_is_stored() {
        let request = |url: &str, etag: Option<&str>, is_first| {
            let etag = etag.map(str::to_owned);
            Ok(Request { url: url.to_owned(), etag, is_first })
        };
        let hour = 3_600 * SECOND;
        assert_eq!(poller().poll(URL, false, at(0)), request(URL, None, true));
        assert_eq!(answered().poll(URL, false, at(PERIOD)), request(URL, Some("a"), false));
        assert_eq!(answered().poll(URL, false, at(hour)), request(URL, None, false));
        assert_eq!(answered().poll("/other", false, at(PERIOD)), request("/other", None, true));
        let mut reset = answered();
        reset.reset();
        assert_eq!(reset.poll(URL, false, at(PERIOD)), request(URL, None, true));
    }

    #[test]
    fn why_no_request_is_sent() {
        let mut busy = answered();
        let cause = ServiceError::Status { code: 429, retry_after_seconds: Some(600) };
        end(&mut busy, ended(PERIOD, Err(cause)));
        let not_before = busy.next().and_then(|due| due.not_before).expect("a time");
        assert!(not_before >= at(PERIOD + 600 * SECOND));
        for (mut poller, url, is_in_flight, now, wait) in [
            (answered(), URL, false, 2 * SECOND, Some(Wait::TooSoon)),
            (answered(), "/other", false, 2 * SECOND, None),
            (answered(), URL, true, PERIOD, Some(Wait::InFlight)),
            (busy.clone(), URL, false, PERIOD + 599 * SECOND, Some(Wait::NotBefore(not_before))),
            (busy.clone(), "/other", true, PERIOD, Some(Wait::NotBefore(not_before))),
            (busy, URL, false, not_before.milliseconds(), None),
        ] {
            assert_eq!(poller.poll(url, is_in_flight, at(now)).err(), wait, "{url} {now}");
        }
    }

    #[test]
    fn a_source_that_is_made_due_still_waits_as_long_as_the_service_asks() {
        let mut poller = answered();
        poller.make_due(at(SECOND));
        assert!(poller.is_due(at(SECOND)) && !poller.is_due(at(0)));
        let cause = ServiceError::Status { code: 503, retry_after_seconds: Some(600) };
        end(&mut poller, ended(PERIOD, Err(cause)));
        poller.make_due(at(PERIOD));
        assert!(!poller.is_due(at(PERIOD + 600 * SECOND)));
        assert!(poller.is_due(at(PERIOD + 661 * SECOND)));
    }

    #[test]
    fn a_response_without_a_known_age_proves_nothing() {
        let ok = || ended(PERIOD, Ok(response()));
        let slow = Ended { received: at(PERIOD + 75 * SECOND), ..ok() };
        let slept = Ended { received: at(PERIOD + 75 * SECOND + 1), ..ok() };
        let set_back = Ended { received: at(PERIOD - 1), ..ok() };
        let undated = Ended { times: ResponseTimes::default(), ..ok() };
        let unreadable = ResponseTimes { age: Header::Unreadable, ..ok().times };
        let contradicted = || Ended { is_contradicted: true, ..ok() };
        let not_modified = Response { body_bytes: None, ..response() };
        let offline = ServiceError::Offline;
        for (ended, has_snapshot, as_of) in [
            (ok(), true, Ok(at(PERIOD))),
            (ended(PERIOD, Ok(not_modified)), true, Ok(at(PERIOD))),
            (ended(PERIOD, Err(offline)), true, Err(offline)),
            (slow, true, Ok(at(PERIOD))),
            (slept, true, Err(ServiceError::TotalTimeout)),
            (set_back, true, Err(ServiceError::TotalTimeout)),
            (undated, true, Err(BodyError::UnknownAge.into())),
            (Ended { times: unreadable, ..ok() }, true, Err(BodyError::UnknownAge.into())),
            (contradicted(), true, Err(BodyError::ContradictedAge.into())),
            (contradicted(), false, Ok(at(PERIOD))),
        ] {
            assert_eq!(answered().as_of(&ended, has_snapshot), as_of, "{ended:?}");
        }
    }

    #[test]
    fn only_the_content_of_the_source_is_stored_and_compared_with() {
        let large = Response { body_bytes: Some(STORED_BODY_LIMIT_BYTES + 1), ..response() };
        let not_modified = || Response { body_bytes: None, ..response() };
        let is_stored = |is_stored| Acceptance::Accepted { is_stored };
        let mut poller = answered();
        assert_eq!(end(&mut poller, ended(PERIOD, Ok(not_modified()))), is_stored(true));
        assert_eq!(end(&mut poller, ended(2 * PERIOD, Ok(large))), is_stored(false));
        assert_eq!(end(&mut poller, ended(3 * PERIOD, Ok(not_modified()))), is_stored(false));
        let contradicted = Ended { is_contradicted: true, ..ended(4 * PERIOD, Ok(response())) };
        assert_eq!(end(&mut poller, contradicted), is_stored(false));
        assert_eq!(poller.etag(), None, "the next request is not conditional");
        // One that is older than the snapshot, or of an earlier request.
        let next = poller.next();
        for (applied, held) in [
            (Applied::Succeeded, at(9 * PERIOD)),
            (Applied::Failed, at(0)),
            (Applied::Ignored, at(0)),
        ] {
            let ended = ended(5 * PERIOD, Ok(response()));
            let taken = Taken { applied, as_of: Some(held), failure: None };
            let mut poller = poller.clone();
            let acceptance = poller.end(ended, Some(at(5 * PERIOD)), taken, 0.5);
            assert_eq!((acceptance, poller.etag()), (Acceptance::NotAccepted, None));
            assert_eq!(poller.next() == next, applied == Applied::Ignored);
        }
    }

    #[test]
    fn after_a_stale_response_of_a_cache_the_next_request_is_soon() {
        let mut poller = answered();
        let old = ResponseTimes { age: Header::Value(900), ..ended(PERIOD, Ok(response())).times };
        let revalidating = Response { revalidating: true, ..response() };
        end(&mut poller, Ended { times: old, ..ended(PERIOD, Ok(revalidating)) });
        assert!(poller.is_due(at(PERIOD + 20 * SECOND)));
        end(&mut poller, ended(2 * PERIOD, Ok(response())));
        assert!(!poller.is_due(at(2 * PERIOD + 20 * SECOND)));
    }

    #[test]
    fn a_broadcast_is_of_this_address_and_confirms_only_what_this_page_has() {
        let mut poller = answered();
        for (url, etag, has_body, broadcast) in [
            (URL, Some("b"), true, Some(Broadcast::Body)),
            (URL, Some("a"), false, Some(Broadcast::NotModified)),
            (URL, Some("b"), false, None),
            (URL, None, false, None),
            ("/other", Some("a"), true, None),
        ] {
            assert_eq!(poller.broadcast(url, etag, has_body), broadcast, "{url} {etag:?}");
        }
        let received = at(PERIOD);
        poller.take_broadcast(Broadcast::Body, Some("b".to_owned()), at(PERIOD - SECOND), received);
        assert_eq!(poller.etag(), Some("b"));
        assert!(!poller.is_due(received.plus(PERIOD - 1)), "a whole period later");
        // The first request after an hour has no condition: an hour of a body, not of a confirmation.
        let is_conditional = |broadcast| {
            let mut poller = answered();
            let as_of = at(10 * PERIOD);
            poller.take_broadcast(broadcast, Some("a".to_owned()), as_of, as_of);
            poller.poll(URL, false, at(12 * PERIOD)).is_ok_and(|request| request.etag.is_some())
        };
        assert!(is_conditional(Broadcast::Body) && !is_conditional(Broadcast::NotModified));
    }
}

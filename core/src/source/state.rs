//! The state of one source, as a state machine without I/O: its snapshot, the last failure, and the request in
//! progress.

use crate::{
    api::{Decoded, Rejected, error::ServiceError},
    domain::{freshness::Freshness, page_time::PageTime},
};

/// The content of a successful response.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<T> {
    /// The decoded content.
    pub content: T,
    /// The items that could not be decoded.
    pub rejected: Vec<Rejected>,
    /// When the service created or last confirmed the content. A confirmation moves it
    /// forward.
    pub as_of: PageTime,
    /// When the service created the first response with this content.
    pub since: PageTime,
    /// The content is from this device's cache and the service has not confirmed it since. It is
    /// shown with its age and proves nothing.
    pub from_cache: bool,
    /// The time of the last response contradicts those of the other sources and the device's clock, so
    /// that its age is not known: it proves nothing.
    pub is_contradicted: bool,
    /// Incremented whenever the content changes, so that views can detect it.
    pub revision: u32,
}

/// A failed request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failure {
    /// The cause of the failure.
    pub cause: ServiceError,
    /// When the request failed.
    pub at: PageTime,
    /// The number of consecutive failures, from 1.
    pub in_a_row: u32,
}

/// A request id. Responses to earlier requests are ignored.
pub type RequestId = u32;

/// The state of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceState<T> {
    snapshot: Option<Snapshot<T>>,
    failure: Option<Failure>,
    in_flight: Option<RequestId>,
    request_ids: RequestId,
    has_ended: bool,
}

impl<T> Default for SourceState<T> {
    fn default() -> Self {
        Self { snapshot: None, failure: None, in_flight: None, request_ids: 0, has_ended: false }
    }
}

/// An event of a source.
#[derive(Clone, Debug)]
pub enum Event<T> {
    /// A request is sent. Ignored while another is in progress.
    RequestSent,
    /// A successful response with a body arrived.
    Responded {
        /// The id of the request.
        request_id: RequestId,
        /// The decoded response.
        response: Decoded<T>,
        /// When the service created the response.
        as_of: PageTime,
    },
    /// The service confirmed the content (304).
    NotModified {
        /// The id of the request.
        request_id: RequestId,
        /// When the service confirmed the content.
        as_of: PageTime,
    },
    /// The request failed.
    Failed {
        /// The id of the request.
        request_id: RequestId,
        /// The cause of the failure.
        cause: ServiceError,
        /// When the request failed.
        at: PageTime,
    },
    /// Another page on this device broadcast a response. A request in progress continues. Ignored if
    /// it is older than the snapshot.
    Broadcast {
        /// The decoded response.
        response: Decoded<T>,
        /// When the service created the response.
        as_of: PageTime,
    },
    /// Another page broadcast that the service confirmed the content, which this page has too.
    BroadcastNotModified {
        /// When the service confirmed the content.
        as_of: PageTime,
    },
    /// A response was read from this device's cache. Ignored unless it is newer than the snapshot and
    /// differs from it.
    Cached {
        /// The decoded response.
        response: Decoded<T>,
        /// When the service created the response.
        as_of: PageTime,
    },
    /// The parameters of the request changed (another place was chosen): the state is reset.
    Reset,
}

impl<T> Snapshot<T> {
    /// [`as_of`](Self::as_of), if it is not contradicted.
    pub fn known_as_of(&self) -> Option<PageTime> {
        (!self.is_contradicted).then_some(self.as_of)
    }
}

impl<T: PartialEq> SourceState<T> {
    /// The current snapshot.
    pub fn snapshot(&self) -> Option<&Snapshot<T>> {
        self.snapshot.as_ref()
    }

    /// The last failure, if no request has succeeded since.
    pub fn failure(&self) -> Option<Failure> {
        self.failure
    }

    /// Returns whether the source is settled: it has a snapshot, or a request has failed.
    pub fn is_settled(&self) -> bool {
        self.snapshot.is_some() || self.failure.is_some()
    }

    /// The freshness of the source: unknown without a snapshot; otherwise that of the snapshot's
    /// age, but at best late if the last request failed, the snapshot is from the cache, or its time
    /// is contradicted.
    pub fn freshness(&self, by_age: impl FnOnce(&Snapshot<T>) -> Freshness) -> Freshness {
        let age = self.snapshot.as_ref().map_or(Freshness::Unknown, by_age);
        let doubtful = self.failure.is_some()
            || self
                .snapshot
                .as_ref()
                .is_some_and(|snapshot| snapshot.from_cache || snapshot.is_contradicted);
        if doubtful { age.max(Freshness::Delayed) } else { age }
    }

    /// Returns whether a request of this page has ended since the start or the last reset, whatever its
    /// outcome. Before, the first response may still arrive.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns whether a request is in progress.
    pub fn is_in_flight(&self) -> bool {
        self.in_flight.is_some()
    }

    /// The id of the request in progress.
    pub fn request_id(&self) -> Option<RequestId> {
        self.in_flight
    }

    /// Sets whether the time of the snapshot is contradicted. Returns whether that is a change.
    pub fn set_contradicted(&mut self, is_contradicted: bool) -> bool {
        match &mut self.snapshot {
            Some(snapshot) if snapshot.is_contradicted != is_contradicted => {
                snapshot.is_contradicted = is_contradicted;
                true
            }
            Some(_) | None => false,
        }
    }

    /// Applies an event. Returns whether it was accepted; sending a request alone does not count.
    pub fn apply(&mut self, event: Event<T>) -> bool {
        match event {
            Event::RequestSent => {
                if self.in_flight.is_none() {
                    self.request_ids = self.request_ids.wrapping_add(1);
                    self.in_flight = Some(self.request_ids);
                }
                false
            }
            Event::Responded { request_id, response, as_of }
                if self.in_flight == Some(request_id) =>
            {
                self.end();
                // Also an older response, from another cache or repeated, shows that the service is
                // reachable.
                self.failure = None;
                self.receive(response, as_of, false);
                true
            }
            Event::Broadcast { response, as_of } => {
                let is_accepted = self.receive(response, as_of, false);
                if is_accepted {
                    self.failure = None;
                }
                is_accepted
            }
            Event::BroadcastNotModified { as_of } => self.confirm(as_of),
            Event::Cached { response, as_of } => self.receive(response, as_of, true),
            Event::NotModified { request_id, as_of } if self.in_flight == Some(request_id) => {
                self.end();
                // A 304 proves nothing without a snapshot.
                if !self.confirm(as_of) {
                    let cause = ServiceError::Status { code: 304, retry_after_seconds: None };
                    self.fail(cause, as_of);
                }
                true
            }
            Event::Failed { request_id, cause, at } if self.in_flight == Some(request_id) => {
                self.end();
                self.fail(cause, at);
                true
            }
            Event::Responded { .. } | Event::NotModified { .. } | Event::Failed { .. } => false,
            Event::Reset => {
                let request_ids = self.request_ids;
                *self = Self { request_ids, ..Self::default() };
                true
            }
        }
    }

    /// The service has said that the snapshot is current. Returns whether there is one.
    fn confirm(&mut self, as_of: PageTime) -> bool {
        let Some(snapshot) = &mut self.snapshot else { return false };
        self.failure = None;
        snapshot.as_of = if snapshot.from_cache { as_of } else { snapshot.as_of.max(as_of) };
        snapshot.from_cache = false;
        true
    }

    fn end(&mut self) {
        self.in_flight = None;
        self.has_ended = true;
    }

    /// Takes a response into the snapshot, unless that is newer, whether it is from this page or from the
    /// device's cache. A snapshot whose time is contradicted is not newer than any response. The same
    /// content confirms a cached snapshot, also from an older response; a cached response confirms nothing.
    /// Returns whether the response was accepted.
    fn receive(&mut self, response: Decoded<T>, as_of: PageTime, from_cache: bool) -> bool {
        let Decoded { content, rejected } = response;
        let mut revision = 0;
        if let Some(held) = &mut self.snapshot {
            let is_equal = held.content == content && held.rejected == rejected;
            let known_as_of = held.known_as_of();
            let is_older = known_as_of > Some(as_of);
            if from_cache && (is_equal || known_as_of >= Some(as_of))
                || is_older && !(held.from_cache && is_equal)
            {
                return false;
            }
            if is_equal {
                (held.as_of, held.from_cache, held.is_contradicted) = (as_of, false, false);
                return true;
            }
            revision = held.revision.wrapping_add(1);
        }
        self.snapshot = Some(Snapshot {
            content,
            rejected,
            as_of,
            since: as_of,
            from_cache,
            is_contradicted: false,
            revision,
        });
        true
    }

    fn fail(&mut self, cause: ServiceError, at: PageTime) {
        let in_a_row = self.failure.map_or(1, |failure| failure.in_a_row.saturating_add(1));
        self.failure = Some(Failure { cause, at, in_a_row });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Numbers = SourceState<Vec<u8>>;

    fn at(seconds: i64) -> PageTime {
        PageTime::from_milliseconds(seconds * 1_000)
    }

    fn responded(source: &Numbers, content: Vec<u8>, seconds: i64) -> Event<Vec<u8>> {
        Event::Responded {
            request_id: source.request_id().unwrap_or_default(),
            response: Decoded { content, rejected: Vec::new() },
            as_of: at(seconds),
        }
    }

    fn failed(source: &Numbers, seconds: i64) -> Event<Vec<u8>> {
        Event::Failed {
            request_id: source.request_id().unwrap_or_default(),
            cause: ServiceError::IdleTimeout,
            at: at(seconds),
        }
    }

    #[test]
    fn a_failure_after_a_success_keeps_the_snapshot_and_its_age() {
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        assert!(!source.is_settled());
        source.apply(responded(&source, vec![1], 0));
        assert!(source.is_settled());
        source.apply(Event::RequestSent);
        source.apply(failed(&source, 300));
        assert_eq!(source.snapshot().map(|p| (p.content.clone(), p.as_of)), Some((vec![1], at(0))));
        assert_eq!(source.failure().map(|f| f.in_a_row), Some(1));
    }

    /// The states of a source, by the age of its snapshot and the outcome of its last request, and
    /// the effect of each event.
    #[test]
    fn every_state_meets_every_event() {
        use Freshness::{Delayed, Fresh, Stale, Unknown};
        let by_age = |age: Freshness| move |_: &Snapshot<Vec<u8>>| age;
        let start = |pictured: bool, failing: bool| {
            let mut source = Numbers::default();
            if pictured {
                source.apply(Event::RequestSent);
                source.apply(responded(&source, vec![1], 0));
            }
            if failing {
                source.apply(Event::RequestSent);
                source.apply(failed(&source, 60));
            }
            source
        };
        // (snapshot, failing, age) → state; then the state after a response with a fresh snapshot,
        // a confirmation, a failure, and a reset.
        for (pictured, failing, age, before, [response, confirmation, failure, forgotten]) in [
            (false, false, Fresh, Unknown, [Fresh, Unknown, Unknown, Unknown]),
            (false, true, Fresh, Unknown, [Fresh, Unknown, Unknown, Unknown]),
            (true, false, Fresh, Fresh, [Fresh, Fresh, Delayed, Unknown]),
            (true, false, Delayed, Delayed, [Delayed, Delayed, Delayed, Unknown]),
            (true, false, Stale, Stale, [Stale, Stale, Stale, Unknown]),
            (true, true, Fresh, Delayed, [Fresh, Fresh, Delayed, Unknown]),
            (true, true, Delayed, Delayed, [Delayed, Delayed, Delayed, Unknown]),
            (true, true, Stale, Stale, [Stale, Stale, Stale, Unknown]),
        ] {
            let name = format!("picture {pictured}, failing {failing}, {age:?}");
            let mut source = start(pictured, failing);
            assert_eq!(source.freshness(by_age(age)), before, "{name}");
            source.apply(Event::RequestSent);
            assert_eq!(
                source.freshness(by_age(age)),
                before,
                "{name}: asking alone changes nothing"
            );
            let after = |event: Event<Vec<u8>>| {
                let mut source = source.clone();
                source.apply(event);
                source.freshness(by_age(age))
            };
            let request_id = source.request_id().expect("asking");
            assert_eq!(after(responded(&source, vec![2], 120)), response, "{name}: answered");
            assert_eq!(
                after(Event::NotModified { request_id, as_of: at(120) }),
                confirmation,
                "{name}: confirmed"
            );
            assert_eq!(after(failed(&source, 120)), failure, "{name}: failed");
            assert_eq!(after(Event::Reset), forgotten, "{name}: forgotten");
            assert_eq!(after(Event::RequestSent), before, "{name}: asked again");
        }
    }

    // case 13
    #[test]
    fn an_answer_to_an_older_question_is_ignored() {
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        let request_id = source.request_id().expect("a request");
        let late = [
            responded(&source, vec![1], 0),
            Event::NotModified { request_id, as_of: at(0) },
            failed(&source, 0),
        ];
        source.apply(Event::Reset);
        source.apply(Event::RequestSent);
        for late in late {
            assert!(!source.apply(late.clone()), "{late:?}");
            assert_eq!((source.snapshot(), source.failure()), (None, None), "{late:?}");
            assert!(source.is_in_flight() && !source.has_ended(), "{late:?}");
        }
    }

    #[test]
    fn the_revision_increases_only_with_the_content() {
        let mut source = Numbers::default();
        let mut editions = Vec::new();
        for (content, seconds) in [(vec![1], 0), (vec![1], 300), (vec![2], 600)] {
            source.apply(Event::RequestSent);
            source.apply(responded(&source, content, seconds));
            editions.extend(source.snapshot().map(|p| (p.revision, p.as_of)));
        }
        assert_eq!(editions, [(0, at(0)), (0, at(300)), (1, at(600))]);
    }

    // case 20
    #[test]
    fn not_modified_without_a_snapshot_is_a_failure() {
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        source.apply(Event::NotModified { request_id: 1, as_of: at(0) });
        assert_eq!((source.snapshot(), source.failure().is_some()), (None, true));
    }

    // case 21
    #[test]
    fn not_modified_with_a_snapshot_confirms_it() {
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        source.apply(responded(&source, vec![1], 0));
        source.apply(Event::RequestSent);
        source.apply(Event::NotModified { request_id: 2, as_of: at(300) });
        assert_eq!(
            source.snapshot().map(|p| (p.as_of, p.since, p.revision)),
            Some((at(300), at(0), 0))
        );
    }

    // case 2
    #[test]
    fn a_cached_response_is_never_better_than_late_until_the_service_confirms_it() {
        let response = |content: Vec<u8>| Decoded { content, rejected: Vec::new() };
        let fresh = |_: &Snapshot<Vec<u8>>| Freshness::Fresh;
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        assert!(source.apply(Event::Cached { response: response(vec![1]), as_of: at(-600) }));
        assert_eq!(
            (source.freshness(fresh), source.request_id()),
            (Freshness::Delayed, Some(1)),
            "the request goes on"
        );
        assert!(
            !source.apply(Event::Cached { response: response(vec![9]), as_of: at(-900) }),
            "older than the one that was read before"
        );
        source.apply(responded(&source, vec![1], 0));
        assert_eq!(
            (source.freshness(fresh), source.snapshot().map(|snapshot| snapshot.revision)),
            (Freshness::Fresh, Some(0)),
            "the same content, confirmed"
        );
        assert!(!source.apply(Event::Cached { response: response(vec![9]), as_of: at(0) }));
    }

    // case 167
    #[test]
    fn a_response_that_is_older_than_the_one_that_the_device_holds_does_not_replace_it() {
        let response = |content: u8| Decoded { content: vec![content], rejected: Vec::new() };
        let held = |source: &Numbers| {
            source.snapshot().map(|held| (held.content[0], held.as_of, held.from_cache))
        };
        let cached =
            |content, seconds| Event::Cached { response: response(content), as_of: at(seconds) };
        let broadcast =
            |content, seconds| Event::Broadcast { response: response(content), as_of: at(seconds) };
        // The cached response is read before the response of the service arrives.
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        assert!(source.apply(cached(1, -60)));
        assert!(source.apply(responded(&source, vec![2], -120)));
        assert_eq!(held(&source), Some((1, at(-60), true)), "the cached one stays, unconfirmed");
        assert!(source.has_ended() && !source.is_in_flight() && source.failure().is_none());
        // It is read after.
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        source.apply(responded(&source, vec![2], -120));
        assert!(source.apply(cached(1, -60)));
        assert_eq!(held(&source), Some((1, at(-60), true)));
        // Another page broadcasts the older response, then a newer one.
        assert!(!source.apply(broadcast(2, -120)));
        assert_eq!(held(&source), Some((1, at(-60), true)));
        assert!(source.apply(broadcast(2, -30)));
        assert_eq!(held(&source), Some((2, at(-30), false)));
        // The same content is confirmed, at the time of the response that confirms it.
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        source.apply(cached(1, -60));
        source.apply(responded(&source, vec![1], -90));
        assert_eq!(held(&source), Some((1, at(-90), false)));
        assert!(!source.apply(cached(1, -60)), "the same content is no news");
        // The time of a response is a lower bound, so that one of seconds later may have the same.
        source.apply(Event::RequestSent);
        source.apply(responded(&source, vec![2], -90));
        assert_eq!(held(&source), Some((2, at(-90), false)));
    }

    // case 15
    #[test]
    fn a_broadcast_counts_unless_it_is_older() {
        let mut source = Numbers::default();
        let heard = |content: u8, seconds: i64| Event::Broadcast {
            response: Decoded { content: vec![content], rejected: Vec::new() },
            as_of: at(seconds),
        };
        assert!(
            !source.apply(Event::BroadcastNotModified { as_of: at(0) }),
            "nothing can be unchanged where nothing is known"
        );
        assert!(source.apply(heard(1, 0)));
        assert!(!source.apply(heard(2, -1)));
        source.apply(Event::RequestSent);
        source.apply(failed(&source, 10));
        assert!(source.apply(heard(3, 20)));
        assert!(source.apply(Event::BroadcastNotModified { as_of: at(30) }));
        assert_eq!(source.snapshot().map(|p| p.as_of), Some(at(30)));
        assert_eq!(
            (source.snapshot().map(|p| p.content.clone()), source.failure()),
            (Some(vec![3]), None)
        );
    }

    #[test]
    fn an_answer_that_is_older_than_what_is_known_changes_nothing_but_that_the_service_answers() {
        let mut source = Numbers::default();
        source.apply(Event::RequestSent);
        source.apply(responded(&source, vec![1], 600));
        source.apply(Event::RequestSent);
        source.apply(failed(&source, 700));
        source.apply(Event::RequestSent);
        assert!(source.apply(responded(&source, vec![], 300)));
        assert_eq!(
            source.snapshot().map(|snapshot| (snapshot.content.clone(), snapshot.as_of)),
            Some((vec![1], at(600)))
        );
        assert_eq!((source.failure(), source.is_in_flight()), (None, false));
        source.apply(Event::RequestSent);
        let request_id = source.request_id().expect("asking");
        source.apply(Event::NotModified { request_id, as_of: at(300) });
        assert_eq!(source.snapshot().map(|snapshot| snapshot.as_of), Some(at(600)));
    }

    // case 181
    #[test]
    fn a_snapshot_whose_time_is_contradicted_is_replaced_by_any_other_one() {
        for content in [1, 2] {
            let mut source = Numbers::default();
            source.apply(Event::RequestSent);
            source.apply(responded(&source, vec![1], 100));
            assert!(source.set_contradicted(true) && !source.set_contradicted(true));
            assert_eq!(source.snapshot().and_then(Snapshot::known_as_of), None);
            source.apply(Event::RequestSent);
            source.apply(responded(&source, vec![content], 60));
            let held = source.snapshot().expect("a snapshot");
            assert_eq!((held.content[0], held.known_as_of()), (content, Some(at(60))));
            // Its time was not the newest.
            source.apply(Event::RequestSent);
            source.apply(responded(&source, vec![3], 80));
            assert_eq!(source.snapshot().map(|held| held.content[0]), Some(3));
        }
    }

    proptest! {
        /// In any order of events there is at most one request, no snapshot is lost, and none
        /// appears without a response.
        #[test]
        fn no_order_of_events_loses_a_snapshot_or_invents_one(steps in proptest::collection::vec((0_u8..8, 0_u32..8), 0..60)) {
            let mut source = Numbers::default();
            let mut good_answers = 0;
            for (second, (kind, request_id)) in (0_i64..).zip(steps) {
                let before = source.clone();
                let accepted = source.request_id() == Some(request_id);
                let event = match kind {
                    0 => Event::RequestSent,
                    1 => Event::Responded { request_id, response: Decoded { content: vec![kind], rejected: Vec::new() }, as_of: at(second) },
                    2 => Event::NotModified { request_id, as_of: at(second) },
                    3 => Event::Failed { request_id, cause: ServiceError::Unreachable, at: at(second) },
                    4 => Event::Broadcast { response: Decoded { content: vec![kind], rejected: Vec::new() }, as_of: at(second) },
                    5 => Event::Cached { response: Decoded { content: vec![kind], rejected: Vec::new() }, as_of: at(second) },
                    6 => Event::BroadcastNotModified { as_of: at(second) },
                    _ => Event::RequestSent,
                };
                source.apply(event);
                good_answers += u32::from(kind == 1 && accepted || kind == 4);
                let known = source.snapshot().is_some_and(|snapshot| !snapshot.from_cache);
                // Only a response, or the confirmation of a snapshot from the cache, ends
                // "unknown".
                prop_assert!(!known || good_answers > 0 || before.snapshot().is_some_and(|snapshot| !snapshot.from_cache || matches!(kind, 2 | 6)));
                prop_assert!(before.snapshot().is_none() || source.snapshot().is_some());
                if let (Some(old), Some(new)) = (before.snapshot(), source.snapshot()) {
                    prop_assert!(new.as_of >= old.as_of || old.from_cache);
                    // Only a newer response of the cache replaces what this page has received.
                    prop_assert!(old.from_cache || !new.from_cache || kind == 5 && new.as_of > old.as_of);
                }
                if before.is_in_flight() && matches!(kind, 0 | 4..) {
                    prop_assert_eq!(source.request_id(), before.request_id());
                }
            }
        }
    }
}

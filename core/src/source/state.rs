//! One source over time, as a pure reducer: what is known, since when, what went wrong last, and
//! whether it is being asked.

use crate::{
    api::{Decoded, Rejected, error::ServiceError},
    domain::{freshness::Freshness, page_time::PageTime},
};

/// A good answer of the service.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<T> {
    pub content: T,
    pub rejected: Vec<Rejected>,
    /// When the service said so. It is fixed when the answer arrives.
    pub as_of: PageTime,
    /// It comes from this device's own store, and the service has not confirmed it since. It is
    /// shown under its age and proves nothing.
    pub from_cache: bool,
    /// Rises whenever the content is another one, so that what shows it can tell.
    pub revision: u32,
}

/// The last try, if it failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failure {
    pub cause: ServiceError,
    pub at: PageTime,
    /// How many tries have failed in a row.
    pub in_a_row: u32,
}

/// The number of a request; an answer to an older one is ignored.
pub type RequestId = u32;

/// All that is known of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceState<T> {
    picture: Option<Snapshot<T>>,
    failure: Option<Failure>,
    asking: Option<RequestId>,
    tickets: RequestId,
}

impl<T> Default for SourceState<T> {
    fn default() -> Self {
        Self { picture: None, failure: None, asking: None, tickets: 0 }
    }
}

/// What can happen to a source.
#[derive(Clone, Debug)]
pub enum Event<T> {
    /// A request goes out. Refused while another is under way.
    Asked,
    /// A good answer with content.
    Answered {
        ticket: RequestId,
        answer: Decoded<T>,
        as_of: PageTime,
    },
    /// The service says that nothing has changed: the content stays and is confirmed.
    Confirmed {
        ticket: RequestId,
        as_of: PageTime,
    },
    Failed {
        ticket: RequestId,
        cause: ServiceError,
        at: PageTime,
    },
    /// An answer that another page on this device has just had. A request under way goes on.
    Broadcast {
        answer: Decoded<T>,
        as_of: PageTime,
    },
    /// Another page has heard that nothing has changed since the answer that is known here too.
    BroadcastUnchanged {
        as_of: PageTime,
    },
    /// An answer that was kept on this device. It counts only where nothing is known.
    Cached {
        answer: Decoded<T>,
        as_of: PageTime,
    },
    /// The question no longer matters (another place was chosen): what is known of it goes with it.
    Forgotten,
}

impl<T: PartialEq> SourceState<T> {
    pub fn picture(&self) -> Option<&Snapshot<T>> {
        self.picture.as_ref()
    }

    /// The last failure, if no success has come since.
    pub fn failure(&self) -> Option<Failure> {
        self.failure
    }

    /// Whether there is something to say of it: a picture, or why there is none.
    pub fn is_settled(&self) -> bool {
        self.picture.is_some() || self.failure.is_some()
    }

    /// One of four: unknown without a picture; else what the picture's age allows, and no better
    /// than late while the last try failed or the picture is only remembered.
    pub fn state(&self, by_age: impl FnOnce(&Snapshot<T>) -> Freshness) -> Freshness {
        let age = self.picture.as_ref().map_or(Freshness::Unknown, by_age);
        let doubtful = self.failure.is_some()
            || self.picture.as_ref().is_some_and(|picture| picture.from_cache);
        if doubtful { age.max(Freshness::Late) } else { age }
    }

    pub fn is_asking(&self) -> bool {
        self.asking.is_some()
    }

    /// The number of the request under way.
    pub fn ticket(&self) -> Option<RequestId> {
        self.asking
    }

    /// Takes an event in. Tells whether anything but the request's coming and going has changed.
    pub fn apply(&mut self, event: Event<T>) -> bool {
        match event {
            Event::Asked => {
                if self.asking.is_none() {
                    self.tickets = self.tickets.wrapping_add(1);
                    self.asking = Some(self.tickets);
                }
                false
            }
            Event::Answered { ticket, answer, as_of } if self.asking == Some(ticket) => {
                self.asking = None;
                if self.knows_newer(as_of) {
                    // From another cache, or sent again: the service can be reached, and what is
                    // known goes on ageing.
                    self.failure = None;
                } else {
                    self.succeed(answer, as_of);
                }
                true
            }
            // Of two pages the one that asked later knows better.
            Event::Broadcast { answer, as_of }
                if self
                    .picture
                    .as_ref()
                    .is_none_or(|picture| picture.from_cache || picture.as_of <= as_of) =>
            {
                self.succeed(answer, as_of);
                true
            }
            Event::BroadcastUnchanged { as_of } => match &mut self.picture {
                Some(picture) => {
                    self.failure = None;
                    picture.as_of =
                        if picture.from_cache { as_of } else { picture.as_of.max(as_of) };
                    picture.from_cache = false;
                    true
                }
                None => false,
            },
            Event::Cached { answer, as_of } if self.picture.is_none() => {
                let Decoded { content, rejected } = answer;
                self.picture =
                    Some(Snapshot { content, rejected, as_of, from_cache: true, revision: 0 });
                true
            }
            Event::Confirmed { ticket, as_of } if self.asking == Some(ticket) => {
                self.asking = None;
                match &mut self.picture {
                    Some(picture) => {
                        self.failure = None;
                        picture.as_of =
                            if picture.from_cache { as_of } else { picture.as_of.max(as_of) };
                        picture.from_cache = false;
                    }
                    // "Nothing has changed" proves nothing where nothing is known.
                    None => self
                        .fail(ServiceError::Status { code: 304, retry_after_seconds: None }, as_of),
                }
                true
            }
            Event::Failed { ticket, cause, at } if self.asking == Some(ticket) => {
                self.asking = None;
                self.fail(cause, at);
                true
            }
            Event::Answered { .. }
            | Event::Confirmed { .. }
            | Event::Failed { .. }
            | Event::Broadcast { .. }
            | Event::Cached { .. } => false,
            Event::Forgotten => {
                let tickets = self.tickets;
                *self = Self { tickets, ..Self::default() };
                true
            }
        }
    }

    /// Whether the service has confirmed something newer than an answer of that time.
    fn knows_newer(&self, as_of: PageTime) -> bool {
        self.picture.as_ref().is_some_and(|picture| !picture.from_cache && picture.as_of > as_of)
    }

    fn succeed(&mut self, answer: Decoded<T>, as_of: PageTime) {
        self.failure = None;
        let Decoded { content, rejected } = answer;
        match &mut self.picture {
            Some(picture) if picture.content == content && picture.rejected == rejected => {
                picture.as_of = as_of;
                picture.from_cache = false;
            }
            old => {
                let revision = old.as_ref().map_or(0, |picture| picture.revision.wrapping_add(1));
                *old = Some(Snapshot { content, rejected, as_of, from_cache: false, revision });
            }
        }
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

    fn answered(source: &Numbers, content: Vec<u8>, seconds: i64) -> Event<Vec<u8>> {
        Event::Answered {
            ticket: source.ticket().unwrap_or_default(),
            answer: Decoded { content, rejected: Vec::new() },
            as_of: at(seconds),
        }
    }

    fn failed(source: &Numbers, seconds: i64) -> Event<Vec<u8>> {
        Event::Failed {
            ticket: source.ticket().unwrap_or_default(),
            cause: ServiceError::Silent,
            at: at(seconds),
        }
    }

    #[test]
    fn a_failure_after_a_success_keeps_the_picture_and_its_age() {
        let mut source = Numbers::default();
        source.apply(Event::Asked);
        source.apply(answered(&source, vec![1], 0));
        source.apply(Event::Asked);
        source.apply(failed(&source, 300));
        assert_eq!(source.picture().map(|p| (p.content.clone(), p.as_of)), Some((vec![1], at(0))));
        assert_eq!(source.failure().map(|f| f.in_a_row), Some(1));
    }

    /// The states of a source, by the age of its picture and the outcome of its last try, and what
    /// each event makes of them.
    #[test]
    fn every_state_meets_every_event() {
        use Freshness::{Fresh, Late, Stale, Unknown};
        let by_age = |age: Freshness| move |_: &Snapshot<Vec<u8>>| age;
        let start = |pictured: bool, failing: bool| {
            let mut source = Numbers::default();
            if pictured {
                source.apply(Event::Asked);
                source.apply(answered(&source, vec![1], 0));
            }
            if failing {
                source.apply(Event::Asked);
                source.apply(failed(&source, 60));
            }
            source
        };
        // (picture, failing, age) → state; then after an answer with a fresh picture, a
        // confirmation, a failure, and being forgotten.
        for (pictured, failing, age, before, [answer, confirmation, failure, forgotten]) in [
            (false, false, Fresh, Unknown, [Fresh, Unknown, Unknown, Unknown]),
            (false, true, Fresh, Unknown, [Fresh, Unknown, Unknown, Unknown]),
            (true, false, Fresh, Fresh, [Fresh, Fresh, Late, Unknown]),
            (true, false, Late, Late, [Late, Late, Late, Unknown]),
            (true, false, Stale, Stale, [Stale, Stale, Stale, Unknown]),
            (true, true, Fresh, Late, [Fresh, Fresh, Late, Unknown]),
            (true, true, Late, Late, [Late, Late, Late, Unknown]),
            (true, true, Stale, Stale, [Stale, Stale, Stale, Unknown]),
        ] {
            let name = format!("picture {pictured}, failing {failing}, {age:?}");
            let mut source = start(pictured, failing);
            assert_eq!(source.state(by_age(age)), before, "{name}");
            source.apply(Event::Asked);
            assert_eq!(source.state(by_age(age)), before, "{name}: asking alone changes nothing");
            let after = |event: Event<Vec<u8>>| {
                let mut source = source.clone();
                source.apply(event);
                source.state(by_age(age))
            };
            let ticket = source.ticket().expect("asking");
            assert_eq!(after(answered(&source, vec![2], 120)), answer, "{name}: answered");
            assert_eq!(
                after(Event::Confirmed { ticket, as_of: at(120) }),
                confirmation,
                "{name}: confirmed"
            );
            assert_eq!(after(failed(&source, 120)), failure, "{name}: failed");
            assert_eq!(after(Event::Forgotten), forgotten, "{name}: forgotten");
            assert_eq!(after(Event::Asked), before, "{name}: asked again");
        }
    }

    #[test]
    fn case_13_an_answer_to_an_older_question_is_ignored() {
        let mut source = Numbers::default();
        source.apply(Event::Asked);
        let late = answered(&source, vec![1], 0);
        source.apply(Event::Forgotten);
        source.apply(Event::Asked);
        assert!(!source.apply(late));
        assert_eq!(source.picture(), None);
        assert!(source.is_asking());
    }

    #[test]
    fn the_edition_rises_only_with_the_content() {
        let mut source = Numbers::default();
        let mut editions = Vec::new();
        for (content, seconds) in [(vec![1], 0), (vec![1], 300), (vec![2], 600)] {
            source.apply(Event::Asked);
            source.apply(answered(&source, content, seconds));
            editions.extend(source.picture().map(|p| (p.revision, p.as_of)));
        }
        assert_eq!(editions, [(0, at(0)), (0, at(300)), (1, at(600))]);
    }

    #[test]
    fn case_20_not_modified_without_a_picture_is_a_failure() {
        let mut source = Numbers::default();
        source.apply(Event::Asked);
        source.apply(Event::Confirmed { ticket: 1, as_of: at(0) });
        assert_eq!((source.picture(), source.failure().is_some()), (None, true));
    }

    #[test]
    fn case_21_not_modified_with_a_picture_confirms_it() {
        let mut source = Numbers::default();
        source.apply(Event::Asked);
        source.apply(answered(&source, vec![1], 0));
        source.apply(Event::Asked);
        source.apply(Event::Confirmed { ticket: 2, as_of: at(300) });
        assert_eq!(source.picture().map(|p| (p.as_of, p.revision)), Some((at(300), 0)));
    }

    #[test]
    fn case_2_what_is_remembered_is_never_better_than_late_until_the_service_confirms_it() {
        let answer = |content: Vec<u8>| Decoded { content, rejected: Vec::new() };
        let fresh = |_: &Snapshot<Vec<u8>>| Freshness::Fresh;
        let mut source = Numbers::default();
        source.apply(Event::Asked);
        assert!(source.apply(Event::Cached { answer: answer(vec![1]), as_of: at(-600) }));
        assert_eq!(
            (source.state(fresh), source.ticket()),
            (Freshness::Late, Some(1)),
            "the request goes on"
        );
        assert!(
            !source.apply(Event::Cached { answer: answer(vec![9]), as_of: at(0) }),
            "only where nothing is known"
        );
        source.apply(answered(&source, vec![1], 0));
        assert_eq!(
            (source.state(fresh), source.picture().map(|picture| picture.revision)),
            (Freshness::Fresh, Some(0)),
            "the same content, confirmed"
        );
        assert!(!source.apply(Event::Cached { answer: answer(vec![9]), as_of: at(0) }));
    }

    #[test]
    fn case_15_what_another_page_heard_counts_unless_it_is_older() {
        let mut source = Numbers::default();
        let heard = |content: u8, seconds: i64| Event::Broadcast {
            answer: Decoded { content: vec![content], rejected: Vec::new() },
            as_of: at(seconds),
        };
        assert!(
            !source.apply(Event::BroadcastUnchanged { as_of: at(0) }),
            "nothing can be unchanged where nothing is known"
        );
        assert!(source.apply(heard(1, 0)));
        assert!(!source.apply(heard(2, -1)));
        source.apply(Event::Asked);
        source.apply(failed(&source, 10));
        assert!(source.apply(heard(3, 20)));
        assert!(source.apply(Event::BroadcastUnchanged { as_of: at(30) }));
        assert_eq!(source.picture().map(|p| p.as_of), Some(at(30)));
        assert_eq!(
            (source.picture().map(|p| p.content.clone()), source.failure()),
            (Some(vec![3]), None)
        );
    }

    #[test]
    fn an_answer_that_is_older_than_what_is_known_changes_nothing_but_that_the_service_answers() {
        let mut source = Numbers::default();
        source.apply(Event::Asked);
        source.apply(answered(&source, vec![1], 600));
        source.apply(Event::Asked);
        source.apply(failed(&source, 700));
        source.apply(Event::Asked);
        assert!(source.apply(answered(&source, vec![], 300)));
        assert_eq!(
            source.picture().map(|picture| (picture.content.clone(), picture.as_of)),
            Some((vec![1], at(600)))
        );
        assert_eq!((source.failure(), source.is_asking()), (None, false));
        source.apply(Event::Asked);
        let ticket = source.ticket().expect("asking");
        source.apply(Event::Confirmed { ticket, as_of: at(300) });
        assert_eq!(source.picture().map(|picture| picture.as_of), Some(at(600)));
    }

    proptest! {
        /// Whatever happens in whatever order: one request at most, no good picture is lost, and none appears without an answer.
        #[test]
        fn no_order_of_events_loses_a_picture_or_invents_one(steps in proptest::collection::vec((0_u8..8, 0_u32..8), 0..60)) {
            let mut source = Numbers::default();
            let mut good_answers = 0;
            for (second, (kind, ticket)) in (0_i64..).zip(steps) {
                let before = source.clone();
                let accepted = source.ticket() == Some(ticket);
                let event = match kind {
                    0 => Event::Asked,
                    1 => Event::Answered { ticket, answer: Decoded { content: vec![kind], rejected: Vec::new() }, as_of: at(second) },
                    2 => Event::Confirmed { ticket, as_of: at(second) },
                    3 => Event::Failed { ticket, cause: ServiceError::Unreachable, at: at(second) },
                    4 => Event::Broadcast { answer: Decoded { content: vec![kind], rejected: Vec::new() }, as_of: at(second) },
                    5 => Event::Cached { answer: Decoded { content: vec![kind], rejected: Vec::new() }, as_of: at(second) },
                    6 => Event::BroadcastUnchanged { as_of: at(second) },
                    _ => Event::Asked,
                };
                source.apply(event);
                good_answers += u32::from(kind == 1 && accepted || kind == 4);
                let known = source.picture().is_some_and(|picture| !picture.from_cache);
                // "Unknown" ends only with the service's own word: an answer, or the confirmation of what was remembered.
                prop_assert!(!known || good_answers > 0 || before.picture().is_some_and(|picture| !picture.from_cache || matches!(kind, 2 | 6)));
                prop_assert!(before.picture().is_none() || source.picture().is_some());
                if let (Some(old), Some(new)) = (before.picture(), source.picture()) {
                    prop_assert!(new.as_of >= old.as_of);
                    prop_assert!(old.from_cache || !new.from_cache);
                }
                if before.is_asking() && matches!(kind, 0 | 4..) {
                    prop_assert_eq!(source.ticket(), before.ticket());
                }
            }
        }
    }
}

//! The messages in force that a visitor has seen, and how the present ones differ from them.

use super::{
    Timestamp,
    geo::Position,
    limits::SEEN_HOURS,
    page_time::PageTime,
    warning::{AreaCode, Severity, Warning},
};
use std::collections::BTreeMap;

/// How a message differs from when it was last seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// It was not in force.
    New,
    /// It is more severe.
    Raised,
    /// It is less severe, and in force.
    Lowered,
    /// It is no longer in force.
    Ended,
}

impl Difference {
    /// All differences.
    pub const ALL: [Self; 4] = [Self::New, Self::Raised, Self::Lowered, Self::Ended];

    /// How a message in force differs from its severity when it was last seen; `None` before for one
    /// that was not in force. Against an unknown severity nothing is lowered: it may be any.
    fn of(before: Option<Severity>, now: Severity) -> Option<Self> {
        match before {
            _ if !now.in_force() => None,
            None => Some(Self::New),
            Some(before) if now < before => Some(Self::Raised),
            Some(Severity::Unknown) => None,
            Some(before) if now > before && now != Severity::Unknown => Some(Self::Lowered),
            Some(_) => None,
        }
    }

    /// The value of `data-change`, read by scripts. Never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Raised => "raised",
            Self::Lowered => "lowered",
            Self::Ended => "ended",
        }
    }
}

/// The stored part of a message in force.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenMessage {
    /// The severity at that time.
    pub severity: Severity,
    /// The name of the area.
    pub description: String,
    /// The point of the area.
    pub position: Option<Position>,
}

impl From<&Warning> for SeenMessage {
    fn from(warning: &Warning) -> Self {
        let Warning { severity, description, position, .. } = warning;
        Self { severity: *severity, description: description.clone(), position: *position }
    }
}

/// A message that differs from when it was last seen.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedMessage {
    /// The id of the message.
    pub code: AreaCode,
    /// How it differs.
    pub difference: Difference,
    /// The message now; one that has ended as it was last seen.
    pub message: SeenMessage,
}

/// A message with the time at which the service last confirmed it.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirmed {
    /// The message.
    pub warning: Warning,
    /// When.
    pub as_of: PageTime,
}

/// The changes of the messages of an area.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangesHere {
    /// When that was seen with which the present messages are compared.
    pub since: Option<Timestamp>,
    /// The messages that differ.
    pub messages: Vec<ChangedMessage>,
}

/// The messages in force at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// When they were seen.
    pub at: Timestamp,
    /// The time of the newest response that they were seen in, by the device's wall clock, less its
    /// inexactness: an older response says nothing of what has changed since.
    pub as_of: Timestamp,
    /// The messages by id.
    pub messages: BTreeMap<AreaCode, SeenMessage>,
}

impl Seen {
    /// The messages in force.
    pub fn new(at: Timestamp, as_of: Timestamp, messages: &[Confirmed]) -> Self {
        let mut seen = Self { at, as_of, messages: BTreeMap::new() };
        seen.mark(at, as_of, messages, |_| true);
        seen
    }

    /// Takes the present state of the messages for which `is_seen`; the others stay as they were seen.
    pub fn mark(
        &mut self,
        at: Timestamp,
        as_of: Timestamp,
        messages: &[Confirmed],
        is_seen: impl Fn(&AreaCode) -> bool,
    ) {
        (self.at, self.as_of) = (at, as_of);
        self.messages.retain(|code, _| !is_seen(code));
        let in_force = messages.iter().map(|message| &message.warning);
        for warning in in_force.filter(|warning| warning.severity.in_force()) {
            if is_seen(&warning.code) {
                self.messages.insert(warning.code.clone(), warning.into());
            }
        }
    }

    /// Whether so much has changed since then that the differences would say nothing; also if it is
    /// later than `now`, by a clock that was wrong.
    pub fn is_old(&self, now: Timestamp) -> bool {
        !(0..SEEN_HOURS).contains(&(now - self.at).num_hours())
    }

    /// The messages that differ, by a response that is newer than the one that was seen last, which
    /// says nothing of what has changed since. One that is missing has ended only if `complete_as_of`
    /// is newer too: the time of a fresh response for all of Wales that was decoded as a whole.
    pub fn differences(
        &self,
        messages: &[Confirmed],
        complete_as_of: Option<PageTime>,
        seen_as_of: PageTime,
    ) -> Vec<ChangedMessage> {
        let now: BTreeMap<&AreaCode, &Confirmed> =
            messages.iter().map(|message| (&message.warning.code, message)).collect();
        // Of two messages with one code either may be the one that is left.
        let has_another = |code: &AreaCode| {
            let given = code.given();
            let in_force = messages.iter().filter(|message| message.warning.severity.in_force());
            !given.is_empty()
                && in_force.map(|message| &message.warning.code).any(|other| other.given() == given)
        };
        let ended = self.messages.iter().filter_map(|(code, message)| {
            let has_ended = match now.get(code) {
                Some(now) => !now.warning.severity.in_force() && now.as_of > seen_as_of,
                None => complete_as_of.is_some_and(|as_of| as_of > seen_as_of),
            };
            (has_ended && !has_another(code)).then(|| (code, Difference::Ended, message.clone()))
        });
        let newer = now.iter().filter(|(_, message)| message.as_of > seen_as_of);
        let changed = newer.filter_map(|(code, Confirmed { warning, .. })| {
            let before = self.messages.get(code).map(|seen| seen.severity);
            let difference = Difference::of(before, warning.severity)?;
            Some((*code, difference, SeenMessage::from(warning)))
        });
        ended
            .chain(changed)
            .map(|(code, difference, message)| ChangedMessage {
                code: code.clone(),
                difference,
                message,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    fn response(as_of: PageTime, messages: &[(&str, u8)]) -> Vec<Confirmed> {
        let features: Vec<String> = messages
            .iter()
            .map(|(code, value)| {
                let properties = format!(r#""FWACODE":"{code}","SEVERITYVALUE":{value}"#);
                test_support::feature(test_support::BRECON, &properties)
            })
            .collect();
        let decoded = test_support::warnings(&features);
        decoded.content.iter().cloned().map(|warning| Confirmed { warning, as_of }).collect()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().expect("an instant")
    }

    #[test]
    fn each_stage_of_a_storm_differs_from_the_last_one_that_was_seen() {
        let stages: [(&[(&str, u8)], &[(&str, Difference)]); 7] = [
            (&[("usk", 3)], &[("usk", Difference::New)]),
            (&[("usk", 2)], &[("usk", Difference::New)]),
            (&[("usk", 1), ("wye", 3)], &[("usk", Difference::New), ("wye", Difference::New)]),
            (&[("usk", 3)], &[("usk", Difference::New)]),
            (&[("usk", 4)], &[]),
            (&[("towy", 9)], &[("towy", Difference::New)]),
            (&[], &[]),
        ];
        let [before, after] = [0, 300_000].map(PageTime::from_milliseconds);
        let noon = at("2026-11-20T12:00:00Z");
        let calm = Seen::new(noon, noon, &[]);
        for (messages, expected) in stages {
            let found = calm.differences(&response(after, messages), Some(after), before);
            let found: Vec<_> =
                found.iter().map(|change| (change.code.0.as_str(), change.difference)).collect();
            assert_eq!(found, expected, "{messages:?}");
        }
        let seen = [("a", 1), ("b", 2), ("c", 3), ("d", 3), ("e", 4), ("f", 2)];
        let storm = Seen::new(noon, noon, &response(before, &seen));
        let later = [("a", 2), ("b", 1), ("c", 4), ("e", 3), ("f", 2)];
        let found = |as_of, complete_as_of| {
            let changes = storm.differences(&response(as_of, &later), complete_as_of, before);
            let mut found: Vec<_> =
                changes.into_iter().map(|change| (change.code.0, change.difference.id())).collect();
            found.sort();
            found
        };
        let expected =
            [("a", "lowered"), ("b", "raised"), ("c", "ended"), ("d", "ended"), ("e", "new")];
        assert_eq!(found(after, Some(after)), expected.map(|(code, id)| (code.to_owned(), id)));
        // Of a response with an unreadable message nothing is called ended because it is missing.
        assert_eq!(found(after, None).len(), 4);
        // A response that is no newer than what was seen changes nothing.
        assert_eq!(found(before, Some(before)), []);
    }

    // case 174
    #[test]
    fn relief_that_is_not_proven_is_not_stated() {
        let [before, after] = [0, 300_000].map(PageTime::from_milliseconds);
        let noon = at("2026-11-20T12:00:00Z");
        let found = |seen: &[(&str, u8)], now: &[(&str, u8)]| {
            let seen = Seen::new(noon, noon, &response(before, seen));
            let changes = seen.differences(&response(after, now), Some(after), before);
            changes
                .into_iter()
                .map(|change| (change.code.0, change.difference.id()))
                .collect::<Vec<_>>()
        };
        // Another severity than those of the contract.
        const UNKNOWN: u8 = 9;
        for (seen, now, expected) in [
            (1, UNKNOWN, None),
            (2, UNKNOWN, None),
            (3, UNKNOWN, Some("raised")),
            (UNKNOWN, 3, None),
            (UNKNOWN, 2, Some("raised")),
            (UNKNOWN, UNKNOWN, None),
            (1, 3, Some("lowered")),
        ] {
            let found = found(&[("usk", seen)], &[("usk", now)]);
            let expected: Vec<_> = expected.map(|id| ("usk".to_owned(), id)).into_iter().collect();
            assert_eq!(found, expected, "{seen} {now}");
        }
        // One of two messages with the same code is gone, or stood down.
        assert_eq!(found(&[("usk", 2), ("usk", 2)], &[("usk", 2)]), []);
        assert_eq!(found(&[("usk", 2), ("usk", 2)], &[("usk", 2), ("usk", 4)]), []);
        let both_gone = found(&[("usk", 2), ("usk", 2)], &[]);
        assert_eq!(both_gone, ["usk", "usk~2"].map(|code| (code.to_owned(), "ended")));
    }

    #[test]
    fn marking_some_messages_leaves_the_others_as_they_were_seen() {
        let [before, after, later] = [0, 300_000, 600_000].map(PageTime::from_milliseconds);
        let noon = at("2026-11-20T12:00:00Z");
        let mut seen = Seen::new(noon, noon, &response(before, &[("usk", 3), ("wye", 3)]));
        let now = [("usk", 2), ("wye", 2), ("towy", 3)];
        seen.mark(noon, noon, &response(after, &now), |code| code.0 == "usk");
        let found = seen.differences(&response(later, &now), None, after);
        let found: Vec<_> =
            found.iter().map(|change| (change.code.0.as_str(), change.difference)).collect();
        assert_eq!(found, [("towy", Difference::New), ("wye", Difference::Raised)]);
    }

    #[test]
    fn after_two_days_the_differences_say_nothing() {
        let seen = Seen::new(at("2026-11-20T18:00:00Z"), at("2026-11-20T18:00:00Z"), &[]);
        assert!(!seen.is_old(at("2026-11-21T07:00:00Z")));
        assert!(seen.is_old(at("2026-11-22T18:00:00Z")));
        assert!(seen.is_old(at("2026-11-20T12:00:00Z")));
    }
}

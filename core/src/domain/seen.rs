//! The messages in force that a visitor has seen, and how the present ones differ from them.

use super::{
    Timestamp,
    geo::Position,
    limits::SEEN_HOURS,
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

/// What is kept of a message in force.
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

/// The messages in force at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// When they were seen.
    pub at: Timestamp,
    /// The messages by id.
    pub messages: BTreeMap<AreaCode, SeenMessage>,
}

impl Seen {
    /// The messages of a response that are in force.
    pub fn new<'a>(at: Timestamp, warnings: impl IntoIterator<Item = &'a Warning>) -> Self {
        let in_force = warnings.into_iter().filter(|warning| warning.severity.in_force());
        let messages = in_force.map(|warning| (warning.code.clone(), warning.into())).collect();
        Self { at, messages }
    }

    /// Whether so much has changed since then that the differences would say nothing; also if it is
    /// later than `now`, by a clock that was wrong.
    pub fn is_old(&self, now: Timestamp) -> bool {
        !(0..SEEN_HOURS).contains(&(now - self.at).num_hours())
    }

    /// The messages that differ, by id. One that is missing has ended only if the response
    /// `is_complete`: fresh, and decoded as a whole.
    pub fn differences<'a>(
        &self,
        warnings: impl IntoIterator<Item = &'a Warning>,
        is_complete: bool,
    ) -> Vec<ChangedMessage> {
        let now: BTreeMap<&AreaCode, &Warning> =
            warnings.into_iter().map(|warning| (&warning.code, warning)).collect();
        let ended = self.messages.iter().filter_map(|(code, message)| {
            let has_ended = match now.get(code) {
                Some(warning) => !warning.severity.in_force(),
                None => is_complete,
            };
            has_ended.then(|| (code, Difference::Ended, message.clone()))
        });
        let in_force = now.iter().filter(|(_, warning)| warning.severity.in_force());
        let changed = in_force.filter_map(|(code, warning)| {
            let difference = match self.messages.get(code).map(|seen| seen.severity) {
                None => Difference::New,
                Some(before) if warning.severity < before => Difference::Raised,
                Some(before) if warning.severity > before => Difference::Lowered,
                Some(_) => return None,
            };
            Some((*code, difference, SeenMessage::from(*warning)))
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

    fn response(messages: &[(&str, u8)]) -> Vec<Warning> {
        let features: Vec<String> = messages
            .iter()
            .map(|(code, value)| {
                let properties = format!(r#""FWACODE":"{code}","SEVERITYVALUE":{value}"#);
                test_support::feature(test_support::BRECON, &properties)
            })
            .collect();
        test_support::warnings(&features).content.to_vec()
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
        let calm = Seen::new(at("2026-11-20T12:00:00Z"), &[]);
        for (messages, expected) in stages {
            let found = calm.differences(&response(messages), true);
            let found: Vec<_> =
                found.iter().map(|change| (change.code.0.as_str(), change.difference)).collect();
            assert_eq!(found, expected, "{messages:?}");
        }
        let storm = Seen::new(
            at("2026-11-20T12:00:00Z"),
            &response(&[("a", 1), ("b", 2), ("c", 3), ("d", 3), ("e", 4), ("f", 2)]),
        );
        let later = response(&[("a", 2), ("b", 1), ("c", 4), ("e", 3), ("f", 2)]);
        let found = |is_complete| {
            let mut found: Vec<_> = storm
                .differences(&later, is_complete)
                .into_iter()
                .map(|change| (change.code.0, change.difference.id()))
                .collect();
            found.sort();
            found
        };
        let expected =
            [("a", "lowered"), ("b", "raised"), ("c", "ended"), ("d", "ended"), ("e", "new")];
        assert_eq!(found(true), expected.map(|(code, id)| (code.to_owned(), id)));
        // Of a response with an unreadable message nothing is called ended because it is missing.
        assert_eq!(found(false).len(), 4);
    }

    #[test]
    fn after_two_days_the_differences_say_nothing() {
        let seen = Seen::new(at("2026-11-20T18:00:00Z"), &[]);
        assert!(!seen.is_old(at("2026-11-21T07:00:00Z")));
        assert!(seen.is_old(at("2026-11-22T18:00:00Z")));
        assert!(seen.is_old(at("2026-11-20T12:00:00Z")));
    }
}

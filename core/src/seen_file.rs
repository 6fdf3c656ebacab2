//! The JSON in which the page stores on the device which messages were seen.

use crate::domain::{
    Timestamp, after,
    geo::Position,
    seen::{Seen, SeenMessage},
    warning::{AreaCode, Severity},
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct File {
    /// Milliseconds since 1970.
    seen: i64,
    /// Milliseconds since 1970: the time of the response, by the device's clock. Absent in files of
    /// earlier versions.
    #[serde(default)]
    as_of: Option<i64>,
    messages: Vec<FileMessage>,
}

#[derive(Serialize, Deserialize)]
struct FileMessage {
    code: String,
    severity: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    /// Latitude and longitude.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    point: Option<[f64; 2]>,
}

impl Seen {
    /// The messages as JSON.
    pub fn encode(&self) -> String {
        let messages = self.messages.iter().map(|(code, message)| FileMessage {
            code: code.0.clone(),
            severity: message.severity.id().to_owned(),
            name: message.description.clone(),
            point: message.position.map(|position| [position.lat(), position.lon()]),
        });
        let file = File {
            seen: self.at.timestamp_millis(),
            as_of: Some(self.as_of.timestamp_millis()),
            messages: messages.collect(),
        };
        // Texts and finite numbers: encoding does not fail.
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Decodes the messages; `None` if the text is something else.
    pub fn decode(text: &str) -> Option<Self> {
        let file: File = serde_json::from_str(text).ok()?;
        let message = |message: FileMessage| {
            let seen = SeenMessage {
                severity: Severity::from_id(&message.severity),
                description: message.name,
                position: message.point.and_then(|[lat, lon]| Position::new(lat, lon)),
            };
            (AreaCode(message.code), seen)
        };
        let messages = file.messages.into_iter().map(message).collect();
        let time = |milliseconds| after(Timestamp::default(), milliseconds);
        // They were seen after the response arrived.
        let as_of = time(file.as_of.unwrap_or(file.seen));
        Some(Self { at: time(file.seen), as_of, messages })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{page_time::PageTime, seen::Confirmed},
        test_support,
    };

    #[test]
    fn the_messages_are_the_same_after_encoding_and_decoding() {
        let features = [
            r#""FWACODE":"103","SEVERITYVALUE":1,"DESCRIPTION":"River \"Usk\"""#,
            r#""FWACODE":"104","SEVERITYVALUE":9"#,
        ];
        let features =
            features.map(|properties| test_support::feature(test_support::BRECON, properties));
        let at = "2026-11-20T12:00:00.5Z".parse().expect("an instant");
        let response = test_support::warnings(&features);
        let messages: Vec<Confirmed> = response
            .content
            .iter()
            .cloned()
            .map(|warning| Confirmed { warning, as_of: PageTime::default() })
            .collect();
        let as_of = "2026-11-20T11:58:00Z".parse().expect("an instant");
        let seen = Seen::new(at, as_of, &messages);
        assert_eq!(seen.messages.len(), 2);
        assert_eq!(Seen::decode(&seen.encode()), Some(seen));
        // A file of an earlier version.
        let earlier = Seen::decode(r#"{"seen":1763640000000,"messages":[]}"#).expect("a file");
        assert_eq!(earlier.as_of, earlier.at);
    }

    #[test]
    fn another_text_is_none() {
        for text in ["", "null", "{}", r#"{"seen":"now","messages":[]}"#, r#"{"seen":1}"#, "[1]"] {
            assert_eq!(Seen::decode(text), None, "{text}");
        }
        let far = r#"{"seen":9223372036854775807,"messages":[]}"#;
        assert!(Seen::decode(far).is_some_and(|seen| seen.messages.is_empty()));
    }
}

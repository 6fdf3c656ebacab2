//! Values that may be strings or numbers, since the contract says one and practice sends the other.

use crate::domain::{
    decimal,
    limits::{CUT_MARK, TEXT_LIMIT_CHARACTERS},
};
use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// What a field held. Arrays and objects never cost the item.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Scalar<'a> {
    /// Absent or null.
    #[default]
    None,
    /// An array or an object, where the contract has neither.
    Other,
    Text(Cow<'a, str>),
    /// A number as it was written.
    Number(&'a str),
    Flag(bool),
}

impl<'a> Scalar<'a> {
    /// Reads one JSON value, without blanks around it.
    pub(super) fn from_json(json: &'a str) -> Self {
        match json.as_bytes() {
            [b'"', ..] => Self::Text(string(json)),
            [b't', ..] => Self::Flag(true),
            [b'f', ..] => Self::Flag(false),
            [b'-' | b'0'..=b'9', ..] => Self::Number(json),
            [b'{' | b'[', ..] => Self::Other,
            _ => Self::None,
        }
    }

    /// One line of text: trimmed, without control characters, of bounded length. Numbers as they were written.
    pub(super) fn line(&self) -> Cow<'_, str> {
        match self {
            // Nearly every text is as it should be, and is not copied then.
            Self::Text(text) => match plain(text).filter(|text| text.len() <= TEXT_LIMIT_CHARACTERS) {
                Some(text) => Cow::Borrowed(text),
                None => Cow::Owned(clean(text, &|c| c.is_control())),
            },
            Self::Number(text) => Cow::Borrowed(text),
            Self::None | Self::Other | Self::Flag(_) => Cow::Borrowed(""),
        }
    }

    /// Nothing is given: absent, null or blank.
    pub(super) fn is_blank(&self) -> bool {
        match self {
            Self::None => true,
            Self::Text(text) => text.trim().is_empty(),
            Self::Number(_) | Self::Flag(_) | Self::Other => false,
        }
    }

    /// A text whose line breaks are kept.
    pub(super) fn lines(&self) -> String {
        match self {
            Self::Text(text) => clean(text, &|c| c.is_control() && c != '\n'),
            other => other.line().into_owned(),
        }
    }

    /// A whole number, also one that came as digits or with a fraction of zeros.
    pub(super) fn integer(&self) -> Option<i64> {
        let text = match self {
            Self::Number(text) => *text,
            Self::Text(text) => text.trim(),
            Self::None | Self::Other | Self::Flag(_) => return None,
        };
        #[allow(clippy::cast_possible_truncation)] // whole and far below 2^53 by the check
        text.parse().ok().or_else(|| decimal::parse(text).filter(|number| number.fract() == 0.0 && number.abs() < 9e15).map(|number| number as i64))
    }
}

/// The text without unwanted characters. One that is longer than the limit is cut and ends with [`CUT_MARK`].
fn clean(text: &str, unwanted: &dyn Fn(char) -> bool) -> String {
    let mut characters = text.trim().chars().peekable();
    let (mut clean, mut count) = (String::new(), 0);
    while let Some(c) = characters.next() {
        if c == '\r' && characters.peek() == Some(&'\n') {
            continue;
        }
        count += 1;
        if count == TEXT_LIMIT_CHARACTERS && characters.peek().is_some() {
            clean.push(CUT_MARK);
            break;
        }
        clean.push(if unwanted(c) { ' ' } else { c });
    }
    clean
}

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    /// Reads the raw value: a number is shown as it was written, which a parsed one does not say any more.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|value| Self::from_json(value.get()))
    }
}

/// What a JSON string says.
fn string(json: &str) -> Cow<'_, str> {
    match json.get(1..json.len() - 1) {
        Some(inside) if !inside.contains('\\') => Cow::Borrowed(inside),
        _ => Cow::Owned(unescaped(json).unwrap_or_default()),
    }
}

/// A JSON string with its escapes resolved. Half a surrogate pair becomes U+FFFD: the rest of the text may be about danger.
fn unescaped(json: &str) -> serde_json::Result<String> {
    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a string")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
    }

    // As bytes serde_json gives WTF-8, which has half a pair as three bytes; as a `String` it would refuse all of the text.
    let mut bytes = serde_json::Deserializer::from_str(json).deserialize_bytes(Bytes)?;
    for at in 0..bytes.len() {
        if let Some(surrogate @ [0xED, 0xA0..=0xBF, _]) = bytes.get_mut(at..at + 3) {
            surrogate.copy_from_slice("\u{FFFD}".as_bytes());
        }
    }
    String::from_utf8(bytes).map_err(serde_json::Error::custom)
}

/// The text without blanks at its ends, where it has no control character for sure.
fn plain(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    // 0xC2 begins the control characters beyond ASCII, among others.
    let has_none = bytes.iter().all(|byte| *byte >= b' ' && !matches!(byte, 0x7F | 0xC2));
    has_none.then(|| text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn case_43_half_a_surrogate_pair_is_replaced_and_the_rest_of_the_text_stays() {
        assert_eq!(string(r#""a\ud83d\udca7b""#), "a💧b");
        assert_eq!(string(r#""\ud800 Usk \udc00\ud800\u0041 \\ud800 ŵ 힣""#), "\u{fffd} Usk \u{fffd}\u{fffd}A \\ud800 ŵ 힣");
    }

    proptest! {
        #[test]
        fn a_string_reads_back(text in any::<String>()) {
            let json = serde_json::to_string(&text).expect("a string");
            prop_assert_eq!(string(&json), text);
        }
    }
}

//! Field values that may be strings or numbers, since the contract and the service differ.

use super::surrogates::with_whole_surrogates;
use crate::domain::{
    decimal,
    limits::{CUT_MARK, TEXT_LIMIT_CHARACTERS},
};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The value of a field as JSON, parsed on use: a number keeps its digits as received, and most
/// fields need no allocation. Arrays and objects, which the contract does not have, do not make the
/// item invalid.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scalar<'a>(Option<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self)
    }
}

impl<'a> Scalar<'a> {
    /// The value as one line of text: trimmed, without control characters, of limited length. A
    /// number has its digits as received. Other values are empty.
    pub(crate) fn line(self) -> Cow<'a, str> {
        match self.text() {
            // Nearly every text is clean and need not be copied. The only control character that a
            // JSON string of ASCII characters without escapes can contain is U+007F.
            Cow::Borrowed(text)
                if text.len() <= TEXT_LIMIT_CHARACTERS
                    && text.is_ascii()
                    && !text.as_bytes().contains(&0x7F) =>
            {
                Cow::Borrowed(text.trim_ascii())
            }
            text => Cow::Owned(clean(&text, TEXT_LIMIT_CHARACTERS, &|c| c.is_control())),
        }
    }

    /// The value as text, line breaks included.
    pub(crate) fn lines(self) -> String {
        self.lines_within(TEXT_LIMIT_CHARACTERS)
    }

    /// The same with another limit of characters.
    pub(crate) fn lines_within(self, limit: usize) -> String {
        clean(&self.text(), limit, &|c| c.is_control() && c != '\n')
    }

    /// Returns whether the value is a string.
    pub(crate) fn is_string(self) -> bool {
        self.json().starts_with('"')
    }

    /// Returns whether the value is absent, null or a blank string.
    pub(crate) fn is_blank(self) -> bool {
        self.0.is_none() || (self.is_string() && self.text().trim().is_empty())
    }

    /// The value of a boolean.
    pub(crate) fn flag(self) -> Option<bool> {
        match self.json() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// The value as a whole number. Digits in a string and a fraction of zeros are accepted.
    pub(crate) fn integer(self) -> Option<i64> {
        let number = if self.is_string() {
            decimal::parse(self.text().trim())?
        } else {
            serde_json::from_str::<f64>(self.json()).ok()?
        };
        #[allow(clippy::cast_possible_truncation)] // whole and below 2^53 by the check
        (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
    }

    fn json(self) -> &'a str {
        self.0.map_or("null", RawValue::get)
    }

    /// The characters of a string or of a number; empty for other values.
    fn text(self) -> Cow<'a, str> {
        let json = self.json();
        match json.as_bytes() {
            [b'-' | b'0'..=b'9', ..] => Cow::Borrowed(json),
            [b'"', inside @ .., b'"'] if !inside.contains(&b'\\') => {
                Cow::Borrowed(json.get(1..json.len() - 1).unwrap_or_default())
            }
            [b'"', ..] => Cow::Owned(
                serde_json::from_str(json)
                    .or_else(|_| serde_json::from_str(&with_whole_surrogates(json)))
                    .unwrap_or_default(),
            ),
            _ => Cow::Borrowed(""),
        }
    }
}

/// Replaces unwanted characters by blanks. A text that is longer than the limit is cut and ends
/// with [`CUT_MARK`].
fn clean(text: &str, limit: usize, unwanted: &dyn Fn(char) -> bool) -> String {
    let mut characters = text.trim().chars().peekable();
    let (mut clean, mut count) = (String::new(), 0);
    while let Some(c) = characters.next() {
        if c == '\r' && characters.peek() == Some(&'\n') {
            continue;
        }
        count += 1;
        if count == limit && characters.peek().is_some() {
            clean.push(CUT_MARK);
            break;
        }
        clean.push(if unwanted(c) { ' ' } else { c });
    }
    clean
}

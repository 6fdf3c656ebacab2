//! Field values that may be strings or numbers, since the contract and the service differ.

use crate::domain::{
    decimal,
    limits::{CUT_MARK, TEXT_LIMIT_CHARACTERS},
};
use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// The value of a field. Arrays and objects do not make the item invalid.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Scalar<'a> {
    /// Absent or null.
    #[default]
    None,
    /// An array or an object. The contract has neither.
    Other,
    Text(Cow<'a, str>),
    Integer(i64),
    Float(f64),
    Flag(bool),
}

impl Scalar<'_> {
    /// The value as one line of text: trimmed, without control characters, of limited length.
    pub(crate) fn line(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => line(text),
            Self::Integer(number) => Cow::Owned(number.to_string()),
            Self::Float(number) => Cow::Owned(decimal::short(*number)),
            Self::None | Self::Other | Self::Flag(_) => Cow::Borrowed(""),
        }
    }

    /// Returns whether the value is absent, null or blank.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Self::None => true,
            Self::Text(text) => text.trim().is_empty(),
            Self::Integer(_) | Self::Float(_) | Self::Flag(_) | Self::Other => false,
        }
    }

    /// The value as text, line breaks included.
    pub(crate) fn lines(&self) -> String {
        match self {
            Self::Text(text) => clean(text, &|c| c.is_control() && c != '\n'),
            other => other.line().into_owned(),
        }
    }

    /// The value as a whole number. Digits in a string and a fraction of zeros are accepted.
    pub(crate) fn integer(&self) -> Option<i64> {
        let number = match self {
            Self::Integer(number) => return Some(*number),
            Self::Float(number) => *number,
            Self::Text(text) => decimal::parse(text.trim())?,
            Self::None | Self::Other | Self::Flag(_) => return None,
        };
        #[allow(clippy::cast_possible_truncation)] // whole and below 2^53 by the check
        (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Integer(number))
    }

    #[allow(clippy::cast_precision_loss)] // the service has no exact numbers beyond i64
    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(i64::try_from(number).map_or(Scalar::Float(number as f64), Scalar::Integer))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Scalar::Float(number))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Flag(flag))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Scalar::None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Self::Value, A::Error> {
        while array.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}

/// A string, or a number with its digits as received, which a parsed number would lose. Other
/// values are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Written<'a>(Cow<'a, str>);

impl Written<'_> {
    /// The value as one line of text, as [`Scalar::line`] returns it.
    pub(crate) fn line(&self) -> Cow<'_, str> {
        line(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Written<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <&RawValue>::deserialize(deserializer)?.get();
        let text = match json.as_bytes() {
            [b'-' | b'0'..=b'9', ..] => Cow::Borrowed(json),
            [b'"', inside @ .., b'"'] if !inside.contains(&b'\\') => {
                Cow::Borrowed(json.get(1..json.len() - 1).unwrap_or_default())
            }
            [b'"', ..] => Cow::Owned(serde_json::from_str(json).map_err(D::Error::custom)?),
            _ => Cow::Borrowed(""),
        };
        Ok(Self(text))
    }
}

fn line(text: &str) -> Cow<'_, str> {
    // Nearly every text is clean and need not be copied. 0xC2 is the first byte of the control
    // characters outside ASCII, among others.
    let is_plain = text.bytes().all(|byte| byte >= b' ' && !matches!(byte, 0x7F | 0xC2));
    if is_plain && text.len() <= TEXT_LIMIT_CHARACTERS {
        Cow::Borrowed(text.trim())
    } else {
        Cow::Owned(clean(text, &|c| c.is_control()))
    }
}

/// Replaces unwanted characters by blanks. A text that is longer than the limit is cut and ends
/// with [`CUT_MARK`].
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

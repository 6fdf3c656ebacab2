//! JSON read by member names, with values that may be strings or numbers, since the contract says one and practice sends the other.
//!
//! One piece of code reads every object of every operation: derived structs would cost the page as much again each.

use crate::domain::{decimal, limits::TEXT_LIMIT_CHARACTERS};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What a field held. Arrays and objects are kept out of the way, they never cost the item.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Scalar<'a> {
    /// Absent, null, an array or an object.
    #[default]
    None,
    Text(Cow<'a, str>),
    /// A number as it was written.
    Number(&'a str),
    Flag(bool),
}

impl<'a> Scalar<'a> {
    /// Reads a value. Only a string can fail: one with half a surrogate pair is no text.
    pub(super) fn read(raw: Option<&'a RawValue>) -> Result<Self, serde_json::Error> {
        let Some(json) = raw.map(RawValue::get) else { return Ok(Self::None) };
        Ok(match json.as_bytes() {
            // The reader has seen that it is a whole string, so without a backslash its inside is the text.
            [b'"', inside @ .., b'"'] if !inside.contains(&b'\\') => Self::Text(Cow::Borrowed(json.trim_matches('"'))),
            [b'"', ..] => Self::Text(Cow::Owned(serde_json::from_str(json)?)),
            [b't', ..] => Self::Flag(true),
            [b'f', ..] => Self::Flag(false),
            [b'-' | b'0'..=b'9', ..] => Self::Number(json),
            _ => Self::None,
        })
    }

    /// One line of text: trimmed, without control characters, of bounded length. Numbers as they were written.
    pub(super) fn line(&self) -> String {
        self.clean(|c| c.is_control())
    }

    /// A text whose line breaks are kept.
    pub(super) fn lines(&self) -> String {
        self.clean(|c| c.is_control() && c != '\n')
    }

    fn clean(&self, unwanted: impl Fn(char) -> bool) -> String {
        match self {
            Self::Text(text) => {
                let text = text.trim().replace("\r\n", "\n");
                text.chars().take(TEXT_LIMIT_CHARACTERS).map(|c| if unwanted(c) { ' ' } else { c }).collect()
            }
            Self::Number(text) => (*text).to_owned(),
            Self::None | Self::Flag(_) => String::new(),
        }
    }

    /// A whole number, also one that came as digits or with a fraction of zeros.
    pub(super) fn integer(&self) -> Option<i64> {
        let text = match self {
            Self::Number(text) => *text,
            Self::Text(text) => text.trim(),
            Self::None | Self::Flag(_) => return None,
        };
        #[allow(clippy::cast_possible_truncation)] // whole and far below 2^53 by the check
        text.parse().ok().or_else(|| decimal::parse(text).filter(|number| number.fract() == 0.0 && number.abs() < 9e15).map(|number| number as i64))
    }
}

/// A member's name, borrowed where nothing in it is escaped.
struct Name<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Name<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Name<'de>;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a name")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Reader)
    }
}

/// The members of an object by name, in the order of the names.
struct Members<'n, 's, 'a> {
    names: &'n [&'n str],
    slots: &'s mut [Option<&'a RawValue>],
}

impl<'de: 'a, 'a> DeserializeSeed<'de> for Members<'_, '_, 'a> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de: 'a, 'a> Visitor<'de> for Members<'_, '_, 'a> {
    type Value = ();
    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(Name(name)) = entries.next_key()? {
            let value = entries.next_value()?;
            let slot = self.names.iter().position(|known| *known == name).and_then(|index| self.slots.get_mut(index));
            if let Some(slot) = slot
                && slot.replace(value).is_some()
            {
                return Err(A::Error::custom("a name occurs twice"));
            }
        }
        Ok(())
    }
}

/// The named members of a JSON object, as they were written. Others are passed over; a name that occurs twice is an error, because
/// nobody can tell which of the two is meant.
pub(super) fn members<'a, const N: usize>(json: &'a str, names: &[&str; N]) -> Result<[Option<&'a RawValue>; N], serde_json::Error> {
    let mut slots = [None; N];
    fill(json, names, &mut slots)?;
    Ok(slots)
}

fn fill<'a>(json: &'a str, names: &[&str], slots: &mut [Option<&'a RawValue>]) -> Result<(), serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    Members { names, slots }.deserialize(&mut deserializer)?;
    deserializer.end()
}

/// The named members of a JSON object as strings, numbers and flags.
pub(super) fn scalars<'a, const N: usize>(json: &'a str, names: &[&str; N]) -> Result<[Scalar<'a>; N], serde_json::Error> {
    let mut scalars = std::array::from_fn(|_| Scalar::None);
    for (slot, raw) in scalars.iter_mut().zip(members(json, names)?) {
        *slot = Scalar::read(raw)?;
    }
    Ok(scalars)
}

/// Each as one line of text.
pub(super) fn lines<const N: usize>(members: [Scalar<'_>; N]) -> [String; N] {
    members.map(|member| member.line())
}

//! A JSON value that may be a string or a number: the contract says one, practice sends the other.

use crate::domain::limits::TEXT_LIMIT_CHARACTERS;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;

/// What a field held. Arrays and objects are kept out of the way, they never cost the item.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Scalar<'a> {
    /// Absent, null, an array or an object.
    #[default]
    None,
    Text(Cow<'a, str>),
    Integer(i64),
    Number(f64),
    Flag(bool),
}

impl Scalar<'_> {
    /// One line of text: trimmed, without control characters, of bounded length. Numbers in their shortest form.
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
            Self::Integer(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::None | Self::Flag(_) => String::new(),
        }
    }

    /// A whole number, also one that came as digits.
    pub(super) fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            #[allow(clippy::cast_possible_truncation)] // whole and far below 2^53 by the check
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(*number as i64),
            Self::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Scalar<'de>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("any JSON value")
            }
            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Scalar::None)
            }
            fn visit_bool<E>(self, flag: bool) -> Result<Self::Value, E> {
                Ok(Scalar::Flag(flag))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Scalar::Integer(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                #[allow(clippy::cast_precision_loss)] // beyond i64 only its size matters
                Ok(i64::try_from(number).map_or(Scalar::Number(number as f64), Scalar::Integer))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Scalar::Number(number))
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Scalar::Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Scalar::Text(Cow::Owned(text.to_owned())))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar::None)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
                while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar::None)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

//! JSON values that may be strings or numbers, since the contract says one and practice sends the other; and the objects that hold
//! them, read by one piece of code for all operations.

use crate::domain::{decimal, limits::TEXT_LIMIT_CHARACTERS};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
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
            Self::Number(number) => decimal::short(*number),
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

/// The members of an object by name, in the order of the names. Members that are not named are passed over; a name that occurs
/// twice is an error, because nobody can tell which of the two is meant.
pub(super) struct Members<'n, 's, 'a> {
    pub(super) names: &'n [&'n str],
    pub(super) slots: &'s mut [Option<Scalar<'a>>],
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
        while let Some(Scalar::Text(name)) = entries.next_key::<Scalar<'de>>()? {
            match self.names.iter().position(|known| *known == name).and_then(|index| self.slots.get_mut(index)) {
                Some(Some(_)) => return Err(A::Error::custom("a name occurs twice")),
                Some(slot) => *slot = Some(entries.next_value()?),
                None => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// The named members of a JSON object, each as one line of text.
pub(super) fn lines<const N: usize>(members: [Scalar<'_>; N]) -> [String; N] {
    members.map(|member| member.line())
}

/// The named members of a JSON object.
pub(super) fn members<'a, const N: usize>(json: &'a str, names: &[&str; N]) -> Result<[Scalar<'a>; N], serde_json::Error> {
    let mut slots: [Option<Scalar<'a>>; N] = std::array::from_fn(|_| None);
    let mut deserializer = serde_json::Deserializer::from_str(json);
    Members { names, slots: &mut slots }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(slots.map(Option::unwrap_or_default))
}

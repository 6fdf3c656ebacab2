//! JSON decoding with serde: the whole body in one pass, and item by item where that fails, so that
//! one invalid item does not affect the others.

use super::{
    decoded::{Decoded, Reason, Rejected},
    error::BodyError,
    scalar::Scalar,
    surrogates::with_whole_surrogates,
};
use crate::domain::limits::FEATURE_LIMIT;
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::value::RawValue;
use std::{fmt, marker::PhantomData};

/// A kind of item: its wire type and the conversion to the domain type.
pub(crate) trait Item: Sized {
    type Wire<'a>: Deserialize<'a>;
    /// The service's field name of the identifier.
    const ID: &'static str;

    fn convert(wire: Self::Wire<'_>) -> Result<Self, Reason>;
}

/// Returns the text of a body without a byte order mark. Empty bodies and web pages are errors.
pub(crate) fn body_text(body: &[u8]) -> Result<&str, BodyError> {
    let text = std::str::from_utf8(body).map_err(|_| BodyError::NotUtf8)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => Err(BodyError::Empty),
        Some('<') => Err(BodyError::WebPage),
        Some(_) => Ok(text),
    }
}

/// Deserializes a text. The error distinguishes invalid JSON from JSON of a shape other than
/// `expected`.
pub(crate) fn parse<'a, T: Deserialize<'a>>(
    text: &'a str,
    expected: &'static str,
) -> Result<T, BodyError> {
    serde_json::from_str(text).map_err(|_| match serde_json::from_str::<IgnoredAny>(text) {
        Err(error) => BodyError::NotJson { line: error.line(), column: error.column() },
        Ok(IgnoredAny) => BodyError::WrongShape { expected },
    })
}

/// Deserializes and converts the items of an array: in one pass, and one by one where that fails. `check` is called with
/// their number before any is converted.
///
/// # Errors
///
/// The error of `check`; [`BodyError::NotJson`], [`BodyError::WrongShape`] or [`BodyError::TooMany`].
pub(crate) fn decode_items<T: Item>(
    text: &str,
    expected: &'static str,
    check: impl Fn(usize) -> Result<(), BodyError>,
) -> Result<Decoded<Vec<T>>, BodyError> {
    if let Ok(wires) = serde_json::from_str::<Items<T::Wire<'_>>>(text) {
        check(wires.items.len())?;
        return collect(wires, |wire| T::convert(wire).map_err(|reason| (reason, None)));
    }
    let items = parse::<Items<&RawValue>>(text, expected)?;
    check(items.items.len())?;
    collect(items, |item| {
        // Most items are valid, even in a body that could not be decoded in one pass.
        if let Ok(wire) = serde_json::from_str::<T::Wire<'_>>(item.get()) {
            return T::convert(wire).map_err(|reason| (reason, None));
        }
        let repaired = without_repeats(&with_whole_surrogates(item.get()));
        match repaired.as_deref().and_then(|text| serde_json::from_str::<T::Wire<'_>>(text).ok()) {
            Some(wire) => T::convert(wire).map_err(|reason| (reason, None)),
            None => Err((Reason::Unreadable, identifier(item.get(), T::ID))),
        }
    })
}

fn collect<W, T>(
    items: Items<W>,
    decode: impl Fn(W) -> Result<T, (Reason, Option<String>)>,
) -> Result<Decoded<Vec<T>>, BodyError> {
    if items.exceed_limit {
        return Err(BodyError::TooMany);
    }
    let mut decoded =
        Decoded { content: Vec::with_capacity(items.items.len()), rejected: Vec::new() };
    for (index, item) in items.items.into_iter().enumerate() {
        match decode(item) {
            Ok(item) => decoded.content.push(item),
            Err((reason, id)) => decoded.rejected.push(Rejected { index, id, reason }),
        }
    }
    Ok(decoded)
}

/// The items of an array, up to [`FEATURE_LIMIT`].
pub(crate) struct Items<T> {
    pub(crate) items: Vec<T>,
    exceed_limit: bool,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemsVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ItemsVisitor<T> {
            type Value = Items<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while items.len() < FEATURE_LIMIT {
                    match array.next_element()? {
                        Some(item) => items.push(item),
                        None => return Ok(Items { items, exceed_limit: false }),
                    }
                }
                let mut exceed_limit = false;
                while array.next_element::<IgnoredAny>()?.is_some() {
                    exceed_limit = true;
                }
                Ok(Items { items, exceed_limit })
            }
        }

        deserializer.deserialize_seq(ItemsVisitor(PhantomData))
    }
}

/// Deserializes a struct from an object, for `#[serde(deserialize_with)]`. Derived implementations
/// also accept an array of fields by position.
///
/// # Errors
/// Those of the deserializer, and any value other than an object.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// A struct that is deserialized from an object only. Derived implementations also accept an array
/// of fields by position, which would misread a body.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(members))
            }
        }

        deserializer.deserialize_map(ObjectVisitor(PhantomData)).map(Object)
    }
}

/// The members of an object in order, including repeated keys.
pub(crate) struct Members<'a>(pub(crate) Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.get())
    }

    /// Returns whether a key is repeated.
    pub(crate) fn repeat(&self, key: &str) -> bool {
        self.0.iter().filter(|(name, _)| name == key).count() > 1
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let mut found = Vec::new();
                while let Some(member) = members.next_entry()? {
                    found.push(member);
                }
                Ok(Members(found))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}

/// Removes members that repeat an earlier key with the same value, in the object and in its
/// `properties`. Members with one key and different values stay and make the item unreadable if the
/// key is a known field.
fn without_repeats(object: &str) -> Option<String> {
    let Members(members) = Members::parse(object)?;
    let mut seen: Vec<(&str, &str)> = Vec::new();
    let mut text = String::from("{");
    for (key, value) in &members {
        let member = (key.as_str(), value.get());
        if seen.contains(&member) {
            continue;
        }
        if !seen.is_empty() {
            text.push(',');
        }
        seen.push(member);
        text.push_str(&serde_json::to_string(key).ok()?);
        text.push(':');
        let properties = if key == "properties" { without_repeats(value.get()) } else { None };
        text.push_str(properties.as_deref().unwrap_or(value.get()));
    }
    text.push('}');
    Some(text)
}

/// The identifier of an item that could not be decoded, from its `properties` or from the item
/// itself.
fn identifier(item: &str, name: &str) -> Option<String> {
    let members = Members::parse(item)?;
    let value = match members.get("properties") {
        Some(properties) => Members::parse(properties)?.get(name)?,
        None => members.get(name)?,
    };
    let id: String =
        serde_json::from_str::<Scalar<'_>>(value).ok()?.line().chars().take(40).collect();
    (!id.is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_member_is_dropped_only_where_it_says_the_same() {
        for (object, without) in [
            (r#"{"a":1,"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":1, "b" : "x\"","a":2,"b":"x\""}"#, r#"{"a":1,"b":"x\"","a":2}"#),
            (
                r#"{"properties":{"a":1,"a":1},"properties":{"a":1,"a":1}}"#,
                r#"{"properties":{"a":1}}"#,
            ),
            ("{}", "{}"),
        ] {
            assert_eq!(without_repeats(object).as_deref(), Some(without));
        }
        assert_eq!(without_repeats("[1]"), None);
    }

    // case 43
    #[test]
    fn half_a_surrogate_pair_is_replaced_and_the_rest_of_the_text_stays() {
        for (json, whole) in [
            (r#""a\ud83d\udca7b""#, "a💧b"),
            (
                r#""\ud800 Usk \udc00\ud800\u0041 \\ud800 \\\\ud800 ŵ 힣""#,
                "\u{fffd} Usk \u{fffd}\u{fffd}A \\ud800 \\\\ud800 ŵ 힣",
            ),
            (r#""\uD83D""#, "\u{fffd}"),
        ] {
            assert_eq!(
                serde_json::from_str::<String>(&with_whole_surrogates(json)).ok().as_deref(),
                Some(whole)
            );
        }
    }

    #[test]
    fn a_syntax_error_is_reported_by_line_and_column_wherever_the_shape_goes_wrong_first() {
        let error = |text| parse::<Items<Object<IgnoredAny>>>(text, "an array").err();
        assert_eq!(error("[1,\n x]"), Some(BodyError::NotJson { line: 2, column: 2 }));
        assert_eq!(error("[1]"), Some(BodyError::WrongShape { expected: "an array" }));
    }

    // case 38
    #[test]
    fn nesting_of_any_depth_is_passed_over_without_recursion() {
        let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(
            parse::<Items<Object<IgnoredAny>>>(&nested, "an array").err(),
            Some(BodyError::WrongShape { expected: "an array" })
        );
        assert!(matches!(
            parse::<Items<Object<IgnoredAny>>>(&nested[1..], "an array"),
            Err(BodyError::NotJson { .. })
        ));
        let scalar = serde_json::from_str::<Scalar<'_>>(&nested).expect("JSON");
        assert!(scalar.line().is_empty() && !scalar.is_blank());
    }
}

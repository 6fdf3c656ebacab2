//! Bodies of JSON read with serde: in one pass, and item by item where that fails, so that one bad
//! item never costs the others.

use super::{Decoded, error::BodyError, scalar::Scalar};
use crate::domain::limits::FEATURE_LIMIT;
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::value::RawValue;
use std::{fmt, marker::PhantomData};

/// An item that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Its place in the answer, from 0.
    pub index: usize,
    /// Its identifier, where that could still be read.
    pub id: Option<String>,
    pub reason: Reason,
}

/// Why an item was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// No object, or a key twice with two values.
    Unreadable,
    /// It does not say which station, area or county it is about.
    NoIdentifier,
}

/// One kind of item: how the service writes it, and what it becomes.
pub(crate) trait Item: Sized {
    type Wire<'a>: Deserialize<'a>;
    /// The service's name for the identifier.
    const ID: &'static str;

    fn convert(wire: Self::Wire<'_>) -> Result<Self, Reason>;
}

/// The text of a body: without a byte order mark, not empty, no web page.
pub(crate) fn body_text(body: &[u8]) -> Result<&str, BodyError> {
    let text = std::str::from_utf8(body).map_err(|_| BodyError::NotUtf8)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => Err(BodyError::Empty),
        Some('<') => Err(BodyError::WebPage),
        Some(_) => Ok(text),
    }
}

/// Deserializes a whole text. The error says whether it is no JSON, or JSON of another shape than
/// the one that was `expected`.
pub(crate) fn parse<'a, T: Deserialize<'a>>(
    text: &'a str,
    expected: &'static str,
) -> Result<T, BodyError> {
    serde_json::from_str(text).map_err(|_| match serde_json::from_str::<IgnoredAny>(text) {
        Err(error) => BodyError::NotJson { line: error.line(), column: error.column() },
        Ok(IgnoredAny) => BodyError::WrongShape { expected },
    })
}

/// Items, decoded in one pass.
pub(crate) fn convert<T: Item>(wires: Items<T::Wire<'_>>) -> Result<Decoded<Vec<T>>, BodyError> {
    collect(wires, |wire| T::convert(wire).map_err(|reason| (reason, None)))
}

/// Items, decoded one by one.
pub(crate) fn convert_each<T: Item>(items: Items<&RawValue>) -> Result<Decoded<Vec<T>>, BodyError> {
    collect(items, |item| {
        // Most items are good, also in a body that is not.
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
    let mut answer =
        Decoded { content: Vec::with_capacity(items.items.len()), rejected: Vec::new() };
    for (index, item) in items.items.into_iter().enumerate() {
        match decode(item) {
            Ok(item) => answer.content.push(item),
            Err((reason, id)) => answer.rejected.push(Rejected { index, id, reason }),
        }
    }
    Ok(answer)
}

/// The items of an array, up to [`FEATURE_LIMIT`].
pub(crate) struct Items<T> {
    items: Vec<T>,
    exceed_limit: bool,
}

impl<T> Items<T> {
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
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

/// A struct that is written as an object. Derived structs also take an array, by position, which
/// would misread a body.
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

/// The members of an object in their order, repeated keys included.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.get())
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

/// JSON in which the escape of half a surrogate pair ("\ud800") has become that of U+FFFD: the rest
/// of the text may be about danger.
fn with_whole_surrogates(json: &str) -> String {
    /// The UTF-16 unit of an escape.
    fn unit(escape: &str) -> Option<u32> {
        u32::from_str_radix(escape.strip_prefix("\\u")?.get(..4)?, 16).ok()
    }
    let mut text = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let low = escape.get(6..).and_then(unit);
        let (kept, length) = match unit(escape) {
            Some(0xD800..=0xDBFF) if low.is_some_and(|low| (0xDC00..0xE000).contains(&low)) => {
                (escape.get(..12), 12)
            }
            Some(0xD800..=0xDFFF) => (Some("\\ufffd"), 6),
            _ => (escape.get(..2), 2),
        };
        text.push_str(before);
        text.push_str(kept.unwrap_or_default());
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// An object without members that repeat an earlier one with the same value, in itself and in its
/// `properties`: twice the same says nothing else than once. Members with one key and two values
/// stay, and make the item unreadable where the key is known.
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

/// The identifier of an item that could not be decoded: of its `properties`, or its own.
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

/// Marks the items that share an identifier with the one before them: the second gets "~2" at the
/// end of its own. Both are kept, each list entry has a key of its own, and since the items are
/// sorted, a shuffled answer marks the same one. Returns whether there was one.
pub(crate) fn mark_repeated_ids<T>(
    sorted: &mut [T],
    id: fn(&T) -> &str,
    mark: fn(&mut T, &str),
) -> bool {
    let (mut given, mut count, mut any) = (String::new(), 0, false);
    for item in sorted {
        if count > 0 && id(item) == given {
            count += 1;
            any = true;
            mark(item, &format!("~{count}"));
        } else {
            given = id(item).to_owned();
            count = 1;
        }
    }
    any
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

    #[test]
    fn case_43_half_a_surrogate_pair_is_replaced_and_the_rest_of_the_text_stays() {
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
    fn a_syntax_error_is_told_by_line_and_column_wherever_the_shape_goes_wrong_first() {
        let error = |text| parse::<Items<Object<IgnoredAny>>>(text, "an array").err();
        assert_eq!(error("[1,\n x]"), Some(BodyError::NotJson { line: 2, column: 2 }));
        assert_eq!(error("[1]"), Some(BodyError::WrongShape { expected: "an array" }));
    }

    #[test]
    fn case_38_nesting_of_any_depth_is_passed_over_without_recursion() {
        let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(
            parse::<Items<Object<IgnoredAny>>>(&nested, "an array").err(),
            Some(BodyError::WrongShape { expected: "an array" })
        );
        assert!(matches!(
            parse::<Items<Object<IgnoredAny>>>(&nested[1..], "an array"),
            Err(BodyError::NotJson { .. })
        ));
        assert_eq!(serde_json::from_str::<Scalar<'_>>(&nested).ok(), Some(Scalar::Other));
    }
}

//! `GET /floodforecast/v1/summary` and `/v2/summary`: the forecaster's commentary. No response was recorded; the members are those
//! that clients read.

use crate::{
    api::{
        error::BodyError,
        json::{self, Items, Object},
        scalar::Scalar,
    },
    domain::bilingual::Bilingual,
};
use serde::Deserialize;

const EXPECTED: &str = "a commentary";
/// A longer text is cut, in characters.
const LONGEST: usize = 20_000;

/// The object of the response, with the service's field names.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct Summary<'a> {
    #[serde(rename = "Summary_en", borrow)]
    en: Scalar<'a>,
    #[serde(rename = "Summary_cy")]
    cy: Scalar<'a>,
}

/// Decodes a response: an object, or an array of one. Both texts may be empty.
///
/// # Errors
///
/// If the body is no JSON, or has neither text.
pub fn decode(body: &[u8]) -> Result<Bilingual, BodyError> {
    let text = json::body_text(body)?;
    let none = BodyError::WrongShape { expected: EXPECTED };
    let Summary { en, cy } = match serde_json::from_str(text) {
        Ok(Object(summary)) => summary,
        Err(_) => {
            let Items { items, .. } = json::parse::<Items<Object<Summary<'_>>>>(text, EXPECTED)?;
            let [Object(only)] = items.as_slice() else { return Err(none) };
            *only
        }
    };
    if !en.is_string() && !cy.is_string() {
        return Err(none);
    }
    let [en, cy] = [en, cy].map(|text| text.lines_within(LONGEST));
    Ok(Bilingual::new(en, cy))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(body: &str) -> Result<Bilingual, BodyError> {
        decode(body.as_bytes())
    }

    #[test]
    fn an_object_or_an_array_of_one_with_a_text_is_a_commentary() {
        for body in [
            r#"{"Summary_en":" Rain.\r\nMore rain. ","Summary_cy":"Glaw.","Id":7}"#,
            r#"[{"Summary_en":"Rain.\nMore rain.","Summary_cy":"Glaw."}]"#,
        ] {
            assert_eq!(decoded(body), Ok(Bilingual::new("Rain.\nMore rain.", "Glaw.")), "{body}");
        }
        assert_eq!(decoded(r#"{"Summary_en":"Rain."}"#), Ok(Bilingual::new("Rain.", "")));
        assert_eq!(
            decoded(r#"{"Summary_en":"","Summary_cy":null}"#),
            Ok(Bilingual::default()),
            "there is none now"
        );
    }

    // case 200
    #[test]
    fn another_body_is_none_and_a_long_text_is_cut() {
        for body in [
            "{}",
            "[]",
            "null",
            "7",
            r#"{"Summary":"Rain."}"#,
            r#"{"Summary_en":7}"#,
            r#"{"Summary_en":{"a":1}}"#,
            r#"[{"Summary_en":"a"},{"Summary_en":"b"}]"#,
            r#"["a","b"]"#,
        ] {
            assert!(matches!(decoded(body), Err(BodyError::WrongShape { .. })), "{body}");
        }
        assert_eq!(decoded("<html>"), Err(BodyError::WebPage));
        assert!(matches!(decoded("{"), Err(BodyError::NotJson { .. })));
        let long = format!(r#"{{"Summary_en":"{}"}}"#, "a".repeat(30_000));
        let text = decoded(&long).expect("a commentary").en;
        assert_eq!((text.chars().count(), text.ends_with("a…")), (LONGEST, true));
    }
}

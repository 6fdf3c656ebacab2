//! Whom to call and tell about flooding in a county: the deployer's file, `contacts.json`.

use crate::domain::{bilingual::Bilingual, county::County, limits};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// The number of lines that are read.
const MOST_CONTACTS: usize = 1_000;
/// The digits of a telephone number: "105" has three, an international number at most fifteen (ITU-T E.164).
const DIGITS: RangeInclusive<usize> = 3..=15;

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    county: Option<String>,
    phone: String,
    en: String,
    cy: String,
}

/// A telephone line, and what it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The county; without one the line is for all of Wales.
    pub county: Option<County>,
    /// The number, with its spaces.
    pub phone: String,
    /// What it is for: "Flooded roads, Powys County Council".
    pub text: Bilingual,
}

impl Contact {
    /// The digits for a `tel:` address, with the plus of an international number.
    pub fn dialled(&self) -> String {
        dialled(&self.phone)
    }
}

/// Decodes the file: an array of objects with `phone`, `en`, `cy`, and `county` (as in the address of the page) for a line of one county.
/// Returns the lines and the indices of the elements that are none; `None` if the file is no JSON array.
pub fn decode(body: &[u8]) -> Option<(Vec<Contact>, Vec<usize>)> {
    let elements: Vec<serde_json::Value> = serde_json::from_slice(body).ok()?;
    let (mut contacts, mut rejected) = (Vec::new(), Vec::new());
    for (index, element) in elements.into_iter().enumerate() {
        let contact = serde_json::from_value(element).ok().as_ref().and_then(contact);
        match contact.filter(|_| index < MOST_CONTACTS) {
            Some(contact) => contacts.push(contact),
            None => rejected.push(index),
        }
    }
    Some((contacts, rejected))
}

fn contact(line: &Line) -> Option<Contact> {
    let county = match &line.county {
        Some(id) => Some(County::from_id(id)?),
        None => None,
    };
    let text = Bilingual::new(line.en.trim(), line.cy.trim());
    let is_short =
        |text: &str| !text.is_empty() && text.chars().count() <= limits::COUNCIL_TEXT_CHARS;
    let phone = line.phone.trim();
    // A plus is the first sign only.
    let digits = phone.strip_prefix('+').unwrap_or(phone);
    let is_number = digits.chars().all(|sign| sign.is_ascii_digit() || sign == ' ')
        && DIGITS.contains(&dialled(digits).len());
    (is_number && is_short(&text.en) && is_short(&text.cy)).then(|| Contact {
        county,
        phone: phone.to_owned(),
        text,
    })
}

fn dialled(phone: &str) -> String {
    phone.replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    // case 253
    #[test]
    fn what_is_no_telephone_line_is_left_out_and_named() {
        let line = |county: &str, phone: &str, cy: &str| {
            format!(r#"{{{county}"phone":"{phone}","en":"Flooded roads","cy":"{cy}"}}"#)
        };
        let powys = r#""county":"powys","#;
        for (element, expected) in [
            (line(powys, "01597 827465", "Ffyrdd"), Some((Some("powys"), "01597827465"))),
            (line("", "105", "Trydan"), Some((None, "105"))),
            (line("", "+44 1597 827465", "Ffyrdd"), Some((None, "+441597827465"))),
            (line(r#""county":null,"#, "105", "Trydan"), Some((None, "105"))),
            (line(r#""county":"mercia","#, "105", "Trydan"), None),
            (line(r#""county":7,"#, "105", "Trydan"), None),
            (line(powys, "12", "Ffyrdd"), None),
            (line(powys, "1234 5678 9012 3456", "Ffyrdd"), None),
            (line(powys, "01597+827465", "Ffyrdd"), None),
            (line(powys, "0800 FLOODS", "Ffyrdd"), None),
            (line(powys, "tel:999,1", "Ffyrdd"), None),
            (line(powys, "", "Ffyrdd"), None),
            (line(powys, "105", ""), None),
            (line(powys, "105", &"x".repeat(limits::COUNCIL_TEXT_CHARS + 1)), None),
            ("7".to_owned(), None),
            (r#"{"phone":105,"en":"a","cy":"b"}"#.to_owned(), None),
        ] {
            let (contacts, rejected) = decode(format!("[{element}]").as_bytes()).expect("an array");
            let found =
                contacts.first().map(|contact| (contact.county.map(County::id), contact.dialled()));
            let expected = expected.map(|(county, number)| (county, number.to_owned()));
            assert_eq!(found, expected, "{element}");
            assert_eq!(rejected.is_empty(), expected.is_some(), "{element}");
        }
        for broken in ["", "{}", "[", "<!doctype html>"] {
            assert_eq!(decode(broken.as_bytes()), None, "{broken}");
        }
    }
}

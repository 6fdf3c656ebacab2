//! The Welsh names of all places after "i" (to), against `mutations.tsv`, which a translator can
//! check: English name, Welsh name, the name after "i".
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use gorlif_core::{
    domain::geo::{Coverage, Radius},
    gazetteer::{Gazetteer, Place},
    i18n::{Language, PlaceName, SearchArea},
};

/// The name after "i", from the sentence that uses it.
fn after_i(place: &Place) -> String {
    let area = SearchArea::Around {
        radius: Radius::from_kilometres(10).expect("a radius"),
        name: PlaceName::Place(place.name.clone()),
        coverage: Some(Coverage::Wales),
    };
    let sentence = (Language::Welsh.texts().answer_none)(&area);
    let (_, name) = sentence.split_once("10\u{a0}km ").expect("the radius");
    name.trim_end_matches('.').to_owned()
}

#[test]
fn every_place_mutates_as_in_the_table() {
    let gazetteer = Gazetteer::decode(include_bytes!("../../public/gazetteer.txt"));
    let places = gazetteer.expect("the gazetteer").places;
    let mut rows: Vec<String> = places
        .iter()
        .filter(|place| place.in_wales)
        .map(|place| format!("{}\t{}\t{}", place.name.en, place.name.cy, after_i(place)))
        .collect();
    rows.sort();
    rows.dedup();
    let table: Vec<&str> = include_str!("mutations.tsv").lines().skip(1).collect();
    let missing: Vec<&String> = rows.iter().filter(|row| !table.contains(&row.as_str())).collect();
    assert!(missing.is_empty(), "not in core/tests/mutations.tsv:\n{missing:#?}");
    assert_eq!(rows.len(), table.len(), "rows of places that are gone");
}

/// The soft mutation of an initial, written independently of the page.
#[test]
fn the_table_follows_the_rule() {
    for row in include_str!("mutations.tsv").lines().skip(1) {
        let [english, welsh, after] = *row.split('\t').collect::<Vec<_>>() else { panic!("{row}") };
        let expected = if welsh.is_empty() {
            format!("i {english}")
        } else if let Some(rest) = welsh.strip_prefix("Yr ").or_else(|| welsh.strip_prefix("Y ")) {
            format!("i'r {rest}")
        } else {
            let (first, second) = (&welsh[..1], welsh[1..].chars().next().unwrap_or(' '));
            match (first, second) {
                ("L", 'l') | ("R", 'h') => format!("i {first}{}", &welsh[2..]),
                ("C" | "P" | "T", 'h') | ("D", 'd') => format!("i {welsh}"),
                ("C", _) => format!("i G{}", &welsh[1..]),
                ("P", _) => format!("i B{}", &welsh[1..]),
                ("T", _) => format!("i D{}", &welsh[1..]),
                ("B" | "M", _) => format!("i F{}", &welsh[1..]),
                ("D", _) => format!("i Dd{}", &welsh[1..]),
                ("G", next) => {
                    format!("i {}{}", next.to_uppercase(), &welsh[1 + next.len_utf8()..])
                }
                _ => format!("i {welsh}"),
            }
        };
        assert_eq!(after, expected, "{row}");
    }
}

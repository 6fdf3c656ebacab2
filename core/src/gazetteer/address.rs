//! The place in a text that has more than its name: a sentence, a name with its county, an address.

use super::{
    index::{Kind, Suggestion},
    matching::Wanted,
};
use crate::domain::county::County;

/// The words before the name of a place in a sentence. After the Welsh ones the name is mutated.
const PREPOSITIONS: [&str; 12] =
    ["yn", "ym", "yng", "i", "o", "ger", "at", "in", "near", "from", "to", "nr"];
/// The words after the name of a place that say no more than that it is here.
const COUNTRY: [&str; 5] = ["wales", "cymru", "uk", "united kingdom", "great britain"];
/// Longer texts and longer names are not looked through.
const MOST_WORDS: usize = 16;
const MOST_WORDS_OF_NAME: usize = 5;

/// A folded text without what surrounds a name.
#[derive(Clone, Copy)]
pub(super) struct Inner<'a> {
    pub text: &'a str,
    /// Whether a preposition is before it.
    pub is_after_preposition: bool,
    /// The county named after it.
    pub county: Option<County>,
}

/// A folded text without a preposition before it and the county and the country after it: "yng nghaerfyrddin" →
/// "nghaerfyrddin", "newport pembrokeshire" → "newport" in Pembrokeshire.
pub(super) fn without_surroundings<'a>(folded: &'a str, index: &[Suggestion]) -> Inner<'a> {
    let before = |text: &'a str, word: &str| text.strip_suffix(word)?.strip_suffix(' ');
    let text = COUNTRY.iter().find_map(|country| before(folded, country)).unwrap_or(folded);
    let counties = index.iter().filter(|entry| entry.kind == Kind::County);
    let of_county = counties
        .flat_map(|entry| entry.keys().map(move |key| (key, entry.county)))
        .find_map(|(key, county)| Some((before(text, key)?, county)));
    let (text, county) = of_county.unwrap_or((text, None));
    match text.split_once(' ') {
        Some((first, rest)) if PREPOSITIONS.contains(&first) => {
            Inner { text: rest, is_after_preposition: true, county }
        }
        _ => Inner { text, is_after_preposition: false, county },
    }
}

/// The suggestions in a county, if one is wanted.
pub(super) fn of_county(
    mut suggestions: Vec<Suggestion>,
    county: Option<County>,
) -> Vec<Suggestion> {
    if county.is_some() {
        suggestions.retain(|suggestion| suggestion.county == county);
    }
    suggestions
}

/// The places whose whole name is a part of an address: the last and longest part that is a name.
pub(super) fn places_of_address(inner: Inner<'_>, index: &[Suggestion]) -> Vec<Suggestion> {
    let words: Vec<&str> = inner.text.split(' ').take(MOST_WORDS).collect();
    let is_place = |entry: &&Suggestion| matches!(entry.kind, Kind::Place | Kind::RailwayStation);
    for end in (1..=words.len()).rev() {
        for start in end.saturating_sub(MOST_WORDS_OF_NAME)..end {
            let before = start.checked_sub(1).and_then(|at| words.get(at));
            let name = words.get(start..end).unwrap_or_default().join(" ");
            let wanted = Wanted::new(&name, before.is_some_and(|word| PREPOSITIONS.contains(word)));
            let named = index.iter().filter(is_place).filter(|entry| wanted.is_name_of(entry));
            let found = of_county(named.cloned().collect(), inner.county);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

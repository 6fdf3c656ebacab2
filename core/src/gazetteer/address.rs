//! The place in a text that has more than its name: a sentence, a name with its county, an address.

use super::{
    index::{Kind, Suggestion},
    matching::{SUGGESTIONS, Wanted},
};
use crate::domain::county::County;

/// The words before the name of a place in a sentence, of which the first ones mutate it.
const PREPOSITIONS: [&str; 12] =
    ["yn", "ym", "yng", "i", "o", "ger", "at", "in", "near", "from", "to", "nr"];
const MUTATING: usize = 5;
/// The words after the name of a place that say no more than that it is here.
const COUNTRY: [&str; 5] = ["wales", "cymru", "uk", "united kingdom", "great britain"];
/// The most words that are looked through, the last ones of a text, and the most words of a name.
const MOST_WORDS: usize = 16;
const MOST_WORDS_OF_NAME: usize = 5;

/// A folded text without what surrounds a name.
#[derive(Clone, Copy)]
pub(super) struct Inner<'a> {
    pub text: &'a str,
    /// Whether a word is before it that mutates it.
    pub may_be_mutated: bool,
    /// The county named after it.
    pub county: Option<County>,
}

/// Whether the word is a preposition, and if so whether it mutates the name after it.
fn preposition(word: &str) -> Option<bool> {
    PREPOSITIONS.iter().position(|known| *known == word).map(|at| at < MUTATING)
}

/// A folded text without a preposition before it and the county and the country after it: "yng nghaerfyrddin" →
/// "nghaerfyrddin", "newport pembrokeshire" → "newport" in Pembrokeshire.
pub(super) fn without_surroundings<'a>(folded: &'a str, index: &[Suggestion]) -> Inner<'a> {
    let before = |text: &'a str, word: &str| text.strip_suffix(word)?.strip_suffix(' ');
    let (text, may_be_mutated) = match folded.split_once(' ') {
        Some((first, rest)) => match preposition(first) {
            Some(mutates) => (rest, mutates),
            None => (folded, false),
        },
        None => (folded, false),
    };
    let text = COUNTRY.iter().find_map(|country| before(text, country)).unwrap_or(text);
    let counties = index.iter().filter(|entry| entry.kind == Kind::County);
    let of_county = counties
        .flat_map(|entry| entry.keys().map(move |key| (key, entry.county)))
        .find_map(|(key, county)| Some((before(text, key)?, county)));
    let (text, county) = of_county.unwrap_or((text, None));
    Inner { text, may_be_mutated, county }
}

/// The places in an address: those in the county that it names; otherwise those that it names before the county, and those
/// that have the name of the county, as Cardiff and Swansea.
pub(super) fn places_of_address(
    text: &str,
    inner: Inner<'_>,
    index: &[Suggestion],
) -> Vec<Suggestion> {
    let in_county = last_places(inner.text, inner.county, index);
    if inner.county.is_none() || !in_county.is_empty() {
        return in_county;
    }
    let mut places = last_places(inner.text, None, index);
    for place in last_places(text, None, index) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// The places whose whole name is a part of a text: the last and longest part that is a name.
fn last_places(text: &str, county: Option<County>, index: &[Suggestion]) -> Vec<Suggestion> {
    let all: Vec<&str> = text.split(' ').collect();
    let (_, words) = all.split_at(all.len().saturating_sub(MOST_WORDS));
    let is_place = |entry: &&Suggestion| {
        matches!(entry.kind, Kind::Place | Kind::RailwayStation)
            && (county.is_none() || entry.county == county)
    };
    for end in (1..=words.len()).rev() {
        for start in end.saturating_sub(MOST_WORDS_OF_NAME)..end {
            let before = start.checked_sub(1).and_then(|at| words.get(at));
            let may_be_mutated = before.and_then(|word| preposition(word)).unwrap_or_default();
            let name = words.get(start..end).unwrap_or_default().join(" ");
            let wanted = Wanted::new(&name, may_be_mutated);
            let named = index.iter().filter(is_place).filter(|entry| wanted.is_name_of(entry));
            let found: Vec<Suggestion> = named.take(SUGGESTIONS).cloned().collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

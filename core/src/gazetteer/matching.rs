//! Comparison of a typed text with names: without case, accents, hyphens and initial mutation.

use super::index::{Certainty, Kind, Suggestion};
use crate::domain::{bilingual::Both, county::County, text_folding::folded_text};

/// The maximum number of suggestions.
pub(super) const SUGGESTIONS: usize = 8;
/// The highest rank of a text that is the first words of a name.
const FIRST_WORDS: u8 = 2;
/// Shorter texts match too many names if one wrong letter is allowed.
const LEAST_LETTERS_FOR_SLIP: usize = 5;
/// Shorter words of a message's text are seldom the names of places.
const LEAST_LETTERS_FOR_MENTION: usize = 4;

/// A folded text without "river" or "afon" before it.
pub(super) fn without_river(folded: &str) -> &str {
    ["river ", "afon "].iter().find_map(|word| folded.strip_prefix(word)).unwrap_or(folded)
}

/// A folded text to compare names with.
pub(super) struct Wanted<'a> {
    pub text: &'a str,
    radicals: Vec<String>,
    /// Whether a word is before it that mutates it.
    may_be_mutated: bool,
}

impl<'a> Wanted<'a> {
    pub fn new(text: &'a str, may_be_mutated: bool) -> Self {
        Self { text, radicals: unmutated(text), may_be_mutated }
    }

    /// Whether the text is a whole name of the entry.
    pub fn is_name_of(&self, entry: &Suggestion) -> bool {
        entry.keys().map(without_river).any(|name| {
            name == self.text
                || self.may_be_mutated && self.radicals.iter().any(|radical| name == radical)
        })
    }

    /// The best entries by a match quality, in a county if one is given; only rivers and what is at them, if a river is
    /// wanted.
    pub fn matching(
        &self,
        index: &[Suggestion],
        county: Option<County>,
        of_river: bool,
        rank: fn(&Self, &str) -> Option<u8>,
    ) -> Vec<Suggestion> {
        // The best so far, in their order; of equal ones the first of the index.
        let mut found: Vec<((bool, u8, Kind), &Suggestion)> = Vec::new();
        for entry in index {
            if of_river && matches!(entry.kind, Kind::Place | Kind::County | Kind::RailwayStation) {
                continue;
            }
            if county.is_some() && entry.county != county {
                continue;
            }
            let ranks = entry.keys().filter_map(|name| rank(self, without_river(name)));
            let Some(rank) = ranks.min() else { continue };
            let order = (entry.is_outside, rank, entry.kind);
            let at = found.partition_point(|(other, _)| *other <= order);
            if at < SUGGESTIONS {
                found.insert(at, (order, entry));
                found.truncate(SUGGESTIONS);
            }
        }
        let suggestion = |((_, rank, _), entry): ((bool, u8, Kind), &Suggestion)| {
            let is_whole = self.is_name_of(entry);
            let certainty = if is_whole { Certainty::WholeName } else { Certainty::PartOfName };
            Suggestion { certainty, has_first_words: rank <= FIRST_WORDS, ..entry.clone() }
        };
        found.into_iter().map(suggestion).collect()
    }

    /// The match quality of a folded name, best first: the whole name, the same with an initial
    /// mutation, its first words, its beginning, a later word, the beginning of a later word, its
    /// beginning with an initial mutation.
    pub fn rank(&self, name: &str) -> Option<u8> {
        let wanted = self.text;
        // The text ends at a word boundary of the name.
        let whole_words = |from: &str| {
            from.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let later_words = || name.match_indices(' ').filter_map(|(at, _)| name.get(at + 1..));
        if name == wanted {
            Some(0)
        } else if self.radicals.iter().any(|radical| name == radical) {
            Some(1)
        } else if whole_words(name) {
            Some(FIRST_WORDS)
        } else if name.starts_with(wanted)
            || name.replace(' ', "").starts_with(&wanted.replace(' ', ""))
        {
            Some(3)
        } else if later_words().any(whole_words) {
            Some(4)
        } else if later_words().any(|from| from.starts_with(wanted)) {
            Some(5)
        } else {
            self.radicals.iter().any(|radical| name.starts_with(radical.as_str())).then_some(6)
        }
    }

    /// Whether a text has these words, as the name of a place or a street.
    pub fn is_mentioned(&self, text: Both<'_>) -> bool {
        let Both { en, cy } = text;
        self.text.len() >= LEAST_LETTERS_FOR_MENTION
            && [en, cy].into_iter().any(|text| {
                let folded = format!(" {} ", folded_text(text));
                folded.contains(&format!(" {} ", self.text))
            })
    }

    /// The match quality of a folded name of which one letter is wrong, missing, additional or
    /// swapped with the next.
    pub fn slip(&self, name: &str) -> Option<u8> {
        let length = self.text.chars().count();
        if length < LEAST_LETTERS_FOR_SLIP || name.chars().next() != self.text.chars().next() {
            return None;
        }
        if strsim::osa_distance(name, self.text) <= 1 {
            return Some(0);
        }
        let beginning: String = name.chars().take(length).collect();
        (strsim::osa_distance(&beginning, self.text) <= 1).then_some(1)
    }
}

/// The possible radical forms of a mutated name: "gaerdydd" → "caerdydd", "nghaerdydd" →
/// "caerdydd", "landudno" → "llandudno".
fn unmutated(word: &str) -> Vec<String> {
    const MUTATIONS: [(&str, &str); 17] = [
        ("ngh", "c"),
        ("mh", "p"),
        ("nh", "t"),
        ("ng", "g"),
        ("ch", "c"),
        ("ph", "p"),
        ("th", "t"),
        ("dd", "d"),
        ("m", "b"),
        ("n", "d"),
        ("g", "c"),
        ("b", "p"),
        ("d", "t"),
        ("f", "b"),
        ("f", "m"),
        ("l", "ll"),
        ("r", "rh"),
    ];
    // The soft mutation of "g" is its loss.
    MUTATIONS
        .iter()
        .filter_map(|(mutated, radical)| {
            word.strip_prefix(mutated).map(|rest| format!("{radical}{rest}"))
        })
        .chain([format!("g{word}")])
        .collect()
}

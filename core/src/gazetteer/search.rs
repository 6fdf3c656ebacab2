//! Search by a typed text: places, postcodes, railway stations, rivers, gauges, flood areas, counties, coordinates
//! and grid references.

use super::{
    Sector,
    address::{places_of_address, without_surroundings},
    index::{Certainty, Directory, Kind, Suggestion},
    matching::{SUGGESTIONS, Wanted, without_river},
    notation::{self, Notation, Postcode},
};
use crate::domain::{
    geo::Distance, grid_reference::GridReference, text_folding::folded_text, warning::Warning,
};

/// The suggestions of a text, or why there are none.
pub type Found = Result<Vec<Suggestion>, SearchError>;

/// Why a text yields no suggestion, or not a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The beginning of coordinates or of a postcode, or a name of fewer than three characters.
    Incomplete,
    /// Nothing has this name.
    NotFound,
    /// A postcode outside Wales and its border, or of no place.
    UnknownPostcode,
    /// Coordinates or a grid reference outside the area of the service.
    Outside,
    /// Several suggestions match.
    Ambiguous,
    /// A railway station alone has this name, and may be far from what is meant.
    OnlyRailwayStation,
    /// Nothing has this name, but a similar one.
    OnlySimilar,
    /// Nothing has this name, but a part of it is that of a place.
    OnlyPlaceOfAddress,
}

/// The best matches of a text, or why there is none. `index` is from [`Directory::index`].
///
/// Names are compared without case, accents, hyphens and initial mutation. Places in Wales come
/// before those in England, then the order is by match quality (`rank`), kind and size. If no name
/// matches, the areas are a question whose messages or descriptions contain the text, which name streets; then the text
/// without "in" before it and the county after it; then one wrong, missing or additional letter is forgiven; then the place in
/// an address is looked for.
/// A postcode in an address is found before all of these.
pub fn search(text: &str, index: &[Suggestion], directory: &Directory<'_>) -> Found {
    match notation::parse(text) {
        Notation::Point(position) => {
            let reference = GridReference::of(position).map(|reference| reference.text(3));
            let name = reference.unwrap_or_default();
            Ok(vec![Suggestion::named(
                Kind::Coordinates,
                &name,
                position,
                Distance::from_metres(0.0),
            )])
        }
        Notation::Postcodes(postcodes) => {
            let sectors =
                directory.gazetteer.map(|gazetteer| &*gazetteer.sectors).unwrap_or_default();
            let is_wanted = |sector: &&Sector| {
                postcodes.iter().any(|Postcode { district, digit, .. }| {
                    sector.district == *district && digit.is_none_or(|digit| sector.digit == digit)
                })
            };
            let suggestion = |sector: &Sector| {
                let Sector { district, digit, position, spread, post_towns } = sector;
                let name = format!("{district} {digit}");
                let found = Suggestion::named(Kind::Postcode, &name, *position, *spread);
                Suggestion { post_towns: post_towns.clone(), ..found }
            };
            let found: Vec<Suggestion> =
                sectors.iter().filter(is_wanted).take(SUGGESTIONS).map(suggestion).collect();
            match postcodes.iter().any(Postcode::is_complete) {
                _ if !found.is_empty() => Ok(found),
                true => Err(SearchError::UnknownPostcode),
                false => Err(SearchError::Incomplete),
            }
        }
        Notation::Outside => Err(SearchError::Outside),
        Notation::Incomplete => Err(SearchError::Incomplete),
        Notation::Name => names(text, index, directory),
    }
}

/// The suggestion that a text identifies: the only one, or the only one of its kind with exactly
/// this name. A river has many points, so its name alone identifies none. A corrected name, the place of an address and a
/// railway station, which may be far from what it is called after, are questions. `suggestions` are the results of
/// [`search`] for the text.
pub fn choose(mut suggestions: Vec<Suggestion>) -> Result<Suggestion, SearchError> {
    match suggestions.first().map(|first| first.certainty) {
        Some(Certainty::WholeName | Certainty::PartOfName) | None => {}
        Some(Certainty::Similar) => return Err(SearchError::OnlySimilar),
        Some(Certainty::PlaceOfAddress) => return Err(SearchError::OnlyPlaceOfAddress),
    }
    let is_named = |suggestion: &&Suggestion| {
        suggestion.certainty == Certainty::WholeName
            && !matches!(suggestion.kind, Kind::River | Kind::RailwayStation)
    };
    let named: Vec<Kind> =
        suggestions.iter().take_while(is_named).map(|suggestion| suggestion.kind).collect();
    let is_only_of_kind =
        named.split_first().is_some_and(|(first, others)| !others.contains(first));
    match suggestions.as_slice() {
        [only] if only.kind == Kind::RailwayStation => Err(SearchError::OnlyRailwayStation),
        [_] => Ok(suggestions.swap_remove(0)),
        _ if is_only_of_kind => Ok(suggestions.swap_remove(0)),
        _ => Err(SearchError::Ambiguous),
    }
}

fn names(text: &str, index: &[Suggestion], directory: &Directory<'_>) -> Found {
    let folded = folded_text(text);
    let wanted = without_river(&folded);
    if wanted.is_empty() || wanted.len() > 100 {
        return Err(SearchError::NotFound);
    }
    let of_river = wanted != folded;
    let inner = without_surroundings(wanted, index);
    let wanted = Wanted::new(wanted, false);
    let within = Wanted::new(inner.text, inner.may_be_mutated);
    let has_more = inner.text != wanted.text;
    let find_within = |rank| {
        if has_more { within.matching(index, inner.county, of_river, rank) } else { Vec::new() }
    };
    let found_within = find_within(Wanted::rank);
    // "ym Mangor" is the town, though it is in the name of a gauge too.
    let is_place = found_within.first().is_some_and(|first| first.kind == Kind::Place);
    let found =
        if is_place { Vec::new() } else { wanted.matching(index, None, of_river, Wanted::rank) };
    if let Some(found) = [found, found_within].into_iter().find(|found| !found.is_empty()) {
        return Ok(found);
    }
    let is_mentioned = |warning: &&Warning| wanted.is_mentioned((&warning.text).into());
    let of_messages = directory.warnings.iter().filter(is_mentioned);
    let of_messages = of_messages.filter_map(|warning| directory.area(warning));
    // A text that mentions a name is a question: other places have a street of that name too.
    let mut mentioned: Vec<Suggestion> = Vec::new();
    for found in of_messages.chain(directory.described(|text| wanted.is_mentioned(text))) {
        if mentioned.len() < SUGGESTIONS
            && mentioned.iter().all(|known| known.position != found.position)
        {
            mentioned.push(found);
        }
    }
    if !mentioned.is_empty() {
        return Ok(with_certainty(mentioned, Certainty::Similar));
    }
    let similar = [wanted.matching(index, None, of_river, Wanted::slip), find_within(Wanted::slip)];
    if let Some(similar) = similar.into_iter().find(|similar| !similar.is_empty()) {
        return Ok(with_certainty(similar, Certainty::Similar));
    }
    let places = places_of_address(wanted.text, inner, index);
    if !places.is_empty() {
        return Ok(with_certainty(places, Certainty::PlaceOfAddress));
    }
    // Two letters may be the beginning of a postcode or of a grid reference.
    Err(if wanted.text.len() < 3 { SearchError::Incomplete } else { SearchError::NotFound })
}

/// The name in a text, without a preposition, county and country, to request from a service of places; `None` if the text
/// has a number, as an address has.
pub fn name_in(text: &str, index: &[Suggestion]) -> Option<String> {
    let folded = folded_text(text);
    let has_number = folded.chars().any(|c| c.is_ascii_digit());
    (!has_number).then(|| without_surroundings(&folded, index).text.to_owned())
}

fn with_certainty(mut suggestions: Vec<Suggestion>, certainty: Certainty) -> Vec<Suggestion> {
    suggestions.iter_mut().for_each(|suggestion| suggestion.certainty = certainty);
    suggestions
}

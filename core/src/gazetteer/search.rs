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
    geo::Distance, grid_reference::GridReference, limits, text_folding::folded_text,
    warning::Warning,
};

/// The least ratio of the populations of two places at which the larger one is clearly more likely.
const CLEARLY_LARGER: u32 = 5;
/// The population of a place of which it is not known: some of them are towns.
const UNKNOWN_POPULATION: u32 = 5_000;

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
            let (name, spread) = (reference.unwrap_or_default(), Distance::from_metres(0.0));
            Ok(vec![Suggestion::named(Kind::Coordinates, &name, position, spread)])
        }
        Notation::Postcodes(postcodes) => {
            let sectors =
                directory.gazetteer.map(|gazetteer| &*gazetteer.sectors).unwrap_or_default();
            let is_wanted = |sector: &&Sector| {
                postcodes.iter().any(|Postcode { district, digit, .. }| {
                    sector.district == *district && digit.is_none_or(|digit| sector.digit == digit)
                })
            };
            let wanted: Vec<&Sector> = sectors.iter().filter(is_wanted).collect();
            let whole = match postcodes.as_slice() {
                [Postcode { digit: None, .. }] => district(&wanted),
                _ => None,
            };
            let found = whole.into_iter().chain(wanted.iter().map(|sector| of_sector(sector)));
            let found: Vec<Suggestion> = found.take(SUGGESTIONS).collect();
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

fn of_sector(sector: &Sector) -> Suggestion {
    let Sector { district, digit, position, spread, post_towns } = sector;
    let found =
        Suggestion::named(Kind::Postcode, &format!("{district} {digit}"), *position, *spread);
    Suggestion { post_towns: post_towns.clone(), ..found }
}

/// The postcode district of several sectors: at the sector from which all are the nearest.
fn district(sectors: &[&Sector]) -> Option<Suggestion> {
    let [first, _, ..] = sectors else { return None };
    let spread = |centre: &Sector| {
        let reach = |sector: &&Sector| {
            centre.position.distance_to(sector.position).metres() + sector.spread.metres()
        };
        sectors.iter().map(reach).fold(0.0, f64::max)
    };
    let centre = sectors.iter().min_by(|a, b| spread(a).total_cmp(&spread(b)))?;
    let spread = Distance::from_metres(spread(centre));
    let found = Suggestion::named(Kind::Postcode, &first.district, centre.position, spread);
    Some(Suggestion { post_towns: first.post_towns.clone(), ..found })
}

/// The suggestion that a text identifies: the only one, or the first if no other is as likely, which is a place or a county that
/// matches as well and is further than [`limits::NEAR`] from it. A place is more likely if the text is the first words of its name
/// and it has `CLEARLY_LARGER` times the population, or if it is in Wales and the text is no better a match of the other. A corrected
/// name, the place of an address and a railway station, which may be far from what it is called after, are questions. `suggestions`
/// are the results of [`search`] for the text.
pub fn choose(mut suggestions: Vec<Suggestion>) -> Result<Suggestion, SearchError> {
    let Some((first, others)) = suggestions.split_first() else {
        return Err(SearchError::NotFound);
    };
    let is_whole = match first.certainty {
        Certainty::WholeName => true,
        Certainty::PartOfName => false,
        Certainty::Similar => return Err(SearchError::OnlySimilar),
        Certainty::PlaceOfAddress => return Err(SearchError::OnlyPlaceOfAddress),
    };
    let is_alike = |other: &&Suggestion| {
        let is_covered = first.is_outside || !other.is_outside;
        other.certainty == first.certainty
            && (other.kind == first.kind || other.kind == Kind::County)
            && (is_covered || other.has_first_words && !first.has_first_words)
    };
    let mut alike = others.iter().filter(is_alike);
    let is_near = |other: &Suggestion| {
        let distance = first.position.distance_to(other.position).metres();
        distance <= limits::NEAR.metres().max(other.spread.metres())
    };
    let is_larger = |other: &Suggestion| {
        let population = if other.population == 0 { UNKNOWN_POPULATION } else { other.population };
        other.kind == Kind::Place && first.population >= CLEARLY_LARGER * population
    };
    let is_chosen = match first.kind {
        Kind::RailwayStation if others.is_empty() => return Err(SearchError::OnlyRailwayStation),
        _ if others.is_empty() => true,
        Kind::RailwayStation => false,
        Kind::Place => {
            alike.all(|other| is_near(other) || first.has_first_words && is_larger(other))
        }
        // The district of a postcode is before its sectors.
        Kind::Postcode => !first.name.en.contains(' '),
        Kind::County | Kind::River | Kind::Area | Kind::Gauge | Kind::Coordinates => {
            is_whole && alike.next().is_none()
        }
    };
    if is_chosen { Ok(suggestions.swap_remove(0)) } else { Err(SearchError::Ambiguous) }
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

//! Search by a typed text: places, postcodes, rivers, gauges, flood areas, counties, coordinates and
//! grid references.

use super::{
    Gazetteer, Place, Sector,
    notation::{self, Notation},
};
use crate::domain::{
    bilingual::{Bilingual, Both},
    county::County,
    geo::{Distance, Position},
    grid_reference::GridReference,
    selection::ItemId,
    sorting,
    station::Station,
    text_folding,
    warning::Warning,
};
use std::sync::Arc;

/// What a search looks through.
#[derive(Clone, Copy, Default)]
pub struct Directory<'a> {
    /// The places and postcodes, once they have loaded.
    pub gazetteer: Option<&'a Gazetteer>,
    /// The counties, each with the centre of its bounding box and the distance from there to the corner of the box.
    pub counties: &'a [(County, Position, Distance)],
    /// The gauges of the last response.
    pub stations: &'a [Arc<Station>],
    /// The messages of the last response.
    pub warnings: &'a [Warning],
}

/// What a suggestion is, in the order of suggestions that match equally well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A town or village.
    Place,
    /// A county.
    County,
    /// A postcode sector.
    Postcode,
    /// A river with a gauge.
    River,
    /// A target area of the flood warnings that has a message now.
    Area,
    /// A gauge.
    Gauge,
    /// Coordinates or a grid reference.
    Coordinates,
}

impl Kind {
    /// The value of the `data-kind` attribute.
    pub fn id(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::County => "county",
            Self::Postcode => "postcode",
            Self::River => "river",
            Self::Area => "area",
            Self::Gauge => "gauge",
            Self::Coordinates => "coordinates",
        }
    }
}

/// An entry of the index, and a result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// What it is.
    pub kind: Kind,
    /// Its name, or its code.
    pub name: Bilingual,
    /// The point that is chosen with it.
    pub position: Position,
    /// The radius around the point that contains what was searched for; 0 for a point.
    pub spread: Distance,
    /// The gauge or area that is selected with it.
    pub selection: Option<ItemId>,
    /// The county of a place, if the gazetteer has it.
    pub county: Option<County>,
    /// A place outside Wales.
    pub is_outside: bool,
    /// The name differs from the text by a wrong, missing or additional letter: a question, not an
    /// answer.
    pub is_corrected: bool,
    /// The folded names by which it is found, one on each line.
    keys: String,
}

impl Suggestion {
    fn new(kind: Kind, name: Both<'_>, position: Position, others: &str) -> Self {
        let mut keys = String::new();
        for name in [name.en, name.cy].into_iter().chain(others.split(';')) {
            keys.push_str(&search_key(name));
            keys.push('\n');
        }
        Self {
            kind,
            name: Bilingual::new(name.en, name.cy),
            position,
            spread: POINT,
            selection: None,
            county: None,
            is_outside: false,
            is_corrected: false,
            keys,
        }
    }

    fn named(kind: Kind, name: &str, position: Position, spread: Distance) -> Self {
        Self { spread, ..Self::new(kind, Both { en: name, cy: name }, position, "") }
    }
}

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
    /// Nothing has this name, but a similar one.
    OnlySimilar,
}

/// The maximum number of suggestions.
const SUGGESTIONS: usize = 8;
/// Shorter texts match too many names if a slip is forgiven.
const LEAST_LETTERS_FOR_SLIP: usize = 5;
/// Shorter words of a message's text are seldom the names of places.
const LEAST_LETTERS_FOR_MENTION: usize = 4;
const POINT: Distance = Distance::from_metres_const(0.0);

impl Directory<'_> {
    /// Everything that has a name, in the order of kinds.
    pub fn index(&self) -> Vec<Suggestion> {
        let mut index = Vec::new();
        for Place { name, aliases, position, in_wales, county, .. } in
            self.gazetteer.map(|gazetteer| &*gazetteer.places).unwrap_or_default()
        {
            let place = Suggestion::new(Kind::Place, name.into(), *position, aliases);
            index.push(Suggestion { is_outside: !in_wales, county: *county, ..place });
        }
        for (county, centre, spread) in self.counties {
            let name = Both { en: county.english(), cy: county.welsh() };
            let county = Suggestion::new(Kind::County, name, *centre, "");
            index.push(Suggestion { spread: *spread, ..county });
        }
        let mut rivers: Vec<&str> = Vec::new();
        for station in self.stations {
            let Some(position) = station.location.position() else { continue };
            let selection = Some(ItemId::Station(station.id.clone()));
            let river = station.river();
            if !rivers.contains(&river.en) {
                rivers.push(river.en);
                let river = Suggestion::new(Kind::River, river, position, "");
                index.push(Suggestion { selection: selection.clone(), ..river });
            }
            let gauge = Suggestion::new(Kind::Gauge, station.title(), position, station.name().en);
            index.push(Suggestion { selection, ..gauge });
        }
        index.extend(self.warnings.iter().filter_map(area));
        index
    }
}

/// The area of a message; `None` without a point.
fn area(warning: &Warning) -> Option<Suggestion> {
    let name = Both { en: &warning.description, cy: "" };
    let area = Suggestion::new(Kind::Area, name, warning.position?, warning.code.given());
    Some(Suggestion { selection: Some(ItemId::Area(warning.code.clone())), ..area })
}

/// The best matches of a text, or why there is none. `index` is from [`Directory::index`], `warnings` are
/// the messages of the last response.
///
/// Names are compared without case, accents, hyphens and initial mutation. Places in Wales come
/// before those in England, then the order is by match quality (`rank`), kind and size. If no name
/// matches, the areas match whose messages contain the text; if there is none, one wrong, missing or
/// additional letter is forgiven.
pub fn search(
    text: &str,
    index: &[Suggestion],
    sectors: &[Sector],
    warnings: &[Warning],
) -> Result<Vec<Suggestion>, SearchError> {
    match notation::parse(text) {
        Notation::Point(position) => {
            let reference = GridReference::of(position).map(|reference| reference.text(3));
            let name = reference.unwrap_or_default();
            Ok(vec![Suggestion::named(Kind::Coordinates, &name, position, POINT)])
        }
        Notation::Postcode(district, digit, is_complete) => {
            let is_wanted = |sector: &&Sector| {
                sector.district == district && digit.is_none_or(|digit| sector.digit == digit)
            };
            let suggestion = |Sector { district, digit, position, spread }: &Sector| {
                let name = format!("{district} {digit}");
                Suggestion::named(Kind::Postcode, &name, *position, *spread)
            };
            let found: Vec<Suggestion> =
                sectors.iter().filter(is_wanted).take(SUGGESTIONS).map(suggestion).collect();
            match is_complete {
                _ if !found.is_empty() => Ok(found),
                true => Err(SearchError::UnknownPostcode),
                false => Err(SearchError::Incomplete),
            }
        }
        Notation::Outside => Err(SearchError::Outside),
        Notation::Incomplete => Err(SearchError::Incomplete),
        Notation::Name => names(text, index, warnings),
    }
}

/// The suggestion that a text identifies: the only one, or the only one of its kind with exactly
/// this name. A river has many points, so its name alone identifies none, and a corrected name is a
/// question. `suggestions` are the results of [`search`] for the text.
pub fn choose(text: &str, mut suggestions: Vec<Suggestion>) -> Result<Suggestion, SearchError> {
    if suggestions.iter().any(|suggestion| suggestion.is_corrected) {
        return Err(SearchError::OnlySimilar);
    }
    let wanted = search_key(text);
    let is_named = |suggestion: &&Suggestion| {
        suggestion.kind != Kind::River && suggestion.keys.lines().any(|key| key == wanted)
    };
    let named: Vec<Kind> =
        suggestions.iter().take_while(is_named).map(|suggestion| suggestion.kind).collect();
    let is_only_of_kind =
        named.split_first().is_some_and(|(first, others)| !others.contains(first));
    if is_only_of_kind || suggestions.len() == 1 {
        Ok(suggestions.swap_remove(0))
    } else {
        Err(SearchError::Ambiguous)
    }
}

fn names(
    text: &str,
    index: &[Suggestion],
    warnings: &[Warning],
) -> Result<Vec<Suggestion>, SearchError> {
    let folded = search_key(text);
    let wanted = without_river(&folded);
    if wanted.is_empty() || wanted.len() > 100 {
        return Err(SearchError::NotFound);
    }
    let of_river = wanted != folded;
    let wanted = Wanted { radicals: unmutated(wanted), text: wanted };
    let found = wanted.matching(index, of_river, Wanted::rank);
    if !found.is_empty() {
        return Ok(found);
    }
    let is_mentioned = |warning: &&Warning| wanted.is_mentioned(warning);
    let mentioned: Vec<Suggestion> =
        warnings.iter().filter(is_mentioned).filter_map(area).take(SUGGESTIONS).collect();
    if !mentioned.is_empty() {
        return Ok(mentioned);
    }
    let mut similar = wanted.matching(index, of_river, Wanted::slip);
    similar.iter_mut().for_each(|suggestion| suggestion.is_corrected = true);
    if !similar.is_empty() {
        return Ok(similar);
    }
    // Two letters may be the beginning of a postcode or of a grid reference.
    Err(if wanted.text.len() < 3 { SearchError::Incomplete } else { SearchError::NotFound })
}

/// A folded text without "river" or "afon" before it.
fn without_river(folded: &str) -> &str {
    ["river ", "afon "].iter().find_map(|word| folded.strip_prefix(word)).unwrap_or(folded)
}

/// A folded text to compare names with.
struct Wanted<'a> {
    text: &'a str,
    radicals: Vec<String>,
}

impl Wanted<'_> {
    /// The best entries by a match quality; only rivers and what is at them, if a river is wanted.
    fn matching(
        &self,
        index: &[Suggestion],
        of_river: bool,
        rank: fn(&Self, &str) -> Option<u8>,
    ) -> Vec<Suggestion> {
        let mut found: Vec<((bool, u8, Kind), &Suggestion)> = Vec::new();
        for entry in index {
            if of_river && matches!(entry.kind, Kind::Place | Kind::County) {
                continue;
            }
            let names = entry.keys.lines().filter(|name| !name.is_empty());
            if let Some(rank) = names.filter_map(|name| rank(self, without_river(name))).min() {
                found.push(((entry.is_outside, rank, entry.kind), entry));
            }
        }
        let found = sorting::sorted(found, |(a, _), (b, _)| a.cmp(b));
        found.into_iter().take(SUGGESTIONS).map(|(_, entry)| entry.clone()).collect()
    }

    /// The match quality of a folded name, best first: the whole name, the same with an initial
    /// mutation, its first words, its beginning, a later word, the beginning of a later word, its
    /// beginning with an initial mutation.
    fn rank(&self, name: &str) -> Option<u8> {
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
            Some(2)
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

    /// Whether the text of a message has these words, as a place that the service names there.
    fn is_mentioned(&self, warning: &Warning) -> bool {
        let Bilingual { en, cy } = &warning.text;
        self.text.len() >= LEAST_LETTERS_FOR_MENTION
            && [en, cy].into_iter().any(|text| {
                let folded = format!(" {} ", search_key(text));
                folded.contains(&format!(" {} ", self.text))
            })
    }

    /// The match quality of a folded name of which one letter is wrong, missing, additional or
    /// swapped with the next.
    fn slip(&self, name: &str) -> Option<u8> {
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

/// Returns the text in lower case, without accents, its words separated by one blank.
fn search_key(text: &str) -> String {
    text_folding::folded_words(text).join(" ")
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

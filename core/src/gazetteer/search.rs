//! Place search by a typed text: a name in either language, coordinates, or a grid reference.

use super::{Gazetteer, Place};
use crate::domain::{decimal, geo::Position, grid_reference::GridReference, sorting, text_folding};

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Found<'a> {
    /// One position: coordinates or a grid reference.
    Point(Position),
    /// Places that match by name, best match first.
    Places(Vec<&'a Place>),
}

impl Found<'_> {
    /// The position, if the text is coordinates or a grid reference.
    pub fn point(&self) -> Option<Position> {
        match self {
            Self::Point(position) => Some(*position),
            Self::Places(_) => None,
        }
    }
}

/// The result of pressing "Show" with a typed text.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice<'a> {
    /// The text is coordinates or a grid reference.
    Point(Position),
    /// The text identifies one place: the only match, or the only one with exactly this name.
    Place(&'a Place),
    /// Several places match; the user has to choose one.
    Several,
    /// No place matches.
    Nothing,
}

/// The maximum number of suggestions.
const SUGGESTIONS: usize = 8;

impl Gazetteer {
    /// Searches for coordinates ("51.95, -3.39"), grid references ("SO 045 285") and then names.
    /// Places in Wales come before those in England, then the order is by match quality (`rank`),
    /// then by population. Accents, case, hyphens and an initial mutation are ignored.
    pub fn search(&self, text: &str) -> Found<'_> {
        if let Some(point) = coordinates(text)
            .or_else(|| GridReference::parse(text)?.position())
            .filter(|point| point.in_service_box())
        {
            return Found::Point(point);
        }
        let wanted = fold(text);
        if wanted.is_empty() {
            return Found::Places(Vec::new());
        }
        let radicals = unmutated(&wanted);
        let ranked: Vec<((bool, u8), &Place)> = self
            .places
            .iter()
            .filter_map(|place| {
                let rank = [&place.name.en, &place.name.cy]
                    .into_iter()
                    .filter_map(|name| rank(&fold(name), &wanted, &radicals))
                    .min()?;
                Some(((!place.in_wales, rank), place))
            })
            .collect();
        let ranked = sorting::sorted(ranked, |(a, _), (b, _)| a.cmp(b));
        Found::Places(ranked.into_iter().take(SUGGESTIONS).map(|(_, place)| place).collect())
    }

    /// The result of a text without a choice from the suggestions.
    pub fn choice(&self, text: &str) -> Choice<'_> {
        let places = match self.search(text) {
            Found::Point(point) => return Choice::Point(point),
            Found::Places(places) => places,
        };
        let wanted = fold(text);
        let is_named = |place: &&&Place| {
            [&place.name.en, &place.name.cy].into_iter().any(|name| fold(name) == wanted)
        };
        let mut named = places.iter().filter(is_named);
        match (named.next(), named.next(), places.as_slice()) {
            (Some(place), None, _) | (None, _, [place]) => Choice::Place(place),
            (_, _, []) => Choice::Nothing,
            _ => Choice::Several,
        }
    }
}

/// The match quality of a name, best first: the whole name, its first words, its beginning, a later
/// word, the beginning of a later word; then the unmutated name or its beginning.
fn rank(name: &str, wanted: &str, radicals: &[String]) -> Option<u8> {
    // The text ends at a word boundary of the name.
    let whole_words = |from: &str| {
        from.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let later_words = || name.match_indices(' ').filter_map(|(at, _)| name.get(at + 1..));
    if name == wanted {
        Some(0)
    } else if whole_words(name) {
        Some(1)
    } else if name.starts_with(wanted)
        || name.replace(' ', "").starts_with(&wanted.replace(' ', ""))
    {
        Some(2)
    } else if later_words().any(whole_words) {
        Some(3)
    } else if later_words().any(|from| from.starts_with(wanted)) {
        Some(4)
    } else if radicals.iter().any(|radical| name == radical) {
        Some(5)
    } else {
        radicals.iter().any(|radical| name.starts_with(radical.as_str())).then_some(6)
    }
}

fn coordinates(text: &str) -> Option<Position> {
    let mut numbers =
        text.split([',', ' ', ';']).filter(|part| !part.is_empty()).map(decimal::parse);
    let (lat, lon) = (numbers.next()??, numbers.next()??);
    if numbers.next().is_some() {
        return None;
    }
    Position::new(lat, lon)
}

/// Returns the text in lower case, without accents, its words separated by one blank.
fn fold(text: &str) -> String {
    text_folding::folded_words(text).join(" ")
}

/// The possible radical forms of a mutated name: "gaerdydd" → "caerdydd", "nghaerdydd" →
/// "caerdydd", "landudno" → "llandudno".
fn unmutated(word: &str) -> Vec<String> {
    const MUTATIONS: [(&str, &str); 20] = [
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
        ("l", "gl"),
        ("r", "gr"),
        ("w", "gw"),
    ];
    MUTATIONS
        .iter()
        .filter_map(|(mutated, radical)| {
            word.strip_prefix(mutated).map(|rest| format!("{radical}{rest}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Option<String> {
        let gazetteer = Gazetteer::decode(include_bytes!("../../../public/gazetteer.txt"))
            .expect("the bundled file is whole");
        match gazetteer.search(text) {
            Found::Places(places) => places.first().map(|place| place.name.en.clone()),
            Found::Point(point) => GridReference::of(point).map(|reference| reference.text(3)),
        }
    }

    // case 100
    #[test]
    fn a_place_is_found_in_either_language_without_accents_and_with_a_mutated_beginning() {
        for (text, expected) in [
            ("Brecon", "Brecon"),
            ("aberhonddu", "Brecon"),
            ("Caerdydd", "Cardiff"),
            ("gaerdydd", "Cardiff"),
            ("Nghaerdydd", "Cardiff"),
            ("cwmbran", "Cwmbran"),
            ("Cwmbrân", "Cwmbran"),
            ("Landudno", "Llandudno"),
            ("y fenni", "Abergavenny"),
            ("fenni", "Abergavenny"),
            ("betws y coed", "Betws-y-Coed"),
            ("st davids", "St Davids"),
            ("trefdraeth", "Newport"),
            ("mhontypridd", "Pontypridd"),
        ] {
            assert_eq!(first(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn of_several_the_largest_comes_first_and_what_is_no_place_is_nothing() {
        assert_eq!(first("newport").as_deref(), Some("Newport"));
        for text in ["", "  ", "zzz", "<script>", "__proto__", "💧"] {
            assert_eq!(first(text), None, "{text}");
        }
    }

    #[test]
    fn coordinates_and_grid_references_are_points() {
        for text in ["51.9472, -3.3891", "51.9472 -3.3891", "SO 04600 28500", "so046285"] {
            assert_eq!(first(text).as_deref(), Some("SO 046 285"), "{text}");
        }
        for text in ["0, 0", "151.9, -3.4", "51.9", "1 2 3", "NaN NaN"] {
            assert_eq!(first(text), None, "{text}");
        }
    }

    fn gazetteer() -> Gazetteer {
        Gazetteer::decode(include_bytes!("../../../public/gazetteer.txt"))
            .expect("the bundled file is whole")
    }

    // case 156
    #[test]
    fn places_of_wales_come_before_those_of_england_whatever_is_typed() {
        let gazetteer = gazetteer();
        let all_texts = ('a'..='z')
            .flat_map(|a| ('a'..='z').map(move |b| format!("{a}{b}")).chain([a.to_string()]));
        for text in all_texts
            .chain(["hay", "wye", "pen", "new", "newport", "new town", "bishop"].map(str::to_owned))
        {
            let Found::Places(places) = gazetteer.search(&text) else { continue };
            assert!(places.windows(2).all(|pair| pair[0].in_wales >= pair[1].in_wales), "{text}");
        }
        for (text, expected) in
            [("hay", "Hay-on-Wye"), ("wye", "Hay-on-Wye"), ("hay-on", "Hay-on-Wye")]
        {
            assert_eq!(first(text).as_deref(), Some(expected), "{text}");
        }
        let Found::Places(pen) = gazetteer.search("pen") else { panic!("names") };
        assert!(pen.iter().all(|place| place.name.en != "Birkenhead"), "{pen:?}");
    }

    // case 156
    #[test]
    fn the_end_of_a_word_counts_before_the_beginning_of_a_longer_one() {
        let radicals = Vec::new();
        let ranks = ["hay", "hay on wye", "haydock", "the hay", "the haydock"]
            .map(|name| rank(name, "hay", &radicals));
        assert_eq!(ranks, [0, 1, 2, 3, 4].map(Some));
    }

    // case 156
    #[test]
    fn a_text_that_matches_several_places_takes_none_and_one_that_names_one_takes_it() {
        let gazetteer = gazetteer();
        for text in ["hay", "wye", "pen", "llan", "newport", "aberd", "a"] {
            assert_eq!(gazetteer.choice(text), Choice::Several, "{text}");
        }
        for (text, expected) in [
            ("Brecon", "Brecon"),
            ("aberhonddu", "Brecon"),
            ("Hay-on-Wye", "Hay-on-Wye"),
            ("y gelli gandryll", "Hay-on-Wye"),
            ("Cardiff", "Cardiff"),
            ("Haydock", "Haydock"),
        ] {
            assert!(
                matches!(gazetteer.choice(text), Choice::Place(place) if place.name.en == expected),
                "{text}: {:?}",
                gazetteer.choice(text)
            );
        }
        assert!(matches!(gazetteer.choice("51.95, -3.39"), Choice::Point(_)));
        for text in ["", "zzz", "💧"] {
            assert_eq!(gazetteer.choice(text), Choice::Nothing, "{text}");
        }
    }
}

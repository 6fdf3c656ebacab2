//! Places that the gazetteer does not have, from a response in the shape of postcodes.io's `/places?q={name}`.

use crate::domain::{
    bilingual::Bilingual, county::County, geo::Position, local_type::LocalType, text_folding,
};
use serde::Deserialize;

/// The most places that are read of a response.
const MOST: usize = 100;
/// The least and the most characters of a name that is asked for.
const CHARACTERS: std::ops::RangeInclusive<usize> = 3..=60;

/// A place of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct FurtherPlace {
    /// The English and the Welsh name. The Welsh name is empty where none is given outside Wales.
    pub name: Bilingual,
    /// The point of the place.
    pub position: Position,
    /// The county; `None` outside Wales, and if its name is not known.
    pub county: Option<County>,
    /// Whether it is outside Wales.
    pub is_outside: bool,
    /// Its kind.
    pub local_type: LocalType,
}

#[derive(Deserialize)]
struct Response {
    result: Vec<Row>,
}

/// The fields of OS Open Names, in degrees (WGS 84).
#[derive(Deserialize)]
struct Row {
    name_1: Option<String>,
    name_1_lang: Option<String>,
    name_2: Option<String>,
    name_2_lang: Option<String>,
    local_type: Option<String>,
    county_unitary: Option<String>,
    country: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

impl Row {
    fn place(self) -> Option<FurtherPlace> {
        let position = Position::new(self.latitude?, self.longitude?);
        let position = position.filter(|position| position.in_service_box())?;
        let own = self.name_1?;
        let is_outside = self.country.as_deref() != Some("Wales");
        let is_welsh = |language: &Option<String>| language.as_deref() == Some("cym");
        let other = self.name_2.filter(|name| !name.is_empty());
        let (en, cy) = match other {
            Some(other) if is_welsh(&self.name_1_lang) => (other, own),
            Some(other) if is_welsh(&self.name_2_lang) => (own, other),
            _ if is_welsh(&self.name_1_lang) => (own.clone(), own),
            // A name without a language is that of both in Wales.
            _ if !is_outside && self.name_1_lang.as_deref().unwrap_or_default().is_empty() => {
                (own.clone(), own)
            }
            _ => (own, String::new()),
        };
        let county = self.county_unitary.filter(|_| !is_outside).and_then(|names| county(&names));
        let local_type = LocalType::of(self.local_type.as_deref().unwrap_or_default());
        let name = Bilingual::new(&en, &cy);
        Some(FurtherPlace { name, position, county, is_outside, local_type })
    }
}

/// The county of "Monmouthshire" or "Sir Fynwy - Monmouthshire".
fn county(names: &str) -> Option<County> {
    names.split(" - ").find_map(|name| County::from_name(&Bilingual::new(name, name)))
}

/// The places of a response in the area of the service; `None` if it is none.
pub fn decode(body: &[u8]) -> Option<Vec<FurtherPlace>> {
    let Response { result } = serde_json::from_str(std::str::from_utf8(body).ok()?).ok()?;
    Some(result.into_iter().filter_map(Row::place).take(MOST).collect())
}

/// The words of a name with hyphens between them, "kinmel-bay", as the gateway takes it; `None` if the text is no name
/// that it takes.
pub fn words(text: &str) -> Option<String> {
    let words = text_folding::folded_words(text).join("-");
    let is_plain = words.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    (is_plain && CHARACTERS.contains(&words.len())).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(change: &str) -> String {
        format!(
            r#"{{"code":"x","name_1":"Kinmel Bay","name_1_lang":"eng","name_2":"Bae Cinmel","name_2_lang":"cym",
            "local_type":"Village","county_unitary":"Conwy - Conwy","country":"Wales","latitude":53.31,"longitude":-3.52{change}}}"#
        )
    }

    fn places(rows: &[String]) -> Option<Vec<FurtherPlace>> {
        decode(format!(r#"{{"status":200,"result":[{}]}}"#, rows.join(",")).as_bytes())
    }

    #[test]
    fn a_place_has_its_names_its_county_and_its_kind() {
        let found = places(&[row("")]).expect("a response");
        assert_eq!(
            found,
            [FurtherPlace {
                name: Bilingual::new("Kinmel Bay", "Bae Cinmel"),
                position: Position::new(53.31, -3.52).expect("a position"),
                county: County::from_id("conwy"),
                is_outside: false,
                local_type: LocalType::Village,
            }]
        );
        let welsh_first = r#"{"name_1":"Sgeti","name_1_lang":"cym","name_2":"Sketty","name_2_lang":"eng","local_type":"Suburban Area",
            "county_unitary":"Abertawe - Swansea","country":"Wales","latitude":51.6,"longitude":-3.98}"#;
        let english = r#"{"name_1":"Weston Rhyn","country":"England","county_unitary":"Shropshire","latitude":52.9,"longitude":-3.06}"#;
        let plain = r#"{"name_1":"Aberdulais","country":"Wales","latitude":51.68,"longitude":-3.77,"name_2":null}"#;
        let found = places(&[welsh_first, english, plain].map(str::to_owned)).expect("a response");
        let names: Vec<(&str, &str, bool, Option<&str>)> = found
            .iter()
            .map(|place| {
                (&*place.name.en, &*place.name.cy, place.is_outside, place.county.map(County::id))
            })
            .collect();
        assert_eq!(
            names,
            [
                ("Sketty", "Sgeti", false, Some("swansea")),
                ("Weston Rhyn", "", true, None),
                ("Aberdulais", "Aberdulais", false, None)
            ]
        );
    }

    #[test]
    fn what_is_no_response_is_none_and_places_elsewhere_are_left_out() {
        for body in
            ["", "<html>", "{}", r#"{"result":null}"#, r#"{"result":{}}"#, r#"{"result":[1]}"#]
        {
            assert_eq!(decode(body.as_bytes()), None, "{body}");
        }
        let paris = r#"{"name_1":"Paris","country":"France","latitude":48.85,"longitude":2.35}"#;
        let nowhere = r#"{"name_1":"Nowhere","country":"Wales","latitude":1e300,"longitude":0}"#;
        assert_eq!(places(&[paris, nowhere].map(str::to_owned)), Some(Vec::new()));
        let many = vec![row(""); 100_000];
        assert_eq!(places(&many).map(|found| found.len()), Some(MOST));
    }

    #[test]
    fn only_words_in_the_letters_of_the_two_languages_are_asked_for() {
        assert_eq!(words("Kinmel  Bay").as_deref(), Some("kinmel-bay"));
        assert_eq!(words("Tŷ-croes").as_deref(), Some("ty-croes"));
        assert_eq!(words("<b>Bala</b>&x=1").as_deref(), Some("b-bala-b-x-1"));
        for text in ["", "ab", "💧💧💧", "אבג", "Ελλάδα", &"x".repeat(10_000)] {
            assert_eq!(words(text), None, "{text}");
        }
    }
}

//! The texts of the search for a place. Only a late chunk of the page uses them, so they are a table of their own.

use super::plural::{Noun, english};
use crate::domain::local_type::LocalType;

const PLACE: Noun = Noun::softened("lle", "le");

/// The texts in one language.
pub struct SearchTexts {
    /// The number of suggestions, announced to screen readers.
    pub suggestions: fn(usize) -> String,
    /// The error if nothing matches.
    pub unknown: &'static str,
    /// The error if nothing matches while the gazetteer is loading.
    pub not_ready: &'static str,
    /// The error if several suggestions match.
    pub several: &'static str,
    /// The error for a postcode that is not in Wales or near its border.
    pub postcode_unknown: &'static str,
    /// The kind of a suggestion: a postcode sector.
    pub postcode: &'static str,
    /// The kind of a suggestion: a railway station.
    pub railway_station: &'static str,
    /// The kind of a suggestion: a river.
    pub river: &'static str,
    /// The kind of a suggestion: a gauge.
    pub gauge: &'static str,
    /// The kind of a suggestion: a flood area.
    pub area: &'static str,
    /// The kind of a place that was asked for.
    pub local_type: fn(LocalType) -> &'static str,
    /// The question about a railway station that alone has the typed name.
    pub only_station: fn(&str) -> String,
    /// The question if nothing has the typed name: whether the only similar one is meant.
    pub similar: fn(&str) -> String,
    /// The question about an address: whether the only place in it is meant.
    pub place_of_address: fn(&str) -> String,
    /// In place of a name in these questions, if there is more than one.
    pub one_of_list: &'static str,
}

pub(super) static ENGLISH: SearchTexts = SearchTexts {
    suggestions: |n| {
        format!("{} found. Use the arrow keys to choose.", english(n, "place", "places"))
    },
    unknown: "Nothing of that name is known here. Try a larger place near it, or a postcode.",
    not_ready: "The list of places has not loaded. Gauges, flood areas and coordinates can be found.",
    several: "Several places match. Choose one from the list.",
    postcode_unknown: "Only postcodes in Wales and near its border are known.",
    postcode: "postcode area",
    railway_station: "railway station",
    river: "river",
    gauge: "river gauge",
    area: "flood area",
    local_type: |kind| match kind {
        LocalType::City => "city",
        LocalType::Town => "town",
        LocalType::Village => "village",
        LocalType::Suburb => "suburb",
        LocalType::Hamlet => "hamlet",
        LocalType::Other => "place",
    },
    only_station: |name| {
        format!("No town or village of that name is known here. Did you mean {name}?")
    },
    similar: |name| format!("Nothing of that name is known here. Did you mean {name}?"),
    place_of_address: |name| {
        format!(
            "Streets and buildings are not known here, only postcodes and places. Did you mean {name}?"
        )
    },
    one_of_list: "one of the list",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: SearchTexts = SearchTexts {
    suggestions: |n| {
        format!("Cafwyd hyd i {}. Defnyddiwch y bysellau saeth i ddewis.", PLACE.after(n))
    },
    unknown: "Nid oes dim o'r enw hwnnw yn hysbys yma. Rhowch gynnig ar le mwy gerllaw, neu god post.",
    not_ready: "Nid yw'r rhestr lleoedd wedi llwytho. Gellir canfod mesuryddion, ardaloedd llifogydd a chyfesurynnau.",
    several: "Mae sawl lle yn cyfateb. Dewiswch un o'r rhestr.",
    postcode_unknown: "Dim ond codau post yng Nghymru a ger y ffin sy'n hysbys.",
    postcode: "ardal cod post",
    railway_station: "gorsaf reilffordd",
    river: "afon",
    gauge: "mesurydd afon",
    area: "ardal llifogydd",
    local_type: |kind| match kind {
        LocalType::City => "dinas",
        LocalType::Town => "tref",
        LocalType::Village => "pentref",
        LocalType::Suburb => "maestref",
        LocalType::Hamlet => "pentrefan",
        LocalType::Other => "lle",
    },
    only_station: |name| {
        format!(
            "Nid oes tref na phentref o'r enw hwnnw yn hysbys yma. Ai {name} oeddech chi'n ei feddwl?"
        )
    },
    similar: |name| {
        format!("Nid oes dim o'r enw hwnnw yn hysbys yma. Ai {name} oeddech chi'n ei feddwl?")
    },
    place_of_address: |name| {
        format!(
            "Nid yw strydoedd ac adeiladau'n hysbys yma, dim ond codau post a lleoedd. Ai {name} oeddech chi'n ei feddwl?"
        )
    },
    one_of_list: "un o'r rhestr",
};

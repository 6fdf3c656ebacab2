//! The texts of the places that were searched for last. Only late chunks of the page use them, so
//! they are a table of their own.

use super::{
    english::counted as counted_in_english, language::Language, welsh::counted as counted_in_welsh,
};
use crate::domain::warning::SeverityCounts;

/// The texts in one language.
pub struct RememberedTexts {
    /// The heading of the places that were searched for last.
    pub remembered_places: &'static str,
    /// The button that removes a place from that list.
    pub forget_place: fn(&str) -> String,
    /// The counts of the warnings in force near a place of that list, and the radius in kilometres.
    pub remembered_some: fn(SeverityCounts, u32) -> String,
    /// No warning in force was found near a place of that list by the distance of the areas' points.
    pub remembered_none: &'static str,
    /// Shown at a remembered place that the service does not cover.
    pub remembered_not_covered: &'static str,
    /// How the messages near the remembered places are found.
    pub remembered_note: &'static str,
    /// Nothing is known about a place of that list.
    pub remembered_unknown: &'static str,
}

static ENGLISH: RememberedTexts = RememberedTexts {
    remembered_places: "Your last places",
    forget_place: |name| format!("Forget {name}"),
    remembered_some: |counts, radius| {
        format!("{} within {radius}\u{a0}km", counted_in_english(counts))
    },
    remembered_none: "No warning or alert found nearby. Open to check.",
    remembered_not_covered: "Not covered by this service.",
    remembered_note: "By the distance of one point of each area. A larger area may reach a place: open it for its full answer.",
    remembered_unknown: "Not checked. Open to check.",
};

// ---- ours, to be signed off by a translator ----
static WELSH: RememberedTexts = RememberedTexts {
    remembered_places: "Eich lleoedd diwethaf",
    forget_place: |name| format!("Anghofio {name}"),
    remembered_some: |counts, radius| {
        format!("{} o fewn {radius}\u{a0}km", counted_in_welsh(counts))
    },
    remembered_none: "Heb ganfod rhybudd na neges gerllaw. Agorwch i wirio.",
    remembered_not_covered: "Nid yw'r gwasanaeth hwn yn cwmpasu'r ardal hon.",
    remembered_note: "Yn ôl pellter un pwynt ym mhob ardal. Gall ardal fwy gyrraedd lle: agorwch ef i gael ei ateb llawn.",
    remembered_unknown: "Heb ei wirio. Agorwch i wirio.",
};

impl Language {
    /// The texts of the places that were searched for last.
    pub fn remembered_texts(self) -> &'static RememberedTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

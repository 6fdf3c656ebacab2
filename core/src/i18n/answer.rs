//! The texts of the parts of the answer that load later: the gauge of the answer, other places of the same name, the service for
//! England, and the places that were searched for last. Only a late chunk of the page uses them, so they are a table of their own.

use super::{english, welsh};
use crate::domain::warning::SeverityCounts;

/// The texts in one language.
pub struct AnswerTexts {
    /// In place of the gauge of the answer, if there is none within this number of kilometres.
    pub none_near: fn(u32) -> String,
    /// Before the other places of the same name.
    pub namesakes: &'static str,
    /// The note that a part of the circle is not covered.
    pub only_wales: &'static str,
    /// The text before the link to the English service.
    pub for_england: &'static str,
    /// The link to the English service.
    pub english_service: &'static str,
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

pub(super) static ENGLISH: AnswerTexts = AnswerTexts {
    none_near: |kilometres| format!("No river gauge within {kilometres}\u{a0}km."),
    namesakes: "Also of this name:",
    only_wales: "This service warns for Wales only. For the rest of this circle see",
    for_england: "Flood warnings for England:",
    english_service: "the flood warnings for England",
    remembered_places: "Your last places",
    forget_place: |name| format!("Forget {name}"),
    remembered_some: |counts, radius| {
        format!("{} within {radius}\u{a0}km", english::counted(counts))
    },
    remembered_none: "No warning or alert found nearby. Open to check.",
    remembered_not_covered: "Not covered by this service.",
    remembered_note: "By the distance of one point of each area. A larger area may reach a place: open it for its full answer.",
    remembered_unknown: "Not checked. Open to check.",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: AnswerTexts = AnswerTexts {
    none_near: |kilometres| format!("Dim mesurydd afon o fewn {kilometres}\u{a0}km."),
    namesakes: "Hefyd o'r enw hwn:",
    only_wales: "Mae'r gwasanaeth hwn yn rhybuddio ar gyfer Cymru yn unig. Ar gyfer gweddill y cylch hwn gweler",
    for_england: "Rhybuddion llifogydd ar gyfer Lloegr:",
    english_service: "y rhybuddion llifogydd ar gyfer Lloegr",
    remembered_places: "Eich lleoedd diwethaf",
    forget_place: |name| format!("Anghofio {name}"),
    remembered_some: |counts, radius| format!("{} o fewn {radius}\u{a0}km", welsh::counted(counts)),
    remembered_none: "Heb ganfod rhybudd na neges gerllaw. Agorwch i wirio.",
    remembered_not_covered: "Nid yw'r gwasanaeth hwn yn cwmpasu'r ardal hon.",
    remembered_note: "Yn ôl pellter un pwynt ym mhob ardal. Gall ardal fwy gyrraedd lle: agorwch ef i gael ei ateb llawn.",
    remembered_unknown: "Heb ei wirio. Agorwch i wirio.",
};

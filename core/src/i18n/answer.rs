//! The texts of the parts of the answer that load later: the gauge of the answer, other places of the same name, and the
//! service for England. Only late chunks of the page use them, so they are a table of their own.

use super::language::Language;

/// The texts in one language.
pub struct AnswerTexts {
    /// The button that opens the gauge of the answer.
    pub open: &'static str,
    /// In its place, if there is none within this number of kilometres.
    pub none_near: fn(u32) -> String,
    /// Before the other places of the same name.
    pub namesakes: &'static str,
    /// The note that a part of the circle is not covered.
    pub only_wales: &'static str,
    /// The text before the link to the English service.
    pub for_england: &'static str,
    /// The link to the English service.
    pub english_service: &'static str,
}

static ENGLISH: AnswerTexts = AnswerTexts {
    open: "Open",
    none_near: |kilometres| format!("No river gauge within {kilometres}\u{a0}km."),
    namesakes: "Also of this name:",
    only_wales: "This service warns for Wales only. For the rest of this circle see",
    for_england: "Flood warnings for England:",
    english_service: "the flood warnings for England",
};

// ---- ours, to be signed off by a translator ----
static WELSH: AnswerTexts = AnswerTexts {
    open: "Agor",
    none_near: |kilometres| format!("Dim mesurydd afon o fewn {kilometres}\u{a0}km."),
    namesakes: "Hefyd o'r enw hwn:",
    only_wales: "Mae'r gwasanaeth hwn yn rhybuddio ar gyfer Cymru yn unig. Ar gyfer gweddill y cylch hwn gweler",
    for_england: "Rhybuddion llifogydd ar gyfer Lloegr:",
    english_service: "y rhybuddion llifogydd ar gyfer Lloegr",
};

impl Language {
    /// The texts of the parts of the answer that load later.
    pub fn answer_texts(self) -> &'static AnswerTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

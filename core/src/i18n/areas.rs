//! The texts about the shapes of flood areas. Only late chunks of the page use them, so they
//! are a table of their own.

use super::language::Language;

/// The texts in one language.
pub struct AreaTexts {
    /// Before the names of further areas that contain the place.
    pub also_inside: &'static str,
    /// The legend of the areas on the map.
    pub key: &'static str,
}

static ENGLISH: AreaTexts = AreaTexts {
    also_inside: "Your place is also inside:",
    key: "Flood area with a message in force",
};

// ---- ours, to be signed off by a translator ----
static WELSH: AreaTexts = AreaTexts {
    also_inside: "Mae eich lle hefyd o fewn:",
    key: "Ardal llifogydd â neges mewn grym",
};

impl Language {
    /// The texts about the shapes of flood areas.
    pub fn area_texts(self) -> &'static AreaTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

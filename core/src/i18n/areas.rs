//! The messages about the shapes of flood areas. Only the late module of the page uses them, so they
//! are a table of their own.

use super::Language;

/// The messages in one language.
pub struct AreaMessages {
    /// Before the name of the area that contains the place.
    pub inside: &'static str,
    /// The legend of the areas on the map.
    pub key: &'static str,
}

static ENGLISH: AreaMessages = AreaMessages {
    inside: "Your place is inside this flood area:",
    key: "Flood area with a message in force",
};

// ---- ours, to be signed off by a translator ----
static WELSH: AreaMessages = AreaMessages {
    inside: "Mae eich lle o fewn yr ardal lifogydd hon:",
    key: "Ardal lifogydd â neges mewn grym",
};

impl Language {
    /// The messages about the shapes of flood areas.
    pub fn area_messages(self) -> &'static AreaMessages {
        self.of(&ENGLISH, &WELSH)
    }
}

//! The texts of the wall view. Only late chunks of the page use them, so they are a table of
//! their own.

use super::language::Language;

/// The texts in one language.
pub struct WallTexts {
    /// The name of the status bar.
    pub status: &'static str,
    /// That long lists are cut, and the keys of the wall view.
    pub keys: &'static str,
    /// The view does not move on.
    pub paused: &'static str,
    /// The browser keeps the screen on.
    pub awake: &'static str,
    /// The browser does not keep the screen on.
    pub not_awake: &'static str,
}

static ENGLISH: WallTexts = WallTexts {
    status: "State of this view",
    keys: "Of long lists the first entries are shown. Space: pause. Esc: leave.",
    paused: "Paused",
    awake: "The screen stays on.",
    not_awake: "The screen may switch itself off.",
};

// ---- ours, to be signed off by a translator ----
static WELSH: WallTexts = WallTexts {
    status: "Cyflwr yr olwg hon",
    keys: "Dangosir cofnodion cyntaf rhestrau hir. Bylchwr: oedi. Esc: gadael.",
    paused: "Wedi oedi",
    awake: "Mae'r sgrin yn aros ymlaen.",
    not_awake: "Gall y sgrin ddiffodd ei hun.",
};

impl Language {
    /// The texts of the wall view.
    pub fn wall_texts(self) -> &'static WallTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

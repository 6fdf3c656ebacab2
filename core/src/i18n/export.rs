//! The texts about passing a view on: downloads and sharing. Only late chunks of the page use
//! them, so they are a table of their own.

use super::language::Language;

/// The texts in one language.
pub struct ExportTexts {
    /// Before the buttons of the downloads.
    pub download: &'static str,
    /// The button that shares the address of the view.
    pub share: &'static str,
    /// The button that prints the briefing.
    pub print: &'static str,
    /// The address was copied.
    pub copied: &'static str,
    /// The address could be neither shared nor copied.
    pub not_shared: &'static str,
}

static ENGLISH: ExportTexts = ExportTexts {
    download: "Download this list:",
    share: "Share this view",
    print: "Print a briefing",
    copied: "The address was copied.",
    not_shared: "The address could not be copied. Copy it from the address bar.",
};

// ---- ours, to be signed off by a translator; "download" and "share" are in the list of terms ----
static WELSH: ExportTexts = ExportTexts {
    download: "Lawrlwytho'r rhestr hon:",
    share: "Rhannu'r olwg hon",
    print: "Argraffu brîff",
    copied: "Copïwyd y cyfeiriad.",
    not_shared: "Ni ellid copïo'r cyfeiriad. Copïwch ef o'r bar cyfeiriad.",
};

impl Language {
    /// The texts about passing a view on.
    pub fn export_texts(self) -> &'static ExportTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

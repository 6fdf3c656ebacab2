//! Whom to call and tell. Only late chunks of the page use these texts, so they are a table of their own.

/// The telephone lines for all of Wales, each with its number and what it is for.
pub struct ContactTexts {
    /// The heading.
    pub heading: &'static str,
    /// What the lines of [`NUMBERS`] are for.
    pub lines: [&'static str; 2],
}

/// Natural Resources Wales, and Dŵr Cymru for sewers. Sources: "February 2020 floods in Wales" of Natural Resources Wales (October 2020), and
/// dwrcymru.com/en/help-advice/wastewater-advice/misconnected-sewers (January 2021).
pub const NUMBERS: [&str; 2] = ["0300 065 3000", "0800 085 3968"];

pub(super) static ENGLISH: ContactTexts = ContactTexts {
    heading: "Who to call and tell",
    lines: [
        "A river that floods or is blocked: Natural Resources Wales",
        "Water from a sewer: Dŵr Cymru (in the north of Powys Hafren Dyfrdwy)",
    ],
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: ContactTexts = ContactTexts {
    heading: "Pwy i'w ffonio",
    lines: [
        "Afon sy'n gorlifo neu wedi'i rhwystro: Cyfoeth Naturiol Cymru",
        "Dŵr o garthffos: Dŵr Cymru (Hafren Dyfrdwy yng ngogledd Powys)",
    ],
};

//! Whom to call and tell. Only late chunks of the page use these texts, so they are a table of their own.

/// The telephone lines for all of Wales, each with its number and what it is for.
pub struct ContactTexts {
    /// The heading.
    pub heading: &'static str,
    /// What the lines of [`NUMBERS`] are for.
    pub lines: [&'static str; 2],
}

/// The incident line of Natural Resources Wales and the sewerage line of Dŵr Cymru, both at all hours. Sources:
/// naturalresources.wales/about-us/contact-us/report-an-environmental-incident, dwrcymru.com/en/contact-us.
pub const NUMBERS: [&str; 2] = ["0300 065 3000", "0800 085 3968"];

pub(super) static ENGLISH: ContactTexts = ContactTexts {
    heading: "Who to call and tell",
    lines: [
        "A river that floods or is blocked: Natural Resources Wales",
        "Water from a sewer: Dŵr Cymru (Hafren Dyfrdwy in parts of Powys and Wrexham)",
    ],
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: ContactTexts = ContactTexts {
    heading: "Pwy i'w ffonio",
    lines: [
        "Afon sy'n gorlifo neu wedi'i rhwystro: Cyfoeth Naturiol Cymru",
        "Dŵr o garthffos: Dŵr Cymru (Hafren Dyfrdwy mewn rhannau o Bowys a Wrecsam)",
    ],
};

//! The texts about what has changed since the visitor last looked. Only late chunks of the page use them, so they are a table of their own.

use crate::domain::seen::Difference;

/// The texts in one language.
pub struct ChangeTexts {
    /// The numbers of changes since a time, as [`Self::count`] gives them.
    pub since: fn(&str, &str) -> String,
    /// A number of messages that differ in one way.
    pub count: fn(Difference, usize) -> String,
    /// Before the names of the areas whose severe flood warnings are new, or were raised to that.
    pub severe: &'static str,
    /// Before the names of the areas whose messages have ended and are no longer listed.
    pub ended: &'static str,
    /// The button that marks the messages as seen.
    pub mark_as_seen: &'static str,
    /// The sound is on.
    pub sound: &'static str,
    /// The browser has no sound.
    pub no_sound: &'static str,
}

pub(super) static ENGLISH: ChangeTexts = ChangeTexts {
    since: |time, counts| format!("Changes since {time}: {counts}."),
    count: |difference, n| {
        let name = match difference {
            Difference::New => "new",
            Difference::Raised => "raised",
            Difference::Lowered => "lowered",
            Difference::Ended => "ended",
        };
        format!("{n} {name}")
    },
    severe: "New severe flood warning, danger to life:",
    ended: "No longer in force:",
    mark_as_seen: "Mark as seen",
    sound: "Sound when a warning or alert is new or raised",
    no_sound: "This browser plays no sound for this page. The page itself shows what happens.",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: ChangeTexts = ChangeTexts {
    since: |time, counts| format!("Newidiadau ers {time}: {counts}."),
    count: |difference, n| {
        let name = match difference {
            Difference::New => "newydd",
            Difference::Raised => "wedi codi",
            Difference::Lowered => "wedi gostwng",
            Difference::Ended => "wedi dod i ben",
        };
        format!("{n} {name}")
    },
    severe: "Rhybudd llifogydd difrifol newydd, perygl i fywyd:",
    ended: "Ddim mewn grym mwyach:",
    mark_as_seen: "Marcio fel wedi'u gweld",
    sound: "Sain pan fo rhybudd neu neges yn newydd neu wedi codi",
    no_sound: "Nid yw'r porwr hwn yn chwarae sain ar gyfer y dudalen hon. Mae'r dudalen ei hun yn dangos yr hyn sy'n digwydd.",
};

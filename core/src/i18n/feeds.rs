//! The texts of the recorder's feeds. The page uses none of them, so they are a table of their own.

use super::language::Language;
use crate::domain::county::County;

/// The texts in one language.
pub struct FeedTexts {
    /// The title of the feed of a county, or of all Wales.
    pub title: fn(Option<County>) -> String,
    /// Before each title where the messages are made up.
    pub test: &'static str,
    /// The messages could not be checked since this time; without one, since the recording began.
    pub not_checked: fn(Option<&str>) -> String,
    /// Who sends the alerts.
    pub sender: &'static str,
    /// Some items of the last response could not be read.
    pub incomplete: &'static str,
    /// After the title of a message whose position the service does not give.
    pub without_position: &'static str,
}

static ENGLISH: FeedTexts = FeedTexts {
    title: |county| match county {
        Some(county) => format!("Flood warnings and alerts: {}", county.english()),
        None => "Flood warnings and alerts: Wales".to_owned(),
    },
    test: "Test, not real",
    sender: "Gorlif, from the open data of Natural Resources Wales",
    not_checked: |since| {
        let since = since.unwrap_or("the recording began");
        format!(
            "Flood warnings not checked since {since}. There may be warnings in force. Call Floodline 0345 988 1188."
        )
    },
    incomplete: "Some warnings or alerts of the service could not be read. There may be more warnings in force. Call Floodline 0345 988 1188.",
    without_position: "position not given",
};

// ---- ours, to be signed off by a translator ----
static WELSH: FeedTexts = FeedTexts {
    title: |county| match county {
        Some(county) => format!("Rhybuddion a negeseuon llifogydd: {}", county.welsh()),
        None => "Rhybuddion a negeseuon llifogydd: Cymru".to_owned(),
    },
    test: "Prawf, nid yw'n wir",
    sender: "Gorlif, o ddata agored Cyfoeth Naturiol Cymru",
    not_checked: |since| {
        let since = since.unwrap_or("dechrau'r cofnodi");
        format!(
            "Rhybuddion llifogydd heb eu gwirio ers {since}. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188."
        )
    },
    incomplete: "Ni ellid darllen rhai o rybuddion neu negeseuon y gwasanaeth. Gall fod rhagor o rybuddion mewn grym. Ffoniwch Floodline 0345 988 1188.",
    without_position: "heb safle",
};

impl Language {
    /// The texts of the feeds.
    pub fn feed_texts(self) -> &'static FeedTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

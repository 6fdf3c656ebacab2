//! The texts of the recorder's plain pages. The page uses none of them, so they are a table of their own.

use super::{english, language::Language, welsh};
use crate::domain::warning::SeverityCounts;

/// The texts in one language.
pub struct PlainTexts {
    /// The link to the full page.
    pub full_page: &'static str,
    /// When the messages were checked.
    pub checked: fn(&str) -> String,
    /// Before the title of such a message.
    pub not_checked: &'static str,
    /// That the page keeps what it says until it is loaded again.
    pub load_again: &'static str,
    /// The heading of the counties.
    pub counties: &'static str,
    /// When the readings of the gauges were requested.
    pub levels_checked: fn(&str) -> String,
    /// That they could not be requested since.
    pub levels_not_checked: fn(Option<&str>) -> String,
    /// When the forecast was requested.
    pub forecast_checked: fn(&str) -> String,
    /// That the forecast is not of these days, so that it says nothing.
    pub forecast_old: &'static str,
    /// The heading of the changes of a message.
    pub changes: &'static str,
    /// The heading of the messages that ended.
    pub ended: &'static str,
    /// The link from a message to all Wales.
    pub all_warnings: &'static str,
    /// Of a county whose messages are not known.
    pub not_known: &'static str,
    /// The sentence of a county that has no gauge.
    pub no_gauges: &'static str,
    /// The headings of the columns of the gauges: gauge, level, time.
    pub gauge_columns: [&'static str; 3],
    /// The numbers to call: in danger to life, otherwise.
    pub calls: [&'static str; 2],
}

static ENGLISH: PlainTexts = PlainTexts {
    full_page: "Full page with a map",
    checked: |at| format!("Checked with Natural Resources Wales: {at}."),
    not_checked: "Not checked now",
    load_again: "This page does not change while it is open. Load it again for what is in force now.",
    counties: "By county",
    levels_checked: |at| format!("Levels requested: {at}. Each reading has its own time."),
    levels_not_checked: |since| match since {
        Some(since) => format!("Newer levels could not be requested since {since}."),
        None => "The river levels could not be loaded.".to_owned(),
    },
    forecast_checked: |at| format!("Forecast requested: {at}."),
    forecast_old: "There is no current forecast.",
    changes: "What has changed",
    ended: "No longer in force",
    all_warnings: "All flood warnings in Wales",
    not_known: "not known",
    no_gauges: "No river gauge is known in this county.",
    gauge_columns: ["Gauge", "Level", "Read at"],
    calls: ["Danger to life: 999", "Floodline: 0345 988 1188"],
};

// ---- ours, to be signed off by a translator ----
static WELSH: PlainTexts = PlainTexts {
    full_page: "Y dudalen lawn gyda map",
    checked: |at| format!("Gwiriwyd gyda Chyfoeth Naturiol Cymru: {at}."),
    not_checked: "Heb ei wirio nawr",
    load_again: "Nid yw'r dudalen hon yn newid tra mae ar agor. Llwythwch hi eto i weld beth sydd mewn grym nawr.",
    counties: "Fesul sir",
    levels_checked: |at| {
        format!("Gofynnwyd am y lefelau: {at}. Mae gan bob darlleniad ei amser ei hun.")
    },
    levels_not_checked: |since| match since {
        Some(since) => format!("Nid oes modd gofyn am lefelau mwy diweddar ers {since}."),
        None => "Nid oedd modd llwytho'r lefelau afonydd.".to_owned(),
    },
    forecast_checked: |at| format!("Gofynnwyd am y rhagolygon: {at}."),
    forecast_old: "Nid oes rhagolygon cyfredol.",
    changes: "Beth sydd wedi newid",
    ended: "Ddim mewn grym mwyach",
    all_warnings: "Pob rhybudd llifogydd yng Nghymru",
    not_known: "ddim yn hysbys",
    no_gauges: "Nid oes mesurydd afon hysbys yn y sir hon.",
    gauge_columns: ["Mesurydd", "Lefel", "Darllenwyd"],
    calls: ["Perygl i fywyd: 999", "Floodline: 0345 988 1188"],
};

impl Language {
    /// "2 flood warnings and 1 flood alert": the messages in force.
    pub fn counted(self, counts: SeverityCounts) -> String {
        match self {
            Self::English => english::counted(counts),
            Self::Welsh => welsh::counted(counts),
        }
    }

    /// The texts of the plain pages.
    pub fn plain_texts(self) -> &'static PlainTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

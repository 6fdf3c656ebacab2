//! The texts of the forecast. Only late chunks of the page use them, so they are a table of their
//! own.

use super::dates::welsh_at;
use crate::domain::forecast::RiskLevel;

/// The texts in one language.
pub struct ForecastTexts {
    /// The option for all counties.
    pub all_counties: &'static str,
    /// The label of the county field.
    pub choose_county: &'static str,
    /// The name of a risk level.
    pub risk: fn(RiskLevel) -> &'static str,
    /// The meaning of a risk level, in one sentence.
    pub risk_meaning: fn(RiskLevel) -> &'static str,
    /// The name of the present day.
    pub today: &'static str,
    /// The text of a cell without a known risk.
    pub not_stated: &'static str,
    /// The explanation of that text.
    pub not_stated_explained: &'static str,
    /// The mark of the county of the chosen place.
    pub your_county: &'static str,
    /// The heading of counties without a region.
    pub no_region: &'static str,
    /// The note on the kinds of flooding in the forecast.
    pub forecast_covers: &'static str,
    /// The heading of the forecaster's commentary, with the time to which it refers.
    pub commentary: fn(&str) -> String,
    /// The note on a commentary in the other language.
    pub commentary_not_translated: &'static str,
    /// The note that there is no commentary here.
    pub no_commentary: &'static str,
    /// The link to the commentary.
    pub commentary_link: &'static str,
    /// The error if the forecast could not be loaded.
    pub forecast_unknown: &'static str,
    /// A level that is not known, from its text.
    pub unknown_level: fn(&str) -> String,
    /// The mark of each county that is within the error of the outlines of the chosen place.
    pub near_your_place: &'static str,
    /// Before the forecasts of several counties.
    pub near_border: &'static str,
}

pub(super) static ENGLISH: ForecastTexts = ForecastTexts {
    all_counties: "All counties",
    choose_county: "Show",
    risk: |level| match level {
        RiskLevel::High => "High",
        RiskLevel::Medium => "Medium",
        RiskLevel::Low => "Low",
        RiskLevel::VeryLow => "Very low",
    },
    risk_meaning: |level| match level {
        RiskLevel::High => "Flooding is expected.",
        RiskLevel::Medium => "Flooding is likely.",
        RiskLevel::Low => "Flooding is possible but not expected.",
        RiskLevel::VeryLow => "Flooding is unlikely.",
    },
    today: "Today",
    not_stated: "not stated",
    not_stated_explained: "Not stated: the forecast gives no level. That does not mean that the risk is low.",
    your_county: "Your county",
    no_region: "Region not given",
    forecast_covers: "The forecast covers four sources of flooding: rivers, the sea, surface water and groundwater.",
    commentary: |time| format!("The forecaster's commentary, as of {time}"),
    commentary_not_translated: "This commentary is in Welsh only.",
    no_commentary: "The forecaster's commentary is not shown here.",
    commentary_link: "Read it at Natural Resources Wales",
    forecast_unknown: "The flood risk forecast could not be loaded.",
    unknown_level: |level| format!("at least high: a level this page does not know: {level}"),
    near_your_place: "Near your place",
    near_border: "Your place is near a county border, so the forecast of each county is shown.",
};

pub(super) static WELSH: ForecastTexts = ForecastTexts {
    risk: |level| match level {
        RiskLevel::High => "Uchel",
        RiskLevel::Medium => "Canolig",
        RiskLevel::Low => "Isel",
        RiskLevel::VeryLow => "Isel iawn",
    },
    // ---- ours, to be signed off by a translator ----
    all_counties: "Pob sir",
    choose_county: "Dangos",
    risk_meaning: |level| match level {
        RiskLevel::High => "Disgwylir llifogydd.",
        RiskLevel::Medium => "Mae llifogydd yn debygol.",
        RiskLevel::Low => "Mae llifogydd yn bosibl ond ni ddisgwylir llifogydd.",
        RiskLevel::VeryLow => "Mae llifogydd yn annhebygol.",
    },
    today: "Heddiw",
    not_stated: "heb ei nodi",
    not_stated_explained: "Heb ei nodi: nid yw'r rhagolygon yn rhoi lefel. Nid yw hynny'n golygu bod y perygl yn isel.",
    your_county: "Eich sir",
    no_region: "Rhanbarth heb ei roi",
    forecast_covers: "Mae'r rhagolygon yn cwmpasu pedair ffynhonnell llifogydd: afonydd, y môr, dŵr wyneb a dŵr daear.",
    commentary: |time| format!("Sylwadau'r rhagolygwr, {}", welsh_at(time)),
    commentary_not_translated: "Mae'r sylwadau hyn yn Saesneg yn unig.",
    no_commentary: "Ni ddangosir sylwadau'r rhagolygwr yma.",
    commentary_link: "Darllenwch nhw ar wefan Cyfoeth Naturiol Cymru",
    forecast_unknown: "Nid oedd modd llwytho'r rhagolygon perygl llifogydd.",
    unknown_level: |level| {
        format!("uchel o leiaf: lefel nad yw'r dudalen hon yn ei hadnabod: {level}")
    },
    near_your_place: "Ger eich lle",
    near_border: "Mae eich lle ger ffin sirol, felly dangosir rhagolygon pob sir.",
};

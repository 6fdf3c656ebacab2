//! The texts of the forecast on the map. Only late chunks of the page use them, so they are a
//! table of their own.

/// The texts in one language.
pub struct ForecastMapTexts {
    /// The day that the map shows.
    pub shown: fn(&str) -> String,
    /// In its place, the highest risk of all days.
    pub worst: &'static str,
    /// The outlines have not loaded.
    pub no_outlines: &'static str,
    /// The forecast is stale or the day is over, so that the map has no colour.
    pub expired: &'static str,
}

pub(super) static ENGLISH: ForecastMapTexts = ForecastMapTexts {
    shown: |day| format!("On the map: {day}"),
    worst: "worst day",
    no_outlines: "The outlines of the counties could not be loaded. The table below has every county.",
    expired: "This forecast is out of date, so the map shows it without colour.",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: ForecastMapTexts = ForecastMapTexts {
    // Within a text the weekday has no capital.
    shown: |day| format!("Ar y map: {}", day.replacen("Dydd", "dydd", 1)),
    worst: "diwrnod gwaethaf",
    no_outlines: "Nid oedd modd llwytho amlinelliadau'r siroedd. Mae pob sir yn y tabl isod.",
    expired: "Mae'r rhagolwg hwn wedi dyddio, felly mae'r map yn ei ddangos heb liw.",
};

//! The texts of the forecast on the map. Only late chunks of the page use them, so they are a
//! table of their own.

use super::language::Language;

/// The texts in one language.
pub struct ForecastMapTexts {
    /// The heading of the choice of a day.
    pub heading: &'static str,
    /// The choice of the highest risk of all days.
    pub worst: &'static str,
    /// The label of the slider.
    pub slider: &'static str,
    /// Before the names that match no outline.
    pub not_on_map: &'static str,
    /// The outlines have not loaded.
    pub no_outlines: &'static str,
    /// The forecast is stale or the day is over, so that the map has no colour.
    pub expired: &'static str,
}

static ENGLISH: ForecastMapTexts = ForecastMapTexts {
    heading: "On the map",
    worst: "Worst day",
    slider: "Day on the map",
    not_on_map: "Not on the map:",
    no_outlines: "The outlines of the counties could not be loaded. The table below has every county.",
    expired: "This forecast is out of date, so the map shows it without colour.",
};

// ---- ours, to be signed off by a translator ----
static WELSH: ForecastMapTexts = ForecastMapTexts {
    heading: "Ar y map",
    worst: "Diwrnod gwaethaf",
    slider: "Diwrnod ar y map",
    not_on_map: "Nid ar y map:",
    no_outlines: "Nid oedd modd llwytho amlinelliadau'r siroedd. Mae pob sir yn y tabl isod.",
    expired: "Mae'r rhagolwg hwn wedi dyddio, felly mae'r map yn ei ddangos heb liw.",
};

impl Language {
    /// The texts of the forecast on the map.
    pub fn forecast_map_texts(self) -> &'static ForecastMapTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

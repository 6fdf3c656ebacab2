//! The texts of the map's legend and of its tiles. Only late chunks of the page use them, so they
//! are a table of their own.

use crate::domain::trend::Tendency;

/// The texts in one language.
pub struct MapTexts {
    /// The button that loads the map tiles.
    pub show_tiles: &'static str,
    /// The error if the map tiles could not be loaded.
    pub tiles_failed: &'static str,
    /// The instructions in the map legend.
    pub hint: &'static str,
    /// The heading of the map legend.
    pub heading: &'static str,
    /// The legend of a fresh reading.
    pub fresh: &'static str,
    /// The legend of a late reading.
    pub late: &'static str,
    /// The legend of a stale reading.
    pub stale: &'static str,
    /// The legend of a gauge of rain with a current reading.
    pub rain: &'static str,
    /// The legend of a gauge of rain without a current reading, or that is offline.
    pub stale_rain: &'static str,
    /// Whether a level rises or falls.
    pub tendency: fn(Tendency) -> &'static str,
}

pub(super) static ENGLISH: MapTexts = MapTexts {
    show_tiles: "Load the detailed map",
    tiles_failed: "The detailed map could not be loaded. The outline stays.",
    hint: "Tap on the map and press “Check here” to choose a place, or drag the centre of the circle.",
    heading: "Symbols",
    fresh: "Gauge, read within 2 hours",
    late: "Gauge, read within 6 hours",
    stale: "Gauge, older reading",
    rain: "Rain gauge",
    stale_rain: "Rain gauge, no current reading",
    tendency: |tendency| match tendency {
        Tendency::Rising => "Rising",
        Tendency::Falling => "Falling",
        Tendency::Steady => "Steady",
        Tendency::Unknown => "Not enough readings",
    },
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: MapTexts = MapTexts {
    show_tiles: "Llwytho'r map manwl",
    tiles_failed: "Nid oedd modd llwytho'r map manwl. Mae'r amlinelliad yn aros.",
    hint: "Tapiwch y map a phwyswch ‘Gwirio yma’ i ddewis lle, neu llusgwch ganol y cylch.",
    heading: "Symbolau",
    fresh: "Mesurydd, darllenwyd o fewn 2 awr",
    late: "Mesurydd, darllenwyd o fewn 6 awr",
    stale: "Mesurydd, darlleniad hŷn",
    rain: "Mesurydd glaw",
    stale_rain: "Mesurydd glaw, heb ddarlleniad cyfredol",
    tendency: |tendency| match tendency {
        Tendency::Rising => "Yn codi",
        Tendency::Falling => "Yn gostwng",
        Tendency::Steady => "Sefydlog",
        Tendency::Unknown => "Dim digon o ddarlleniadau",
    },
};

//! The texts about earlier readings: charts and the changes of messages. Only late chunks of the page use them, so they are a table of their own.

use super::{plural::english, welsh::READING};
use crate::domain::{chart::Period, station::ParameterKind, warning::ChangeKind};

/// The texts in one language.
pub struct ChartTexts {
    /// The heading of a gauge's chart.
    pub heading: fn(ParameterKind) -> &'static str,
    /// A period that the chart can show.
    pub period: fn(Period) -> &'static str,
    /// Shown while the readings load.
    pub loading: &'static str,
    /// Shown instead of the chart if there are no earlier readings.
    pub missing: &'static str,
    /// The recorder's readings could not be loaded.
    pub not_loaded: &'static str,
    /// The time of the last recorded reading, if it is not a recent one.
    pub recorded_until: fn(&str) -> String,
    /// The readings are those that the service gives of a number of days.
    pub of_service: fn(u8) -> String,
    /// The time of the first reading, if all readings are what this device has kept.
    pub kept_since: fn(&str) -> String,
    /// The highest reading of the chart, from its level and its time.
    pub highest: fn(&str, &str) -> String,
    /// The lowest reading of the chart, from its level and its time.
    pub lowest: fn(&str, &str) -> String,
    /// The number of readings in the chart.
    pub count: fn(usize) -> String,
    /// The label of the slider that walks through the readings.
    pub point: &'static str,
    /// A reading, from its time and its level.
    pub reading: fn(&str, &str) -> String,
    /// A range from its ends: of the levels of a day, or of the usual ones.
    pub range: fn(&str, &str) -> String,
    /// An amount of rain of a time in which a reading is missing.
    pub at_least: fn(&str) -> String,
    /// The label of the rain of the last hours.
    pub last_hours: fn(i64) -> String,
    /// How the sums of rain are counted.
    pub sums_note: &'static str,
    /// The newest reading, in the picture.
    pub now: fn(&str) -> String,
    /// The name of the band of sixty days.
    pub band_note: &'static str,
    /// The label of the field that chooses a second gauge.
    pub compare: &'static str,
    /// The group of that field with the gauges of the same river.
    pub on_river: &'static str,
    /// A gauge of the same river: whether it is upstream, the distance along the river, and its title.
    pub along_river: fn(bool, &str, &str) -> String,
    /// The group of the other gauges.
    pub others: &'static str,
    /// The entry of that field for no second gauge.
    pub compare_none: &'static str,
    /// The heading of the table of readings.
    pub table: &'static str,
    /// The column of the times.
    pub time: &'static str,
    /// The column of the readings.
    pub reading_column: fn(ParameterKind) -> &'static str,
    /// Each level beyond seven days is the highest of an hour.
    pub hourly_note: &'static str,
    /// The heading of the changes of a message.
    pub timeline: &'static str,
    /// The heading of the sentences that a change added to the text of a message.
    pub added: &'static str,
    /// The heading of the sentences that a change took out of the text of a message.
    pub removed: &'static str,
    /// A change of a message.
    pub change: fn(ChangeKind) -> &'static str,
}

pub(super) static ENGLISH: ChartTexts = ChartTexts {
    heading: |kind| match kind {
        ParameterKind::Level | ParameterKind::Tide => "Level over time",
        ParameterKind::Rain => "Rain over time",
    },
    period: |period| match period {
        Period::HalfDay => "12 hours",
        Period::TwoDays => "2 days",
        Period::Week => "7 days",
        Period::SixtyDays => "60 days",
    },
    loading: "Loading earlier readings…",
    missing: "There are no earlier readings of this gauge yet. This device keeps the readings that the page receives for 14 days.",
    not_loaded: "The recorded readings of this gauge could not be loaded.",
    recorded_until: |time| format!("Recorded until {time}."),
    of_service: |days| format!("The service's own readings of the last {days} days."),
    kept_since: |time| format!("Only the readings that this device has kept since {time}."),
    highest: |level, time| format!("Highest {level}, {time}."),
    lowest: |level, time| format!("Lowest {level}, {time}."),
    count: |n| format!("{}.", english(n, "reading", "readings")),
    point: "Reading shown",
    reading: |time, level| format!("{time}: {level}"),
    range: |lowest, highest| format!("{lowest} to {highest}"),
    at_least: |amount| format!("at least {amount}"),
    last_hours: |hours| {
        if hours == 1 { "Last hour".to_owned() } else { format!("Last {hours} hours") }
    },
    sums_note: "Each reading is counted as the rain since the one before it. “At least” where a reading is missing.",
    now: |level| format!("now {level}"),
    band_note: "The band is the lowest and the highest reading of each day.",
    compare: "Compare with",
    on_river: "On this river",
    along_river: |is_upstream, distance, title| {
        let direction = if is_upstream { "↑ upstream" } else { "↓ downstream" };
        format!("{direction}, about {distance}: {title}")
    },
    others: "Near this gauge",
    compare_none: "no other gauge",
    table: "All readings of this chart",
    time: "Time",
    reading_column: |kind| match kind {
        ParameterKind::Level | ParameterKind::Tide => "Level",
        ParameterKind::Rain => "Rain",
    },
    hourly_note: "More than seven days ago: the highest level of each hour.",
    timeline: "Warnings and alerts for this area in the last 60 days",
    added: "Added to the text:",
    removed: "Removed from the text:",
    change: |kind| match kind {
        ChangeKind::Raised => "Issued",
        ChangeKind::Changed => "Updated",
        ChangeKind::StoodDown => "No longer in force",
    },
};

// ---- ours, to be signed off by a translator; "chart", "reading" and "level" are in the list of terms ----
pub(super) static WELSH: ChartTexts = ChartTexts {
    heading: |kind| match kind {
        ParameterKind::Level | ParameterKind::Tide => "Lefel dros amser",
        ParameterKind::Rain => "Glaw dros amser",
    },
    period: |period| match period {
        Period::HalfDay => "12 awr",
        Period::TwoDays => "2 ddiwrnod",
        Period::Week => "7 diwrnod",
        Period::SixtyDays => "60 diwrnod",
    },
    loading: "Wrthi'n llwytho darlleniadau cynharach…",
    missing: "Nid oes darlleniadau cynharach o'r mesurydd hwn eto. Mae'r ddyfais hon yn cadw'r darlleniadau y mae'r dudalen yn eu derbyn am 14 diwrnod.",
    not_loaded: "Ni ellid llwytho'r darlleniadau a gofnodwyd o'r mesurydd hwn.",
    recorded_until: |time| format!("Cofnodwyd tan {time}."),
    of_service: |days| format!("Darlleniadau'r gwasanaeth ei hun o'r {days} diwrnod diwethaf."),
    kept_since: |time| {
        format!("Dim ond y darlleniadau y mae'r ddyfais hon wedi'u cadw ers {time}.")
    },
    highest: |level, time| format!("Uchaf {level}, {time}."),
    lowest: |level, time| format!("Isaf {level}, {time}."),
    count: |n| format!("{}.", READING.after(n)),
    point: "Darlleniad a ddangosir",
    reading: |time, level| format!("{time}: {level}"),
    range: |lowest, highest| format!("{lowest} i {highest}"),
    at_least: |amount| format!("o leiaf {amount}"),
    last_hours: |hours| {
        if hours == 1 { "Yr awr ddiwethaf".to_owned() } else { format!("Y {hours} awr ddiwethaf") }
    },
    sums_note: "Cyfrifir pob darlleniad fel y glaw ers yr un o'i flaen. ‘O leiaf’ lle mae darlleniad ar goll.",
    now: |level| format!("nawr {level}"),
    band_note: "Y band yw darlleniad isaf ac uchaf pob diwrnod.",
    compare: "Cymharu â",
    on_river: "Ar yr afon hon",
    along_river: |is_upstream, distance, title| {
        let direction = if is_upstream { "↑ i fyny'r afon" } else { "↓ i lawr yr afon" };
        format!("{direction}, tua {distance}: {title}")
    },
    others: "Ger y mesurydd hwn",
    compare_none: "dim mesurydd arall",
    table: "Holl ddarlleniadau'r siart hon",
    time: "Amser",
    reading_column: |kind| match kind {
        ParameterKind::Level | ParameterKind::Tide => "Lefel",
        ParameterKind::Rain => "Glaw",
    },
    hourly_note: "Dros saith diwrnod yn ôl: lefel uchaf pob awr.",
    timeline: "Rhybuddion a negeseuon i'r ardal hon yn y 60 diwrnod diwethaf",
    added: "Ychwanegwyd at y testun:",
    removed: "Tynnwyd o'r testun:",
    change: |kind| match kind {
        ChangeKind::Raised => "Cyhoeddwyd",
        ChangeKind::Changed => "Diweddarwyd",
        ChangeKind::StoodDown => "Ddim mewn grym mwyach",
    },
};

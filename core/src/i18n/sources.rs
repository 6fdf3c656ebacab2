//! The texts about the sources: their state, their failures and "check now". Only late chunks of the page use
//! them, so they are a table of their own.

use super::{
    dates::welsh_at,
    language::Language,
    welsh::{ENTRY, MESSAGE, READING},
};
use crate::domain::{
    Timestamp, data_quality::DataIssue, freshness::Freshness, source_id::SourceId,
};

/// The texts in one language.
pub struct SourceTexts {
    /// The heading of the list of sources.
    pub sources: &'static str,
    /// The time of the last confirmation of a source.
    pub as_of: fn(&str) -> String,
    /// The time of the newest reading.
    pub newest_reading: fn(&str) -> String,
    /// The time of the next request.
    pub next_try: fn(&str) -> String,
    /// The note that polling is paused.
    pub paused: &'static str,
    /// The note that a request is in progress.
    pub asking: &'static str,
    /// The result of the button: requests are in progress.
    pub check_asking: &'static str,
    /// The result of the button: all sources responded.
    pub check_done: fn(&str) -> String,
    /// The result of the button: a request failed.
    pub check_failed: fn(&str) -> String,
    /// The result of the button: the last request was too recent.
    pub check_too_soon: &'static str,
    /// The result of the button: the service has set a wait.
    pub check_busy: fn(&str) -> String,
    /// The numbers of items of a source that could not be shown and of all items.
    pub not_shown: fn(SourceId, usize, usize) -> String,
    /// The reason for an item that could not be decoded.
    pub unreadable: &'static str,
    /// The reason for an item without an identifier.
    pub no_identifier: &'static str,
    /// The note that the device's clock is wrong, with the UTC-based local time.
    pub clock_wrong: fn(&str) -> String,
    /// The heading of the technical details.
    pub for_operators: &'static str,
    /// The cause of a failure: the device is offline.
    pub failed_offline: &'static str,
    /// The cause of a failure: the connection failed.
    pub failed_unreachable: &'static str,
    /// The cause of a failure: the response exceeded a time limit.
    pub failed_timeout: &'static str,
    /// The cause of a failure: the response is too large.
    pub failed_too_large: &'static str,
    /// The cause of a failure: the service is busy, with the end of the wait if it is known.
    pub failed_busy: fn(Option<&str>) -> String,
    /// The cause of a failure: the service refused the request (401, 403).
    pub failed_refused: &'static str,
    /// The cause of a failure: the address is wrong (400, 404, 410).
    pub failed_not_found: &'static str,
    /// The cause of a failure: any other HTTP status.
    pub failed_service: &'static str,
    /// The cause of a failure: the body is a web page.
    pub failed_web_page: &'static str,
    /// The cause of a failure: the body could not be decoded.
    pub failed_unreadable: &'static str,
    /// The cause of a failure: the age of the response is unknown.
    pub failed_undated: &'static str,
    /// The cause of a failure: the response is incomplete.
    pub failed_incomplete: &'static str,
    /// The time of a response contradicts those of the other sources.
    pub time_contradicted: &'static str,
    /// Responses arrive, but none is newer than this time.
    pub standing_still: fn(&str) -> String,
    /// The versions of the operations of warnings, levels and forecast.
    pub versions: fn(&str, &str, &str) -> String,
    /// The name of a source.
    pub source: fn(SourceId) -> &'static str,
    /// The name of a freshness.
    pub state: fn(Freshness) -> &'static str,
    /// A data issue of the whole response.
    pub data_quality: fn(Language, Timestamp, DataIssue) -> String,
}

pub(super) static ENGLISH: SourceTexts = SourceTexts {
    sources: "How current is this?",
    as_of: |time| format!("as of {time}"),
    newest_reading: |time| format!("newest reading {time}"),
    next_try: |time| format!("next check {time}"),
    paused: "paused while the page is out of sight",
    asking: "being checked",
    check_asking: "Checking now…",
    check_done: |time| format!("Checked at {time}."),
    check_failed: |time| format!("Tried at {time}. Not everything could be checked."),
    check_too_soon: "The last check was only seconds ago, so nothing new was asked for.",
    check_busy: |until| format!("The service asks to be left alone until {until}."),
    not_shown: |source, n, of| {
        let items = match source {
            SourceId::NationalWarnings | SourceId::LocalWarnings => "warnings and alerts",
            SourceId::RiverLevels => "readings",
            SourceId::FloodForecast => "entries",
        };
        format!("{n} of {of} {items} could not be shown")
    },
    unreadable: "could not be read",
    no_identifier: "without an identifier",
    clock_wrong: |time| {
        format!(
            "The clock of this device is wrong. By the service's clock it is {time}, and all ages here go by that."
        )
    },
    for_operators: "Details for the operator",
    failed_offline: "this device is offline",
    failed_unreachable: "the service cannot be reached",
    failed_timeout: "the service did not answer in time",
    failed_too_large: "the answer was too large",
    failed_busy: |until| {
        until.map_or_else(
            || "the service is busy".to_owned(),
            |until| format!("the service is busy until {until}"),
        )
    },
    failed_refused: "the service did not answer",
    failed_not_found: "not available",
    failed_service: "the service has a fault",
    failed_web_page: "a web page came instead of data; the network may want you to sign in",
    failed_unreadable: "the answer could not be read",
    failed_undated: "the answer does not say how old it is",
    failed_incomplete: "the answer says of itself that it is not complete",
    time_contradicted: "the time of the answer contradicts the other sources, so its age is not known",
    standing_still: |time| {
        format!("answers arrive, but their own time has stood still since {time}")
    },
    versions: |warnings, levels, forecast| {
        format!(
            "Operations of the service: flood warnings {warnings}, river levels {levels}, flood risk forecast {forecast}."
        )
    },
    source: |source| match source {
        SourceId::NationalWarnings => "Flood warnings in Wales",
        SourceId::LocalWarnings => "Flood warnings for your place",
        SourceId::RiverLevels => "River levels",
        SourceId::FloodForecast => "Flood risk forecast",
    },
    state: |freshness| match freshness {
        Freshness::Fresh => "up to date",
        Freshness::Delayed => "delayed",
        Freshness::Stale => "out of date",
        Freshness::Unknown => "could not be checked",
    },
    data_quality: |language, now, data_quality| match data_quality {
        DataIssue::FarFewer { reported, shown } => {
            format!("The source sent only {reported} of the {shown} gauges that it sent before.")
        }
        DataIssue::NoReadings => {
            "No gauge has a reading. The service may have changed the form of its data.".to_owned()
        }
        DataIssue::MostPointsUnusable => {
            "Most positions could not be used. The service may have changed their form.".to_owned()
        }
        DataIssue::NotUpdatedSince(at) => {
            format!("River levels have not been updated since {}.", language.when(at, now))
        }
    },
};

pub(super) static WELSH: SourceTexts = SourceTexts {
    // ---- ours, to be signed off by a translator ----
    sources: "Pa mor gyfredol yw hyn?",
    as_of: welsh_at,
    newest_reading: |time| format!("darlleniad diweddaraf {time}"),
    next_try: |time| format!("gwiriad nesaf {time}"),
    paused: "wedi'i oedi tra bo'r dudalen o'r golwg",
    asking: "yn cael ei wirio",
    check_asking: "Yn gwirio nawr…",
    check_done: |time| format!("Gwiriwyd {}.", welsh_at(time)),
    check_failed: |time| format!("Ceisiwyd {}. Ni ellid gwirio popeth.", welsh_at(time)),
    check_too_soon: "Eiliadau yn ôl oedd y gwiriad diwethaf, felly ni ofynnwyd am ddim newydd.",
    check_busy: |until| format!("Mae'r gwasanaeth yn gofyn am lonydd tan {until}."),
    not_shown: |source, n, of| {
        let items = match source {
            SourceId::NationalWarnings | SourceId::LocalWarnings => MESSAGE,
            SourceId::RiverLevels => READING,
            SourceId::FloodForecast => ENTRY,
        };
        format!("Ni ellid dangos {n} o {}", items.after(of))
    },
    unreadable: "ni ellid eu darllen",
    no_identifier: "heb ddynodydd",
    clock_wrong: |time| {
        format!(
            "Mae cloc y ddyfais hon yn anghywir. Yn ôl cloc y gwasanaeth mae'n {time}, a dyna sail pob oedran yma."
        )
    },
    for_operators: "Manylion i'r gweithredwr",
    failed_offline: "mae'r ddyfais hon all-lein",
    failed_unreachable: "ni ellir cyrraedd y gwasanaeth",
    failed_timeout: "ni atebodd y gwasanaeth mewn pryd",
    failed_too_large: "roedd yr ateb yn rhy fawr",
    failed_busy: |until| {
        until.map_or_else(
            || "mae'r gwasanaeth yn brysur".to_owned(),
            |until| format!("mae'r gwasanaeth yn brysur tan {until}"),
        )
    },
    failed_refused: "ni atebodd y gwasanaeth",
    failed_not_found: "ddim ar gael",
    failed_service: "mae nam ar y gwasanaeth",
    failed_web_page: "daeth tudalen we yn lle data; efallai fod y rhwydwaith am i chi fewngofnodi",
    failed_unreadable: "nid oedd modd darllen yr ateb",
    failed_undated: "nid yw'r ateb yn dweud pa mor hen ydyw",
    failed_incomplete: "mae'r ateb yn dweud nad yw'n gyflawn",
    time_contradicted: "mae amser yr ateb yn groes i'r ffynonellau eraill, felly nid yw ei oed yn hysbys",
    standing_still: |time| {
        format!(
            "mae atebion yn cyrraedd, ond mae eu hamser eu hunain wedi aros yn ei unfan ers {time}"
        )
    },
    versions: |warnings, levels, forecast| {
        format!(
            "Gweithrediadau'r gwasanaeth: rhybuddion llifogydd {warnings}, lefelau afonydd {levels}, rhagolygon perygl llifogydd {forecast}."
        )
    },
    source: |source| match source {
        SourceId::NationalWarnings => "Rhybuddion llifogydd yng Nghymru",
        SourceId::LocalWarnings => "Rhybuddion llifogydd ar gyfer eich lle",
        SourceId::RiverLevels => "Lefelau afonydd",
        SourceId::FloodForecast => "Rhagolygon perygl llifogydd",
    },
    state: |freshness| match freshness {
        Freshness::Fresh => "cyfredol",
        Freshness::Delayed => "wedi'u hoedi",
        Freshness::Stale => "wedi dyddio",
        Freshness::Unknown => "ni ellid eu gwirio",
    },
    data_quality: |language, now, data_quality| {
        match data_quality {
        DataIssue::FarFewer { reported, shown } => format!("Dim ond {reported} o'r {shown} mesurydd a anfonwyd o'r blaen a anfonodd y ffynhonnell."),
        DataIssue::NoReadings => "Nid oes darlleniad gan unrhyw fesurydd. Efallai fod y gwasanaeth wedi newid ffurf ei ddata.".to_owned(),
        DataIssue::MostPointsUnusable => "Ni ellid defnyddio'r rhan fwyaf o'r safleoedd. Efallai fod y gwasanaeth wedi newid eu ffurf.".to_owned(),
        DataIssue::NotUpdatedSince(at) => format!("Nid yw lefelau'r afonydd wedi'u diweddaru ers {}.", language.when(at, now)),
    }
    },
};

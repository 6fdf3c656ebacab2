//! The texts of the recorder's feeds, plain pages and notifications. The page uses none of them, so they are a table of their own.

use crate::domain::county::County;

/// The texts in one language.
pub struct RecorderTexts {
    // Of feeds, and partly of plain pages and notifications too.
    /// The title of the feed of a county, or of all Wales.
    pub area_title: fn(Option<County>) -> String,
    /// Before each title where the messages are made up.
    pub test: &'static str,
    /// Who sends the alerts.
    pub sender: &'static str,
    /// Some items of the last response could not be read.
    pub incomplete: &'static str,
    /// After the title of a message whose position the service does not give.
    pub without_position: &'static str,
    // Of plain pages.
    /// The link to the full page.
    pub full_page: &'static str,
    /// When the messages were checked.
    pub page_checked: fn(&str) -> String,
    /// Before the title of a message that was not checked.
    pub title_not_checked: &'static str,
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
    pub ended_heading: &'static str,
    /// The link from a message to all Wales.
    pub all_warnings: &'static str,
    /// Of a county whose messages are not known.
    pub not_known: &'static str,
    /// The sentence of a county that has no gauge.
    pub no_gauges: &'static str,
    /// The headings of the columns of the gauges: gauge, level, time.
    pub gauge_columns: [&'static str; 3],
    /// The title of the page that says when each source could be checked.
    pub status: &'static str,
    /// What that page says.
    pub status_about: &'static str,
    /// When it was written, and after how many minutes that means that nothing is checked.
    pub written: fn(&str, i64) -> String,
    /// After how many minutes without a response a source is shown as not checked.
    pub proves: fn(i64) -> String,
    /// The part of all periods in which a source was checked, and since when they are counted.
    pub share_checked: fn(&str, &str) -> String,
    /// The heading of the times without a check.
    pub gaps: &'static str,
    /// The begin and the end of such a time. It lasts if it has no end.
    pub gap: fn(&str, Option<&str>) -> String,
    // Of notifications.
    /// At the end of each notification: whom to call, and that this is not the official service.
    pub official: &'static str,
    /// Messages that are new or more severe than before, listed with their severities.
    pub new_messages: fn(&str) -> String,
    /// Further messages in force, listed with their severities.
    pub also: fn(&str) -> String,
    /// How many more messages are in force than are listed.
    pub more_messages: fn(usize) -> String,
    /// The areas whose messages have ended.
    pub ended_areas: fn(&str) -> String,
    /// A gauge has reached the own level: the name, the own level, the level, and the time of the reading.
    pub level_reached: fn(&str, &str, &str, &str) -> String,
    /// The title where a gauge with an own level has had no usable reading for an hour.
    pub silent_title: &'static str,
    /// A gauge without usable readings, and the time of its last one.
    pub silent_gauge: fn(&str, &str) -> String,
    /// Those gauges.
    pub silent: fn(&str) -> String,
    /// The title when all of them have readings again.
    pub heard_title: &'static str,
    /// The gauges that have readings again, with their levels.
    pub heard: fn(&str) -> String,
    /// The title where messages could not be checked for an hour.
    pub unchecked_title: &'static str,
    /// The title when they are checked again.
    pub checked_again: &'static str,
    /// The title of the first notification of a device.
    pub welcome_title: &'static str,
    /// The number of areas, of counties and of gauges with an own level.
    pub welcome: fn(usize, usize, usize) -> String,
}

pub(super) static ENGLISH: RecorderTexts = RecorderTexts {
    area_title: |county| {
        format!("Flood warnings and alerts: {}", county.map_or("Wales", County::english))
    },
    test: "Test, not real",
    sender: "Gorlif, from the open data of Natural Resources Wales",
    incomplete: "Some warnings or alerts of the service could not be read. There may be more warnings in force. Call Floodline 0345 988 1188.",
    without_position: "position not given",
    full_page: "Full page with a map",
    page_checked: |at| format!("Checked with Natural Resources Wales: {at}."),
    title_not_checked: "Not checked now",
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
    ended_heading: "No longer in force",
    all_warnings: "All flood warnings in Wales",
    not_known: "not known",
    no_gauges: "No river gauge is known in this county.",
    gauge_columns: ["Gauge", "Level", "Read at"],
    status: "Service status",
    status_about: "When the data of Natural Resources Wales could be checked. What could not be checked is never shown as safe.",
    written: |at, minutes| {
        format!(
            "This page was written on {at}. If that is more than {minutes} minutes ago, nothing has been checked since."
        )
    },
    proves: |minutes| {
        let time = match minutes {
            ..=119 => format!("{minutes} minutes"),
            _ => format!("{} hours", minutes / 60),
        };
        format!("After {time} without a response it is shown as not checked.")
    },
    share_checked: |percent, since| {
        format!("Checked in {percent} of all periods of five minutes since {since}.")
    },
    gaps: "Times without a check",
    gap: |begin, end| match end {
        Some(end) => format!("{begin} to {end}"),
        None => format!("since {begin}"),
    },
    official: "This is not the official warning service. Floodline: 0345 988 1188.",
    new_messages: |list| format!("New: {list}."),
    also: |list| format!("Also in force: {list}."),
    more_messages: |count| format!("{count} more"),
    ended_areas: |list| format!("No longer in force: {list}."),
    level_reached: |name, own_level, level, time| {
        format!("{name} has reached {own_level}, your own level: {level} on {time}.")
    },
    silent_title: "A gauge on your list has no new readings",
    silent_gauge: |name, time| format!("{name} (last reading {time})"),
    silent: |list| {
        format!("No new readings: {list}. Whether your own level is reached is not known.")
    },
    heard_title: "Gauges on your list have readings again",
    heard: |list| format!("Readings again: {list}."),
    unchecked_title: "Not all flood warnings could be checked for an hour",
    checked_again: "Flood warnings are checked again",
    welcome_title: "Notifications are on",
    welcome: |areas, counties, gauges| {
        format!("Flood areas: {areas}. Counties: {counties}. Gauges with an own level: {gauges}.")
    },
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: RecorderTexts = RecorderTexts {
    area_title: |county| {
        format!("Rhybuddion a negeseuon llifogydd: {}", county.map_or("Cymru", County::welsh))
    },
    test: "Prawf, nid yw'n wir",
    sender: "Gorlif, o ddata agored Cyfoeth Naturiol Cymru",
    incomplete: "Ni ellid darllen rhai o rybuddion neu negeseuon y gwasanaeth. Gall fod rhagor o rybuddion mewn grym. Ffoniwch Floodline 0345 988 1188.",
    without_position: "heb safle",
    full_page: "Y dudalen lawn gyda map",
    page_checked: |at| format!("Gwiriwyd gyda Chyfoeth Naturiol Cymru: {at}."),
    title_not_checked: "Heb ei wirio nawr",
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
    ended_heading: "Ddim mewn grym mwyach",
    all_warnings: "Pob rhybudd llifogydd yng Nghymru",
    not_known: "ddim yn hysbys",
    no_gauges: "Nid oes mesurydd afon hysbys yn y sir hon.",
    gauge_columns: ["Mesurydd", "Lefel", "Darllenwyd"],
    status: "Statws y gwasanaeth",
    status_about: "Pryd y bu modd gwirio data Cyfoeth Naturiol Cymru. Ni ddangosir dim na ellid ei wirio fel rhywbeth diogel.",
    written: |at, minutes| {
        format!(
            "Ysgrifennwyd y dudalen hon ar {at}. Os yw hynny'n fwy na {minutes} munud yn ôl, nid oes dim wedi'i wirio ers hynny."
        )
    },
    proves: |minutes| {
        let time = match minutes {
            ..=119 => format!("{minutes} munud"),
            _ => format!("{} awr", minutes / 60),
        };
        format!("Ar ôl {time} heb ymateb fe'i dangosir fel rhywbeth heb ei wirio.")
    },
    share_checked: |percent, since| {
        format!("Gwiriwyd mewn {percent} o'r holl gyfnodau o bum munud ers {since}.")
    },
    gaps: "Amseroedd heb wiriad",
    gap: |begin, end| match end {
        Some(end) => format!("{begin} hyd {end}"),
        None => format!("ers {begin}"),
    },
    official: "Nid hwn yw'r gwasanaeth rhybuddio swyddogol. Floodline: 0345 988 1188.",
    new_messages: |list| format!("Newydd: {list}."),
    also: |list| format!("Hefyd mewn grym: {list}."),
    more_messages: |count| format!("{count} arall"),
    ended_areas: |list| format!("Ddim mewn grym mwyach: {list}."),
    level_reached: |name, own_level, level, time| {
        format!("Mae {name} wedi cyrraedd {own_level}, eich lefel eich hun: {level} ar {time}.")
    },
    silent_title: "Nid oes darlleniadau newydd gan fesurydd ar eich rhestr",
    silent_gauge: |name, time| format!("{name} (darlleniad diwethaf {time})"),
    silent: |list| {
        format!(
            "Dim darlleniadau newydd: {list}. Nid yw'n hysbys a yw eich lefel eich hun wedi'i chyrraedd."
        )
    },
    heard_title: "Mae gan fesuryddion ar eich rhestr ddarlleniadau eto",
    heard: |list| format!("Darlleniadau eto: {list}."),
    unchecked_title: "Ni ellid gwirio pob rhybudd llifogydd am awr",
    checked_again: "Mae rhybuddion llifogydd yn cael eu gwirio eto",
    welcome_title: "Mae hysbysiadau ymlaen",
    welcome: |areas, counties, gauges| {
        format!(
            "Ardaloedd llifogydd: {areas}. Siroedd: {counties}. Mesuryddion â'ch lefel eich hun: {gauges}."
        )
    },
};

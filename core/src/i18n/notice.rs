//! The texts of the notifications that the recorder sends. The page uses none of them, so they are a table of their own.

use super::language::Language;

/// The texts in one language.
pub struct NoticeTexts {
    /// At the end of each notification: whom to call, and that this is not the official service.
    pub official: &'static str,
    /// When the messages were checked, as "27 November 2026, 03:15".
    pub checked: fn(&str) -> String,
    /// Messages that are new or more severe than before, listed with their severities.
    pub new: fn(&str) -> String,
    /// Further messages in force, listed with their severities.
    pub also: fn(&str) -> String,
    /// How many more messages are in force than are listed.
    pub more: fn(usize) -> String,
    /// The areas whose messages have ended.
    pub ended: fn(&str) -> String,
    /// A gauge has reached the own level: the name, the own level, the level, and the time of the reading.
    pub level: fn(&str, &str, &str, &str) -> String,
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

static ENGLISH: NoticeTexts = NoticeTexts {
    official: "This is not the official warning service. Floodline: 0345 988 1188.",
    checked: |time| format!("Checked on {time}."),
    new: |list| format!("New: {list}."),
    also: |list| format!("Also in force: {list}."),
    more: |count| format!("{count} more"),
    ended: |list| format!("No longer in force: {list}."),
    level: |name, own_level, level, time| {
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
static WELSH: NoticeTexts = NoticeTexts {
    official: "Nid hwn yw'r gwasanaeth rhybuddio swyddogol. Floodline: 0345 988 1188.",
    checked: |time| format!("Gwiriwyd ar {time}."),
    new: |list| format!("Newydd: {list}."),
    also: |list| format!("Hefyd mewn grym: {list}."),
    more: |count| format!("{count} arall"),
    ended: |list| format!("Ddim mewn grym mwyach: {list}."),
    level: |name, own_level, level, time| {
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

impl Language {
    /// The texts of the notifications that the recorder sends.
    pub fn notice_texts(self) -> &'static NoticeTexts {
        self.of(&ENGLISH, &WELSH)
    }
}

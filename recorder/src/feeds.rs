//! Feeds for newsrooms: for each county and for all Wales an Atom feed in each language, and a JSON
//! file in the terms of the Common Alerting Protocol (CAP 1.2).

use crate::store::AreaMessage;
use atom_syndication::{Content, Entry, Feed, Link, Person, Text};
use chrono::{SecondsFormat, TimeDelta};
use gorlif_core::{
    basemap::Basemap,
    domain::{
        Timestamp,
        county::County,
        warning::{ChangeKind, Severity},
    },
    history::{self, MessageChange, MessageState},
    i18n::Language,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The outlines of the page, from which the county of a message is found.
const BASEMAP: &[u8] = include_bytes!("../../public/basemap.txt");
/// A feed has this many entries at most, the newest ones.
const ENTRIES: usize = 100;
/// A message stays in the JSON file for this time after its end.
const ENDED: TimeDelta = TimeDelta::days(1);
/// The author of the messages.
const PRODUCER: [&str; 2] = ["Natural Resources Wales", "Cyfoeth Naturiol Cymru"];

/// Makes the feeds.
pub struct Feeds {
    /// The address of the page, to which the entries link. Without it there are no feeds.
    page: Option<String>,
    /// Whether the messages are made up, which the JSON files then say.
    is_test: bool,
    basemap: Basemap,
}

/// A file of alerts in the terms of CAP 1.2.
#[derive(Serialize)]
struct Alerts<'a> {
    /// When the file was made.
    sent: String,
    /// The address of the page: CAP allows no space here.
    sender: &'a str,
    alerts: Vec<Alert<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Alert<'a> {
    identifier: String,
    sender: &'a str,
    sent: String,
    status: &'static str,
    msg_type: &'static str,
    scope: &'static str,
    /// Sender, identifier and time of the alert that this one replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<String>,
    info: Vec<Info<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Info<'a> {
    language: &'static str,
    category: &'static str,
    event: &'static str,
    urgency: &'static str,
    severity: &'static str,
    certainty: &'static str,
    headline: String,
    description: &'a str,
    web: String,
    area: Area<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Area<'a> {
    area_desc: &'a str,
    geocode: [(&'static str, &'a str); 1],
}

/// A change of the message of one area.
struct AreaChange<'a> {
    message: &'a AreaMessage,
    /// The message before the change.
    before: Option<&'a AreaMessage>,
    counties: Vec<County>,
    change: MessageChange,
}

impl Feeds {
    /// Feeds whose entries link to the page.
    pub fn new(page: Option<String>, is_test: bool) -> Self {
        Self { page, is_test, basemap: Basemap::decode(BASEMAP).unwrap_or_default() }
    }

    /// The names and contents of all files. `areas` has the recorded states by code, oldest first.
    ///
    /// # Errors
    ///
    /// If a file cannot be encoded.
    pub fn files(
        &self,
        areas: &BTreeMap<String, Vec<AreaMessage>>,
        now: Timestamp,
    ) -> serde_json::Result<Vec<(String, Vec<u8>)>> {
        let Some(page) = self.page.as_deref() else { return Ok(Vec::new()) };
        let mut changes: Vec<AreaChange<'_>> = Vec::new();
        for messages in areas.values() {
            let states: Vec<MessageState> =
                messages.iter().map(|message| message.state.clone()).collect();
            let mut before = None;
            for change in history::changes(&states) {
                let state = messages.iter().find(|m| m.state.at.timestamp() == change.at);
                let Some(message) = state else { continue };
                changes.push(AreaChange {
                    message,
                    before,
                    change,
                    counties: message
                        .position
                        .map(|position| self.basemap.counties_of(position))
                        .unwrap_or_default(),
                });
                before = Some(message);
            }
        }
        changes.sort_by_key(|change| std::cmp::Reverse(change.change.at));
        let mut files = Vec::new();
        for county in std::iter::once(None).chain(County::all().map(Some)) {
            let own: Vec<&AreaChange<'_>> = changes
                .iter()
                .filter(|change| county.is_none_or(|county| change.counties.contains(&county)))
                .collect();
            let name = county.map_or("wales", County::id);
            for language in Language::ALL {
                let feed = atom(language, county, &own, page, now);
                files.push((format!("feeds/{name}.{}.atom", language.tag()), feed.into_bytes()));
            }
            let alerts = self.alerts(&own, page, now);
            files.push((format!("feeds/{name}.json"), serde_json::to_vec(&alerts)?));
        }
        Ok(files)
    }

    /// The newest state of each message that is in force or ended within the last day.
    fn alerts<'a>(
        &self,
        changes: &[&'a AreaChange<'a>],
        page: &'a str,
        now: Timestamp,
    ) -> Alerts<'a> {
        let mut newest: BTreeMap<&str, &AreaChange<'_>> = BTreeMap::new();
        for change in changes {
            newest.entry(&change.message.area.0).or_insert(change);
        }
        let is_current = |change: &AreaChange<'_>| {
            change.change.kind() != ChangeKind::StoodDown || now - change.message.state.at < ENDED
        };
        let alert = |AreaChange { message, before, change, .. }: &'a AreaChange<'a>| Alert {
            identifier: id(page, message),
            sender: page,
            sent: cap_time(message.state.at),
            status: if self.is_test { "Test" } else { "Actual" },
            msg_type: match change.kind() {
                ChangeKind::Raised => "Alert",
                ChangeKind::Changed => "Update",
                ChangeKind::StoodDown => "Cancel",
            },
            scope: "Public",
            references: before
                .filter(|_| change.kind() != ChangeKind::Raised)
                .map(|before| format!("{page},{},{}", id(page, before), cap_time(before.state.at))),
            info: Language::ALL
                .map(|language| {
                    let (urgency, severity, certainty) = cap_terms(message.state.severity);
                    Info {
                        language: language.of("en-GB", "cy-GB"),
                        category: "Met",
                        event: (language.messages().severity)(message.state.severity),
                        urgency,
                        severity,
                        certainty,
                        headline: title(language, message, change.kind()),
                        description: language.pick(&message.state.text).text,
                        web: link(language, page, message),
                        area: Area {
                            area_desc: &message.description,
                            geocode: [("FWACODE", message.area.given())],
                        },
                    }
                })
                .into(),
        };
        Alerts {
            sent: cap_time(now),
            sender: page,
            alerts: newest.into_values().filter(|change| is_current(change)).map(alert).collect(),
        }
    }
}

fn atom(
    language: Language,
    county: Option<County>,
    changes: &[&AreaChange<'_>],
    page: &str,
    now: Timestamp,
) -> String {
    let entry = |AreaChange { message, change, .. }: &&AreaChange<'_>| {
        let text = language.pick(&message.state.text);
        Entry {
            title: Text::plain(title(language, message, change.kind())),
            id: id(page, message),
            updated: message.state.at.into(),
            links: vec![Link { href: link(language, page, message), ..Link::default() }],
            content: Some(Content {
                lang: text.foreign.map(|language| language.tag().to_owned()),
                value: Some(text.text.to_owned()),
                content_type: Some("text".to_owned()),
                ..Content::default()
            }),
            ..Entry::default()
        }
    };
    let newest = changes.first().map_or(now, |change| change.message.state.at);
    let feed = Feed {
        title: Text::plain((language.messages().feed_title)(county)),
        id: format!("{page}feeds/{}.{}", county.map_or("wales", County::id), language.tag()),
        updated: newest.into(),
        lang: Some(language.tag().to_owned()),
        authors: vec![Person {
            name: language.of(PRODUCER[0], PRODUCER[1]).to_owned(),
            ..Person::default()
        }],
        links: vec![Link { href: format!("{page}?lang={}", language.tag()), ..Link::default() }],
        entries: changes.iter().take(ENTRIES).map(entry).collect(),
        ..Feed::default()
    };
    feed.to_string()
}

/// "Issued: Flood warning: River Taff at Pontypridd".
fn title(language: Language, message: &AreaMessage, kind: ChangeKind) -> String {
    let change = (language.messages().change)(kind);
    let name = &message.description;
    match kind {
        ChangeKind::StoodDown => format!("{change}: {name}"),
        ChangeKind::Raised | ChangeKind::Changed => {
            format!("{change}: {}: {name}", (language.messages().severity)(message.state.severity))
        }
    }
}

/// The id of a state of a message: the address of the message, and the time.
fn id(page: &str, message: &AreaMessage) -> String {
    format!("{page}?area={}#{}", encode(message.area.given()), message.state.at.timestamp())
}

fn link(language: Language, page: &str, message: &AreaMessage) -> String {
    format!("{page}?area={}&lang={}", encode(message.area.given()), language.tag())
}

/// Percent-encodes all but ASCII letters and digits.
fn encode(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Urgency, severity and certainty. The service does not publish CAP; the mapping is ours, after the
/// meaning of each severity.
fn cap_terms(severity: Severity) -> (&'static str, &'static str, &'static str) {
    match severity {
        Severity::Severe => ("Immediate", "Extreme", "Likely"),
        Severity::Warning => ("Expected", "Severe", "Likely"),
        Severity::Unknown => ("Unknown", "Unknown", "Unknown"),
        Severity::Alert => ("Future", "Moderate", "Possible"),
        Severity::NoLongerInForce => ("Past", "Minor", "Observed"),
    }
}

/// A time as CAP 1.2 requires it: with an offset, never "Z".
fn cap_time(at: Timestamp) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::domain::{bilingual::Bilingual, geo::Position, warning::AreaCode};

    fn message(minutes: i64, severity: Severity, en: &str, cy: &str) -> AreaMessage {
        AreaMessage {
            area: AreaCode("101FWFCW/1".to_owned()),
            description: "Usk & <Brecon>".to_owned(),
            position: Position::new(51.947, -3.391),
            state: MessageState {
                at: Timestamp::from_timestamp(1_790_000_000 + 60 * minutes, 0).unwrap_or_default(),
                severity,
                text: Bilingual::new(en, cy),
            },
        }
    }

    fn files(messages: Vec<AreaMessage>) -> BTreeMap<String, String> {
        let now = Timestamp::from_timestamp(1_790_010_000, 0).unwrap_or_default();
        Feeds::new(Some("https://flood.example/".to_owned()), true)
            .files(&BTreeMap::from([("101FWFCW/1".to_owned(), messages)]), now)
            .unwrap_or_default()
            .into_iter()
            .map(|(name, content)| (name, String::from_utf8_lossy(&content).into_owned()))
            .collect()
    }

    #[test]
    fn an_area_whose_point_is_at_sea_is_in_the_feeds_of_the_counties_near_it() {
        let mut at_sea = message(0, Severity::Alert, "Waves.", "");
        // In Swansea Bay, and in Cardigan Bay far from any county.
        at_sea.position = Position::new(51.58, -3.88);
        let files_of = |message: AreaMessage| {
            let files = files(vec![message]);
            let has_entry = |(name, content): (&String, &String)| {
                (name.ends_with("en.atom") && content.contains("<entry>")).then(|| name.clone())
            };
            files.iter().filter_map(has_entry).collect::<Vec<String>>()
        };
        let bay = files_of(at_sea.clone());
        for name in ["swansea", "neath-port-talbot", "wales"] {
            assert!(bay.contains(&format!("feeds/{name}.en.atom")), "{name}: {bay:?}");
        }
        at_sea.position = Position::new(52.4, -5.4);
        assert_eq!(files_of(at_sea.clone()), ["feeds/wales.en.atom"]);
        at_sea.position = None;
        assert_eq!(files_of(at_sea), ["feeds/wales.en.atom"]);
    }

    #[test]
    fn the_county_of_a_message_and_all_wales_have_its_changes_in_both_languages() {
        let files = files(vec![
            message(0, Severity::Alert, "Rain.", ""),
            message(60, Severity::Warning, "More rain.", "Mwy o law."),
            message(90, Severity::NoLongerInForce, "", ""),
        ]);
        assert_eq!(files.len(), 23 * 3);
        for name in ["feeds/powys.en.atom", "feeds/wales.en.atom"] {
            let feed: Feed = files[name].parse().unwrap_or_default();
            let titles: Vec<&str> = feed.entries.iter().map(|entry| entry.title.as_str()).collect();
            assert_eq!(
                titles,
                [
                    "No longer in force: Usk & <Brecon>",
                    "Updated: Flood warning: Usk & <Brecon>",
                    "Issued: Flood alert: Usk & <Brecon>",
                ],
                "{name}"
            );
            let ids: std::collections::BTreeSet<&str> =
                feed.entries.iter().map(|entry| entry.id.as_str()).collect();
            assert_eq!(ids.len(), 3);
        }
        let welsh = &files["feeds/powys.cy.atom"];
        assert!(welsh.contains("Mwy o law.") && welsh.contains(r#"xml:lang="en""#), "{welsh}");
        assert!(!files["feeds/gwynedd.en.atom"].contains("<entry>"));
        let alerts: serde_json::Value =
            serde_json::from_str(&files["feeds/powys.json"]).unwrap_or_default();
        assert_eq!(alerts["alerts"][0]["msgType"], "Cancel");
        assert_eq!(alerts["alerts"][0]["status"], "Test");
        assert_eq!(alerts["alerts"][0]["sent"], "2026-09-21T15:43:20+00:00");
        assert_eq!(
            alerts["alerts"][0]["references"],
            "https://flood.example/,https://flood.example/?area=101FWFCW%2F1#1790003600,\
             2026-09-21T15:13:20+00:00"
        );
        assert_eq!(alerts["alerts"][0]["info"][1]["language"], "cy-GB");
        assert_eq!(alerts["alerts"][1], serde_json::Value::Null);
    }
}

//! Feeds for newsrooms and programs: for each county and for all Wales an Atom feed in each language, for each message an alert of the
//! Common Alerting Protocol, and the messages in force and the gauges as GeoJSON. Each says whether its messages are proven.

mod alert;
mod atom;
mod cap;
mod content;
mod gaps;
mod geojson;

pub use content::{Check, PROVEN, Proof, encode, end_of_proof, placed};

use crate::{checks::Checks, store::AreaMessage};
use content::{AreaChange, Elsewhere, Page, name};
use gorlif_core::{
    area_names::AreaNames,
    basemap::Basemap,
    domain::{Timestamp, county::County, station::Station},
    i18n::Language,
    recorded,
};
use std::{collections::BTreeMap, sync::Arc};

/// The outlines of the page, from which the county of a message or gauge is found.
const BASEMAP: &[u8] = include_bytes!("../../../public/basemap.txt");

/// The outlines of the counties. Without them every message would be in no county, so `None` must not be taken for empty ones.
pub fn outlines() -> Option<Arc<Basemap>> {
    Basemap::decode(BASEMAP).map(Arc::new)
}

/// The names and contents of files.
pub type Files = Vec<(String, Vec<u8>)>;

/// Why a feed could not be made.
#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    /// A JSON file could not be encoded.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// An XML file could not be encoded.
    #[error("{0}")]
    Xml(#[from] minijinja::Error),
}

/// Makes the feeds.
pub struct Feeds {
    /// The address of the page, to which the entries link. Without it there are no feeds.
    page: Option<String>,
    basemap: Arc<Basemap>,
    names: Arc<AreaNames>,
    xml: cap::Xml,
}

impl Feeds {
    /// Feeds whose entries link to the page.
    ///
    /// # Errors
    ///
    /// If the template of the alerts has an error.
    pub fn new(
        page: Option<String>,
        basemap: Arc<Basemap>,
        names: Arc<AreaNames>,
    ) -> Result<Self, FeedError> {
        Ok(Self { page, basemap, names, xml: cap::Xml::new()? })
    }

    /// The names and contents of all files. `areas` has the recorded states by code, oldest first.
    /// `is_test`: the messages are made up.
    ///
    /// # Errors
    ///
    /// If a file cannot be encoded.
    pub fn files(
        &self,
        areas: &BTreeMap<String, Vec<AreaMessage>>,
        check: Check,
        is_test: bool,
        now: Timestamp,
    ) -> Result<Files, FeedError> {
        let Some(address) = self.page.as_deref() else { return Ok(Vec::new()) };
        let names = &*self.names;
        let wales = Page { address, names, is_test, check, now, elsewhere: None };
        let mut changes: Vec<AreaChange<'_>> =
            areas.values().flat_map(|messages| self.changes(messages)).collect();
        changes.sort_by_key(|change| std::cmp::Reverse(change.change.at));
        let current_in_wales = alert::current(changes.iter(), now);
        let elsewhere = |county: County| {
            let may_reach = |change: &&&AreaChange<'_>| {
                change.message.state.severity.in_force()
                    && change.places.may_reach.contains(&county)
            };
            let messages = current_in_wales.iter().filter(may_reach);
            let changed = messages.clone().map(|change| change.change.at).max()?;
            Some(Elsewhere { count: messages.count(), changed })
        };
        let mut files = Vec::new();
        for county in std::iter::once(None).chain(County::all().map(Some)) {
            let own: Vec<&AreaChange<'_>> = changes
                .iter()
                .filter(|change| county.is_none_or(|county| change.places.files.contains(&county)))
                .collect();
            let page = Page { elsewhere: county.and_then(&elsewhere), ..wales };
            let name = name(county);
            for language in Language::ALL {
                let feed = atom::encode(page, language, county, &own);
                files.push((format!("feeds/{name}.{}.atom", language.tag()), feed));
            }
        }
        files.extend(self.xml.files(wales, &current_in_wales)?);
        for language in Language::ALL {
            let name = format!("feeds/warnings.{}.geojson", language.tag());
            files.push((name, geojson::messages(wales, language, &current_in_wales)?));
        }
        Ok(files)
    }

    /// The files of the gauges of a response that the service created at `checked`.
    ///
    /// # Errors
    ///
    /// If a file cannot be encoded.
    pub fn of_gauges(
        &self,
        gauges: &[Arc<Station>],
        checked: Timestamp,
        now: Timestamp,
    ) -> Result<Files, FeedError> {
        let file = |language: Language| {
            let name = format!("feeds/gauges.{}.geojson", language.tag());
            Ok((name, geojson::gauges(language, gauges, checked, now)?))
        };
        Language::ALL.into_iter().map(file).collect()
    }

    /// The feeds of the times in which a source could not be checked.
    pub fn of_checks(&self, checks: &Checks, now: Timestamp) -> Files {
        let Some(address) = &self.page else { return Files::new() };
        let file = |language: Language| {
            let name = format!("feeds/status.{}.atom", language.tag());
            (name, gaps::encode(address, language, checks, now))
        };
        Language::ALL.into_iter().map(file).collect()
    }

    /// The changes of one area's message, oldest first.
    fn changes<'a>(&self, messages: &'a [AreaMessage]) -> Vec<AreaChange<'a>> {
        let position = messages.last().and_then(|message| message.position);
        let places = placed(&self.basemap, position);
        let mut changes = Vec::new();
        let mut before = None;
        for change in recorded::changes(messages.iter().map(|message| &message.state)) {
            let state = messages.iter().find(|m| m.state.at.timestamp() == change.at);
            let Some(message) = state else { continue };
            changes.push(AreaChange { message, before, places: places.clone(), change });
            before = Some(message);
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atom_syndication::Feed;
    use chrono::TimeDelta;
    use gorlif_core::domain::{
        bilingual::Bilingual,
        geo::Position,
        warning::{AreaCode, Severity},
    };
    use gorlif_core::{flood_areas::Projection, recorded::MessageState};

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

    fn now() -> Timestamp {
        Timestamp::from_timestamp(1_790_010_000, 0).unwrap_or_default()
    }

    /// All files of these messages, which are made up.
    fn files_with(messages: Vec<AreaMessage>, check: Check) -> BTreeMap<String, String> {
        files_with_names(messages, check, Arc::default())
    }

    fn files_with_names(
        messages: Vec<AreaMessage>,
        check: Check,
        names: Arc<AreaNames>,
    ) -> BTreeMap<String, String> {
        let mut areas: BTreeMap<String, Vec<AreaMessage>> = BTreeMap::new();
        for message in messages {
            areas.entry(message.area.0.clone()).or_default().push(message);
        }
        let outlines = outlines().expect("the outlines of the page");
        Feeds::new(Some("https://flood.example/".to_owned()), outlines, names)
            .and_then(|feeds| feeds.files(&areas, check, true, now()))
            .unwrap_or_default()
            .into_iter()
            .map(|(name, content)| (name, String::from_utf8_lossy(&content).into_owned()))
            .collect()
    }

    fn files(messages: Vec<AreaMessage>) -> BTreeMap<String, String> {
        files_with(messages, Check::new(now(), now(), true))
    }

    fn parsed(file: &str) -> Feed {
        file.parse().unwrap_or_default()
    }

    /// The texts of the elements of this name in an alert.
    fn elements<'a>(alert: &'a str, name: &str) -> Vec<&'a str> {
        let (begin, end) = (format!("<{name}>"), format!("</{name}>"));
        let content = |part: &'a str| part.split_once(&end).map(|(content, _)| content);
        alert.split(&begin).skip(1).filter_map(content).collect()
    }

    /// The alert of the messages of this module, or of the notice.
    const ALERT: &str = "feeds/cap/message-101FWFCW_2f1.xml";
    const NOTICE: &str = "feeds/cap/notice.xml";

    // case 184
    #[test]
    fn a_response_proves_the_messages_for_20_minutes() {
        let proof = |minutes, is_complete| {
            Check::new(now() - TimeDelta::minutes(minutes), now(), is_complete).proof
        };
        assert_eq!(proof(20, true), Proof::Complete);
        assert_eq!(proof(20, false), Proof::Incomplete);
        assert_eq!(proof(21, true), Proof::Missing);
        assert_eq!(proof(-3, true), Proof::Missing, "a clock that is ahead");
    }

    // case 184
    #[test]
    fn a_feed_without_proof_says_since_when_and_has_the_time_of_the_service() {
        let service = now() - TimeDelta::minutes(30);
        let files = files_with(
            vec![message(0, Severity::Alert, "Rain.", "")],
            Check::failed(Some(service)),
        );
        let since = "could not be checked since 21\u{a0}September 2026, 17:30";
        for name in ["feeds/wales.en.atom", "feeds/gwynedd.en.atom", "feeds/cap/index.en.atom"] {
            let feed = parsed(&files[name]);
            assert_eq!(feed.updated.to_utc(), service, "{name}");
            assert!(feed.subtitle.is_some_and(|text| text.value.contains(since)), "{name}");
            let first = feed.entries.first().expect("the notice");
            assert!(first.title.value.contains(since), "{name}: {}", first.title.value);
        }
        let notice = &files[NOTICE];
        assert!(elements(notice, "description")[0].contains(since), "{notice}");
        assert_eq!(elements(notice, "status"), ["System"]);
        assert_eq!(elements(notice, "severity"), ["Unknown", "Unknown"]);
        assert_eq!(elements(notice, "sent"), ["2026-09-21T16:30:00+00:00"]);
        assert!(
            files["feeds/gwynedd.cy.atom"]
                .contains("modd gwirio rhybuddion llifogydd ers 21\u{a0}Medi 2026, 17:30")
        );
    }

    // case 184
    #[test]
    fn before_the_first_response_and_with_unreadable_items_a_feed_is_not_empty() {
        for (check, text) in [
            (Check::failed(None), "Flood warnings could not be checked. There may be"),
            (Check::new(now(), now(), false), "could not be read"),
        ] {
            let files = files_with(Vec::new(), check);
            for name in ["feeds/powys.en.atom", "feeds/cap/index.en.atom"] {
                let feed = parsed(&files[name]);
                let [entry] = &feed.entries[..] else { panic!("{name}: {feed:?}") };
                assert!(entry.title.value.contains(text), "{name}: {}", entry.title.value);
                let updated = check.at.unwrap_or(Timestamp::UNIX_EPOCH);
                assert_eq!(feed.updated.to_utc(), updated, "{name}");
            }
            assert!(elements(&files[NOTICE], "description")[0].contains(text), "{}", files[NOTICE]);
        }
        let files = files(Vec::new());
        for name in ["feeds/powys.en.atom", "feeds/cap/index.en.atom"] {
            let feed = parsed(&files[name]);
            assert_eq!((feed.entries.len(), feed.subtitle), (0, None), "{name}");
        }
        assert!(!files.contains_key(NOTICE));
    }

    // case 185
    // case 231
    #[test]
    fn a_feed_has_all_messages_in_force_and_the_newest_changes() {
        let of = |area: &str, minutes: i64, severity: Severity| AreaMessage {
            area: AreaCode(area.to_owned()),
            ..message(minutes, severity, "Rain.", "")
        };
        let mut messages = vec![
            of("in force", 0, Severity::Severe),
            of("ended", 0, Severity::Severe),
            of("ended", 1, Severity::NoLongerInForce),
        ];
        messages.extend((0..105).map(|index| of(&format!("new {index}"), 2, Severity::Alert)));
        messages.extend(
            (0..105).map(|index| of(&format!("new {index}"), 3, Severity::NoLongerInForce)),
        );
        let feed = parsed(&files(messages)["feeds/powys.en.atom"]);
        let of_area = |area: &str| {
            let id = format!("area={}#", content::encode(area));
            feed.entries.iter().filter(|entry| entry.id.contains(&id)).count()
        };
        assert_eq!((of_area("in force"), of_area("ended")), (1, 0));
        assert_eq!(feed.entries.len(), 101);
    }

    #[test]
    fn messages_that_share_or_lack_a_code_have_ids_of_their_own() {
        let messages = ["X", "X~2", "~By the river", "~By the sea"].map(|area| AreaMessage {
            area: AreaCode(area.to_owned()),
            ..message(0, Severity::Alert, "Rain.", "")
        });
        let files = files(messages.into());
        let feed = parsed(&files["feeds/powys.en.atom"]);
        let ids: std::collections::BTreeSet<&str> =
            feed.entries.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids.len(), 4, "{ids:?}");
        let is_alert = |name: &str| name.starts_with("feeds/cap/message-");
        let alerts = files.iter().filter(|(name, _)| is_alert(name));
        let codes: Vec<Vec<&str>> = alerts.map(|(_, alert)| elements(alert, "value")).collect();
        assert_eq!(codes, [vec!["X", "X"], vec!["X", "X"], vec![], vec![]]);
    }

    // case 185
    #[test]
    fn a_feed_is_well_formed_names_itself_and_says_that_it_is_a_test() {
        let text = "a\u{fffe}b\u{ffff}c";
        let files = files(vec![message(0, Severity::Alert, text, text)]);
        for (name, test) in
            [("wales.en", "Test, not real: "), ("wales.cy", "Prawf, nid yw'n wir: ")]
        {
            let file = &files[&format!("feeds/{name}.atom")];
            assert!(file.contains("a\u{fffd}b\u{fffd}c"), "{file}");
            assert!(!file.contains(['\u{fffe}', '\u{ffff}']), "{file}");
            let feed = parsed(file);
            let itself = feed.links.iter().find(|link| link.rel == "self").map(|link| &*link.href);
            let expected = format!("https://flood.example/history/feeds/{name}.atom");
            assert_eq!(itself, Some(expected.as_str()));
            assert!(feed.title.value.starts_with(test), "{}", feed.title.value);
            assert!(
                feed.entries[0].title.value.starts_with(test),
                "{}",
                feed.entries[0].title.value
            );
        }
    }

    // case 184
    #[test]
    fn the_file_of_a_county_is_not_proven_while_a_message_elsewhere_may_reach_into_it() {
        let at = |position| AreaMessage { position, ..message(0, Severity::Severe, "Leave.", "") };
        for (case, position, is_listed, is_proven) in [
            ("in the county", Position::new(51.947, -3.391), true, false),
            ("near its border", Position::new(51.78, -3.2), true, false),
            ("further away", Position::new(52.41, -4.08), false, false),
            ("without a point", None, false, false),
            ("far from it", Position::new(51.8, -4.9), false, true),
        ] {
            let files = files(vec![at(position)]);
            let feed = &files["feeds/powys.en.atom"];
            assert_eq!(feed.contains("Leave."), is_listed, "{case}");
            let feed = parsed(feed);
            let says_none = feed.entries.is_empty() && feed.subtitle.is_none();
            assert_eq!(says_none, is_proven, "{case}: {feed:?}");
        }
    }

    // case 184
    #[test]
    fn feeds_begin_with_the_end_of_their_proof_if_they_are_proven() {
        let proven = files(Vec::new());
        for name in ["feeds/powys.cy.atom", "feeds/cap/index.en.atom"] {
            let begin = "<?xml version=\"1.0\"?><!-- proven until 1790011200 --><feed";
            assert!(proven[name].replace('\n', "").starts_with(begin), "{}", proven[name]);
            assert!(proven[name].parse::<Feed>().is_ok(), "{}", proven[name]);
        }
        let failed = files_with(Vec::new(), Check::failed(Some(now())));
        for name in ["feeds/powys.cy.atom", "feeds/cap/index.en.atom"] {
            assert!(!failed[name].contains("roven until"), "{}", failed[name]);
        }
    }

    // case 266
    #[test]
    fn a_feed_that_begins_with_a_notice_about_its_messages_has_an_end_too() {
        let unplaced = AreaMessage { position: None, ..message(0, Severity::Alert, "", "") };
        let incomplete = files_with(Vec::new(), Check::new(now(), now(), false));
        for (files, name) in [
            (&files(vec![unplaced]), "feeds/powys.en.atom"),
            (&incomplete, "feeds/wales.en.atom"),
            (&incomplete, "feeds/cap/index.cy.atom"),
        ] {
            assert!(parsed(&files[name]).entries.len() == 1, "{}", files[name]);
            assert!(files[name].contains("<!-- proven until 1790011200 -->"), "{}", files[name]);
        }
    }

    // case 268
    #[test]
    fn a_notice_about_messages_elsewhere_is_one_entry_until_they_change() {
        let unplaced =
            |minutes| AreaMessage { position: None, ..message(minutes, Severity::Alert, "", "") };
        let id_at = |minutes, messages| {
            let at = now() - TimeDelta::minutes(minutes);
            let files = files_with(messages, Check::new(at, at, true));
            parsed(&files["feeds/powys.en.atom"]).entries[0].id.clone()
        };
        let first = id_at(15, vec![unplaced(60)]);
        assert_eq!(id_at(0, vec![unplaced(60)]), first);
        let raised = AreaMessage { position: None, ..message(61, Severity::Severe, "", "") };
        assert_ne!(id_at(0, vec![unplaced(60), raised]), first);
    }

    // case 184
    #[test]
    fn the_notice_does_not_expire_while_nothing_is_proven() {
        for at in [
            None,
            Some(now()),
            Some(now() - TimeDelta::hours(25)),
            Some(now() - TimeDelta::days(9)),
        ] {
            let files = files_with(Vec::new(), Check::failed(at));
            let expires = elements(&files[NOTICE], "expires")[0].parse::<Timestamp>();
            let lasts = expires.is_ok_and(|at| at - now() >= TimeDelta::hours(12));
            assert!(lasts, "{at:?}: {}", files[NOTICE]);
            assert!(files["feeds/cap/index.en.atom"].contains("notice.xml"));
        }
    }

    // case 236
    #[test]
    fn an_alert_in_force_is_sent_again_before_it_expires() {
        let alerts_at = |hours: i64| {
            let check = now() + TimeDelta::hours(hours);
            let messages =
                vec![message(0, Severity::Alert, "", ""), message(60, Severity::Warning, "", "")];
            let files = files_with(messages, Check::new(check, check, true));
            let alert = &files[ALERT];
            let sent = elements(alert, "sent")[0].parse::<Timestamp>();
            let expires = elements(alert, "expires")[0].parse::<Timestamp>();
            assert!(sent.is_ok_and(|sent| sent <= check), "{alert}");
            assert!(expires.is_ok_and(|at| at - check >= TimeDelta::hours(12)), "{alert}");
            ["identifier", "msgType", "references"].map(|name| elements(alert, name)[0].to_owned())
        };
        let [first, kind, before] = alerts_at(0);
        assert_eq!(kind, "Update");
        assert!(before.contains("#1790000000,2026-09-21T14:13:20"), "{before}");
        let [again, kind, before] = alerts_at(13);
        assert_eq!((again, kind.as_str()), (format!("{first}-1"), "Update"));
        assert!(before.contains(&format!("{first},2026-09-21T15:13:20")), "{before}");
        let [third, _, before] = alerts_at(25);
        assert!(third.ends_with("-2") && before.contains("-1,2026-09-22T03:13:20"), "{before}");
        let years = alerts_at(26 * 365 * 24);
        assert_eq!(years[2].matches("101FWFCW").count(), 10, "{}", years[2]);
    }

    // case 184, 185
    #[test]
    fn the_alerts_as_xml_are_in_an_index_that_says_what_is_not_proven() {
        let hostile = AreaMessage {
            description: "A & <B> \"C\" ]]> \u{fffe}".to_owned(),
            ..message(0, Severity::Severe, "</alert>", "")
        };
        let files = files(vec![hostile.clone()]);
        let alert = &files[ALERT];
        assert!(
            alert.contains("<areaDesc>A &amp; &lt;B&gt; &quot;C&quot; ]]&gt; \u{fffd}</areaDesc>"),
            "{alert}"
        );
        assert!(alert.contains("<circle>51.947,-3.391 0</circle>"), "{alert}");
        for name in ["feeds/cap/index.en.atom", "feeds/cap/index.cy.atom"] {
            let feed = parsed(&files[name]);
            let links: Vec<&str> =
                feed.entries.iter().map(|entry| entry.links[0].href.as_str()).collect();
            let address = "https://flood.example/history/feeds/cap/message-101FWFCW_2f1.xml";
            assert_eq!(links, [address], "{name}");
        }
        let files = files_with(vec![hostile], Check::failed(Some(now())));
        let feed = parsed(&files["feeds/cap/index.en.atom"]);
        assert_eq!(feed.entries.len(), 2, "the notice, and the last known message");
        assert!(files[NOTICE].contains("<status>System</status>"));
    }

    // case 184
    #[test]
    fn the_geojson_files_begin_with_the_end_of_their_proof() {
        for (check, expected) in [
            (Check::new(now(), now(), true), 1_790_011_200),
            (Check::new(now(), now(), false), 0),
            (Check::failed(Some(now())), 0),
            (Check::failed(None), 0),
        ] {
            let files = files_with(vec![message(0, Severity::Alert, "Rain.", "")], check);
            let file = &files["feeds/warnings.en.geojson"];
            assert!(file.starts_with(&format!("{{\"provenUntil\":{expected},")), "{file}");
            // What is not proven is the first feature, or becomes it after the proof.
            let file: serde_json::Value = serde_json::from_str(file).expect("GeoJSON");
            let ids: Vec<_> = file["features"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|feature| feature["id"].as_str().unwrap_or_default())
                .collect();
            let is_proven = expected > 0;
            let known = "101FWFCW/1";
            assert_eq!(ids, if is_proven { vec![known] } else { vec!["notice", known] });
            let notice = if is_proven { &file["notice"] } else { &file["features"][0] };
            assert_eq!(notice["geometry"]["coordinates"], serde_json::json!([-3.8, 52.4]));
            let title = notice["properties"]["title"].as_str().unwrap_or_default();
            assert!(title.contains("There may be"), "{title}");
        }
        let placeless = AreaMessage { position: None, ..message(0, Severity::Alert, "", "") };
        let file: serde_json::Value =
            serde_json::from_str(&files(vec![placeless])["feeds/warnings.en.geojson"])
                .expect("GeoJSON");
        let feature = &file["features"][0];
        assert_eq!(feature["geometry"]["coordinates"], serde_json::json!([-3.8, 52.4]));
        let title = feature["properties"]["title"].as_str().unwrap_or_default();
        assert!(title.ends_with(" (position not given)"), "{title}");
        let ended = message(60, Severity::NoLongerInForce, "", "");
        let files = files(vec![message(0, Severity::Alert, "Rain.", ""), ended]);
        let file: serde_json::Value =
            serde_json::from_str(&files["feeds/warnings.en.geojson"]).expect("GeoJSON");
        assert_eq!(file["features"], serde_json::json!([]), "what has ended is not in force");
    }

    #[test]
    fn an_area_whose_point_is_at_sea_is_in_the_feeds_of_the_counties_near_it() {
        let mut at_sea = message(0, Severity::Alert, "Waves.", "");
        // In Swansea Bay, and in Cardigan Bay far from any county.
        at_sea.position = Position::new(51.58, -3.88);
        let files_of = |message: AreaMessage| {
            let files = files(vec![message]);
            let has_entry = |(name, content): (&String, &String)| {
                let is_area = name.ends_with("en.atom") && !name.contains("/cap/");
                (is_area && content.contains("Waves.")).then(|| name.clone())
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
    fn an_area_has_its_welsh_name_in_welsh_feeds_and_alerts() {
        let file = r#"{"version":1,"areas":[{"code":"101FWFCW/1","name_cy":"Afon Wysg"}]}"#;
        let names = AreaNames::decode(file.as_bytes(), Projection::default()).expect("a file");
        let messages = vec![message(0, Severity::Alert, "Rain.", "")];
        let files = files_with_names(messages, Check::new(now(), now(), true), Arc::new(names));
        for name in ["feeds/powys.cy.atom", "feeds/warnings.cy.geojson"] {
            assert!(files[name].contains("Afon Wysg"), "{name}: {}", files[name]);
            assert!(!files[name].contains("Brecon"), "{name}: {}", files[name]);
        }
        for name in ["feeds/powys.en.atom", "feeds/warnings.en.geojson"] {
            assert!(!files[name].contains("Afon Wysg"), "{name}: {}", files[name]);
        }
        assert_eq!(elements(&files[ALERT], "areaDesc"), ["Usk &amp; &lt;Brecon&gt;", "Afon Wysg"]);
    }

    #[test]
    fn the_county_of_a_message_and_all_wales_have_its_changes_in_both_languages() {
        let files = files(vec![
            message(0, Severity::Alert, "Rain.", ""),
            message(60, Severity::Warning, "More rain.", "Mwy o law."),
            message(90, Severity::NoLongerInForce, "", ""),
        ]);
        assert_eq!(files.keys().filter(|name| !name.contains("/cap/")).count(), 23 * 2 + 2);
        for name in ["feeds/powys.en.atom", "feeds/wales.en.atom"] {
            let feed: Feed = files[name].parse().unwrap_or_default();
            let titles: Vec<&str> = feed.entries.iter().map(|entry| entry.title.as_str()).collect();
            assert_eq!(
                titles,
                [
                    "Test, not real: No longer in force: Usk & <Brecon>",
                    "Test, not real: Updated: Flood warning: Usk & <Brecon>",
                    "Test, not real: Issued: Flood alert: Usk & <Brecon>",
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
        let alert = &files[ALERT];
        let element = |name| elements(alert, name);
        assert_eq!([element("msgType"), element("status")], [["Cancel"], ["Test"]]);
        assert_eq!(element("sent"), ["2026-09-21T15:43:20+00:00"]);
        assert_eq!(
            element("references")[0].replace("&#x2f;", "/"),
            "https://flood.example/,https://flood.example/?area=101FWFCW%2F1#1790003600,\
             2026-09-21T15:13:20+00:00"
        );
        assert_eq!(element("language"), ["en-GB", "cy-GB"]);
        assert_eq!(files.keys().filter(|name| name.contains("/cap/message-")).count(), 1);
    }
}

//! Plain pages for browsers without scripts: all Wales, each county, each river, each gauge, each message, and what could be checked, in both languages. What they say of the messages
//! follows from the types and the rules of the page.

mod area;
mod areas;
mod frame;
mod gauge;
mod known;
mod message;
mod river;
mod site;
mod status;

pub use gauge::PERIOD;
pub use known::{Known, Sources};

use crate::{checks, store::AreaMessage};
use areas::Areas;
use gorlif_core::{area_names::AreaNames, basemap::Basemap, i18n::Language};
use known::Messages;
use minijinja::{Environment, Value, context};
use site::Site;
use std::sync::Arc;

const TEMPLATES: [(&str, &str); 7] = [
    ("frame.html", include_str!("templates/frame.html")),
    ("area.html", include_str!("templates/area.html")),
    ("gauge.html", include_str!("templates/gauge.html")),
    ("message.html", include_str!("templates/message.html")),
    ("river.html", include_str!("templates/river.html")),
    ("status.html", include_str!("templates/status.html")),
    ("sitemap.xml", include_str!("templates/sitemap.xml")),
];
const STYLE: &str = include_str!("templates/plain.css");

/// Makes the pages.
pub struct PlainPages {
    site: Site,
    templates: Environment<'static>,
}

impl PlainPages {
    /// Pages of the page at this address, if it is known.
    ///
    /// # Errors
    ///
    /// If a template has an error.
    pub fn new(
        address: Option<String>,
        basemap: Arc<Basemap>,
        names: Arc<AreaNames>,
    ) -> Result<Self, minijinja::Error> {
        let mut templates = Environment::new();
        for (name, source) in TEMPLATES {
            templates.add_template(name, source)?;
        }
        // Escaped in HTML otherwise.
        templates.add_global("style", Value::from_safe_string(STYLE.to_owned()));
        Ok(Self { site: Site { address, basemap, names }, templates })
    }

    /// Calls `write` with the name and the content of each file, below the folder `plain`. In a storm all of them together take more
    /// memory than all else.
    ///
    /// # Errors
    ///
    /// If a page cannot be made, and those of `write`.
    pub fn each<E: From<minijinja::Error>>(
        &self,
        known: &Known<'_>,
        mut write: impl FnMut(&str, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        let messages = Messages::of(known);
        let areas = Areas::of(&self.site, known, &messages);
        let mut addresses = Vec::new();
        let mut page = |template: &str, name: String, page: Value| {
            let content = self.templates.get_template(template)?.render(page)?;
            addresses.extend(self.site.public(&name));
            write(&name, &content)
        };
        for language in Language::ALL {
            let folder = language.tag();
            for area in &areas.all {
                let of_area = area::page(&self.site, known, &messages, &areas, language, area);
                let name = format!("{folder}/{}", site::area_file(area.county));
                page("area.html", name, of_area)?;
            }
            let status = status::page(&self.site, known, language);
            page("status.html", format!("{folder}/{}", checks::PAGE), status)?;
            for (id, gauges) in &areas.rivers {
                let of_river = (id.as_str(), gauges.as_slice());
                if let Some(river) =
                    river::page(&self.site, known, &messages, &areas, language, of_river)
                {
                    page("river.html", format!("{folder}/{}", site::river_file(id)), river)?;
                }
            }
            for station in known.sources.known_gauges() {
                if known.has_page(station) {
                    let river = areas.river_of(station).map(|id| site::river_file(&id));
                    let of_gauge = gauge::page(&self.site, known, language, station, river);
                    page(
                        "gauge.html",
                        format!("{folder}/{}", site::gauge_file(&station.id)),
                        of_gauge,
                    )?;
                }
            }
            for states in known.recorded.values() {
                let is_repeated =
                    |state: &AreaMessage| messages.repeated.contains(state.area.given());
                if states.last().is_some_and(is_repeated) {
                    continue;
                }
                if let Some((file, message)) = message::page(&self.site, known, language, states) {
                    page("message.html", format!("{folder}/{file}"), message)?;
                }
            }
        }
        if addresses.is_empty() {
            return Ok(());
        }
        let sitemap = self.templates.get_template("sitemap.xml")?.render(context! { addresses })?;
        write("sitemap.xml", &sitemap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        checks::Checks,
        feeds::{self, Check},
    };
    use chrono::TimeDelta;
    use gorlif_core::{
        api::Stations,
        domain::{
            Timestamp,
            bilingual::Bilingual,
            geo::Position,
            level_record::{Distribution, LevelRecord, PERCENTS, Unchanged},
            source_id::SourceId,
            trend::{Reading, Tendency, Trend},
            warning::{AreaCode, Severity},
        },
        flood_areas::Projection,
        recorded::MessageState,
        test_support::{self, BRECON},
    };
    use std::{collections::BTreeMap, path::Path};

    /// The point of a message that may reach into Powys from Ceredigion.
    const BEYOND: Option<[f64; 2]> = Some([-4.08, 52.41]);
    const SINCE: &str = "21\u{a0}September 2026, 17:30";

    fn now() -> Timestamp {
        Timestamp::from_timestamp(1_790_010_000, 0).unwrap_or_default()
    }

    fn state(severity: Severity, text: &str, minutes: i64) -> AreaMessage {
        AreaMessage {
            area: AreaCode("A/1".to_owned()),
            description: "Usk & <Brecon>".to_owned(),
            position: Position::new(51.947, -3.391),
            state: MessageState {
                at: now() - TimeDelta::minutes(minutes),
                severity,
                text: Bilingual::new(text, ""),
            },
        }
    }

    fn message(severity: u8, point: Option<[f64; 2]>) -> String {
        let label =
            ["Severe Flood Warning", "Flood Warning", "Flood Alert"][usize::from(severity - 1)];
        let properties = format!(
            r#""FWACODE":"A/1","SEVERITYVALUE":{severity},"SEVERITY":"{label}","DESCRIPTION":"Usk & <Brecon>""#
        );
        test_support::feature(point, &properties)
    }

    /// The state of the recorder in a test: the response (`None` before the first one), and what it proves.
    struct Given {
        response: Option<Vec<String>>,
        check: Check,
        states: Vec<AreaMessage>,
        gauges: Option<Stations>,
        checks: Checks,
    }

    impl Given {
        fn checked(features: &[String]) -> Self {
            let check = Check::new(now(), now(), true);
            Self {
                response: Some(features.to_vec()),
                check,
                states: Vec::new(),
                gauges: None,
                checks: Checks::default(),
            }
        }

        fn files(self) -> BTreeMap<String, String> {
            self.files_with(AreaNames::default())
        }

        fn files_with(self, names: AreaNames) -> BTreeMap<String, String> {
            let recorded =
                self.states.first().map(|first| (first.area.0.clone(), self.states.clone()));
            let sources = Sources {
                messages: self.response.map(|features| test_support::warnings(&features)),
                gauges: self.gauges.map(|gauges| (gauges, now())),
                ..Sources::default()
            };
            let known = Known {
                check: self.check,
                sources: &sources,
                recorded: &recorded.into_iter().collect(),
                checks: &self.checks,
                trends: &BTreeMap::new(),
                records: &BTreeMap::new(),
                readings: None,
                is_test: false,
                now: now(),
            };
            let pages = PlainPages::new(
                Some("https://flood.example/".to_owned()),
                feeds::outlines().expect("the outlines of the page"),
                Arc::new(names),
            );
            all(&pages.expect("templates without errors"), &known)
        }
    }

    fn all(pages: &PlainPages, known: &Known<'_>) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        let written = pages.each(known, |name, content| {
            files.insert(name.to_owned(), content.to_owned());
            Ok::<_, minijinja::Error>(())
        });
        written.expect("pages");
        files
    }

    /// Whether a page says that nothing is in force.
    fn says_none(page: &str) -> bool {
        ["No flood warnings", "class=\"answer none\"", "none.png"]
            .iter()
            .any(|sign| page.contains(sign))
    }

    #[test]
    fn an_area_has_its_welsh_name_where_the_file_has_one() {
        let file = r#"{"version":1,"areas":[{"code":"A/1","name_en":"Usk","name_cy":"Wysg & <Aberhonddu>"}]}"#;
        let names = AreaNames::decode(file.as_bytes(), Projection::default()).expect("a file");
        let states = vec![state(Severity::Warning, "Rain.", 60)];
        let given = Given { states, ..Given::checked(&[message(2, BRECON)]) };
        let files = given.files_with(names);
        let welsh = "Wysg &amp; &lt;Aberhonddu&gt;";
        for name in ["cy/powys.html", "cy/index.html", "cy/message-A_2f1.html"] {
            let page = &files[name];
            assert!(page.contains(welsh) && !page.contains("Usk"), "{name}: {page}");
        }
        assert!(files["en/message-A_2f1.html"].contains("Usk &amp; &lt;Brecon&gt;"));
        assert!(!files["en/powys.html"].contains(welsh));
    }

    // case 196
    #[test]
    fn none_in_force_is_said_of_an_empty_proven_response_only() {
        let proven = Given::checked(&[]).files();
        for name in ["en/index.html", "en/powys.html"] {
            assert!(says_none(&proven[name]), "{}", proven[name]);
            assert!(proven[name].starts_with(
                "<!doctype html><!-- proven until 1790011200: 21 September 2026, 18:00 -->"
            ));
        }
        let failed = Check::failed(Some(now() - TimeDelta::minutes(30)));
        let incomplete = Check::new(now(), now(), false);
        for (case, check, response) in [
            ("an old response", failed, Some(Vec::new())),
            ("after a start without the service", failed, None),
            ("after a start without a response", Check::new(now(), now(), true), None),
            ("before the first response", Check::failed(None), None),
            ("an unreadable message", incomplete, Some(vec!["7".to_owned()])),
            ("an unreadable message before the start", incomplete, None),
        ] {
            let files = Given {
                response,
                check,
                states: Vec::new(),
                gauges: None,
                checks: Checks::default(),
            }
            .files();
            for (name, page) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
                assert!(!says_none(page), "{case}, {name}: {page}");
            }
            assert!(files["en/index.html"].contains("0345 988 1188"), "{case}");
        }
        let files = Given { check: failed, ..Given::checked(&[]) }.files();
        let page = &files["en/index.html"];
        assert!(page.contains(&format!("could not be checked since {SINCE}")), "{page}");
        assert!(page.starts_with("<!doctype html>\n"), "a page that proves nothing stays: {page}");
    }

    // case 196
    #[test]
    fn of_a_county_none_in_force_needs_every_message_elsewhere() {
        for (case, point, is_none) in [
            ("in it", BRECON, false),
            ("without a point", None, false),
            ("one that may reach into it", BEYOND, false),
            ("far from it", Some([-4.9, 51.8]), true),
        ] {
            let page = &Given::checked(&[message(2, point)]).files()["en/powys.html"];
            assert_eq!(says_none(page), is_none, "{case}: {page}");
        }
    }

    // case 196
    #[test]
    fn what_was_in_force_stays_on_the_pages_when_it_cannot_be_checked() {
        let check = Check::failed(Some(now() - TimeDelta::minutes(30)));
        for response in [Some(vec![message(1, BRECON)]), None] {
            let states = vec![state(Severity::Severe, "Leave now.", 60)];
            let files =
                Given { response, check, states, gauges: None, checks: Checks::default() }.files();
            let page = &files["en/powys.html"];
            assert!(page.contains("In force when last checked"), "{page}");
            assert!(
                page.contains(
                    r#"<a href="message-A_2f1.html"><bdi>Usk &amp; &lt;Brecon&gt;</bdi></a>"#
                ),
                "{page}"
            );
            let message = &files["en/message-A_2f1.html"];
            assert!(message.contains("Not checked now: Severe flood warning"), "{message}");
            assert!(message.contains("Leave now."), "{message}");
        }
    }

    // case 196
    #[test]
    fn an_incomplete_response_proves_only_the_messages_that_it_has() {
        let check = Check::new(now(), now(), false);
        let states = vec![state(Severity::Severe, "Leave now.", 60)];
        let response = Some(vec!["7".to_owned()]);
        let files =
            Given { response, check, states, gauges: None, checks: Checks::default() }.files();
        let page = &files["en/powys.html"];
        assert!(page.contains("1\u{a0}severe flood warning"), "still in force: {page}");
        assert!(page.contains("could not be read"), "{page}");
        let own = &files["en/message-A_2f1.html"];
        assert!(own.contains("Not checked now: Severe flood warning"), "{own}");
        assert!(own.contains("unknown.png"), "{own}");
        let states = vec![state(Severity::Severe, "Leave now.", 60)];
        let response = Some(vec![message(1, BRECON), "7".to_owned()]);
        let files =
            Given { response, check, states, gauges: None, checks: Checks::default() }.files();
        assert!(!files["en/message-A_2f1.html"].contains("Not checked now"));
    }

    // case 196
    #[test]
    fn a_message_without_a_point_is_named_beside_those_of_the_county() {
        let other = message(1, None).replace("A/1", "B");
        let page = &Given::checked(&[message(3, BRECON), other]).files()["en/powys.html"];
        assert!(page.contains("1\u{a0}flood alert in Powys."), "{page}");
        assert!(page.contains("with no point in or near this county"), "{page}");
    }

    // case 261
    #[test]
    fn the_status_has_the_part_that_was_checked_and_the_times_that_were_not() {
        let mut checks = Checks::default();
        let note = |checks: &mut Checks, minutes| {
            let at = now() - TimeDelta::minutes(minutes);
            checks.note(SourceId::NationalWarnings, at, at);
        };
        // From 14:20 to 14:55, and from 15:20 to 15:55.
        [220, 205, 160, 145].into_iter().for_each(|minutes| note(&mut checks, minutes));
        let files = Given { checks, ..Given::checked(&[]) }.files();
        let page = &files["en/status.html"];
        for text in [
            "<h2>Flood warnings in Wales</h2>",
            "Checked with Natural Resources Wales: 21\u{a0}September 2026, 15:35. After 20 minutes without a response it is shown as not checked.",
            "Checked in 35.55% of all periods of five minutes since 21\u{a0}September 2026, 14:20.",
            "<title>21\u{a0}September 2026: 35.55%</title>",
            r#"y="64.45" height="35.55""#,
            "<li>since 21\u{a0}September 2026, 15:55</li><li>21\u{a0}September 2026, 14:55 to 21\u{a0}September 2026, 15:20</li>",
        ] {
            assert!(page.contains(text), "{text}: {page}");
        }
        assert!(
            page.starts_with("<!doctype html>\n"),
            "it stays when its messages are too old: {page}"
        );
        let welsh = &files["cy/status.html"];
        assert!(welsh.contains("ers 21\u{a0}Medi 2026, 15:55"), "{welsh}");
        assert!(files["en/powys.html"].contains(r#"<a href="status.html">Service status</a>"#));
    }

    // case 256
    #[test]
    fn a_river_with_several_gauges_has_a_page_with_them_in_order_and_the_messages_of_its_name() {
        let gauge = |id: &str, title: &str, point| {
            let fields = format!(
                r#""Location":"{id}","TitleEN":"{title}","TitleCY":"Afon Wysg yn {id}","Units":"m","LatestValue":"1.204""#
            );
            test_support::feature(point, &fields)
        };
        let gauges = [
            gauge("4040", "Usk at Crickhowell", BRECON),
            gauge("4233", "Usk at Brecon", BRECON),
            gauge("9001", "River Usk at <Anywhere>", BRECON),
            gauge("9002", "Honddu at Brecon", BRECON),
        ];
        let features = [
            message(2, BRECON),
            message(1, None).replace("A/1", "B").replace("Usk & <Brecon>", "Wye"),
        ];
        let given = Given {
            gauges: Some(test_support::stations(&gauges, now())),
            ..Given::checked(&features)
        };
        let files = given.files();
        let page = &files["en/river-usk.html"];
        let order = ["Usk at Brecon<", "Usk at Crickhowell<", "River Usk at &lt;Anywhere&gt;<"];
        let at = order.map(|title| page.find(title).expect(title));
        assert!(at.is_sorted(), "{page}");
        for part in [
            "<h1>Usk: 3\u{a0}gauges, from source to sea as far as that is known</h1>",
            "<br>22\u{a0}km below Usk at Brecon</td>",
            "<br>Powys</td>",
            "1\u{a0}flood warning with its name</p>",
            r#"<a href="./">"#,
            "Checked",
            "<h2 class=\"warning\">1\u{a0}flood warning",
            "Usk &amp; &lt;Brecon&gt;",
            "1.20\u{a0}m",
            "river=usk&amp;lang=en",
            "warning.png",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("Wye") && !says_none(page), "{page}");
        assert!(
            files["cy/river-usk.html"].contains("<h1>Afon Wysg: "),
            "{}",
            files["cy/river-usk.html"]
        );
        assert!(!files.contains_key("en/river-honddu.html"), "one gauge");
        let county = &files["en/powys.html"];
        assert!(county.contains(r#"<a href="river-usk.html">"#), "{county}");
        assert!(!county.contains("river-honddu"), "{county}");
        let failed = Check::failed(Some(now() - TimeDelta::minutes(30)));
        let incomplete = Check::new(now(), now(), false);
        let other = message(1, None).replace("Usk & <Brecon>", "Wye");
        for (case, check, features, notice) in [
            (
                "not checked",
                failed,
                vec![other.clone()],
                &*format!("could not be checked since {SINCE}"),
            ),
            (
                "an unreadable message",
                incomplete,
                vec![other.clone(), "7".to_owned()],
                "could not be read",
            ),
            ("another river", Check::new(now(), now(), true), vec![other], ""),
            ("none", Check::new(now(), now(), true), Vec::new(), ""),
        ] {
            let gauges = Some(test_support::stations(&gauges, now()));
            let files = Given { check, gauges, ..Given::checked(&features) }.files();
            let page = &files["en/river-usk.html"];
            let main = page.split("<h1>").nth(1).unwrap_or_default();
            assert!(main.contains(notice) && !says_none(page), "{case}: {page}");
            assert!(!main.contains("Checked with") && !main.contains("Wye"), "{case}: {page}");
        }
    }

    // case 244
    #[test]
    fn a_message_without_a_page_of_its_own_has_its_text_on_the_page_of_its_county() {
        let coded = |code: &str| {
            message(2, BRECON).replace(r#""A/1""#, code).replace(
                r#""DESCRIPTION""#,
                r#""RIM_ENGLISH":"Leave & <go>.\nNow.","RIM_WELSH":"Ewch.","DESCRIPTION""#,
            )
        };
        for (case, features) in [
            ("no code", vec![coded("null")]),
            ("one code twice", vec![coded(r#""B""#), coded(r#""B""#)]),
        ] {
            let files = Given::checked(&features).files();
            let [english, welsh] = ["en", "cy"].map(|tag| &files[&format!("{tag}/powys.html")]);
            assert!(
                english.contains("<p><bdi>Leave &amp; &lt;go&gt;.</bdi></p><p><bdi>Now.</bdi></p>"),
                "{case}: {english}"
            );
            assert!(welsh.contains("<p><bdi>Ewch.</bdi></p>"), "{case}: {welsh}");
        }
        let states = vec![state(Severity::Warning, "Rain.", 60)];
        let files = Given { states, ..Given::checked(&[message(2, BRECON)]) }.files();
        assert!(!files["en/powys.html"].contains("Rain."), "its own page has it");
    }

    // case 245
    #[test]
    fn the_words_of_the_service_stand_beside_a_severity_that_is_not_known() {
        let orange = message(2, BRECON)
            .replace("\"SEVERITYVALUE\":2", "\"SEVERITYVALUE\":7")
            .replace("Flood Warning", "Orange & <notice>");
        let states = vec![state(Severity::Unknown, "Rain.", 60)];
        let files = Given { states, ..Given::checked(&[orange]) }.files();
        let words = "Orange &amp; &lt;notice&gt;</bdi>)";
        for name in ["powys.html", "message-A_2f1.html"] {
            let [english, welsh] = ["en", "cy"].map(|tag| &files[&format!("{tag}/{name}")]);
            assert!(english.contains(&format!("(<bdi>{words}")), "{english}");
            assert!(welsh.contains(&format!(r#"(<bdi lang="en">{words}"#)), "{welsh}");
        }
    }

    // case 263
    #[test]
    fn a_page_without_an_end_has_no_trends_and_a_stuck_sensor_has_none_on_any_page() {
        let gauge = |id: u8, title: &str, level: &str| {
            let members = format!(
                r#""Location":"{id}","TitleEN":"{title}","StatusEN":"Online","LatestValue":"{level}","Units":"m","LatestTime":"2026-09-21T16:45:00Z""#
            );
            test_support::feature(BRECON, &members)
        };
        let gauges = [
            gauge(1, "Usk at Brecon", "1"),
            gauge(2, "Honddu at Brecon", "1"),
            gauge(3, "Fault <b> & Brook", "43"),
            gauge(4, "Usual", "0.2"),
            gauge(5, "High", "0.485"),
        ];
        let gauges = test_support::stations(&gauges, now());
        let id = |index: usize| gauges[index].id.clone();
        let trend = |tendency| Trend { tendency, rate: None };
        let trends = [(id(0), trend(Tendency::Rising)), (id(1), trend(Tendency::Steady))];
        let trends = trends.into_iter().collect();
        let since = "2026-09-16".parse().expect("a day");
        let reading =
            |minutes: i64, level| Reading { at: now() - TimeDelta::minutes(minutes), level };
        let record = |unchanged| LevelRecord {
            since: "2019-05-01".parse().expect("a day"),
            days: 365,
            distribution: Distribution::new(PERCENTS.map(|percent| f64::from(percent) / 200.0))
                .expect("ascending"),
            highest: reading(99_999, 1.2),
            unchanged,
        };
        let unchanged = Some(Unchanged { since, level: 1.0 });
        let records = [None, unchanged, None, None, None].into_iter().enumerate();
        let records = records.map(|(index, unchanged)| (id(index), record(unchanged))).collect();
        let readings = [(id(0), vec![reading(90, 0.4), reading(60, 0.7), reading(15, 1.0)])];
        let readings = readings.into_iter().collect();
        let sources = Sources { gauges: Some((gauges, now())), ..Sources::default() };
        let outlines = feeds::outlines().expect("the outlines of the page");
        let address = Some("https://flood.example/".to_owned());
        let pages = PlainPages::new(address, outlines, Arc::default());
        let pages = pages.expect("templates without errors");
        for (check, has_trend) in
            [(Check::new(now(), now(), true), true), (Check::failed(Some(now())), false)]
        {
            let recorded = BTreeMap::new();
            let (sources, trends) = (&sources, &trends);
            let known = Known {
                check,
                sources,
                recorded: &recorded,
                checks: &Checks::default(),
                trends,
                records: &records,
                readings: Some(&readings),
                is_test: false,
                now: now(),
            };
            let files = all(&pages, &known);
            let page = files["en/powys.html"].replace('\u{a0}', " ");
            assert!(page.contains(r#"<a href="gauge-1.html"><bdi>Usk at Brecon"#), "{page}");
            let silent = &files["en/gauge-2.html"];
            assert!(!silent.contains("<svg") && !silent.contains("<details"), "{silent}");
            let gauge = files["en/gauge-1.html"].replace('\u{a0}', " ");
            for text in [
                "well above its usual range · ↑ rising",
                "no other value since 16 September 2026: the gauge may be stuck<",
            ] {
                assert_eq!(page.contains(text), has_trend, "{text}: {page}");
            }
            assert!(!page.contains("steady"), "{page}");
            assert_eq!(gauge.contains("well above its usual range"), has_trend, "{gauge}");
            // A preview is read later: it has the time.
            let said = if has_trend { "well above its usual range · " } else { "" };
            let said = format!("1.00 m · {said}21 September 2026, 17:45");
            assert_eq!(previewed(&gauge, "description"), said);
            for (id, picture) in
                [(1, "very-high"), (2, "not-compared"), (4, "not-high"), (5, "high")]
            {
                let picture = if has_trend { picture } else { "not-compared" };
                let page = &files[&format!("en/gauge-{id}.html")];
                assert_eq!(previewed(page, "image"), picture_address(picture), "{page}");
            }
            let compared = "higher than 99 of 100 readings of the last year";
            assert_eq!(gauge.contains(compared), has_trend, "{gauge}");
            for text in [
                "0.03 to 0.48 m",
                "1.20 m on",
                "Highest 1.00 m, 21 September 2026, 17:45. Lowest 0.40 m, 21 September 2026, 16:30.",
                r#"<polyline points="463.1,200 467.4,105 474,10 474,10"/>"#,
            ] {
                assert!(gauge.contains(text), "{text}: {gauge}");
            }
            // Metres beyond all recorded levels.
            let fault = &files["en/gauge-3.html"];
            assert!(fault.contains("<bdi>Fault &lt;b&gt; &amp; Brook"), "{fault}");
            assert!(!fault.contains("higher than") && !fault.contains("above its"), "{fault}");
            assert_eq!(gauge.matches("<polyline").count(), 1, "{gauge}");
            assert_eq!(gauge.matches(r#"<tr><th scope="row">"#).count(), 3, "{gauge}");
        }
    }

    // case 77
    #[test]
    fn a_stale_reading_and_one_of_a_gauge_that_does_not_report_is_called_the_last_one() {
        let gauge = |id: u8, status: &str, time: &str| {
            let properties = format!(
                r#""Location":"{id}","TitleEN":"Gauge {id}","StatusEN":"{status}","LatestValue":"1","Units":"m","LatestTime":"{time}""#
            );
            test_support::feature(BRECON, &properties)
        };
        let gauges = [
            gauge(1, "Online", "2026-09-21T16:45:00Z"),
            gauge(2, "Online", "2026-09-20T16:45:00Z"),
            gauge(3, "Offline", "2026-09-21T16:45:00Z"),
        ];
        let gauges = Some(test_support::stations(&gauges, now()));
        let files = Given { gauges, ..Given::checked(&[]) }.files();
        for (file, last) in
            [("en/powys.html", "last reading"), ("cy/powys.html", "darlleniad diwethaf")]
        {
            let page = &files[file];
            let line = |id: u8| {
                let name = format!("Gauge {id}");
                page.lines().find(|line| line.contains(&name)).expect("a line of the gauge")
            };
            assert!(!line(1).contains(last), "{}", line(1));
            assert!(line(2).contains(last) && line(3).contains(last), "{page}");
        }
    }

    // case 58
    #[test]
    fn a_gauge_that_the_newest_response_lacks_stays_for_six_hours_as_not_reported() {
        let gauges = |ids: &[u8]| {
            let of = |id: &u8| {
                test_support::feature(
                    BRECON,
                    &format!(r#""Location":"{id}","TitleEN":"Gauge {id}","LatestValue":"1""#),
                )
            };
            test_support::stations(&ids.iter().map(of).collect::<Vec<_>>(), now())
        };
        let page = |hours: i64| {
            let mut sources = Sources::default();
            for (ids, hours) in [(&[1, 2][..], hours), (&[1], hours), (&[1], 0)] {
                let at = now() - TimeDelta::hours(hours);
                sources.set_gauges(&gauges(ids), at, at);
            }
            let gauges = sources.gauges.map(|(gauges, _)| gauges);
            Given { gauges, ..Given::checked(&[]) }.files().remove("en/powys.html").expect("a page")
        };
        let missing = "not in the source&#x27;s latest answer";
        let recent = page(6);
        assert!(recent.contains("Gauge 2") && recent.matches(missing).count() == 1, "{recent}");
        let later = page(7);
        assert!(later.contains("Gauge 1") && !later.contains("Gauge 2"), "{later}");
    }

    #[test]
    fn messages_that_share_a_code_have_no_pages() {
        let mut second = state(Severity::Alert, "Docks.", 60);
        second.area = AreaCode("A/1~2".to_owned());
        let files = Given { states: vec![second], ..Given::checked(&[message(2, BRECON)]) }.files();
        assert!(files.keys().all(|name| !name.contains("message-")), "{:?}", files.keys());
        assert!(!files["en/powys.html"].contains("href=\"message-"));
    }

    #[test]
    fn the_time_of_a_text_is_not_that_since_which_a_message_is_in_force() {
        let states = vec![state(Severity::Alert, "Rain.", 60)];
        let page = &Given { states, ..Given::checked(&[message(3, BRECON)]) }.files()["en/message-A_2f1.html"];
        assert!(!page.contains("In force since"), "{page}");
        let since =
            message(3, BRECON).replace("\"DESC", "\"SEVERITY_CHANGED\":1790002800000,\"DESC");
        let states = vec![state(Severity::Alert, "Rain.", 60)];
        let page = &Given { states, ..Given::checked(&[since]) }.files()["en/message-A_2f1.html"];
        assert!(page.contains("In force since 21\u{a0}September 2026, 16:00"), "{page}");
    }

    #[test]
    fn outside_text_is_escaped_and_marked_with_its_language() {
        let states = vec![state(
            Severity::Alert,
            "<script>x</script>\n\n\u{202e}b https://a.wales/x?y&z.",
            60,
        )];
        let files = Given { states, ..Given::checked(&[message(3, BRECON)]) }.files();
        let page = &files["cy/message-A_2f1.html"];
        assert!(
            page.contains(r#"<bdi lang="en">&lt;script&gt;x&lt;&#x2f;script&gt;</bdi>"#),
            "{page}"
        );
        assert!(!page.contains("<script"), "{page}");
        let link = r#"<a href="https:&#x2f;&#x2f;a.wales&#x2f;x?y&amp;z" rel="noopener noreferrer">https:&#x2f;&#x2f;a.wales&#x2f;x?y&amp;z</a>"#;
        assert!(page.contains(link), "{page}");
        assert!(page.contains(r#"<bdi lang="en">Usk &amp; &lt;Brecon&gt;</bdi>"#), "{page}");
    }

    #[test]
    fn a_message_that_has_ended_keeps_its_page_with_its_text_and_changes() {
        let states = vec![
            state(Severity::Alert, "Rain.", 59 * 1_440 + 90),
            state(Severity::Warning, "More rain.", 59 * 1_440 + 60),
            state(Severity::NoLongerInForce, "", 59 * 1_440),
        ];
        let files = Given { states, ..Given::checked(&[]) }.files();
        let page = &files["en/message-A_2f1.html"];
        assert!(page.contains("Warning no longer in force"), "{page}");
        assert!(page.contains("More rain."), "{page}");
        let changes: Vec<&str> = page.lines().filter(|line| line.contains("<li>24")).collect();
        assert_eq!(changes.len(), 1, "the list is one line: {page}");
        assert_eq!(changes[0].matches("<li>").count(), 3, "{page}");
    }

    #[test]
    fn each_area_and_message_has_a_page_in_both_languages_and_is_in_the_site_map() {
        let states = vec![state(Severity::Alert, "Rain.", 60)];
        let files = Given { states, ..Given::checked(&[message(3, BRECON)]) }.files();
        assert_eq!(files.len(), 2 * (23 + 1 + 1) + 1);
        for (name, page) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
            let (language, file) = name.split_once('/').unwrap_or_default();
            let other = if language == "en" { "cy" } else { "en" };
            assert!(page.contains(&format!(r#"<html lang="{language}">"#)), "{name}");
            assert!(page.contains(&format!(r#"href="../{other}/{file}""#)), "{name}");
            let address =
                format!("https://flood.example/plain/{}", name.trim_end_matches("index.html"));
            let escaped = address.replace('/', "&#x2f;");
            assert!(files["sitemap.xml"].contains(&format!("<loc>{escaped}</loc>")), "{address}");
            assert!(
                page.contains(&format!(r#"<link rel="canonical" href="{escaped}">"#)),
                "{page}"
            );
        }
        assert!(files["cy/index.html"].contains("llifogydd"));
    }

    /// The content of a page's preview.
    fn previewed(page: &str, property: &str) -> String {
        let begin = format!("<meta property=\"og:{property}\" content=\"");
        let rest = page.split_once(&begin).unwrap_or_default().1;
        rest.split_once('"').unwrap_or_default().0.replace("&#x2f;", "/")
    }

    /// The address of a picture, which is a file of the bundle.
    fn picture_address(name: &str) -> String {
        let file = format!("preview/{name}.png");
        let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("../public");
        assert!(public.join(&file).is_file(), "{file}");
        format!("https://flood.example/{file}")
    }

    #[test]
    fn a_preview_of_messages_has_severity_area_and_time_and_the_picture_of_the_severity() {
        for (severity, number, picture, title) in [
            (Severity::Severe, 1, "severe", "Severe flood warning: Usk &amp; &lt;Brecon&gt;"),
            (Severity::Warning, 2, "warning", "Flood warning: Usk &amp; &lt;Brecon&gt;"),
            (Severity::Alert, 3, "alert", "Flood alert: Usk &amp; &lt;Brecon&gt;"),
        ] {
            let states = vec![state(severity, "Rain.", 60)];
            let files = Given { states, ..Given::checked(&[message(number, BRECON)]) }.files();
            for name in ["en/index.html", "en/powys.html", "en/message-A_2f1.html"] {
                let page = &files[name];
                assert_eq!(previewed(page, "image"), picture_address(picture), "{name}: {page}");
                assert!(
                    previewed(page, "description").contains("21\u{a0}September 2026"),
                    "{name}: {page}"
                );
            }
            assert!(previewed(&files["en/message-A_2f1.html"], "title").contains(title));
        }
    }

    #[test]
    fn the_style_has_the_tokens_of_the_page() {
        let page = include_str!("../../../style/page.css");
        for token in STYLE.lines().map(str::trim).filter(|line| line.starts_with("--")) {
            assert!(page.contains(token), "{token} is not in style/page.css");
        }
    }
}

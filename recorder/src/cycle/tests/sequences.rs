//! Any sequence of responses, failures and restarts: all that the recorder writes is what the service said last.

use super::*;
use crate::push::Known;
use atom_syndication::Feed;
use geojson::{FeatureCollection, GeometryValue};
use gorlif_core::{domain::warning::Severity, i18n::Language, presenter};
use proptest::{
    prelude::{Just, Strategy, any, prop_oneof},
    test_runner::{Config, TestCaseError, TestRunner},
};
use std::collections::BTreeMap;

/// The steps of a sequence.
const STEPS: usize = 30;
const NAMES: [&str; 2] = ["River Usk at Brecon", "Usk & <Honddu>"];
const TEXTS: [&str; 2] = ["Move to safety.", "The river is falling & <slow>."];
/// A point of the area, and its county.
const PLACES: [Option<([f64; 2], &str)>; 3] =
    [Some(([-3.391, 51.947], "powys")), Some(([-3.47, 53.29], "denbighshire")), None];

/// What a response says of one area.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Message {
    severity: Severity,
    name: &'static str,
    text: &'static str,
    place: Option<([f64; 2], &'static str)>,
}

/// By the codes of the areas.
type Messages = BTreeMap<u8, Message>;

#[derive(Clone, Debug)]
enum Step {
    Response(Messages),
    /// A further item cannot be read.
    Incomplete(Messages),
    /// Created before the response that was received last.
    Older(Messages),
    Failure,
    Restart,
}

fn messages() -> impl Strategy<Value = Messages> {
    let message = (0..5_usize, any::<bool>(), any::<bool>(), 0..PLACES.len()).prop_map(
        |(severity, name, text, place)| Message {
            severity: Severity::ALL[severity],
            name: NAMES[usize::from(name)],
            text: TEXTS[usize::from(text)],
            place: PLACES[place],
        },
    );
    proptest::collection::btree_map(0..4_u8, message, 0..4)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => messages().prop_map(Step::Response),
        2 => messages().prop_map(Step::Incomplete),
        1 => messages().prop_map(Step::Older),
        1 => Just(Step::Failure),
        1 => Just(Step::Restart),
    ];
    proptest::collection::vec(step, STEPS)
}

fn code(number: u8) -> String {
    format!("A/{number}")
}

/// The items of a response. Their times are the same in all, and have milliseconds.
fn features(messages: &Messages) -> Vec<String> {
    let feature = |(number, message): (&u8, &Message)| {
        let value = Severity::ALL.iter().position(|severity| *severity == message.severity);
        // In the order of the severities, with one that is not known between them.
        let value = ["1", "2", "9", "3", "4"][value.unwrap_or_default()];
        let properties = format!(
            r#""FWACODE":"{}","SEVERITYVALUE":{value},"DESCRIPTION":"{}","RIM_ENGLISH":"{}","RIM_CHANGED":1790000000345,"SEVERITY_CHANGED":1790000000345"#,
            code(*number),
            message.name,
            message.text,
        );
        test_support::feature(message.place.map(|(point, _)| point), &properties)
    };
    messages.iter().map(feature).collect()
}

/// The messages in force after a step, by what the service has said.
fn said(before: &Messages, step: &Step) -> Messages {
    let mut said = match step {
        Step::Response(messages) => messages.clone(),
        Step::Incomplete(messages) => {
            before.iter().chain(messages).map(|(code, message)| (*code, *message)).collect()
        }
        Step::Older(_) | Step::Failure | Step::Restart => before.clone(),
    };
    said.retain(|_, message| message.severity.in_force());
    said
}

macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(TestCaseError::fail(format!($($message)+)));
        }
    };
}

/// Compares the files with the messages in force.
fn compare(trial: &Trial, expected: &Messages) -> Result<(), TestCaseError> {
    let [english, _] = Language::ALL;
    let texts = english.texts();
    let geojson = trial.file("feeds/warnings.en.geojson");
    let collection: FeatureCollection = geojson
        .parse()
        .map_err(|error| TestCaseError::fail(format!("warnings.en.geojson: {error}: {geojson}")))?;
    let of_messages: BTreeMap<String, _> = collection
        .features
        .iter()
        .map(|feature| (feature.property("areaCode").and_then(|of| of.as_str()), feature))
        .filter_map(|(code, feature)| {
            Some((code.filter(|code| !code.is_empty())?.to_owned(), feature))
        })
        .collect();
    let codes: Vec<String> = expected.keys().map(|number| code(*number)).collect();
    ensure!(
        of_messages.keys().eq(&codes),
        "GeoJSON has {:?}, expected {codes:?}",
        of_messages.keys()
    );
    let history = trial.file("warnings.json");
    let history: serde_json::Value = serde_json::from_str(&history).unwrap_or_default();
    let feed = |name: &str| trial.file(&format!("feeds/{name}")).parse::<Feed>();
    let (of_wales, index) = (feed("wales.en.atom"), trial.file("plain/en/index.html"));
    let of_wales =
        of_wales.map_err(|error| TestCaseError::fail(format!("wales.en.atom: {error}")))?;
    for (number, message) in expected {
        let (code, severity) = (code(*number), message.severity);
        let escaped =
            |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let (name, text) = (escaped(message.name), escaped(message.text));
        let title = presenter::message::title(english, severity, message.name);

        let feature = of_messages[&code];
        let property =
            |name: &str| feature.property(name).and_then(|of| of.as_str()).unwrap_or_default();
        let found = ["severity", "area", "text"].map(property);
        ensure!(
            found == [severity.id(), message.name, message.text],
            "GeoJSON: {found:?}, expected {message:?}"
        );
        let point = feature.geometry.as_ref().and_then(|geometry| match &geometry.value {
            GeometryValue::Point { coordinates } => Some([coordinates[0], coordinates[1]]),
            _ => None,
        });
        let has_position = feature.property("hasPosition") == Some(&true.into());
        let position = point.filter(|_| has_position);
        ensure!(
            position == message.place.map(|(point, _)| point),
            "GeoJSON: {position:?}, expected {message:?}"
        );

        let change = history["areas"][&code].as_array().and_then(|changes| changes.last());
        let change = change.cloned().unwrap_or_default();
        ensure!(
            change["severity"] == severity.id(),
            "warnings.json: {change}, expected {message:?}"
        );

        let file = code.replace('/', "_2f");
        let page = trial.file(&format!("plain/en/message-{file}.html"));
        ensure!(
            page.contains(&format!("class=\"answer {}\"", severity.id())),
            "message page: {page}, expected {message:?}"
        );
        ensure!(
            page.contains(&name) && page.contains(&text),
            "message page: {page}, expected {message:?}"
        );

        let cap = trial.file(&format!("feeds/cap/message-{file}.xml"));
        for element in [
            format!("<event>{}</event>", (texts.severity)(severity)),
            format!("<areaDesc>{name}</areaDesc>"),
            format!("<description>{text}</description>"),
        ] {
            ensure!(cap.contains(&element), "CAP: {cap}, expected {element}");
        }
        ensure!(!cap.contains("<msgType>Cancel"), "CAP: {cap}, expected {message:?}");
        let circle = message.place.map(|([lon, lat], _)| format!("<circle>{lat},{lon} 0</circle>"));
        ensure!(
            circle.as_ref().is_none_or(|circle| cap.contains(circle)),
            "CAP: {cap}, expected {circle:?}"
        );

        let county = message.place.map(|(_, county)| county);
        let of_county = county.and_then(|county| feed(&format!("{county}.en.atom")).ok());
        for feed in of_county.iter().chain([&of_wales]) {
            let link = format!("?area={}&", crate::feeds::encode(&code));
            let entry = feed
                .entries
                .iter()
                .find(|entry| entry.links.iter().any(|of| of.href.contains(&link)));
            let Some(entry) = entry else {
                return Err(TestCaseError::fail(format!("{} lacks {message:?}", feed.id)));
            };
            let content = entry.content.as_ref().and_then(|content| content.value.as_deref());
            ensure!(
                entry.title.value.ends_with(&title) && content == Some(message.text),
                "{}: {:?} {content:?}, expected {message:?}",
                feed.id,
                entry.title
            );
        }
        let pages = county.map(|county| trial.file(&format!("plain/en/{county}.html")));
        for page in pages.iter().chain([&index]) {
            let (_, groups) = page.split_once("<ul class=\"messages\">").unwrap_or_default();
            ensure!(
                groups.contains(&format!("message-{file}.html")) && groups.contains(&name),
                "plain page: {page}, expected {message:?}"
            );
        }
    }
    let says_none = index.contains("class=\"answer none\"");
    ensure!(!says_none || expected.is_empty(), "none in force: {index}, expected {expected:?}");
    Ok(())
}

/// Compares what the notifications are made of, which is what was said, or nothing.
fn compare_known(known: &Known, expected: &Messages, step: &Step) -> Result<(), TestCaseError> {
    let found: BTreeMap<&str, Severity> =
        known.messages.iter().map(|message| (&*message.area, message.severity)).collect();
    for (number, message) in expected {
        let code = code(*number);
        let severity = found.get(&*code);
        let is_missing_allowed =
            known.check.proof != Proof::Complete || !matches!(step, Step::Response(_));
        let is_right =
            severity.map_or(is_missing_allowed, |severity| *severity == message.severity);
        ensure!(is_right, "notifications: {found:?}, expected {code} {message:?} after {step:?}");
    }
    Ok(())
}

async fn run(steps: Vec<Step>) -> Result<(), TestCaseError> {
    let mut trial = Trial::with_file().await;
    let mut expected = Messages::new();
    let outlines = crate::feeds::outlines().expect("the outlines of the page");
    // Each response is created ten seconds after the one before it, and the last one now.
    let mut age = TimeDelta::seconds(10 * i64::try_from(steps.len()).expect("few"));
    for step in &steps {
        age -= TimeDelta::seconds(10);
        let with = |features: &[String], age: TimeDelta| {
            let mut response = response(features, 0);
            response.created = response.created.map(|now| now - age);
            Ok(response)
        };
        let warnings = match step {
            Step::Response(messages) => with(&features(messages), age),
            Step::Incomplete(messages) => {
                let mut items = features(messages);
                items.push("7".to_owned());
                with(&items, age)
            }
            Step::Older(_) if trial.recorder.published.at().is_none() => continue,
            Step::Older(messages) => with(&features(messages), TimeDelta::minutes(10)),
            Step::Failure => Err(ServiceError::Unreachable),
            Step::Restart => {
                trial.restart().await;
                continue;
            }
        };
        expected = said(&expected, step);
        trial.cycle(warnings).await;
        if trial.file("feeds/warnings.en.geojson").is_empty() {
            // Nothing was written before the first response.
            continue;
        }
        compare(&trial, &expected)?;
        let (_, check, _) = trial.recorder.published();
        let known =
            Known::of(&trial.recorder.sources, check, false, &outlines, &AreaNames::default());
        compare_known(&known, &expected, step)?;
    }
    Ok(())
}

// case 249
#[test]
fn each_way_out_has_the_messages_in_force_after_any_sequence_of_responses_and_restarts() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let config = Config { cases: 8, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&steps(), |steps| runtime.block_on(run(steps)));
    if let Err(error) = result {
        panic!("{error}");
    }
}

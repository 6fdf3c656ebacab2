//! The answer for a place in each situation, in both languages: `situations.txt`. `GORLIF_GOLDEN=write` renews it.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::{
    api::error::ServiceError,
    domain::geo::Coverage,
    i18n::{Language, PlaceName},
    presenter::{
        advice::{Audience, Need},
        answer::Heading,
    },
    test_support::{
        feature,
        visit::{Arrival, Source, Visit},
    },
};
use std::fmt::Write;

/// The latitudes of points 0.9, 4 and 8 km north of the place, and outside the circle.
const AT_HOME: f64 = 51.955;
const NEARBY: f64 = 51.983;
const AROUND: f64 = 52.02;
const BEYOND: f64 = 52.07;

/// A message: its severity, the latitude of its point, and whether its area contains the place, if its shape is known.
type Given = (u8, Option<f64>, Option<bool>);

fn severity(value: u8) -> &'static str {
    ["", "severe", "warning", "alert", "ended"][usize::from(value)]
}

/// The parts of the answer that are shown, one line each.
fn lines(visit: &Visit, language: Language) -> String {
    let answer = visit.answer(language);
    let colour = visit.colour().map_or("no colour", |severity| severity.id());
    let mut text = format!("  {}: {} [{colour}]\n", language.tag(), answer.heading.text());
    let parts = [
        answer.nearest.as_ref().map(Heading::text),
        answer.reach.map(str::to_owned),
        answer.last_checked,
        answer.provisional,
        answer.also,
    ];
    for part in parts.into_iter().flatten() {
        writeln!(text, "    {part}").expect("a text");
    }
    let texts = language.texts();
    if let Need::Advice { severity, audience, .. } = answer.need {
        let folded = if audience == Audience::Around { ", folded" } else { "" };
        let first = (texts.advice)(severity).first().expect("an advice");
        writeln!(text, "    {}{folded}: {first}", audience.heading(texts)).expect("a text");
    } else if answer.need == Need::OtherChannels {
        writeln!(text, "    {}", texts.national_service).expect("a text");
    }
    writeln!(text, "    ({})", answer.announcement).expect("a text");
    text.replace('\u{a0}', " ")
}

const CODES: [&str; 4] = ["a", "b", "c", "d"];

fn features(given: &[Given]) -> Vec<String> {
    let feature = |(code, (value, lat, _)): (&str, &Given)| {
        let properties =
            format!(r#""FWACODE":"{code}","DESCRIPTION":"Usk {code}","SEVERITYVALUE":{value}"#);
        feature(lat.map(|lat| [-3.391, lat]), &properties)
    };
    std::iter::zip(CODES, given).map(feature).collect()
}

fn of_wales(given: &[Given]) -> Visit {
    let mut visit = Visit::new(None);
    visit.arrive(Source::National, &Arrival::fresh(&features(given)));
    visit
}

fn visit(place: &PlaceName, coverage: Coverage, given: &[Given], has_shapes: bool) -> Visit {
    let mut visit = Visit::new(Some(10)).at(place.clone(), coverage);
    if has_shapes {
        visit = visit.with_shapes();
    }
    let features = features(given);
    for source in [Source::National, Source::Local] {
        visit.arrive(source, &Arrival::fresh(&features));
    }
    if has_shapes {
        let shapes: Vec<(&str, bool)> = std::iter::zip(CODES, given)
            .filter_map(|(code, (_, _, shape))| Some((code, (*shape)?)))
            .collect();
        visit.know_shapes(&shapes);
        // What late shapes hold ends with the next response.
        visit.pass(60);
        for source in [Source::National, Source::Local] {
            visit.arrive(source, &Arrival::fresh(&features));
        }
    }
    visit
}

/// The situations of one message: each severity, distance, and knowledge of its shape; then those of several, other places and
/// other coverage.
fn situations() -> Vec<(String, Visit)> {
    let usual = PlaceName::Point("SO 045 285".to_owned());
    let brecon = |given: &[Given], has_shapes| visit(&usual, Coverage::Wales, given, has_shapes);
    let mut all = vec![
        ("no message".to_owned(), brecon(&[], true)),
        ("no message, no shapes in the settings".to_owned(), brecon(&[], false)),
    ];
    for value in 1..=3 {
        for (where_it_is, lat) in [
            ("0.9 km", Some(AT_HOME)),
            ("4 km", Some(NEARBY)),
            ("8 km", Some(AROUND)),
            ("beyond the circle", Some(BEYOND)),
            ("without a point", None),
        ] {
            let name = format!("{}, {where_it_is}", severity(value));
            for (shape, is_inside) in
                [("inside", Some(true)), ("outside", Some(false)), ("shape not known", None)]
            {
                all.push((format!("{name}, {shape}"), brecon(&[(value, lat, is_inside)], true)));
            }
        }
    }
    let (home, around) = (Some(AT_HOME), Some(AROUND));
    for (name, given) in [
        ("inside an alert, severe around", vec![(3, home, Some(true)), (1, around, Some(false))]),
        ("inside an alert, a warning not known", vec![(3, home, Some(true)), (2, around, None)]),
        (
            "an alert beside it, severe around",
            vec![(3, home, Some(false)), (1, around, Some(false))],
        ),
        (
            "alert and severe around, one not known",
            vec![(3, around, None), (1, around, Some(false))],
        ),
        (
            "two warnings and an alert around",
            vec![
                (2, around, Some(false)),
                (2, Some(NEARBY), Some(false)),
                (3, around, Some(false)),
            ],
        ),
        ("inside two", vec![(2, home, Some(true)), (3, around, Some(true))]),
        ("stood down here, an alert around", vec![(4, home, Some(true)), (3, around, Some(false))]),
    ] {
        all.push((name.to_owned(), brecon(&given, true)));
        all.push((format!("{name}, no shapes in the settings"), brecon(&given, false)));
    }
    let alert = [(3, around, Some(false))];
    for (name, place, coverage) in [
        ("by the border, in Wales", &usual, Coverage::Partly { has_centre: true }),
        ("by the border, in England", &usual, Coverage::Partly { has_centre: false }),
        ("in England", &usual, Coverage::Outside),
        ("a postcode sector", &PlaceName::Postcode("LD3 7".to_owned()), Coverage::Wales),
    ] {
        all.push((format!("alert, 8 km, outside, {name}"), visit(place, coverage, &alert, true)));
    }
    let mut stale = brecon(&alert, true);
    stale.pass(30 * 60);
    all.push(("alert, 8 km, outside, last checked 30 minutes ago".to_owned(), stale));
    let mut failed = Visit::new(Some(10));
    for source in [Source::National, Source::Local] {
        failed.arrive(source, &Arrival::Failure(ServiceError::Unreachable));
    }
    all.push(("nothing is known".to_owned(), failed));
    // What the start page says, and the plain pages.
    let given =
        [(1, None, None), (2, home, None), (3, home, None), (3, around, None), (4, home, None)];
    for (name, given) in [
        ("no message", &[][..]),
        ("stood down", &given[4..]),
        ("two alerts", &given[2..4]),
        ("one of each severity", &given[..3]),
    ] {
        all.push((format!("{name}, all of Wales"), of_wales(given)));
        let mut stale = of_wales(given);
        stale.pass(30 * 60);
        all.push((format!("{name}, all of Wales, last checked 30 minutes ago"), stale));
    }
    all
}

// case 250
#[test]
fn each_situation_has_its_answer_in_both_languages() {
    let situations = situations();
    assert!(situations.len() >= 60, "{} situations", situations.len());
    let mut text = String::new();
    for (name, visit) in &situations {
        writeln!(text, "{name}").expect("a text");
        text.extend(Language::ALL.map(|language| lines(visit, language)));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations.txt");
    if std::env::var("GORLIF_GOLDEN").is_ok_and(|mode| mode == "write") {
        std::fs::write(file, &text).expect("the file is written");
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    for (index, (now, kept)) in text.lines().zip(kept.lines()).enumerate() {
        assert_eq!(now, kept, "line {} of situations.txt", index + 1);
    }
    assert_eq!(text.lines().count(), kept.lines().count());
}

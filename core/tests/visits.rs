//! Visits of the page without a browser: sequences of responses, time, failures, other tabs and shapes, and what is said after each.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::{
    api::error::ServiceError,
    domain::warning::Severity,
    i18n::{Language, PlaceName},
    source::{answer::Sentence, warnings::Concern},
    test_support::{
        BRECON, feature,
        visit::{Arrival, Source, Visit},
    },
};
use proptest::prelude::*;

const BOTH: [Source; 2] = [Source::National, Source::Local];

fn message(code: &str, severity: u8, point: Option<[f64; 2]>) -> String {
    let properties =
        format!(r#""FWACODE":"{code}","DESCRIPTION":"Usk {code}","SEVERITYVALUE":{severity}"#);
    feature(point, &properties)
}

/// The heading, and whether the service could not confirm it.
fn said(visit: &Visit) -> (String, bool) {
    let answer = visit.answer(Language::English);
    (answer.heading.text(), answer.last_checked.is_some())
}

fn all(visit: &mut Visit, arrival: &Arrival<'_>) {
    for source in BOTH {
        visit.arrive(source, arrival);
    }
}

// case 167
#[test]
fn an_older_response_of_a_replica_takes_no_message_back() {
    let severe = [message("a", 1, BRECON)];
    let mut visit = Visit::new(Some(10));
    all(&mut visit, &Arrival::fresh(&severe));
    let before = said(&visit);
    assert!(before.0.starts_with("Severe flood warning: Usk a"), "{before:?}");
    visit.pass(60);
    all(&mut visit, &Arrival::Response { features: &[], age: 300, clock_seconds: 0 });
    assert_eq!(said(&visit), before);
    visit.pass(60);
    all(&mut visit, &Arrival::fresh(&[]));
    assert!(said(&visit).0.starts_with("No flood warnings"), "{:?}", said(&visit));
}

// case 172
#[test]
fn a_place_whose_own_response_is_old_could_not_be_checked_since_its_time() {
    let mut visit = Visit::new(Some(10));
    visit.arrive(Source::National, &Arrival::fresh(&[]));
    let old = Arrival::Response { features: &[], age: 40 * 60, clock_seconds: 0 };
    visit.arrive(Source::Local, &old);
    for (language, heading, announcement) in [
        (
            Language::English,
            "Flood warnings could not be checked for this place since 17:20. There may be warnings in force. Call Floodline 0345 988 1188.",
            "Flood warnings could not be checked for this place. There may be warnings in force. Call Floodline 0345 988 1188.",
        ),
        (
            Language::Welsh,
            "Nid oes modd gwirio rhybuddion llifogydd ar gyfer y lle hwn ers 17:20. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188.",
            "Nid oes modd gwirio rhybuddion llifogydd ar gyfer y lle hwn. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188.",
        ),
    ] {
        let answer = visit.answer(language);
        assert_eq!(answer.heading.text(), heading);
        assert_eq!(answer.announcement, announcement);
    }
}

// case 62, 143
#[test]
fn what_another_tab_receives_counts_and_after_twenty_minutes_nothing_is_proven() {
    let alert = [message("a", 3, BRECON)];
    let mut visit = Visit::new(Some(10));
    all(&mut visit, &Arrival::fresh(&[]));
    visit.pass(300);
    all(&mut visit, &Arrival::OtherTab(&alert, 10));
    assert!(said(&visit).0.starts_with("Flood alert: Usk a"), "{:?}", said(&visit));
    visit.pass(19 * 60);
    assert!(!said(&visit).1);
    visit.pass(60);
    let (heading, is_last_known) = said(&visit);
    assert!(heading.starts_with("Flood alert: Usk a") && is_last_known, "{heading}");
    visit.pass(60);
    all(&mut visit, &Arrival::Failure(ServiceError::Unreachable));
    assert!(said(&visit).1);
}

// case 11, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 33, 155
#[test]
fn a_status_or_a_body_that_is_no_response_keeps_what_was_known_under_its_cause_and_claims_nothing()
{
    let status = |code, retry_after| {
        Arrival::Failure(ServiceError::from_status(code, retry_after, |_| Some(57)))
    };
    let fault = "the service has a fault";
    for (arrival, cause) in [
        (status(204, None), fault),
        (status(206, None), fault),
        (status(400, None), "not available"),
        (status(401, None), "the service did not answer"),
        (status(403, None), "the service did not answer"),
        (status(403, Some("900")), "the service is busy until 18:"),
        (status(404, None), "not available"),
        (status(408, None), fault),
        (status(429, Some("57")), "the service is busy until 18:"),
        (status(429, Some("Mon, 21 Sep 2026 17:05:57 GMT")), "the service is busy until 18:"),
        (status(500, None), fault),
        (status(502, None), fault),
        (status(503, None), "the service is busy"),
        (status(504, None), fault),
        (
            Arrival::Body(b"<!doctype html><title>Sign in</title>"),
            "the network may want you to sign in",
        ),
        (
            Arrival::Body(br#"{"statusCode":500,"message":"Internal server error"}"#),
            "the answer could not be read",
        ),
        (
            Arrival::Body(br#"{"type":"FeatureCollection","totalFeatures":3,"features":[]}"#),
            "the answer says of itself that it is not complete",
        ),
        (Arrival::Body(b""), "the answer could not be read"),
    ] {
        let alert = [message("a", 3, BRECON)];
        let mut visit = Visit::new(Some(10));
        all(&mut visit, &Arrival::fresh(&alert));
        let before = said(&visit);
        visit.pass(300);
        all(&mut visit, &arrival);
        assert_eq!(said(&visit).0, before.0, "{arrival:?}");
        for source in BOTH {
            let line = visit.line(source, Language::English);
            let is_said = ["delayed, ", "as of 18:00, ", cause, "next check 18:"]
                .iter()
                .all(|part| line.text.contains(part));
            assert!(is_said, "{arrival:?}: {line:?}, expected {cause}");
            let welsh = visit.line(source, Language::Welsh).text;
            assert!(
                !welsh.contains(cause) && !welsh.contains("next check"),
                "{arrival:?}: {welsh}"
            );
        }
        // Later than any of them has asked for.
        visit.pass(1_200);
        all(&mut visit, &Arrival::fresh(&alert));
        assert_eq!(said(&visit), before, "{arrival:?}");
        let line = visit.line(Source::National, Language::English);
        assert!(!line.text.contains(cause) && line.cause.is_none(), "{arrival:?}: {line:?}");

        let mut visit = Visit::new(Some(10));
        all(&mut visit, &arrival);
        for language in Language::ALL {
            let answer = visit.answer(language);
            assert!(
                matches!(answer.sentence, Sentence::Unknown { as_of: None }),
                "{arrival:?}: {answer:?}"
            );
            assert_eq!(answer.severity, None, "{arrival:?}");
        }
        let (heading, _) = said(&visit);
        assert!(
            heading.starts_with("Flood warnings could not be checked"),
            "{arrival:?}: {heading}"
        );
        let line = visit.line(Source::National, Language::English);
        assert!(line.as_of.is_none() && line.text.contains(cause), "{arrival:?}: {line:?}");
    }
}

// case 2, 63
#[test]
fn what_is_stored_is_last_known_until_the_service_responds() {
    let alert = [message("a", 3, BRECON)];
    for stored in [&[][..], &alert] {
        let mut visit = Visit::new(None);
        visit.arrive(Source::National, &Arrival::Stored(stored, 60));
        assert_ne!(visit.answer(Language::English).sentence, Sentence::NoneInForce);
        assert_eq!(said(&visit).1, !stored.is_empty());
        visit.arrive(Source::National, &Arrival::fresh(&[]));
        assert_eq!(visit.answer(Language::English).sentence, Sentence::NoneInForce);
    }
}

// case 173
#[test]
fn shapes_that_arrive_late_say_that_the_place_is_inside() {
    let far = [message("wide", 2, Some([-3.4, 52.3]))];
    let mut visit = Visit::new(Some(10)).with_shapes();
    visit.arrive(Source::National, &Arrival::fresh(&far));
    visit.arrive(Source::Local, &Arrival::fresh(&[]));
    visit.know_shapes(&[("wide", true)]);
    assert_eq!(said(&visit), ("Flood warning for your place: Usk wide.".to_owned(), false));
}

/// A message of the table below: its severity, whether its point is near the place, and whether its area contains the
/// place, if its shape is known.
#[derive(Clone, Copy, Debug)]
struct Given {
    severity: u8,
    is_near: bool,
    shape: Option<bool>,
}

impl Given {
    /// The rule: a message leads if its area contains the place, or may; if it is near, unless an area contains the place; and
    /// if its shape is not known, unless another message leads.
    fn leads(self, all: &[Self], has_shapes: bool) -> bool {
        let shape = |given: &Self| given.shape.filter(|_| has_shapes);
        let is_any_inside = all.iter().any(|given| shape(given) == Some(true));
        let is_concerned = Self::concern(all, has_shapes) == Concern::Place;
        match (shape(&self), self.is_near) {
            (Some(true), _) | (None, true) => true,
            (Some(false), true) => !is_any_inside,
            (Some(false), false) => false,
            (None, false) => !is_concerned,
        }
    }

    /// The rule: the answer is about the place if an area contains it, or its point is near; otherwise it is in none only
    /// if the shapes of all say so.
    fn concern(all: &[Self], has_shapes: bool) -> Concern {
        let shape = |given: &Self| given.shape.filter(|_| has_shapes);
        if all.iter().any(|given| given.is_near || shape(given) == Some(true)) {
            Concern::Place
        } else if all.iter().all(|given| shape(given) == Some(false)) {
            Concern::Outside
        } else {
            Concern::Around
        }
    }

    /// The severity of the message that leads: the lower, the more severe.
    fn leading(all: &[Self], has_shapes: bool) -> u8 {
        let leading = all.iter().filter(|given| given.leads(all, has_shapes));
        let most_severe =
            |all: &mut dyn Iterator<Item = &Self>| all.map(|given| given.severity).min();
        most_severe(&mut leading.into_iter()).or(most_severe(&mut all.iter())).expect("a message")
    }
}

fn all_given() -> impl Iterator<Item = Given> {
    (1..=3).flat_map(|severity| {
        [true, false].into_iter().flat_map(move |is_near| {
            [None, Some(true), Some(false)].map(|shape| Given { severity, is_near, shape })
        })
    })
}

// case 208
#[test]
fn the_most_severe_message_that_cannot_be_excluded_leads_and_late_shapes_make_it_no_milder() {
    let severity = |number| match number {
        1 => Severity::Severe,
        2 => Severity::Warning,
        _ => Severity::Alert,
    };
    let mut count = 0;
    for (one, other) in all_given().flat_map(|one| all_given().map(move |other| (one, other))) {
        let all = [one, other];
        let codes = ["a", "b"];
        let features: Vec<String> = std::iter::zip(codes, all)
            .map(|(code, given)| {
                let lat = if given.is_near { 51.955 } else { 52.02 };
                message(code, given.severity, Some([-3.391, lat]))
            })
            .collect();
        let shapes: Vec<(&str, bool)> = std::iter::zip(codes, all)
            .filter_map(|(code, given)| Some((code, given.shape?)))
            .collect();
        let mut visit = Visit::new(Some(10)).with_shapes();
        all_arrive(&mut visit, &features);
        let without = Given::leading(&all, false);
        let with = Given::leading(&all, true);
        let mut expect = |visit: &Visit, expected: u8, concern: Concern, when: &str| {
            count += 1;
            for language in Language::ALL {
                let answer = visit.answer(language);
                let case = format!("{all:?} {when}: {answer:?}");
                let expected = severity(expected);
                assert_eq!(answer.severity, Some(expected), "{case}");
                let of_place = Some(expected).filter(|_| concern == Concern::Place);
                assert_eq!(visit.colour(), of_place, "{case}");
                let texts = language.texts();
                let name = (texts.severity)(expected);
                let (start, named) = match concern {
                    Concern::Place => (name.to_owned(), name.to_owned()),
                    Concern::Outside => {
                        let place = PlaceName::Point("SO 045 285".to_owned());
                        ((texts.answer_outside)(&place), (texts.answer_nearest)(name))
                    }
                    Concern::Around => (String::new(), (texts.answer_nearest)(name)),
                };
                assert!(answer.heading.text().starts_with(&start), "{case}");
                assert!(answer.announcement.contains(&named), "{case}");
            }
        };
        let of_place = Concern::Place;
        let around = Given::concern(&all, false);
        expect(&visit, without, around, "without shapes");
        visit.know_shapes(&shapes);
        let now = Given::concern(&all, true);
        let is_held = around == of_place;
        let late = if is_held { of_place } else { now };
        expect(&visit, with.min(without), late, "after late shapes");
        visit.pass(60);
        all_arrive(&mut visit, &features);
        expect(&visit, with, now, "after the next response");
    }
    assert_eq!(count, 18 * 18 * 3);
}

fn all_arrive(visit: &mut Visit, features: &[String]) {
    all(visit, &Arrival::fresh(features));
}

// case 208
#[test]
fn where_it_is_not_known_whether_a_message_reaches_the_place_the_answer_says_so() {
    let mut visit = Visit::new(Some(10)).with_shapes();
    all(&mut visit, &Arrival::fresh(&[message("a", 2, BRECON)]));
    let reach = |visit: &Visit| {
        let answer = visit.answer(Language::English);
        let text = "It may reach your place";
        assert_eq!(answer.announcement.contains(text), answer.reach.is_some(), "{answer:?}");
        answer.reach.is_some()
    };
    assert!(reach(&visit));
    visit.know_shapes(&[("a", true)]);
    assert!(!reach(&visit));
    assert_eq!(said(&visit).0, "Flood warning for your place: Usk a.");
}

// case 209
#[test]
fn none_is_not_said_before_the_shapes_of_all_messages_in_force_are_settled() {
    let far = [message("far", 1, Some([-3.4, 52.17]))];
    let beyond = [message("beyond", 1, Some([-3.4, 52.4]))];
    let sentence = |visit: &Visit| visit.answer(Language::English).sentence;
    let arrived = |features: &[String]| {
        let mut visit = Visit::new(Some(10)).with_shapes();
        visit.arrive(Source::Local, &Arrival::fresh(&[]));
        assert_ne!(sentence(&visit), Sentence::NoneInForce, "the messages of Wales are awaited");
        visit.arrive(Source::National, &Arrival::fresh(features));
        visit
    };
    assert_eq!(sentence(&arrived(&[])), Sentence::NoneInForce);
    assert_eq!(sentence(&arrived(&beyond)), Sentence::NoneInForce, "no area is so large");
    for (shapes, expected) in [
        (None, Sentence::Elsewhere(1)),
        (Some(&[][..]), Sentence::Elsewhere(1)),
        (Some(&[("other", false)]), Sentence::Elsewhere(1)),
        (Some(&[("far", false)]), Sentence::NoneInForce),
        (Some(&[("far", true)]), Sentence::Message),
    ] {
        let mut visit = arrived(&far);
        if let Some(shapes) = shapes {
            visit.know_shapes(shapes);
        }
        assert_eq!(sentence(&visit), expected, "{shapes:?}");
    }
    let mut without_shapes = Visit::new(Some(10));
    all(&mut without_shapes, &Arrival::fresh(&[]));
    assert_eq!(sentence(&without_shapes), Sentence::NoneInForce);
}

#[derive(Clone, Debug)]
enum Step {
    Response(u8, bool, u32, i64),
    NotModified(u8),
    Failure(u8),
    Body(u8),
    OtherTab(u8, bool, i64),
    Stored(u8, bool, i64),
    Pass(i64),
}

fn step() -> impl Strategy<Value = Step> {
    let source = || 0..2u8;
    prop_oneof![
        (source(), any::<bool>(), 0..3_000u32, -90..90i64)
            .prop_map(|(s, is, age, clock)| Step::Response(s, is, age, clock)),
        (source(), any::<bool>()).prop_map(|(s, is)| Step::Response(s, is, 0, 0)),
        source().prop_map(Step::NotModified),
        source().prop_map(Step::Failure),
        source().prop_map(Step::Body),
        (source(), any::<bool>(), 0..2_000i64).prop_map(|(s, is, age)| Step::OtherTab(s, is, age)),
        (source(), any::<bool>(), 0..9_000i64).prop_map(|(s, is, age)| Step::Stored(s, is, age)),
        (5..1_500i64).prop_map(Step::Pass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    // case 62, 139, 167
    #[test]
    fn none_is_said_only_while_a_response_without_messages_of_the_last_twenty_minutes_is_known(
        steps in proptest::collection::vec(step(), 1..40),
        is_placed in any::<bool>(),
    ) {
        let severe = [message("a", 1, BRECON)];
        let features = |is_severe: bool| if is_severe { &severe[..] } else { &[][..] };
        let mut visit = Visit::new(is_placed.then_some(10));
        // Of each source: the seconds since the newest accepted response without messages was created at the latest.
        let mut ages: [Option<i64>; 2] = [None; 2];
        for step in steps {
            let mut none = None;
            let mut arrive = |source: u8, arrival: &Arrival<'_>| {
                let index = usize::from(source);
                (index, visit.arrive(BOTH[index], arrival))
            };
            match &step {
                Step::Response(source, is_severe, age, clock_seconds) => {
                    let arrival = Arrival::Response { features: features(*is_severe), age: *age, clock_seconds: *clock_seconds };
                    let (index, is_taken) = arrive(*source, &arrival);
                    none = (is_taken && !is_severe).then_some((index, i64::from(*age)));
                }
                Step::NotModified(source) => {
                    let (index, is_taken) = arrive(*source, &Arrival::NotModified);
                    none = is_taken.then_some((index, 0));
                }
                Step::Failure(source) => drop(arrive(*source, &Arrival::Failure(ServiceError::Unreachable))),
                Step::Body(source) => drop(arrive(*source, &Arrival::Body(b"<html>"))),
                Step::OtherTab(source, is_severe, age) => {
                    let (index, is_taken) = arrive(*source, &Arrival::OtherTab(features(*is_severe), *age));
                    none = (is_taken && !is_severe).then_some((index, *age));
                }
                Step::Stored(source, is_severe, age) => drop(arrive(*source, &Arrival::Stored(features(*is_severe), *age))),
                Step::Pass(seconds) => {
                    visit.pass(*seconds);
                    ages.iter_mut().flatten().for_each(|age| *age += seconds);
                }
            }
            if let Some((index, age)) = none {
                ages[index] = Some(ages[index].map_or(age, |known| known.min(age)));
            }
            let answer = visit.answer(Language::English);
            if answer.sentence == Sentence::NoneInForce {
                let asked = ages[usize::from(is_placed)];
                prop_assert!(asked.is_some_and(|age| age <= 20 * 60), "{asked:?}");
                prop_assert_eq!(answer.severity, None::<Severity>);
            }
        }
    }

    // case 208, 209
    #[test]
    fn without_a_newer_response_the_sentence_becomes_no_milder_whatever_arrives_in_which_order(
        order in Just(vec![0, 1, 2, 3, 4]).prop_shuffle(),
        given in proptest::collection::vec((1..4u8, any::<bool>(), any::<Option<bool>>()), 0..4),
        pause in 0..300i64,
    ) {
        let codes = ["a", "b", "c", "d"];
        let features: Vec<String> = std::iter::zip(codes, &given)
            .map(|(code, (severity, is_near, _))| {
                let lat = if *is_near { 51.955 } else { 52.02 };
                message(code, *severity, Some([-3.391, lat]))
            })
            .collect();
        let shapes: Vec<(&str, bool)> =
            std::iter::zip(codes, &given).filter_map(|(code, (_, _, shape))| Some((code, (*shape)?))).collect();
        let mut visit = Visit::new(Some(10)).with_shapes();
        let mut worst: Option<Severity> = None;
        let mut colour: Option<Severity> = None;
        for (index, step) in order.iter().enumerate() {
            match step {
                0 => drop(visit.arrive(Source::National, &Arrival::fresh(&features))),
                1 => drop(visit.arrive(Source::Local, &Arrival::fresh(&features))),
                2 => visit.know_shapes(&shapes),
                3 => drop(visit.arrive(Source::Local, &Arrival::Failure(ServiceError::Unreachable))),
                _ => visit.pass(pause),
            }
            let answer = visit.answer(Language::English);
            if answer.sentence == Sentence::NoneInForce {
                prop_assert!(given.is_empty() && order[..=index].contains(&0) && order[..=index].contains(&1));
            }
            // Both responses are of the same messages: the second one is no news of them.
            if let Some(worst) = worst.filter(|_| *step > 1) {
                prop_assert!(answer.severity.is_some_and(|now| now <= worst), "{:?}", answer);
            }
            if let Some(colour) = colour.filter(|_| *step > 1) {
                prop_assert!(visit.colour().is_some_and(|now| now <= colour), "{:?}", answer);
            }
            (worst, colour) = (answer.severity, visit.colour());
        }
    }
}

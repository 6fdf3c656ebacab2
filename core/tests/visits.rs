//! Visits of the page without a browser: sequences of responses, time, failures, other tabs and shapes, and what is said after each.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::{
    api::error::ServiceError,
    domain::warning::Severity,
    i18n::Language,
    source::answer::Sentence,
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
    let mut visit = Visit::new(Some(10));
    visit.arrive(Source::National, &Arrival::fresh(&far));
    visit.arrive(Source::Local, &Arrival::fresh(&[]));
    visit.know_shapes(&["wide"]);
    assert_eq!(said(&visit), ("Flood warning for your place: Usk wide.".to_owned(), false));
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
}

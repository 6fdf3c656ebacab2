//! The recorded answers of the real service, where they are at hand: `../shared/captures`, or where
//! GORLIF_CAPTURES points.
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use gorlif_core::{
    api::{SourceTimeZone, decode_flood_warnings, decode_river_levels},
    domain::{
        freshness::Freshness,
        station::{Location, Status, Value},
        warning::{Severity, SeverityCounts},
    },
};
use std::path::PathBuf;

/// A recorded response of the service, from `../shared/captures` or from where GORLIF_CAPTURES points.
fn capture(name: &str) -> Vec<u8> {
    let folder = std::env::var_os("GORLIF_CAPTURES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/captures"),
        PathBuf::from,
    );
    std::fs::read(folder.join(name)).expect(name)
}

#[test]
#[cfg_attr(not(has_captures), ignore = "no recordings; set GORLIF_CAPTURES")]
fn all_261_recorded_gauges_are_kept_with_both_titles_and_a_position() {
    let body = capture("riverlevels-2019-03-13.json");
    let now = "2019-03-13T19:46:00Z".parse().expect("an instant");
    let answer = decode_river_levels(&body, SourceTimeZone::default(), now).expect("a collection");
    assert_eq!((answer.content.len(), answer.rejected.len()), (261, 0));
    for station in answer.content.iter() {
        assert!(
            !station.title().en.is_empty() && !station.title().cy.is_empty(),
            "{:?}",
            station.id
        );
        assert!(matches!(station.value, Value::Measured { .. }), "{:?}", station.id);
        assert!(matches!(station.location, Location::Given(_)), "{:?}", station.id);
        assert!(station.page().is_some(), "{:?}", station.id);
    }
    let fresh = answer
        .content
        .iter()
        .filter(|station| Freshness::of_reading(station.time, now) == Freshness::Fresh)
        .count();
    let offline = answer.content.iter().filter(|station| station.status == Status::Offline).count();
    assert_eq!((fresh, offline), (254, 4));
    let mut ids: Vec<&str> = answer.content.iter().map(|station| &*station.id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 261);
}

#[test]
#[cfg_attr(not(has_captures), ignore = "no recordings; set GORLIF_CAPTURES")]
fn all_27_recorded_messages_are_kept_ten_of_them_in_force_eighteen_with_a_point() {
    let body = capture("floodwarnings-2016-11-22.json");
    let answer = decode_flood_warnings(&body).expect("a collection");
    let counts = SeverityCounts::of(&answer.content);
    assert_eq!((answer.rejected.len(), counts.total(), counts.in_force()), (0, 27, 10));
    assert_eq!((counts.count(Severity::Alert), counts.count(Severity::NoLongerInForce)), (10, 17));
    assert_eq!(answer.content.iter().filter(|warning| warning.position.is_some()).count(), 18);
    assert!(
        answer
            .content
            .iter()
            .all(|warning| !warning.contradictory && warning.severity_changed.is_some())
    );
}

#[test]
#[cfg_attr(not(has_captures), ignore = "no recordings; set GORLIF_CAPTURES")]
fn a_recorded_answer_with_a_broken_feature_in_any_place_loses_exactly_that_one() {
    let body = capture("floodwarnings-2016-11-22.json");
    let whole: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    for broken in 0..27 {
        let mut body = whole.clone();
        body["features"][broken] = serde_json::json!({ "type": "Feature", "properties": null });
        let answer = decode_flood_warnings(body.to_string().as_bytes()).expect("a collection");
        assert_eq!(
            (answer.content.len(), answer.rejected.iter().map(|r| r.index).collect::<Vec<_>>()),
            (26, vec![broken])
        );
    }
}

#[test]
#[cfg_attr(not(has_captures), ignore = "no recordings; set GORLIF_CAPTURES")]
fn the_english_recording_of_2292_gauges_decodes_and_keeps_its_two_double_numbers_apart() {
    let body = capture("riverlevels-england-2026-02-02.json");
    let answer = decode_river_levels(
        &body,
        SourceTimeZone::default(),
        "2026-02-03T00:30:00Z".parse().expect("an instant"),
    )
    .expect("a collection");
    assert_eq!((answer.content.len(), answer.rejected.len()), (2292, 0));
    assert_eq!(answer.content.iter().filter(|station| station.id.0.ends_with("~2")).count(), 2);
}

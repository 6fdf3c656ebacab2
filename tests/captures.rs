//! The recorded answers of the real service, where they are at hand: `../shared/captures`, or where
//! GORLIF_CAPTURES points.
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use gorlif_core::{
    api::{
        SourceTimeZone, decode_flood_forecast, decode_flood_warnings, decode_river_levels,
        decode_station_data,
    },
    domain::{
        freshness::Freshness,
        station::{Location, ParameterKind, Station, Status, Value},
        trend::Tendency,
        warning::{Severity, SeverityCounts},
    },
};
use std::path::PathBuf;

/// The folder of the recorded responses: `../shared/captures`, or where GORLIF_CAPTURES points.
fn folder() -> PathBuf {
    std::env::var_os("GORLIF_CAPTURES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/captures"),
        PathBuf::from,
    )
}

/// A recorded response of the service.
fn capture(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).expect(name)
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
        assert!(station.id.station_number().is_some(), "{:?}", station.id);
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

#[test]
#[cfg_attr(not(has_captures), ignore = "no recordings; set GORLIF_CAPTURES")]
fn all_402_recorded_stations_are_kept_with_their_kinds_and_a_position() {
    let body = capture("stationdata-2020-10-06.json");
    let answer = decode_station_data(&body).expect("an array");
    assert_eq!((answer.content.len(), answer.rejected.len()), (402, 0));
    let count = |is_counted: &dyn Fn(&Station) -> bool| {
        answer.content.iter().filter(|station| is_counted(station)).count()
    };
    let of_kind = |kind| count(&|station| station.kind == kind);
    assert_eq!(
        [Some(ParameterKind::Level), Some(ParameterKind::Rain), Some(ParameterKind::Tide), None]
            .map(of_kind),
        [241, 150, 10, 1]
    );
    let reported = |of| count(&|station| station.reported == of);
    assert_eq!(
        [Tendency::Rising, Tendency::Falling, Tendency::Steady].map(reported),
        [91, 134, 26]
    );
    // Six are at (0, 0) and three far off: the grid reference places them.
    assert_eq!(count(&|station| matches!(station.location, Location::FromGridReference(_))), 9);
    assert_eq!(count(&|station| station.location == Location::Unknown), 0);
    assert_eq!(
        count(&|station| !station.title().en.is_empty() && !station.title().cy.is_empty()),
        402
    );
    assert_eq!(count(&|station| matches!(station.value, Value::Measured { .. })), 401);
    // All say that they are online, also those whose reading is old.
    assert_eq!(count(&|station| station.status == Status::Online), 402);
    let now = "2020-10-06T21:00:00Z".parse().expect("an instant");
    let stale = count(&|station| Freshness::of_reading(station.time, now) == Freshness::Stale);
    assert_eq!(stale, count(&|station| !station.has_usable_reading(now)));
    assert!(stale > 1, "{stale}");
}

/// Version 3 has the names of version 1, but was seen without the Welsh text.
#[test]
#[cfg_attr(not(has_captures), ignore = "no recordings; set GORLIF_CAPTURES")]
fn the_recorded_messages_as_version_3_have_right_times_across_both_clock_changes() {
    let body = capture("floodwarnings-2016-11-22.json");
    let mut collection: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    // The minutes around 01:00 UTC, when the clocks change.
    let moments = [
        "2026-03-29T00:59:00Z",
        "2026-03-29T01:01:00Z",
        "2026-10-25T00:59:00Z",
        "2026-10-25T01:01:00Z",
    ];
    let at = |index: usize| -> chrono::DateTime<chrono::Utc> {
        moments[index % moments.len()].parse().expect("an instant")
    };
    let features = collection["features"].as_array_mut().expect("features");
    for (index, feature) in features.iter_mut().enumerate() {
        let properties = feature["properties"].as_object_mut().expect("properties");
        properties.remove("RIM_WELSH");
        properties.insert("TIDAL".to_owned(), "True".into());
        for name in ["TIMERAISED", "SEVERITY_CHANGED", "RIM_CHANGED"] {
            properties.insert(name.to_owned(), at(index).timestamp_millis().into());
        }
        properties.insert("DESCRIPTION".to_owned(), index.to_string().into());
    }
    let answer = decode_flood_warnings(collection.to_string().as_bytes()).expect("a collection");
    assert_eq!((answer.content.len(), answer.rejected.len()), (27, 0));
    for warning in &answer.content {
        let index: usize = warning.description.parse().expect("the index");
        for time in [warning.raised, warning.severity_changed, warning.message_changed] {
            assert_eq!(time, Some(at(index)));
        }
        assert_eq!(warning.text.cy, "");
    }
}

/// Also of the responses that `make probe SAVE=folder` keeps: `GORLIF_CAPTURES=folder cargo test -p gorlif --test captures every_response`.
#[test]
#[cfg_attr(not(has_captures), ignore = "no recordings; set GORLIF_CAPTURES")]
fn every_response_in_the_folder_is_decoded_without_a_rejected_item() {
    let mut decoded = 0;
    for entry in std::fs::read_dir(folder()).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let body = capture(&name);
        // Times are not judged here.
        let now = Default::default();
        let rejected = match name.split('-').next() {
            Some("riverlevels") => decode_river_levels(&body, SourceTimeZone::default(), now)
                .map(|response| response.rejected.len()),
            Some("stationdata") => {
                decode_station_data(&body).map(|response| response.rejected.len())
            }
            Some("floodwarnings") => {
                decode_flood_warnings(&body).map(|response| response.rejected.len())
            }
            Some("floodforecast") => {
                decode_flood_forecast(&body, now).map(|response| response.rejected.len())
            }
            _ => continue,
        };
        assert_eq!(rejected, Ok(0), "{name}");
        decoded += 1;
    }
    assert!(decoded > 0, "no response in the folder");
}

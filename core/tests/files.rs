//! A file beside the page that is none of its kind is refused, whatever is served in its place. The page then names it for the operator.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::{
    api::decode_commentary,
    area_names::AreaNames,
    basemap::Basemap,
    council_levels::CouncilLevels,
    domain::{
        Timestamp,
        station::{StationId, Unit},
        trend::Reading,
    },
    flood_areas::Projection,
    gazetteer::{Gazetteer, further_places},
    ground::Ground,
    level_records::LevelRecords,
    recorded::{RecentHistory, RecentReadings, Series, StationHistory, WarningsHistory},
};
use std::collections::BTreeMap;

fn now() -> Timestamp {
    "2026-09-21T17:00:00Z".parse().expect("an instant")
}

fn gauge() -> StationId {
    StationId("4001".into())
}

/// A file that is decoded, and whether one is.
type Kind = (&'static str, Vec<u8>, fn(&[u8]) -> bool);

fn kinds() -> Vec<Kind> {
    let readings = [Reading { at: now(), level: 1.25 }, Reading { at: now(), level: 1.5 }];
    let history = StationHistory::new(&gauge(), &Unit::Metres, now(), &readings, &readings, &[]);
    let recent = RecentReadings { unit: "m".to_owned(), series: Series::new(&readings) };
    let recent = RecentHistory::new(now(), BTreeMap::from([("4001".to_owned(), recent)]));
    let json = |value: serde_json::Result<Vec<u8>>| value.expect("JSON");
    let none: [(&StationId, &Unit, &gorlif_core::domain::level_record::LevelRecord); 0] = [];
    vec![
        ("a gauge's history", json(serde_json::to_vec(&history)), |body| {
            StationHistory::decode(body, &gauge(), &Unit::Metres)
                .is_some_and(|of| of.readings().is_some())
        }),
        ("recent readings", json(serde_json::to_vec(&recent)), |body| {
            RecentHistory::decode(body).is_some()
        }),
        (
            "changes of messages",
            json(serde_json::to_vec(&WarningsHistory::new(now(), BTreeMap::new()))),
            |body| WarningsHistory::decode(body).is_some(),
        ),
        ("level records", json(gorlif_core::level_records::encode(now(), none)), |body| {
            LevelRecords::decode(body, now()).is_some()
        }),
        (
            "names of areas",
            br#"{"version":1,"areas":[{"code":"A","name_en":"Usk","name_cy":"Wysg"}]}"#.to_vec(),
            |body| AreaNames::decode(body, Projection::default()).is_some(),
        ),
        (
            "levels of a council",
            br#"[{"station":"4001","level":2,"en":"Road","cy":"Ffordd"}]"#.to_vec(),
            |body| CouncilLevels::decode(body).is_some(),
        ),
        ("further places", br#"{"result":[]}"#.to_vec(), |body| {
            further_places::decode(body).is_some()
        }),
        ("commentary", br#"{"Summary_en":"Rain.","Summary_cy":"Glaw."}"#.to_vec(), |body| {
            decode_commentary(body).is_ok()
        }),
    ]
}

// case 29, 30, 37, 200
#[test]
fn whatever_is_served_in_the_place_of_a_file_is_refused() {
    let deep = "[".repeat(100_000);
    let others: [(&str, &[u8]); 9] = [
        ("nothing", b""),
        ("a web page", b"<!doctype html><title>404</title>"),
        ("null", b"null"),
        ("a number", b"7"),
        ("a text", b"\"history\""),
        ("an empty object", b"{}"),
        ("another version", br#"{"version":99,"areas":[],"gauges":[],"stations":{},"written":0}"#),
        ("bytes that are no text", &[0xff, 0xfe, 0x00]),
        ("a deep one", deep.as_bytes()),
    ];
    for (kind, file, is_decoded) in kinds() {
        assert!(is_decoded(&file), "{kind}: {}", String::from_utf8_lossy(&file));
        for (what, other) in others {
            assert!(!is_decoded(other), "{kind}: {what}");
        }
        for length in 0..file.len() {
            assert!(!is_decoded(&file[..length]), "{kind}: cut after {length} bytes");
        }
    }
    for (what, other) in others {
        assert!(Basemap::decode(other).is_none(), "outlines: {what}");
        assert!(Ground::decode(other).is_none(), "ground: {what}");
        assert!(Gazetteer::decode(other).is_none(), "gazetteer: {what}");
    }
}

#[test]
fn the_history_of_another_gauge_in_another_unit_or_with_damaged_readings_is_refused() {
    let (_, file, _) = kinds().swap_remove(0);
    let of = |id: &str, unit: Unit| StationHistory::decode(&file, &StationId(id.into()), &unit);
    assert!(of("4001", Unit::Metres).is_some());
    assert!(of("4002", Unit::Metres).is_none());
    assert!(of("4001", Unit::MetresAboveOrdnanceDatum).is_none());
    let text = String::from_utf8(file.clone()).expect("UTF-8");
    let damaged = text.replacen("\"levels\":[1.25", "\"levels\":[1.25,1.25", 1);
    assert_ne!(damaged, text);
    let history = StationHistory::decode(damaged.as_bytes(), &gauge(), &Unit::Metres);
    assert!(history.is_some_and(|history| history.readings().is_none()), "{damaged}");
}

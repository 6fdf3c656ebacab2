//! Builders of responses for tests. Compiled with the feature `test-support` only.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

pub mod visit;

use crate::{
    api::{
        self, Decoded, SourceTimeZone, Stations, Warnings,
        response_times::{Header, ResponseTimes},
    },
    domain::{
        Timestamp, after,
        station::{Station, StationId},
    },
};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// A moment, in milliseconds after 12:00.
pub fn wall(milliseconds: i64) -> Timestamp {
    after("2026-11-20T12:00:00Z".parse().expect("an instant"), milliseconds)
}

/// Response headers: `Date` and `X-Origin-Date` in milliseconds after 12:00, `Age` in seconds.
pub fn times(date: i64, age: Option<u32>, origin: Option<i64>) -> ResponseTimes {
    let origin_date = origin.map_or(Header::Absent, |origin| Header::Value(wall(origin)));
    let age = age.map_or(Header::Absent, Header::Value);
    ResponseTimes { date: Some(wall(date)), age, origin_date }
}

/// A point near Brecon, as longitude and latitude.
pub const BRECON: Option<[f64; 2]> = Some([-3.39, 51.95]);

/// A GeoJSON feature. `properties` are the members of its properties as JSON, without braces.
pub fn feature(point: Option<[f64; 2]>, properties: &str) -> String {
    let geometry = point.map_or_else(
        || "null".to_owned(),
        |[lon, lat]| format!(r#"{{"type":"Point","coordinates":[{lon},{lat}]}}"#),
    );
    format!(r#"{{"type":"Feature","geometry":{geometry},"properties":{{{properties}}}}}"#)
}

/// A GeoJSON FeatureCollection.
pub fn collection(features: &[String]) -> String {
    format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(","))
}

/// The gauges of a river levels response that arrived at `received`. They are the same in StationData, which is asserted, so that a
/// table of gauges proves its rule for both versions.
pub fn stations(features: &[String], received: Timestamp) -> Stations {
    assert_same_in_station_data(features, received);
    river_levels(collection(features).as_bytes(), received)
}

fn river_levels(body: &[u8], received: Timestamp) -> Stations {
    api::decode_river_levels(body, SourceTimeZone::default(), received)
        .expect("a collection")
        .content
}

fn assert_same_in_station_data(features: &[String], received: Timestamp) {
    let parse = |feature: &String| serde_json::from_str::<Json>(feature).expect("a feature");
    let mut features: Vec<Json> = features.iter().map(parse).collect();
    for feature in &mut features {
        // StationData has no times without a zone.
        let time = &mut feature["properties"]["LatestTime"];
        if time.as_str().is_some_and(|time| !time.ends_with('Z')) {
            *time = Json::Null;
        }
    }
    let array = Json::from_iter(features.iter().map(station_data)).to_string();
    let newer = api::decode_station_data(array.as_bytes()).expect("an array").content;
    let body = json!({ "type": "FeatureCollection", "features": features }).to_string();
    let older = river_levels(body.as_bytes(), received);
    assert_eq!(comparable(&newer), comparable(&older), "StationData and version 1 of {body}");
}

/// A station of StationData with what a feature of version 1 says.
fn station_data(feature: &Json) -> Json {
    let properties = &feature["properties"];
    let point = &feature["geometry"]["coordinates"];
    let gauge = &properties["Location"];
    json!({
        "location": gauge,
        "coordinates": { "longitude": point[0], "latitude": point[1] },
        "nameEN": properties["NameEN"],
        "nameCY": properties["NameCY"],
        "titleEN": properties["TitleEN"],
        "titleCY": properties["TitleCY"],
        "statusEN": properties["StatusEN"],
        "statusCY": properties["StatusCY"],
        "ngr": properties["NGR"],
        "parameters": [{
            "parameter": 1,
            "paramNameEN": properties["ParamNameEN"],
            "paramNameCY": properties["ParamNameCY"],
            "units": properties["Units"],
            "latestValue": properties["LatestValue"],
            "latestTime": properties["LatestTime"],
        }],
    })
}

/// The gauges without what only StationData says, in an order that does not depend on their ids.
fn comparable(stations: &Stations) -> Vec<Station> {
    let comparable = |station: &Arc<Station>| Station {
        id: StationId(station.id.given().into()),
        kind: None,
        parameter_number: None,
        ..Station::clone(station)
    };
    let mut stations: Vec<Station> = stations.iter().map(comparable).collect();
    stations.sort_by_key(|station| (station.id.clone(), station.title().en.to_owned()));
    stations
}

/// A decoded flood warnings response.
pub fn warnings(features: &[String]) -> Decoded<Warnings> {
    api::decode_flood_warnings(collection(features).as_bytes()).expect("a collection")
}

//! Builders of responses for tests. Compiled with the feature `test-support` only.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use crate::{
    api::{self, Decoded, SourceTimeZone, Stations, Warnings},
    domain::Timestamp,
};

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

/// The gauges of a river levels response that arrived at `received`.
pub fn stations(features: &[String], received: Timestamp) -> Stations {
    let body = collection(features);
    api::decode_river_levels(body.as_bytes(), SourceTimeZone::default(), received)
        .expect("a collection")
        .content
}

/// A decoded flood warnings response.
pub fn warnings(features: &[String]) -> Decoded<Warnings> {
    api::decode_flood_warnings(collection(features).as_bytes()).expect("a collection")
}

//! The documented envelopes and field names, types and text forms. The order of members is not that of the service.

use serde::Serialize;
use serde_json::{Value, json};

/// The messages as version 3 writes them: without `crs`, without the Welsh text, and with `TIDAL` as
/// "True" or "False".
pub fn as_version_3(mut messages: Value) -> Value {
    if let Some(members) = messages.as_object_mut() {
        members.remove("crs");
    }
    let features = messages.get_mut("features").and_then(Value::as_array_mut);
    for feature in features.into_iter().flatten() {
        if let Some(properties) = feature.get_mut("properties").and_then(Value::as_object_mut) {
            properties.remove("RIM_WELSH");
            let is_tidal = properties.get("TIDAL").and_then(Value::as_str) == Some("t");
            properties.insert("TIDAL".to_owned(), if is_tidal { "True" } else { "False" }.into());
        }
    }
    messages
}

#[derive(Serialize)]
pub struct Collection<P> {
    r#type: &'static str,
    crs: Value,
    pub features: Vec<Feature<P>>,
}

impl<P> Collection<P> {
    pub fn new(features: Vec<Feature<P>>) -> Self {
        let crs = json!({ "type": "name", "properties": { "name": "EPSG:4326" } });
        Self { r#type: "FeatureCollection", crs, features }
    }
}

#[derive(Serialize)]
pub struct Feature<P> {
    r#type: &'static str,
    geometry: Value,
    pub properties: P,
}

impl<P> Feature<P> {
    /// Longitude first, as GeoJSON has it.
    pub fn at(lon: f64, lat: f64, properties: P) -> Self {
        let short = |degrees: f64| (degrees * 1e6).round() / 1e6;
        let geometry = json!({ "type": "Point", "coordinates": [short(lon), short(lat)] });
        Self { r#type: "Feature", geometry, properties }
    }
}

#[derive(Serialize)]
#[allow(non_snake_case)] // the service's own names
pub struct RiverLevel {
    pub Location: String,
    pub LatestValue: String,
    pub LatestTime: String,
    pub NameEN: String,
    pub NameCY: String,
    pub NGR: String,
    pub ParamNameEN: &'static str,
    pub ParamNameCY: &'static str,
    pub StatusEN: &'static str,
    pub StatusCY: &'static str,
    pub TitleEN: String,
    pub TitleCY: String,
    pub Units: &'static str,
    pub url: String,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct FloodWarning {
    pub fwacode: String,
    pub area: &'static str,
    pub description: String,
    pub tidal: &'static str,
    pub severity: &'static str,
    pub severityvalue: u8,
    pub timeraised: i64,
    pub severity_changed: i64,
    pub rim_changed: i64,
    pub rim_english: String,
    pub rim_welsh: String,
}

#[derive(Serialize)]
#[allow(non_snake_case)] // the service's own names
pub struct AreaAtRisk {
    pub Day_en: String,
    pub LocationCounty_en: &'static str,
    pub Region_en: &'static str,
    pub RiskLevelName_en: &'static str,
    pub Day_cy: String,
    pub LocationCounty_cy: &'static str,
    pub Region_cy: &'static str,
    pub RiskLevelName_cy: &'static str,
}

/// The forecaster's commentary. It was not recorded: this is what clients read.
#[derive(Serialize)]
#[allow(non_snake_case)] // the service's own names
pub struct Summary {
    pub Summary_en: &'static str,
    pub Summary_cy: &'static str,
}

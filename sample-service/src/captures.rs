//! Recorded answers, served as they were recorded.

use gorlif_core::domain::geo::{Distance, Position};
use serde_json::{Value, json};
use std::{fs, path::Path};

pub struct Captures {
    /// Of each version of the levels, absent where none was recorded.
    pub river_levels: Option<String>,
    pub station_data: Option<String>,
    /// Made up where none was recorded.
    pub flood_forecast: Option<String>,
    flood_warnings: Value,
}

impl Captures {
    /// Reads the newest `riverlevels-YYYY…json` of Wales or `stationdata-….json`, the `floodwarnings-….json`, and the
    /// `floodforecast-….json` of the folder.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let named = |prefix: &str| -> Result<String, String> {
            let entries = fs::read_dir(folder).map_err(|error| {
                format!("the folder of captures {} cannot be read: {error}", folder.display())
            })?;
            let mut names: Vec<_> = entries
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| is_capture(path, prefix))
                .collect();
            names.sort();
            let newest = names.pop().ok_or_else(|| {
                format!("the folder {} holds no {prefix}-YYYY-MM-DD.json", folder.display())
            })?;
            fs::read_to_string(&newest)
                .map_err(|error| format!("{} cannot be read: {error}", newest.display()))
        };
        let (river_levels, station_data) = (named("riverlevels"), named("stationdata").ok());
        if let (Err(missing), None) = (&river_levels, &station_data) {
            return Err(missing.clone());
        }
        let flood_warnings = serde_json::from_str(&named("floodwarnings")?)
            .map_err(|error| format!("the recorded warnings are no JSON: {error}"))?;
        let flood_forecast = named("floodforecast").ok();
        Ok(Self { river_levels: river_levels.ok(), station_data, flood_forecast, flood_warnings })
    }

    /// The recorded warnings within the distance, or all; those without a point always.
    pub fn flood_warnings(&self, circle: Option<(Position, Distance)>) -> Value {
        let near = |feature: &&Value| {
            let coordinates = feature.pointer("/geometry/coordinates").and_then(Value::as_array);
            let number =
                |index: usize| coordinates.and_then(|pair| pair.get(index)).and_then(Value::as_f64);
            let point = number(1).zip(number(0)).and_then(|(lat, lon)| Position::new(lat, lon));
            circle
                .zip(point)
                .is_none_or(|((centre, distance), point)| centre.distance_to(point) <= distance)
        };
        let features: Vec<&Value> = self.flood_warnings["features"]
            .as_array()
            .map(|all| all.iter().filter(near).collect())
            .unwrap_or_default();
        json!({ "type": "FeatureCollection", "crs": self.flood_warnings["crs"], "features": features })
    }
}

fn is_capture(path: &Path, prefix: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    // "riverlevels-2019-03-13.json", not "riverlevels-england-….json".
    let rest = name
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('-'))
        .and_then(|rest| rest.strip_suffix(".json"));
    rest.is_some_and(|date| date.starts_with(|c: char| c.is_ascii_digit()))
}

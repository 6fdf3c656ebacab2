//! Which fields of a response are missing, and which are new, compared with the fields that are known
//! of the version. For the check of a deployment; the page does not need it.

use super::{
    json::body_text,
    operations::{LevelsVersion, Operations, WarningsVersion},
};
use crate::domain::source_id::SourceId;
use serde_json::Value;
use std::collections::BTreeSet;

/// The fields of the items of a response, nested ones with the name of their array: "parameters.units".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldReport {
    /// Known fields that no item has.
    pub missing: Vec<String>,
    /// Fields of an item that are not known.
    pub new: Vec<String>,
}

const RIVER_LEVELS: &[&str] = &[
    "Location",
    "LatestValue",
    "LatestTime",
    "NameEN",
    "NameCY",
    "NGR",
    "ParamNameEN",
    "ParamNameCY",
    "StatusEN",
    "StatusCY",
    "TitleEN",
    "TitleCY",
    "Units",
    "url",
];
const STATION_DATA: &[&str] = &[
    "location|stationId",
    "coordinates",
    "nameEN",
    "nameCY",
    "titleEn|titleEN",
    "titleCy|titleCY",
    "statusEN",
    "statusCY",
    "url",
    "ngr",
    "parameters",
    "parameters.parameter",
    "parameters.paramNameEN",
    "parameters.paramNameCY",
    "parameters.parameterStatusEN",
    "parameters.parameterStatusCY",
    "parameters.units",
    "parameters.latestValue",
    "parameters.latestTime",
];
const FLOOD_WARNINGS: &[&str] = &[
    "FWACODE",
    "AREA",
    "DESCRIPTION",
    "TIDAL",
    "SEVERITY",
    "SEVERITYVALUE",
    "TIMERAISED",
    "SEVERITY_CHANGED",
    "RIM_CHANGED",
    "RIM_ENGLISH",
    "RIM_WELSH",
];
const FLOOD_FORECAST: &[&str] = &[
    "Day_en",
    "Day_cy",
    "LocationCounty_en",
    "LocationCounty_cy",
    "Region_en",
    "Region_cy",
    "RiskLevelName_en",
    "RiskLevelName_cy",
];

fn known(source: SourceId, operations: Operations) -> &'static [&'static str] {
    match source {
        SourceId::RiverLevels => match operations.levels {
            LevelsVersion::V1 => RIVER_LEVELS,
            LevelsVersion::StationData => STATION_DATA,
        },
        SourceId::NationalWarnings | SourceId::LocalWarnings => match operations.warnings {
            WarningsVersion::V1 | WarningsVersion::V3 => FLOOD_WARNINGS,
        },
        SourceId::FloodForecast => FLOOD_FORECAST,
    }
}

/// Compares the fields of a body. `None` if the body has no items.
pub fn compare(body: &[u8], source: SourceId, operations: Operations) -> Option<FieldReport> {
    let body: Value = serde_json::from_str(body_text(body).ok()?).ok()?;
    let items = body.as_array().or_else(|| body.get("features")?.as_array())?;
    if items.is_empty() {
        return None;
    }
    let mut found = BTreeSet::new();
    for item in items {
        collect(item.get("properties").unwrap_or(item), "", &mut found);
    }
    let known = known(source, operations);
    let is_found = |name: &&&str| name.split('|').any(|form| found.contains(form));
    let is_known = |name: &&String| known.iter().any(|of| of.split('|').any(|form| form == *name));
    Some(FieldReport {
        missing: known.iter().filter(|name| !is_found(name)).map(ToString::to_string).collect(),
        new: found.iter().filter(|name| !is_known(name)).cloned().collect(),
    })
}

/// The names of an object, and those of the objects in its arrays.
fn collect(object: &Value, prefix: &str, found: &mut BTreeSet<String>) {
    for (name, value) in object.as_object().into_iter().flatten() {
        let name = format!("{prefix}{name}");
        for inner in value.as_array().into_iter().flatten() {
            collect(inner, &format!("{name}."), found);
        }
        found.insert(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_no_item_has_and_fields_that_are_not_known_are_named() {
        let newer = Operations {
            levels: LevelsVersion::StationData,
            warnings: WarningsVersion::V3,
            ..Operations::default()
        };
        let body = br#"[{"location":1,"parameters":[{"parameter":2,"flow":3}]},{"stationId":1,"titleEN":"Usk"}]"#;
        let report = compare(body, SourceId::RiverLevels, newer).expect("items");
        assert_eq!(report.new, ["parameters.flow"]);
        assert!(report.missing.contains(&"ngr".to_owned()));
        for present in ["location|stationId", "titleEn|titleEN", "parameters.parameter"] {
            assert!(!report.missing.contains(&present.to_owned()), "{present}");
        }
        let body = br#"{"features":[{"properties":{"FWACODE":"a","COUNTY":"b"}}]}"#;
        let report = compare(body, SourceId::NationalWarnings, newer).expect("items");
        assert_eq!((report.new, report.missing.len()), (vec!["COUNTY".to_owned()], 10));
        for body in ["[]", "{}", "null", "<html>", r#"{"features":[]}"#] {
            assert_eq!(compare(body.as_bytes(), SourceId::FloodForecast, newer), None, "{body}");
        }
    }
}

//! The table of the service's operations, from `core/operations.json`, which the page's bootstrap script,
//! the gateway, sample-service and the tests read too.

use serde::Serialize;

include!(concat!(env!("OUT_DIR"), "/operations.rs"));

/// An operation of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name in the gateway's settings and log.
    pub id: &'static str,
    /// The operations whose version is chosen together.
    pub group: Group,
    /// The subscription key that it needs.
    pub key: Key,
    /// The seconds for which the gateway caches a valid response, unless a setting says otherwise.
    pub cache_seconds: u32,
    /// The most that the setting may say. `None`: there is no setting.
    pub longest_cache_seconds: Option<u32>,
    /// The versions, of which the first is the default.
    pub versions: &'static [Version],
}

/// A version of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The name in the settings.
    pub id: &'static str,
    /// The path after the base url, and the query; parameters are in braces.
    pub path: &'static str,
    /// The JSON that it returns.
    pub body: Body,
}

/// Operations with a setting for their version, and one for how long their responses are cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The river levels and their histories.
    Levels,
    /// The flood warnings.
    Warnings,
    /// The flood forecast.
    Forecast,
    /// The forecaster's commentary, which a deployment may do without.
    Commentary,
}

/// A subscription key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Of the river levels.
    Levels,
    /// Of the flood warnings.
    Warnings,
    /// Of the flood forecast.
    Forecast,
}

/// The kind of JSON of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Body {
    /// A GeoJSON `FeatureCollection`.
    Collection,
    /// An array.
    Array,
    /// An object with the array `parameterReadings`.
    History,
    /// An object with `Summary_en` or `Summary_cy`, or an array of one.
    Commentary,
}

impl Operation {
    /// The path of the version with this name.
    pub fn path(&self, version: &str) -> Option<&'static str> {
        self.versions.iter().find(|known| known.id == version).map(|known| known.path)
    }
}

impl Group {
    /// All groups.
    pub const ALL: [Self; 4] = [Self::Levels, Self::Warnings, Self::Forecast, Self::Commentary];

    /// The name in the settings and in `core/operations.json`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Levels => "levels",
            Self::Warnings => "warnings",
            Self::Forecast => "forecast",
            Self::Commentary => "commentary",
        }
    }

    /// The version without a setting; `None` if the operations are not used then.
    pub fn default_version(self) -> Option<&'static str> {
        match self {
            Self::Levels | Self::Warnings | Self::Forecast => Some("v1"),
            Self::Commentary => None,
        }
    }
}

impl Key {
    /// All keys.
    pub const ALL: [Self; 3] = [Self::Levels, Self::Warnings, Self::Forecast];

    /// The name in the settings and in `core/operations.json`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Levels => "levels",
            Self::Warnings => "warnings",
            Self::Forecast => "forecast",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::operations::{ForecastVersion, LevelsVersion, WarningsVersion};

    #[test]
    fn the_versions_of_the_settings_are_those_of_the_table() {
        let levels = [LevelsVersion::V1, LevelsVersion::StationData].map(LevelsVersion::id);
        let warnings = [WarningsVersion::V1, WarningsVersion::V3].map(WarningsVersion::id);
        let forecast = [ForecastVersion::V1, ForecastVersion::V2].map(ForecastVersion::id);
        for operation in ALL {
            let versions: Vec<_> = operation.versions.iter().map(|version| version.id).collect();
            match operation.group {
                Group::Levels if operation == HISTORICAL => assert_eq!(versions, levels[1..]),
                Group::Levels => assert_eq!(versions, levels),
                Group::Warnings => assert_eq!(versions, warnings),
                Group::Forecast | Group::Commentary => assert_eq!(versions, forecast),
            }
        }
    }
}

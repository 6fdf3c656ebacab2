//! Which version of each operation a deployment uses.

use super::table::Group;
use serde::Deserialize;
use std::str::FromStr;
use thiserror::Error;

/// The versions of the operations. Each operation without a choice is the documented one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Names")]
pub struct Operations {
    /// The version of the river levels.
    pub levels: LevelsVersion,
    /// The version of the flood warnings.
    pub warnings: WarningsVersion,
    /// The version of the flood forecast.
    pub forecast: ForecastVersion,
    /// The version of the forecaster's commentary; `None` if it is not requested.
    pub commentary: Option<ForecastVersion>,
}

/// A version of the river levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LevelsVersion {
    /// `/riverlevels/v1/all`.
    #[default]
    V1,
    /// `/rivers-and-seas/v1/api/StationData`.
    StationData,
}

/// A version of the flood warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WarningsVersion {
    /// `/floodwarnings/v1`.
    #[default]
    V1,
    /// `/floodwarnings/v3`.
    V3,
}

/// A version of the flood forecast or of its commentary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForecastVersion {
    /// `/floodforecast/v1`.
    #[default]
    V1,
    /// `/floodforecast/v2`.
    V2,
}

/// The names of the versions in the settings.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Names {
    levels: Option<String>,
    warnings: Option<String>,
    forecast: Option<String>,
    commentary: Option<String>,
}

/// The text names no version of the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}")]
pub struct UnknownVersion {
    /// The names of the versions.
    pub expected: &'static str,
}

impl TryFrom<Names> for Operations {
    type Error = UnknownVersion;

    fn try_from(names: Names) -> Result<Self, UnknownVersion> {
        let Names { levels, warnings, forecast, commentary } = names;
        Ok(Self {
            levels: levels.map_or(Ok(LevelsVersion::default()), |name| name.parse())?,
            warnings: warnings.map_or(Ok(WarningsVersion::default()), |name| name.parse())?,
            forecast: forecast.map_or(Ok(ForecastVersion::default()), |name| name.parse())?,
            commentary: commentary.map(|name| name.parse()).transpose()?,
        })
    }
}

impl Operations {
    /// The name of the version of a group; `None` if its operations are not used.
    pub fn version(self, group: Group) -> Option<&'static str> {
        match group {
            Group::Levels => Some(self.levels.id()),
            Group::Warnings => Some(self.warnings.id()),
            Group::Forecast => Some(self.forecast.id()),
            Group::Commentary => self.commentary.map(ForecastVersion::id),
        }
    }
}

impl LevelsVersion {
    /// The name in the settings.
    pub fn id(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::StationData => "station-data",
        }
    }
}

impl WarningsVersion {
    /// The name in the settings.
    pub fn id(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V3 => "v3",
        }
    }
}

impl ForecastVersion {
    /// The name in the settings.
    pub fn id(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V2 => "v2",
        }
    }
}

impl FromStr for LevelsVersion {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, UnknownVersion> {
        let known = [Self::V1, Self::StationData].into_iter().find(|version| version.id() == text);
        known.ok_or(UnknownVersion { expected: "v1 or station-data" })
    }
}

impl FromStr for WarningsVersion {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, UnknownVersion> {
        let known = [Self::V1, Self::V3].into_iter().find(|version| version.id() == text);
        known.ok_or(UnknownVersion { expected: "v1 or v3" })
    }
}

impl FromStr for ForecastVersion {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, UnknownVersion> {
        let known = [Self::V1, Self::V2].into_iter().find(|version| version.id() == text);
        known.ok_or(UnknownVersion { expected: "v1 or v2" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_versions_are_the_default_and_others_are_chosen_by_name() {
        let read = |json: &str| serde_json::from_str::<Operations>(json).ok();
        let of = |levels, warnings| Some(Operations { levels, warnings, ..Operations::default() });
        assert_eq!(read("{}"), of(LevelsVersion::V1, WarningsVersion::V1));
        assert_eq!(
            read(r#"{"levels":"station-data","warnings":"v3"}"#),
            of(LevelsVersion::StationData, WarningsVersion::V3)
        );
        assert_eq!(
            read(r#"{"levels":"v1","warnings":"v1"}"#),
            of(LevelsVersion::V1, WarningsVersion::V1)
        );
        let (forecast, commentary) = (ForecastVersion::V2, Some(ForecastVersion::V1));
        assert_eq!(
            read(r#"{"forecast":"v2","commentary":"v1"}"#),
            Some(Operations { forecast, commentary, ..Operations::default() })
        );
        for json in [
            r#"{"levels":"v2"}"#,
            r#"{"warnings":3}"#,
            r#"{"forecast":"v3"}"#,
            r#"{"commentary":"v3"}"#,
            r#"{"summary":"v1"}"#,
        ] {
            assert_eq!(read(json), None, "{json}");
        }
    }

    #[test]
    fn a_name_is_read_as_in_the_settings() {
        for version in [LevelsVersion::V1, LevelsVersion::StationData] {
            assert_eq!(version.id().parse(), Ok(version));
        }
        for version in [WarningsVersion::V1, WarningsVersion::V3] {
            assert_eq!(version.id().parse(), Ok(version));
        }
        for version in [ForecastVersion::V1, ForecastVersion::V2] {
            assert_eq!(version.id().parse(), Ok(version));
        }
        assert!("V1".parse::<LevelsVersion>().is_err() && "".parse::<WarningsVersion>().is_err());
    }
}

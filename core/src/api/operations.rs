//! Which version of each operation a deployment uses.

use serde::Deserialize;
use std::str::FromStr;
use thiserror::Error;

/// The versions of the operations. Each operation without a choice is the documented one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Operations {
    /// The version of the river levels.
    pub levels: LevelsVersion,
    /// The version of the flood warnings.
    pub warnings: WarningsVersion,
}

/// A version of the river levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum LevelsVersion {
    /// `/riverlevels/v1/all`.
    #[default]
    V1,
    /// `/rivers-and-seas/v1/api/StationData`.
    StationData,
}

/// A version of the flood warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum WarningsVersion {
    /// `/floodwarnings/v1`.
    #[default]
    V1,
    /// `/floodwarnings/v3`.
    V3,
}

/// The text names no version of the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}")]
pub struct UnknownVersion {
    /// The names of the versions.
    pub expected: &'static str,
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

impl TryFrom<String> for LevelsVersion {
    type Error = UnknownVersion;

    fn try_from(text: String) -> Result<Self, UnknownVersion> {
        text.parse()
    }
}

impl TryFrom<String> for WarningsVersion {
    type Error = UnknownVersion;

    fn try_from(text: String) -> Result<Self, UnknownVersion> {
        text.parse()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_versions_are_the_default_and_others_are_chosen_by_name() {
        let read = |json: &str| serde_json::from_str::<Operations>(json).ok();
        let of = |levels, warnings| Some(Operations { levels, warnings });
        assert_eq!(read("{}"), of(LevelsVersion::V1, WarningsVersion::V1));
        assert_eq!(
            read(r#"{"levels":"station-data","warnings":"v3"}"#),
            of(LevelsVersion::StationData, WarningsVersion::V3)
        );
        assert_eq!(
            read(r#"{"levels":"v1","warnings":"v1"}"#),
            of(LevelsVersion::V1, WarningsVersion::V1)
        );
        for json in [r#"{"levels":"v2"}"#, r#"{"warnings":3}"#, r#"{"forecast":"v2"}"#] {
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
        assert!("V1".parse::<LevelsVersion>().is_err() && "".parse::<WarningsVersion>().is_err());
    }
}

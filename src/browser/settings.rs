//! The settings: the JSON block of index.html that a deployer edits.

use super::document;
use gorlif_core::{
    api::{object, operations::Operations},
    flood_areas::Projection,
};
use serde::{Deserialize, de::IgnoredAny};

/// The settings block. Every field is optional; unknown fields are errors.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Base address of the key-injecting endpoint.
    pub endpoint: String,
    /// The versions of the operations behind the endpoint; bootstrap.js reads them too.
    #[serde(deserialize_with = "object")]
    pub operations: Operations,
    #[serde(deserialize_with = "object")]
    pub tiles: Tiles,
    /// The place shown when the query names none, also before the remembered place. Absent: the
    /// remembered place, except in frames, otherwise all of Wales.
    pub place: Option<DefaultPlace>,
    /// The gateway returns the exact positions of postcodes (`GORLIF_POSTCODES_UPSTREAM`).
    pub postcodes: bool,
    /// The gateway returns the places of a name that the page does not know (`GORLIF_PLACES_UPSTREAM`).
    pub places: bool,
    /// The recorder's files are at `history/` (`GORLIF_HISTORY`).
    pub history: bool,
    /// The council's levels are at `levels.json`.
    pub levels: bool,
    /// The council's telephone lines are at `contacts.json`.
    pub contacts: bool,
    /// The shapes of the flood areas, if there are settings of them; a late chunk reads them with [`areas`].
    pub areas: Option<IgnoredAny>,
    /// The archive with street level; a late chunk reads it with [`ground`].
    pub ground: IgnoredAny,
    /// The public key of the recorder's notifications; a late chunk reads it with [`push`].
    pub push: IgnoredAny,
    #[serde(deserialize_with = "object")]
    pub deployer: Deployer,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            endpoint: "/api".to_owned(),
            operations: Operations::default(),
            tiles: Tiles::default(),
            place: None,
            postcodes: false,
            places: false,
            history: false,
            levels: false,
            contacts: false,
            areas: None,
            ground: IgnoredAny,
            push: IgnoredAny,
            deployer: Deployer::default(),
        }
    }
}

/// Map tiles. Off when the address is empty: no third party is contacted unless the deployer
/// chooses one.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Tiles {
    pub address: String,
    pub attribution: String,
}

/// The files with the shapes of the flood areas and with their names, relative to the page. Each is off when its address is empty.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Areas {
    /// The GeoJSON file with the shapes.
    pub address: String,
    pub projection: Projection,
    /// The property with the code of the messages (`FWACODE`).
    pub code: String,
    /// The JSON file with the names and descriptions.
    pub names: String,
}

impl Default for Areas {
    fn default() -> Self {
        Self {
            address: String::new(),
            projection: Projection::default(),
            code: "fwis_code".to_owned(),
            names: String::new(),
        }
    }
}

/// A position in degrees (WGS 84) and a radius.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct DefaultPlace {
    pub lat: f64,
    pub lon: f64,
    /// In kilometres; one of the values of the radius field.
    pub radius: f64,
}

/// The council or other body that publishes the page.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Deployer {
    pub name: String,
    #[serde(deserialize_with = "object")]
    pub notice: Notice,
}

/// A bilingual notice at the top of the page.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Notice {
    pub show: bool,
    pub en: String,
    pub cy: String,
}

/// Reads the settings block. The error describes the problem for the failure box.
pub fn read() -> Result<Settings, String> {
    parse(&block()?)
}

fn block() -> Result<String, String> {
    let block = document::by_id("settings").ok_or("settings: the block is missing")?;
    Ok(block.text_content().unwrap_or_default())
}

/// Reads the part of the flood areas. The error describes the problem for the operator.
pub fn areas() -> Result<Areas, String> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Part {
        #[serde(deserialize_with = "object")]
        areas: Areas,
    }
    let part: Result<Part, serde_json::Error> = serde_json::from_str(&block()?);
    part.map(|part| part.areas).map_err(|error| format!("settings: areas: {error}"))
}

/// Reads the address of the PMTiles archive with street level, relative to the page; empty if there is none. The error describes
/// the problem for the operator.
pub fn ground() -> Result<String, String> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Part {
        ground: String,
    }
    let part: Result<Part, serde_json::Error> = serde_json::from_str(&block()?);
    part.map(|part| part.ground).map_err(|error| format!("settings: ground: {error}"))
}

/// Reads the public key of the recorder's notifications, in base64url; empty if there are none. The error describes the problem for the
/// operator.
pub fn push() -> Result<String, String> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Part {
        push: String,
    }
    let part: Result<Part, serde_json::Error> = serde_json::from_str(&block()?);
    part.map(|part| part.push).map_err(|error| format!("settings: push: {error}"))
}

/// Parses settings from JSON.
pub fn parse(text: &str) -> Result<Settings, String> {
    let mut json = serde_json::Deserializer::from_str(text);
    let settings = object(&mut json).and_then(|settings| json.end().map(|()| settings));
    settings.map_err(|error| format!("settings: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // case 103
    #[test]
    fn settings_are_read_or_refused_by_name() {
        assert_eq!(parse("{}").map(|settings| settings.endpoint), Ok("/api".to_owned()));
        for (text, cause) in [
            (
                r#"{"endpoint": 1}"#,
                "settings: invalid type: integer `1`, expected a string at line 1 column 14",
            ),
            (
                r#"{"tiles": 7}"#,
                "settings: invalid type: integer `7`, expected an object at line 1 column 11",
            ),
            (
                r#"{"deployer": {"notice": {"shw": true}}}"#,
                "settings: unknown field `shw`, expected one of `show`, `en`, `cy` at line 1 column 30",
            ),
            (
                r#"{"place": {"lat": "x", "lon": 1, "radius": 5}}"#,
                "settings: invalid type: string \"x\", expected f64 at line 1 column 21",
            ),
            ("[]", "settings: invalid type: sequence, expected an object at line 1 column 0"),
            ("7", "settings: invalid type: integer `7`, expected an object at line 1 column 1"),
        ] {
            assert_eq!(parse(text), Err(cause.to_owned()), "{text}");
        }
        assert!(parse("{").is_err_and(|cause| cause.starts_with("settings: ")));
        let other_version = parse(r#"{"operations": {"levels": "v2"}}"#);
        let expected = "settings: expected v1 or station-data";
        assert!(other_version.is_err_and(|cause| cause.starts_with(expected)));
    }

    const SEED: &str = r#"{"endpoint": "/api", "tiles": {"address": "", "attribution": ""}, "place": {"lat": 51.9, "lon": -3.4, "radius": 20}, "deployer": {"name": "", "notice": {"show": true, "en": "", "cy": ""}}}"#;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        // case 103
        #[test]
        fn broken_settings_are_named_and_never_panic(
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, r#"[{}\[\]",:]|null|1e400|-|true|\\\\ud800|ŵ|__proto__|NaN| "#), 1..5)
        ) {
            let mut text: Vec<char> = SEED.chars().collect();
            for (at, length, token) in edits {
                if text.is_empty() {
                    break;
                }
                let begin = at.index(text.len());
                let end = (begin + length).min(text.len());
                text.splice(begin..end, token.chars());
            }
            if let Err(cause) = parse(&text.into_iter().collect::<String>()) {
                prop_assert!(cause.starts_with("settings: "), "{}", cause);
            }
        }
    }
}

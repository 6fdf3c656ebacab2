//! The one JSON block of index.html that a deployer sets.

use super::document;
use serde::Deserialize;

/// The block. Every part may be left out; a field that is not known is an error.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Base address of the key-injecting endpoint.
    pub endpoint: String,
    pub tiles: Tiles,
    /// Where the page opens when its address names no place; absent: all of Wales.
    pub place: Option<DefaultPlace>,
    pub deployer: Deployer,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            endpoint: "/api".to_owned(),
            tiles: Tiles::default(),
            place: None,
            deployer: Deployer::default(),
        }
    }
}

/// Map tiles. An empty address: none, so that no visitor is sent to a third party unasked.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Tiles {
    pub address: String,
    pub attribution: String,
}

/// Degrees (WGS 84).
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct DefaultPlace {
    pub lat: f64,
    pub lon: f64,
    /// In kilometres, one of the steps.
    pub radius: f64,
}

/// The council or other body whose page this is.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Deployer {
    pub name: String,
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

/// Reads the block. The error says what is wrong with it, for the failure box.
pub fn read() -> Result<Settings, String> {
    let block = document::document().and_then(|document| document.get_element_by_id("settings"));
    let block = block.ok_or("settings: the block is missing")?;
    parse(&block.text_content().unwrap_or_default())
}

/// The settings in a JSON text.
pub fn parse(text: &str) -> Result<Settings, String> {
    // Derived structs also take an array, field by field; here it is a mistake.
    if !text.trim_start().starts_with('{') {
        return Err("settings: expected an object".to_owned());
    }
    serde_json::from_str(text).map_err(|error| format!("settings: {error}"))
}

//! The settings: the JSON block of index.html that a deployer edits.

use super::document;
use serde::Deserialize;

/// The settings block. Every field is optional; unknown fields are errors.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Base address of the key-injecting endpoint.
    pub endpoint: String,
    pub tiles: Tiles,
    /// The place shown when the address names none; absent: all of Wales.
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

/// Map tiles. Off when the address is empty: no third party is contacted unless the deployer
/// chooses one.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Tiles {
    pub address: String,
    pub attribution: String,
}

/// A position in degrees (WGS 84) and a radius.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct DefaultPlace {
    pub lat: f64,
    pub lon: f64,
    /// In kilometres; one of the values of the slider.
    pub radius: f64,
}

/// The council or other body that publishes the page.
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

/// Reads the settings block. The error describes the problem for the failure box.
pub fn read() -> Result<Settings, String> {
    let block = document::document().and_then(|document| document.get_element_by_id("settings"));
    let block = block.ok_or("settings: the block is missing")?;
    parse(&block.text_content().unwrap_or_default())
}

/// Parses settings from JSON.
pub fn parse(text: &str) -> Result<Settings, String> {
    // Derived deserializers also accept an array of field values; reject it.
    if !text.trim_start().starts_with('{') {
        return Err("settings: expected an object".to_owned());
    }
    serde_json::from_str(text).map_err(|error| format!("settings: {error}"))
}

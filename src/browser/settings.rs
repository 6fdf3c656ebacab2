//! The one JSON block of index.html that a deployer sets.

use super::document;
use serde::Deserialize;

/// The block as it is written. Every part may be left out.
#[derive(Deserialize)]
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
        Self { endpoint: "/api".to_owned(), tiles: Tiles::default(), place: None, deployer: Deployer::default() }
    }
}

/// Map tiles. An empty address: none, so that no visitor is sent to a third party unasked.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tiles {
    pub address: String,
    pub attribution: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultPlace {
    pub lat: f64,
    pub lon: f64,
    /// In kilometres, one of the steps.
    pub radius: u16,
}

#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deployer {
    pub name: String,
    pub notice: Notice,
}

/// A bilingual notice at the top of the page.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Notice {
    pub show: bool,
    pub en: String,
    pub cy: String,
}

/// Reads the block. The error says what is wrong with it, for the failure box.
pub fn read() -> Result<Settings, String> {
    let Some(block) = document::document().and_then(|document| document.get_element_by_id("settings")) else {
        return Err("settings: the block is missing".to_owned());
    };
    serde_json::from_str(&block.text_content().unwrap_or_default()).map_err(|error| format!("settings: {error}"))
}

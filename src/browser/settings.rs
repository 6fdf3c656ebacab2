//! The one JSON block of index.html that a deployer sets.

use super::document;
use js_sys::{JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// The block. Every part may be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Base address of the key-injecting endpoint.
    pub endpoint: String,
    pub tiles: Tiles,
    /// Where the page opens when its address names no place; absent: all of Wales.
    pub place: Option<DefaultPlace>,
    pub deployer: Deployer,
}

/// Map tiles. An empty address: none, so that no visitor is sent to a third party unasked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tiles {
    pub address: String,
    pub attribution: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DefaultPlace {
    pub lat: f64,
    pub lon: f64,
    /// In kilometres, one of the steps.
    pub radius: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deployer {
    pub name: String,
    pub notice: Notice,
}

/// A bilingual notice at the top of the page.
#[derive(Clone, Debug, Default, PartialEq)]
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
    parse(&block.text_content().unwrap_or_default())
}

/// The settings that a JSON text holds. The browser's own reader does it, which costs the page nothing.
pub fn parse(text: &str) -> Result<Settings, String> {
    let json = JSON::parse(text)
        .map_err(|error| format!("settings: {}", error.unchecked_into::<js_sys::Error>().message().as_string().unwrap_or_default()))?;
    let whole = Part { name: String::new(), value: json };
    whole.only(&["endpoint", "tiles", "place", "deployer"])?;
    let (tiles, place, deployer) = (whole.part("tiles")?, whole.part("place")?, whole.part("deployer")?);
    let notice = deployer.part("notice")?;
    tiles.only(&["address", "attribution"])?;
    place.only(&["lat", "lon", "radius"])?;
    deployer.only(&["name", "notice"])?;
    notice.only(&["show", "en", "cy"])?;
    Ok(Settings {
        endpoint: whole.text("endpoint", "/api")?,
        tiles: Tiles { address: tiles.text("address", "")?, attribution: tiles.text("attribution", "")? },
        place: if place.is_absent() {
            None
        } else {
            Some(DefaultPlace { lat: place.number("lat")?, lon: place.number("lon")?, radius: place.number("radius")? })
        },
        deployer: Deployer {
            name: deployer.text("name", "")?,
            notice: Notice { show: notice.get("show").is_truthy(), en: notice.text("en", "")?, cy: notice.text("cy", "")? },
        },
    })
}

/// A part of the block with its name, for the sentence that says what is wrong.
struct Part {
    name: String,
    value: JsValue,
}

impl Part {
    fn is_absent(&self) -> bool {
        self.value.is_null() || self.value.is_undefined()
    }

    fn get(&self, name: &str) -> JsValue {
        if self.is_absent() { JsValue::UNDEFINED } else { Reflect::get(&self.value, &name.into()).unwrap_or(JsValue::UNDEFINED) }
    }

    fn path(&self, name: &str) -> String {
        if self.name.is_empty() { name.to_owned() } else { format!("{}.{name}", self.name) }
    }

    /// An object inside this one; absent is as good as empty.
    fn part(&self, name: &str) -> Result<Self, String> {
        let value = self.get(name);
        let part = Self { name: self.path(name), value };
        if part.is_absent() || (part.value.is_object() && !js_sys::Array::is_array(&part.value)) {
            Ok(part)
        } else {
            Err(format!("settings: {} must be an object", part.name))
        }
    }

    /// A name that nobody reads is a slip of the pen, and worth a word before it costs a night.
    fn only(&self, names: &[&str]) -> Result<(), String> {
        if self.is_absent() {
            return Ok(());
        }
        if !self.value.is_object() || js_sys::Array::is_array(&self.value) {
            return Err("settings: the block must be an object".to_owned());
        }
        let unknown =
            Object::keys(self.value.unchecked_ref::<Object>()).iter().filter_map(|key| key.as_string()).find(|key| !names.contains(&key.as_str()));
        unknown.map_or(Ok(()), |key| Err(format!("settings: {} is not known", self.path(&key))))
    }

    fn text(&self, name: &str, absent: &str) -> Result<String, String> {
        let value = self.get(name);
        if value.is_undefined() {
            return Ok(absent.to_owned());
        }
        value.as_string().ok_or_else(|| format!("settings: {} must be a text", self.path(name)))
    }

    fn number(&self, name: &str) -> Result<f64, String> {
        self.get(name).as_f64().ok_or_else(|| format!("settings: {} must be a number", self.path(name)))
    }
}

//! The subscription keys: from `GORLIF_KEY_…`, or from the file that `GORLIF_KEY_…_FILE` names. Never printed.

use crate::{refusal::Refusal, settings::Settings, values};
use gorlif_core::api::table::Key;
use std::{collections::BTreeMap, env};

/// The name of the key of the tiles.
const TILES: &str = "tiles";

/// The names of all keys: those of the operations, and that of the tiles.
fn names() -> impl Iterator<Item = &'static str> {
    Key::ALL.into_iter().map(Key::id).chain([TILES])
}

/// The keys by name; empty where none is needed.
pub struct Keys(BTreeMap<&'static str, String>);

impl Keys {
    /// Reads the keys.
    ///
    /// # Errors
    ///
    /// If a key is missing, malformed or given twice, or if a variable names an unknown key.
    pub fn read(settings: &Settings) -> Result<Self, Refusal> {
        for name in env::vars_os().filter_map(|(name, _)| name.into_string().ok()) {
            let key = name
                .strip_prefix("GORLIF_KEY_")
                .map(|key| key.strip_suffix("_FILE").unwrap_or(key));
            if key.is_some_and(|key| !names().any(|name| name == key.to_lowercase())) {
                return Err(Refusal::of(&name, "is not a setting of the gateway"));
            }
        }
        let mut keys: BTreeMap<_, _> = names().map(|name| (name, String::new())).collect();
        for key in Key::ALL {
            keys.insert(key.id(), read(key.id())?);
        }
        let tiles = settings.tiles_upstream.as_ref();
        if tiles.is_some_and(|address| address.as_str().contains("{key}")) {
            keys.insert(TILES, read(TILES)?);
        }
        Ok(Self(keys))
    }

    /// Words in place of the keys: a check needs no right ones.
    pub fn hidden(self) -> Self {
        Self(self.0.into_keys().map(|name| (name, "checked".to_owned())).collect())
    }

    /// The keys by name.
    pub fn by_name(&self) -> &BTreeMap<&'static str, String> {
        &self.0
    }
}

fn read(name: &str) -> Result<String, Refusal> {
    let name = format!("GORLIF_KEY_{}", name.to_uppercase());
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let value = match (variable(&name), variable(&format!("{name}_FILE"))) {
        (Some(_), Some(_)) => {
            return Err(Refusal::of(
                &name,
                format!("and {name}_FILE are both set; one of them must go"),
            ));
        }
        (value, None) => value,
        (None, Some(file)) => {
            let content = std::fs::read_to_string(file).map_err(|_| {
                Refusal::of(&format!("{name}_FILE"), "names a file that cannot be read")
            })?;
            // Without one line end, which editors add; more than one are refused below.
            Some(content.strip_suffix('\n').map_or(content.clone(), str::to_owned))
        }
    };
    match value.filter(|value| !value.is_empty()) {
        None => Err(Refusal::of(
            &name,
            format!(
                "is missing: the subscription key of that operation, in {name} or in the file that {name}_FILE names"
            ),
        )),
        Some(value) if values::is_key(&value) => Ok(value),
        Some(_) => Err(Refusal::of(
            &name,
            "is malformed: a key is 8 to 200 letters, digits or . _ ~ + / = -, on one line",
        )),
    }
}

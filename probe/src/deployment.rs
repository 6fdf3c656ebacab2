//! The address of the service and the keys of a deployment: from the environment, as the gateway has them, or from a configuration of trunk.

use gorlif_core::api::table::Key;
use serde::Deserialize;
use std::{collections::BTreeMap, env, fs, path::Path};
use thiserror::Error;
use url::Url;

/// The header that has the key.
pub const KEY_HEADER: &str = "Ocp-Apim-Subscription-Key";

/// The address of the service, and the keys at hand.
pub struct Deployment {
    pub upstream: String,
    keys: Vec<(Key, String)>,
}

/// Why a configuration of trunk cannot be used.
#[derive(Debug, Error)]
pub enum Unusable {
    #[error("{0} cannot be read")]
    Unreadable(String),
    /// Without the text, which has keys.
    #[error("{0} is no configuration of trunk with proxies to one service")]
    Malformed(String),
}

/// The part of a configuration of trunk that has the keys.
#[derive(Deserialize)]
struct Trunk {
    proxy: Vec<Proxy>,
}

#[derive(Deserialize)]
struct Proxy {
    rewrite: String,
    backend: String,
    #[serde(default)]
    request_headers: BTreeMap<String, String>,
}

impl Deployment {
    pub fn of_environment(upstream: String) -> Self {
        // Each is read once: the file may be a pipe.
        let keys = Key::ALL.into_iter().filter_map(|key| Some((key, of_environment(key)?)));
        Self { upstream, keys: keys.collect() }
    }

    /// # Errors
    ///
    /// If the file cannot be read, has no proxy to the service, or several services: a key is sent to its own only.
    pub fn of_trunk(file: &Path) -> Result<Self, Unusable> {
        let name = file.display().to_string();
        let text = fs::read_to_string(file).map_err(|_| Unusable::Unreadable(name.clone()))?;
        of_trunk(&text).ok_or(Unusable::Malformed(name))
    }

    /// The key of an operation.
    pub fn key(&self, key: Key) -> Option<&str> {
        self.keys.iter().find(|(known, _)| *known == key).map(|(_, value)| value.as_str())
    }

    /// A text without the keys and the name of the service.
    pub fn redacted(&self, text: &str) -> String {
        let url = Url::parse(&self.upstream).ok();
        let name = url.as_ref().and_then(Url::host_str);
        let keys = self.keys.iter().map(|(_, key)| (key.as_str(), "KEY"));
        let names = name.map(|name| (name, "service.example"));
        keys.chain(names)
            .fold(text.to_owned(), |text, (secret, instead)| text.replace(secret, instead))
    }
}

/// The name of the setting that has a key.
pub fn setting(key: Key) -> String {
    format!("GORLIF_KEY_{}", key.id().to_uppercase())
}

/// A key from the environment, or from the file that `NAME_FILE` names. Not an option, so that the key is not in the list of
/// processes.
fn of_environment(key: Key) -> Option<String> {
    let name = setting(key);
    let of_file = || {
        let file = env::var(format!("{name}_FILE")).ok()?;
        Some(fs::read_to_string(file).ok()?.trim_end().to_owned())
    };
    let is_some = |key: &String| !key.is_empty();
    env::var(&name).ok().filter(is_some).or_else(of_file).filter(is_some)
}

fn of_trunk(text: &str) -> Option<Deployment> {
    let Trunk { proxy } = toml::from_str(text).ok()?;
    let mut deployment = Deployment { upstream: String::new(), keys: Vec::new() };
    for Proxy { rewrite, backend, request_headers } in proxy {
        let key = match rewrite.strip_prefix("/api/") {
            Some("riverlevels/") => Key::Levels,
            Some("floodwarnings/") => Key::Warnings,
            Some("floodforecast/") => Key::Forecast,
            // Another version of an operation, or files.
            _ => continue,
        };
        let upstream = backend.strip_suffix(rewrite.trim_start_matches("/api/"))?;
        if !deployment.keys.is_empty() && deployment.upstream != upstream {
            return None;
        }
        upstream.clone_into(&mut deployment.upstream);
        let mut headers = request_headers.into_iter();
        let (_, value) = headers.find(|(name, _)| name.eq_ignore_ascii_case(KEY_HEADER))?;
        deployment.keys.extend((!value.is_empty()).then_some((key, value)));
    }
    (!deployment.keys.is_empty()).then_some(deployment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_trunk_has_an_address_and_three_keys() {
        let example = include_str!("../../Trunk.live.example.toml");
        let deployment = of_trunk(example).expect("proxies");
        assert_eq!(deployment.upstream, "https://BASE-ADDRESS/");
        let keys = Key::ALL.map(|key| deployment.key(key));
        assert_eq!(
            keys,
            ["KEY-FOR-RIVER-LEVELS", "KEY-FOR-FLOOD-WARNINGS", "KEY-FOR-FLOOD-FORECAST"].map(Some)
        );
        for text in
            ["", "[serve]", "[[proxy]]\nrewrite = \"/x/\"\nbackend = \"https://a/\"", "proxy = 7"]
        {
            assert!(of_trunk(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_body_that_is_kept_has_no_key_and_no_name_of_the_service() {
        let deployment = Deployment {
            upstream: "https://API.example:8443/base/".to_owned(),
            keys: vec![(Key::Levels, "a-key".to_owned())],
        };
        assert_eq!(
            deployment.redacted("a-key https://api.example/base/x a-ke"),
            "KEY https://service.example/base/x a-ke"
        );
    }
}

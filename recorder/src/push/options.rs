//! The options of notifications.

use super::{
    keys::{KeyError, Keys},
    sender::{OriginError, Origins},
};
use std::{fs, io, net::SocketAddr, path::PathBuf};
use url::Url;

/// The settings of the operator.
pub struct Settings {
    /// Where requests of devices are taken from the gateway.
    pub address: SocketAddr,
    pub keys: Keys,
    /// Whom push services contact: `mailto:` or `https:`.
    pub contact: String,
    /// Origins beside those of the push services of browsers.
    pub origins: Origins,
}

/// Why the options cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    #[error("GORLIF_PUSH must be an address with a port, such as 127.0.0.1:8093, not {0}")]
    Address(String),
    #[error("GORLIF_PUSH_KEY_FILE is missing: the file of a key of `recorder keys`")]
    NoKeyFile,
    #[error("GORLIF_PUSH_KEY_FILE: {0} cannot be read: {1}")]
    KeyFile(PathBuf, io::Error),
    #[error("{0}")]
    Key(#[from] KeyError),
    #[error("GORLIF_PUSH_CONTACT must be a mailto: or https: address")]
    Contact,
    #[error("GORLIF_PUSH_SERVICES: {0}")]
    Services(#[from] OriginError),
}

/// The options of notifications (Web Push).
#[derive(clap::Args)]
pub struct PushOptions {
    /// Send notifications, and take the subscriptions of devices from the gateway at this address and port, such as 127.0.0.1:8093.
    #[arg(long, env = "GORLIF_PUSH")]
    push: Option<String>,
    /// The file of the private key that `recorder keys` has printed.
    #[arg(long, env = "GORLIF_PUSH_KEY_FILE")]
    push_key: Option<PathBuf>,
    /// Whom push services contact about this sender: a `mailto:` or `https:` address.
    #[arg(long, env = "GORLIF_PUSH_CONTACT")]
    push_contact: Option<String>,
    /// Further push services, beside those of the browsers: their origins, with spaces between. They may be in a private network.
    #[arg(long, env = "GORLIF_PUSH_SERVICES", default_value = "")]
    push_services: String,
}

impl PushOptions {
    /// `None` if no notifications are sent.
    ///
    /// # Errors
    ///
    /// The first option that is missing or malformed.
    pub fn settings(self) -> Result<Option<Settings>, OptionsError> {
        let Some(address) = self.push.filter(|address| !address.is_empty()) else {
            return Ok(None);
        };
        let address = address.parse().map_err(|_| OptionsError::Address(address))?;
        let file = self.push_key.filter(|file| !file.as_os_str().is_empty());
        let file = file.ok_or(OptionsError::NoKeyFile)?;
        let text = fs::read_to_string(&file).map_err(|error| OptionsError::KeyFile(file, error))?;
        let keys = Keys::parse(text.trim())?;
        let is_contact = |text: &String| {
            Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "mailto" | "https"))
        };
        let contact = self.push_contact.filter(is_contact).ok_or(OptionsError::Contact)?;
        let origins = Origins::parse(&self.push_services)?;
        Ok(Some(Settings { address, keys, contact, origins }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_is_missing_or_malformed_is_named() {
        let folder = std::env::temp_dir().join(format!("gorlif-push-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let [key, other] = ["key", "other"].map(|name| folder.join(name));
        fs::write(&key, Keys::generate()).expect("a file");
        fs::write(&other, "no key").expect("a file");
        let (at, contact) = ("127.0.0.1:1", Some("mailto:a@b.cd"));
        for (push, push_key, push_contact, services, expected) in [
            (
                "8093",
                None,
                None,
                "",
                "GORLIF_PUSH must be an address with a port, such as 127.0.0.1:8093, not 8093",
            ),
            (at, None, None, "", "GORLIF_PUSH_KEY_FILE is missing"),
            (
                at,
                Some(&other),
                contact,
                "",
                "the file of GORLIF_PUSH_KEY_FILE does not have a key of `recorder keys`",
            ),
            (at, Some(&key), None, "", "GORLIF_PUSH_CONTACT must be a mailto: or https: address"),
            (
                at,
                Some(&key),
                contact,
                "push.example",
                "GORLIF_PUSH_SERVICES: push.example is no origin",
            ),
        ] {
            let options = PushOptions {
                push: Some(push.to_owned()),
                push_key: push_key.cloned(),
                push_contact: push_contact.map(str::to_owned),
                push_services: services.to_owned(),
            };
            let error = options.settings().err().expect("an error").to_string();
            assert!(error.contains(expected), "{error}, expected {expected}");
        }
        fs::remove_dir_all(&folder).expect("the folder");
    }
}

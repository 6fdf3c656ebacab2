//! Subscription keys: one for all operations, or one for each, as the real service's products have
//! them.

use crate::fault::OPERATIONS;
use std::str::FromStr;

/// The header of a request that carries the key.
pub const HEADER: &str = "Ocp-Apim-Subscription-Key";

/// A key as it is asked for: "sample-key" for all, "riverlevels=sample-key" for one operation.
#[derive(Clone, Debug)]
pub struct Wish {
    operation: Option<&'static str>,
    key: String,
}

impl FromStr for Wish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let of_one = OPERATIONS.into_iter().find_map(|operation| {
            Some((operation, text.strip_prefix(operation)?.strip_prefix('=')?))
        });
        let (operation, key) =
            of_one.map_or((None, text), |(operation, key)| (Some(operation), key));
        let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_graphic());
        plain
            .then(|| Self { operation, key: key.to_owned() })
            .ok_or_else(|| "a key is one or more visible ASCII characters".to_owned())
    }
}

/// The keys that open each operation.
pub struct Keys(Vec<Wish>);

impl Keys {
    pub fn new(wishes: Vec<Wish>) -> Self {
        Self(wishes)
    }

    /// Whether this key opens the operation that a path begins with. What was asked for last
    /// counts.
    pub fn open(&self, path: &str, given: &[u8]) -> bool {
        let is_meant = |wish: &&Wish| {
            wish.operation.is_none_or(|operation| path.split('/').nth(1) == Some(operation))
        };
        self.0.iter().rev().find(is_meant).is_some_and(|wish| wish.key.as_bytes() == given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operation_can_have_a_key_of_its_own() {
        let wishes = ["all-of-them", "riverlevels=levels", "floodforecast=a=b"]
            .map(|text| text.parse().expect("a key"));
        let keys = Keys::new(wishes.to_vec());
        for (path, key) in [
            ("/riverlevels/v1/all", "levels"),
            ("/floodwarnings/v1/distance/1/latlon/2/3", "all-of-them"),
            ("/floodforecast/v1", "a=b"),
        ] {
            assert!(keys.open(path, key.as_bytes()), "{path}");
            assert!(!keys.open(path, b"other"), "{path}");
        }
        assert!("riverlevels=".parse::<Wish>().is_err());
    }
}

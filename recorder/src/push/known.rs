//! What is known after a cycle, as far as devices are notified of it.

use crate::{
    feeds::{Check, PROVEN, Proof, placed},
    plain::Sources,
};
use base64ct::{Base64UrlUnpadded, Encoding};
use gorlif_core::{
    api::Stations,
    area_names::AreaNames,
    basemap::Basemap,
    domain::{
        Timestamp,
        county::County,
        warning::{AreaCode, Severity, Warning},
    },
    i18n::Language,
};
use sha2::{Digest, Sha256};

/// What is known after a cycle.
#[derive(Default)]
pub struct Known {
    /// When the service created the newest response of the messages.
    pub checked: Option<Timestamp>,
    /// What that proves.
    pub proof: Proof,
    /// The messages in force.
    pub messages: Vec<InForce>,
    /// The gauges with their readings.
    pub stations: Stations,
    /// The messages are made up.
    pub is_test: bool,
}

/// A message in force.
pub struct InForce {
    pub area: AreaCode,
    pub severity: Severity,
    /// The name of the area in each language of [`Language::ALL`].
    names: [String; 2],
    /// The hash of the text. It differs where the text does.
    pub text: String,
    /// The counties that the area is in, or may reach into.
    pub counties: Vec<County>,
}

impl Known {
    /// What the sources say now.
    pub fn of(
        sources: &Sources,
        check: Check,
        is_test: bool,
        outlines: &Basemap,
        names: &AreaNames,
    ) -> Self {
        let messages = sources.messages.as_ref().filter(|_| check.proof != Proof::Missing);
        let messages = messages.map(|messages| &messages.content).into_iter().flatten();
        let messages = messages.filter(|warning| warning.severity.in_force());
        Self {
            checked: check.at,
            proof: check.proof,
            messages: messages.map(|warning| InForce::of(warning, outlines, names)).collect(),
            stations: sources
                .gauges
                .as_ref()
                .map(|(stations, _)| stations.clone())
                .unwrap_or_default(),
            is_test,
        }
    }

    /// Whether the messages are proven to be in force at a time.
    pub fn proves(&self, now: Timestamp) -> bool {
        self.proof != Proof::Missing && self.checked.is_some_and(|at| now - at <= PROVEN)
    }
}

impl InForce {
    fn of(warning: &Warning, outlines: &Basemap, names: &AreaNames) -> Self {
        let places = placed(outlines, warning.position);
        let text = [warning.text.en.as_bytes(), b"\0", warning.text.cy.as_bytes()].concat();
        let hash = Sha256::digest(text);
        let name = |language: Language| {
            let name = language.pick(names.name_of(&warning.code, &warning.description)).text;
            if name.is_empty() { warning.code.given() } else { name }.to_owned()
        };
        Self {
            area: warning.code.clone(),
            severity: warning.severity,
            names: Language::ALL.map(name),
            text: Base64UrlUnpadded::encode_string(&hash[..8]),
            counties: [places.files, places.may_reach].concat(),
        }
    }

    /// The name of the area, or its code.
    pub fn name(&self, language: Language) -> &str {
        let [english, welsh] = &self.names;
        language.of(english, welsh)
    }
}

#[cfg(test)]
impl InForce {
    /// A message whose name is its code.
    pub fn made_up(area: &str, severity: Severity, text: &str, counties: Vec<County>) -> Self {
        let names = [area.to_owned(), area.to_owned()];
        Self { area: AreaCode(area.to_owned()), severity, names, text: text.to_owned(), counties }
    }
}

//! The state after a cycle, as far as devices are notified of it.

use crate::{
    feeds::{Check, Proof, end_of_proof, placed},
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
    presenter::message,
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, btree_map::Entry};

/// The state after a cycle.
#[derive(Default)]
pub struct Known {
    /// The proof of the newest response of the messages.
    pub check: Check,
    /// The messages in force, one for each area code.
    pub messages: Vec<InForce>,
    /// The gauges with their readings.
    pub stations: Stations,
    /// When the service created the response with the gauges.
    pub levels_checked: Option<Timestamp>,
    /// The messages are made up.
    pub is_test: bool,
}

/// A message in force.
pub struct InForce {
    /// The area's code, or the id of the message if the service gives none.
    pub area: String,
    pub severity: Severity,
    /// Since when it has this severity.
    pub since: Option<Timestamp>,
    /// The name of the area in each language of [`Language::ALL`].
    names: [String; 2],
    /// The hash of the text. It differs where the text does.
    pub text: String,
    /// The counties that the area is in, or may reach into.
    pub counties: Vec<County>,
}

impl Known {
    /// The state by the newest responses.
    pub fn of(
        sources: &Sources,
        check: Check,
        is_test: bool,
        outlines: &Basemap,
        names: &AreaNames,
    ) -> Self {
        let messages = sources.messages.as_ref().filter(|_| check.proof != Proof::Missing);
        let messages = messages.map(|messages| &messages.content).into_iter().flatten();
        let (stations, levels_checked) = sources.gauges.clone().unzip();
        Self {
            check,
            messages: InForce::all(messages, outlines, names),
            stations: stations.unwrap_or_default(),
            levels_checked: levels_checked.filter(|_| !sources.levels_failed),
            is_test,
        }
    }

    /// Whether the messages are proven to be in force.
    pub fn is_proven(&self, now: Timestamp) -> bool {
        let at = self.check.at.filter(|_| self.check.proof != Proof::Missing);
        at.is_some_and(|at| end_of_proof(at, now).is_some())
    }

    /// Whether the levels are those of now.
    pub fn has_current_levels(&self, now: Timestamp) -> bool {
        self.levels_checked.is_some_and(|at| end_of_proof(at, now).is_some())
    }
}

impl InForce {
    /// The messages in force. Of several with one code, which is which changes from response to response: they are one, with the highest
    /// severity.
    fn all<'a>(
        messages: impl Iterator<Item = &'a Warning>,
        outlines: &Basemap,
        names: &AreaNames,
    ) -> Vec<Self> {
        let mut all: BTreeMap<String, Self> = BTreeMap::new();
        for message in messages.filter(|message| message.severity.in_force()) {
            let new = Self::of(message, outlines, names);
            match all.entry(new.area.clone()) {
                Entry::Vacant(place) => {
                    place.insert(new);
                }
                Entry::Occupied(mut place) => {
                    let known = place.get_mut();
                    let text = format!("{} {}", known.text, new.text);
                    let counties = [known.counties.as_slice(), &new.counties].concat();
                    if new.severity < known.severity {
                        *known = new;
                    }
                    (known.text, known.counties) = (text, counties);
                }
            }
        }
        all.into_values().collect()
    }

    fn of(warning: &Warning, outlines: &Basemap, names: &AreaNames) -> Self {
        let places = placed(outlines, warning.position);
        let text = [warning.text.en.as_bytes(), b"\0", warning.text.cy.as_bytes()].concat();
        let hash = Sha256::digest(text);
        let name = |language: Language| {
            let name = message::area_name(language, names, &warning.code, &warning.description);
            name.text.to_owned()
        };
        Self {
            area: code(&warning.code).to_owned(),
            severity: warning.severity,
            since: warning.severity_changed,
            names: Language::ALL.map(name),
            text: Base64UrlUnpadded::encode_string(&hash[..8]),
            counties: [places.files, places.may_reach].concat(),
        }
    }

    /// The name of the area.
    pub fn name(&self, language: Language) -> &str {
        let [english, welsh] = &self.names;
        language.of(english, welsh)
    }
}

/// The code by which a message is told and chosen: without what tells several messages with one code apart.
pub fn code(area: &AreaCode) -> &str {
    if area.given().is_empty() { &area.0 } else { area.given() }
}

#[cfg(test)]
impl InForce {
    /// A message whose name is its code.
    pub fn made_up(area: &str, severity: Severity, text: &str, counties: Vec<County>) -> Self {
        let names = [area.to_owned(), area.to_owned()];
        Self {
            area: area.to_owned(),
            severity,
            since: None,
            names,
            text: text.to_owned(),
            counties,
        }
    }
}

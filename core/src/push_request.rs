//! The request by which the page subscribes to notifications, and the recorder's choice of whom to notify: JSON.

use crate::{
    domain::{
        warning::Severity,
        watch_list::{WatchList, WatchedGauge},
    },
    i18n::Language,
    watch_file::File as ListFile,
};
use serde::{Deserialize, Serialize};

/// The path of the gateway's location, relative to the page.
pub const PATH: &str = "push/subscription";
/// The gateway refuses a larger request.
pub const LARGEST_BYTES: usize = 2_048;
/// The severities that a visitor may choose as the least one.
pub const LEAST_SEVERITIES: [Severity; 3] = [Severity::Alert, Severity::Warning, Severity::Severe];

/// The request of a device to the recorder.
#[derive(Clone, Debug, PartialEq)]
pub enum PushRequest {
    /// Notify this device, from now on of this choice.
    Subscribe {
        /// Where and with which keys.
        device: PushDevice,
        /// Of what.
        choice: PushChoice,
    },
    /// Delete what is stored of this device.
    Unsubscribe {
        /// The address of the device at its push service.
        endpoint: String,
    },
}

/// A subscription of a browser (`PushSubscription`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDevice {
    /// The address at the push service. Who knows it and the keys can send to the device.
    pub endpoint: String,
    /// The public key of the browser, in base64url.
    pub p256dh: String,
    /// The shared secret, in base64url.
    pub auth: String,
}

/// The choice of notifications of a device.
#[derive(Clone, Debug, PartialEq)]
pub struct PushChoice {
    /// The language of the notifications.
    pub language: Language,
    /// Messages of a lower severity are left out.
    pub least: Severity,
    /// The areas, the counties, and the gauges with an own level.
    pub list: WatchList,
}

/// The JSON of a request.
#[derive(Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "lowercase", deny_unknown_fields)]
enum File {
    Subscribe {
        endpoint: String,
        p256dh: String,
        auth: String,
        language: String,
        least: String,
        list: ListFile,
    },
    Unsubscribe {
        endpoint: String,
    },
}

/// Why a text is no request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushRequestError {
    /// It is not JSON of this form.
    #[error("not a request of this form")]
    Form,
    /// The language is neither `en` nor `cy`.
    #[error("no such language")]
    Language,
    /// The least severity is none that can be chosen.
    #[error("no such severity")]
    Severity,
    /// Nothing is chosen.
    #[error("nothing is chosen")]
    Empty,
}

impl PushChoice {
    /// The part of a watch list of which a device can be notified. `None` if that is nothing.
    pub fn new(language: Language, least: Severity, list: &WatchList) -> Option<Self> {
        let mut list = list.clone();
        list.gauges.retain(|WatchedGauge { own_level, .. }| own_level.is_some());
        (!list.is_empty()).then_some(Self { language, least, list })
    }

    /// Whether a severity is at least the chosen one. An unknown severity is at least a warning.
    pub fn includes(&self, severity: Severity) -> bool {
        let rank = if severity == Severity::Unknown { Severity::Warning } else { severity };
        rank.in_force() && rank <= self.least
    }
}

impl PushRequest {
    /// The request as JSON.
    pub fn encode(&self) -> String {
        let file = match self {
            Self::Subscribe {
                device: PushDevice { endpoint, p256dh, auth },
                choice: PushChoice { language, least, list },
            } => File::Subscribe {
                endpoint: endpoint.clone(),
                p256dh: p256dh.clone(),
                auth: auth.clone(),
                language: language.tag().to_owned(),
                least: least.id().to_owned(),
                list: ListFile::from(list),
            },
            Self::Unsubscribe { endpoint } => File::Unsubscribe { endpoint: endpoint.clone() },
        };
        // Texts and finite numbers: encoding does not fail.
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Decodes a request.
    ///
    /// # Errors
    ///
    /// If it has another form, or a choice that cannot be made.
    pub fn decode(text: &[u8]) -> Result<Self, PushRequestError> {
        match serde_json::from_slice(text).map_err(|_| PushRequestError::Form)? {
            File::Unsubscribe { endpoint } => Ok(Self::Unsubscribe { endpoint }),
            File::Subscribe { endpoint, p256dh, auth, language, least, list } => {
                let language = Language::from_tag(&language).ok_or(PushRequestError::Language)?;
                let least = LEAST_SEVERITIES.into_iter().find(|severity| severity.id() == least);
                let least = least.ok_or(PushRequestError::Severity)?;
                let list = list.into_list().ok_or(PushRequestError::Form)?;
                let choice = PushChoice::new(language, least, &list);
                let choice = choice.ok_or(PushRequestError::Empty)?;
                Ok(Self::Subscribe { device: PushDevice { endpoint, p256dh, auth }, choice })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str = r#"{"action":"subscribe","endpoint":"https://push.example/1","p256dh":"BP","auth":"A","language":"cy","least":"warning","list":{"watch_list":1,"gauges":[{"station":"4002","level":3.5,"unit":"m"}],"areas":["103FWFTD"],"counties":["powys"]}}"#;

    fn choice() -> PushChoice {
        match PushRequest::decode(REQUEST.as_bytes()) {
            Ok(PushRequest::Subscribe { choice, .. }) => choice,
            other => panic!("no subscription: {other:?}"),
        }
    }

    #[test]
    fn a_request_is_the_same_when_it_is_decoded() {
        let request = PushRequest::decode(REQUEST.as_bytes()).expect("a request");
        assert_eq!(request.encode(), REQUEST);
        let end = r#"{"action":"unsubscribe","endpoint":"https://push.example/1"}"#;
        let request = PushRequest::decode(end.as_bytes()).expect("a request");
        assert_eq!(request, PushRequest::Unsubscribe { endpoint: "https://push.example/1".into() });
        assert_eq!(request.encode(), end);
    }

    // case 201
    #[test]
    fn what_is_no_request_is_refused_with_its_cause() {
        use PushRequestError::{Empty, Form, Language, Severity};
        let with = |from: &str, to: &str| REQUEST.replace(from, to);
        for (text, expected) in [
            (String::new(), Form),
            ("[]".to_owned(), Form),
            ("{}".to_owned(), Form),
            (with("subscribe", "delete"), Form),
            (with(r#""auth":"A","#, ""), Form),
            (with(r#""auth":"A""#, r#""auth":"A","more":1"#), Form),
            (with(r#""watch_list":1"#, r#""watch_list":2"#), Form),
            (with(r#""cy""#, r#""fr""#), Language),
            (with(r#""least":"warning""#, r#""least":"over""#), Severity),
            (with(r#""least":"warning""#, r#""least":"unknown""#), Severity),
            (
                with(r#""103FWFTD""#, "").replace("powys", "kent").replace(",\"level\":3.5", ""),
                Empty,
            ),
        ] {
            assert_eq!(PushRequest::decode(text.as_bytes()), Err(expected), "{text}");
        }
    }

    #[test]
    fn a_gauge_without_an_own_level_is_not_chosen_and_an_unknown_severity_is_at_least_a_warning() {
        let mut choice = choice();
        let of = |choice: &PushChoice| Severity::ALL.map(|severity| choice.includes(severity));
        assert_eq!(of(&choice), [true, true, true, false, false]);
        choice.least = Severity::Severe;
        assert_eq!(of(&choice), [true, false, false, false, false]);
        choice.least = Severity::Alert;
        assert_eq!(of(&choice), [true, true, true, true, false]);
        let mut list = choice.list;
        list.gauges[0].own_level = None;
        let without = PushChoice::new(Language::Welsh, Severity::Alert, &list).expect("a choice");
        assert_eq!(without.list.gauges, []);
    }
}

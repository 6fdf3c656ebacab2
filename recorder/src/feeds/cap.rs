//! The JSON file of a county or of all Wales, in the terms of the Common Alerting Protocol (CAP 1.2).

use super::content::{self, AreaChange, Page, id, link, title};
use chrono::{SecondsFormat, TimeDelta};
use gorlif_core::{
    domain::{
        Timestamp,
        county::County,
        warning::{ChangeKind, Severity},
    },
    i18n::Language,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A message stays in the file for this time after its end.
const ENDED: TimeDelta = TimeDelta::days(1);

/// The file. Its alerts are proven to be all there are only if it has no notice.
#[derive(Serialize)]
struct Alerts<'a> {
    /// The time of the service's newest response; before the first one 1970, since CAP requires a time.
    sent: String,
    /// The address of the page: CAP allows no space here.
    sender: &'a str,
    /// What keeps the alerts from being proven, by language: also the first of the alerts then.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<BTreeMap<&'static str, String>>,
    alerts: Vec<Alert<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Alert<'a> {
    identifier: String,
    sender: &'a str,
    sent: String,
    status: &'static str,
    msg_type: &'static str,
    scope: &'static str,
    /// Sender, identifier and time of the alert that this one replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<String>,
    info: Vec<Info<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Info<'a> {
    language: &'static str,
    category: &'static str,
    event: String,
    urgency: &'static str,
    severity: &'static str,
    certainty: &'static str,
    headline: String,
    description: String,
    web: String,
    area: Area<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Area<'a> {
    area_desc: &'a str,
    /// The code of the area, if the service gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    geocode: Option<[(&'static str, &'a str); 1]>,
}

/// The newest state of each message that is in force or ended within the last day.
///
/// # Errors
///
/// If the file cannot be encoded.
pub fn encode(
    page: Page<'_>,
    county: Option<County>,
    changes: &[&AreaChange<'_>],
    now: Timestamp,
) -> serde_json::Result<Vec<u8>> {
    let mut newest: BTreeMap<&str, &AreaChange<'_>> = BTreeMap::new();
    for change in changes {
        newest.entry(&change.message.area.0).or_insert(change);
    }
    let is_current = |change: &AreaChange<'_>| {
        change.change.kind() != ChangeKind::StoodDown || now - change.message.state.at < ENDED
    };
    let current = newest.into_values().filter(|change| is_current(change));
    let by_language = |language: Language| Some((language.tag(), page.check.notice(language)?));
    let notice: BTreeMap<_, _> = Language::ALL.into_iter().filter_map(by_language).collect();
    serde_json::to_vec(&Alerts {
        sent: time(page.check.at.unwrap_or(Timestamp::UNIX_EPOCH)),
        sender: page.address,
        notice: Some(notice).filter(|notice| !notice.is_empty()),
        alerts: notice_alert(page, county)
            .into_iter()
            .chain(current.map(|change| alert(page, change)))
            .collect(),
    })
}

fn alert<'a>(page: Page<'a>, change: &'a AreaChange<'a>) -> Alert<'a> {
    let AreaChange { message, before, change, .. } = change;
    let (urgency, severity, certainty) = terms(message.state.severity);
    let code = message.area.given();
    let info = |language: Language| Info {
        language: language.of("en-GB", "cy-GB"),
        category: "Met",
        event: (language.texts().severity)(message.state.severity).to_owned(),
        urgency,
        severity,
        certainty,
        headline: page.title(language, &title(language, message, change.kind())),
        description: language.pick(&message.state.text).text.to_owned(),
        web: link(language, page.address, message),
        area: Area {
            area_desc: &message.description,
            geocode: (!code.is_empty()).then_some([("FWACODE", code)]),
        },
    };
    Alert {
        identifier: id(page.address, message),
        sender: page.address,
        sent: time(message.state.at),
        status: if page.is_test { "Test" } else { "Actual" },
        msg_type: match change.kind() {
            ChangeKind::Raised => "Alert",
            ChangeKind::Changed => "Update",
            ChangeKind::StoodDown => "Cancel",
        },
        scope: "Public",
        references: before.filter(|_| change.kind() != ChangeKind::Raised).map(|before| {
            format!("{},{},{}", page.address, id(page.address, before), time(before.state.at))
        }),
        info: Language::ALL.map(info).into(),
    }
}

/// An alert of the status "System" that says why the others are not proven to be all, so that a file
/// without warnings is empty only if there are none.
fn notice_alert(page: Page<'_>, county: Option<County>) -> Option<Alert<'_>> {
    let info = |language: Language| {
        let notice = page.check.notice(language)?;
        Some(Info {
            language: language.of("en-GB", "cy-GB"),
            category: "Met",
            event: (language.texts().severity)(Severity::Unknown).to_owned(),
            urgency: "Unknown",
            severity: "Unknown",
            certainty: "Unknown",
            headline: page.title(language, &notice),
            description: notice,
            web: format!("{}?lang={}", page.address, language.tag()),
            area: Area {
                area_desc: match county {
                    Some(county) => language.of(county.english(), county.welsh()),
                    None => language.of("Wales", "Cymru"),
                },
                geocode: None,
            },
        })
    };
    let at = page.check.at.unwrap_or(Timestamp::UNIX_EPOCH);
    Some(Alert {
        identifier: format!(
            "{}feeds/{}#{}-{}",
            page.address,
            content::name(county),
            page.check.proof.id(),
            at.timestamp()
        ),
        sender: page.address,
        sent: time(at),
        status: "System",
        msg_type: "Alert",
        scope: "Public",
        references: None,
        info: Language::ALL.into_iter().map(info).collect::<Option<_>>()?,
    })
}

/// Urgency, severity and certainty. The service does not publish CAP; the mapping is ours, after the
/// meaning of each severity.
fn terms(severity: Severity) -> (&'static str, &'static str, &'static str) {
    match severity {
        Severity::Severe => ("Immediate", "Extreme", "Likely"),
        Severity::Warning => ("Expected", "Severe", "Likely"),
        Severity::Unknown => ("Unknown", "Unknown", "Unknown"),
        Severity::Alert => ("Future", "Moderate", "Possible"),
        Severity::NoLongerInForce => ("Past", "Minor", "Observed"),
    }
}

/// A time as CAP 1.2 requires it: with an offset, never "Z".
fn time(at: Timestamp) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, false)
}

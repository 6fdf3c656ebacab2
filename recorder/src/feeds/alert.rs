//! A message in the terms of the Common Alerting Protocol (CAP 1.2).

use super::content::{self, AreaChange, Page, id, link, title};
use crate::store::AreaMessage;
use chrono::{SecondsFormat, TimeDelta};
use gorlif_core::{
    domain::{
        Timestamp,
        warning::{ChangeKind, Severity},
    },
    i18n::Language,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// An alert of a message that has ended is published for this time after its end.
const ENDED: TimeDelta = TimeDelta::days(1);
/// An alert expires after this time. While the message is in force it is sent again after half of it, as an update.
const LIFE: TimeDelta = TimeDelta::hours(24);
/// The number of alerts before the last one to which an alert refers. The others have expired.
const REFERENCES: i32 = 9;

#[derive(Serialize)]
pub struct Alert<'a> {
    pub identifier: String,
    /// The address of the page: CAP allows no space here.
    sender: &'a str,
    pub sent: String,
    status: &'static str,
    msg_type: &'static str,
    /// Sender, identifier and time of the newest alerts that this one replaces.
    references: Option<String>,
    /// In English and in Welsh.
    pub info: [Info<'a>; 2],
}

#[derive(Serialize)]
pub struct Info<'a> {
    language: &'static str,
    event: String,
    urgency: &'static str,
    severity: &'static str,
    certainty: &'static str,
    /// After it the alert says nothing; it does not say that the message ends then.
    expires: String,
    sender_name: &'static str,
    pub headline: String,
    description: String,
    /// The advice.
    instruction: Option<String>,
    pub web: String,
    area: Area<'a>,
}

#[derive(Serialize)]
struct Area<'a> {
    area_desc: &'a str,
    /// The point that the service gives, with the radius 0: it gives no extent.
    circle: Option<String>,
    /// The code of the area, if the service gives one.
    geocode: Option<&'a str>,
}

/// The newest change of each message that is in force or ended within the last day.
pub fn current<'a>(
    changes: impl Iterator<Item = &'a AreaChange<'a>>,
    now: Timestamp,
) -> Vec<&'a AreaChange<'a>> {
    let mut newest: BTreeMap<&str, &AreaChange<'_>> = BTreeMap::new();
    for change in changes {
        newest.entry(&change.message.area.0).or_insert(change);
    }
    let is_current = |change: &&AreaChange<'_>| {
        change.change.kind() != ChangeKind::StoodDown || now - change.message.state.at < ENDED
    };
    newest.into_values().filter(is_current).collect()
}

/// The alert of a message as of the last check.
pub fn of_message<'a>(page: Page<'a>, change: &'a AreaChange<'a>) -> Alert<'a> {
    let AreaChange { message, before, change, .. } = change;
    let kind = change.kind();
    let checked = page.check.at.unwrap_or(message.state.at);
    let issue = if kind == ChangeKind::StoodDown { 0 } else { issues(message.state.at, checked) };
    let identifier = |message, issue: i32| match issue {
        0 => id(page.address, message),
        _ => format!("{}-{issue}", id(page.address, message)),
    };
    // The service may give a time before the last check for a change, so that the one before was sent once more than by that time.
    let replaced: Option<(&AreaMessage, i32)> = match (issue, before) {
        (1.., _) => Some((message, issue - 1)),
        (_, Some(before)) if kind != ChangeKind::Raised => {
            let published = issues(before.state.at, page.now);
            Some((before, published.min(issues(before.state.at, message.state.at) + 1)))
        }
        _ => None,
    };
    Alert {
        identifier: identifier(message, issue),
        sender: page.address,
        sent: time(sent(message.state.at, issue)),
        status: if page.is_test { "Test" } else { "Actual" },
        msg_type: match kind {
            ChangeKind::Raised if issue == 0 => "Alert",
            ChangeKind::Raised | ChangeKind::Changed => "Update",
            ChangeKind::StoodDown => "Cancel",
        },
        references: replaced.map(|(message, newest)| {
            let reference = |issue| {
                let at = time(sent(message.state.at, issue));
                format!("{},{},{at}", page.address, identifier(message, issue))
            };
            (newest.saturating_sub(REFERENCES).max(0)..=newest)
                .map(reference)
                .collect::<Vec<String>>()
                .join(" ")
        }),
        info: Language::ALL.map(|language| info_of_message(page, message, kind, issue, language)),
    }
}

fn info_of_message<'a>(
    page: Page<'a>,
    message: &'a AreaMessage,
    kind: ChangeKind,
    issue: i32,
    language: Language,
) -> Info<'a> {
    let severity = message.state.severity;
    let (advice, code) = ((language.texts().advice)(severity), message.area.given());
    let text = language.pick(&message.state.text).text.to_owned();
    let title = title(page, language, message, kind);
    Info {
        instruction: (!advice.is_empty()).then(|| advice.join(" ")),
        web: link(language, page.address, message),
        area: Area {
            area_desc: page.area_name(language, message),
            circle: message.position.map(|at| format!("{},{} 0", at.lat(), at.lon())),
            geocode: (!code.is_empty()).then_some(code),
        },
        ..info(page, language, severity, sent(message.state.at, issue), &title, text)
    }
}

/// What is said of all Wales, in an alert that is sent at a time.
fn info<'a>(
    page: Page<'a>,
    language: Language,
    severity: Severity,
    sent: Timestamp,
    title: &str,
    description: String,
) -> Info<'a> {
    let (urgency, cap_severity, certainty) = terms(severity);
    Info {
        language: language.of("en-GB", "cy-GB"),
        event: (language.texts().severity)(severity).to_owned(),
        urgency,
        severity: cap_severity,
        certainty,
        expires: time(sent + LIFE),
        sender_name: language.recorder_texts().sender,
        headline: page.title(language, title),
        description,
        instruction: None,
        web: page.link(language),
        area: Area { area_desc: language.of("Wales", "Cymru"), circle: None, geocode: None },
    }
}

/// When the alert of a message of that time is sent for the nth time.
fn sent(at: Timestamp, issue: i32) -> Timestamp {
    at + LIFE / 2 * issue
}

/// How many times an alert of that time was sent again until the last check.
fn issues(at: Timestamp, checked: Timestamp) -> i32 {
    let times = (checked - at).num_seconds() / (LIFE / 2).num_seconds();
    i32::try_from(times.max(0)).unwrap_or(i32::MAX)
}

/// An alert of the status "System" that says why the others are not proven to be all, so that an index
/// without warnings is empty only if there are none.
/// Like other alerts it is sent again before it expires.
pub fn of_notice(page: Page<'_>) -> Option<Alert<'_>> {
    let at = page.check.at.unwrap_or(Timestamp::UNIX_EPOCH);
    let sent = at + LIFE / 2 * issues(at, page.now);
    let [english, welsh] = Language::ALL.map(|language| {
        let notice = page.notice(language)?;
        Some(info(page, language, Severity::Unknown, sent, &notice, notice.clone()))
    });
    Some(Alert {
        identifier: format!(
            "{}feeds/{}#{}-{}",
            page.address,
            content::name(None),
            page.notice_id(),
            sent.timestamp()
        ),
        sender: page.address,
        sent: time(sent),
        status: "System",
        msg_type: "Alert",
        references: None,
        info: [english?, welsh?],
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

//! The page of a message: what it says, and how it has changed. It stays at its address as long as the message is recorded.

use super::{
    frame::{Frame, Subject, Words},
    known::Known,
    site::{Site, area_file, county_name, message_file},
};
use crate::store::AreaMessage;
use gorlif_core::{
    domain::county::County,
    i18n::{Language, Spoken},
    presenter::message,
    recorded::{self, MessageChange},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

/// The page.
#[derive(Serialize)]
pub struct MessagePage {
    frame: Frame,
    #[serde(skip)]
    pub file: String,
    severity: &'static str,
    /// The severity in words; of a message that is not proven, that it is not checked.
    status: String,
    /// The service's words for a severity that is not known.
    service_words: Option<Words>,
    name: Words,
    /// Since when, and when that was checked.
    lines: Vec<String>,
    paragraphs: Vec<Words>,
    no_text: Option<&'static str>,
    advice: Vec<&'static str>,
    counties: Vec<(String, &'static str)>,
    all_warnings: &'static str,
    changes_heading: &'static str,
    /// Newest first: the time, and what was done.
    changes: Vec<(String, String)>,
    code: Option<String>,
    code_label: &'static str,
    what_to_do: &'static str,
}

/// The paragraphs of a message's text.
pub fn paragraphs(text: Spoken<'_>) -> Vec<Words> {
    let lines = text.text.split('\n').map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| Words::spoken(Spoken { text: line, ..text })).collect()
}

/// The page of a message from its recorded states, oldest first; none without a state.
pub fn page(
    site: &Site,
    known: &Known<'_>,
    language: Language,
    states: &[AreaMessage],
) -> Option<MessagePage> {
    let newest = states.last()?;
    let (texts, plain) = (language.texts(), language.plain_texts());
    let AreaMessage { area: code, description, position, state } = newest;
    let is_in_force = state.severity.in_force();
    let is_proven = known.proves(code);
    let name = Words::of_area(site, language, code, description);
    let severity = (texts.severity)(state.severity);
    // What has ended may be in force again.
    let status =
        if is_proven { severity.to_owned() } else { format!("{}: {severity}", plain.not_checked) };
    let label = if is_in_force { texts.in_force_since } else { texts.stood_down_at };
    let warning = known.in_response(code).filter(|_| is_proven);
    // The time of a recorded state in force may be that of its text.
    let at = if is_in_force {
        warning.and_then(|warning| warning.has_severity_since(known.now))
    } else {
        Some(state.at)
    };
    let since = at.map(|at| format!("{label} {}.", language.date_and_time(at)));
    let checked = checked(known, language, is_proven);
    let text = last_text(language, states);
    let own = |county: County| (area_file(Some(county)), county_name(language, county));
    let file = message_file(code);
    let title = format!("{status}: {}", name.text);
    let lines: Vec<String> = since.into_iter().chain(checked).collect();
    let subject = Subject {
        file: file.clone(),
        title,
        description: lines.join(" "),
        picture: if is_proven { state.severity.id() } else { "unknown" },
        query: format!("area={}&", utf8_percent_encode(&code.0, NON_ALPHANUMERIC)),
    };
    Some(MessagePage {
        frame: Frame::new(site, known, language, subject),
        file,
        severity: state.severity.id(),
        status,
        service_words: warning
            .and_then(|warning| message::service_words(language, warning))
            .map(Words::spoken),
        name,
        lines,
        no_text: text.is_none().then_some(texts.no_message),
        paragraphs: text.map(paragraphs).unwrap_or_default(),
        advice: if is_in_force { (texts.advice)(state.severity).to_vec() } else { Vec::new() },
        counties: site.counties_of(*position).into_iter().map(own).collect(),
        all_warnings: plain.all_warnings,
        changes_heading: plain.changes,
        changes: changes(language, states),
        code: Some(code.given().to_owned()).filter(|code| !code.is_empty()),
        code_label: texts.area_code,
        what_to_do: texts.what_to_do,
    })
}

/// When the message was checked, or that it could not be.
fn checked(known: &Known<'_>, language: Language, is_proven: bool) -> Option<String> {
    if !is_proven {
        return known.check.notice(language);
    }
    known.check.at.map(|at| (language.plain_texts().checked)(&language.date_and_time(at)))
}

/// The text of the message; of one that has ended, the last text that was in force.
fn last_text(language: Language, states: &[AreaMessage]) -> Option<Spoken<'_>> {
    let last = states.iter().rev().find(|message| message.state.severity.in_force())?;
    Some(language.pick(&last.state.text)).filter(|spoken| !spoken.text.is_empty())
}

fn changes(language: Language, states: &[AreaMessage]) -> Vec<(String, String)> {
    let line = |change: MessageChange| {
        let at = chrono::DateTime::from_timestamp(change.at, 0)?;
        let done = (language.chart_texts().change)(change.kind());
        let severity = (language.texts().severity)(change.severity());
        Some((language.date_and_time(at), format!("{done}: {severity}")))
    };
    let changes = recorded::changes(states.iter().map(|message| &message.state));
    changes.into_iter().rev().filter_map(line).collect()
}

//! The page of a message: what it says, and how it has changed. It stays at its address as long as the message is recorded.

use super::{
    frame::{Subject, Words, frame},
    known::Known,
    site::{Site, area_file, county_name, message_file},
};
use crate::{feeds::encode, store::AreaMessage};
use gorlif_core::{
    domain::{Timestamp, county::County},
    i18n::{Language, Spoken},
    presenter::message,
    recorded::{self, MessageChange},
};
use minijinja::{Value, context, value::Serde};

/// The paragraphs of a message's text.
pub fn paragraphs(text: Spoken<'_>) -> Vec<Words> {
    let lines = text.text.split('\n').map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| Words::spoken(Spoken { text: line, ..text })).collect()
}

/// The addresses in the text.
pub fn links(text: Spoken<'_>) -> Vec<String> {
    message::web_addresses(text.text).into_iter().map(str::to_owned).collect()
}

/// The name of the file of a message and its page, from its recorded states, oldest first; none without a state.
pub fn page(
    site: &Site,
    known: &Known<'_>,
    language: Language,
    states: &[AreaMessage],
) -> Option<(String, Value)> {
    let AreaMessage { area: code, description, position, state } = states.last()?;
    let (texts, plain) = (language.texts(), language.recorder_texts());
    let is_in_force = state.severity.in_force();
    let is_proven = known.proves(code);
    let name = Words::of_area(site, language, code, description);
    let severity = (texts.severity)(state.severity);
    // What has ended may be in force again.
    let not_checked = (!is_proven).then(|| format!("{}: ", plain.title_not_checked));
    let status = not_checked.unwrap_or_default() + severity;
    let warning = known.in_response(code).filter(|_| is_proven);
    // The time of a recorded state in force may be that of its text.
    let since = match warning.filter(|_| is_in_force) {
        Some(warning) => warning.has_severity_since(known.now),
        None => (!is_in_force).then_some(state.at),
    };
    let since = since.map(|at| since_when(language, is_in_force, at));
    let checked = checked(known, language, is_proven);
    let text = last_text(language, states);
    let own = |county: County| (area_file(Some(county)), county_name(language, county));
    let file = message_file(code);
    let lines: Vec<String> = since.into_iter().chain(checked).collect();
    let subject = Subject {
        file: file.clone(),
        title: format!("{status}: {}", name.text),
        description: lines.join(" "),
        picture: if is_proven { state.severity.id() } else { "unknown" },
        query: format!("area={}&", encode(&code.0)),
    };
    let page = context! {
        frame => frame(site, known, language, subject),
        severity => state.severity.id(),
        // The severity in words; of a message that is not proven, that it is not checked.
        status,
        // The service's words for a severity that is not known.
        service_words => Serde(
            warning.and_then(|warning| message::service_words(language, warning)).map(Words::spoken)
        ),
        name => Serde(name),
        // Since when, and when that was checked.
        lines => Serde(lines),
        no_text => text.is_none().then_some(texts.no_message),
        paragraphs => Serde(text.map(paragraphs).unwrap_or_default()),
        links => Serde(text.map(links).unwrap_or_default()),
        advice => Serde(is_in_force.then(|| (texts.advice)(state.severity))),
        counties => Serde(site.counties_of(*position).into_iter().map(own).collect::<Vec<_>>()),
        all_warnings => plain.all_warnings,
        changes_heading => plain.changes,
        // Newest first: the time, and what was done.
        changes => Serde(changes(language, states)),
        code => code.given(),
        code_label => texts.area_code,
        what_to_do => texts.what_to_do,
    };
    Some((file, page))
}

/// Since when the message is in force, or no longer.
fn since_when(language: Language, is_in_force: bool, at: Timestamp) -> String {
    let texts = language.texts();
    let label = if is_in_force { texts.in_force_since } else { texts.stood_down_at };
    format!("{label} {}.", language.date_and_time(at))
}

/// When the message was checked, or that it could not be.
fn checked(known: &Known<'_>, language: Language, is_proven: bool) -> Option<String> {
    if !is_proven {
        return known.check.notice(language);
    }
    known.check.at.map(|at| (language.recorder_texts().page_checked)(&language.date_and_time(at)))
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

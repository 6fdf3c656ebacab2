//! How current each source is, what went wrong, when it is asked next, and the button to ask now.

use super::parts::plain;
use crate::{
    erased::{Derived, El, el, flag, follows, memo},
    state::{Next, State},
};
use gorlif_core::{
    domain::{Instant, freshness::Freshness},
    feed::source::Source,
    language::{Catalogue, SourceName},
    service::{
        Levels, Outlook, Rejected, Warnings,
        error::{BodyError, ServiceError},
    },
};

/// What one line says.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    freshness: Freshness,
    text: String,
    rejected: Option<String>,
}

pub fn sources(state: State) -> El {
    let wales = move || line(state, state.wales.with(|source| Facts::of_warnings(source, state.now.get())), state.next_wales.get());
    let around = move || line(state, state.around.with(|source| Facts::of_warnings(source, state.now.get())), state.next_around.get());
    let levels = move || line(state, state.levels.with(|source| Facts::of_levels(source, state.now.get())), state.next_levels.get());
    let forecast = move || line(state, state.forecast.with(|source| Facts::of_forecast(source, state.now.get())), state.next_forecast.get());
    let here = move || state.place.get().is_some();
    el("section")
        .class("sources")
        .attr("aria-labelledby", "sources-heading")
        .child(el("h2").attr("id", "sources-heading").word(state.language, |words| words.sources))
        .child(
            el("ul")
                .child(entry(state, SourceName::Warnings, memo(wales)))
                .child(entry(state, SourceName::WarningsHere, memo(around)).attr("hidden", flag(move || !here())))
                .child(entry(state, SourceName::Levels, memo(levels)))
                .child(entry(state, SourceName::Forecast, memo(forecast))),
        )
        .child(
            el("button")
                .attr("type", "button")
                .on("click", move |_| state.check_now.update(|presses| *presses = presses.wrapping_add(1)))
                .word(state.language, |words| words.check_now),
        )
}

fn entry(state: State, name: SourceName, line: &'static Derived<Line>) -> El {
    let id = match name {
        SourceName::Warnings => "warnings",
        SourceName::WarningsHere => "warnings-here",
        SourceName::Levels => "levels",
        SourceName::Forecast => "forecast",
    };
    el("li")
        .attr("data-source", id)
        .attr("data-state", follows(move || Some(line.with(|line| line.freshness.id().to_owned()))))
        .child(el("strong").say(move || (state.words().source)(name)))
        .text(" ")
        .child(el("span").say(move || line.with(|line| line.text.clone())))
        .dynamic(move || line.with(|line| line.rejected.clone()).map(|text| plain(text).class("rejected")).into_iter().collect())
}

/// What a line is made of, whatever its source is about.
struct Facts {
    freshness: Freshness,
    as_of: Option<Instant>,
    /// The newest reading, of the source that has readings.
    newest: Option<Instant>,
    failure: Option<ServiceError>,
    left_out: usize,
    of: usize,
    ids: Vec<String>,
}

impl Facts {
    fn of<T: Clone + PartialEq>(source: &Source<T>, kept: impl Fn(&T) -> usize) -> Self {
        let picture = source.picture();
        let rejected = picture.map(|picture| picture.rejected.as_slice()).unwrap_or_default();
        Self {
            freshness: Freshness::Unknown,
            as_of: picture.map(|picture| picture.as_of),
            newest: None,
            failure: source.failure().map(|failure| failure.cause),
            left_out: rejected.len(),
            of: picture.map_or(0, |picture| kept(&picture.content)) + rejected.len(),
            ids: rejected.iter().filter_map(|Rejected { id, .. }| id.clone()).take(20).collect(),
        }
    }

    fn of_warnings(source: &Source<Warnings>, now: Instant) -> Self {
        let facts = Self::of(source, Vec::len);
        Self { freshness: facts.as_of.map_or(Freshness::Unknown, |as_of| Freshness::of_warnings(as_of, now)), ..facts }
    }

    /// Levels are as fresh as the newest reading that is not ahead of the clock.
    fn of_levels(source: &Source<Levels>, now: Instant) -> Self {
        let facts = Self::of(source, Vec::len);
        let Some(picture) = source.picture() else { return facts };
        let times = picture.content.iter().filter_map(|station| station.time.instant());
        let newest = times.filter(|at| *at <= now + chrono::TimeDelta::minutes(5)).max();
        Self { freshness: Freshness::of_levels(newest, now), newest, ..facts }
    }

    fn of_forecast(source: &Source<Outlook>, now: Instant) -> Self {
        let facts = Self::of(source, |forecast| forecast.entries().len());
        let freshness = source.picture().map_or(Freshness::Unknown, |picture| Freshness::of_forecast(&picture.content, picture.as_of, now));
        Self { freshness, ..facts }
    }
}

fn line(state: State, facts: Facts, next: Next) -> Line {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let Facts { freshness, as_of, newest, failure, left_out, of, ids } = facts;
    let tried = as_of.is_some() || failure.is_some();
    let mut parts = vec![if tried { (words.state)(freshness) } else { words.asking }.to_owned()];
    match newest {
        Some(newest) => parts.push((words.newest_reading)(&language.when(newest, now))),
        None => parts.extend(as_of.map(|as_of| (words.as_of)(&language.when(as_of, now)))),
    }
    parts.extend(failure.map(|failure| cause(words, failure).to_owned()));
    if state.hidden.get() {
        parts.push(words.paused.to_owned());
    } else if tried {
        parts.extend(next.due.map(|due| (words.next_try)(&language.when(due, now))));
    }
    let rejected = (left_out > 0).then(|| {
        let text = (words.not_shown)(left_out, of);
        if ids.is_empty() { text } else { format!("{text}: {}", ids.join(", ")) }
    });
    Line { freshness, text: parts.join(", "), rejected }
}

/// What people are told of a failure. They are not troubled with keys: a refusal is the operator's to mend.
fn cause(words: &Catalogue, cause: ServiceError) -> &'static str {
    match cause {
        ServiceError::Offline => words.failed_offline,
        ServiceError::Unreachable => words.failed_unreachable,
        ServiceError::Silent | ServiceError::TooSlow => words.failed_timeout,
        ServiceError::TooLarge | ServiceError::Body(BodyError::TooMany | BodyError::TooDeep) => words.failed_too_large,
        ServiceError::Status { code: 403 | 429 | 503, retry_after_seconds: Some(_) } | ServiceError::Status { code: 429 | 503, .. } => {
            words.failed_busy
        }
        ServiceError::Status { code: 401 | 403, .. } => words.failed_refused,
        ServiceError::Status { code: 400 | 404 | 410, .. } => words.failed_not_found,
        ServiceError::Status { .. } => words.failed_service,
        ServiceError::Body(BodyError::WebPage) => words.failed_web_page,
        ServiceError::Body(_) => words.failed_unreadable,
    }
}

//! How current each source is, what went wrong, when it is asked next, and the button to ask now.

use super::parts::plain;
use crate::{
    erased::{Derived, El, Sig, el, flag, follows, memo},
    state::{Next, State},
};
use gorlif_core::{
    domain::{Instant, freshness::Freshness, station::Station},
    feed::source::Source,
    language::{Catalogue, SourceName},
    service::{
        Rejected,
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
    let wales = move || line(state, state.wales, state.next_wales, Vec::len, |_, as_of, now| Freshness::of_warnings(as_of, now));
    let around = move || line(state, state.around, state.next_around, Vec::len, |_, as_of, now| Freshness::of_warnings(as_of, now));
    let levels = move || line(state, state.levels, state.next_levels, Vec::len, |stations, _, now| Freshness::of_levels(newest(stations, now), now));
    let forecast = move || line(state, state.forecast, state.next_forecast, |forecast| forecast.entries().len(), Freshness::of_forecast);
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

/// The newest reading that is not ahead of the clock.
fn newest(stations: &[Station], now: Instant) -> Option<Instant> {
    stations.iter().filter_map(|station| station.time.instant()).filter(|at| *at <= now + chrono::TimeDelta::minutes(5)).max()
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

fn line<T: Clone + PartialEq + Send + Sync + 'static>(
    state: State,
    source: &'static Sig<Source<T>>,
    next: &'static Sig<Next>,
    kept: impl Fn(&T) -> usize,
    freshness: impl Fn(&T, Instant, Instant) -> Freshness,
) -> Line {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    source.with(|source| {
        let picture = source.picture();
        let freshness = picture.map_or(Freshness::Unknown, |picture| freshness(&picture.content, picture.as_of, now));
        let mut parts = vec![match (picture, source.failure()) {
            (None, None) => words.asking.to_owned(),
            _ => (words.state)(freshness).to_owned(),
        }];
        parts.extend(picture.map(|picture| (words.as_of)(&language.when(picture.as_of, now))));
        parts.extend(source.failure().map(|failure| cause(words, failure.cause).to_owned()));
        if state.hidden.get() {
            parts.push(words.paused.to_owned());
        } else if picture.is_some() || source.failure().is_some() {
            parts.extend(next.get().due.map(|due| (words.next_try)(&language.when(due, now))));
        }
        let rejected = picture.filter(|picture| !picture.rejected.is_empty()).map(|picture| {
            let left_out = picture.rejected.len();
            let ids: Vec<&str> = picture.rejected.iter().filter_map(|Rejected { id, .. }| id.as_deref()).take(20).collect();
            let text = (words.not_shown)(left_out, kept(&picture.content) + left_out);
            if ids.is_empty() { text } else { format!("{text}: {}", ids.join(", ")) }
        });
        Line { freshness, text: parts.join(", "), rejected }
    })
}

/// What people are told of a failure. They are not troubled with keys: a refusal is the operator's to mend.
fn cause(words: &Catalogue, cause: ServiceError) -> &'static str {
    match cause {
        ServiceError::Offline => words.failed_offline,
        ServiceError::Unreachable => words.failed_unreachable,
        ServiceError::Silent | ServiceError::TooSlow => words.failed_timeout,
        ServiceError::TooLarge | ServiceError::Body(BodyError::TooMany) => words.failed_too_large,
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

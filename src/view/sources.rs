//! How current each source is, what went wrong, when it is asked next, and the button to ask now.

use super::parts::{paragraph, plain, symbol};
use crate::{
    erased::{Derived, El, Sig, el, flag, follows, memo},
    state::{CheckNow, State},
};
use gorlif_core::{
    domain::{Instant, freshness::Freshness, letters::joined, oddity, page_time::PageTime},
    feed::{schedule::Due, source::Source},
    language::{Catalogue, SourceName},
    service::{
        Levels, Outlook, Reason, Rejected, Warnings,
        error::{BodyError, ServiceError},
    },
};

/// What one line says.
#[derive(Clone, Debug, Default, PartialEq)]
struct Line {
    freshness: Freshness,
    /// Nothing has come yet, neither an answer nor a failure.
    awaited: bool,
    text: String,
    rejected: Option<String>,
    /// What went wrong, for the operator.
    cause: Option<String>,
}

pub fn sources(state: State) -> El {
    let wales = move || Facts::of_warnings(state.wales, state).line(state, SourceName::Warnings, state.next_wales.get());
    let around = move || Facts::of_warnings(state.around, state).line(state, SourceName::WarningsHere, state.next_around.get());
    let levels = move || Facts::of_levels(state.levels, state).line(state, SourceName::Levels, state.next_levels.get());
    let forecast = move || Facts::of_forecast(state.forecast, state).line(state, SourceName::Forecast, state.next_forecast.get());
    let lines: [(SourceName, &'static Derived<Line>); 4] = [
        (SourceName::Warnings, memo(wales)),
        (SourceName::WarningsHere, memo(around)),
        (SourceName::Levels, memo(levels)),
        (SourceName::Forecast, memo(forecast)),
    ];
    let shown = move |name: SourceName| name != SourceName::WarningsHere || state.place.get().is_some();
    let list = lines.map(|(name, line)| entry(state, name, line).attr("hidden", flag(move || !shown(name))));
    // Heard when a state becomes another one, not when a time moves on.
    let heard = move || {
        let words = state.words();
        let told = lines.iter().filter(|(name, line)| shown(*name) && line.with(|line| !line.awaited && line.freshness != Freshness::Fresh));
        let told: Vec<String> = told.map(|(name, line)| (words.state_changed)(*name, line.with(|line| line.freshness))).collect();
        joined(told.iter().map(String::as_str), " ")
    };
    let clock = move || {
        let (language, words) = (state.language.get(), state.words());
        state.clock_is_wrong.get().then(|| (words.clock_wrong)(&language.date_and_time(state.now.get())))
    };
    let causes = move || {
        let causes: Vec<String> = lines.iter().filter_map(|(_, line)| line.with(|line| line.cause.clone())).collect();
        joined(causes.iter().map(String::as_str), "\n")
    };
    el("section")
        .class("sources")
        .attr("aria-labelledby", "sources-heading")
        .child(el("h2").attr("id", "sources-heading").word(state.language, |words| words.sources))
        .dynamic(move || clock().map(|text| paragraph(text).class("problem")).into_iter().collect())
        .child(el("ul").children(list))
        .child(el("p").class("unseen").attr("role", "status").say(heard))
        .child(
            el("button")
                .attr("type", "button")
                .on("click", move |_| state.check_now.update(|presses| *presses = presses.wrapping_add(1)))
                .word(state.language, |words| words.check_now),
        )
        .child(el("p").class("check").attr("aria-live", "polite").say(move || check(state)))
        // One element for good, so that it stays open while its causes change.
        .child(
            el("details")
                .attr("hidden", flag(move || causes().is_empty()))
                .child(el("summary").word(state.language, |words| words.for_operators))
                .child(el("pre").attr("lang", "en").say(causes)),
        )
}

/// What the last press of "check now" did.
fn check(state: State) -> String {
    let (language, words) = (state.language.get(), state.words());
    let told = |moment: PageTime| language.when(state.utc(moment), state.now_by_day());
    match state.checked.get() {
        CheckNow::NotPressed => String::new(),
        CheckNow::Asking => words.check_asking.to_owned(),
        CheckNow::Done(at, true) => (words.check_done)(&told(at)),
        CheckNow::Done(at, false) => (words.check_failed)(&told(at)),
        CheckNow::TooSoon => words.check_too_soon.to_owned(),
        CheckNow::Busy(until) => (words.check_busy)(&told(until)),
    }
}

fn id(name: SourceName) -> &'static str {
    match name {
        SourceName::Warnings => "warnings",
        SourceName::WarningsHere => "warnings-here",
        SourceName::Levels => "levels",
        SourceName::Forecast => "forecast",
    }
}

fn entry(state: State, name: SourceName, line: &'static Derived<Line>) -> El {
    let freshness = memo(move || line.with(|line| line.freshness));
    el("li")
        .attr("data-source", id(name))
        .attr("data-state", follows(move || Some(freshness.get().id().to_owned())))
        .dynamic(move || vec![symbol(state_symbol(freshness.get()))])
        .child(
            el("div")
                .child(el("strong").say(move || (state.words().source)(name)))
                .text(" ")
                .child(el("span").say(move || line.with(|line| line.text.clone())))
                .dynamic(move || line.with(|line| line.rejected.clone()).map(|text| plain(text).class("rejected")).into_iter().collect()),
        )
}

fn state_symbol(freshness: Freshness) -> &'static str {
    match freshness {
        Freshness::Fresh => "#symbol-checked",
        Freshness::Late => "#symbol-delayed",
        Freshness::Stale => "#symbol-stale",
        Freshness::Unknown => "#symbol-not-checked",
    }
}

/// What a line is made of, whatever its source is about.
struct Facts {
    freshness: Freshness,
    as_of: Option<PageTime>,
    /// The newest reading, of the source that has readings.
    newest: Option<Instant>,
    failure: Option<(ServiceError, u32)>,
    rejected: Vec<Rejected>,
    of: usize,
}

impl Facts {
    fn of<T: Clone + PartialEq>(source: &Source<T>, by_age: impl FnOnce(&T, PageTime) -> Freshness, kept: impl Fn(&T) -> usize) -> Self {
        let picture = source.picture();
        let rejected = picture.map(|picture| picture.rejected.clone()).unwrap_or_default();
        Self {
            freshness: source.state(|picture| by_age(&picture.content, picture.as_of)),
            as_of: picture.map(|picture| picture.as_of),
            newest: None,
            failure: source.failure().map(|failure| (failure.cause, failure.in_a_row)),
            of: picture.map_or(0, |picture| kept(&picture.content)) + rejected.len(),
            rejected,
        }
    }

    fn of_warnings(source: &'static Sig<Source<Warnings>>, state: State) -> Self {
        let now = state.page_now.get();
        source.with(|source| Self::of(source, |_, as_of| Freshness::of_warnings(as_of, now), Vec::len))
    }

    /// Levels are as fresh as their newest reading.
    fn of_levels(source: &'static Sig<Source<Levels>>, state: State) -> Self {
        let now = state.now.get();
        source.with(|source| {
            let newest = source.picture().and_then(|picture| oddity::newest_reading(&picture.content, now));
            // Of the gauges that are shown, those of the newest answer.
            let reported = |levels: &Levels| levels.iter().filter(|station| station.missing_since.is_none()).count();
            Self { newest, ..Self::of(source, |_, _| Freshness::of_levels(newest, now), reported) }
        })
    }

    fn of_forecast(source: &'static Sig<Source<Outlook>>, state: State) -> Self {
        source.with(|source| Self {
            freshness: state.forecast_freshness.get(),
            ..Self::of(source, |_, _| Freshness::Unknown, |forecast| forecast.entries().len())
        })
    }

    fn line(self, state: State, name: SourceName, next: Option<Due>) -> Line {
        let (language, words, now) = (state.language.get(), state.words(), state.now.get());
        let Self { freshness, as_of, newest, failure, rejected, of } = self;
        let awaited = as_of.is_none() && failure.is_none();
        let mut parts = vec![if awaited { words.asking } else { (words.state)(freshness) }.to_owned()];
        parts.extend(newest.map(|newest| (words.newest_reading)(&language.when(newest, now))));
        let told = |moment: PageTime| language.when(state.utc(moment), now);
        parts.extend(as_of.map(|as_of| (words.as_of)(&told(as_of))));
        let until = next.and_then(|due| due.not_before).map(told);
        parts.extend(failure.map(|(cause, _)| in_words(words, cause, until.as_deref())));
        if state.hidden.get() {
            parts.push(words.paused.to_owned());
        } else if !awaited {
            parts.extend(next.map(|due| (words.next_try)(&told(due.at))));
        }
        Line {
            freshness,
            awaited,
            text: joined(parts.iter().map(String::as_str), ", "),
            rejected: left_out(words, name, &rejected, of),
            cause: failure.map(|(cause, in_a_row)| format!("{}: {cause} ({in_a_row})", id(name))),
        }
    }
}

/// How many items were left out, and which for which cause.
fn left_out(words: &Catalogue, name: SourceName, rejected: &[Rejected], of: usize) -> Option<String> {
    let because = |reason: Reason, cause: &str| {
        let mine = rejected.iter().filter(|one| one.reason == reason);
        let ids: Vec<&str> = mine.clone().filter_map(|one| one.id.as_deref()).take(20).collect();
        let count = mine.count();
        let ids = if ids.is_empty() { String::new() } else { format!(" ({})", joined(ids.into_iter(), ", ")) };
        (count > 0).then(|| format!("{count} {cause}{ids}"))
    };
    let causes = [because(Reason::Unreadable, words.unreadable), because(Reason::NoIdentifier, words.no_identifier)];
    let causes: Vec<String> = causes.into_iter().flatten().collect();
    (!rejected.is_empty()).then(|| format!("{}: {}", (words.not_shown)(name, rejected.len(), of), joined(causes.iter().map(String::as_str), ", ")))
}

/// What people are told of a failure. They are not troubled with keys: a refusal is the operator's to mend.
fn in_words(words: &Catalogue, cause: ServiceError, until: Option<&str>) -> String {
    let told = match cause {
        ServiceError::Offline => words.failed_offline,
        ServiceError::Unreachable => words.failed_unreachable,
        ServiceError::Silent | ServiceError::TooSlow => words.failed_timeout,
        ServiceError::TooLarge | ServiceError::Body(BodyError::TooMany) => words.failed_too_large,
        ServiceError::Status { code: 403 | 429 | 503, retry_after_seconds: Some(_) } | ServiceError::Status { code: 429 | 503, .. } => {
            return (words.failed_busy)(until);
        }
        ServiceError::Status { code: 401 | 403, .. } => words.failed_refused,
        ServiceError::Status { code: 400 | 404 | 410, .. } => words.failed_not_found,
        ServiceError::Status { .. } => words.failed_service,
        ServiceError::Body(BodyError::WebPage) => words.failed_web_page,
        ServiceError::Body(BodyError::Undated) => words.failed_undated,
        ServiceError::Body(BodyError::Incomplete) => words.failed_incomplete,
        ServiceError::Body(_) => words.failed_unreadable,
    };
    told.to_owned()
}

//! The one sentence that everyone came for, when it was checked, how many of each severity, and what to do.

use super::parts::{call_999, floodline, link, paragraph, plain, severity_class, symbol};
use crate::{
    browser::marks,
    erased::{El, effect, el, flag, follows, memo, word},
    map::symbols::Look,
    state::State,
};
use gorlif_core::{
    domain::{england, warning::Severity},
    feed::messages::{Basis, Verdict},
    language::Whereabouts,
};

pub fn answer(state: State) -> El {
    let sentence = memo(move || sentence(state));
    let need = memo(move || need(state));
    let mut marked = false;
    effect(move || {
        if state.wales.with(|source| source.picture().is_some()) && !std::mem::replace(&mut marked, true) {
            marks::after_paint("warnings-shown");
        }
    });
    el("section")
        .class("answer")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .attr("data-answer", follows(move || Some(state.verdict.get().id().to_owned())))
        .child(
            el("div")
                .class("said")
                .dynamic(move || state_symbol(state).map(symbol).into_iter().collect())
                .child(el("p").class("sentence").say(move || sentence.get().0)),
        )
        .dynamic(move || {
            let mut more: Vec<El> = sentence.get().1.map(|text| paragraph(text).class("checked")).into_iter().collect();
            more.extend(provisional(state).map(|text| paragraph(text).class("provisional")));
            more
        })
        .child(beyond_wales(state))
        .child(el("ul").class("strip").dynamic(move || strip(state)))
        // What has links is made anew only when they are others: a refresh must not take the focus away.
        .dynamic(move || what_to_do(state, need.get()))
        // Spoken when it becomes another one, not at every check.
        .child(el("p").class("unseen").attr("role", "status").say(move || spoken(state)))
}

fn strip(state: State) -> Vec<El> {
    let (words, tally) = (state.words(), state.messages.with(|messages| messages.tally()));
    let there = Severity::ALL.into_iter().filter(|severity| severity.in_force() && tally.count(*severity) > 0);
    there
        .map(|severity| {
            let (count, whole) = (tally.count(severity), (words.severity_count)(severity, tally.count(severity)));
            let number = el("span").attr("aria-hidden", "true").text(count.to_string());
            el("li").class(severity_class(severity)).child(symbol(Look::Warning(severity).symbol())).child(number).child(plain(whole).class("unseen"))
        })
        .collect()
}

/// A sign of its own for each answer; where messages are in force, theirs say it.
fn state_symbol(state: State) -> Option<&'static str> {
    match state.verdict.get() {
        Verdict::None => Some("#symbol-checked"),
        Verdict::Unknown if !state.is_waiting() => Some("#symbol-not-checked"),
        Verdict::Some | Verdict::Unknown => None,
    }
}

/// What people need besides the answer.
#[derive(Clone, Copy, Default, PartialEq)]
enum Need {
    #[default]
    Nothing,
    /// Someone to call, since nothing is known.
    Call,
    /// What to do at the highest severity in force, and whom to call.
    Advice(Severity),
}

fn need(state: State) -> Need {
    let highest = state.messages.with(|messages| messages.found.first().map(|near| near.item.severity)).filter(|severity| severity.in_force());
    match (state.verdict.get(), highest) {
        (Verdict::Some, Some(severity)) => Need::Advice(severity),
        (Verdict::Unknown, _) if !state.is_waiting() => Need::Call,
        _ => Need::Nothing,
    }
}

fn what_to_do(state: State, need: Need) -> Vec<El> {
    let words = state.words();
    let calls = || el("p").class("calls").child(floodline()).text(" · ").child(call_999(state));
    match need {
        Need::Nothing => Vec::new(),
        Need::Call => vec![calls()],
        Need::Advice(severity) => {
            let list = (words.advice)(severity).iter().map(|advice| el("li").text(*advice));
            vec![el("div").class("action").child(el("h2").text(words.what_to_do)).child(el("ul").children(list)).child(calls())]
        }
    }
}

fn leaves_wales(whereabouts: &Whereabouts) -> bool {
    matches!(whereabouts, Whereabouts::Around { leaves_wales: true, .. })
}

/// Where the circle leaves Wales: the address of who warns there.
fn english_service(state: State) -> Option<String> {
    let Whereabouts::Around { radius, leaves_wales: true, .. } = state.whereabouts.get() else { return None };
    Some(england::address(state.place.get()?, radius))
}

fn beyond_wales(state: State) -> El {
    let service = link(follows(move || english_service(state)), word(state.language, |words| words.english_service));
    el("p")
        .class("beyond")
        .attr("hidden", flag(move || english_service(state).is_none()))
        .word(state.language, |words| words.only_wales)
        .text(" ")
        .child(service)
        .text(".")
}

/// That distance on this device decides for the time being, and what it cannot place.
fn provisional(state: State) -> Option<String> {
    let words = state.words();
    let (basis, without_point) = state.messages.with(|messages| (messages.basis, messages.without_point));
    let more = if without_point > 0 { format!(" {}", (words.answer_without_point)(without_point)) } else { String::new() };
    let why = if state.around.with(|source| source.failure().is_some()) { words.answer_by_distance } else { words.answer_provisional };
    (basis == Basis::Distance).then(|| format!("{why}{more}"))
}

/// The sentence without its times, so that a screen reader hears it again only when it says something else.
fn spoken(state: State) -> String {
    let (words, whereabouts) = (state.words(), state.whereabouts.get());
    match state.verdict.get() {
        Verdict::None => (words.answer_none)(&whereabouts),
        Verdict::Some => (words.answer_some)(state.messages.with(|messages| messages.tally()), &whereabouts),
        Verdict::Unknown if state.is_waiting() => String::new(),
        Verdict::Unknown => (words.answer_unknown)(None, leaves_wales(&whereabouts)),
    }
}

/// The sentence, and apart from it what stands below it in smaller type.
fn sentence(state: State) -> (String, Option<String>) {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let whereabouts = state.whereabouts.get();
    let time = state.messages.with(|messages| messages.as_of).map(|as_of| language.when(as_of, now));
    match state.verdict.get() {
        Verdict::None => {
            let checked = (words.checked)(time.as_deref().unwrap_or_default());
            (format!("{} {checked}.", (words.answer_none)(&whereabouts)), None)
        }
        Verdict::Some => state.messages.with(|messages| {
            let mut text = (words.answer_some)(messages.tally(), &whereabouts);
            if let (Some(near), Some(place)) = (messages.nearest_in_force(), state.place.get())
                && let (Some(distance), Some(position)) = (near.distance, near.item.position)
            {
                let direction = (words.direction)(place.direction_to(position));
                text.push_str(&(words.answer_nearest)(&language.distance(distance), direction));
            }
            text.push('.');
            (text, time.map(|time| (words.checked)(&time)))
        }),
        Verdict::Unknown => {
            let known = state.messages.with(|messages| messages.tally());
            let last_known = (known.in_force() > 0).then(|| (words.answer_last_known)(known, &whereabouts, time.as_deref().unwrap_or_default()));
            let text = if state.is_waiting() {
                words.answer_checking.to_owned()
            } else {
                (words.answer_unknown)(time.as_deref(), leaves_wales(&whereabouts))
            };
            (text, last_known)
        }
    }
}

//! The one sentence that everyone came for, when it was checked, and how many of each severity.

use super::parts::{paragraph, plain, severity_class, severity_symbol, symbol};
use crate::{
    erased::{El, el, follows, memo},
    state::State,
};
use gorlif_core::{
    domain::warning::Severity,
    feed::messages::{Basis, Verdict},
};

pub fn answer(state: State) -> El {
    let sentence = memo(move || sentence(state));
    el("section")
        .class("answer")
        .attr("id", "answer")
        .attr("tabindex", "-1")
        .attr("data-answer", follows(move || Some(state.verdict.get().id().to_owned())))
        .child(el("p").class("sentence").say(move || sentence.get().0))
        .dynamic(move || {
            let mut more: Vec<El> = sentence.get().1.map(|text| paragraph(text).class("checked")).into_iter().collect();
            more.extend(provisional(state).map(|text| paragraph(text).class("provisional")));
            more
        })
        .child(el("ul").class("strip").dynamic(move || strip(state)))
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
            el("li").class(severity_class(severity)).child(symbol(severity_symbol(severity))).child(number).child(plain(whole).class("unseen"))
        })
        .collect()
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
        Verdict::None => (words.answer_none)(&whereabouts, "").split(". ").next().unwrap_or_default().to_owned(),
        Verdict::Some => (words.answer_some)(state.messages.with(|messages| messages.tally()), &whereabouts),
        Verdict::Unknown if state.is_waiting() => String::new(),
        Verdict::Unknown => (words.answer_unknown)(None),
    }
}

/// The sentence, and apart from it what stands below it in smaller type.
fn sentence(state: State) -> (String, Option<String>) {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let whereabouts = state.whereabouts.get();
    let time = state.messages.with(|messages| messages.as_of).map(|as_of| language.when(as_of, now));
    match state.verdict.get() {
        Verdict::None => ((words.answer_none)(&whereabouts, time.as_deref().unwrap_or_default()), None),
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
        Verdict::Unknown if state.is_waiting() => (words.answer_checking.to_owned(), None),
        Verdict::Unknown => {
            let known = state.messages.with(|messages| messages.tally());
            let last_known = (known.in_force() > 0).then(|| (words.answer_last_known)(known, &whereabouts));
            ((words.answer_unknown)(time.as_deref()), last_known)
        }
    }
}

//! The one sentence that everyone came for, when it was checked, and how many of each severity.

use super::parts::{severity_symbol, symbol};
use crate::state::State;
use gorlif_core::{
    domain::warning::Severity,
    feed::messages::{Basis, Verdict},
};
use leptos::prelude::*;

#[component]
pub fn Answer(state: State) -> impl IntoView {
    let sentence = Memo::new(move |_| sentence(state));
    let in_force = Memo::new(move |_| state.messages.with(|messages| messages.tally()));
    let provisional = move || {
        let (basis, without_point) = state.messages.with(|messages| (messages.basis, messages.without_point));
        (basis == Basis::Distance).then(|| {
            let words = state.words();
            let mut text = words.answer_provisional.to_owned();
            if without_point > 0 {
                text.push(' ');
                text.push_str(&(words.answer_without_point)(without_point));
            }
            text
        })
    };
    view! {
        <section class="answer" id="answer" tabindex="-1" data-answer=move || state.verdict.get().id()>
            <p class="sentence">{move || sentence.get().0}</p>
            {move || sentence.get().1.map(|checked| view! { <p class="checked">{checked}</p> })}
            {move || provisional().map(|text| view! { <p class="provisional">{text}</p> })}
            <ul class="strip">
                {move || {
                    let tally = in_force.get();
                    Severity::ALL
                        .into_iter()
                        .filter(|severity| severity.in_force() && tally.count(*severity) > 0)
                        .map(|severity| {
                            let text = (state.words().severity_count)(severity, tally.count(severity));
                            view! { <li class=severity_class(severity)>{symbol(severity_symbol(severity))}{text}</li> }
                        })
                        .collect_view()
                }}
            </ul>
            // Spoken when it becomes another one, not at every check.
            <p class="unseen" role="status">{move || sentence.get().0}</p>
        </section>
    }
}

pub fn severity_class(severity: Severity) -> &'static str {
    match severity {
        Severity::Severe => "severity severe",
        Severity::Warning => "severity warning",
        Severity::Unknown => "severity unknown",
        Severity::Alert => "severity alert",
        Severity::NoLongerInForce => "severity over",
    }
}

/// The sentence, and apart from it the time where the sentence itself does not say it.
fn sentence(state: State) -> (String, Option<String>) {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let whereabouts = state.whereabouts.get();
    let as_of = state.messages.with(|messages| messages.as_of);
    let time = as_of.map(|as_of| language.when(as_of, now));
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
        Verdict::Unknown => {
            let source = if state.place.get().is_some() { state.around } else { state.wales };
            let (asking, failed) = source.with(|source| (source.is_asking() || source.picture().is_none() && source.failure().is_none(), source.failure().is_some()));
            let basis = state.messages.with(|messages| messages.basis);
            let waiting = !failed && (basis == Basis::Distance || basis == Basis::Nothing) && (asking || basis == Basis::Distance);
            if waiting {
                return (words.answer_checking.to_owned(), None);
            }
            let known = state.messages.with(|messages| messages.tally());
            let last_known = (known.in_force() > 0).then(|| (words.answer_last_known)(known, &whereabouts));
            ((words.answer_unknown)(time.as_deref()), last_known)
        }
    }
}

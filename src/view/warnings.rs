//! The list of messages: in force by severity and distance, those stood down apart.

use super::{
    answer::severity_class,
    parts::{fact, in_language, severity_symbol, symbol},
};
use crate::{
    browser::marks,
    state::{Panel, State},
};
use gorlif_core::{
    domain::{
        Instant,
        nearby::Nearby,
        selection::Selection,
        warning::{AreaCode, Severity, Warning},
    },
    feed::messages::Basis,
    language::{Catalogue, Language},
};
use leptos::prelude::*;

#[component]
pub fn WarningsPanel(state: State) -> impl IntoView {
    let words = move || state.words();
    let heading = move || {
        let words = words();
        let (tally, basis) = state.messages.with(|messages| (messages.tally(), messages.basis));
        if basis == Basis::Nothing { words.warnings_here.to_owned() } else { (words.messages_count)(tally.total(), tally.in_force()) }
    };
    let codes = move |in_force: bool| {
        state.messages.with(|messages| {
            let of_kind = messages.found.iter().filter(|near| near.item.severity.in_force() == in_force);
            of_kind.map(|near| near.item.code.clone()).collect::<Vec<_>>()
        })
    };
    let nothing = move || {
        let basis = state.messages.with(|messages| (messages.basis, messages.found.is_empty()));
        let failed = state.wales.with(|source| source.failure().is_some());
        match basis {
            (Basis::Nothing, _) if failed => Some(words().messages_unknown),
            (Basis::Nothing, _) => Some(words().answer_checking),
            (Basis::Service, true) => Some(words().no_messages),
            _ => None,
        }
    };
    Effect::new(move |done: Option<bool>| {
        let there = state.wales.with(|source| source.picture().is_some());
        if there && done != Some(true) {
            marks::after_paint("warnings-shown");
        }
        there
    });
    view! {
        <section class="panel warnings" class:open=move || state.panel.get() == Panel::Warnings aria-labelledby="warnings-heading">
            <h2 id="warnings-heading">{heading}</h2>
            {move || nothing().map(|text| view! { <p>{text}</p> })}
            <ul class="entries">
                <For each=move || codes(true) key=Clone::clone let:code>
                    <Entry state=state code=code/>
                </For>
            </ul>
            <Show when=move || !codes(false).is_empty()>
                <h3>{move || (words().no_longer_in_force_count)(codes(false).len())}</h3>
                <ul class="entries">
                    <For each=move || codes(false) key=Clone::clone let:code>
                        <Entry state=state code=code/>
                    </For>
                </ul>
            </Show>
        </section>
    }
}

#[component]
fn Entry(state: State, code: AreaCode) -> impl IntoView {
    let wanted = code.clone();
    let near = Memo::new(move |_| state.messages.with(|messages| messages.found.iter().find(|near| near.item.code == wanted).cloned()));
    let this = Selection::Area(code.clone());
    let (shown, pressed) = (this.clone(), this);
    let open = Memo::new(move |_| state.selection.with(|selection| selection.as_ref() == Some(&shown)));
    let press = move |_| state.selection.set((!open.get_untracked()).then(|| pressed.clone()));
    view! {
        <li data-area-code=code.0.clone()>
            <button type="button" class="entry" aria-expanded=move || open.get().to_string() on:click=press>
                {move || near.get().map(|near| head(state, &near))}
            </button>
            {move || open.get().then(|| near.get().map(|near| view! { <div class="details">{details(state, &near)}</div> }))}
        </li>
    }
}

fn head(state: State, near: &Nearby<Warning>) -> AnyView {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let warning = &near.item;
    let mut line = severity_text(words, warning);
    if warning.severity.in_force() && let Some(since) = warning.severity_changed {
        line = format!("{line} · {} {}", words.in_force_since.to_lowercase(), language.when(since, now));
    }
    view! {
        <span class=severity_class(warning.severity)>{symbol(severity_symbol(warning.severity))}</span>
        <span class="title">{area_name(language, warning)}</span>
        <span class="line">{line}</span>
        {place_line(state, near).map(|text| view! { <span class="line">{text}</span> })}
    }
    .into_any()
}

/// The area's name, which the service has in English only.
fn area_name(language: Language, warning: &Warning) -> AnyView {
    let name = if warning.description.is_empty() { warning.code.0.clone() } else { warning.description.clone() };
    in_language(name, (language != Language::English).then_some(Language::English))
}

fn place_line(state: State, near: &Nearby<Warning>) -> Option<String> {
    let (language, words) = (state.language.get(), state.words());
    let (place, position) = (state.place.get()?, near.item.position?);
    Some((words.distance_value)(&language.distance(near.distance?), place.direction_to(position)))
}

/// The severity in words; of an unknown one the label that came.
pub fn severity_text(words: &Catalogue, warning: &Warning) -> String {
    if warning.severity == Severity::Unknown && !warning.label.is_empty() {
        (words.severity_unknown)(&warning.label)
    } else {
        (words.severity)(warning.severity).to_owned()
    }
}

fn details(state: State, near: &Nearby<Warning>) -> AnyView {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let warning = &near.item;
    let time = move |at: Option<Instant>| at.map_or_else(|| words.time_not_given.to_owned(), |at| language.when(at, now));
    let since = if warning.severity.in_force() { words.in_force_since } else { words.stood_down_at };
    view! {
        <p class="meaning">{(words.severity_meaning)(warning.severity)}"."</p>
        {message(language, words, warning)}
        {warning.contradictory.then(|| view! { <p>{words.contradictory}</p> })}
        {warning.position.is_none().then(|| view! { <p>{words.without_point}</p> })}
        <dl>
            {fact(since, time(warning.severity_changed))}
            {fact(words.raised, time(warning.raised))}
            {fact(words.message_changed, time(warning.message_changed))}
            {place_line(state, near).map(|text| fact(words.distance, text))}
            {fact(words.water, (words.water_kind)(warning.water))}
            {fact(words.region, (words.region_name)(&warning.region))}
            {fact(words.area_code, warning.code.0.clone())}
        </dl>
    }
    .into_any()
}

/// The message with its line breaks; where the page's language has none, the other one, under the producer's own line.
fn message(language: Language, words: &'static Catalogue, warning: &Warning) -> AnyView {
    let spoken = language.pick(&warning.message);
    if spoken.text.is_empty() {
        return view! { <p>{words.no_message}</p> }.into_any();
    }
    let follows = spoken.foreign == Some(Language::English);
    view! {
        {follows.then(|| view! { <p>{words.translation_follows}</p> })}
        <p class="message" dir="auto" lang=spoken.foreign.map(Language::tag)>{spoken.text.to_owned()}</p>
    }
    .into_any()
}

//! The answer at the top of the page, in one block: the message that concerns the place most, whom to call, what to
//! do, the nearest gauge, when this was checked, and what else is in force.

use super::{
    advice::{Calls, WhatToDo},
    fragments::{ANSWER_HEADING, Text, span, symbol},
    late::use_late,
};
use crate::{
    browser::{document, marks},
    map::symbols::SymbolStyle,
    state::{
        AppState, Loadable,
        reactive::{effect, memo},
        use_app_state,
    },
};
use gorlif_core::{
    domain::warning::Severity,
    i18n::{Language, SearchArea},
    presenter::answer::{self, Facts, Heading, TimeStyle},
    source::{
        answer::{Scope, Situation},
        state::Snapshot,
        warnings::{WarningStatus, WarningsHere},
    },
};
use leptos::prelude::*;

/// The name of an area that is longer, in characters, is in a smaller font.
const LONG_NAME: usize = 80;

#[component]
pub fn Answer() -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let mut is_marked = false;
    effect(move || {
        if state.sources.national_warnings.with(|source| source.snapshot().is_some())
            && !std::mem::replace(&mut is_marked, true)
        {
            marks::after_paint("warnings-shown");
        }
    });
    // Folded or not, the advice stays so when a response changes nothing of it.
    let need = memo(move || of(state).need);
    view! {
        <section
            class="answer"
            id="answer"
            tabindex="-1"
            data-answer=move || Some(state.status().id())
            data-severity=move || {
                state.warnings.with(|warnings| warnings.highest()).map(Severity::id)
            }
            data-inside=move || inside(state)
        >
            <div class="said" data-severity=move || colour(state).map(Severity::id)>
                {move || state_symbol(state).map(symbol).into_any()}
                <div>
                    <h2 id=ANSWER_HEADING tabindex="-1" class="sentence">
                        {move || heading(of(state).heading)}
                    </h2>
                    {move || since(&of(state)).into_any()}
                </div>
            </div>
            // Only where the place is not shown above.
            <p class="area quiet">{move || state.area_name()}</p>
            {move || nearest_message(&of(state)).into_any()}
            {move || late.page.loaded().map(|parts| (parts.inside)()).into_any()}
            <Calls need />
            <WhatToDo need is_folded=false />
            <div class="near-gauge" hidden=move || state.choices.place.get().is_none()>
                {move || late.page.loaded().map(|parts| (parts.nearest_gauge)()).into_any()}
            </div>
            <WhatToDo need is_folded=true />
            {move || notices(&of(state)).into_any()}
            // Until the response for the place, what is provisional is in its place, so that nothing moves.
            <div class="also" hidden=move || hides_also(state)>
                {move || match late.page.loaded() {
                    Some(parts) => (parts.also)(),
                    None => of(state).also.into_any(),
                }}
            </div>
            {move || late.page.loaded().map(|parts| (parts.elsewhere)()).into_any()}
            <div class="contacts" hidden=document::is_framed()>
                {move || late.desk.loaded().map(|parts| (parts.contacts)()).into_any()}
            </div>
            // Announced when the text changes, not at every check.
            <p class="visually-hidden" role="status">
                {move || of(state).announcement}
            </p>
            {move || late.page.loaded().map(|parts| (parts.change_news)()).into_any()}
        </section>
    }
}

/// The highest severity of the messages of the flood areas that contain the place.
fn inside(state: AppState) -> Option<&'static str> {
    state.warnings.with(|warnings| Some(warnings.containing().next()?.warning.severity.id()))
}

/// The answer for the printed briefing: the sentence, the nearest message, when it was checked, what else is in force, and what
/// is provisional.
pub fn printed(state: AppState) -> AnyView {
    let answer = of(state);
    view! {
        <p class="sentence">{heading(answer.heading.clone())}</p>
        {since(&answer)}
        {nearest_message(&answer)}
        {notices(&answer)}
        {answer.also.map(|text| view! { <p>{text}</p> })}
    }
    .into_any()
}

/// The answer in words, as it is now.
pub fn of(state: AppState) -> answer::Answer {
    let area = state.search_area.get();
    let local = state.sources.local_warnings;
    let situation = Situation {
        scope: match area {
            SearchArea::Wales => Scope::Wales,
            SearchArea::County(_) => Scope::County,
            SearchArea::Around { coverage, .. } => Scope::Around(coverage),
        },
        status: state.status(),
        is_waiting: state.is_waiting(),
        has_no_outlines: state.assets.basemap.with(|basemap| *basemap == Loadable::Missing),
        place_as_of: local.with(|local| local.snapshot().and_then(Snapshot::known_as_of)),
    };
    state.warnings.with(|warnings| {
        state.assets.area_names.with(|names| {
            let facts = Facts {
                language: state.language(),
                area: &area,
                warnings,
                situation,
                has_place_failed: local.with(|source| source.failure().is_some()),
                place: state.choices.place.get(),
                names,
                epoch: state.clock.epoch(),
                now: state.clock.now(),
                style: TimeStyle::RELATIVE,
            };
            answer::answer(facts, &state.area_name())
        })
    })
}

/// "Nearest flood alert: River Cynon, 10 km north."
fn nearest_message(answer: &answer::Answer) -> Option<AnyView> {
    let (severity, nearest) = answer.severity.zip(answer.nearest.clone())?;
    let symbol = symbol(SymbolStyle::Warning(severity).symbol());
    Some(view! { <p class="around">{symbol} <span>{heading(nearest)}</span></p> }.into_any())
}

/// The place of the area is a line of its own.
pub fn heading(heading: Heading) -> AnyView {
    let Heading { before, area, where_it_is, after } = heading;
    let is_long = area.as_ref().is_some_and(|(name, _)| name.chars().count() > LONG_NAME);
    let class = if is_long { "long" } else { "" };
    let area = area.map(|(text, foreign)| {
        Text::Service { text, language: foreign.map(Language::tag) }.into_view()
    });
    let mut parts = vec![span(class, vec![before.into_any(), area.into_any()].into_any())];
    if where_it_is.is_empty() {
        parts.push(after.into_any());
    } else {
        let whole = where_it_is + &after + " ";
        parts.extend([span("comma", ", ".into_any()), span("where", whole.into_any())]);
    }
    parts.into_any()
}

/// Since when the message of the heading is in force, or when the messages were last checked, and whether its area may contain
/// the place.
fn since(answer: &answer::Answer) -> Vec<AnyView> {
    let (class, text) = match answer.last_checked.clone() {
        Some(text) => ("checked", Some(text)),
        None => ("since", answer.since.clone()),
    };
    // The distance and the time share a line.
    lines(&[(class, text), ("reach", answer.reach.map(str::to_owned))])
}

/// When the messages in force were checked, how to see those of a place, and what is provisional about the answer.
fn notices(answer: &answer::Answer) -> Vec<AnyView> {
    lines(&[
        ("checked", answer.checked.clone()),
        ("choose", answer.choose.map(str::to_owned)),
        ("provisional", answer.provisional.clone()),
    ])
}

/// The lines that have a text, with their classes.
fn lines(lines: &[(&'static str, Option<String>)]) -> Vec<AnyView> {
    let with_text = lines.iter().filter_map(|(class, text)| Some((*class, text.clone()?)));
    with_text.map(|(class, text)| view! { <p class=class>{text}</p> }.into_any()).collect()
}

fn hides_also(state: AppState) -> bool {
    let answer = of(state);
    answer.also.is_none() || (answer.provisional.is_some() && state.is_waiting())
}

/// The severity in whose colour the answer is.
fn colour(state: AppState) -> Option<Severity> {
    state.warnings.with(WarningsHere::colour)
}

/// The symbol of the answer: that of the message that concerns the place, if any.
fn state_symbol(state: AppState) -> Option<&'static str> {
    match (colour(state), state.status()) {
        (Some(severity), _) => Some(SymbolStyle::Warning(severity).symbol()),
        (None, WarningStatus::NoneInForce) => Some("#symbol-checked"),
        (None, WarningStatus::Unknown) if !state.is_waiting() => Some("#symbol-not-checked"),
        (None, WarningStatus::InForce | WarningStatus::Unknown) => None,
    }
}

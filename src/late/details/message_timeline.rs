//! The changes of an area's message, newest first, each with what was added to the text and what was removed.

use crate::{
    components::fragments::{Text, paragraph, severity_class, span},
    state::{AppState, message_timeline::load_timeline, use_app_state},
};
use gorlif_core::{
    domain::{
        Timestamp,
        bilingual::Bilingual,
        warning::{AreaCode, ChangeKind},
    },
    i18n::Language,
    recorded::MessageChange,
};
use leptos::{prelude::*, task::spawn_local};

#[component]
pub fn MessageTimeline(code: AreaCode) -> impl IntoView {
    let state = use_app_state();
    let changes = RwSignal::new(Vec::<MessageChange>::new());
    spawn_local(async move {
        let loaded = load_timeline(state, code).await;
        // The entry may be closed by now.
        let _ = changes.try_set(loaded);
    });
    let entries = move || {
        let newest_first = |changes: &Vec<MessageChange>| {
            changes.iter().rev().map(|change| entry(state, change)).collect_view()
        };
        changes.with(newest_first)
    };
    view! {
        <section class="timeline" hidden=move || changes.with(Vec::is_empty)>
            <h3>{move || state.language().chart_texts().timeline}</h3>
            <ol reversed>{entries}</ol>
        </section>
    }
}

fn entry(state: AppState, change: &MessageChange) -> AnyView {
    let (language, texts) = (state.language(), state.texts());
    let chart_texts = language.chart_texts();
    let time = Timestamp::from_timestamp(change.at, 0)
        .map(|at| language.when(at, state.clock.now_by_day()))
        .unwrap_or_default();
    let kind = change.kind();
    let head = match kind {
        ChangeKind::Raised | ChangeKind::Changed => {
            let severity = (texts.severity)(change.severity());
            format!("{}: {severity}", (chart_texts.change)(kind))
        }
        ChangeKind::StoodDown => (chart_texts.change)(kind).to_owned(),
    };
    let heading = (kind == ChangeKind::Changed).then_some(chart_texts.added);
    view! {
        <li>
            <p>{span(severity_class(change.severity()), head.into_any())} " · " {time}</p>
            {sentences(language, heading, &change.added_en, &change.added_cy)}
            {sentences(language, Some(chart_texts.removed), &change.removed_en, &change.removed_cy)}
        </li>
    }
    .into_any()
}

/// Sentences of the message in the language, or in the one that it has, below their heading.
fn sentences(
    language: Language,
    heading: Option<&str>,
    en: &[String],
    cy: &[String],
) -> Option<AnyView> {
    let (text, foreign) =
        Text::picked(language, &Bilingual::new(en.join(" "), cy.join(" "))).into_parts();
    if text.is_empty() {
        return None;
    }
    let heading = heading.map(|heading| paragraph(heading.to_owned()));
    let text = view! {
        <p class="message" lang=foreign dir="auto">
            {text}
        </p>
    };
    Some((heading, text).into_any())
}

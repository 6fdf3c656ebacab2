//! The changes of an area's message, newest first, each with what was added to the text.

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
            changes.iter().rev().map(|change| entry(state, change)).collect::<Vec<AnyView>>()
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
    let text = Bilingual::new(change.added_en.join(" "), change.added_cy.join(" "));
    let (text, foreign) = Text::picked(language, &text).into_parts();
    let is_addition = kind == ChangeKind::Changed && !text.is_empty();
    let added = is_addition.then(|| paragraph(chart_texts.added.to_owned()));
    let text = (!text.is_empty()).then(|| {
        view! {
            <p class="message" lang=foreign dir="auto">
                {text}
            </p>
        }
        .into_any()
    });
    view! {
        <li>
            <p>{span(severity_class(change.severity()), head.into_any())} " · " {time}</p>
            {added}
            {text}
        </li>
    }
    .into_any()
}

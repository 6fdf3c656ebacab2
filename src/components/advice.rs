//! Whom to call, and the advice for the message of the headline.

use super::fragments::{call_999, floodline, link};
use crate::state::{AppState, use_app_state};
use gorlif_core::{
    domain::warning::Severity,
    presenter::advice::{Audience, Need},
};
use leptos::prelude::*;

#[component]
pub fn Calls(need: Memo<Need>) -> impl IntoView {
    let state = use_app_state();
    let calls = move || {
        view! { <div class="calls">{call_999(state.texts())} {floodline()}</div> }.into_any()
    };
    move || (need.get() != Need::Nothing).then(calls).into_any()
}

/// The advice; the folded one stands below the gauge.
#[component]
pub fn WhatToDo(need: Memo<Need>, is_folded: bool) -> impl IntoView {
    let state = use_app_state();
    move || match need.get() {
        Need::OtherChannels if !is_folded => national_service(state),
        Need::Advice { severity, audience, is_last_known }
            if is_folded == (audience == Audience::Around) =>
        {
            view! {
                {advice(state, severity, audience)}
                {is_last_known.then(|| national_service(state))}
            }
            .into_any()
        }
        Need::Nothing | Need::OtherChannels | Need::Advice { .. } => ().into_any(),
    }
}

fn advice(state: AppState, severity: Severity, audience: Audience) -> AnyView {
    let texts = state.texts();
    let heading = audience.heading(texts);
    let advice = (texts.advice)(severity).iter().map(|advice| view! { <li>{*advice}</li> });
    let advice = view! { <ul class="advice">{advice.collect::<Vec<_>>()}</ul> };
    if audience == Audience::Around {
        let summary = view! { <summary>{heading}</summary> };
        return view! { <details class="action">{summary} {advice}</details> }.into_any();
    }
    view! {
        <div class="action">
            <h3>{heading}</h3>
            {advice}
        </div>
    }
    .into_any()
}

fn national_service(state: AppState) -> AnyView {
    let address = state.language().warnings_address().to_owned();
    view! { <p class="national">{link(address, state.texts().national_service)}</p> }.into_any()
}

//! Whom to call, and the advice for the message of the headline.

use super::fragments::{call_999, floodline, link};
use crate::state::{AppState, use_app_state};
use gorlif_core::{
    domain::warning::Severity,
    source::warnings::{Concern, Reach, WarningStatus},
};
use leptos::prelude::*;

/// The parts that are shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Need {
    Nothing,
    /// Telephone numbers and a link to the national service, since the status is unknown.
    OtherChannels,
    /// Telephone numbers, and the advice for the message of the headline.
    Advice {
        severity: Severity,
        audience: Audience,
        /// The service could not confirm the message.
        is_last_known: bool,
    },
}

/// Whom the advice is for.
#[derive(Clone, Copy, PartialEq)]
pub enum Audience {
    /// The place is inside the area of the message, or may be.
    Inside,
    /// The area comes near the place.
    Near,
    /// The message is around the place: the advice is folded.
    Around,
}

pub fn need(state: AppState) -> Need {
    let (is_placed, is_waiting) = (state.choices.place.get().is_some(), state.is_waiting());
    state.warnings.with(|warnings| {
        let is_last_known = warnings.is_last_known() && !is_waiting;
        match warnings.headline() {
            Some(local) if is_placed => Need::Advice {
                severity: local.warning.severity,
                audience: match local.reach {
                    _ if warnings.concern() != Some(Concern::Place) => Audience::Around,
                    Reach::Inside | Reach::Possible => Audience::Inside,
                    Reach::Near | Reach::Unknown | Reach::Outside => Audience::Near,
                },
                is_last_known,
            },
            Some(_) if is_last_known => Need::OtherChannels,
            None if state.status() == WarningStatus::Unknown && !is_waiting => Need::OtherChannels,
            Some(_) | None => Need::Nothing,
        }
    })
}

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
    let heading =
        if audience == Audience::Inside { texts.what_to_do } else { texts.what_to_do_if_there };
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

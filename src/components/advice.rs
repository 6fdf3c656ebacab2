//! The advice for the message of the headline, and whom to call.

use super::fragments::{call_999, floodline, link};
use crate::state::{AppState, use_app_state};
use gorlif_core::{
    domain::warning::Severity,
    source::warnings::{Concern, Reach, WarningStatus},
};
use leptos::prelude::*;

/// The parts that are shown.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Nothing,
    /// Telephone numbers, since the messages are around the place only.
    Calls,
    /// Telephone numbers and a link to the national service, since the status is unknown.
    OtherChannels,
    /// The advice for the message of the headline.
    Advice {
        severity: Severity,
        /// The place is inside its area, or may be.
        is_inside: bool,
        /// The service could not confirm the message.
        is_last_known: bool,
    },
}

fn need(state: AppState) -> Need {
    let (is_placed, is_waiting) = (state.choices.place.get().is_some(), state.is_waiting());
    state.warnings.with(|warnings| {
        let is_last_known = warnings.is_last_known() && !is_waiting;
        match warnings.headline() {
            Some(_)
                if is_placed && warnings.concern() != Some(Concern::Place) && !is_last_known =>
            {
                Need::Calls
            }
            Some(local) if is_placed => Need::Advice {
                severity: local.warning.severity,
                is_inside: matches!(local.reach, Reach::Inside | Reach::Possible),
                is_last_known,
            },
            Some(_) if is_last_known => Need::OtherChannels,
            None if state.status() == WarningStatus::Unknown && !is_waiting => Need::OtherChannels,
            Some(_) | None => Need::Nothing,
        }
    })
}

#[component]
pub fn WhatToDo() -> impl IntoView {
    let state = use_app_state();
    move || what_to_do(state, need(state)).into_any()
}

fn what_to_do(state: AppState, need: Need) -> Vec<AnyView> {
    let texts = state.texts();
    // Before the advice: where life is in danger, the call comes first.
    let calls = view! { <div class="calls">{call_999(texts)} {floodline()}</div> }.into_any();
    let elsewhere = || {
        let link = link(state.language().warnings_address().to_owned(), texts.national_service);
        view! { <p class="national">{link}</p> }.into_any()
    };
    let (severity, is_inside, is_last_known) = match need {
        Need::Nothing => return Vec::new(),
        Need::Calls => return vec![calls],
        Need::OtherChannels => return vec![calls, elsewhere()],
        Need::Advice { severity, is_inside, is_last_known } => (severity, is_inside, is_last_known),
    };
    let advice = (texts.advice)(severity).iter().map(|advice| view! { <li>{*advice}</li> });
    let advice = view! { <ul class="advice">{advice.collect::<Vec<_>>()}</ul> }.into_any();
    let heading = if is_inside { texts.what_to_do } else { texts.what_to_do_if_there };
    let action = view! {
        <div class="action">
            <h3>{heading}</h3>
            {advice}
            {is_last_known.then(elsewhere)}
        </div>
    };
    vec![calls, action.into_any()]
}

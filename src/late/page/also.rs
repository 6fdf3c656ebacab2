//! Of the answer: the line about what else is in force, which leads to the list.

use crate::{
    browser::document,
    components::{answer, warnings_panel::WARNINGS_HEADING},
    state::{Panel, use_app_state},
};
use leptos::prelude::*;

#[component]
pub fn Also() -> impl IntoView {
    let state = use_app_state();
    let text = move || answer::of(state).also.into_any();
    if !(state.deployment.embed.lists && state.deployment.embed.warnings) {
        return text.into_any();
    }
    // One element, which keeps the focus when the messages change.
    view! {
        <button
            type="button"
            on:click=move |_| {
                state.choices.panel.set(Panel::Warnings);
                request_animation_frame(|| document::focus(WARNINGS_HEADING));
            }
        >
            {text}
        </button>
    }
    .into_any()
}

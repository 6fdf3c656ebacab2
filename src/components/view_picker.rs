//! The three views that a phone shows one at a time.

use super::fragments::aria;
use crate::state::{Panel, use_app_state};
use gorlif_core::language::Catalogue;
use leptos::prelude::*;

#[component]
pub fn ViewPicker() -> impl IntoView {
    let state = use_app_state();
    let button = move |panel: Panel, label: fn(&Catalogue) -> &'static str| {
        view! {
            <button type="button" aria-pressed=move || aria(state.panel.get() == panel) on:click=move |_| state.panel.set(panel)>
                {move || label(state.words())}
            </button>
        }
    };
    view! {
        <nav class="views" aria-label=move || state.words().views>
            {button(Panel::Warnings, |words| words.warnings)}
            {button(Panel::Rivers, |words| words.rivers)}
            {button(Panel::Forecast, |words| words.forecast)}
        </nav>
    }
}

//! The buttons that select one of the three panels on a phone.

use super::fragments::aria;
use crate::state::{AppState, Panel, use_app_state};
use gorlif_core::i18n::Messages;
use leptos::prelude::*;

#[component]
pub fn ViewPicker() -> impl IntoView {
    let state = use_app_state();
    let button = move |panel: Panel, label: fn(&Messages) -> &'static str| {
        view! {
            <button type="button" aria-pressed=move || aria(state.panel.get() == panel) on:click=move |_| state.panel.set(panel)>
                {move || label(state.messages())}
            </button>
        }
    };
    view! {
        <nav class="views" aria-label=move || state.messages().views>
            {button(Panel::Warnings, |messages| messages.warnings)}
            {button(Panel::Rivers, |messages| messages.rivers)}
            {button(Panel::Forecast, |messages| messages.forecast)}
        </nav>
    }
}

/// The class of a panel's section. A phone shows only the open panel.
pub fn panel_class(state: AppState, panel: Panel) -> &'static str {
    match (panel, state.panel.get() == panel) {
        (Panel::Warnings, true) => "panel warnings open",
        (Panel::Warnings, false) => "panel warnings",
        (Panel::Rivers, true) => "panel rivers open",
        (Panel::Rivers, false) => "panel rivers",
        (Panel::Forecast, true) => "panel forecast open",
        (Panel::Forecast, false) => "panel forecast",
    }
}

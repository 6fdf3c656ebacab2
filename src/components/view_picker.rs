//! The buttons that select one of the three panels, with the number of entries in each.

use super::fragments::aria;
use crate::state::{AppState, Panel, use_app_state};
use gorlif_core::i18n::Messages;
use leptos::prelude::*;

#[component]
pub fn ViewPicker() -> impl IntoView {
    let state = use_app_state();
    let warnings = move || {
        let counts = state.warnings.with(|warnings| warnings.counts());
        Some(counts.in_force()).filter(|count| *count > 0)
    };
    let gauges = move || {
        let has_readings = state.levels.with(|source| source.snapshot().is_some());
        has_readings.then(|| state.gauge_count.get())
    };
    let count = move |panel| match panel {
        Panel::Warnings => warnings(),
        Panel::Rivers => gauges(),
        Panel::Forecast => None,
    };
    let button = move |panel: Panel, label: fn(&Messages) -> &'static str| {
        view! {
            <button type="button" aria-pressed=move || aria(state.panel.get() == panel) on:click=move |_| state.panel.set(panel)>
                {move || label(state.messages())} <span class="count">{move || count(panel).map_or_else(String::new, |count| format!(" {count}"))}</span>
            </button>
        }
    };
    view! {
        <nav class="views" aria-label=move || Some(state.messages().views)>
            {button(Panel::Warnings, |messages| messages.warnings)}
            {button(Panel::Rivers, |messages| messages.rivers)}
            {button(Panel::Forecast, |messages| messages.forecast)}
        </nav>
    }
}

/// The class of a panel's section. Only the open panel is shown.
pub fn panel_class(state: AppState, panel: Panel) -> String {
    let name = match panel {
        Panel::Warnings => "warnings",
        Panel::Rivers => "rivers",
        Panel::Forecast => "forecast",
    };
    let open = if state.panel.get() == panel { " open" } else { "" };
    format!("panel {name}{open}")
}

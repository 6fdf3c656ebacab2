//! The buttons that select one of the panels, with the number of entries in each.

use super::fragments::aria;
use crate::state::{AppState, Panel, listed::Listed, use_app_state};
use leptos::prelude::*;

#[component]
pub fn ViewPicker(gauges: Memo<Listed>) -> impl IntoView {
    let state = use_app_state();
    // Without a number where it would be zero, which could be read as "none".
    let count = move |panel| {
        let count = match panel {
            Panel::Warnings => state.warnings.with(|warnings| warnings.counts().in_force()),
            Panel::Rivers => gauges.with(|listed| listed.count),
            Panel::Forecast | Panel::Watched => 0,
        };
        if count > 0 { format!(" {count}") } else { String::new() }
    };
    let button = move |panel: Panel, label: fn(AppState) -> &'static str| {
        view! {
            <button
                type="button"
                aria-pressed=move || aria(state.choices.panel.get() == panel)
                on:click=move |_| state.choices.open_panel(panel)
            >
                {move || label(state)}
                <span class="count">{move || count(panel)}</span>
            </button>
        }
    };
    view! {
        <nav class="views" aria-label=move || Some(state.texts().views)>
            {button(Panel::Warnings, |state| state.texts().warnings)}
            {button(Panel::Rivers, gauges_label)}
            {button(Panel::Forecast, |state| state.texts().forecast)}
            {button(Panel::Watched, |state| state.texts().watched_short)}
        </nav>
    }
}

/// The kind of the listed gauges.
fn gauges_label(state: AppState) -> &'static str {
    let kind = state.gauge_filters.with(|filters| filters.gauge_kind);
    (state.language().filter_texts().gauge_kind)(kind)
}

/// The class of a panel's section. Only the open panel is shown.
pub fn panel_class(state: AppState, panel: Panel) -> String {
    let name = match panel {
        Panel::Warnings => "warnings",
        Panel::Rivers => "rivers",
        Panel::Forecast => "forecast",
        Panel::Watched => "watched",
    };
    let open = if state.choices.panel.get() == panel { " open" } else { "" };
    format!("panel {name}{open}")
}

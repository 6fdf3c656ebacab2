//! The footer: telephone numbers, data sources and the deployer.

use super::fragments::{call_999, floodline};
use crate::state::use_app_state;
use leptos::prelude::*;

#[component]
pub fn Footer() -> impl IntoView {
    let state = use_app_state();
    view! {
        <footer class="foot">
            <div class="calls">{move || call_999(state.texts())} {floodline()}</div>
            <p>{move || state.texts().not_validated}</p>
            <p>{move || state.texts().attribution}</p>
            <p>{&*state.deployment.settings.deployer.name}</p>
        </footer>
    }
}

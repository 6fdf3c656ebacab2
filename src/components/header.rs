//! The page header: title, language toggle, the deployer's notice, and the notice of a new
//! version.

use crate::{
    browser::settings::{Deployer, Notice},
    state::use_app_state,
};
use leptos::prelude::*;

#[component]
pub fn Header() -> impl IntoView {
    let state = use_app_state();
    let Deployer { name, notice: Notice { show, en, cy } } = &state.deployment.settings.deployer;
    view! {
        <header>
            <a class="skip" href="#answer">
                {move || state.texts().skip_to_answer}
            </a>
            <div class="head">
                <h1>{move || state.texts().page_title}</h1>
                <p class="tagline">
                    <span>"Gorlif · "</span>
                    {&**name}
                    " "
                    <span>{move || state.texts().tagline}</span>
                </p>
                <button
                    type="button"
                    class="language"
                    lang=move || Some(state.language().other().tag())
                    on:click=move |_| state.choices.switch_language()
                >
                    {move || state.texts().switch_language}
                </button>
                // Shown in frames only.
                <a
                    class="full"
                    href=move || format!("./{}", state.page_query().text())
                    target="_blank"
                    rel="noopener noreferrer"
                >
                    {move || state.texts().full_page}
                </a>
            </div>
            <p class="notice" hidden=move || !*show>
                {move || state.language().of(&**en, &**cy)}
            </p>
            <p class="news" role="status" hidden=move || !state.progress.new_version.get()>
                {move || {
                    if state.progress.new_version.get() { state.texts().new_version } else { "" }
                }}
            </p>
        </header>
    }
}

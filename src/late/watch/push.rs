//! Notifications while the page is closed: the switch, the least severity, and what keeps them from coming.

use crate::{
    browser::push::PushSupport,
    components::fragments::{aria, link},
    state::{
        push::{Push, PushProblem},
        use_app_state,
    },
};
use gorlif_core::{domain::warning::Severity, i18n::Language, push_request::LEAST_SEVERITIES};
use leptos::{prelude::*, task::spawn_local};

/// Nothing where the page or the browser has no such notifications.
#[component]
pub fn PushNotifications(push: Push) -> impl IntoView {
    let state = use_app_state();
    let texts = move || state.language().push_texts();
    match push.support {
        PushSupport::Available => {}
        PushSupport::NeedsInstalling => {
            return view! { <p>{move || texts().needs_installing}</p> }.into_any();
        }
        PushSupport::None => return ().into_any(),
    }
    let switch = move |_| spawn_local(push.switch(state));
    let choose = move |event| push.least.set(Severity::from_id(&event_target_value(&event)));
    let options = move || {
        LEAST_SEVERITIES
            .map(|severity| {
                let text = (texts().least_value)(severity);
                let is_chosen = push.least.get() == severity;
                view! {
                    <option value=severity.id() selected=is_chosen>
                        {text}
                    </option>
                }
            })
            .collect_view()
    };
    let said = move || {
        let texts = texts();
        if push.is_waiting.get() {
            return texts.waiting.to_owned();
        }
        let is_on = push.is_on.get();
        let problem = match push.problem.get() {
            None if is_on => return texts.is_on.to_owned(),
            None => return String::new(),
            Some(PushProblem::Nothing) => texts.nothing,
            Some(PushProblem::Denied) => texts.denied,
            Some(PushProblem::Failed) => texts.failed,
            Some(PushProblem::TooLarge) => texts.too_large,
        };
        if is_on { format!("{problem} {}", texts.earlier) } else { problem.to_owned() }
    };
    let privacy = move || {
        let page = match state.language() {
            Language::English => "pages/privacy.html",
            Language::Welsh => "pages/preifatrwydd.html",
        };
        link(format!("{page}#push"), texts().privacy)
    };
    view! {
        <div class="push">
            <p>
                <button type="button" aria-pressed=move || aria(push.is_on.get()) on:click=switch>
                    {move || texts().switch}
                </button>
            </p>
            <p>
                <label>
                    {move || texts().least} " " <select on:change=choose>{options}</select>
                </label>
            </p>
            <p role="status">{said}</p>
            <p class="quiet">{move || texts().note} " " {privacy}</p>
        </div>
    }
    .into_any()
}

//! The button that watches a gauge, an area or a county.

use crate::{
    browser::document,
    components::fragments::aria,
    state::{AppState, use_app_state, watching},
};
use gorlif_core::domain::watch_list::Watched;
use leptos::prelude::*;

/// Nothing in a frame, whose visitors choose for that site.
#[component]
pub fn WatchButton(watched: Watched, label: fn(AppState, &Watched) -> String) -> impl IntoView {
    let state = use_app_state();
    let is_watched = {
        let watched = watched.clone();
        move || state.choices.watch_list.with(|list| list.contains(&watched))
    };
    let text = {
        let watched = watched.clone();
        move || label(state, &watched)
    };
    let toggle = move |_| watching::change(state, |list| list.toggle(&watched));
    view! {
        <p hidden=document::is_framed()>
            <button type="button" aria-pressed=move || aria(is_watched()) on:click=toggle>
                <span aria-hidden="true">"★ "</span>
                {text}
            </button>
        </p>
    }
}

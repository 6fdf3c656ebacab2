//! The button that watches a gauge, an area or a county, and the sign-up for the official warnings.

use crate::{
    browser::document,
    components::fragments::{aria, county_name, link},
    state::{use_app_state, watching},
};
use gorlif_core::domain::watch_list::Watched;
use leptos::prelude::*;

/// Nothing in a frame, whose visitors choose for that site.
#[component]
pub fn WatchButton(watched: Watched) -> impl IntoView {
    let state = use_app_state();
    let is_watched = {
        let watched = watched.clone();
        move || state.choices.watch_list.with(|list| list.contains(&watched))
    };
    let county = match watched {
        Watched::County(county) => Some(county),
        Watched::Item(_) => None,
    };
    let text = move || {
        let (language, texts) = (state.language(), state.language().watch_texts());
        county.map_or_else(
            || texts.watch.to_owned(),
            |county| (texts.watch_county)(county_name(language, county)),
        )
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

/// The link to the sign-up for the official warnings, which come without this page.
#[component]
pub fn SignUp() -> impl IntoView {
    let state = use_app_state();
    let address = move || state.language().flooding_address().to_owned();
    let text = move || state.language().glossary_texts().sign_up;
    view! { <p class="sign-up">{move || link(address(), text())}</p> }
}

//! The sign-up for the official warnings.

use crate::{components::fragments::link, state::use_app_state};
use leptos::prelude::*;

/// The link to the sign-up for the official warnings, which come without this page.
#[component]
pub fn SignUp() -> impl IntoView {
    let state = use_app_state();
    let address = move || state.language().flooding_address().to_owned();
    let text = move || state.language().glossary_texts().sign_up;
    view! { <p class="sign-up">{move || link(address(), text())}</p> }
}

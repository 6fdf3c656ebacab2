//! What the page says of a place inside a flood area. Part of the late module.

use super::fragments::{Text, area_title};
use crate::state::use_app_state;
use gorlif_core::domain::selection::ItemId;
use leptos::prelude::*;

/// "Your place is inside this flood area: River Usk at Brecon (Flood warning)."
#[component]
pub fn Inside() -> impl IntoView {
    let state = use_app_state();
    let content = move || {
        let Some(ItemId::Area(code)) = state.inside.get() else { return Vec::new() };
        let warning = state.message(&code);
        let (language, messages) = (state.language.get(), state.messages());
        let Some(warning) = warning else { return Vec::new() };
        let name = area_title(language, &warning);
        let severity = (messages.severity)(warning.severity);
        let texts = [
            Text::own(language.area_messages().inside),
            Text::own(" "),
            name,
            Text::own(format!(" ({severity}).")),
        ];
        texts.map(Text::into_view).into_iter().collect::<Vec<AnyView>>()
    };
    let has_none = move || state.inside.with(Option::is_none);
    view! {
        <p class="inside" hidden=has_none>
            {content}
        </p>
    }
}

//! The link from an entry to the provider's public site.

use crate::{components::fragments::link, state::use_app_state};
use gorlif_core::domain::selection::ItemId;
use leptos::prelude::*;

#[component]
pub fn ProviderLink(item: ItemId) -> impl IntoView {
    let state = use_app_state();
    move || {
        let language = state.language();
        let texts = language.gauge_texts();
        let (address, text) = match &item {
            ItemId::Station(id) => (language.gauge_address(id)?, texts.station_page),
            ItemId::Area(_) => {
                (language.warnings_address().to_owned(), state.texts().national_service)
            }
        };
        Some(view! { <p>{link(address, text)} " (" {texts.opens_elsewhere} ")"</p> }.into_any())
    }
}

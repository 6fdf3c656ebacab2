//! Of the answer: the link to the English warning service, where the circle contains English land.

use crate::{
    components::fragments::link,
    state::{AppState, use_app_state},
};
use gorlif_core::{
    domain::{england, geo::Coverage},
    i18n::SearchArea,
};
use leptos::prelude::*;

#[component]
pub fn EnglishService() -> impl IntoView {
    let state = use_app_state();
    move || english_link(state).into_any()
}

fn english_link(state: AppState) -> Option<AnyView> {
    let texts = state.language().answer_texts();
    let SearchArea::Around { radius, coverage: Some(coverage), .. } = state.search_area.get()
    else {
        return None;
    };
    let (before, name) = match coverage {
        Coverage::Outside => (texts.for_england, england::NAME),
        Coverage::Partly { .. } => (texts.only_wales, texts.english_service),
        Coverage::Wales | Coverage::NoKnownLand => return None,
    };
    let address = england::address(state.choices.place.get()?, radius);
    Some(view! { <p class="beyond">{before} " " {link(address, name)} "."</p> }.into_any())
}

//! Of the answer: the other places that have the name of the chosen one, which the search may have taken for it.

use super::remembered_places::button;
use crate::{
    components::fragments::focus_answer,
    state::{AppState, PlaceOrigin, remembered_places::RememberedPlace, use_app_state},
};
use gorlif_core::{
    domain::geo::Position,
    i18n::{PlaceName, SearchArea},
};
use leptos::prelude::*;

#[component]
pub fn Namesakes() -> impl IntoView {
    let state = use_app_state();
    move || namesakes(state).into_any()
}

fn namesakes(state: AppState) -> Option<AnyView> {
    if state.deployment.embed.fixed {
        return None;
    }
    let SearchArea::Around { name: PlaceName::Place(_), .. } = state.search_area.get() else {
        return None;
    };
    let place = state.choices.place.get()?;
    let others: Vec<Position> = state.assets.gazetteer.with(|gazetteer| {
        Some(gazetteer.loaded()?.namesakes(place).map(|other| other.position).collect())
    })?;
    if others.is_empty() {
        return None;
    }
    let before = state.language().answer_texts().namesakes;
    let button_of = |position: Position| {
        let choose = move || {
            state.choices.choose_place(Some(position), PlaceOrigin::Name);
            state.choices.remember(RememberedPlace { position, least_radius: None });
            focus_answer();
        };
        let name = (state.texts().place_name)(&state.place_name(position));
        button("", name.into_any(), Box::new(choose))
    };
    let buttons: Vec<AnyView> = others.into_iter().map(button_of).collect();
    Some(view! { <p class="namesakes">{before} " " {buttons}</p> }.into_any())
}

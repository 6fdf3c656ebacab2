//! Of the answer: what else is in force, that no warnings are issued for the place, the other places that have the name of the chosen
//! one, which the search may have taken for it, and the English warning service, where the circle contains English land.

use super::remembered_places::button;
use crate::{
    browser::document,
    components::{
        answer,
        fragments::{focus_answer, link},
        warnings_panel::WARNINGS_HEADING,
    },
    state::{
        AppState, Panel, PlaceOrigin, flood_areas, reactive::memo,
        remembered_places::RememberedPlace, use_app_state,
    },
};
use gorlif_core::{
    domain::{
        england,
        geo::{Coverage, Position},
    },
    i18n::{PlaceName, SearchArea},
};
use leptos::prelude::*;

/// The line about what else is in force, which leads to the list.
pub fn also() -> AnyView {
    let state = use_app_state();
    let text = move || answer::of(state).also.into_any();
    if !(state.deployment.embed.lists && state.deployment.embed.warnings) {
        return text.into_any();
    }
    let open = move |_| {
        state.choices.open_panel(Panel::Warnings);
        request_animation_frame(|| document::focus(WARNINGS_HEADING));
    };
    // One element, which keeps the focus when the messages change.
    view! {
        <button type="button" on:click=open>
            {text}
        </button>
    }
    .into_any()
}

/// That no warnings are issued for the place, the other places of the name, and the link to the English service.
pub fn elsewhere() -> AnyView {
    let state = use_app_state();
    view! {
        {without_areas(state, false)}
        {move || namesakes(state).into_any()}
        {move || english_service(state).into_any()}
    }
    .into_any()
}

/// That no warnings are issued for the place, if so. `is_named`: with its name.
pub fn without_areas(state: AppState, is_named: bool) -> AnyView {
    let is_without_areas = memo(move || flood_areas::is_without_areas(state));
    let text = move || {
        let texts = state.language().area_texts();
        let name = is_named.then(|| format!("{}: ", state.place_or_county()));
        view! { <p class="beyond">{name} {texts.without_areas} " " {texts.not_warned_of}</p> }
    };
    (move || is_without_areas.get().then(text).into_any()).into_any()
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
    let buttons = others.into_iter().map(button_of).collect_view();
    Some(view! { <p class="namesakes">{before} " " {buttons}</p> }.into_any())
}

fn english_service(state: AppState) -> Option<AnyView> {
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

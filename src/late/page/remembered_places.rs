//! The remembered places, each with the warnings near it and a button that forgets it.

use crate::{
    browser::document,
    components::fragments::{severity_symbol, span},
    state::{
        AppState, flood_areas,
        remembered_places::{self, RememberedPlace},
        use_app_state,
    },
};
use gorlif_core::{
    domain::warning::Severity,
    source::{
        state::SourceState,
        warnings::{Surroundings, WarningsHere},
    },
};
use leptos::prelude::*;

pub fn remembered_places(on_choose: Callback<RememberedPlace>) -> AnyView {
    let state = use_app_state();
    // Rebuilt only when a place is added or removed.
    let entries = move || {
        state.choices.remembered.with(|text| {
            let places = remembered_places::places(text);
            places.map(|place| entry(state, place, on_choose)).collect_view()
        })
    };
    view! {
        <div class="remembered" hidden=move || state.choices.remembered.with(String::is_empty)>
            <h3>{move || state.language().answer_texts().remembered_places}</h3>
            <ul>{move || entries().into_any()}</ul>
            <p class="quiet">{move || state.language().answer_texts().remembered_note}</p>
        </div>
    }
    .into_any()
}

fn entry(state: AppState, place: RememberedPlace, on_choose: Callback<RememberedPlace>) -> AnyView {
    let name = move || (state.texts().place_name)(&state.place_name(place.position));
    let label = view! {
        {move || answer(state, place).0.map(severity_symbol).into_any()}
        {span("title", name.into_any())}
        {span("line", (move || answer(state, place).1).into_any())}
    };
    let forget = move || (state.language().answer_texts().forget_place)(&name());
    let choose = move || on_choose.run(place);
    let remove = move || {
        state.choices.forget(place.position);
        // The pressed button is gone.
        document::focus("place");
    };
    view! {
        <li>
            {button("choose", label.into_any(), Box::new(choose))}
            {forget_button(forget.into_any(), Box::new(remove))}
        </li>
    }
    .into_any()
}

pub fn button(class: &'static str, content: AnyView, press: Box<dyn Fn()>) -> AnyView {
    view! {
        <button class=class type="button" on:click=move |_| press()>
            {content}
        </button>
    }
    .into_any()
}

/// The button that removes an entry; `text` is for screen readers.
pub fn forget_button(text: AnyView, press: Box<dyn Fn()>) -> AnyView {
    let content = view! {
        {span("visually-hidden", text)}
        <span aria-hidden="true">"×"</span>
    };
    button("forget", content.into_any(), press)
}

/// The highest severity in force near the place and the counts, by the distance of each area's
/// point: the service is not queried for every place, so the text never says that none is in force.
fn answer(state: AppState, place: RememberedPlace) -> (Option<Severity>, String) {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now_by_minute());
    let answer_texts = language.answer_texts();
    let radius = place.radius(state.choices.radius.get());
    let is_covered = state.assets.basemap.with(|basemap| {
        basemap.loaded().map(|basemap| basemap.coverage(place.position, radius).is_covered())
    });
    let known = flood_areas::shapes_at(state, place.position);
    let warnings = state.sources.national_warnings.with(|national| {
        let here = Surroundings { centre: place.position, radius, shapes: known.shapes() };
        WarningsHere::gather(national, &SourceState::default(), Some(here), state.clock.page_now())
    });
    let Some(severity) = warnings.highest() else {
        let is_complete = warnings.is_fresh
            && warnings.rejected + warnings.without_point + warnings.unsettled == 0;
        let text = match is_covered {
            Some(false) => answer_texts.remembered_not_covered,
            Some(true) if is_complete => answer_texts.remembered_none,
            _ => answer_texts.remembered_unknown,
        };
        return (None, text.to_owned());
    };
    let mut text = (answer_texts.remembered_some)(warnings.counts(), radius.kilometres());
    if let Some(as_of) = warnings.as_of.filter(|_| warnings.is_last_known()) {
        let as_of = state.clock.utc(as_of);
        let time = language.when(as_of, now);
        text = format!("{text}. {}", (texts.answer_last_checked)(&time, "", state.is_waiting()));
    }
    (Some(severity), text)
}

//! Choosing the place: by a search, by the device's position, or all of Wales.

use super::{
    fragments::{aria, span},
    late::{Late, use_late},
    place_choice::{PlaceChoice, Problem},
};
use crate::{
    browser::{
        document,
        geolocation::{self, Located, NoPosition},
    },
    state::{
        AppState, PlaceOrigin,
        reactive::{effect, memo},
        remembered_places::RememberedPlace,
        use_app_state,
    },
};
use gorlif_core::{
    domain::geo::{Distance, Position, Radius},
    gazetteer::search::SearchError,
};
use leptos::{ev, prelude::*};

/// The id of the choice.
const BAR: &str = "place-bar";
/// The id of the button that opens the form.
const CHANGE_BUTTON: &str = "place-change";

/// The form with an empty field. Nothing is found while its chunk is loading.
fn new_choice(app: AppState, late: Late) -> PlaceChoice {
    let typed = RwSignal::new(String::new());
    let search = memo(move || Some((late.search.loaded()?.found)(app, typed)));
    let found = memo(move || match search.get() {
        Some(found) => found.get(),
        None => Err(SearchError::Incomplete),
    });
    let (is_open, problem, active) =
        (RwSignal::new(false), RwSignal::new(None), RwSignal::new(None));
    PlaceChoice { app, is_open, problem, typed, active, found }
}

#[component]
pub fn PlaceBar() -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let choice = new_choice(state, late);
    // Without a place the form is open, except in a frame, which has little space.
    let is_framed = document::is_framed();
    let has_area =
        move || state.choices.place.get().is_some() || state.choices.county.get().is_some();
    let has_place = move || has_area() || is_framed;
    effect(move || {
        if choice.is_open.get() {
            document::focus("place");
        }
    });
    let choose = Callback::new(move |place: RememberedPlace| {
        if choice.choose(Some(place.position), PlaceOrigin::Position) {
            state.choices.choose_radius(place.radius(state.choices.radius.get_untracked()));
            state.choices.remember(place);
        }
    });
    let remembered = move || late.page.loaded().map(|parts| (parts.remembered_places)(choose));
    view! {
        <section
            class="place"
            id=BAR
            aria-labelledby="place-heading"
            // The form lies over the answer, which must not have the focus beneath it.
            on:focusout=move |event: ev::FocusEvent| {
                if document::is_outside(event.related_target(), BAR) {
                    choice.is_open.set(false);
                }
            }
        >
            <h2 id="place-heading" class="visually-hidden">
                {move || state.texts().place_heading}
            </h2>
            <div class="here">
                <strong>{move || state.place_or_county()}</strong>
                <button
                    type="button"
                    id=CHANGE_BUTTON
                    hidden=move || !has_place()
                    aria-label=move || Some(state.texts().change_place)
                    aria-expanded=move || aria(choice.is_open.get())
                    aria-controls="place-form"
                    on:click=move |_| choice.is_open.update(|open| *open = !*open)
                >
                    {move || state.texts().change_place_short}
                </button>
            </div>
            <div
                id="place-form"
                class:over=has_place
                hidden=move || has_place() && !choice.is_open.get()
            >
                <SearchForm choice late />
                <p class="buttons">
                    <LocateButton choice />
                    <button
                        type="button"
                        hidden=move || !has_area()
                        on:click=move |_| {
                            choice.choose(None, PlaceOrigin::Position);
                        }
                    >
                        {move || state.texts().all_wales}
                    </button>
                    <RadiusPicker />
                </p>
                {move || remembered().into_any()}
            </div>
            <p class="problem" role="alert">
                {move || {
                    choice.problem.get().map_or_else(String::new, |problem| problem(choice))
                }}
            </p>
        </section>
    }
}

/// A combobox: <https://www.w3.org/WAI/ARIA/apg/patterns/combobox/>. Its suggestions, and what the keys do with them,
/// are in the chunk of the search.
#[component]
fn SearchForm(choice: PlaceChoice, late: Late) -> impl IntoView {
    let state = choice.app;
    let PlaceChoice { typed, active, problem, found, is_open, .. } = choice;
    let has_suggestions = move || found.with(Result::is_ok);
    let type_text = move |event| {
        typed.set(event_target_value(&event));
        active.set(None);
        problem.set(None);
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        match untrack(|| late.search.loaded()) {
            Some(parts) => (parts.submit)(choice),
            // While it loads for the first time, the suggestions appear when it has loaded.
            None => {
                if untrack(|| late.search.loading.is_missing()) {
                    problem.set(Some(|choice| choice.texts().part_not_loaded.to_owned()));
                }
                late.load_missing();
            }
        }
    };
    let press_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            // A second press closes the form.
            if typed.with_untracked(String::is_empty) && is_open.get_untracked() {
                is_open.set(false);
                document::focus(CHANGE_BUTTON);
            }
            choice.clear();
            event.prevent_default();
        } else if let Some(parts) = untrack(|| late.search.loaded()) {
            (parts.press_key)(choice, &event);
        }
    };
    let suggestions = move || late.search.loaded().map(|parts| (parts.suggestions)(choice));
    view! {
        <form class="search" on:submit=submit>
            <label for="place">{move || state.texts().place_label}</label>
            <div class="field">
                <input
                    id="place"
                    type="search"
                    role="combobox"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="200"
                    aria-autocomplete="list"
                    aria-controls="place-list"
                    aria-describedby="place-hint"
                    aria-expanded=move || aria(has_suggestions())
                    aria-activedescendant=move || {
                        active.get().map_or_else(String::new, |index| format!("place-{index}"))
                    }
                    prop:value=move || typed.get()
                    on:input=type_text
                    on:keydown=press_key
                />
                <button type="submit">{move || state.texts().place_submit}</button>
            </div>
            <p id="place-hint" class="quiet">
                {move || state.texts().place_hint}
            </p>
            {move || suggestions().into_any()}
        </form>
    }
}

/// Requests the device's position, only when pressed.
#[component]
fn LocateButton(choice: PlaceChoice) -> impl IntoView {
    let state = choice.app;
    let is_locating = RwSignal::new(false);
    let locate = move |_| {
        if is_locating.get_untracked() {
            return;
        }
        is_locating.set(true);
        choice.problem.set(None);
        geolocation::locate(move |found| {
            is_locating.set(false);
            let problem: Problem = match found {
                Ok(Located { latitude, longitude, accuracy }) => {
                    let position = Position::new(latitude, longitude);
                    if position.is_some_and(|position| position.in_service_box()) {
                        let origin = PlaceOrigin::of_device(Distance::from_metres(accuracy));
                        choice.choose(position, origin);
                        return;
                    }
                    |choice| choice.texts().location_outside.to_owned()
                }
                Err(NoPosition::Refused) => |choice| choice.texts().location_refused.to_owned(),
                Err(NoPosition::Rough) => |choice| choice.texts().location_rough.to_owned(),
                Err(NoPosition::Unavailable) => {
                    |choice| choice.texts().location_unavailable.to_owned()
                }
            };
            choice.problem.set(Some(problem));
        });
    };
    view! {
        <button type="button" on:click=locate>
            {move || {
                if is_locating.get() {
                    state.texts().locating
                } else {
                    state.texts().use_my_location
                }
            }}
        </button>
    }
}

/// The radius around the place.
#[component]
fn RadiusPicker() -> impl IntoView {
    let state = use_app_state();
    let choose = move |event| {
        let radius = event_target_value(&event).parse().ok().and_then(Radius::from_kilometres);
        if let Some(radius) = radius {
            state.choices.choose_radius(radius);
        }
    };
    let option = move |radius: Radius| {
        let kilometres = radius.kilometres();
        view! {
            <option
                value=kilometres.to_string()
                prop:selected=move || state.choices.radius.get() == radius
            >
                {format!("{kilometres}\u{a0}km")}
            </option>
        }
        .into_any()
    };
    view! {
        <label class="radius" hidden=move || state.choices.place.get().is_none()>
            {move || state.texts().radius_label}
            " "
            {move || span("visually-hidden", state.texts().radius_of_place.into_any())}
            <select id="radius" on:change=choose>
                {Radius::all().map(option).collect::<Vec<AnyView>>()}
            </select>
        </label>
    }
}

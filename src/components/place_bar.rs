//! Choosing the place: by name, coordinates or grid reference, by the device's position, or all of
//! Wales.

use super::{fragments::aria, radius_picker::RadiusPicker};
use crate::{
    browser::{
        document,
        geolocation::{self, NoPosition},
    },
    state::{AppState, reactive::effect, use_app_state},
};
use gorlif_core::{
    domain::geo::Position,
    gazetteer::{
        Gazetteer, Place,
        search::{Choice, Found},
    },
    i18n::{Messages, SearchArea},
};
use leptos::{ev, prelude::*};

/// Selects a message, so that an error changes language with the page.
type Problem = fn(&'static Messages) -> &'static str;

/// The state of the bar.
#[derive(Clone, Copy)]
struct BarState {
    app: AppState,
    is_open: RwSignal<bool>,
    problem: RwSignal<Option<Problem>>,
    typed: RwSignal<String>,
    /// The index of the suggestion selected with the arrow keys.
    active: RwSignal<Option<usize>>,
    suggestions: Memo<Vec<Place>>,
}

impl BarState {
    fn new(app: AppState) -> Self {
        let typed = RwSignal::new(String::new());
        let suggestions = Memo::new(move |_| {
            app.gazetteer.with(|gazetteer| {
                match gazetteer.loaded().map(|gazetteer| typed.with(|text| gazetteer.search(text)))
                {
                    Some(Found::Places(places)) => places.into_iter().cloned().collect(),
                    _ => Vec::new(),
                }
            })
        });
        let (is_open, problem, active) =
            (RwSignal::new(false), RwSignal::new(None), RwSignal::new(None));
        Self { app, is_open, problem, typed, active, suggestions }
    }

    fn choose(self, place: Option<Position>) {
        if place.is_some_and(|place| !self.app.has_land(place)) {
            return self.problem.set(Some(|messages| messages.place_at_sea));
        }
        self.app.choose_place(place);
        super::answer::focus_heading();
        self.typed.set(String::new());
        self.active.set(None);
        self.problem.set(None);
        self.is_open.set(false);
    }

    fn submit(self, event: &ev::SubmitEvent) {
        event.prevent_default();
        let active = self.active.get_untracked();
        if let Some(place) = active.and_then(|active| {
            self.suggestions.with_untracked(|places| places.get(active).map(|place| place.position))
        }) {
            return self.choose(Some(place));
        }
        let gazetteer = self.app.gazetteer.get_untracked();
        let empty = Gazetteer::default();
        let position = self.typed.with_untracked(|text| {
            match gazetteer.loaded().unwrap_or(&empty).choice(text) {
                Choice::Point(point) => Ok(point),
                Choice::Place(place) => Ok(place.position),
                Choice::Several => Err((|messages| messages.place_several) as Problem),
                Choice::Nothing if gazetteer.loaded().is_some() => {
                    Err((|messages| messages.place_unknown) as Problem)
                }
                Choice::Nothing => Err((|messages| messages.place_not_ready) as Problem),
            }
        });
        match position {
            Ok(position) => self.choose(Some(position)),
            Err(problem) => self.problem.set(Some(problem)),
        }
    }

    fn press_key(self, event: &ev::KeyboardEvent) {
        let count = self.suggestions.with_untracked(Vec::len);
        let active = self.active.get_untracked();
        match event.key().as_str() {
            "ArrowDown" if count > 0 => {
                self.active.set(Some(active.map_or(0, |index| (index + 1) % count)))
            }
            "ArrowUp" if count > 0 => {
                self.active.set(Some(active.map_or(count - 1, |index| (index + count - 1) % count)))
            }
            "Escape" => {
                self.typed.set(String::new());
                self.active.set(None);
            }
            _ => return,
        }
        event.prevent_default();
    }
}

#[component]
pub fn PlaceBar() -> impl IntoView {
    let state = use_app_state();
    let bar = BarState::new(state);
    let here = move || match state.search_area.get() {
        SearchArea::Wales => state.messages().all_wales.to_owned(),
        SearchArea::Around { name, .. } => (state.messages().place_name)(&name),
    };
    effect(move || {
        if bar.is_open.get() {
            document::focus("place");
        }
    });
    view! {
        <section class="place" aria-labelledby="place-heading">
            <h2 id="place-heading" class="unseen">
                {move || state.messages().place_heading}
            </h2>
            <p class="here">
                <strong>{move || here()}</strong>
                <button
                    type="button"
                    aria-expanded=move || aria(bar.is_open.get())
                    aria-controls="place-form"
                    on:click=move |_| bar.is_open.update(|open| *open = !*open)
                >
                    {move || state.messages().change_place}
                </button>
            </p>
            <div id="place-form" hidden=move || !bar.is_open.get()>
                <SearchForm bar />
                <p class="buttons">
                    <LocateButton bar />
                    <button type="button" aria-pressed=move || aria(state.place.get().is_none()) on:click=move |_| bar.choose(None)>
                        {move || state.messages().all_wales}
                    </button>
                </p>
            </div>
            <p class="problem" role="alert">
                {move || bar.problem.get().map_or("", |problem| problem(state.messages()))}
            </p>
            <RadiusPicker />
        </section>
    }
}

/// A combobox: <https://www.w3.org/WAI/ARIA/apg/patterns/combobox/>.
#[component]
fn SearchForm(bar: BarState) -> impl IntoView {
    let state = bar.app;
    let BarState { typed, active, problem, suggestions, .. } = bar;
    let has_suggestions = move || suggestions.with(|places| !places.is_empty());
    let type_text = move |event| {
        typed.set(event_target_value(&event));
        active.set(None);
        problem.set(None);
    };
    let count = move || {
        if typed.with(String::is_empty) {
            String::new()
        } else {
            (state.messages().place_suggestions)(suggestions.with(Vec::len))
        }
    };
    let options = move || {
        suggestions
            .get()
            .iter()
            .enumerate()
            .map(|(index, place)| option(bar, index, place))
            .collect::<Vec<AnyView>>()
    };
    view! {
        <form class="search" on:submit=move |event| bar.submit(&event)>
            <label for="place">{move || state.messages().place_label}</label>
            <div class="field">
                <input
                    id="place"
                    type="search"
                    role="combobox"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="80"
                    aria-autocomplete="list"
                    aria-controls="place-list"
                    aria-describedby="place-hint"
                    aria-expanded=move || aria(has_suggestions())
                    aria-activedescendant=move || active.get().map(|index| format!("place-{index}"))
                    prop:value=typed
                    on:input=type_text
                    on:keydown=move |event| bar.press_key(&event)
                />
                <button type="submit">{move || state.messages().place_submit}</button>
            </div>
            <p id="place-hint" class="quiet">
                {move || state.messages().place_hint}
            </p>
            <ul id="place-list" role="listbox" aria-label=move || state.messages().place_label hidden=move || !has_suggestions()>
                {move || options()}
            </ul>
            <p class="unseen" role="status">
                {move || count()}
            </p>
        </form>
    }
}

/// A suggestion with its county.
fn option(bar: BarState, index: usize, place: &Place) -> AnyView {
    let (state, position) = (bar.app, place.position);
    let language = state.language.get();
    let county = state.county_at(Some(position));
    let name = language.pick(&place.name).text;
    let label = county.map_or_else(
        || name.to_owned(),
        |county| format!("{name}, {}", language.of(county.english(), county.welsh())),
    );
    view! {
        <li
            id=format!("place-{index}")
            role="option"
            aria-selected=move || aria(bar.active.get() == Some(index))
            // Keep the focus in the field while an option is pressed.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| bar.choose(Some(position))
        >
            {label}
        </li>
    }
    .into_any()
}

/// Requests the device's position, only when pressed.
#[component]
fn LocateButton(bar: BarState) -> impl IntoView {
    let state = bar.app;
    let is_locating = RwSignal::new(false);
    let locate = move |_| {
        if is_locating.get_untracked() {
            return;
        }
        is_locating.set(true);
        bar.problem.set(None);
        geolocation::locate(move |found| {
            is_locating.set(false);
            let problem: Problem = match found {
                Ok((lat, lon)) => {
                    match Position::new(lat, lon).filter(|position| position.in_service_box()) {
                        Some(position) => return bar.choose(Some(position)),
                        None => |messages| messages.location_outside,
                    }
                }
                Err(NoPosition::Refused) => |messages| messages.location_refused,
                Err(NoPosition::Rough) => |messages| messages.location_rough,
                Err(NoPosition::Unavailable) => |messages| messages.location_unavailable,
            };
            bar.problem.set(Some(problem));
        });
    };
    view! {
        <button type="button" on:click=locate>
            {move || if is_locating.get() { state.messages().locating } else { state.messages().use_my_location }}
        </button>
    }
}

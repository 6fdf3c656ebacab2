//! Choosing the place: by a search, by the device's position, or all of Wales.

use super::{
    fragments::{Text, aria, county_name},
    late::{Late, use_late},
    radius_picker::RadiusPicker,
};
use crate::{
    browser::{
        document,
        geolocation::{self, Located, NoPosition},
    },
    state::{
        AppState, ChosenSector, PlaceOrigin,
        reactive::{effect, memo},
        remembered_places::RememberedPlace,
        use_app_state,
    },
};
use gorlif_core::{
    domain::{
        decimal, england,
        geo::{Distance, Position},
    },
    gazetteer::search::{Found, Kind, SearchError, Suggestion},
    i18n::{SearchArea, Texts},
};
use leptos::{ev, prelude::*};

/// The id of the bar.
const BAR: &str = "place-bar";
/// The id of the button that opens the form.
const CHANGE_BUTTON: &str = "place-change";

/// What is wrong with the typed text. Its sentence changes language with the page.
#[derive(Clone, Copy)]
enum Problem {
    Text(fn(&'static Texts) -> &'static str),
    /// Only similar names are known.
    OnlySimilar,
}

impl Problem {
    fn sentence(self, bar: BarState) -> String {
        match (self, bar.late.search.loaded(), bar.found.get()) {
            (Self::Text(text), ..) => text(bar.app.texts()).to_owned(),
            (Self::OnlySimilar, Some(parts), Ok(found)) => (parts.similar_names)(bar.app, &found),
            // Without its chunk there is no search.
            (Self::OnlySimilar, ..) => String::new(),
        }
    }
}

/// The state of the bar.
#[derive(Clone, Copy)]
struct BarState {
    app: AppState,
    late: Late,
    is_open: RwSignal<bool>,
    problem: RwSignal<Option<Problem>>,
    typed: RwSignal<String>,
    /// The index of the suggestion selected with the arrow keys.
    active: RwSignal<Option<usize>>,
    found: Memo<Found>,
}

impl BarState {
    fn new(app: AppState, late: Late) -> Self {
        let typed = RwSignal::new(String::new());
        let found = memo(move || match typed.get() {
            text if text.is_empty() => Err(SearchError::Incomplete),
            text => match late.search.loaded() {
                Some(parts) => (parts.search)(app, &text),
                None => Err(SearchError::Incomplete),
            },
        });
        let (is_open, problem, active) =
            (RwSignal::new(false), RwSignal::new(None), RwSignal::new(None));
        Self { app, late, is_open, problem, typed, active, found }
    }

    fn suggestion(self, index: usize) -> Option<Suggestion> {
        self.found.with_untracked(|found| found.as_ref().ok()?.get(index).cloned())
    }

    fn refuse(self, text: fn(&'static Texts) -> &'static str) {
        self.problem.set(Some(Problem::Text(text)));
    }

    /// Chooses a place, or all of Wales. Returns whether it was accepted.
    fn choose(self, place: Option<Position>, origin: PlaceOrigin) -> bool {
        if place.is_some_and(|place| !self.app.has_land(place)) {
            self.refuse(|texts| texts.place_at_sea);
            return false;
        }
        self.app.choices.choose_place(place, origin);
        super::answer::focus_heading();
        self.typed.set(String::new());
        self.active.set(None);
        self.problem.set(None);
        self.is_open.set(false);
        true
    }

    /// Chooses a suggestion, from the list or by its exact name.
    fn choose_suggestion(self, suggestion: Suggestion, is_from_list: bool) {
        let Suggestion { kind, name, position, spread, selection, .. } = suggestion;
        let (text, radius_before) =
            (self.typed.get_untracked(), self.app.choices.radius.get_untracked());
        let origin = match kind {
            Kind::Place if is_from_list => PlaceOrigin::Name,
            Kind::Postcode => PlaceOrigin::Postcode(name.en),
            Kind::Place
            | Kind::County
            | Kind::River
            | Kind::Area
            | Kind::Gauge
            | Kind::Coordinates => PlaceOrigin::Position,
        };
        if !self.choose(Some(position), origin) {
            return;
        }
        self.app.choices.widen_radius(spread);
        let radius = self.app.choices.radius.get_untracked();
        let remembered =
            RememberedPlace { position, least_radius: (radius != radius_before).then_some(radius) };
        self.app.choices.remember(remembered);
        if kind == Kind::Postcode
            && let Some(parts) = untrack(|| self.late.search.loaded())
        {
            let sector = ChosenSector { position, spread, radius, radius_before };
            (parts.request_exact_postcode)(self.app, &text, sector);
        }
        if selection.is_some() {
            self.app.choices.select(selection);
        }
    }

    fn submit(self, event: &ev::SubmitEvent) {
        event.prevent_default();
        let active = self.active.get_untracked();
        if let Some(suggestion) = active.and_then(|active| self.suggestion(active)) {
            return self.choose_suggestion(suggestion, true);
        }
        let text = self.typed.get_untracked();
        let Some(parts) = untrack(|| self.late.search.loaded()) else {
            // While it loads for the first time, the suggestions appear when it has loaded.
            if untrack(|| self.late.search.loading.is_missing()) {
                self.refuse(|texts| texts.part_not_loaded);
            }
            return self.late.load_missing();
        };
        let chosen = self.found.get_untracked().and_then(|found| (parts.choose)(&text, found));
        let is_loaded =
            self.app.assets.gazetteer.with_untracked(|gazetteer| gazetteer.loaded().is_some());
        match chosen {
            Ok(suggestion) => self.choose_suggestion(suggestion, false),
            Err(SearchError::OnlySimilar) => self.problem.set(Some(Problem::OnlySimilar)),
            Err(SearchError::Ambiguous) => self.refuse(|texts| texts.place_several),
            Err(SearchError::Outside) => self.refuse(|texts| texts.location_outside),
            Err(_) if !is_loaded => self.refuse(|texts| texts.place_not_ready),
            Err(SearchError::UnknownPostcode) => self.refuse(|texts| texts.postcode_unknown),
            Err(SearchError::NotFound | SearchError::Incomplete) => {
                self.refuse(|texts| texts.place_unknown);
            }
        }
    }

    fn press_key(self, event: &ev::KeyboardEvent) {
        let count = self.found.with_untracked(count);
        let active = self.active.get_untracked();
        match event.key().as_str() {
            "ArrowDown" if count > 0 => {
                self.active.set(Some(active.map_or(0, |index| (index + 1) % count)))
            }
            "ArrowUp" if count > 0 => {
                self.active.set(Some(active.map_or(count - 1, |index| (index + count - 1) % count)))
            }
            "Escape" => {
                // A second press closes the form.
                if self.typed.with_untracked(String::is_empty) && self.is_open.get_untracked() {
                    self.is_open.set(false);
                    document::focus(CHANGE_BUTTON);
                }
                self.typed.set(String::new());
                self.active.set(None);
            }
            _ => return,
        }
        event.prevent_default();
    }
}

fn count(found: &Found) -> usize {
    found.as_ref().map_or(0, Vec::len)
}

#[component]
pub fn PlaceBar() -> impl IntoView {
    let state = use_app_state();
    let bar = BarState::new(state, use_late());
    let here = move || match state.search_area.get() {
        SearchArea::Wales => state.texts().all_wales.to_owned(),
        SearchArea::County(county) => county_name(state.language(), county).to_owned(),
        SearchArea::Around { name, .. } => (state.texts().place_name)(&name),
    };
    // Without a place the form is open, except in a frame, which has little space.
    let is_framed = document::is_framed();
    let has_area =
        move || state.choices.place.get().is_some() || state.choices.county.get().is_some();
    let has_place = move || has_area() || is_framed;
    effect(move || {
        if bar.is_open.get() {
            document::focus("place");
        }
    });
    let choose = Callback::new(move |place: RememberedPlace| {
        if bar.choose(Some(place.position), PlaceOrigin::Position) {
            state.choices.choose_radius(place.radius(state.choices.radius.get_untracked()));
            state.choices.remember(place);
        }
    });
    let remembered = move || bar.late.page.loaded().map(|parts| (parts.remembered_places)(choose));
    view! {
        <section
            class="place"
            id=BAR
            aria-labelledby="place-heading"
            // The form lies over the answer, which must not have the focus beneath it.
            on:focusout=move |event: ev::FocusEvent| {
                if document::is_outside(event.related_target(), BAR) {
                    bar.is_open.set(false);
                }
            }
        >
            <h2 id="place-heading" class="visually-hidden">
                {move || state.texts().place_heading}
            </h2>
            <div class="here">
                <strong>{move || here()}</strong>
                <button
                    type="button"
                    id=CHANGE_BUTTON
                    hidden=move || !has_place()
                    aria-label=move || Some(state.texts().change_place)
                    aria-expanded=move || aria(bar.is_open.get())
                    aria-controls="place-form"
                    on:click=move |_| bar.is_open.update(|open| *open = !*open)
                >
                    {move || state.texts().change_place_short}
                </button>
                <RadiusPicker />
            </div>
            <div
                id="place-form"
                class:over=has_place
                hidden=move || has_place() && !bar.is_open.get()
            >
                <SearchForm bar />
                <p class="buttons">
                    <LocateButton bar />
                    <button
                        type="button"
                        hidden=move || !has_area()
                        on:click=move |_| {
                            bar.choose(None, PlaceOrigin::Position);
                        }
                    >
                        {move || state.texts().all_wales}
                    </button>
                </p>
                {move || remembered().into_any()}
            </div>
            <p class="problem" role="alert">
                {move || {
                    bar.problem.get().map_or_else(String::new, |problem| problem.sentence(bar))
                }}
            </p>
        </section>
    }
}

/// A combobox: <https://www.w3.org/WAI/ARIA/apg/patterns/combobox/>.
#[component]
fn SearchForm(bar: BarState) -> impl IntoView {
    let state = bar.app;
    let BarState { typed, active, problem, found, .. } = bar;
    let has_suggestions = move || found.with(Result::is_ok);
    let type_text = move |event| {
        typed.set(event_target_value(&event));
        active.set(None);
        problem.set(None);
    };
    let status = move || {
        found.with(|found| match found {
            // Coordinates or a postcode are still being typed.
            Err(SearchError::Incomplete) => String::new(),
            found => (state.texts().place_suggestions)(count(found)),
        })
    };
    let options = move || {
        let found = found.get().unwrap_or_default();
        let option = |(index, suggestion): (usize, &Suggestion)| option(bar, index, suggestion);
        found.iter().enumerate().map(option).collect::<Vec<AnyView>>()
    };
    view! {
        <form class="search" on:submit=move |event| bar.submit(&event)>
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
                    on:keydown=move |event| bar.press_key(&event)
                />
                <button type="submit">{move || state.texts().place_submit}</button>
            </div>
            <p id="place-hint" class="quiet">
                {move || state.texts().place_hint}
            </p>
            <ul
                id="place-list"
                role="listbox"
                aria-label=move || Some(state.texts().place_label)
                hidden=move || !has_suggestions()
            >
                {move || options().into_any()}
            </ul>
            <p class="visually-hidden" role="status">
                {move || status()}
            </p>
        </form>
    }
}

/// The kind of a suggestion; of a place its county, or England.
pub fn context(app: AppState, suggestion: &Suggestion) -> &'static str {
    let Suggestion { kind, position, county, is_outside, .. } = suggestion;
    let (language, texts) = (app.language(), app.texts());
    match kind {
        Kind::Place if *is_outside => {
            let (english, welsh) = england::COUNTRY;
            language.of(english, welsh)
        }
        Kind::Place => {
            let county = county.or_else(|| app.assets.county_at(Some(*position)));
            county.map_or("", |county| county_name(language, county))
        }
        Kind::Postcode => texts.kind_postcode,
        Kind::River => texts.kind_river,
        Kind::Gauge => texts.kind_gauge,
        Kind::Area => texts.kind_area,
        Kind::County => texts.county,
        Kind::Coordinates => texts.grid_reference,
    }
}

fn option(bar: BarState, index: usize, suggestion: &Suggestion) -> AnyView {
    let Suggestion { kind, name, position, .. } = suggestion;
    let (language, context) = (bar.app.language(), context(bar.app, suggestion));
    let separator = if context.is_empty() { "" } else { ", " };
    view! {
        <li
            id=format!("place-{index}")
            role="option"
            data-kind=kind.id()
            data-lat=Some(decimal::short(position.lat()))
            data-lon=Some(decimal::short(position.lon()))
            aria-selected=move || aria(bar.active.get() == Some(index))
            // Keep the focus in the field while an option is pressed.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| {
                if let Some(suggestion) = bar.suggestion(index) {
                    bar.choose_suggestion(suggestion, true);
                }
            }
        >
            {Text::picked(language, name).into_view()}
            {separator}
            {context}
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
            match found {
                Ok(Located { latitude, longitude, accuracy }) => {
                    let position = Position::new(latitude, longitude);
                    match position.filter(|position| position.in_service_box()) {
                        Some(position) => {
                            let origin = PlaceOrigin::of_device(Distance::from_metres(accuracy));
                            bar.choose(Some(position), origin);
                        }
                        None => bar.refuse(|texts| texts.location_outside),
                    }
                }
                Err(NoPosition::Refused) => bar.refuse(|texts| texts.location_refused),
                Err(NoPosition::Rough) => bar.refuse(|texts| texts.location_rough),
                Err(NoPosition::Unavailable) => bar.refuse(|texts| texts.location_unavailable),
            }
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

//! The suggestions below the field, and what is chosen by them or by the typed text.

use crate::{
    components::{
        fragments::{Text, aria},
        place_choice::{PlaceChoice, Problem},
    },
    state::{
        AppState, ChosenSector, PlaceOrigin, reactive::effect, remembered_places::RememberedPlace,
    },
};
use gorlif_core::{
    domain::{
        bilingual::Bilingual,
        decimal, england,
        station::{river_id, river_words},
    },
    gazetteer::{
        index::{Kind, Suggestion},
        search::{self, SearchError},
    },
    i18n::search::SearchTexts,
};
use leptos::{ev, prelude::*};

#[component]
pub fn Suggestions(choice: PlaceChoice) -> impl IntoView {
    let PlaceChoice { app, found, active, problem, .. } = choice;
    // The problem and the selected index are of the former suggestions.
    effect(move || {
        found.track();
        active.set(None);
        problem.set(None);
    });
    // What cannot be found is said before it is submitted.
    let status = move || match found.get() {
        // Coordinates or a postcode are still being typed.
        Err(SearchError::Incomplete) => String::new(),
        Err(error) => self::problem(choice, error)(choice),
        Ok(found) => (app.language().search_texts().suggestions)(found.len()),
    };
    let options = move || {
        let found = found.get().unwrap_or_default();
        let option = |(index, suggestion): (usize, &Suggestion)| option(choice, index, suggestion);
        found.iter().enumerate().map(option).collect_view()
    };
    view! {
        <ul
            id="place-list"
            role="listbox"
            aria-label=move || Some(app.texts().place_label)
            hidden=move || found.with(Result::is_err)
        >
            {move || options().into_any()}
        </ul>
        <p
            class="quiet"
            class:visually-hidden=move || found.with(Result::is_ok) || problem.get().is_some()
            role="status"
        >
            {move || status()}
        </p>
    }
}

fn option(choice: PlaceChoice, index: usize, suggestion: &Suggestion) -> AnyView {
    let Suggestion { kind, name, position, .. } = suggestion;
    let (language, context) = (choice.app.language(), context(choice.app, suggestion));
    let separator = match kind {
        _ if context.is_empty() => "",
        Kind::Postcode => " · ",
        _ => ", ",
    };
    view! {
        <li
            id=format!("place-{index}")
            role="option"
            data-kind=kind.id()
            data-lat=Some(decimal::short(position.lat()))
            data-lon=Some(decimal::short(position.lon()))
            aria-selected=move || aria(choice.active.get() == Some(index))
            // Keep the focus in the field while an option is pressed.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| {
                if let Some(suggestion) = at(choice, index) {
                    choose_suggestion(choice, suggestion, true);
                }
            }
        >
            {Text::picked(language, name).into_view()}
            {[separator, &context].concat()}
        </li>
    }
    .into_any()
}

/// The kind of a suggestion; of a place its county, or England; of a postcode its post towns.
fn context(app: AppState, suggestion: &Suggestion) -> String {
    let Suggestion { kind, local_type, post_towns, .. } = suggestion;
    let (language, texts) = (app.language(), app.language().search_texts());
    let with_region = |what: Option<&'static str>| {
        let region = region(suggestion).map(|(english, welsh)| language.of(english, welsh));
        match (what, region) {
            (Some(what), Some(region)) => format!("{what}, {region}"),
            (what, region) => what.or(region).unwrap_or_default().to_owned(),
        }
    };
    match kind {
        Kind::Place => with_region(local_type.map(texts.local_type)),
        Kind::RailwayStation => with_region(Some(texts.railway_station)),
        Kind::Postcode if post_towns.is_empty() => texts.postcode.to_owned(),
        Kind::Postcode => {
            let town = |town: &Bilingual| language.pick(town).text.to_owned();
            post_towns.iter().map(town).collect::<Vec<String>>().join(", ")
        }
        Kind::River => texts.river.to_owned(),
        Kind::Gauge => texts.gauge.to_owned(),
        Kind::Area => with_region(Some(texts.area)),
        Kind::County => app.texts().county.to_owned(),
        Kind::Coordinates => app.texts().grid_reference.to_owned(),
    }
}

/// The English and the Welsh name of the county of a place, or of England.
fn region(suggestion: &Suggestion) -> Option<(&'static str, &'static str)> {
    match suggestion.county {
        _ if suggestion.is_outside => Some(england::COUNTRY),
        county => county.map(|county| (county.english(), county.welsh())),
    }
}

fn at(choice: PlaceChoice, index: usize) -> Option<Suggestion> {
    choice.found.with_untracked(|found| found.as_ref().ok()?.get(index).cloned())
}

/// Chooses a suggestion, from the list or by the typed text.
fn choose_suggestion(choice: PlaceChoice, suggestion: Suggestion, is_from_list: bool) {
    if let (Kind::County, Some(county)) = (suggestion.kind, suggestion.county) {
        return choice.choose_county(county);
    }
    // A frame without the list has no place for a river.
    let embed = choice.app.deployment.embed;
    if suggestion.kind == Kind::River && embed.lists && embed.gauges {
        return choice.choose_river(river_id(&river_words(&suggestion.name.en)));
    }
    let app = choice.app;
    let region = region(&suggestion);
    let Suggestion { kind, name, position, spread, selection, local_type, .. } = suggestion;
    let (text, radius_before) = (choice.typed.get_untracked(), app.choices.radius.get_untracked());
    let origin = match kind {
        Kind::Place if local_type.is_some() => PlaceOrigin::other_name(&name, region),
        Kind::Place | Kind::RailwayStation if is_from_list => PlaceOrigin::Name,
        Kind::Postcode => PlaceOrigin::Postcode(name.en),
        Kind::Place
        | Kind::County
        | Kind::RailwayStation
        | Kind::River
        | Kind::Area
        | Kind::Gauge
        | Kind::Coordinates => PlaceOrigin::Position,
    };
    if !choice.choose(Some(position), origin) {
        return;
    }
    app.choices.widen_radius(spread);
    let radius = app.choices.radius.get_untracked();
    let remembered =
        RememberedPlace { position, least_radius: (radius != radius_before).then_some(radius) };
    app.choices.remember(remembered);
    if kind == Kind::Postcode {
        let sector = ChosenSector { position, spread, radius, radius_before };
        app.request_exact_postcode(&text, sector);
    }
    if selection.is_some() {
        app.choices.select(selection);
    }
}

/// Chooses what is typed, or says why it cannot.
pub fn submit(choice: PlaceChoice) {
    let active = choice.active.get_untracked();
    if let Some(suggestion) = active.and_then(|active| at(choice, active)) {
        return choose_suggestion(choice, suggestion, true);
    }
    match choice.found.get_untracked().and_then(search::choose) {
        Ok(suggestion) => choose_suggestion(choice, suggestion, false),
        Err(error) => choice.problem.set(Some(problem(choice, error))),
    }
}

fn problem(choice: PlaceChoice, error: SearchError) -> Problem {
    let is_loaded =
        choice.app.assets.gazetteer.with_untracked(|gazetteer| gazetteer.loaded().is_some());
    match error {
        SearchError::OnlyRailwayStation => |choice| question(choice, texts(choice).only_station),
        SearchError::OnlySimilar => |choice| question(choice, texts(choice).similar),
        SearchError::OnlyPlaceOfAddress => {
            |choice| question(choice, texts(choice).place_of_address)
        }
        SearchError::Ambiguous => |choice| texts(choice).several.to_owned(),
        SearchError::Outside => |choice| choice.texts().location_outside.to_owned(),
        _ if !is_loaded => |choice| texts(choice).not_ready.to_owned(),
        SearchError::UnknownPostcode => |choice| texts(choice).postcode_unknown.to_owned(),
        SearchError::NotFound | SearchError::Incomplete => {
            |choice| texts(choice).unknown.to_owned()
        }
    }
}

fn texts(choice: PlaceChoice) -> &'static SearchTexts {
    choice.app.language().search_texts()
}

/// "Did you mean Tywyn, Gwynedd?": names the only suggestion, or the only place of several.
fn question(choice: PlaceChoice, ask: fn(&str) -> String) -> String {
    choice.found.with(|found| {
        let only = match found.as_deref() {
            Ok([only]) => Some(only),
            Ok(several) => only_place(several),
            Err(_) => return String::new(),
        };
        let name = only.map(|only| {
            let (name, _) = Text::picked(choice.app.language(), &only.name).into_parts();
            let context = context(choice.app, only);
            if context.is_empty() { name } else { format!("{name}, {context}") }
        });
        ask(name.as_deref().unwrap_or(texts(choice).one_of_list))
    })
}

fn only_place(suggestions: &[Suggestion]) -> Option<&Suggestion> {
    let mut places = suggestions.iter().filter(|suggestion| suggestion.kind == Kind::Place);
    places.next().filter(|_| places.next().is_none())
}

/// Moves between the suggestions with the arrow keys.
pub fn press_key(choice: PlaceChoice, event: &ev::KeyboardEvent) {
    let count = choice.found.with_untracked(|found| found.as_ref().map_or(0, Vec::len));
    if count == 0 {
        return;
    }
    let active = choice.active.get_untracked();
    let next = match event.key().as_str() {
        "ArrowDown" => active.map_or(0, |index| (index + 1) % count),
        "ArrowUp" => active.map_or(count - 1, |index| (index + count - 1) % count),
        _ => return,
    };
    choice.active.set(Some(next));
    event.prevent_default();
}

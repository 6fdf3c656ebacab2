//! The chunk with the search for a place.

mod suggestions;

use crate::{
    components::late::SearchParts,
    state::{
        AppState,
        further_places::FurtherPlaces,
        reactive::{effect, memo},
    },
};
use gorlif_core::{
    basemap::Basemap,
    gazetteer::{
        further_places::FurtherPlace,
        index::{self, Certainty, Directory, Suggestion},
        search::{self, Found, SearchError},
    },
};
use leptos::prelude::*;
use std::{sync::Arc, time::Duration};
use suggestions::Suggestions;

pub static SEARCH: SearchParts = SearchParts {
    found,
    suggestions: |choice| view! { <Suggestions choice /> }.into_any(),
    press_key: suggestions::press_key,
    submit: suggestions::submit,
};

/// A name that nothing here has is requested this long after its last letter was typed.
const AFTER_LAST_LETTER: Duration = Duration::from_millis(300);

/// The results for the typed text in everything that is known now.
fn found(app: AppState, typed: RwSignal<String>) -> Memo<Found> {
    let further = FurtherPlaces::default();
    // Apart, so that a typed letter does not make it anew.
    let index = memo(move || Arc::new(index(app, &further.get())));
    let found = memo(move || {
        let text = typed.get();
        if text.is_empty() {
            return Err(SearchError::Incomplete);
        }
        let (index, gazetteer) = (index.get(), app.assets.gazetteer.get());
        with_messages(app, |directory| {
            let directory = Directory { gazetteer: gazetteer.loaded(), ..directory };
            let mut found = search::search(&text, &index, &directory)?;
            complete_counties(app, &mut found);
            Ok(found)
        })
    });
    if app.deployment.settings.places {
        request_unknown(app, typed, found, index, further);
    }
    found
}

/// Requests the places of a typed name that nothing here has.
fn request_unknown(
    app: AppState,
    typed: RwSignal<String>,
    found: Memo<Found>,
    index: Memo<Arc<Vec<Suggestion>>>,
    further: FurtherPlaces,
) {
    let unknown = memo(move || {
        found.with(is_unknown).then(|| search::name_in(&typed.get(), &index.get())).flatten()
    });
    effect(move || {
        let Some(name) = unknown.get() else { return };
        let request = move || {
            if unknown.with_untracked(|unknown| unknown.as_ref() == Some(&name))
                && let Some(late) = app.progress.late.get_untracked()
            {
                (late.request_further_places)(&name, further);
            }
        };
        set_timeout(request, AFTER_LAST_LETTER);
    });
}

/// Whether nothing has the typed name. The place of an address is known.
fn is_unknown(found: &Found) -> bool {
    match found {
        Ok(suggestions) => {
            suggestions.iter().all(|suggestion| suggestion.certainty == Certainty::Similar)
        }
        Err(error) => *error == SearchError::NotFound,
    }
}

fn index(app: AppState, further_places: &[FurtherPlace]) -> Vec<Suggestion> {
    let counties = app
        .assets
        .basemap
        .with(|basemap| basemap.loaded().map(Basemap::county_circles).unwrap_or_default());
    let (gazetteer, stations) = (app.assets.gazetteer.get(), app.station_index.get());
    let railway_stations = app.assets.railway_stations.get();
    with_messages(app, |directory| {
        let directory = Directory {
            gazetteer: gazetteer.loaded(),
            railway_stations: &railway_stations,
            further_places,
            counties: &counties,
            stations: stations.rivers(),
            ..directory
        };
        let mut index = directory.index();
        complete_counties(app, &mut index);
        index
    })
}

/// Calls the function with the messages of the last response and the names of the areas.
fn with_messages<T>(app: AppState, use_directory: impl FnOnce(Directory<'_>) -> T) -> T {
    app.assets.area_names.with(|areas| {
        app.sources.national_warnings.with(|source| {
            let warnings = source.snapshot().map(|snapshot| &*snapshot.content).unwrap_or_default();
            use_directory(Directory { warnings, areas: Some(areas), ..Directory::default() })
        })
    })
}

fn complete_counties(app: AppState, suggestions: &mut [Suggestion]) {
    index::complete_counties(suggestions, |position| app.assets.county_at(Some(position)));
}

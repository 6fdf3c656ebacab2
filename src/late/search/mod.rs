//! The chunk with the search for a place.

mod suggestions;

use crate::{
    components::late::SearchParts,
    state::{AppState, reactive::memo},
};
use gorlif_core::{
    basemap::Basemap,
    gazetteer::{
        index::{Directory, Suggestion},
        search::{self, Found, SearchError},
    },
};
use leptos::prelude::*;
use std::sync::Arc;
use suggestions::Suggestions;

pub static SEARCH: SearchParts = SearchParts {
    found,
    suggestions: |choice| view! { <Suggestions choice /> }.into_any(),
    press_key: suggestions::press_key,
    submit: suggestions::submit,
};

/// What everything that is known now has for the typed text.
fn found(app: AppState, typed: RwSignal<String>) -> Memo<Found> {
    // Apart, so that a typed letter does not make it anew.
    let index = memo(move || Arc::new(index(app)));
    memo(move || {
        let text = typed.get();
        if text.is_empty() {
            return Err(SearchError::Incomplete);
        }
        let (index, gazetteer) = (index.get(), app.assets.gazetteer.get());
        let sectors = gazetteer.loaded().map(|gazetteer| &*gazetteer.sectors).unwrap_or_default();
        app.sources.national_warnings.with(|source| {
            let warnings = source.snapshot().map(|snapshot| &*snapshot.content);
            search::search(&text, &index, sectors, warnings.unwrap_or_default())
        })
    })
}

fn index(app: AppState) -> Vec<Suggestion> {
    let counties = app
        .assets
        .basemap
        .with(|basemap| basemap.loaded().map(Basemap::county_circles).unwrap_or_default());
    let (gazetteer, stations) = (app.assets.gazetteer.get(), app.station_index.get());
    let railway_stations = app.assets.railway_stations.get();
    app.sources.national_warnings.with(|source| {
        let directory = Directory {
            gazetteer: gazetteer.loaded(),
            railway_stations: &railway_stations,
            counties: &counties,
            stations: stations.rivers(),
            warnings: source.snapshot().map(|snapshot| &*snapshot.content).unwrap_or_default(),
        };
        directory.index()
    })
}

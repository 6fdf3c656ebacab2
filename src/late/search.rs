//! The chunk with the search for a place.

use crate::{
    components::{fragments::Text, late::SearchParts, place_bar::context},
    state::AppState,
};
use gorlif_core::{
    basemap::Basemap,
    gazetteer::search::{self, Directory, Found, Suggestion},
};
use leptos::prelude::*;

pub static SEARCH: SearchParts = SearchParts {
    search: find,
    choose: search::choose,
    similar_names,
    request_exact_postcode: AppState::request_exact_postcode,
};

/// Searches everything that is known now.
fn find(app: AppState, text: &str) -> Found {
    let counties = app
        .assets
        .basemap
        .with(|basemap| basemap.loaded().map(Basemap::county_circles).unwrap_or_default());
    let (gazetteer, stations) = (app.assets.gazetteer.get(), app.station_index.get());
    let gazetteer = gazetteer.loaded();
    app.sources.national_warnings.with(|source| {
        let warnings = source.snapshot().map(|snapshot| &*snapshot.content).unwrap_or_default();
        let directory =
            Directory { gazetteer, counties: &counties, stations: stations.rivers(), warnings };
        let sectors = gazetteer.map(|gazetteer| &*gazetteer.sectors).unwrap_or_default();
        search::search(text, &directory.index(), sectors, warnings)
    })
}

/// "Did you mean Tywyn, Gwynedd?"
fn similar_names(app: AppState, found: &[Suggestion]) -> String {
    let language = app.language();
    let [only] = found else { return language.similar_names(None) };
    let (name, _) = Text::picked(language, &only.name).into_parts();
    language.similar_names(Some(&match context(app, only) {
        "" => name,
        context => format!("{name}, {context}"),
    }))
}

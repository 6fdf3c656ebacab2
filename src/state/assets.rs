//! The bundled files that are loaded after the first data: outlines and places.

use super::app_state::AppState;
use crate::browser::fetch::{self, Abort, RequestOptions};
use gorlif_core::{basemap::Basemap, gazetteer::Gazetteer};
use leptos::prelude::*;

/// Loads the bundled files that have not loaded yet.
pub(super) fn load_assets(state: AppState) {
    let AppState { basemap, gazetteer, .. } = state;
    if basemap.with_untracked(|basemap| basemap.loaded().is_none()) {
        let decoded = move |body: &[u8]| basemap.set(Basemap::decode(body).into());
        load("basemap.txt", Box::new(decoded));
    }
    if gazetteer.with_untracked(|gazetteer| gazetteer.loaded().is_none()) {
        let decoded = move |body: &[u8]| gazetteer.set(Gazetteer::decode(body).into());
        load("gazetteer.txt", Box::new(decoded));
    }
}

/// Loads a file and passes it to `then`; an empty body if it could not be loaded.
pub(super) fn load(url: &str, then: Box<dyn Fn(&[u8])>) {
    let request = RequestOptions {
        url: url.to_owned(),
        etag: None,
        bypass_cache: false,
        abort: Abort::new(),
    };
    fetch::get(request, move |ended| {
        let body = ended.result.ok().and_then(|fetched| fetched.body);
        then(body.as_deref().unwrap_or_default());
    });
}

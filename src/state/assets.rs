//! The bundled files that are loaded after the first data: outlines and places.

use super::AppState;
use crate::browser::fetch::{self, Abort, RequestOptions};
use gorlif_core::{basemap::Basemap, gazetteer::Gazetteer};
use leptos::prelude::*;
use std::sync::Arc;

/// A bundled file that is loaded after the first data.
#[derive(Clone, Debug, PartialEq)]
pub enum Asset<T> {
    Loading,
    Loaded(Arc<T>),
    Missing,
}

impl<T> From<Option<T>> for Asset<T> {
    fn from(decoded: Option<T>) -> Self {
        decoded.map_or(Self::Missing, |content| Self::Loaded(Arc::new(content)))
    }
}

impl<T> Asset<T> {
    pub fn loaded(&self) -> Option<&T> {
        match self {
            Self::Loaded(content) => Some(content),
            Self::Loading | Self::Missing => None,
        }
    }
}

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

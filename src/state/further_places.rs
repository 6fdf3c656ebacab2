//! Places that the bundled gazetteer does not have, from the gateway. Used by late chunks only.

use crate::browser::fetch;
use gorlif_core::gazetteer::further_places::{self, FurtherPlace};
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;

/// The places of the last response.
pub type FurtherPlaces = RwSignal<Arc<Vec<FurtherPlace>>>;

/// Requests the places of a name. Without a response those of the last one stay.
pub fn request(name: &str, places: FurtherPlaces) {
    let Some(words) = further_places::words(name) else { return };
    spawn_local(async move {
        let body = fetch::file(&format!("places/{words}")).await;
        if let Some(found) = body.and_then(|body| further_places::decode(&body)) {
            places.set(Arc::new(found));
        }
    });
}

//! The railway stations, from the bundled file. Used by late chunks only.

use super::app_state::AppState;
use crate::browser::fetch;
use gorlif_core::gazetteer::RailwayStation;
use leptos::prelude::*;
use std::sync::Arc;

/// Loads the stations. Without them the search finds the places of the gazetteer only.
pub async fn load(state: AppState) {
    let file = fetch::file("railway-stations.txt").await;
    if let Some(stations) = file.and_then(|file| RailwayStation::decode_all(&file)) {
        state.assets.railway_stations.set(Arc::new(stations));
    }
}

//! The levels of the council, from the deployer's file. Part of the late module.

use super::{app_state::AppState, reactive::effect};
use crate::browser::{document, fetch};
use gorlif_core::council_levels::CouncilLevels;
use leptos::{prelude::*, task::spawn_local};

/// The address of the file, relative to the page.
const PATH: &str = "levels.json";

/// Loads the levels, if the settings say that there are any, and keeps [`AppState::council_levels`] those
/// of the file with the ids of the gauges of the newest response.
pub fn follow(state: AppState) {
    if !state.has_council_levels {
        return;
    }
    let of_file = RwSignal::new(CouncilLevels::default());
    effect(move || {
        let stations = state.station_index.get();
        let levels = of_file.with(|levels| {
            levels.resolved(|id| stations.resolve(id).map(|station| station.id.clone()))
        });
        if state.council_levels.with_untracked(|known| *known != levels) {
            state.council_levels.set(levels);
        }
    });
    spawn_local(async move {
        if let Some(levels) = load().await {
            // The page may be closed by now.
            let _ = of_file.try_set(levels);
        }
    });
}

/// What cannot be decoded is left out and named in the console, for the deployer.
async fn load() -> Option<CouncilLevels> {
    let body = fetch::file(PATH).await.unwrap_or_default();
    let Some((levels, rejected)) = CouncilLevels::decode(&body) else {
        document::warn(
            "levels.json is missing or not an array: no levels of the council are shown",
        );
        return None;
    };
    if !rejected.is_empty() {
        document::warn(&format!("levels.json: these elements are not levels: {rejected:?}"));
    }
    Some(levels)
}

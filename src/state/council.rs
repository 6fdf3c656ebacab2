//! The levels of the council, from the deployer's file. Used by late chunks only.

use super::{app_state::AppState, reactive::memo};
use crate::browser::{document, fetch};
use gorlif_core::council_levels::CouncilLevels;
use leptos::{prelude::*, task::spawn_local};

/// The address of the file, relative to the page.
const PATH: &str = "levels.json";

/// The levels of the file with the ids of the gauges of the newest response. Loads the file, if the
/// settings say that there is one.
pub fn levels(state: AppState) -> Memo<CouncilLevels> {
    let (of_file, set_of_file) = signal(CouncilLevels::default());
    if state.deployment.settings.levels {
        spawn_local(async move {
            if let Some(levels) = load().await {
                set_of_file.set(levels);
            }
        });
    }
    memo(move || {
        let stations = state.station_index.get();
        of_file.with(|levels| {
            levels.resolved(|id| stations.resolve(id).map(|station| station.id.clone()))
        })
    })
}

/// Items that cannot be decoded are left out and named in the console, for the deployer.
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

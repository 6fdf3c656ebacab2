//! The levels of the council, from the deployer's file. Part of the late module.

use super::AppState;
use crate::browser::{document, fetch};
use gorlif_core::council_levels::CouncilLevels;
use leptos::prelude::*;

/// The address of the file, relative to the page.
const PATH: &str = "levels.json";

/// Loads the levels, if the settings say that there are any. What cannot be decoded is left out and
/// named in the console, for the deployer.
pub async fn load(state: AppState) {
    if !state.has_council_levels {
        return;
    }
    let body = fetch::file(PATH).await.unwrap_or_default();
    let Some((levels, rejected)) = CouncilLevels::decode(&body) else {
        return document::warn(
            "levels.json is missing or not an array: no levels of the council are shown",
        );
    };
    if !rejected.is_empty() {
        document::warn(&format!("levels.json: these elements are not levels: {rejected:?}"));
    }
    let _ = state.council_levels.try_set(levels);
}

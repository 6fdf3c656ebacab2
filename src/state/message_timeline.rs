//! The changes of an area's message, from the recorder's file. Used by late chunks only.

use super::app_state::AppState;
use crate::browser::fetch;
use gorlif_core::{
    domain::warning::AreaCode,
    recorded::{MessageChange, WARNINGS_PATH, WarningsHistory},
};

/// The changes of an area's message, oldest first; none if they are not known.
pub async fn load_timeline(state: AppState, code: AreaCode) -> Vec<MessageChange> {
    if !state.deployment.settings.history {
        return Vec::new();
    }
    let body = fetch::file(WARNINGS_PATH).await;
    let history = body.and_then(|body| WarningsHistory::decode(&body));
    history.map(|history| history.changes(&code).to_vec()).unwrap_or_default()
}

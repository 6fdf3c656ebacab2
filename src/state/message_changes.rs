//! The changes of an area's message, from the recorder's file. Part of the late module.

use super::{AppState, assets::load};
use gorlif_core::{
    domain::warning::AreaCode,
    history::{MessageChange, WARNINGS_PATH, WarningsHistory},
};

/// Loads the changes and passes them on, oldest first; none if they are not known.
pub fn load_changes(state: AppState, code: AreaCode, then: impl Fn(Vec<MessageChange>) + 'static) {
    if !state.has_history {
        return then(Vec::new());
    }
    let decoded = move |body: &[u8]| {
        let history = WarningsHistory::decode(body);
        then(history.map(|history| history.changes(&code).to_vec()).unwrap_or_default());
    };
    load(WARNINGS_PATH, Box::new(decoded));
}

//! The levels and the telephone lines of the council, from the deployer's files. Used by late chunks only.

use super::{app_state::AppState, reactive::memo};
use crate::browser::{document, fetch};
use gorlif_core::{
    contacts::{self, Contact},
    council_levels::CouncilLevels,
};
use leptos::{prelude::*, task::spawn_local};

/// The levels of the file with the ids of the gauges of the newest response. Loads the file, if the
/// settings say that there is one.
pub fn levels(state: AppState) -> Memo<CouncilLevels> {
    let is_set = state.deployment.settings.levels;
    let of_file = of_file(is_set, "levels.json", CouncilLevels::decode);
    memo(move || {
        let stations = state.station_index.get();
        of_file.with(|levels| {
            levels.resolved(|id| stations.resolve(id).map(|station| station.id.clone()))
        })
    })
}

/// The telephone lines of the file. Loads it, if the settings say that there is one.
pub fn contacts(state: AppState) -> ReadSignal<Vec<Contact>> {
    of_file(state.deployment.settings.contacts, "contacts.json", contacts::decode)
}

/// The content of a file beside the page, empty until it has loaded. Elements that cannot be decoded are left out and named in the
/// console, for the deployer.
fn of_file<T: Default + Send + Sync + 'static>(
    is_set: bool,
    path: &'static str,
    decode: fn(&[u8]) -> Option<(T, Vec<usize>)>,
) -> ReadSignal<T> {
    let (content, set_content) = signal(T::default());
    if is_set {
        spawn_local(async move {
            let body = fetch::file(path).await.unwrap_or_default();
            let Some((decoded, rejected)) = decode(&body) else {
                return document::warn(&format!("{path} is missing or not an array"));
            };
            if !rejected.is_empty() {
                document::warn(&format!("{path}: these elements cannot be used: {rejected:?}"));
            }
            set_content.set(decoded);
        });
    }
    content
}

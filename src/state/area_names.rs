//! The names of the flood areas from the deployer's file. Used by late chunks only.

use super::app_state::AppState;
use crate::browser::{
    fetch, kept_file,
    settings::{self, Areas},
};
use gorlif_core::area_names::AreaNames;

/// Loads the names, if the settings name a file. A file that cannot be used is named for the operator.
pub async fn load(state: AppState) {
    // A mistake in the settings is named with the shapes.
    let Some(Areas { names: address, projection, .. }) =
        settings::areas().ok().filter(|areas| !areas.names.is_empty())
    else {
        return;
    };
    let decode = |file: &[u8]| AreaNames::decode(file, projection);
    let received = fetch::file(&address).await;
    let new = received.as_deref().and_then(decode);
    let is_new = new.is_some();
    let names = match new {
        Some(new) => Some(new),
        None => kept_file::load(&address).await.and_then(|kept| decode(&kept)),
    };
    // A start without a network is no mistake of the operator.
    let cause = match (&received, is_new, &names) {
        (Some(_), false, _) => Some(format!("areas: {address} is not a file of names")),
        (None, _, None) => Some(format!("areas: {address} could not be loaded")),
        _ => None,
    };
    if let Some(cause) = cause {
        state.assets.add_area_problem(&cause);
    }
    let Some(names) = names else { return };
    state.assets.area_names.set(names);
    // Last, since storage may be slow.
    if let Some(file) = received.filter(|_| is_new) {
        kept_file::keep(&address, &file).await;
    }
}

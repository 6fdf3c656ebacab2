//! Map tiles of a third party over the outlines, where the deployer has set them.

use super::map_notes::MapNotes;
use crate::{
    browser::{navigator, settings::Tiles},
    map::{
        handle::{MapHandle, with_controller},
        layers::tiles::TilesLayer,
    },
    state::reactive::effect,
};
use leptos::prelude::*;

#[component]
pub fn MapTiles(
    map: MapHandle,
    tiles: Tiles,
    /// Set when the first tile has loaded.
    has_tiles: RwSignal<bool>,
) -> impl IntoView {
    let Tiles { address, attribution } = tiles;
    // With the data saver on, tiles load only on request.
    let is_allowed = RwSignal::new(!navigator::saves_data());
    let has_failed = RwSignal::new(false);
    let layer = StoredValue::new_local(None);
    effect(move || {
        if map.is_ready() && is_allowed.get() {
            with_controller(map, |controller| {
                let on_load = move || {
                    if !has_tiles.get_untracked() {
                        has_tiles.set(true);
                    }
                };
                let on_error = move || has_failed.set(true);
                layer.set_value(TilesLayer::new(controller.map(), &address, on_load, on_error));
            });
        }
    });
    view! { <MapNotes is_allowed is_useful=true has_failed attribution /> }
}

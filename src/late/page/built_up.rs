//! The built-up areas on the map, from the bundled file.

use crate::{
    browser::fetch,
    map::{
        handle::{MapHandle, with_controller},
        layers::built_up,
    },
    state::reactive::effect,
};
use gorlif_core::basemap;
use leptos::task::spawn_local;

/// Loads the areas once the map is there. Without the file the map has none.
pub fn draw(map: MapHandle) {
    effect(move || {
        if !map.is_ready() {
            return;
        }
        spawn_local(async move {
            let file = fetch::file("built-up.txt").await;
            let Some(rings) = file.and_then(|file| basemap::decode_built_up(&file)) else { return };
            let outlines = built_up::outlines(&rings).await;
            with_controller(map, |controller| {
                controller.set_built_up(|map| built_up::draw(map, &outlines));
            });
        });
    });
}

//! Fits the map again when its size changes: when it is enlarged, when a device is turned, when the late style sheet arrives.

use crate::{
    browser::{document, resizes::Resizes},
    components::map_view::MAP,
    map::handle::{MapHandle, with_controller},
    state::reactive::effect,
};
use leptos::prelude::*;

/// Follows the size of the map's element.
pub fn follow(map: MapHandle) {
    let observed = StoredValue::new_local(None);
    effect(move || {
        if map.is_ready() {
            let element = document::document().and_then(|document| document.get_element_by_id(MAP));
            let resized = move || with_controller(map, |controller| controller.resized());
            observed.set_value(element.and_then(|element| Resizes::of(&element, resized)));
        }
    });
}

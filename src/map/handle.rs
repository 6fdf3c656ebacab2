//! The map's controller, shared by the components that draw on the map.

use super::controller::Controller;
use leptos::prelude::*;

/// The controller, once the map exists. Never cleared, since the component is never unmounted.
#[derive(Clone, Copy)]
pub struct MapHandle {
    controller: StoredValue<Option<Controller>, LocalStorage>,
    is_ready: RwSignal<bool>,
}

impl Default for MapHandle {
    /// A handle of a map that does not exist yet.
    fn default() -> Self {
        Self { controller: StoredValue::new_local(None), is_ready: RwSignal::new(false) }
    }
}

impl MapHandle {
    /// Keeps the controller, `None` if the map could not be made.
    pub fn set(self, controller: Option<Controller>) {
        let is_made = controller.is_some();
        self.controller.set_value(controller);
        self.is_ready.set(is_made);
    }

    /// Whether the map exists. Tracks it.
    pub fn is_ready(self) -> bool {
        self.is_ready.get()
    }
}

/// Calls a function with the controller, if the map exists. Tracks whether it does.
pub fn when_ready(map: MapHandle, act: impl FnOnce(&mut Controller)) {
    if map.is_ready() {
        with_controller(map, act);
    }
}

/// Calls a function with the controller, if the map exists.
pub fn with_controller(map: MapHandle, act: impl FnOnce(&mut Controller)) {
    map.controller.update_value(|controller| {
        if let Some(controller) = controller {
            act(controller);
        }
    });
}

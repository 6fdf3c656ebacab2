//! The flood areas on the map.

use crate::{
    browser::timer::Turns,
    map::{
        handle::{MapHandle, when_ready, with_controller},
        layers::areas::AreasLayer,
    },
    state::{
        AppState, Panel,
        flood_areas::{self, AreaInForce},
        reactive::{effect, memo},
    },
};
use gorlif_core::domain::{selection::ItemId, warning::Severity};
use leptos::{prelude::*, task::spawn_local};

/// Draws the areas with a message in force, a few at a time. Pale while the list of another source is open, and the one of the
/// selected message clearer than the others.
pub fn draw(state: AppState, map: MapHandle) {
    let layer = StoredValue::new_local(AreasLayer::default());
    let drawn = memo(move || flood_areas::drawn(state));
    // Which drawing is under way; an earlier one ends.
    let current = StoredValue::new(0_u32);
    effect(move || {
        let areas = drawn.get();
        if !map.is_ready() {
            return;
        }
        current.update_value(|number| *number += 1);
        let own = current.get_value();
        spawn_local(async move {
            let is_wanted = |code: &str, severity: Severity| {
                areas.iter().any(|of| of.severity == severity && of.area.code == code)
            };
            layer.update_value(|layer| layer.retain(is_wanted));
            let mut turns = Turns::begin();
            for AreaInForce { severity, area, .. } in areas {
                turns.pause_if_over().await;
                if current.get_value() != own {
                    return;
                }
                with_controller(map, |controller| {
                    layer.update_value(|layer| layer.draw(controller.map(), severity, &area));
                });
            }
        });
    });
    effect(move || {
        let chosen = match state.choices.selection.get() {
            Some(ItemId::Area(code)) => Some(code.given().to_owned()),
            _ => None,
        };
        layer.update_value(|layer| layer.choose(chosen));
    });
    effect(move || {
        let is_muted = state.choices.panel.with(Panel::mutes_messages);
        when_ready(map, |controller| {
            layer.update_value(|layer| layer.mute(controller.map(), is_muted));
        });
    });
}

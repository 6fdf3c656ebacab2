//! The flood areas on the map.

use crate::{
    browser::timer::Turns,
    map::handle::{MapHandle, with_controller},
    state::{
        AppState,
        flood_areas::{self, AreaInForce},
        reactive::{effect, memo},
    },
};
use gorlif_core::{domain::warning::Severity, flood_areas::FloodArea};
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;

/// Draws the areas with a message in force, a few at a time.
pub fn draw(state: AppState, map: MapHandle) {
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
            with_controller(map, |controller| {
                let is_wanted = |code: &str, severity: Severity| {
                    areas.iter().any(|of| of.severity == severity && of.area.code == code)
                };
                controller.with_areas(|_, layer| layer.retain(is_wanted));
            });
            let mut turns = Turns::begin();
            for AreaInForce { severity, area, .. } in areas {
                turns.pause_if_over().await;
                if current.get_value() != own {
                    return;
                }
                draw_one(map, severity, &area);
            }
        });
    });
}

fn draw_one(map: MapHandle, severity: Severity, area: &Arc<FloodArea>) {
    with_controller(map, |controller| {
        controller.with_areas(|map, layer| layer.draw(map, severity, area));
    });
}

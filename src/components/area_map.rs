//! The flood areas on the map, and what the page says of the place in one. Part of the late module.

use super::{
    fragments::{Text, area_title},
    map_view::{MapHandle, with_controller},
};
use crate::{
    browser::timer::Turns,
    state::{
        AppState,
        flood_areas::{self, AreaInForce},
        reactive::{effect, memo},
        use_app_state,
    },
};
use gorlif_core::{
    domain::{selection::ItemId, warning::Severity},
    flood_areas::FloodArea,
};
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

/// "Your place is inside this flood area: River Usk at Brecon (Flood warning)."
#[component]
pub fn Inside() -> impl IntoView {
    let state = use_app_state();
    let content = move || {
        let Some(ItemId::Area(code)) = state.inside.get() else { return Vec::new() };
        let warning = state.message(&code);
        let (language, messages) = (state.language.get(), state.messages());
        let Some(warning) = warning else { return Vec::new() };
        let name = area_title(language, &warning);
        let severity = (messages.severity)(warning.severity);
        let texts = [
            Text::own(language.area_messages().inside),
            Text::own(" "),
            name,
            Text::own(format!(" ({severity}).")),
        ];
        texts.map(Text::into_view).into_iter().collect::<Vec<AnyView>>()
    };
    let has_none = move || state.inside.with(Option::is_none);
    view! {
        <p class="inside" hidden=has_none>
            {content}
        </p>
    }
}

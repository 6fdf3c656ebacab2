//! Map tiles of a third party over the outlines, where the deployer has set them, and the notes on the map about these or
//! street level.

use crate::{
    browser::{navigator, settings::Tiles},
    map::{
        handle::{MapHandle, when_ready},
        layers::tiles::TilesLayer,
    },
    state::{reactive::effect, use_app_state},
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
        if is_allowed.get() {
            when_ready(map, |controller| {
                let on_load = move || {
                    if !has_tiles.get_untracked() {
                        has_tiles.set(true);
                    }
                };
                let on_error = move || has_failed.set(true);
                layer.set_value(TilesLayer::new(controller.map(), &address, on_load, on_error));
                controller.allow_streets();
            });
        }
    });
    view! { <MapNotes is_allowed is_useful=true has_failed attribution /> }
}

/// An offer to load the detailed ground, that it could not be loaded, and who made it.
#[component]
pub fn MapNotes(
    /// Whether it may be loaded; the button sets it.
    is_allowed: RwSignal<bool>,
    /// Whether it would be shown if it were loaded.
    #[prop(into)]
    is_useful: Signal<bool>,
    has_failed: RwSignal<bool>,
    #[prop(into)] attribution: Signal<String>,
) -> impl IntoView {
    let state = use_app_state();
    let offer = move || {
        (is_useful.get() && !is_allowed.get()).then(|| {
            view! {
                <button class="map-tiles" type="button" on:click=move |_| is_allowed.set(true)>
                    {state.language().map_texts().show_tiles}
                </button>
            }
        })
    };
    view! {
        {offer}
        <p class="map-trouble" role="status">
            {move || if has_failed.get() { state.language().map_texts().tiles_failed } else { "" }}
        </p>
        {move || {
            let attribution = attribution.get();
            (!attribution.is_empty())
                .then(|| view! { <p class="map-attribution">{attribution}</p> })
        }}
    }
}

//! Map tiles of a third party over the outlines, where the deployer has set them.

use crate::{
    browser::{navigator, settings::Tiles},
    map::handle::{MapHandle, with_controller},
    state::{reactive::effect, use_app_state},
};
use leptos::prelude::*;

#[component]
pub fn MapTiles(map: MapHandle, tiles: Tiles) -> impl IntoView {
    let state = use_app_state();
    let Tiles { address, attribution } = tiles;
    // With the data saver on, tiles load only on request.
    let is_wanted = RwSignal::new(!navigator::saves_data());
    let has_failed = RwSignal::new(false);
    effect(move || {
        if map.is_ready() && is_wanted.get() {
            with_controller(map, |controller| {
                controller.set_tiles(&address, move || has_failed.set(true))
            });
        }
    });
    let show = move || {
        (!is_wanted.get()).then(|| {
            view! {
                <button class="map-tiles" type="button" on:click=move |_| is_wanted.set(true)>
                    {state.language().map_texts().show_tiles}
                </button>
            }
        })
    };
    view! {
        {show}
        <p class="map-trouble" role="status">
            {move || if has_failed.get() { state.language().map_texts().tiles_failed } else { "" }}
        </p>
        {(!attribution.is_empty()).then(|| view! { <p class="map-attribution">{attribution}</p> })}
    }
}

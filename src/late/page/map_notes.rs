//! Notes on the map about its detailed ground: an offer to load it, that it could not be loaded, and who made it.

use crate::state::use_app_state;
use leptos::prelude::*;

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

//! The radius around the place: a slider, and a button for each of the common values.

use super::fragments::aria;
use crate::state::{AppState, use_app_state};
use gorlif_core::domain::geo::{RADIUS_PRESETS_KM, RADIUS_STEPS_KM, Radius};
use leptos::{ev, prelude::*};

#[component]
pub fn RadiusPicker() -> impl IntoView {
    let state = use_app_state();
    let step = |event: &ev::Event| {
        Radius::from_step(event_target_value(event).parse().unwrap_or_default())
    };
    let preview = move |event: ev::Event| state.choices.radius_preview.set(step(&event));
    let choose = move |event: ev::Event| state.choices.choose_radius(step(&event));
    let preset = move |radius: Radius| {
        view! {
            <button
                type="button"
                aria-pressed=move || aria(state.choices.radius.get() == radius)
                on:click=move |_| state.choices.choose_radius(radius)
            >
                {format!("{}\u{a0}km", radius.kilometres())}
            </button>
        }
        .into_any()
    };
    view! {
        <div class="radius" hidden=move || state.choices.place.get().is_none()>
            <label for="radius">
                {move || state.texts().radius_label} " "
                <output for="radius">{move || shown(state)}</output>
            </label>
            <input
                id="radius"
                type="range"
                min="0"
                max=(RADIUS_STEPS_KM.len() - 1).to_string()
                step="1"
                prop:value=move || state.choices.radius.get().step().to_string()
                aria-valuetext=move || shown(state)
                on:input=preview
                on:change=choose
            />
            <div class="presets">
                {RADIUS_PRESETS_KM
                    .into_iter()
                    .filter_map(Radius::from_kilometres)
                    .map(preset)
                    .collect::<Vec<AnyView>>()}
            </div>
        </div>
    }
}

/// The radius as text; while the slider is dragged, its current value.
fn shown(state: AppState) -> String {
    (state.texts().radius_value)(state.choices.radius_preview.get())
}

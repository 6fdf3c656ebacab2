//! The radius around the place.

use super::fragments::span;
use crate::state::use_app_state;
use gorlif_core::domain::geo::Radius;
use leptos::prelude::*;

#[component]
pub fn RadiusPicker() -> impl IntoView {
    let state = use_app_state();
    let choose = move |event| {
        let radius = event_target_value(&event).parse().ok().and_then(Radius::from_kilometres);
        if let Some(radius) = radius {
            state.choices.choose_radius(radius);
        }
    };
    let option = move |radius: Radius| {
        let kilometres = radius.kilometres();
        view! {
            <option
                value=kilometres.to_string()
                prop:selected=move || state.choices.radius.get() == radius
            >
                {format!("{kilometres}\u{a0}km")}
            </option>
        }
        .into_any()
    };
    view! {
        <label class="radius" hidden=move || state.choices.place.get().is_none()>
            {move || state.texts().radius_label}
            " "
            {move || span("visually-hidden", state.texts().radius_of_place.into_any())}
            <select id="radius" on:change=choose>
                {Radius::all().map(option).collect::<Vec<AnyView>>()}
            </select>
        </label>
    }
}

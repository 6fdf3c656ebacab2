//! The map as a component: data in, ids out.

use super::controller::{Controller, Reports};
pub use super::controller::PopupText;
use super::symbols::Symbol;
use crate::browser::{marks, settings::Tiles};
use gorlif_core::{
    atlas::Atlas,
    domain::{
        geo::{Position, Radius},
        selection::Selection,
    },
    language::Language,
};
use leptos::{html, prelude::*};
use std::sync::Arc;

/// `settled` is the circle as chosen; `circle` also follows a finger on the slider.
#[component]
pub fn MapView(
    #[prop(into)] language: Signal<Language>,
    #[prop(into)] atlas: Signal<Option<Arc<Atlas>>>,
    #[prop(into)] symbols: Signal<Arc<Vec<Symbol>>>,
    /// Whether the gauges have come.
    #[prop(into)]
    has_stations: Signal<bool>,
    #[prop(into)] circle: Signal<Option<(Position, Radius)>>,
    #[prop(into)] settled: Signal<Option<(Position, Radius)>>,
    #[prop(into)] selected: Signal<Option<Selection>>,
    #[prop(into)] popup: Signal<Option<PopupText>>,
    tiles: Tiles,
    on_select: Callback<Option<Selection>>,
    on_place: Callback<Position>,
) -> impl IntoView {
    let element = NodeRef::<html::Div>::new();
    let large = RwSignal::new(false);
    let failed = RwSignal::new(false);
    let controller = StoredValue::new_local(None::<Controller>);
    let ready = RwSignal::new(false);
    let words = move || language.get().words();

    Effect::new({
        let tiles = tiles.address.clone();
        move |_| {
            let Some(element) = element.get() else { return };
            let reports = Reports {
                picked: Box::new(move |what| on_select.run(Some(what))),
                place: Box::new(move |place| on_place.run(place)),
                closed: Box::new(move || on_select.run(None)),
            };
            let made = Controller::new(&element, &tiles, reports);
            failed.set(made.is_none());
            ready.set(made.is_some());
            controller.set_value(made);
        }
    });
    on_cleanup(move || {
        let _ = controller.try_set_value(None);
    });

    // Each effect carries one thing from the state to Leaflet, and runs again once the map is there.
    let with = move |act: &mut dyn FnMut(&mut Controller)| {
        controller.update_value(|controller| {
            if let Some(controller) = controller {
                act(controller);
            }
        });
    };
    Effect::new(move |_| {
        if ready.get() && let Some(atlas) = atlas.get() {
            with(&mut |controller| controller.set_atlas(&atlas));
        }
    });
    Effect::new(move |_| {
        let language = language.get();
        if ready.get() {
            with(&mut |controller| controller.set_language(language));
        }
    });
    Effect::new(move |before: Option<Option<(Position, Radius)>>| {
        let settled = settled.get();
        if ready.get() {
            with(&mut |controller| controller.set_circle(settled, before.is_none_or(|before| before != settled) || before.is_none()));
        }
        settled
    });
    Effect::new(move |_| {
        let circle = circle.get();
        if ready.get() {
            with(&mut |controller| controller.set_circle(circle, false));
        }
    });
    Effect::new(move |marked: Option<bool>| {
        let symbols = symbols.get();
        if !ready.get() {
            return false;
        }
        with(&mut |controller| controller.set_symbols(&symbols));
        let plotted = has_stations.get();
        if plotted && marked != Some(true) {
            marks::after_paint("stations-plotted");
        }
        plotted
    });
    Effect::new(move |_| {
        let (selected, popup) = (selected.get(), popup.get());
        if ready.get() {
            with(&mut |controller| {
                controller.set_selected(selected.clone());
                if let Some(popup) = &popup {
                    controller.reveal(popup.at);
                }
                controller.set_popup(popup.clone());
            });
        }
    });
    Effect::new(move |before: Option<bool>| {
        let large = large.get();
        if before.is_some_and(|before| before != large) {
            with(&mut |controller| controller.resized());
        }
        large
    });

    view! {
        <section class="map-frame" class:large=large aria-label=move || words().map_label on:keydown=move |event| {
            if event.key() == "Escape" {
                large.set(false);
            }
        }>
            <div class="map" node_ref=element data-stations=move || symbols.with(|symbols| {
                symbols.iter().filter(|symbol| matches!(symbol.what, Selection::Station(_))).count()
            }) data-warnings=move || symbols.with(|symbols| {
                symbols.iter().filter(|symbol| matches!(symbol.what, Selection::Area(_))).count()
            })></div>
            <Show when=move || failed.get()>
                <p class="map-failed">{move || words().map_unavailable}</p>
            </Show>
            <div class="map-buttons">
                <button type="button" aria-label=move || words().map_zoom_in on:click=move |_| with(&mut |controller| controller.zoom_in())>"+"</button>
                <button type="button" aria-label=move || words().map_zoom_out on:click=move |_| with(&mut |controller| controller.zoom_out())>"−"</button>
            </div>
            <button type="button" class="map-size" aria-pressed=move || large.get().to_string() on:click=move |_| large.update(|large| *large = !*large)>
                {move || if large.get() { words().map_leave_full_screen } else { words().map_full_screen }}
            </button>
            {(!tiles.attribution.is_empty()).then(|| view! { <p class="map-attribution">{tiles.attribution.clone()}</p> })}
        </section>
    }
}

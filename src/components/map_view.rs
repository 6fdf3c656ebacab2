//! The Leaflet map as a component: takes data and reports ids.

use super::{fragments::aria, late::use_late};
pub use crate::map::MAP;
use crate::{
    browser::{document, marks},
    map::{
        callbacks::MapCallbacks,
        controller::Controller,
        handle::{MapHandle, when_ready, with_controller},
        layers::popup::PopupText,
        symbols::Symbol,
    },
    state::{
        AppState, Loadable,
        reactive::{effect, memo},
        sources::Sources,
        use_app_state,
    },
};
use gorlif_core::{
    domain::{
        geo::{Distance, Position},
        selection::ItemId,
    },
    i18n::Texts,
    source::state::SourceState,
};
use leptos::{ev, html, prelude::*};
use std::sync::Arc;

/// The id of the button that enlarges the map.
const SIZE_BUTTON: &str = "map-size";
/// The elements that the large map covers.
const BESIDE_THE_MAP: &str = "header, main > :not(.map-frame), footer, .statements";

#[component]
pub fn MapView(
    symbols: Memo<Arc<Vec<Symbol>>>,
    popup: Memo<Option<PopupText>>,
    callbacks: MapCallbacks,
    /// The key for the next symbol was pressed.
    on_next: Callback<()>,
) -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    let [is_large, has_failed] = [(); 2].map(|()| RwSignal::new(false));
    let map = MapHandle::default();
    let element = NodeRef::<html::Div>::new();

    let act = move |()| {
        // The answer to the action is in the page, which the enlarged map covers.
        is_large.set(false);
        callbacks.action.run(());
    };
    let callbacks = MapCallbacks { action: Callback::new(act), ..callbacks };
    effect(move || {
        if let Some(element) = element.get() {
            make_map(element, map, has_failed, callbacks);
        }
    });
    draw_outlines(state, map);
    draw_symbols(state, map, symbols);
    draw_selection(state, map, popup);
    effect(move || {
        if let Some(parts) = late.forecast.loaded() {
            (parts.draw_on_map)(state, map);
        }
    });

    cover_page(is_large, map);
    let count = move |stations: bool| {
        let of_kind = |symbol: &&Symbol| matches!(symbol.id, ItemId::Station(_)) == stations;
        symbols.with(|symbols| symbols.iter().filter(of_kind).count())
    };
    let spoken = RwSignal::new((state.choices.language.get_untracked(), String::new()));
    // The keys are shown to people who use them. Leaflet focuses the map on a press of the mouse
    // too, so that `:focus-visible` does not tell.
    let is_keyboard_used = RwSignal::new(false);
    let press_key = move |event: ev::KeyboardEvent| match event.key().as_str() {
        "Escape" if is_large.get_untracked() => {
            is_large.set(false);
            document::focus(SIZE_BUTTON);
        }
        "n" | "N" if is_for_map(&event) => {
            on_next.run(());
            let lines = popup.get_untracked().map(|popup| popup.lines).unwrap_or_default();
            let texts: Vec<String> = lines.into_iter().map(|(text, _)| text).collect();
            spoken.set((untrack(|| state.language()), texts.join(". ")));
        }
        "Enter" if is_for_map(&event) => act(()),
        _ => {}
    };
    view! {
        <section
            class=move || if is_large.get() { "map-frame large" } else { "map-frame" }.to_owned()
            data-popup=move || popup.with(|popup| popup.as_ref().map(|_| ""))
            on:keydown=press_key
            on:keyup=move |event| is_keyboard_used.set(is_on_map(&event))
            on:pointerdown=move |_| is_keyboard_used.set(false)
        >
            <div
                node_ref=element
                class="map"
                id=MAP
                role="application"
                aria-label=move || Some(state.texts().map_label)
                aria-describedby="map-keys"
                data-stations=move || count(true).to_string()
                data-warnings=move || count(false).to_string()
            ></div>
            <p
                class=move || {
                    if is_keyboard_used.get() { "map-keys shown" } else { "map-keys" }.to_owned()
                }
                id="map-keys"
            >
                {move || (state.texts().map_keys)(count(false), count(true))}
            </p>
            <p class="visually-hidden" role="status">
                {move || {
                    let (language, text) = spoken.get();
                    let is_current = language == state.language() && popup.with(Option::is_some);
                    if is_current { text } else { String::new() }
                }}
            </p>
            {move || {
                has_failed
                    .get()
                    .then(|| {
                        view! { <p class="map-failed">{state.texts().map_unavailable}</p> }
                            .into_any()
                    })
                    .into_any()
            }}
            <div class="map-buttons">
                {zoom_button(state, map, |texts| texts.map_zoom_in, "+", Controller::zoom_in)}
                {zoom_button(state, map, |texts| texts.map_zoom_out, "−", Controller::zoom_out)}
            </div>
            {size_button(state, is_large)}
            {move || {
                late.page
                    .loaded()
                    .map(|parts| (parts.on_map)(state, map, is_large.into()))
                    .into_any()
            }}
        </section>
    }
}

/// Makes the map once Leaflet is loaded.
fn make_map(
    element: web_sys::HtmlDivElement,
    map: MapHandle,
    has_failed: RwSignal<bool>,
    callbacks: MapCallbacks,
) {
    document::after_map_script(move || {
        let controller = Controller::new(&element, callbacks);
        let is_made = controller.is_some();
        if !is_made {
            // Without a map, remove the first dots, which would be mistaken for current data.
            document::remove("first-map");
        }
        has_failed.set(!is_made);
        map.set(controller);
    });
}

/// Keeps the focus out of what the large map covers.
fn cover_page(is_large: RwSignal<bool>, map: MapHandle) {
    let mut was_large = false;
    effect(move || {
        let is_large = is_large.get();
        if std::mem::replace(&mut was_large, is_large) != is_large {
            document::set_inert(BESIDE_THE_MAP, is_large);
            with_controller(map, |controller| controller.resized());
        }
    });
}

fn is_on_map(event: &ev::KeyboardEvent) -> bool {
    event_target::<web_sys::Element>(event).id() == MAP
}

/// Leaflet handles the arrow keys, + and −. A key with a modifier is the browser's.
fn is_for_map(event: &ev::KeyboardEvent) -> bool {
    is_on_map(event) && !(event.ctrl_key() || event.alt_key() || event.meta_key())
}

fn zoom_button(
    state: AppState,
    map: MapHandle,
    label: fn(&Texts) -> &'static str,
    text: &'static str,
    act: fn(&Controller),
) -> impl IntoView {
    view! {
        <button
            type="button"
            aria-label=move || Some(label(state.texts()))
            on:click=move |_| with_controller(map, |controller| act(controller))
        >
            {text}
        </button>
    }
}

/// Enlarges the map, or makes it small again.
fn size_button(state: AppState, is_large: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="map-size"
            id=SIZE_BUTTON
            aria-pressed=move || aria(is_large.get())
            on:click=move |_| is_large.update(|large| *large = !*large)
        >
            {move || {
                if is_large.get() {
                    state.texts().map_leave_full_screen
                } else {
                    state.texts().map_full_screen
                }
            }}
        </button>
    }
}

/// The circle that the map shows: that around the place, or that of the county or the river.
fn area_circle(state: AppState) -> Option<(Position, Distance)> {
    let of_place = state.choices.circle().map(|(place, radius)| (place, radius.distance()));
    of_place.or_else(|| state.progress.late.get()?.area_circle.get())
}

/// Draws the outlines and moves the view to the chosen area, once the map exists.
fn draw_outlines(state: AppState, map: MapHandle) {
    effect(move || {
        if let Loadable::Loaded(basemap) = state.assets.basemap.get() {
            when_ready(map, |controller| controller.set_basemap(&basemap));
        }
    });
    effect(move || {
        when_ready(map, |controller| controller.show_area(area_circle(state)));
    });
}

/// Draws the symbols, and marks when the page can be used.
fn draw_symbols(state: AppState, map: MapHandle, symbols: Memo<Arc<Vec<Symbol>>>) {
    effect(move || {
        let symbols = symbols.get();
        when_ready(map, |controller| controller.set_symbols(&symbols));
    });
    let is_usable = memo(move || {
        let Sources { national_warnings, levels, .. } = state.sources;
        levels.with(|source| source.snapshot().is_some())
            && national_warnings.with(SourceState::is_settled)
    });
    effect(move || {
        if is_usable.get() && map.is_ready() {
            // Usually set by the bootstrap script already.
            marks::after_paint_once("stations-plotted");
            marks::after_paint("usable");
        }
    });
}

/// Marks the selected symbol, shows its popup, and moves the map to a new one.
fn draw_selection(state: AppState, map: MapHandle, popup: Memo<Option<PopupText>>) {
    let mut shown = None;
    effect(move || {
        let (selected, popup) = (state.choices.selection.get(), popup.get());
        if !map.is_ready() {
            return;
        }
        let is_new = shown != selected;
        shown.clone_from(&selected);
        with_controller(map, |controller| {
            controller.set_selected(selected.clone());
            if let Some(popup) = popup.as_ref().filter(|_| is_new) {
                controller.reveal(popup.at);
            }
            controller.set_popup(popup);
        });
    });
}

//! The wall view for a duty desk: the answer, the map, and the lists in turn, without controls.

use crate::late::page::source_list::{self, Status};
use crate::{
    browser::{address, document, resizes::Resizes, visibility, wake_lock},
    components::{fragments::symbol, map_view::MAP},
    map::handle::{MapHandle, with_controller},
    state::{AppState, Panel, page_query::PageQuery, reactive::effect, use_app_state},
};
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsCast;

/// How long each part of a list is shown, in milliseconds.
const TURN: u32 = 15_000;
/// The largest number of parts of a list; the most severe messages and the first gauges are in them.
const MOST_PARTS: u32 = 6;
/// The lists in turn.
const PANELS: [Panel; 3] = [Panel::Warnings, Panel::Rivers, Panel::Forecast];
/// The list that is shown; it is as high as the screen leaves room for.
const OPEN_PANEL: &str = ".panel.open";

/// What is not cut at the bottom of the screen.
const ITEMS: &str = ".entries > li, tbody tr, .days li";

/// Fits the map to its size in the wall view, which the late style sheet sets.
pub fn fit_map(state: AppState, map: MapHandle) {
    if !state.deployment.is_wall {
        return;
    }
    let refit = move || with_controller(map, |controller| controller.refit());
    let observed = StoredValue::new_local(None);
    effect(move || {
        if map.is_ready() {
            let map = document::document().and_then(|document| document.get_element_by_id(MAP));
            observed.set_value(map.and_then(|map| Resizes::of(&map, refit)));
        }
    });
}

/// Exists in the wall view only.
#[component]
pub fn Wall() -> impl IntoView {
    let state = use_app_state();
    state.deployment.is_wall.then(|| view! { <Status /> })
}

/// Moves the view on.
#[derive(Clone, Copy)]
struct Turning {
    state: AppState,
    is_paused: RwSignal<bool>,
    /// The number of parts of the list that were shown.
    parts: StoredValue<u32>,
}

impl Turning {
    fn turn(self) {
        if self.is_paused.get_untracked() {
            return;
        }
        self.parts.update_value(|parts| *parts += 1);
        if self.parts.get_value() < MOST_PARTS && document::scroll_on(OPEN_PANEL, "h2", ITEMS) {
            return;
        }
        self.parts.set_value(0);
        let shown = self.state.choices.panel.get_untracked();
        let next = PANELS.iter().cycle().skip_while(|panel| **panel != shown).nth(1);
        self.state.choices.panel.set(next.copied().unwrap_or_default());
        request_animation_frame(|| document::scroll_to_top(OPEN_PANEL));
    }

    fn press(self, key: &str) {
        match key {
            " " => self.is_paused.update(|is_paused| *is_paused = !*is_paused),
            "Escape" => {
                let query = PageQuery { wall: false, ..untrack(|| self.state.page_query()) };
                address::open(&query.text());
            }
            _ => {}
        }
    }
}

/// The clock, the state of each source, and whether the screen stays on.
#[component]
fn Status() -> impl IntoView {
    let state = use_app_state();
    document::add_root_class("wall");
    let is_paused = RwSignal::new(false);
    let turning = Turning { state, is_paused, parts: StoredValue::new(0) };
    let is_awake = RwSignal::new(false);
    // The browser lets the lock go when the page is hidden.
    let lock = move || {
        if !visibility::is_hidden() {
            spawn_local(async move { is_awake.set(wake_lock::keep_awake().await) });
        }
    };
    lock();
    let listeners = (
        Interval::new(TURN, move || turning.turn()),
        visibility::on_change(lock),
        document::document().map(|document| {
            EventListener::new(&document, "keydown", move |event| {
                if let Some(event) = event.dyn_ref::<web_sys::KeyboardEvent>() {
                    turning.press(&event.key());
                }
            })
        }),
    );
    let _listeners = StoredValue::new_local(listeners);
    let wall_texts = move || state.language().wall_texts();
    let clock = move || {
        let now = state.clock.now_by_minute();
        state.language().when(now, now)
    };
    let sources = move || {
        let texts = state.language().source_texts();
        let source = |Status { name, freshness, text, .. }: Status| {
            view! {
                <li data-state=freshness
                    .id()>
                    {symbol(source_list::state_symbol(freshness))} <span>
                        <strong>{(texts.source)(name)}</strong>
                        " "
                        {text}
                    </span>
                </li>
            }
            .into_any()
        };
        source_list::statuses(state).into_iter().map(source).collect::<Vec<AnyView>>()
    };
    let screen = move || if is_awake.get() { wall_texts().awake } else { wall_texts().not_awake };
    view! {
        <section class="wall-status" aria-label=move || wall_texts().status>
            <p class="clock">{clock}</p>
            <ul>{sources}</ul>
            <p class="quiet">
                <strong hidden=move || !is_paused.get()>{move || wall_texts().paused} " "</strong>
                {screen}
                " "
                {move || wall_texts().keys}
            </p>
        </section>
    }
}

//! The wall view for a duty desk: the answer, the map, and the lists in turn, without controls but some keys.

use super::{county_table::CountyTable, layouts};
use crate::late::page::{gauge_filters, list_order, source_list};
use crate::{
    browser::{address, document, sound, wake_lock},
    components::{
        fragments::{station_title, symbol},
        gauge_text,
    },
    map::symbols::SymbolStyle,
    state::{AppState, Panel, page_query::Layout, reactive::memo, use_app_state, watching},
};
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use gorlif_core::{
    domain::{
        sorting,
        source_id::SourceId,
        station::Station,
        warning::{Severity, Warning},
    },
    presenter::{gauge, source::Line},
};
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// How long each part of a list is shown, in milliseconds.
const TURN: u32 = 15_000;
/// The largest number of parts of a list; the most severe messages and the first gauges are in them.
const MOST_PARTS: u32 = 6;
/// The lists in turn.
const PANELS: [Panel; 3] = [Panel::Warnings, Panel::Rivers, Panel::Forecast];
/// The list that is shown; it is as high as the screen leaves room for.
const OPEN_PANEL: &str = ".panel.open";
/// The numbers by county, which may be higher than the screen too.
const COUNTIES: &str = ".county-numbers";

/// The elements that are not cut at the bottom of the screen.
const ITEMS: &str = ".entries > li, tbody tr, .days li";

/// Exists in the wall view only.
pub fn wall() -> Option<AnyView> {
    let state = use_app_state();
    (state.deployment.layout == Layout::Wall).then(|| {
        view! {
            <CountyTable />
            <Reached />
            <Status />
        }
        .into_any()
    })
}

/// Moves the view on, and does what a key says.
#[derive(Clone, Copy)]
struct Turning {
    state: AppState,
    is_paused: RwSignal<bool>,
    /// The browser has no sound.
    has_no_sound: RwSignal<bool>,
    /// The number of parts of the list that were shown.
    parts: StoredValue<u32>,
}

impl Turning {
    fn turn(self) {
        if self.is_paused.get_untracked() {
            return;
        }
        if !document::scroll_on(COUNTIES, "thead", "tbody tr") {
            document::scroll_to_top(COUNTIES);
        }
        self.parts.update_value(|parts| *parts += 1);
        if self.parts.get_value() < MOST_PARTS && document::scroll_on(OPEN_PANEL, "h2", ITEMS) {
            return;
        }
        self.parts.set_value(0);
        if self.state.progress.new_version.get_untracked() && is_quiet(self.state) {
            // No visitor loads a wall again. The same address has the new version now.
            address::open(&layouts::query(self.state, Layout::Wall));
        }
        let shown = self.state.choices.panel.get_untracked();
        let next = PANELS.iter().cycle().skip_while(|panel| **panel != shown).nth(1);
        self.state.choices.panel.set(next.copied().unwrap_or_default());
        request_animation_frame(|| document::scroll_to_top(OPEN_PANEL));
    }

    /// Played once on the press, so that it is known.
    fn switch_sound(self) {
        let plays_sound = self.state.choices.plays_sound;
        let is_on = !plays_sound.get_untracked();
        self.has_no_sound.set(is_on && !sound::play());
        plays_sound.set(is_on && !self.has_no_sound.get_untracked());
    }

    fn press(self, event: &web_sys::KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.repeat() {
            return;
        }
        match event.key().as_str() {
            " " => self.is_paused.update(|is_paused| *is_paused = !*is_paused),
            "Escape" => {
                address::open(&layouts::query(self.state, Layout::Lists));
            }
            "s" | "S" => self.switch_sound(),
            _ => {}
        }
    }
}

/// Whether the page may load again: the messages are fresh, and none is more than an alert.
fn is_quiet(state: AppState) -> bool {
    let is_at_most_alert = |warning: &Warning| warning.severity >= Severity::Alert;
    untrack(|| {
        matches!(watching::confirmed(state), Some((_, true)))
            && state.sources.national_warnings.with(|national| {
                national.snapshot().is_some_and(|last| last.content.iter().all(is_at_most_alert))
            })
    })
}

/// The most gauges that have reached a level.
const MOST_REACHED: usize = 4;

/// The gauges that have reached a level of the council, with their trend. Over the lower edge of the map.
#[component]
fn Reached() -> impl IntoView {
    let state = use_app_state();
    let desk_texts = move || state.language().desk_texts();
    // Those that rise fastest first.
    let reached = memo(move || {
        let rise = |station: &Arc<Station>| list_order::rise(state, station);
        sorting::sorted(gauge_filters::reached(state), |a, b| rise(b).total_cmp(&rise(a)))
    });
    let gauge = move |station: &Arc<Station>| {
        let (language, texts, now) = (state.language(), state.texts(), state.clock.now_by_minute());
        let trend = gauge_text::trend_text(state, station, now);
        view! {
            <li>
                {symbol(SymbolStyle::Reached.symbol())}
                <strong>{station_title(language, station).into_view()}</strong> " "
                {gauge::value(texts, station)} {trend.map(|trend| format!(", {trend}"))}
            </li>
        }
        .into_any()
    };
    let gauges =
        move || reached.with(|all| all.iter().take(MOST_REACHED).map(gauge).collect_view());
    let more = move || match reached.with(|all| all.len().saturating_sub(MOST_REACHED)) {
        0 => String::new(),
        count => (desk_texts().more)(count),
    };
    // That none is known to have reached one is not shown as if none had.
    let unknown = move || {
        let has_levels = state.deployment.settings.levels;
        let is_unknown = has_levels && gauge_filters::is_reached_unknown(state);
        if is_unknown { state.language().filter_texts().reached_unknown } else { "" }
    };
    view! {
        <section
            class="wall-reached"
            hidden=move || reached.with(Vec::is_empty) && unknown().is_empty()
        >
            <h3>{move || desk_texts().reached}</h3>
            <ul>{gauges}</ul>
            <p>{more}</p>
            <p>{unknown}</p>
        </section>
    }
}

/// The clock, the state of each source, whether the screen stays on, and the sound.
#[component]
fn Status() -> impl IntoView {
    let state = use_app_state();
    let is_paused = RwSignal::new(false);
    let has_no_sound = RwSignal::new(false);
    let turning = Turning { state, is_paused, has_no_sound, parts: StoredValue::new(0) };
    let is_awake = RwSignal::new(false);
    // The browser lets the lock go when the page is hidden.
    let lock = move || {
        if !document::is_hidden() {
            spawn_local(async move { is_awake.set(wake_lock::keep_awake().await) });
        }
    };
    lock();
    let listeners = (
        Interval::new(TURN, move || turning.turn()),
        document::on_visibility_change(lock),
        document::document().map(|document| {
            EventListener::new(&document, "keydown", move |event| {
                if let Some(event) = event.dyn_ref::<web_sys::KeyboardEvent>() {
                    turning.press(event);
                }
            })
        }),
    );
    let _listeners = StoredValue::new_local(listeners);
    let output_texts = move || state.language().output_texts();
    let clock = move || {
        let now = state.clock.now_by_minute();
        state.language().when(now, now)
    };
    let sound_said = move || {
        let texts = state.language().change_texts();
        match (state.choices.plays_sound.get(), turning.has_no_sound.get()) {
            (true, _) => texts.sound,
            (false, true) => texts.no_sound,
            (false, false) => "",
        }
    };
    let screen =
        move || if is_awake.get() { output_texts().awake } else { output_texts().not_awake };
    view! {
        <section class="wall-status" aria-label=move || output_texts().status>
            <p class="clock">{clock}</p>
            <ul>{move || sources(state)}</ul>
            <p class="quiet">
                <strong hidden=move || !is_paused.get()>{move || output_texts().paused} " "</strong>
                {screen}
                " "
                {move || output_texts().keys}
            </p>
            <p class="quiet" role="status">
                {move || sound_said()}
            </p>
        </section>
    }
}

/// Each source with its symbol.
fn sources(state: AppState) -> Vec<AnyView> {
    let texts = state.language().source_texts();
    let source = |(name, line): (SourceId, Line)| {
        let freshness = line.freshness.id();
        view! {
            <li data-state=freshness>
                {symbol(source_list::state_symbol(line.freshness))} <span>
                    <strong>{(texts.source)(name)}</strong>
                    " "
                    {line.text}
                </span>
            </li>
        }
        .into_any()
    };
    source_list::shown(state).into_iter().map(source).collect()
}

//! The places of the chunks below the lists: until one is loaded, its heading or button, and that it is missing.

use super::{
    fragments::paragraph,
    late::{Loading, use_late},
    view_picker::panel_class,
};
use crate::{
    browser::document,
    state::{Connection, Panel, reactive::effect, use_app_state},
};
use gorlif_core::i18n::Texts;
use leptos::prelude::*;

/// The id of the forecast's heading.
pub const HEADING: &str = "forecast-heading";
/// The id of the watch list's heading.
pub const WATCH_HEADING: &str = "watch-heading";

/// The id of the button that checks now.
pub const CHECK_NOW: &str = "check-now";

/// The forecast, the watch list, the sources, and the views of the desk.
#[component]
pub fn LatePanel(connection: Connection) -> impl IntoView {
    let late = use_late();
    let forecast = Awaited::new(late.forecast.loading, HEADING);
    let watch = Awaited::new(late.watch.loading, WATCH_HEADING);
    let sources = Awaited::new(late.page.loading, CHECK_NOW);
    let check_now = move || {
        sources.is_pressed.set_value(true);
        connection.check_now();
        late.load_missing();
    };
    // Their places may be out of view.
    let lacks_watch_or_desk =
        move || late.watch.loading.is_missing() || late.desk.loading.is_missing();
    let try_again = move || late.load_missing();
    view! {
        {move || match late.forecast.loaded() {
            Some(parts) => (parts.panel)(),
            None => outline(forecast, Panel::Forecast, |texts| texts.forecast_caption),
        }}
        {move || match late.watch.loaded() {
            Some(parts) => (parts.panel)(),
            None => outline(watch, Panel::Watched, |texts| texts.watched),
        }}
        {move || match late.page.loaded() {
            Some(parts) => (parts.sources)(connection),
            None if late.page.loading.is_missing() => {
                missing_section(Some(CHECK_NOW), |texts| texts.check_now, Box::new(check_now))
            }
            None => ().into_any(),
        }}
        {move || {
            (late.page.loading.is_loaded() && lacks_watch_or_desk())
                .then(|| missing_section(None, |texts| texts.try_again, Box::new(try_again)))
                .into_any()
        }}
        {move || late.desk.loaded().map(|parts| (parts.views)()).into_any()}
    }
}

/// A chunk whose place has a button until it is loaded.
#[derive(Clone, Copy)]
struct Awaited {
    loading: Loading,
    /// The id of the element that takes the focus after loading, because the pressed button is gone.
    id: &'static str,
    is_pressed: StoredValue<bool>,
}

impl Awaited {
    fn new(loading: Loading, id: &'static str) -> Self {
        let is_pressed = StoredValue::new(false);
        effect(move || {
            if loading.is_loaded() && is_pressed.get_value() {
                request_animation_frame(move || document::focus(id));
            }
        });
        Self { loading, id, is_pressed }
    }
}

/// The heading of a panel whose chunk is not loaded.
fn outline(awaited: Awaited, panel: Panel, heading: fn(&Texts) -> &'static str) -> AnyView {
    let (state, late) = (use_app_state(), use_late());
    let Awaited { loading, id, is_pressed } = awaited;
    let try_again = move |_| {
        is_pressed.set_value(true);
        late.load_missing();
    };
    let missing = move || {
        view! {
            {paragraph(state.texts().part_not_loaded.to_owned())}
            <p>
                <button type="button" on:click=try_again>
                    {state.texts().try_again}
                </button>
            </p>
        }
        .into_any()
    };
    view! {
        <section class=move || panel_class(state, panel) aria-labelledby=id>
            <h2 id=id>{move || heading(state.texts())}</h2>
            {move || loading.is_missing().then(missing).into_any()}
        </section>
    }
    .into_any()
}

/// A section with the text that a part is missing, and a button.
fn missing_section(
    id: Option<&'static str>,
    label: fn(&Texts) -> &'static str,
    act: Box<dyn Fn()>,
) -> AnyView {
    let state = use_app_state();
    view! {
        <section class="sources">
            {move || paragraph(state.texts().part_not_loaded.to_owned())}
            <button type="button" id=id on:click=move |_| act()>
                {move || label(state.texts())}
            </button>
        </section>
    }
    .into_any()
}

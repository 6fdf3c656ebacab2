//! The place of the parts that are loaded later: until they are, headings and the button that checks now.

use super::{fragments::paragraph, late::use_late, view_picker::panel_class};
use crate::{
    browser::document,
    state::{Loadable, ManualCheck, Panel, reactive::effect, use_app_state},
};
use gorlif_core::i18n::Messages;
use leptos::prelude::*;

/// The id of the forecast's heading.
pub const HEADING: &str = "forecast-heading";
/// The id of the watch list's heading.
pub const WATCH_HEADING: &str = "watch-heading";

/// The id of the button that checks now.
pub const CHECK_NOW: &str = "check-now";

/// The forecast, the watch list and the sources, or until they are loaded the headings of the panels,
/// and in place of the sources the button that checks now.
#[component]
pub fn LatePanel() -> impl IntoView {
    let (state, late) = (use_app_state(), use_late());
    // The element that takes the focus after loading, because the pressed button is gone.
    let focus_after = StoredValue::new(None::<&'static str>);
    let try_again = move |_| {
        let is_watched = state.panel.get_untracked() == Panel::Watched;
        focus_after.set_value(Some(if is_watched { WATCH_HEADING } else { HEADING }));
        late.load();
    };
    let check_now = move |_| {
        focus_after.set_value(Some(CHECK_NOW));
        state.manual_check.set(ManualCheck::Requested);
    };
    let missing = move || {
        view! {
            {paragraph(state.messages().part_not_loaded.to_owned())}
            <p>
                <button type="button" on:click=try_again>{state.messages().try_again}</button>
            </p>
        }
        .into_any()
    };
    effect(move || {
        if late.loaded().is_some()
            && let Some(id) = focus_after.get_value()
        {
            request_animation_frame(move || document::focus(id));
        }
    });
    let sources = move || {
        view! {
            <section class="sources">
                {paragraph(state.messages().part_not_loaded.to_owned())}
                <button type="button" id=CHECK_NOW on:click=check_now>{state.messages().check_now}</button>
            </section>
        }
        .into_any()
    };
    let outline = move |panel: Panel, id: &'static str, heading: fn(&Messages) -> &'static str| {
        let is_missing = matches!(late.parts.get(), Loadable::Missing);
        view! {
            <section class=move || panel_class(state, panel) aria-labelledby=id>
                <h2 id=id>{move || heading(state.messages())}</h2>
                {move || is_missing.then(missing).into_any()}
            </section>
        }
        .into_any()
    };
    let outlines = move || {
        view! {
            {outline(Panel::Forecast, HEADING, |messages| messages.forecast_caption)}
            {outline(Panel::Watched, WATCH_HEADING, |messages| messages.watched)}
            {matches!(late.parts.get(), Loadable::Missing).then(sources)}
        }
        .into_any()
    };
    move || match late.loaded() {
        Some(parts) => (parts.panels)(),
        None => outlines(),
    }
}

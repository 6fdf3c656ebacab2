//! What has changed in the messages since they were last marked as seen. Part of the late module.

use super::{fragments::Text, warnings_panel::WARNINGS_HEADING};
use crate::{
    browser::document,
    state::{
        AppState,
        changes::{self, Changes, is_newly_severe},
        reactive::{effect, memo},
        use_app_state,
    },
};
use gorlif_core::domain::{
    seen::{ChangedMessage, Difference},
    warning::AreaCode,
};
use leptos::prelude::*;

/// The icon of the page, and the one with a mark for changes.
const ICONS: [&str; 2] = ["icon.svg", "icon-changed.svg"];

#[component]
pub fn MessageChanges() -> impl IntoView {
    let state = use_app_state();
    let changes = changes::follow(state);
    let texts = move || state.language.get().change_messages();
    let has_changes = memo(move || !state.changes.with(Vec::is_empty));
    let mut was_marked = false;
    effect(move || {
        let [plain, marked] = ICONS;
        if has_changes.get() != std::mem::replace(&mut was_marked, has_changes.get()) {
            document::set_icon(if has_changes.get() { marked } else { plain });
        }
    });
    let mark = move |_| {
        changes.mark_as_seen(state);
        // The pressed button is gone.
        document::focus(WARNINGS_HEADING);
    };
    let ended = move || {
        let gone = gone(state);
        let language = state.language.get();
        let area = |change: ChangedMessage| {
            let name = Text::english(language, &change.message.description);
            view! { <li data-change=Difference::Ended.id()>{name.into_view()}</li> }.into_any()
        };
        let is_none = gone.is_empty();
        let areas = gone.into_iter().map(area).collect::<Vec<AnyView>>();
        view! {
            <p hidden=is_none>{texts().ended}</p>
            <ul>{areas}</ul>
        }
        .into_any()
    };
    view! {
        <div class="changes" class:shown=move || has_changes.get()>
            <p role="status">{move || summary(state, changes)}</p>
            <p class="visually-hidden" role="alert">{move || severe(state)}</p>
            {ended}
            <p>
                <button type="button" hidden=move || !has_changes.get() on:click=mark>
                    {move || texts().mark_as_seen}
                </button>
            </p>
        </div>
    }
}

/// "Changes since 18:05: 2 new, 1 raised."
fn summary(state: AppState, changes: Changes) -> String {
    let (language, now) = (state.language.get(), state.now_by_day());
    let texts = language.change_messages();
    let counts = state.changes.with(|changed| {
        let count = |of: Difference| changed.iter().filter(|one| one.difference == of).count();
        let counted = Difference::ALL.into_iter().map(|of| (of, count(of)));
        let texts: Vec<String> =
            counted.filter(|(_, n)| *n > 0).map(|(of, n)| (texts.count)(of, n)).collect();
        texts.join(", ")
    });
    let since = changes.since.get().map(|since| language.when(since, now));
    match since {
        Some(since) if !counts.is_empty() => (texts.since)(&since, &counts),
        Some(_) | None => String::new(),
    }
}

/// The newly severe warnings around the chosen place.
fn severe(state: AppState) -> String {
    if state.place.get().is_none() {
        return String::new();
    }
    let names = state.changes.with(|changes| {
        let severe = changes.iter().filter(|change| is_newly_severe(change));
        severe.map(|change| change.message.description.clone()).collect::<Vec<String>>()
    });
    if names.is_empty() {
        return String::new();
    }
    (state.language.get().change_messages().severe)(&names.join("; "))
}

/// The messages that have ended and that the list no longer has.
fn gone(state: AppState) -> Vec<ChangedMessage> {
    let listed: Vec<AreaCode> = state
        .warnings
        .with(|warnings| warnings.found.iter().map(|local| local.warning.code.clone()).collect());
    state.changes.with(|changes| {
        let ended = changes.iter().filter(|change| change.difference == Difference::Ended);
        ended.filter(|change| !listed.contains(&change.code)).cloned().collect()
    })
}

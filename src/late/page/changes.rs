//! The changes of the messages since they were last marked as seen.

use crate::{
    browser::document,
    components::{
        fragments::{Text, area_name, nearest_county_name, severity_symbol},
        warnings_panel::WARNINGS_HEADING,
    },
    state::{AppState, changes::is_newly_severe, reactive::effect, use_app_state},
};
use gorlif_core::domain::{
    seen::{ChangedMessage, Difference},
    selection::ItemId,
    warning::Severity,
};
use leptos::prelude::*;

/// The most messages that are named; the list marks all of them.
const MOST_NAMED: usize = 5;

pub fn changes() -> AnyView {
    let state = use_app_state();
    let change_texts = move || state.language().change_texts();
    let count = move || state.changes().messages.len();
    let mut was_marked = false;
    effect(move || {
        // The number of changes that were not marked as seen.
        let (title, count) = (state.title(), count());
        let is_marked = count > 0;
        document::set_title(&if is_marked { format!("({count}) {title}") } else { title });
        if is_marked != std::mem::replace(&mut was_marked, is_marked) {
            document::set_icon(if is_marked { "icon-changed.svg" } else { "icon.svg" });
        }
    });
    let mark = move |_| {
        if let Some(late) = state.progress.late.get_untracked() {
            late.mark_as_seen.run(());
        }
        // The pressed button is gone.
        document::focus(WARNINGS_HEADING);
    };
    // The messages that are new or raised, the most severe first.
    let worse = move || {
        let changes = state.changes().messages;
        let is_worse =
            |of: &&ChangedMessage| matches!(of.difference, Difference::New | Difference::Raised);
        let worse = || changes.iter().filter(is_worse);
        let count = worse().count();
        let more = count.saturating_sub(MOST_NAMED);
        let of = |severity| worse().filter(move |change| change.message.severity == severity);
        let named = Severity::ALL.into_iter().flat_map(of).take(MOST_NAMED);
        let entries = named.map(|change| worse_entry(state, change)).collect_view();
        view! {
            <div class="worse" hidden=count == 0>
                <ul>{entries}</ul>
                <p hidden=more == 0>{(state.language().desk_texts().more)(more)}</p>
            </div>
        }
        .into_any()
    };
    // The messages that have ended and that the list no longer has.
    let ended = move || {
        let gone = state.warnings.with(|warnings| {
            let is_gone = |of: &ChangedMessage| {
                of.difference == Difference::Ended && warnings.get(&of.code).is_none()
            };
            state.changes().messages.into_iter().filter(is_gone).collect::<Vec<ChangedMessage>>()
        });
        let area = |change: &ChangedMessage| {
            let name = name(state, change).into_view();
            view! { <li data-change=Difference::Ended.id()>{name}</li> }.into_any()
        };
        let is_none = gone.is_empty();
        let areas = gone.iter().map(area).collect_view();
        view! {
            <p hidden=is_none>{change_texts().ended}</p>
            <ul hidden=is_none>{areas}</ul>
        }
        .into_any()
    };
    view! {
        <div class="changes" hidden=move || count() == 0>
            <p>{move || summary(state)}</p>
            {worse}
            {ended}
            <p>
                <button type="button" on:click=mark>
                    {move || change_texts().mark_as_seen}
                </button>
            </p>
        </div>
    }
    .into_any()
}

/// The announcement of the changes. In the answer, which is shown beside every list.
pub fn change_news() -> AnyView {
    let state = use_app_state();
    view! {
        <div class="change-news visually-hidden">
            <p role="status">{move || summary(state)}</p>
            <p role="alert">{move || severe(state).into_any()}</p>
        </div>
    }
    .into_any()
}

/// "Changes since 18:05: 2 new, 1 raised."
fn summary(state: AppState) -> String {
    let (language, now) = (state.language(), state.clock.now_by_day());
    let change_texts = language.change_texts();
    let changes = state.changes();
    let count =
        |of: Difference| changes.messages.iter().filter(|change| change.difference == of).count();
    let counted = Difference::ALL.into_iter().map(|of| (of, count(of)));
    let counts: Vec<String> =
        counted.filter(|(_, n)| *n > 0).map(|(of, n)| (change_texts.count)(of, n)).collect();
    let since = changes.since.filter(|_| !counts.is_empty());
    let text = |since| (change_texts.since)(&language.when(since, now), &counts.join(", "));
    since.map(text).unwrap_or_default()
}

/// "Raised · Flood warning · River Usk at Brecon · Powys", which opens the message.
fn worse_entry(state: AppState, change: &ChangedMessage) -> AnyView {
    let texts = state.texts();
    let severity = change.message.severity;
    let county =
        nearest_county_name(state, change.message.position).map(|county| format!(" · {county}"));
    let message = ItemId::Area(change.code.clone());
    let open = move |_| {
        state.choices.show_all_messages();
        state.choices.select(Some(message.clone()));
    };
    view! {
        <li data-change=change
            .difference
            .id()>
            {severity_symbol(severity)} <button type="button" on:click=open>
                {(texts.difference)(change.difference)}
                " · "
                {(texts.severity)(severity)}
                " · "
                {name(state, change).into_view()}
                {county}
            </button>
        </li>
    }
    .into_any()
}

/// The newly severe warnings around the chosen place.
fn severe(state: AppState) -> Option<AnyView> {
    state.choices.place.get()?;
    let changes = state.changes();
    let severe = changes.messages.iter().filter(|change| is_newly_severe(change));
    let names = severe.map(|change| (" ", name(state, change).into_view(), ";").into_any());
    let names = names.collect_view();
    let text = state.language().change_texts().severe;
    (!names.is_empty()).then(|| (text, names).into_any())
}

fn name(state: AppState, change: &ChangedMessage) -> Text {
    area_name(state, &change.message.description, &change.code)
}

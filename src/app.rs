//! The root component and the layout of the page.

use crate::{
    browser::{document, settings::Settings},
    components::{
        answer::Answer,
        entry_list::{PAGE_SIZE, open_list, show_entry},
        footer::Footer,
        gauge_list,
        header::Header,
        late::{Late, LoadChunks},
        late_panel::LatePanel,
        map_panel::MapPanel,
        map_view,
        place_bar::PlaceBar,
        rivers_panel::RiversPanel,
        view_picker::ViewPicker,
        warnings_panel::WarningsPanel,
    },
    state::{
        AppState,
        reactive::{effect, memo},
    },
};
use gorlif_core::source::state::SourceState;
use leptos::prelude::*;

/// The page with the given settings.
#[component]
pub fn App(settings: Settings, load_chunks: LoadChunks) -> impl IntoView {
    let state = AppState::new(settings);
    provide_context(state);
    let late = Late::new(load_chunks, state.deployment.embed);
    provide_context(late);
    let connection = state.connect();

    // The bootstrap script's first warnings stay until the national warnings have settled, and for a county its outline, or the
    // wait has elapsed, so that the text does not move while it is read.
    effect(move || {
        if state.progress.wait_elapsed.get()
            || (state.sources.national_warnings.with(SourceState::is_settled)
                && (state.choices.county.get().is_none() || !state.is_waiting()))
        {
            document::remove_waiting();
        }
    });
    late.follow();
    // The chunks are requested after the first paint, and the missing ones again with each response of the
    // warnings, since a page on a wall has no user who would.
    let confirmed = memo(move || {
        state.sources.national_warnings.with(|source| source.snapshot().map(|last| last.as_of))
    });
    effect(move || {
        if state.progress.primary_painted.get() || state.sources.levels_need_late_chunk() {
            late.begin();
            if confirmed.get().is_some() {
                late.load_missing();
            }
        }
    });
    effect(move || {
        if let Some(parts) = late.page.loaded() {
            (parts.start)(state);
        }
    });
    // Show the selected entry in its list, but do not scroll the page away from a map in use: its
    // popup has a button for that.
    effect(move || {
        if let Some(selected) = state.choices.selection.get()
            && !(document::is_one_column() && document::has_focus(map_view::MAP))
        {
            // The list leads to the entry that the address names when it has all rows.
            if state.deployment.linked.with_value(|linked| linked.as_ref() == Some(&selected)) {
                open_list(state, &selected);
            } else {
                show_entry(state, selected, false);
            }
        }
    });

    let visible_gauges = RwSignal::new(PAGE_SIZE);
    let gauges = memo(move || gauge_list::listed(state, late, visible_gauges.get()));
    view! {
        <Header />
        <main>
            <PlaceBar />
            <Answer />
            {state.deployment.embed.map.then(|| view! { <MapPanel /> })}
            <ViewPicker gauges />
            <WarningsPanel />
            <RiversPanel visible_count=visible_gauges listed=gauges />
            {move || {
                state
                    .progress
                    .primary_painted
                    .get()
                    .then(|| view! { <LatePanel connection /> }.into_any())
                    .into_any()
            }}
        </main>
        <Footer />
    }
}

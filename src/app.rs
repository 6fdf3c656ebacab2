//! The whole page: what stands where.

use crate::{
    browser::{
        document,
        settings::{Deployer, Settings},
    },
    components::{
        answer::Answer, footer::Footer, forecast_panel::ForecastPanel, header::Header,
        map_panel::MapPanel, place_bar::PlaceBar, rivers_panel::RiversPanel,
        source_list::SourceList, view_picker::ViewPicker, warnings_panel::WarningsPanel,
    },
    state::{AppState, Panel, reactive::effect},
};
use gorlif_core::{domain::selection::Selection, source::state::SourceState};
use leptos::prelude::*;

/// The page as the settings have it.
#[component]
pub fn App(settings: Settings) -> impl IntoView {
    let state = AppState::new(&settings);
    provide_context(state);
    // Timers and listeners end with the page.
    let _connection = StoredValue::new_local(state.connect(&settings));

    // The bootstrap script's first warnings stay until there is more to say, so that nothing moves
    // while it is read; but not for long.
    effect(move || {
        if state.wait_elapsed.get() || state.national_warnings.with(SourceState::is_settled) {
            document::remove_waiting();
        }
    });
    // What is selected is scrolled into view in its list, whichever view a phone shows at the time.
    effect(move || {
        let (panel, attribute, id) = match state.selection.get() {
            Some(Selection::Station(id)) => (Panel::Rivers, "data-station-id", id.0),
            Some(Selection::Area(code)) => (Panel::Warnings, "data-area-code", code.0.into()),
            None => return,
        };
        state.panel.set(panel);
        request_animation_frame(move || document::reveal(attribute, &id));
    });

    let Settings { tiles, deployer: Deployer { name, notice }, .. } = settings;
    view! {
        <Header notice />
        <main>
            <PlaceBar />
            <Answer />
            <MapPanel tiles />
            <ViewPicker />
            <WarningsPanel />
            <RiversPanel />
            {move || state.primary_painted.get().then(|| view! { <ForecastPanel /> <SourceList /> }.into_any())}
        </main>
        <Footer deployer=name />
    }
}

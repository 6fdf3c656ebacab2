//! The root component and the layout of the page.

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
use gorlif_core::{domain::selection::ItemId, source::state::SourceState};
use leptos::prelude::*;

/// The page with the given settings.
#[component]
pub fn App(settings: Settings) -> impl IntoView {
    let state = AppState::new(&settings);
    provide_context(state);
    // Dropping the connection on unmount stops its timers and listeners.
    let _connection = StoredValue::new_local(state.connect(&settings));

    // The bootstrap script's first warnings stay until the national warnings have settled or the
    // wait has elapsed, so that the text does not move while it is read.
    effect(move || {
        if state.wait_elapsed.get() || state.national_warnings.with(SourceState::is_settled) {
            document::remove_waiting();
        }
    });
    // Scroll the selected entry into view in its list, including in a panel that a phone hides.
    effect(move || {
        let (panel, attribute, id) = match state.selection.get() {
            Some(ItemId::Station(id)) => (Panel::Rivers, "data-station-id", id.0),
            Some(ItemId::Area(code)) => (Panel::Warnings, "data-area-code", code.0.into()),
            None => return,
        };
        state.panel.set(panel);
        request_animation_frame(move || document::reveal(attribute, &id));
    });

    let Settings { tiles, deployer: Deployer { name, notice }, .. } = settings;
    view! {
        <Header deployer=name.clone() notice />
        <main>
            <PlaceBar />
            <Answer />
            <MapPanel tiles />
            <ViewPicker />
            <WarningsPanel />
            <RiversPanel />
            {move || state.primary_painted.get().then(|| view! { <ForecastPanel /> <SourceList /> }.into_any()).into_any()}
        </main>
        <Footer deployer=name />
    }
}

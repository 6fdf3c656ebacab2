//! Connects the state to the address bar, the document and the service.

use super::{
    app_state::AppState,
    polling::{self, Polling},
    reactive::effect,
};
use crate::browser::{document, response_cache, timer};
use gloo_events::EventListener;
use gorlif_core::source::state::SourceState;
use leptos::prelude::*;

/// The connection of the state to the address bar, the document and the service, with its timers and listeners. Its owner
/// drops it.
#[derive(Clone, Copy)]
pub struct Connection(StoredValue<(Vec<EventListener>, Polling), LocalStorage>);

impl Connection {
    /// Requests all sources now, as far as the service allows it, and the files that could not be loaded.
    pub fn check_now(self) {
        self.0.with_value(|(_, polling)| polling.check_now());
    }
}

impl AppState {
    /// Connects the state to the address bar, the document and the service.
    pub fn connect(self) -> Connection {
        let popstate = self.connect_history();
        effect(move || {
            document::set_language(self.language().tag());
            // A late chunk adds the area and what has changed.
            if self.progress.late.with(Option::is_none) {
                document::set_title(self.texts().page_title);
            }
        });
        let mut is_scheduled = false;
        effect(move || {
            let has_settled = self.progress.wait_elapsed.get()
                || (self.sources.national_warnings.with(SourceState::is_settled)
                    && self.sources.levels.with(SourceState::is_settled));
            if has_settled && !std::mem::replace(&mut is_scheduled, has_settled) {
                timer::after_paint(move || self.progress.primary_painted.set(true));
            }
        });
        let new_version =
            response_cache::on_new_version(move || self.progress.new_version.set(true));
        let listeners = popstate.into_iter().chain(new_version).collect();
        Connection(StoredValue::new_local((listeners, polling::start(self))))
    }
}

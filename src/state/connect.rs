//! Connects the state to the address bar, the document and the service.

use super::{app_state::AppState, polling, reactive::effect};
use crate::browser::{document, response_cache, timer};
use gloo_events::EventListener;
use gorlif_core::source::state::SourceState;
use leptos::prelude::*;

impl AppState {
    /// Connects the state to the address bar, the document and the service. Dropping the returned
    /// value removes the listeners.
    pub fn connect(self) -> (Vec<EventListener>, polling::Polling) {
        let popstate = self.connect_history();
        effect(move || {
            document::set_language(self.language().tag());
            // A late chunk adds the area and what has changed.
            if self.progress.late.with(Option::is_none) {
                document::set_title(self.texts().page_title);
            }
        });
        effect(move || {
            let has_settled = self.progress.wait_elapsed.get()
                || (self.sources.national_warnings.with(SourceState::is_settled)
                    && self.sources.levels.with(SourceState::is_settled));
            if has_settled && !self.progress.primary_painted.get_untracked() {
                timer::after_paint(move || self.progress.primary_painted.set(true));
            }
        });
        let new_version =
            response_cache::on_new_version(move || self.progress.new_version.set(true));
        (popstate.into_iter().chain(new_version).collect(), polling::start(self))
    }
}

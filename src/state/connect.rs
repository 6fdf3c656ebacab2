//! Connects the state to the address bar, the document and the service.

use super::{app_state::AppState, polling, reactive::effect};
use crate::browser::{document, response_cache, timer};
use gloo_events::EventListener;
use gorlif_core::source::state::SourceState;
use leptos::prelude::*;

/// Sorting and drawing more gauges than this would block input for too long.
const LONG_LIST: usize = 20_000;

impl AppState {
    /// Connects the state to the address bar, the document and the service. Dropping the returned
    /// value removes the listeners.
    pub fn connect(self) -> (Vec<EventListener>, polling::Polling) {
        let popstate = self.connect_history();
        effect(move || {
            document::set_language(self.language.get().tag());
            // The late module adds the area and what has changed.
            if !self.has_filters.get() {
                document::set_title(self.messages().page_title);
            }
        });
        effect(move || {
            if self.levels.with(|source| source.snapshot().is_some()) {
                let station_index = self.station_index.get();
                let is_long = station_index.all().len() > LONG_LIST;
                let plot = move || self.plotted.set(Some(station_index));
                if is_long { timer::after_paint(plot) } else { plot() }
            }
        });
        effect(move || {
            let has_settled = self.wait_elapsed.get()
                || (self.national_warnings.with(SourceState::is_settled)
                    && self.levels.with(SourceState::is_settled));
            if has_settled && !self.primary_painted.get_untracked() {
                timer::after_paint(move || self.primary_painted.set(true));
            }
        });
        let new_version = response_cache::on_new_version(move || self.new_version.set(true));
        (popstate.into_iter().chain(new_version).collect(), polling::start(self))
    }
}

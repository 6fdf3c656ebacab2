//! Connects the state to the address bar, the document and the service.

use super::{
    app_state::AppState,
    page_query::PageQuery,
    polling::{self, Polling},
    reactive::effect,
};
use crate::browser::{address, document, response_cache, timer};
use gloo_events::EventListener;
use gorlif_core::{domain::selection::ItemId, source::state::SourceState};
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

    /// The choices as a query. Tracks them.
    pub fn page_query(self) -> PageQuery {
        self.choices.query(self.deployment.layout)
    }

    /// Replaces the plain number of a selected station by the id of its gauge, once the gauges are known.
    pub fn complete_selection(self) {
        effect(move || {
            let stations = self.station_index.get();
            let Some(ItemId::Station(id)) = self.choices.selection.get() else { return };
            let Some(station) = stations.resolve_address(&id).filter(|station| station.id != id)
            else {
                return;
            };
            let selection = Some(ItemId::Station(station.id.clone()));
            if self.deployment.linked.with_value(Option::is_some) {
                self.deployment.linked.set_value(selection.clone());
            }
            self.choices.is_from_history.set_value(true);
            self.choices.selection.set(selection);
        });
    }

    /// Writes the choices to the query, and applies the query after Back and Forward. Dropping the
    /// returned value removes the listener.
    fn connect_history(self) -> Option<EventListener> {
        let mut first = true;
        effect(move || {
            let query = self.page_query().text();
            let is_from_history = self.choices.is_from_history.get_value();
            self.choices.is_from_history.set_value(false);
            let (before, is_first) = (address::query(), std::mem::take(&mut first));
            // At the start an address that says nothing takes the place of the settings or of this device, to which Back leads
            // then. Any other address stays as it is. Only choices of the visitor add a history entry.
            if query == before || (is_first && !before.is_empty()) {
                return;
            }
            if is_first || is_from_history {
                address::replace(&query)
            } else {
                address::push(&query)
            }
        });
        address::on_popstate(move || self.choices.restore(PageQuery::parse(&address::query())))
    }
}

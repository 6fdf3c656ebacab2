//! Keeps the page's query equal to the visitor's choices, and applies the query after Back and Forward.

use super::{app_state::AppState, page_query::PageQuery, reactive::effect};
use crate::browser::address;
use gloo_events::EventListener;
use gorlif_core::domain::selection::ItemId;
use leptos::prelude::*;

impl AppState {
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
    pub(super) fn connect_history(self) -> Option<EventListener> {
        let mut first = true;
        effect(move || {
            let query = self.page_query().text();
            let is_from_history = self.choices.is_from_history.get_value();
            self.choices.is_from_history.set_value(false);
            // The first run finds the address unchanged. Only choices of the visitor add a history
            // entry.
            if std::mem::take(&mut first) || query == address::query() {
                return;
            }
            if is_from_history { address::replace(&query) } else { address::push(&query) }
        });
        address::on_popstate(move || self.choices.restore(PageQuery::parse(&address::query())))
    }
}

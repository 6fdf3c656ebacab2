//! Keeps the page's query equal to the visitor's choices, and applies the query after Back and Forward.

use super::{
    app_state::{AppState, ForecastChoice},
    page_query::PageQuery,
    place_name::PlaceOrigin,
    reactive::effect,
};
use crate::browser::history;
use gloo_events::EventListener;
use gorlif_core::domain::selection::ItemId;
use leptos::prelude::*;

impl AppState {
    /// The choices as a query.
    pub fn page_query(self) -> PageQuery {
        let place = self.place.get();
        PageQuery {
            place,
            radius: place.map(|_| self.radius.get()),
            accuracy: self.origin.with(PlaceOrigin::accuracy),
            language: self.language_chosen.get().then(|| self.language.get()),
            selection: self.selection.get(),
            county: self.county.get(),
            forecast_county: self.forecast_choice.get().county,
            day: self.forecast_choice.get().day,
            list_view: self.list_view.get(),
            wall: self.is_wall,
        }
    }

    /// Applies the choices of a query after Back or Forward.
    fn restore(self, query: PageQuery) {
        self.is_from_history.set_value(true);
        let PageQuery {
            place,
            radius,
            accuracy,
            language,
            selection,
            county,
            forecast_county,
            day,
            list_view,
            wall: _,
        } = query;
        self.origin.set(PlaceOrigin::of_address(accuracy));
        self.place.set(place);
        self.county.set(county);
        if let Some(radius) = radius {
            self.choose_radius(radius);
        }
        self.language_chosen.set(language.is_some());
        self.language.set(language.unwrap_or(self.start_language));
        self.selection.set(selection);
        self.forecast_choice.set(ForecastChoice { county: forecast_county, day });
        self.list_view.set(list_view);
    }

    /// Replaces the plain number of a selected station by the id of its gauge, once the gauges are known.
    pub fn complete_selection(self) {
        effect(move || {
            let stations = self.station_index.get();
            let Some(ItemId::Station(id)) = self.selection.get() else { return };
            let Some(station) = stations.resolve_address(&id).filter(|station| station.id != id)
            else {
                return;
            };
            self.is_from_history.set_value(true);
            self.selection.set(Some(ItemId::Station(station.id.clone())));
        });
    }

    /// Writes the choices to the query, and applies the query after Back and Forward. Dropping the
    /// returned value removes the listener.
    pub(super) fn connect_history(self) -> Option<EventListener> {
        let mut first = true;
        effect(move || {
            let query = self.page_query().text();
            let is_from_history = self.is_from_history.get_value();
            self.is_from_history.set_value(false);
            // The first run finds the address unchanged. Only choices of the visitor add a history
            // entry.
            if std::mem::take(&mut first) || query == history::query() {
                return;
            }
            if is_from_history { history::replace(&query) } else { history::push(&query) }
        });
        history::on_popstate(move || self.restore(PageQuery::parse(&history::query())))
    }
}

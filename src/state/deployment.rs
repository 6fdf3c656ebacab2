//! The values that the settings and the address of the page fix for as long as it is open.

use super::{
    embed_options::EmbedOptions,
    page_query::{Layout, PageQuery},
};
use crate::browser::{document, settings::Settings};
use gorlif_core::{
    api::{endpoint::Endpoint, operations::Operations},
    domain::selection::ItemId,
};
use leptos::prelude::*;

/// The values that do not change while the page is open.
#[derive(Clone, Copy)]
pub struct Deployment {
    /// The layout of the page. A frame has the usual one.
    pub layout: Layout,
    /// The options of the frame.
    pub embed: EmbedOptions,
    /// The versions of the operations.
    pub operations: Operations,
    /// The gateway returns the exact positions of postcodes.
    pub(super) has_exact_postcodes: bool,
    /// The gateway returns the places of a name.
    pub has_further_places: bool,
    /// The recorder's files are at `history/`.
    pub(super) has_history: bool,
    /// The council's levels are at `levels.json`.
    pub(super) has_council_levels: bool,
    /// There are settings of the shapes of the flood areas.
    pub(super) has_areas: bool,
    /// The entry that the address named at the start, until the page has scrolled to it or another one is selected.
    pub linked: StoredValue<Option<ItemId>>,
    /// The query of the address at the start.
    pub start_query: StoredValue<String>,
    /// The addresses of the service; `None` if the setting is none, which `main` reports.
    endpoint: StoredValue<Option<Endpoint>>,
}

impl Deployment {
    pub(super) fn new(settings: &Settings, start_query: String, query: &PageQuery) -> Self {
        let endpoint =
            Endpoint::parse(&settings.endpoint).map(|endpoint| endpoint.with(settings.operations));
        Self {
            layout: if document::is_framed() { Layout::Lists } else { query.layout },
            embed: EmbedOptions::read(),
            operations: settings.operations,
            has_exact_postcodes: settings.postcodes,
            has_further_places: settings.places,
            has_history: settings.history,
            has_council_levels: settings.levels,
            has_areas: settings.areas.is_some(),
            linked: StoredValue::new(query.selection.clone()),
            start_query: StoredValue::new(start_query),
            endpoint: StoredValue::new(endpoint),
        }
    }

    pub(super) fn endpoint(self) -> Option<Endpoint> {
        self.endpoint.get_value()
    }
}

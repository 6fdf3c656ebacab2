//! The values that the settings and the address of the page fix for as long as it is open.

use super::page_query::{Layout, PageQuery};
use crate::browser::{document, settings::Settings};
use gorlif_core::{api::endpoint::Endpoint, domain::selection::ItemId};
use leptos::prelude::*;

/// The values that do not change while the page is open.
#[derive(Clone, Copy)]
pub struct Deployment {
    pub settings: &'static Settings,
    /// The layout of the page. A frame has the usual one.
    pub layout: Layout,
    /// The options of the frame.
    pub embed: EmbedOptions,
    /// The entry that the address named at the start, until the page has scrolled to it or another one is selected.
    pub linked: StoredValue<Option<ItemId>>,
    /// The query of the address at the start.
    pub start_query: StoredValue<String>,
    /// The addresses of the service; `None` if the setting is none, which `main` reports.
    endpoint: StoredValue<Option<Endpoint>>,
}

impl Deployment {
    pub(super) fn new(settings: &'static Settings, start_query: String, query: &PageQuery) -> Self {
        let endpoint =
            Endpoint::parse(&settings.endpoint).map(|endpoint| endpoint.with(settings.operations));
        Self {
            settings,
            layout: if document::is_framed() { Layout::Lists } else { query.layout },
            embed: EmbedOptions::read(),
            linked: StoredValue::new(query.selection.clone()),
            start_query: StoredValue::new(start_query),
            endpoint: StoredValue::new(endpoint),
        }
    }

    pub(super) fn endpoint(self) -> Option<Endpoint> {
        self.endpoint.get_value()
    }
}

/// The parts of the page in a frame of another site, from the attributes that embed_frame.js sets. The page itself shows
/// everything.
#[derive(Clone, Copy)]
pub struct EmbedOptions {
    pub gauges: bool,
    pub warnings: bool,
    /// The place is fixed by the embedding site, so the map cannot change it.
    pub fixed: bool,
    /// The frame has the map.
    pub map: bool,
    /// The frame has the lists.
    pub lists: bool,
    /// The frame has the forecast.
    pub forecast: bool,
}

impl EmbedOptions {
    fn read() -> Self {
        let [layers, view] = ["data-layers", "data-embed"].map(document::attribute);
        Self {
            gauges: layers != "warnings",
            warnings: layers != "rivers",
            fixed: document::attribute("data-place") == "fixed",
            map: matches!(&*view, "" | "map"),
            lists: matches!(&*view, "" | "list"),
            forecast: matches!(&*view, "" | "list" | "forecast"),
        }
    }
}

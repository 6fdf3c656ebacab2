//! The site that the plain pages are of: its address, the names of its files, and the counties of Wales.

use gorlif_core::{
    area_names::AreaNames,
    basemap::Basemap,
    domain::{county::County, geo::Position, station::StationId, warning::AreaCode},
    i18n::Language,
    recorded,
};
use std::sync::Arc;

/// The site.
pub struct Site {
    /// The public address of the page, if it is known: for canonical addresses and the site map.
    pub address: Option<String>,
    pub basemap: Arc<Basemap>,
    pub names: Arc<AreaNames>,
}

impl Site {
    /// The public address of a file, if that of the page is known. That of all Wales ends at the folder.
    pub fn public(&self, file: &str) -> Option<String> {
        let address = self.address.as_ref()?;
        Some(format!("{address}plain/{}", file.trim_end_matches("index.html")))
    }

    /// The counties of a position: of one at sea those near it.
    pub fn counties_of(&self, position: Option<Position>) -> Vec<County> {
        position.map(|position| self.basemap.counties_of(position)).unwrap_or_default()
    }
}

/// The name of the file of a county, or of all Wales.
pub fn area_file(county: Option<County>) -> String {
    county.map_or_else(|| "index.html".to_owned(), |county| format!("{}.html", county.id()))
}

/// The name of the file of a river, by its id in the address of the page.
pub fn river_file(id: &str) -> String {
    format!("river-{}.html", recorded::file_stem(id))
}

/// The name of the file of a gauge.
pub fn gauge_file(id: &StationId) -> String {
    format!("gauge-{}.html", recorded::file_stem(&id.0))
}

/// The name of the file of a message.
pub fn message_file(code: &AreaCode) -> String {
    format!("message-{}.html", recorded::file_stem(&code.0))
}

/// The name of a county in a language.
pub fn county_name(language: Language, county: County) -> &'static str {
    language.of(county.english(), county.welsh())
}

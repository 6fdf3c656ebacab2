//! The part of Gorlif that needs no browser: the domain types (`domain`), the decoders and
//! addresses of the service (`api`), the state of each source over time (`source`), the messages in
//! English and Welsh (`i18n`), what is said of a fact on every way out (`presenter`), places (`gazetteer`), outlines (`basemap`), what the map shows of the land (`ground`), the recorder's files
//! (`recorded`, `level_records`), the visitor's watch list (`watch_file`), the subscription to notifications (`push_request`) and the council's levels (`council_levels`) and telephone lines (`contacts`),
//! and tables for other programs (`export`). `docs/architecture.md` has the table of which module may import which.

#![warn(missing_docs)]

pub mod api;
pub mod area_names;
pub mod basemap;
pub mod contacts;
pub mod council_levels;
pub mod domain;
pub mod export;
pub mod flood_areas;
pub mod gazetteer;
pub mod ground;
pub mod i18n;
pub mod level_records;
pub mod presenter;
pub mod push_request;
pub mod recorded;
pub mod seen_file;
pub mod source;
#[cfg(any(test, feature = "test-support"))]
pub mod test_support;
pub mod watch_file;

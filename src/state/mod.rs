//! The state of the page: `app_state.rs` has the signals, the other files what is read from them and written
//! to them.

mod app_state;
pub mod area;
mod area_of_page;
mod assets;
pub mod changes;
mod clocks;
mod connect;
pub mod council;
mod exact_postcode;
pub mod flood_areas;
mod known_messages;
pub mod levels_decoder;
pub mod listed;
mod loadable;
pub mod message_changes;
mod navigation;
pub mod page_query;
mod place_name;
mod polling;
pub mod reactive;
pub mod readings;
pub mod remembered_places;
mod source_poller;
pub mod station_index;
mod times;
mod trends;
pub mod watching;

pub use app_state::{AppState, ForecastChoice, ManualCheck, Panel, use_app_state};
pub use exact_postcode::ChosenSector;
pub use loadable::Loadable;
pub use place_name::PlaceOrigin;
pub use trends::Trends;

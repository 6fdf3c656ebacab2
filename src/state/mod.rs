//! The state of the page: `app_state.rs` has its parts and what is derived from them, the other files are the
//! parts and what changes them.

mod app_state;
pub mod area_names;
mod area_of_page;
mod assets;
pub mod changes;
mod choices;
mod clock;
pub mod commentary;
mod connect;
pub mod council;
mod deployment;
mod exact_postcode;
pub mod flood_areas;
pub mod further_places;
pub mod level_records;
pub mod levels_decoder;
pub mod listed;
mod loadable;
pub mod message_timeline;
pub mod page_area;
pub mod page_query;
mod place_name;
mod polling;
mod progress;
pub mod push;
pub mod reactive;
pub mod readings;
mod recent_readings;
pub mod remembered_places;
mod source_poller;
pub mod sources;
pub mod station_index;
pub mod watching;

pub use app_state::{AppState, use_app_state};
pub use choices::{Choices, ForecastChoice, Panel};
pub use connect::Connection;
pub use deployment::EmbedOptions;
pub use exact_postcode::ChosenSector;
pub use loadable::Loadable;
pub use place_name::PlaceOrigin;
pub use progress::LateState;
pub use sources::ManualCheck;

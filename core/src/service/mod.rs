//! The documented service as a client sees it: three addresses, their answers, their errors.
//!
//! This is the one place that knows the service's field names. A later version of an operation becomes a second decoder to the
//! same domain.

pub mod endpoint;
pub mod error;
mod feature_collection;
mod flood_forecast;
mod flood_warnings;
mod json;
pub mod response_times;
mod river_levels;
mod scalar;
mod times;

pub use flood_forecast::decode as decode_flood_forecast;
pub use flood_warnings::decode as decode_flood_warnings;
pub use json::{Reason, Rejected};
pub use river_levels::{Levels, decode as decode_river_levels};
pub use times::FeedZone;

use crate::domain::{forecast::Forecast, warning::Warning};

/// A decoded answer: what could be read, and what was left out and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer<T> {
    pub content: T,
    pub rejected: Vec<Rejected>,
}

/// The content of the flood warnings operation.
pub type Warnings = Vec<Warning>;
/// The content of the flood risk forecast operation.
pub type Outlook = Forecast;

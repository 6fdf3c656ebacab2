//! The client side of the service: three operations, their responses and errors.
//!
//! Only this module contains the service's field names. `v1` is the documented version, `newer` has
//! other versions of its operations, with decoders to the same domain types.

pub mod endpoint;
pub mod error;
pub mod fields;
mod json;
mod newer;
pub mod operations;
mod reading_value;
pub mod response_times;
mod scalar;
mod stations;
pub mod table;
mod unique_ids;
pub mod v1;

pub use json::{Reason, Rejected, object};
pub use newer::{Historical, Window, decode_historical, decode_station_data};
pub use stations::Stations;
pub use v1::{SourceTimeZone, decode_flood_forecast, decode_flood_warnings, decode_river_levels};

use crate::domain::warning::Warning;

/// A decoded body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded<T> {
    /// The decoded content.
    pub content: T,
    /// The items that could not be decoded.
    pub rejected: Vec<Rejected>,
}

/// The content of the flood warnings operation.
pub type Warnings = Vec<Warning>;

//! The client side of the documented service: three operations, their responses and errors.
//!
//! Only this module contains the service's field names. Another version of an operation becomes a
//! module beside `v1`, with decoders to the same domain types.

pub mod endpoint;
pub mod error;
mod json;
pub mod response_times;
mod scalar;
mod stations;
mod unique_ids;
pub mod v1;

pub use json::{Reason, Rejected, object};
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

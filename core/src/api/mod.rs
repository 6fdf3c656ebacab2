//! The documented service as a client sees it: three operations, their responses, their errors.
//!
//! This is the one place that knows the service's field names. Another version of an operation is a
//! module beside `v1`, with decoders to the same domain.

pub mod endpoint;
pub mod error;
mod json;
pub mod response_times;
mod scalar;
pub mod v1;

pub use json::{Reason, Rejected};
pub use v1::{
    FeedZone, Stations, decode_flood_forecast, decode_flood_warnings, decode_river_levels,
};

use crate::domain::warning::Warning;

/// A decoded body: what could be read, and what was left out and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded<T> {
    pub content: T,
    pub rejected: Vec<Rejected>,
}

/// The content of the flood warnings operation.
pub type Warnings = Vec<Warning>;

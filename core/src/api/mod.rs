//! The client side of the service: its operations, their responses and errors.
//!
//! Only this module contains the service's field names. `v1` is the documented version, `newer` has
//! other versions of its operations, with decoders to the same domain types.

pub mod completeness;
mod decoded;
pub mod endpoint;
pub mod error;
pub mod fields;
pub(crate) mod json;
mod newer;
pub mod operations;
mod reading_value;
pub mod response_times;
mod scalar;
mod stations;
mod surrogates;
pub mod table;
mod unique_ids;
pub mod v1;

pub use decoded::{Decode, Decoded, Reason, Rejected, Warnings};
pub use json::object;
pub use newer::{Historical, Window, decode_commentary, decode_historical, decode_station_data};
pub use reading_value::is_fault;
pub use stations::Stations;
pub use v1::{SourceTimeZone, decode_flood_forecast, decode_flood_warnings, decode_river_levels};

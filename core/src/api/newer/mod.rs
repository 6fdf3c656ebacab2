//! The newer operations of the provider, which the gateway can pass on instead of version 1: StationData
//! with its history. Version 3 of the flood warnings has the fields of version 1.

pub(crate) mod historical;
mod station_data;

pub use historical::{Historical, Window, decode as decode_historical};
pub use station_data::decode as decode_station_data;

//! The newer operations of the provider, which the gateway can pass on instead of version 1: StationData
//! with its history, and the forecaster's commentary. Version 3 of the flood warnings has the fields of version 1.

mod commentary;
pub(crate) mod historical;
mod station_data;

pub use commentary::decode as decode_commentary;
pub use historical::{Historical, Window, decode as decode_historical};
pub use station_data::decode as decode_station_data;

//! Version 1 of the three operations: wire types and their conversion to the domain.

mod feature_collection;
mod flood_forecast;
mod flood_warnings;
mod river_levels;
pub(crate) mod times;

pub use flood_forecast::decode as decode_flood_forecast;
pub use flood_warnings::decode as decode_flood_warnings;
pub use river_levels::decode as decode_river_levels;
pub use times::SourceTimeZone;

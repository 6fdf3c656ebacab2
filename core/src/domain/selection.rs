//! The item selected in a list or on the map.

use super::{station::StationId, warning::AreaCode};

/// The selected item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemId {
    /// A gauge.
    Station(StationId),
    /// A target area of the flood warnings.
    Area(AreaCode),
}

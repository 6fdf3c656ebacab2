//! What someone has selected, in a list or on the map.

use super::{station::StationId, warning::AreaCode};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Selection {
    Station(StationId),
    Area(AreaCode),
}

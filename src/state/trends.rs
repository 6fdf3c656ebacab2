//! The trends of the gauges, found by station.

use gorlif_core::domain::{station::StationId, trend::Trend};
use std::sync::Arc;

/// The trends of all gauges. A gauge that is not in it has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trends(Arc<[(StationId, Trend)]>);

impl Trends {
    /// `trends` are in the order of the ids.
    pub fn new(trends: Vec<(StationId, Trend)>) -> Self {
        Self(trends.into())
    }

    /// The trend of a gauge, whatever its age.
    pub fn get(&self, id: &StationId) -> Trend {
        let found = self.0.binary_search_by(|(of, _)| of.cmp(id)).ok();
        found.and_then(|index| self.0.get(index)).map(|(_, trend)| *trend).unwrap_or_default()
    }
}

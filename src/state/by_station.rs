//! Values of the gauges, found by station.

use gorlif_core::domain::station::StationId;
use std::sync::Arc;

/// A value of each gauge that has one. Clones share them.
#[derive(Clone, Debug, PartialEq)]
pub struct ByStation<T>(Arc<[(StationId, T)]>);

impl<T> Default for ByStation<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Copy> ByStation<T> {
    /// `values` are in the order of the ids.
    pub fn new(values: Vec<(StationId, T)>) -> Self {
        Self(values.into())
    }

    /// The value of a gauge.
    pub fn get(&self, id: &StationId) -> Option<T> {
        let found = self.0.binary_search_by(|(of, _)| of.cmp(id)).ok();
        found.and_then(|index| self.0.get(index)).map(|(_, value)| *value)
    }

    /// Whether no gauge has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

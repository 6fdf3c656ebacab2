//! The gauges of a river levels response of any version.

use super::{unique_ids, v1::times::SourceTimeZone};
use crate::domain::{
    sorting,
    station::{ParameterKind, Station, StationId},
};
use std::{ops::Deref, sync::Arc};

/// The gauges of a response, sorted by id and shared by all views.
#[derive(Clone, Debug, Default)]
pub struct Stations {
    stations: Arc<[Arc<Station>]>,
    /// The zone of the service's times without a zone. Once detected, it applies to later
    /// responses.
    zone: SourceTimeZone,
}

impl Stations {
    /// Sorts `stations` and keeps the zone that their times were read in.
    pub(crate) fn new(stations: Vec<Arc<Station>>, zone: SourceTimeZone) -> Self {
        Self { stations: by_id(stations).into(), zone }
    }

    /// As [`new`](Self::new); a repeated id gets a suffix.
    pub(crate) fn with_unique_ids(stations: Vec<Arc<Station>>, zone: SourceTimeZone) -> Self {
        let mut stations = by_id(stations);
        let mark = |station: &mut Arc<Station>, mark: &str| {
            let station = Arc::make_mut(station);
            station.id = StationId([&station.id.0, mark].concat().into());
        };
        if unique_ids::make_ids_unique(&mut stations, |station| &station.id.0, mark) {
            // The suffix can change the order: "7~2" sorts after "70".
            stations = by_id(stations);
        }
        Self { stations: stations.into(), zone }
    }

    /// The zone of the service's times without a zone.
    pub fn zone(&self) -> SourceTimeZone {
        self.zone
    }

    /// Returns the gauges without those of rain and tides.
    #[must_use]
    pub fn of_rivers(&self) -> Self {
        let is_of_river = |station: &Arc<Station>| station.kind() == ParameterKind::Level;
        if self.iter().all(is_of_river) {
            return self.clone();
        }
        let stations = self.iter().filter(|station| is_of_river(station)).cloned().collect();
        Self { stations, zone: self.zone }
    }

    /// Returns other gauges with times in the same zone.
    #[must_use]
    pub fn replaced(&self, stations: Vec<Arc<Station>>) -> Self {
        Self::new(stations, self.zone)
    }

    /// Returns these gauges together with `more`.
    pub fn with(self, more: impl Iterator<Item = Arc<Station>>) -> Self {
        let mut stations = self.to_vec();
        stations.extend(more);
        Self::new(stations, self.zone)
    }
}

impl Deref for Stations {
    type Target = [Arc<Station>];

    fn deref(&self) -> &[Arc<Station>] {
        &self.stations
    }
}

impl PartialEq for Stations {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.stations, &other.stations) || self.stations == other.stations
    }
}

/// Sorts gauges by id, and those with the same id by title, parameter and grid reference.
fn by_id(stations: Vec<Arc<Station>>) -> Vec<Arc<Station>> {
    sorting::sorted(stations, |a: &Arc<Station>, b: &Arc<Station>| {
        a.id.cmp(&b.id).then_with(|| a.names().cmp(&b.names()))
    })
}

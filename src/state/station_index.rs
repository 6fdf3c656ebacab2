//! The gauges of one snapshot, found by id and by distance.

use gorlif_core::{
    api::Stations,
    domain::{
        geo::{Position, Radius},
        nearby::{self, Nearby},
        sorting,
        station::{Station, StationId},
    },
};
use std::sync::Arc;

/// All gauges, sorted by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StationIndex(Stations);

type Circle = Option<(Position, Radius)>;

impl StationIndex {
    pub fn new(levels: &Stations) -> Self {
        Self(levels.clone())
    }

    pub fn get(&self, id: &StationId) -> Option<&Arc<Station>> {
        self.0
            .binary_search_by(|station| station.id.cmp(id))
            .ok()
            .and_then(|index| self.0.get(index))
    }

    pub fn all(&self) -> &[Arc<Station>] {
        &self.0
    }

    /// The number of gauges in the circle that pass the filter, and the first ones: the nearest,
    /// or without a circle those with the first English titles.
    pub fn list(
        &self,
        circle: Circle,
        passes: impl Fn(&Station) -> bool,
        most: usize,
    ) -> (usize, Vec<Nearby<StationId>>) {
        let found = self
            .0
            .iter()
            .filter(|station| passes(station))
            .filter_map(|station| near(station, circle));
        let mut found = sorting::sorted(found.collect(), |a: &Nearby<&Station>, b| {
            let by_title = || a.item.title().en.cmp(b.item.title().en);
            nearby::metres(a.distance).total_cmp(&nearby::metres(b.distance)).then_with(by_title)
        });
        let count = found.len();
        found.truncate(most);
        (
            count,
            found
                .into_iter()
                .map(|near| Nearby { item: near.item.id.clone(), distance: near.distance })
                .collect(),
        )
    }
}

/// The gauge with its distance, if it is in the circle.
pub fn near(station: &Station, circle: Circle) -> Option<Nearby<&Station>> {
    match circle {
        Some((centre, radius)) => {
            Nearby::within(station, station.location.position(), centre, radius.distance())
        }
        None => Some(Nearby { item: station, distance: None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::test_support;

    // case 56
    #[test]
    fn the_order_of_an_answer_moves_nothing() {
        let feature = |id: &str| {
            let point = Some([-3.4, 51.9 + id.parse::<f64>().expect("a number") / 100.0]);
            test_support::feature(point, &format!(r#""Location":"{id}","TitleEN":"{id}""#))
        };
        let index = |ids: [&str; 4]| {
            let now = "2026-11-20T12:00:00Z".parse().expect("an instant");
            StationIndex::new(&test_support::stations(&ids.map(feature), now))
        };
        let (one, other) = (index(["1", "2", "3", "4"]), index(["4", "2", "1", "3"]));
        assert_eq!(one, other);
        let circle = Position::new(51.9, -3.4).zip(Radius::from_kilometres(10));
        assert_eq!(one.list(circle, |_| true, 9), other.list(circle, |_| true, 9));
        assert_eq!(one.list(None, |_| true, 9), other.list(None, |_| true, 9));
        let ids = |list: Vec<Nearby<StationId>>| {
            list.into_iter().map(|near| near.item.0.to_string()).collect::<Vec<_>>()
        };
        let (count, first) = one.list(circle, |station| &*station.id.0 != "2", 2);
        assert_eq!((count, ids(first)), (3, vec!["1".to_owned(), "3".to_owned()]));
        assert_eq!(ids(one.list(None, |_| true, 3).1), ["1", "2", "3"]);
    }
}

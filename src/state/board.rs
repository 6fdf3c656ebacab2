//! The gauges of one picture, found by id and by distance.

use gorlif_core::domain::{
    geo::{Position, Radius},
    nearby::{self, Nearby},
    order,
    station::{Station, StationId},
};
use std::sync::Arc;

/// All gauges, in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board(Vec<Arc<Station>>);

impl Board {
    pub fn new(stations: &[Station]) -> Self {
        let all = stations.iter().cloned().map(Arc::new).collect();
        Self(order::sorted(all, |a: &Arc<Station>, b: &Arc<Station>| a.id.cmp(&b.id)))
    }

    pub fn get(&self, id: &StationId) -> Option<&Arc<Station>> {
        self.0.binary_search_by(|station| station.id.cmp(id)).ok().and_then(|index| self.0.get(index))
    }

    pub fn all(&self) -> &[Arc<Station>] {
        &self.0
    }

    /// The ids of the gauges in the circle, nearest first; without a circle all of them, by their English titles.
    pub fn list(&self, circle: Option<(Position, Radius)>) -> Vec<Nearby<StationId>> {
        match circle {
            Some((centre, radius)) => nearby::within(&self.0, |station| station.location.position(), centre, radius.distance())
                .into_iter()
                .map(|near| Nearby { item: near.item.id.clone(), distance: near.distance })
                .collect(),
            None => {
                let all: Vec<&Arc<Station>> = self.0.iter().collect();
                let by_title = order::sorted(all, |a, b| a.title.en.cmp(&b.title.en).then_with(|| a.id.cmp(&b.id)));
                by_title.into_iter().map(|station| Nearby { item: station.id.clone(), distance: None }).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_56_the_order_of_an_answer_moves_nothing() {
        let feature = |id: &str| {
            format!(r#"{{"geometry":{{"type":"Point","coordinates":[-3.4,51.9{id}]}},"properties":{{"Location":"{id}","TitleEN":"{id}"}}}}"#)
        };
        let board = |ids: [&str; 4]| {
            let body = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, ids.map(feature).join(","));
            let now = "2026-11-20T12:00:00Z".parse().expect("an instant");
            Board::new(&gorlif_core::service::decode_river_levels(body.as_bytes(), now).expect("a collection").content)
        };
        let (one, other) = (board(["1", "2", "3", "4"]), board(["4", "2", "1", "3"]));
        assert_eq!(one, other);
        let circle = Position::new(51.9, -3.4).zip(Radius::from_kilometres(10));
        assert_eq!(one.list(circle), other.list(circle));
        assert_eq!(one.list(None), other.list(None));
    }
}

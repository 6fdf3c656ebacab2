//! The gauges of one picture, found by id and by distance.

use gorlif_core::{
    domain::{
        geo::{Position, Radius},
        nearby::{self, Nearby},
        order,
        station::{Station, StationId},
    },
    service::Levels,
};
use std::sync::Arc;

/// All gauges, in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    all: Arc<[Arc<Station>]>,
    /// Their places in the order of their English titles.
    by_title: Arc<[usize]>,
}

impl Board {
    /// The gauges of a picture after those of the one before it. Most often all are called as before, and stand as before.
    pub fn new(levels: &Levels, before: &Self) -> Self {
        let all = levels.shared();
        let named = |(a, b): (&Arc<Station>, &Arc<Station>)| Arc::ptr_eq(a, b) || (&a.id, a.title().en) == (&b.id, b.title().en);
        let by_title = if all.len() == before.all.len() && all.iter().zip(before.all.iter()).all(named) {
            Arc::clone(&before.by_title)
        } else {
            let titles: Vec<&str> = all.iter().map(|station| station.title().en).collect();
            // Those of one title stand in the order of their ids, which they have already.
            order::by_text(&titles, &|a, b| a.cmp(&b)).into()
        };
        Self { all, by_title }
    }

    pub fn get(&self, id: &StationId) -> Option<&Arc<Station>> {
        self.all.binary_search_by(|station| station.id.cmp(id)).ok().and_then(|index| self.all.get(index))
    }

    pub fn all(&self) -> &[Arc<Station>] {
        &self.all
    }

    /// The ids of the gauges in the circle, nearest first; without a circle all of them, by their English titles.
    pub fn list(&self, circle: Option<(Position, Radius)>) -> Vec<Nearby<StationId>> {
        match circle {
            Some((centre, radius)) => nearby::within(self.all.iter(), |station| station.location.position(), centre, radius.distance())
                .into_iter()
                .map(|near| Nearby { item: near.item.id.clone(), distance: near.distance })
                .collect(),
            None => {
                let by_title = self.by_title.iter().filter_map(|place| self.all.get(*place));
                by_title.map(|station| Nearby { item: station.id.clone(), distance: None }).collect()
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
            Board::new(&gorlif_core::service::decode_river_levels(body.as_bytes(), None, now).expect("a collection").content, &Board::default())
        };
        let (one, other) = (board(["1", "2", "3", "4"]), board(["4", "2", "1", "3"]));
        assert_eq!(one, other);
        let circle = Position::new(51.9, -3.4).zip(Radius::from_kilometres(10));
        assert_eq!(one.list(circle), other.list(circle));
        assert_eq!(one.list(None), other.list(None));
    }
}

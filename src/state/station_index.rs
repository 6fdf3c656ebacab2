//! The gauges of one snapshot, found by id and by distance, and values of gauges.

use super::page_area::PageArea;
use gorlif_core::{
    api::Stations,
    domain::{
        list_view::SortKey,
        nearby::{self, Nearby},
        sorting,
        station::{ParameterKind, Station, StationId},
    },
};
use std::{cmp::Ordering, sync::Arc};

/// All gauges, sorted by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StationIndex {
    all: Stations,
    rivers: Stations,
}

impl StationIndex {
    pub fn new(levels: &Stations) -> Self {
        Self { all: levels.clone(), rivers: levels.of_rivers() }
    }

    pub fn get(&self, id: &StationId) -> Option<&Arc<Station>> {
        let found = self.all.binary_search_by(|station| station.id.cmp(id)).ok();
        found.and_then(|index| self.all.get(index))
    }

    /// The gauge that an id from elsewhere means: the plain number of a station is that of its level, of
    /// several that of the parameter with the lowest number. Used by late chunks only.
    pub fn resolve(&self, id: &StationId) -> Option<&Arc<Station>> {
        let is_level = |station: &Station| station.kind() == ParameterKind::Level;
        self.get(id).or_else(|| self.first(id, is_level))
    }

    /// The same for an id in the address: the plain number of a station without a level is that of its
    /// first parameter, and an id with a parameter is also found by the plain number, if the service gives
    /// no parameters. Used by late chunks only.
    pub fn resolve_address(&self, id: &StationId) -> Option<&Arc<Station>> {
        self.resolve(id).or_else(|| {
            if id.has_parameter() {
                self.get(&StationId(id.given().into()))
            } else {
                self.first(id, |_| true)
            }
        })
    }

    /// Of the gauges of a station, by its plain number, the one whose parameter has the lowest number.
    fn first(
        &self,
        plain: &StationId,
        is_wanted: impl Fn(&Station) -> bool,
    ) -> Option<&Arc<Station>> {
        let of_station = |of: &&Arc<Station>| {
            of.id.has_parameter() && of.id.given() == &*plain.0 && is_wanted(of)
        };
        let gauges = self.all.iter().filter(of_station);
        gauges.min_by_key(|gauge| gauge.parameter_number.unwrap_or(u64::MAX))
    }

    pub fn all(&self) -> &[Arc<Station>] {
        &self.all
    }

    /// The gauges without those of rain and tides.
    pub fn rivers(&self) -> &[Arc<Station>] {
        &self.rivers
    }

    /// The number of gauges in the area that pass the filter, and the first ones in the order of
    /// their keys: of equal keys the nearest, or without a place those with the first English titles.
    pub fn list(
        &self,
        area: &PageArea,
        passes: &dyn Fn(&Station) -> bool,
        key: &dyn Fn(&Station) -> SortKey,
        most: usize,
    ) -> (usize, Vec<Nearby<StationId>>) {
        let found = self
            .all
            .iter()
            .filter(|station| passes(station))
            .filter_map(|station| area.near(station))
            .map(|near| (key(near.item), near));
        let found =
            sorting::sorted(found.collect(), |(key, a): &(SortKey, Nearby<&Station>), b| {
                let (other_key, b) = b;
                let by_key = key.partial_cmp(other_key).unwrap_or(Ordering::Equal);
                by_key
                    .then_with(|| nearby::metres(a.distance).total_cmp(&nearby::metres(b.distance)))
                    .then_with(|| a.item.title().en.cmp(b.item.title().en))
            });
        let id = |near: &Nearby<&Station>| Nearby {
            item: near.item.id.clone(),
            distance: near.distance,
        };
        (found.len(), found.iter().take(most).map(|(_, near)| id(near)).collect())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::{
        api,
        domain::geo::{Position, Radius},
        test_support,
    };

    // case 177
    #[test]
    fn a_plain_number_is_that_of_the_level_and_an_id_is_never_that_of_another_parameter() {
        let index = |parameters: &str| {
            let body = format!(r#"[{{"location":4001,"parameters":[{parameters}]}}]"#);
            let stations = api::decode_station_data(body.as_bytes()).expect("an array");
            StationIndex::new(&stations.content)
        };
        let id = |text: &str| StationId(text.into());
        let text = |found: Option<&Arc<Station>>| found.map(|station| station.id.0.to_string());
        let get = |parameters: &str, plain: &str| text(index(parameters).resolve(&id(plain)));
        let of_address = |parameters: &str| text(index(parameters).resolve_address(&id("4001")));
        let level = r#"{"parameter":10095,"paramNameEN":"River Level"}"#;
        let downstream = r#"{"parameter":10096,"paramNameEN":"River Level"}"#;
        let rain = r#"{"parameter":7,"paramNameEN":"Rainfall"}"#;
        let all = [rain, downstream, level].join(",");
        assert_eq!(get(&all, "4001").as_deref(), Some("4001-10095"));
        assert_eq!(get(&all, "4001-7").as_deref(), Some("4001-7"));
        assert_eq!(get(&all, "4001~2"), None);
        assert_eq!(get(rain, "4001"), None);
        assert_eq!(of_address(&all).as_deref(), Some("4001-10095"));
        assert_eq!(of_address(rain).as_deref(), Some("4001-7"));
        assert_eq!(get(rain, "4001-10095"), None);
        let v1 = test_support::feature(None, r#""Location":"4001""#);
        let now = "2026-11-20T12:00:00Z".parse().expect("an instant");
        let v1 = StationIndex::new(&test_support::stations(&[v1], now));
        for (given, is_resolved) in [("4001", true), ("4001-10095", false)] {
            assert_eq!(v1.resolve(&id(given)).is_some(), is_resolved, "{given}");
            assert!(v1.resolve_address(&id(given)).is_some(), "{given}");
        }
    }

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
        let (place, radius) =
            Position::new(51.9, -3.4).zip(Radius::from_kilometres(10)).expect("in range");
        let circle = PageArea::Circle(place, radius);
        let unsorted = |_: &Station| SortKey::NONE;
        let all = |index: &StationIndex, area: &PageArea| index.list(area, &|_| true, &unsorted, 9);
        assert_eq!(all(&one, &circle), all(&other, &circle));
        assert_eq!(all(&one, &PageArea::Wales), all(&other, &PageArea::Wales));
        let ids = |list: Vec<Nearby<StationId>>| {
            list.into_iter().map(|near| near.item.0.to_string()).collect::<Vec<_>>()
        };
        let (count, first) = one.list(&circle, &|station| &*station.id.0 != "2", &unsorted, 2);
        assert_eq!((count, ids(first)), (3, vec!["1".to_owned(), "3".to_owned()]));
        assert_eq!(ids(one.list(&PageArea::Wales, &|_| true, &unsorted, 3).1), ["1", "2", "3"]);
        let backwards =
            |station: &Station| SortKey::Number(-station.id.0.parse::<f64>().expect("a number"));
        assert_eq!(ids(one.list(&circle, &|_| true, &backwards, 2).1), ["4", "3"]);
    }
}

//! Which gauges are upstream and downstream of a gauge on its river, by `core/geodata/rivers.json`.

use super::{
    station::{ParameterKind, Station},
    text_folding::folded_words,
};
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/rivers.rs"));

/// A main river with its gauges in the order of its flow.
struct River {
    /// The English name, as in the titles of the gauges.
    name: &'static str,
    gauges: &'static [Place],
}

/// Where a gauge is on its river.
#[derive(Clone, Copy)]
struct Place {
    station: u32,
    /// The distance along the river from its source, in kilometres.
    km: f64,
    /// How far the gauge is from the line of the river, in kilometres: the distance is as inexact.
    error: f64,
}

/// A gauge on the same river.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// The gauge.
    pub station: Arc<Station>,
    /// The distance along the river, in kilometres.
    pub km: f64,
}

/// The nearest gauges of the river whose direction is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbours {
    /// Towards the source.
    pub upstream: Option<Neighbour>,
    /// Towards the sea.
    pub downstream: Option<Neighbour>,
}

/// The neighbours of a gauge among others. None of a river that is not in the table, or if the title of a gauge does not name the
/// river: its number may be that of another gauge now. Two gauges that are nearer to each other than the line is exact
/// are no neighbours.
pub fn neighbours(station: &Station, others: &[Arc<Station>]) -> Neighbours {
    let placed = RIVERS.iter().find_map(|river| Some((river, place_of(river, station)?)));
    let Some((river, own)) = placed else { return Neighbours::default() };
    let mut neighbours = Neighbours::default();
    for other in others {
        let Some(place) = place_of(river, other) else { continue };
        let km = place.km - own.km;
        if km.abs() < place.error + own.error || km == 0.0 {
            continue;
        }
        let nearest = if km < 0.0 { &mut neighbours.upstream } else { &mut neighbours.downstream };
        if nearest.as_ref().is_none_or(|nearest| km.abs() < nearest.km) {
            *nearest = Some(Neighbour { station: Arc::clone(other), km: km.abs() });
        }
    }
    neighbours
}

/// How far a gauge is along its river from the source, in kilometres. `None` of a river that is not in the table, or of a gauge that
/// is not on it.
pub fn from_source(station: &Station) -> Option<f64> {
    RIVERS.iter().find_map(|river| place_of(river, station)).map(|place| place.km)
}

/// The order of the gauges of a river: from source to sea, and after those the gauges of which that is not known, from north to south.
pub fn order(station: &Station) -> f64 {
    // More than the kilometres of any river.
    let north = || station.location.position().map_or(f64::MAX, |position| 1e6 - position.lat());
    from_source(station).unwrap_or_else(north)
}

fn place_of(river: &River, station: &Station) -> Option<Place> {
    let number = station.id.station_number()?;
    let place = river.gauges.iter().find(|place| place.station == number)?;
    let names_river = folded_words(station.river().en).contains(&river.name.to_ascii_lowercase());
    (station.kind() == ParameterKind::Level && names_river).then_some(*place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::Timestamp,
        test_support::{feature, stations},
    };

    /// Gauges with these numbers and titles.
    fn gauges(gauges: &[(&str, &str)]) -> Vec<Arc<Station>> {
        let now: Timestamp = "2026-11-20T12:30:00Z".parse().expect("an instant");
        let gauge = |(id, title): &(&str, &str)| {
            feature(None, &format!(r#""Location":"{id}","TitleEN":"{title}""#))
        };
        let features: Vec<String> = gauges.iter().map(gauge).collect();
        stations(&features, now).to_vec()
    }

    const USK: [(&str, &str); 5] = [
        ("4050", "Usk at Trallong"),
        ("4286", "River Usk at Brecon Promenade"),
        ("4233", "Usk at Brecon"),
        ("4041", "Usk at Llandetty"),
        ("4040", "Usk at Crickhowell"),
    ];

    /// The numbers of the gauges upstream and downstream of a gauge.
    fn found(own: &str, all: &[(&str, &str)]) -> [Option<String>; 2] {
        let all = gauges(all);
        let own = all.iter().find(|gauge| &*gauge.id.0 == own).expect("a gauge");
        let Neighbours { upstream, downstream } = neighbours(own, &all);
        [upstream, downstream].map(|found| found.map(|found| found.station.id.0.to_string()))
    }

    fn pair(upstream: &str, downstream: &str) -> [Option<String>; 2] {
        [upstream, downstream].map(|id| (!id.is_empty()).then(|| id.to_owned()))
    }

    #[test]
    fn the_gauges_of_a_river_are_in_order_from_its_source() {
        let mut all = gauges(&[USK[4], USK[0], USK[2], USK[3]]);
        all.sort_by(|a, b| from_source(a).partial_cmp(&from_source(b)).expect("numbers"));
        let ids: Vec<&str> = all.iter().map(|gauge| &*gauge.id.0).collect();
        assert_eq!(ids, ["4050", "4233", "4041", "4040"]);
        assert_eq!(from_source(&gauges(&[("4040", "Honddu at Brecon")])[0]), None);
    }

    #[test]
    fn the_neighbours_of_a_gauge_are_those_of_the_response_along_its_river() {
        assert_eq!(found("4041", &USK), pair("4233", "4040"));
        assert_eq!(found("4050", &USK), pair("", "4286"));
        assert_eq!(found("4040", &USK), pair("4041", ""));
        let without: Vec<_> = USK.into_iter().filter(|(id, _)| *id != "4041").collect();
        assert_eq!(found("4040", &without), pair("4233", ""), "the next of those that there are");
    }

    #[test]
    fn two_gauges_whose_order_is_not_known_are_no_neighbours() {
        assert_eq!(found("4233", &USK), pair("4050", "4041"));
        assert_eq!(found("4286", &USK), pair("4050", "4041"));
    }

    // case 227
    #[test]
    fn a_gauge_of_another_river_or_with_another_title_has_none() {
        let mut others = USK;
        others[0].1 = "Taff at Pontypridd";
        assert_eq!(found("4050", &others), pair("", ""));
        assert_eq!(found("4233", &others), pair("", "4041"));
        others[0].1 = "Olway Brook at Usk";
        assert_eq!(found("4050", &others), pair("", ""));
        assert_eq!(found("9", &[("9", "Usk at Nowhere"), USK[0]]), pair("", ""));
    }

    #[test]
    fn the_table_is_in_the_order_of_the_flow_and_has_each_gauge_once() {
        let mut seen = std::collections::BTreeSet::new();
        for River { name, gauges } in &RIVERS {
            assert!(gauges.is_sorted_by(|a, b| a.km <= b.km), "{name}");
            for place in *gauges {
                assert!(seen.insert(place.station), "{} is on two rivers", place.station);
                assert!((0.0..1.6).contains(&place.error), "{}", place.station);
            }
        }
        assert!(seen.len() > 30, "{}", seen.len());
    }
}

//! The levels that a council publishes for its gauges, `levels.json`: at which level what begins.

use crate::domain::{
    Timestamp,
    bilingual::Bilingual,
    limits, sorting,
    station::{Station, StationId, Unit},
    threshold::{Reach, Threshold},
};
use serde::Deserialize;
use std::sync::Arc;

/// The number of levels that are read.
const MOST_LEVELS: usize = 10_000;

/// A level of the file.
#[derive(Deserialize)]
struct Line {
    station: String,
    level: f64,
    #[serde(default)]
    unit: Option<String>,
    en: String,
    cy: String,
}

/// A consequence of a level of a gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct CouncilLevel {
    /// The gauge.
    pub station: StationId,
    /// The level.
    pub threshold: Threshold,
    /// The consequence: "High Street begins to flood".
    pub text: Bilingual,
}

/// The levels of all gauges: by gauge, the highest of a gauge first. Clones share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CouncilLevels(Arc<[CouncilLevel]>);

impl CouncilLevels {
    /// Decodes the file: an array of objects with `station`, `level` (metres), `en`, `cy`, and
    /// `unit` ("mAOD", "mASD") for a gauge that does not measure above its own zero. Returns the
    /// levels and the indices of the elements that are none; `None` if the file is no JSON array.
    pub fn decode(body: &[u8]) -> Option<(Self, Vec<usize>)> {
        let elements: Vec<serde_json::Value> = serde_json::from_slice(body).ok()?;
        let (mut levels, mut rejected) = (Vec::new(), Vec::new());
        for (index, element) in elements.into_iter().enumerate() {
            let level = serde_json::from_value(element).ok().as_ref().and_then(council_level);
            match level.filter(|_| index < MOST_LEVELS) {
                Some(level) => levels.push(level),
                None => rejected.push(index),
            }
        }
        Some((Self::sorted(levels), rejected))
    }

    /// Returns whether there are no levels.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The levels with the ids of their gauges, as `id_of` knows them for the stations of the file.
    #[must_use]
    pub fn resolved(&self, id_of: impl Fn(&StationId) -> Option<StationId>) -> Self {
        let resolve = |level: &CouncilLevel| {
            let station = id_of(&level.station).unwrap_or_else(|| level.station.clone());
            CouncilLevel { station, ..level.clone() }
        };
        Self::sorted(self.0.iter().map(resolve).collect())
    }

    fn sorted(levels: Vec<CouncilLevel>) -> Self {
        let sorted = sorting::sorted(levels, |a: &CouncilLevel, b| {
            let by_level = || b.threshold.level().total_cmp(&a.threshold.level());
            a.station.cmp(&b.station).then_with(by_level)
        });
        Self(sorted.into())
    }

    /// The levels of a gauge, the highest first.
    pub fn of(&self, station: &StationId) -> &[CouncilLevel] {
        let begin = self.0.partition_point(|level| level.station < *station);
        let end = self.0.partition_point(|level| level.station <= *station);
        self.0.get(begin..end).unwrap_or_default()
    }

    /// The highest level that a fresh reading of the gauge has reached.
    pub fn reached(&self, station: &Station, now: Timestamp) -> Option<&CouncilLevel> {
        let is_reached = |level: &&CouncilLevel| {
            Reach::default().next(level.threshold.excess(station, now)) == Reach::Reached
        };
        self.of(&station.id).iter().find(is_reached)
    }

    /// Whether there are no levels, or one of a gauge that `is_known` does not know.
    pub fn is_incomplete(&self, is_known: impl Fn(&StationId) -> bool) -> bool {
        self.is_empty() || !self.0.iter().all(|level| is_known(&level.station))
    }

    /// Whether the gauge has levels, and it is not known whether it has reached one of them: without a
    /// fresh reading, or in another unit.
    pub fn is_unknown(&self, station: &Station, now: Timestamp) -> bool {
        let excess = |level: &CouncilLevel| level.threshold.excess(station, now);
        self.of(&station.id).iter().any(|level| excess(level).is_none())
    }
}

fn council_level(line: &Line) -> Option<CouncilLevel> {
    let unit = Unit::parse(line.unit.as_deref().unwrap_or("m"));
    let text = Bilingual::new(line.en.trim(), line.cy.trim());
    let is_short =
        |text: &str| !text.is_empty() && text.chars().count() <= limits::COUNCIL_TEXT_CHARS;
    let is_valid = is_short(&text.en) && is_short(&text.cy) && is_short(&line.station);
    Some(CouncilLevel {
        station: StationId(line.station.trim().into()),
        threshold: Threshold::new(line.level, unit).filter(|_| is_valid)?,
        text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    #[test]
    fn the_levels_of_a_gauge_are_in_order_and_what_is_no_level_is_named() {
        let file = r#"[
            {"station": "4001", "level": 3.2, "en": "High Street begins to flood", "cy": "Mae'r Stryd Fawr yn dechrau gorlifo"},
            {"station": "4001", "level": 4, "en": "The bridge is closed", "cy": "Mae'r bont ar gau"},
            {"station": "4002", "level": 12.5, "unit": "mAOD", "en": "a", "cy": "b"},
            {"station": "4001", "level": "3.2", "en": "a", "cy": "b"},
            {"station": "4001", "level": 3.2, "en": "", "cy": "b"},
            {"station": "4001", "level": 99999, "en": "a", "cy": "b"},
            7
        ]"#;
        let (levels, rejected) = CouncilLevels::decode(file.as_bytes()).expect("an array");
        let id = |text: &str| StationId(text.into());
        let of = |station| -> Vec<f64> {
            levels.of(&id(station)).iter().map(|level| level.threshold.level()).collect()
        };
        assert_eq!(of("4001"), [4.0, 3.2]);
        assert_eq!(of("4002"), [12.5]);
        assert_eq!(of("4003"), [] as [f64; 0]);
        assert_eq!(levels.of(&id("4002"))[0].threshold.unit(), &Unit::MetresAboveOrdnanceDatum);
        assert_eq!(rejected, [3, 4, 5, 6]);
        // case 177
        let resolved = levels.resolved(|station| (&*station.0 == "4001").then(|| id("4001-10095")));
        assert_eq!(resolved.of(&id("4001-10095")).len(), 2);
        assert_eq!((resolved.of(&id("4001")).len(), resolved.of(&id("4002")).len()), (0, 1));
        assert!(resolved.is_incomplete(|station| *station != id("4002")));
        assert!(!resolved.is_incomplete(|_| true));
        assert!(CouncilLevels::default().is_incomplete(|_| true));
        // case 174: what is stale, or in another unit, has not been found to be below.
        let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("an instant");
        let gauge = |time: &str, unit: &str| {
            let properties = format!(
                r#""Location":"4001","LatestValue":"1","LatestTime":"{time}","Units":"{unit}","StatusEN":"Online""#
            );
            let feature = test_support::feature(None, &properties);
            Station::clone(&test_support::stations(&[feature], now)[0])
        };
        for (time, unit, is_unknown) in [
            ("2026-11-20T11:45:00Z", "m", false),
            ("2026-11-20T03:00:00Z", "m", true),
            ("2026-11-20T11:45:00Z", "mAOD", true),
        ] {
            let gauge = gauge(time, unit);
            assert_eq!(levels.is_unknown(&gauge, now), is_unknown, "{time} {unit}");
            assert_eq!(levels.reached(&gauge, now), None);
        }
        for broken in ["", "{}", "[", "<!doctype html>"] {
            assert_eq!(CouncilLevels::decode(broken.as_bytes()), None, "{broken}");
        }
    }
}

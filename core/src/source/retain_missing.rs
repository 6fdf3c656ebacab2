//! Gauges over several responses: those that share an id keep their own, a level that jumps is a sensor fault, and gauges that are
//! missing from a response stay in the list for a grace period and are marked.

use crate::{
    api::Stations,
    domain::{
        Timestamp,
        limits::{MISSING_GRACE_SECONDS, TREND_BREAK_METRES_PER_HOUR},
        station::{Station, StationId, Value},
        trend::is_too_fast,
    },
};
use std::sync::Arc;

/// Gives gauges that share an id with others the ids that they have in the snapshot `before`, by their
/// names, so that one that is missing from a response does not lend its id to the other one.
pub fn with_known_ids(before: &[Arc<Station>], response: Stations) -> Stations {
    let mut shared: Vec<&str> = Vec::new();
    for base in before.iter().chain(response.iter()).filter_map(|station| shared_id(station)) {
        if !shared.contains(&base) {
            shared.push(base);
        }
    }
    if shared.is_empty() {
        return response;
    }
    let mut stations = response.to_vec();
    for shared in shared {
        let has_it = |station: &Arc<Station>| base(station) == shared;
        let mut known: Vec<&Arc<Station>> =
            before.iter().filter(|station| has_it(station)).collect();
        let mut taken: Vec<StationId> = known.iter().map(|station| station.id.clone()).collect();
        let is_single = known.len() == 1 && stations.iter().filter(|of| has_it(of)).count() == 1;
        for station in stations.iter_mut().filter(|station| has_it(station)) {
            // Of a single gauge the name may have been corrected. Each known gauge is used once.
            let same = known
                .iter()
                .position(|known| known.id == station.id && known.names() == station.names())
                .or_else(|| known.iter().position(|known| known.names() == station.names()))
                .or(is_single.then_some(0));
            let id = match same {
                Some(index) => known.remove(index).id.clone(),
                None => free_id(shared, &taken),
            };
            taken.push(id.clone());
            if station.id != id {
                Arc::make_mut(station).id = id;
            }
        }
    }
    response.replaced(stations)
}

/// The first of "7", "7~2", "7~3" that is not taken.
fn free_id(shared: &str, taken: &[StationId]) -> StationId {
    let mut id = StationId(shared.into());
    let mut number = 1;
    while taken.contains(&id) {
        number += 1;
        id = StationId(format!("{shared}~{number}").into());
    }
    id
}

/// The id without its suffix.
fn base(station: &Station) -> &str {
    station.id.0.split('~').next().unwrap_or_default()
}

/// The id without its suffix, if it has one.
fn shared_id(station: &Arc<Station>) -> Option<&str> {
    station.id.0.split_once('~').map(|(base, _)| base)
}

/// Returns the gauges of a new response, and those of the snapshot `before` that the response
/// lacks, for a grace period. The latter have [`missing_since`](Station::missing_since) set.
pub fn with_missing(before: &[Arc<Station>], response: Stations, now: Timestamp) -> Stations {
    let missing = before
        .iter()
        .filter(|station| response.binary_search_by(|known| known.id.cmp(&station.id)).is_err())
        .filter_map(|station| match station.missing_since {
            None => Some(Arc::new(Station { missing_since: Some(now), ..Station::clone(station) })),
            Some(since) if (now - since).num_seconds() > MISSING_GRACE_SECONDS => None,
            Some(_) => Some(Arc::clone(station)),
        });
    let missing: Vec<_> = missing.collect();
    if missing.is_empty() {
        return response;
    }
    response.with(missing.into_iter())
}

/// The change in a quarter of an hour, in which most gauges are read, that is too fast for water. Of readings in quick succession a smaller
/// one may be waves.
const LEAST_JUMP_METRES: f64 = TREND_BREAK_METRES_PER_HOUR / 4.0;

/// Marks levels as sensor faults that changed faster than the water of a river since the snapshot `before`. They are compared with the last
/// plausible level, so that one that lasts counts as soon as water could have reached it in the time that has passed.
pub fn without_jumps(before: &[Arc<Station>], response: &Stations) -> Stations {
    let mut stations = response.to_vec();
    for station in &mut stations {
        let known = before.binary_search_by(|known| known.id.cmp(&station.id));
        let Some(known) = known.ok().and_then(|index| before.get(index)) else { continue };
        let Some(last) = known.reading().or(known.reading_before) else { continue };
        if !station.unit.is_metres() || known.unit != station.unit {
            continue;
        }
        let reading = station.reading();
        let is_jump = reading.is_some_and(|now| {
            let is_large = (now.level - last.level).abs() > LEAST_JUMP_METRES;
            is_large && now.at > last.at && is_too_fast(&last, &now)
        });
        if is_jump {
            Arc::make_mut(station).value = Value::SensorFault;
        }
        if is_jump || reading.is_none() {
            Arc::make_mut(station).reading_before = Some(last);
        }
    }
    response.replaced(stations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use chrono::TimeDelta;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().expect("an instant")
    }

    fn levels(ids: &[&str]) -> Stations {
        let feature = |id: &&str| test_support::feature(None, &format!(r#""Location":"{id}""#));
        let features: Vec<String> = ids.iter().map(feature).collect();
        test_support::stations(&features, now())
    }

    fn ids(levels: &[Arc<Station>]) -> Vec<(&str, bool)> {
        levels.iter().map(|station| (&*station.id.0, station.missing_since.is_some())).collect()
    }

    // case 177
    #[test]
    fn two_gauges_with_one_number_keep_their_ids_when_one_of_them_is_missing() {
        let response = |titles: &[&str]| {
            let feature = |title: &&str| {
                test_support::feature(None, &format!(r#""Location":"7","TitleEN":"{title}""#))
            };
            let features: Vec<String> = titles.iter().map(feature).collect();
            test_support::stations(&features, now())
        };
        let next = |before: &Stations, titles: &[&str]| {
            with_missing(before, with_known_ids(before, response(titles)), now())
        };
        let named = |stations: &Stations| {
            let name = |station: &Arc<Station>| {
                let is_missing = if station.missing_since.is_some() { " missing" } else { "" };
                format!("{} {}{is_missing}", station.id.0, station.title().en)
            };
            stations.iter().map(name).collect::<Vec<_>>()
        };
        let both = next(&Stations::default(), &["A", "B"]);
        assert_eq!(named(&both), ["7 A", "7~2 B"]);
        let only_b = next(&both, &["B"]);
        assert_eq!(named(&only_b), ["7 A missing", "7~2 B"]);
        assert_eq!(named(&next(&only_b, &["A", "B"])), ["7 A", "7~2 B"]);
        // A third one, which is first in the order of the names.
        assert_eq!(named(&next(&both, &["0", "A", "B"])), ["7 A", "7~2 B", "7~3 0"]);
        // Two with the same names stay two.
        let twice = next(&Stations::default(), &["A", "A"]);
        assert_eq!(named(&next(&twice, &["A", "A"])), ["7 A", "7~2 A"]);
        let located = [test_support::BRECON, Some([-3.0, 51.9])]
            .map(|point| test_support::feature(point, r#""Location":"7","TitleEN":"A""#));
        let located = test_support::stations(&located, now());
        assert_eq!(with_known_ids(&located, located.clone()), located, "each keeps its own id");
        // The one that is left keeps its id when the other one is no longer listed as missing.
        let left = with_missing(
            &only_b,
            with_known_ids(&only_b, response(&["B"])),
            now() + TimeDelta::hours(7),
        );
        assert_eq!(named(&left), ["7~2 B"]);
        assert_eq!(named(&next(&left, &["B"])), ["7~2 B"]);
        // Which of two another name is of is not known.
        assert_eq!(named(&next(&both, &["C"])), ["7 A missing", "7~2 B missing", "7~3 C"]);
        // A single gauge that is renamed, and a second one that comes to it.
        let single = next(&Stations::default(), &["B"]);
        assert_eq!(named(&next(&single, &["C"])), ["7 C"]);
        assert_eq!(named(&next(&single, &["A", "B"])), ["7 B", "7~2 A"]);
    }

    // case 58
    #[test]
    fn a_gauge_that_vanishes_stays_as_not_reported_for_six_hours_and_comes_back_as_it_was() {
        let first = levels(&["1", "2", "3"]);
        let second = with_missing(&first, levels(&["3", "1"]), now());
        assert_eq!(ids(&second), [("1", false), ("2", true), ("3", false)]);
        let later = |hours: i64, response: &[&str]| {
            with_missing(&second, levels(response), now() + TimeDelta::hours(hours))
        };
        assert_eq!(ids(&later(6, &["1", "3"])), [("1", false), ("2", true), ("3", false)]);
        assert_eq!(
            later(6, &["1", "3"])[1].missing_since,
            Some(now()),
            "since it was first missed"
        );
        assert_eq!(ids(&later(7, &["1", "3"])), [("1", false), ("3", false)]);
        assert_eq!(ids(&later(1, &["1", "2", "3"])), [("1", false), ("2", false), ("3", false)]);
    }

    // case 242
    #[test]
    fn a_level_that_changes_faster_than_any_river_is_a_sensor_fault_until_water_could_have_reached_it()
     {
        // Minutes and values of the responses, and the values that are shown.
        let shown_in = |unit: &str, readings: &[(i64, &str)]| {
            let mut before = Stations::default();
            let mut shown = Vec::new();
            for (minute, value) in readings {
                let at = now() + TimeDelta::minutes(*minute);
                let properties = format!(
                    r#""Location":"1","Units":"{unit}","LatestValue":"{value}","LatestTime":"{at:?}""#
                );
                let response =
                    test_support::stations(&[test_support::feature(None, &properties)], at);
                before = with_missing(&before, without_jumps(&before, &response), at);
                shown.push(match &before[0].value {
                    Value::Measured { text, .. } => text.to_string(),
                    Value::SensorFault => "fault".to_owned(),
                    Value::Missing => "none".to_owned(),
                });
            }
            shown
        };
        let shown = |readings| shown_in("m", readings);
        assert_eq!(shown(&[(0, "0.5"), (15, "3.4"), (30, "1.0")]), ["0.5", "3.4", "1.0"]);
        assert_eq!(shown(&[(0, "0.5"), (15, "9.5"), (30, "0.6")]), ["0.5", "fault", "0.6"]);
        // Also with readings that have no value between them.
        assert_eq!(
            shown(&[(0, "0.5"), (15, "-999"), (30, "9.5"), (45, ""), (60, "9.5")]),
            ["0.5", "fault", "fault", "none", "9.5"]
        );
        // Waves, in quick succession.
        assert_eq!(shown(&[(0, "0.5"), (1, "1.5"), (2, "0.4")]), ["0.5", "1.5", "0.4"]);
        // By more than 3 m, up or down, and no less, however high the level is.
        assert_eq!(shown(&[(0, "5.0"), (1, "6.5")]), ["5.0", "6.5"]);
        assert_eq!(shown(&[(0, "1.0"), (10, "4.0")]), ["1.0", "4.0"]);
        assert_eq!(shown(&[(0, "5.0"), (15, "9.0")]), ["5.0", "fault"]);
        assert_eq!(shown(&[(0, "9.0"), (15, "5.0")]), ["9.0", "fault"]);
        // A flow is no level.
        assert_eq!(shown_in("m3/s", &[(0, "0.5"), (15, "9.5")]), ["0.5", "9.5"]);
        // A corrected reading, and an older one.
        assert_eq!(shown(&[(15, "9.5"), (15, "0.5"), (0, "9.5")]), ["9.5", "0.5", "9.5"]);
    }
}

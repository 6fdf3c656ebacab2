//! The recorder's file of the records of all gauges: their usual ranges and highest levels.

use crate::domain::{
    Timestamp,
    level_record::{Distribution, LevelRecord, Unchanged},
    station::{Station, StationId, Unit},
    trend::Reading,
};
use chrono::{NaiveTime, TimeDelta};
use serde::{Deserialize, Serialize};

/// The version of the file. A file of another version is not decoded.
const VERSION: u32 = 1;
/// The path of the file, relative to the page.
pub const PATH: &str = "history/level-records.json";
/// A file that is older says nothing of the last year.
const OLDEST: TimeDelta = TimeDelta::days(7);
/// The clocks of the recorder and of this device may differ by this.
const AHEAD: TimeDelta = TimeDelta::days(1);
/// A larger file is not decoded.
const LARGEST_BYTES: usize = 400_000;

/// `history/level-records.json`: the records of all gauges.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LevelRecords {
    version: u32,
    /// When the recorder wrote the file, in seconds since 1970.
    written: i64,
    /// The records in the order of the station numbers.
    gauges: Vec<Record>,
}

/// The record of one gauge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    /// The station number (`Location`).
    station: String,
    /// The unit of the levels (`Units`).
    unit: String,
    /// The beginning of the first recorded day in UTC, in seconds since 1970.
    since: i64,
    /// The number of days of the last year that have readings of the water.
    days: u32,
    /// The levels of the last year that [`crate::domain::level_record::PERCENTS`] of the readings do not exceed. A vector, since serde's code for arrays is
    /// larger than the rest of this file's.
    levels: Vec<f64>,
    /// The highest level.
    highest: f64,
    /// Its time, in seconds since 1970.
    highest_at: i64,
    /// If the sensor may be stuck: the beginning of the first whole day with no other value in UTC, in seconds since 1970, and that value.
    /// Otherwise empty, and not written. A vector for the reason above; earlier recorders did not write it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unchanged: Vec<f64>,
}

/// Encodes records by gauge. Levels have three digits after the point, as those of the service.
///
/// # Errors
///
/// If the file cannot be encoded.
pub fn encode<'a>(
    written: Timestamp,
    records: impl IntoIterator<Item = (&'a StationId, &'a Unit, &'a LevelRecord)>,
) -> serde_json::Result<Vec<u8>> {
    let gauge = |(id, unit, record): (&StationId, &Unit, &LevelRecord)| {
        let levels = record.distribution.levels().iter();
        Record {
            station: id.0.to_string(),
            unit: unit.symbol().to_owned(),
            since: record.since.and_time(NaiveTime::MIN).and_utc().timestamp(),
            days: record.days.into(),
            levels: levels.map(|level| rounded(*level)).collect(),
            highest: rounded(record.highest.level),
            highest_at: record.highest.at.timestamp(),
            unchanged: record.unchanged.map(unchanged_written).unwrap_or_default(),
        }
    };
    let mut gauges: Vec<Record> = records.into_iter().map(gauge).collect();
    gauges.sort_by(|a, b| a.station.cmp(&b.station));
    serde_json::to_vec(&LevelRecords { version: VERSION, written: written.timestamp(), gauges })
}

#[allow(clippy::cast_precision_loss)] // whole seconds of this century
fn unchanged_written(Unchanged { since, level }: Unchanged) -> Vec<f64> {
    vec![since.and_time(NaiveTime::MIN).and_utc().timestamp() as f64, rounded(level)]
}

fn rounded(level: f64) -> f64 {
    (level * 1_000.0).round() / 1_000.0
}

impl LevelRecords {
    /// Decodes the file. `None` if it is damaged, of another version, not in order, larger than any real one, or older than a week.
    pub fn decode(body: &[u8], now: Timestamp) -> Option<Self> {
        if body.len() > LARGEST_BYTES {
            return None;
        }
        let records: Self = serde_json::from_slice(body).ok()?;
        let is_sorted = records.gauges.is_sorted_by(|a, b| a.station < b.station);
        let is_usable = records.version == VERSION && is_sorted && is_current(records.written, now);
        is_usable.then_some(records)
    }

    /// The record of a gauge, if it can be right, is in the unit of the gauge and not older than a week.
    pub fn of(&self, station: &Station, now: Timestamp) -> Option<LevelRecord> {
        let gauges = &self.gauges;
        let found = gauges.binary_search_by(|record| (*record.station).cmp(&*station.id.0)).ok()?;
        let record = gauges.get(found)?;
        let is_of_gauge = record.unit == station.unit.symbol() && LevelRecord::applies_to(station);
        level_record(record, self.written).filter(|_| is_of_gauge && is_current(self.written, now))
    }

    /// The station numbers of the records that cannot be right, or are in another unit than their gauge.
    pub fn unusable<'a>(
        &self,
        station: impl Fn(&StationId) -> Option<&'a Station>,
    ) -> Vec<StationId> {
        let is_usable = |id: &StationId, record: &Record| {
            let is_in_its_unit = |station: &Station| record.unit == station.unit.symbol();
            level_record(record, self.written).is_some() && station(id).is_none_or(is_in_its_unit)
        };
        let ids = self.gauges.iter().map(|record| (StationId((*record.station).into()), record));
        ids.filter(|(id, record)| !is_usable(id, record)).map(|(id, _)| id).collect()
    }
}

/// Whether a file of that time is of the last days. One of the future is of a clock that was wrong.
fn is_current(written: i64, now: Timestamp) -> bool {
    (-AHEAD.num_seconds()..=OLDEST.num_seconds()).contains(&(now.timestamp() - written))
}

/// `None` if the record cannot be right: its levels are not in ascending order, or its times are after that of the file.
fn level_record(record: &Record, written: i64) -> Option<LevelRecord> {
    let at = Timestamp::from_timestamp(record.highest_at, 0)?;
    let since = Timestamp::from_timestamp(record.since, 0)?.date_naive();
    let is_possible =
        since <= at.date_naive() && record.highest_at <= written && record.highest.is_finite();
    is_possible.then_some(LevelRecord {
        since,
        days: u16::try_from(record.days).ok()?,
        distribution: Distribution::new(record.levels.as_slice().try_into().ok()?)?,
        highest: Reading { at, level: record.highest },
        unchanged: unchanged_read(&record.unchanged),
    })
}

/// `None` also for one that cannot be read: the level is then compared as any other.
#[allow(clippy::cast_possible_truncation)] // `as` saturates, and days out of range are none
fn unchanged_read(written: &[f64]) -> Option<Unchanged> {
    let [since, level] = *written else { return None };
    let since = Timestamp::from_timestamp(since as i64, 0)?.date_naive();
    Some(Unchanged { since, level })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::level_record::PERCENTS, test_support};

    fn written() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().expect("a time")
    }

    fn record() -> LevelRecord {
        let levels = PERCENTS.map(|percent| f64::from(percent) / 100.0 + 0.000_4);
        LevelRecord {
            since: "2019-05-01".parse().expect("a day"),
            days: 365,
            distribution: Distribution::new(levels).expect("ascending"),
            highest: Reading { at: "2020-02-16T04:15:00Z".parse().expect("a time"), level: 4.912 },
            unchanged: Some(Unchanged {
                since: "2026-11-17".parse().expect("a day"),
                level: 0.893,
            }),
        }
    }

    fn station(unit: &str) -> std::sync::Arc<Station> {
        let members = format!(r#""Location":"4001","Units":"{unit}""#);
        let stations = test_support::stations(&[test_support::feature(None, &members)], written());
        stations[0].clone()
    }

    fn file() -> String {
        let id = StationId("4001".into());
        let body = encode(written(), [(&id, &Unit::Metres, &record())]).expect("finite levels");
        String::from_utf8(body).expect("JSON")
    }

    // case 216
    #[test]
    fn a_record_comes_back_in_millimetres_and_only_for_its_gauge_and_unit() {
        let decode = |age| LevelRecords::decode(file().as_bytes(), written() + age);
        assert_eq!(decode(TimeDelta::days(8)), None, "the recorder has stopped");
        assert_eq!(decode(TimeDelta::days(-400)), None, "a file of the future");
        assert!(decode(TimeDelta::hours(-1)).is_some());
        let records = decode(TimeDelta::days(6)).expect("a file");
        let found = records.of(&station("m"), written()).expect("a record");
        let levels = PERCENTS.map(|percent| f64::from(percent) / 100.0);
        let distribution = Distribution::new(levels).expect("ascending");
        assert_eq!(found, LevelRecord { distribution, ..record() });
        assert_eq!(records.of(&station("mAOD"), written()), None);
        let in_a_week = written() + TimeDelta::days(8);
        assert_eq!(records.of(&station("m"), in_a_week), None, "kept in an open page");
        assert_eq!(LevelRecords::default().of(&station("m"), written()), None);
    }

    // case 263
    #[test]
    fn a_record_without_a_stuck_value_or_with_one_that_cannot_be_read_has_none() {
        let known = "\"unchanged\":[1794873600.0,0.893]";
        let (file, now) = (file(), written());
        assert!(file.contains(known), "{file}");
        for (written, expected) in [
            (known, record().unchanged),
            ("\"unchanged\":[]", None),
            ("\"unchanged\":[0.893]", None),
            ("\"unchanged\":[1e300,0.893]", None),
            ("\"other\":1", None),
        ] {
            let records = LevelRecords::decode(file.replace(known, written).as_bytes(), now);
            let found = records.expect("a file").of(&station("m"), now);
            assert_eq!(found.expect("a record").unchanged, expected, "{written}");
        }
    }

    // case 199
    #[test]
    fn a_record_that_cannot_be_right_is_named_and_not_used_and_a_file_that_is_none_is_ignored() {
        let with = |from: &str, to: &str| {
            let file = file();
            assert!(file.contains(from), "{from} in {file}");
            LevelRecords::decode(file.replace(from, to).as_bytes(), written())
        };
        for (from, to) in [
            ("\"levels\":[0.01,", "\"levels\":[0.99,"),
            ("\"highest_at\":1581826500", "\"highest_at\":1981826500"),
            ("\"since\":1556668800", "\"since\":1777593600"),
            ("\"highest_at\":1581826500", "\"highest_at\":-99999999999999"),
            ("\"levels\":[0.01,", "\"levels\":[0.001,0.01,"),
            ("\"days\":365", "\"days\":70000"),
        ] {
            let records = with(from, to).expect("the other gauges are kept");
            assert_eq!(records.of(&station("m"), written()), None, "{to}");
            assert_eq!(records.unusable(|_| None), [StationId("4001".into())], "{to}");
        }
        let records = LevelRecords::decode(file().as_bytes(), written()).expect("a file");
        let unusable = |unit| {
            let station = station(unit);
            records.unusable(|id| (*id == station.id).then_some(&*station)).len()
        };
        assert_eq!(["m", "mAOD"].map(unusable), [0, 1]);
        for (from, to) in [
            ("\"version\":1", "\"version\":2"),
            (
                "\"gauges\":[",
                "\"gauges\":[{\"station\":\"9\",\"unit\":\"m\",\"since\":0,\"days\":0,\"levels\":[],\"highest\":0.0,\"highest_at\":0},",
            ),
            ("\"levels\":[0.01,", "\"levels\":[NaN,"),
            ("\"levels\":[0.01,", "\"levels\":[,"),
            ("\"days\":365", "\"days\":-1"),
        ] {
            assert_eq!(with(from, to), None, "{to}");
        }
        let whole = file();
        let cut = whole.as_bytes().split_last_chunk::<20>().expect("more than 20 bytes").0;
        assert_eq!(LevelRecords::decode(cut, written()), None);
        let long = format!("{}{}", file(), " ".repeat(LARGEST_BYTES));
        assert_eq!(LevelRecords::decode(long.as_bytes(), written()), None);
        assert_eq!(LevelRecords::decode(b"<html>", written()), None);
    }
}

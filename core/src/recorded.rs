//! The files in which the recorder publishes earlier readings and messages. The recorder writes
//! them and the page reads them, so both use these types.

use crate::domain::{
    Timestamp,
    bilingual::Bilingual,
    station::{StationId, Unit},
    trend::{self, Reading},
    warning::{AreaCode, ChangeKind, Severity},
};
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the files. A file of another version is not decoded.
const VERSION: u32 = 1;
/// The longest time that a file covers, in seconds. Readings outside of it are an error.
const LONGEST_SPAN_SECONDS: i64 = 100 * 24 * 3600;

/// Readings of one gauge, in the order of their times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The time of the first reading, in seconds since 1970.
    start: i64,
    /// The seconds from each reading to the next one.
    intervals: Vec<u32>,
    /// The levels, in the unit of the gauge.
    levels: Vec<f64>,
}

impl Series {
    /// Encodes readings in the order of their times.
    pub fn new(readings: &[Reading]) -> Self {
        let seconds = |pair: &[Reading]| match pair {
            [a, b] => u32::try_from((b.at - a.at).num_seconds()).unwrap_or_default(),
            _ => 0,
        };
        Self {
            start: readings.first().map_or(0, |first| first.at.timestamp()),
            intervals: readings.windows(2).map(seconds).collect(),
            levels: readings.iter().map(|reading| reading.level).collect(),
        }
    }

    /// The readings. `None` if the series is damaged.
    pub fn readings(&self) -> Option<Vec<Reading>> {
        if self.levels.is_empty() {
            return Some(Vec::new());
        }
        let span: i64 = self.intervals.iter().map(|seconds| i64::from(*seconds)).sum();
        if self.intervals.len() + 1 != self.levels.len() || span > LONGEST_SPAN_SECONDS {
            return None;
        }
        let mut at = Timestamp::from_timestamp(self.start, 0)?;
        let mut readings = Vec::with_capacity(self.levels.len());
        for (index, level) in self.levels.iter().enumerate() {
            if let Some(seconds) = index.checked_sub(1).and_then(|index| self.intervals.get(index))
            {
                at = at.checked_add_signed(TimeDelta::seconds(i64::from(*seconds)))?;
            }
            readings.push(Reading { at, level: *level });
        }
        Some(readings)
    }
}

/// `history/<station>.json`: the readings of one gauge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StationHistory {
    version: u32,
    /// The station number (`Location`).
    pub station: String,
    /// The unit of the levels (`Units`).
    pub unit: String,
    /// When the recorder wrote the file, in seconds since 1970.
    pub written: i64,
    /// All readings of the last seven days.
    pub week: Series,
    /// The highest level of each hour of the days before, at the beginning of the hour.
    pub hourly: Series,
    /// The highest level of each calendar year in UTC, oldest first: its time in seconds since 1970, and the level. Earlier
    /// recorders did not write it.
    #[serde(default)]
    years: Vec<(i64, f64)>,
}

impl StationHistory {
    /// Creates the content of the file.
    pub fn new(
        station: &StationId,
        unit: &Unit,
        written: Timestamp,
        week: &[Reading],
        hourly: &[Reading],
        years: &[Reading],
    ) -> Self {
        Self {
            version: VERSION,
            station: station.0.to_string(),
            unit: unit.symbol().to_owned(),
            written: written.timestamp(),
            week: Series::new(week),
            hourly: Series::new(hourly),
            years: years.iter().map(|highest| (highest.at.timestamp(), highest.level)).collect(),
        }
    }

    /// Decodes the file of a gauge. `None` if it is damaged, of another version, of another gauge
    /// or in another unit.
    pub fn decode(body: &[u8], station: &StationId, unit: &Unit) -> Option<Self> {
        let history: Self = serde_json::from_slice(body).ok()?;
        let is_of_gauge = history.station == *station.0 && history.unit == unit.symbol();
        (history.version == VERSION && is_of_gauge).then_some(history)
    }

    /// All readings: those of each hour, then those of the week. `None` if a series is damaged.
    pub fn readings(&self) -> Option<Vec<Reading>> {
        let mut readings = self.hourly.readings()?;
        trend::merge(&mut readings, &self.week.readings()?);
        Some(readings)
    }

    /// The highest reading of each calendar year, oldest first. A time out of range is left out.
    pub fn highest_of_years(&self) -> Vec<Reading> {
        let reading = |(at, level): &(i64, f64)| {
            Some(Reading { at: Timestamp::from_timestamp(*at, 0)?, level: *level })
        };
        self.years.iter().filter_map(reading).collect()
    }

    /// The path of the file, relative to the page.
    pub fn path(station: &StationId) -> String {
        let mut name = file_stem(&station.0);
        // The names of the recorder's other files.
        if ["recent", "warnings", "status", "level-records"].contains(&name.as_str()) {
            name.push('_');
        }
        format!("history/{name}.json")
    }
}

/// A name of a file for an id. Ids are outside text: all but ASCII letters and digits are written as the hexadecimal digits of their
/// bytes. Of an id of more than 60 bytes the rest is a hash, since names of files are limited.
pub fn file_stem(id: &str) -> String {
    const LONGEST: usize = 60;
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut stem = String::new();
    for byte in id.bytes().take(LONGEST) {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => stem.push(char::from(byte)),
            _ => {
                stem.push('_');
                stem.extend(
                    [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)])),
                );
            }
        }
    }
    if id.len() > LONGEST {
        stem = format!("{stem}-{:016x}", fnv_1a(id.as_bytes()));
    }
    stem
}

/// The hash FNV-1a, which is the same in the recorder and in the page.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The path of [`RecentHistory`], relative to the page.
pub const RECENT_PATH: &str = "history/recent.json";
/// The path of [`WarningsHistory`], relative to the page.
pub const WARNINGS_PATH: &str = "history/warnings.json";

/// `history/recent.json`: the readings of all gauges in the last 12 hours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecentHistory {
    version: u32,
    /// When the recorder wrote the file, in seconds since 1970.
    pub written: i64,
    /// The readings by station number.
    pub stations: BTreeMap<String, RecentReadings>,
}

/// The recent readings of one gauge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecentReadings {
    /// The unit of the levels (`Units`).
    pub unit: String,
    /// The readings.
    #[serde(flatten)]
    pub series: Series,
}

impl RecentReadings {
    /// The readings of one gauge as JSON, as a device keeps them.
    pub fn encode(unit: &Unit, readings: &[Reading]) -> String {
        let recent = Self { unit: unit.symbol().to_owned(), series: Series::new(readings) };
        // Texts and finite numbers: encoding does not fail.
        serde_json::to_string(&recent).unwrap_or_default()
    }

    /// Decodes readings that a device has kept; none if they are damaged or in another unit.
    pub fn decode(text: &str, unit: &Unit) -> Vec<Reading> {
        let recent: Option<Self> = serde_json::from_str(text).ok();
        recent.and_then(|recent| recent.readings(unit)).unwrap_or_default()
    }

    /// The readings; `None` if they are damaged or in another unit.
    fn readings(&self, unit: &Unit) -> Option<Vec<Reading>> {
        (self.unit == unit.symbol()).then(|| self.series.readings()).flatten()
    }
}

impl RecentHistory {
    /// Creates the content of the file.
    pub fn new(written: Timestamp, stations: BTreeMap<String, RecentReadings>) -> Self {
        Self { version: VERSION, written: written.timestamp(), stations }
    }

    /// Decodes the file. `None` if it is damaged or of another version.
    pub fn decode(body: &[u8]) -> Option<Self> {
        let history: Self = serde_json::from_slice(body).ok()?;
        (history.version == VERSION).then_some(history)
    }

    /// The readings of a gauge; none where the file has none in this unit.
    pub fn readings(&self, station: &StationId, unit: &Unit) -> Vec<Reading> {
        let recent = self.stations.get(&*station.0);
        recent.and_then(|recent| recent.readings(unit)).unwrap_or_default()
    }
}

/// `history/warnings.json`: how the messages of each target area changed in the last 60 days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WarningsHistory {
    version: u32,
    /// When the recorder wrote the file, in seconds since 1970.
    pub written: i64,
    /// The changes by code (`FWACODE`), oldest first.
    pub areas: BTreeMap<String, Vec<MessageChange>>,
}

impl WarningsHistory {
    /// Creates the content of the file.
    pub fn new(written: Timestamp, areas: BTreeMap<String, Vec<MessageChange>>) -> Self {
        Self { version: VERSION, written: written.timestamp(), areas }
    }

    /// Decodes the file. `None` if it is damaged or of another version.
    pub fn decode(body: &[u8]) -> Option<Self> {
        let history: Self = serde_json::from_slice(body).ok()?;
        (history.version == VERSION).then_some(history)
    }

    /// The changes of an area's message, oldest first.
    pub fn changes(&self, code: &AreaCode) -> &[MessageChange] {
        self.areas.get(&code.0).map(Vec::as_slice).unwrap_or_default()
    }
}

/// One change of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MessageChange {
    /// When it changed, in seconds since 1970: by the service where it gives the time, else when
    /// the recorder saw it.
    pub at: i64,
    /// The kind of the change, as the id of a [`ChangeKind`].
    kind: String,
    /// The severity since then, as the id of a [`Severity`].
    severity: String,
    /// The sentences of the English text that the text before did not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added_en: Vec<String>,
    /// The sentences of the Welsh text that the text before did not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added_cy: Vec<String>,
    /// The sentences of the English text before that a change took out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed_en: Vec<String>,
    /// The sentences of the Welsh text before that a change took out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed_cy: Vec<String>,
}

/// The content of a message at one time, of which the changes are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageState {
    /// Since when.
    pub at: Timestamp,
    /// The severity.
    pub severity: Severity,
    /// The text of the message.
    pub text: Bilingual,
}

/// The changes between the states of one message, oldest first. A message that was never in force
/// has none.
pub fn changes<'a>(states: impl IntoIterator<Item = &'a MessageState>) -> Vec<MessageChange> {
    let mut changes = Vec::new();
    let mut before: Option<&MessageState> = None;
    for state in states {
        let was_in_force = before.is_some_and(|before| before.severity.in_force());
        let kind = match (was_in_force, state.severity.in_force()) {
            (false, true) => ChangeKind::Raised,
            (true, true) => ChangeKind::Changed,
            (true, false) => ChangeKind::StoodDown,
            // A text that changes after the end, or that was never in force.
            (false, false) => continue,
        };
        let texts = |text: fn(&Bilingual) -> &str| {
            (before.map_or("", |before| text(&before.text)), text(&state.text))
        };
        let added = |text| match (kind, texts(text)) {
            (ChangeKind::Raised, (_, after)) => beyond(after, ""),
            (ChangeKind::Changed | ChangeKind::StoodDown, (before, after)) => beyond(after, before),
        };
        let removed = |text| match (kind, texts(text)) {
            (ChangeKind::Changed, (before, after)) => beyond(before, after),
            // The text of another event, or of its end: nothing of it was corrected.
            (ChangeKind::Raised | ChangeKind::StoodDown, _) => Vec::new(),
        };
        changes.push(MessageChange {
            at: state.at.timestamp(),
            kind: kind.id().to_owned(),
            severity: state.severity.id().to_owned(),
            added_en: added(|text| &text.en),
            added_cy: added(|text| &text.cy),
            removed_en: removed(|text| &text.en),
            removed_cy: removed(|text| &text.cy),
        });
        before = Some(state);
    }
    changes
}

impl MessageChange {
    /// The kind of the change. A text of a newer recorder is a change.
    pub fn kind(&self) -> ChangeKind {
        let known = ChangeKind::ALL.into_iter().find(|kind| kind.id() == self.kind);
        known.unwrap_or(ChangeKind::Changed)
    }

    /// The severity since the change. A text of a newer recorder is unknown.
    pub fn severity(&self) -> Severity {
        Severity::from_id(&self.severity)
    }
}

/// The sentences and lines of a text, trimmed and not empty. A point within a number does not end a
/// sentence.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let split = move || {
        let ends = |(index, c): (usize, char)| {
            let after = rest.get(index + c.len_utf8()..).unwrap_or_default();
            let is_end = matches!(c, '.' | '!' | '?') && after.starts_with(char::is_whitespace);
            (is_end || c == '\n').then_some(index + c.len_utf8())
        };
        let end = rest.char_indices().find_map(ends).unwrap_or(rest.len());
        let (sentence, after) = rest.split_at_checked(end)?;
        rest = after;
        (!sentence.is_empty()).then_some(sentence)
    };
    std::iter::from_fn(split)
        .map(str::trim)
        .filter(|sentence| sentence.chars().any(char::is_alphanumeric))
}

/// The sentences of a text that the other text does not have, or has fewer times. A sentence in another place is in both.
fn beyond(text: &str, other: &str) -> Vec<String> {
    let mut others: Vec<&str> = sentences(other).collect();
    let mut beyond: Vec<&str> = sentences(text).collect();
    beyond.retain(|sentence| match others.iter().position(|other| other == sentence) {
        Some(same) => {
            others.swap_remove(same);
            false
        }
        None => true,
    });
    beyond.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_timestamp(1_790_000_000 + minutes * 60, 0).expect("in range")
    }

    fn readings(levels: &[(i64, f64)]) -> Vec<Reading> {
        levels.iter().map(|(minutes, level)| Reading { at: at(*minutes), level: *level }).collect()
    }

    fn id(text: &str) -> StationId {
        StationId(text.into())
    }

    #[test]
    fn a_series_keeps_times_levels_and_gaps() {
        for levels in
            [vec![], vec![(0, -0.214)], vec![(0, 1.0), (15, 1.25), (30, 0.001), (600, 57.123)]]
        {
            let readings = readings(&levels);
            assert_eq!(Series::new(&readings).readings(), Some(readings));
        }
    }

    #[test]
    fn the_file_of_a_gauge_is_decoded_for_this_gauge_and_unit_only() {
        let readings = readings(&[(0, 1.0), (15, 1.25)]);
        let history = StationHistory::new(
            &id("4001"),
            &Unit::Metres,
            at(20),
            &readings,
            &[],
            &readings[1..2],
        );
        assert_eq!(history.highest_of_years(), readings[1..2]);
        let text = serde_json::to_string(&history).expect("JSON");
        assert_eq!(
            text,
            r#"{"version":1,"station":"4001","unit":"m","written":1790001200,"week":{"start":1790000000,"intervals":[900],"levels":[1.0,1.25]},"hourly":{"start":0,"intervals":[],"levels":[]},"years":[[1790000900,1.25]]}"#
        );
        let of_earlier_recorder = text.replace(r#","years":[[1790000900,1.25]]"#, "");
        let decode = |text: &str, station, unit| {
            StationHistory::decode(text.as_bytes(), &id(station), unit).is_some()
        };
        assert!(decode(&text, "4001", &Unit::Metres));
        assert!(decode(&of_earlier_recorder, "4001", &Unit::Metres));
        assert!(!decode(&text, "4002", &Unit::Metres));
        assert!(!decode(&text, "4001", &Unit::MetresAboveOrdnanceDatum));
        for broken in [
            text.replace(r#""version":1"#, r#""version":2"#),
            text.replace("1.25", "null"),
            text.replace("900", "-900"),
            text[..text.len() / 2].to_owned(),
            "<!doctype html>".to_owned(),
            String::new(),
        ] {
            assert!(!decode(&broken, "4001", &Unit::Metres), "{broken}");
        }
        let damaged = text.replace("[900]", "[]");
        let history = StationHistory::decode(damaged.as_bytes(), &id("4001"), &Unit::Metres);
        assert_eq!(history.and_then(|history| history.readings()), None);
    }

    #[test]
    fn a_damaged_series_has_no_readings() {
        let parse = |text: &str| serde_json::from_str::<Series>(text).expect("a series").readings();
        for damaged in [
            r#"{"start":1790000000,"intervals":[],"levels":[1,2]}"#,
            r#"{"start":1790000000,"intervals":[900,900],"levels":[1,2]}"#,
            r#"{"start":1790000000,"intervals":[4000000000],"levels":[1,2]}"#,
            r#"{"start":9000000000000000000,"intervals":[900],"levels":[1,2]}"#,
        ] {
            assert_eq!(parse(damaged), None, "{damaged}");
        }
    }

    // case 187
    #[test]
    fn a_path_has_only_letters_digits_and_underlines_and_is_of_one_gauge() {
        for (station, path) in [
            ("4001", "history/4001.json"),
            ("4001~2", "history/4001_7e2.json"),
            ("../x", "history/_2e_2e_2fx.json"),
            ("ŵ", "history/_c5_b5.json"),
            ("a_b", "history/a_5fb.json"),
            ("recent", "history/recent_.json"),
            ("warnings", "history/warnings_.json"),
        ] {
            assert_eq!(StationHistory::path(&id(station)), path);
        }
        let long = |end: &str| StationHistory::path(&id(&("é".repeat(5_000) + end)));
        assert!(long("").len() < 255);
        assert_ne!(long("1"), long("2"));
    }

    #[test]
    fn the_recent_readings_of_a_gauge_are_those_in_its_unit() {
        let series = Series::new(&readings(&[(0, 1.0), (15, 1.1)]));
        let stations = [("4001".to_owned(), RecentReadings { unit: "m".to_owned(), series })];
        let file = serde_json::to_vec(&RecentHistory::new(at(0), stations.into())).expect("JSON");
        let recent = RecentHistory::decode(&file).expect("a file");
        let count = |station, unit| recent.readings(&id(station), unit).len();
        assert_eq!(count("4001", &Unit::Metres), 2);
        assert_eq!(count("4001", &Unit::MetresAboveOrdnanceDatum), 0);
        assert_eq!(count("4002", &Unit::Metres), 0);
        assert_eq!(RecentHistory::decode(b"{}"), None);
    }

    #[test]
    fn what_a_device_keeps_is_decoded_in_its_unit_only() {
        let readings = readings(&[(0, 1.0), (15, -1.25)]);
        let text = RecentReadings::encode(&Unit::Metres, &readings);
        assert_eq!(RecentReadings::decode(&text, &Unit::Metres), readings);
        assert_eq!(RecentReadings::decode(&text, &Unit::MetresAboveStationDatum), []);
        assert_eq!(RecentReadings::decode("{", &Unit::Metres), []);
    }

    #[test]
    fn the_changes_of_a_message_say_what_was_added_and_removed() {
        let state = |minutes, severity, en: &str| MessageState {
            at: at(minutes),
            severity,
            text: Bilingual::new(en, ""),
        };
        let changes = changes(&[
            state(0, Severity::NoLongerInForce, "An earlier one."),
            state(60, Severity::Alert, "Rain is expected. Be prepared."),
            state(120, Severity::Warning, "Rain is expected. 4.2 m is expected.\nAct now!"),
            state(240, Severity::NoLongerInForce, "The levels fall."),
            state(300, Severity::NoLongerInForce, "The levels have fallen."),
            state(400, Severity::Alert, "Rain is expected."),
        ]);
        let told: Vec<_> = changes
            .iter()
            .map(|change| {
                let minutes = (change.at - at(0).timestamp()) / 60;
                let texts = [change.added_en.join("|"), change.removed_en.join("|")];
                (minutes, change.kind().id(), change.severity().id(), texts)
            })
            .collect();
        assert_eq!(
            told,
            [
                (60, "raised", "alert", ["Rain is expected.|Be prepared.", ""].map(str::to_owned)),
                (
                    120,
                    "changed",
                    "warning",
                    ["4.2 m is expected.|Act now!", "Be prepared."].map(str::to_owned)
                ),
                (240, "stood_down", "over", ["The levels fall.", ""].map(str::to_owned)),
                (400, "raised", "alert", ["Rain is expected.", ""].map(str::to_owned)),
            ]
        );
        let areas = [("A".to_owned(), changes)];
        let file = WarningsHistory::new(at(0), areas.into());
        let text = serde_json::to_vec(&file).expect("JSON");
        assert_eq!(WarningsHistory::decode(&text), Some(file));
    }

    proptest::proptest! {
        #[test]
        fn kept_and_removed_sentences_are_the_text_before_kept_and_added_ones_the_text_after(
            before in "([ABC] [de]{1,2}[.!?\n ]){0,8}",
            after in "([ABC] [de]{1,2}[.!?\n ]){0,8}",
        ) {
            let rest = |text: &str, taken: Vec<String>| {
                let mut kept: Vec<String> = sentences(text).map(str::to_owned).collect();
                for sentence in taken {
                    let at = kept.iter().position(|one| *one == sentence).expect("of this text");
                    kept.remove(at);
                }
                kept.sort();
                kept
            };
            let kept = rest(&before, beyond(&before, &after));
            proptest::prop_assert_eq!(&kept, &rest(&after, beyond(&after, &before)));
            proptest::prop_assert!(beyond(&before, &before).is_empty());
        }
    }
}

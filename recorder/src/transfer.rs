//! Import of earlier readings from CSV, and export of readings and messages.

use crate::{
    days::{self, Day},
    publish::kept_from,
    records::{self, CONTEXT_DAYS},
    store::{AreaMessage, StationReading, Store, StoreError},
};
use chrono::{DateTime, SecondsFormat, Utc};
use gorlif_core::{
    api,
    domain::{
        Timestamp, decimal,
        level_record::YEAR_DAYS,
        station::{StationId, Unit},
        trend::{self, Reading},
    },
    export::inert,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, Read, Write},
};

/// Rows are stored in transactions of this size.
const ROWS_PER_TRANSACTION: usize = 20_000;
/// The columns of an import, in any order.
const COLUMNS: [&str; 4] = ["station", "unit", "time", "level"];

/// Why an import or export ended.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The file is not CSV with the expected columns.
    #[error("{0}")]
    Csv(#[from] csv::Error),
    /// The first line does not name the columns.
    #[error("line 1 does not have the columns station, unit, time and level")]
    Header,
    /// The file is not in UTF-8.
    #[error("the file is in UTF-16: save it as UTF-8")]
    Encoding,
    /// A row of the file cannot be used.
    #[error("line {line}: {problem}")]
    Row {
        /// The line of the file.
        line: u64,
        /// The column that cannot be used.
        problem: &'static str,
    },
    /// The store failed.
    #[error("the store failed: {0}")]
    Store(#[from] StoreError),
    /// The output cannot be written.
    #[error("{0}")]
    Output(#[from] std::io::Error),
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Readings: station, unit, time (RFC 3339), level. The format of the import.
    Csv,
    /// Readings for conversion to Parquet: station, unit, `epoch_ms`, level. Sorted, and each column
    /// has one type.
    ParquetCsv,
    /// The days of the records: station, unit, day, number of readings, lowest, mean and highest level, and the time of the highest.
    Days,
    /// Readings for a spreadsheet: as CSV, but no text begins like a formula.
    Spreadsheet,
    /// States of messages for a spreadsheet: area, description, time, severity, latitude, longitude, texts.
    /// No text begins like a formula.
    Messages,
}

#[derive(Serialize, Deserialize)]
struct Row {
    station: String,
    unit: String,
    time: String,
    level: String,
}

#[derive(Serialize)]
struct ParquetRow<'a> {
    station: &'a str,
    unit: &'a str,
    epoch_ms: i64,
    level: f64,
}

#[derive(Serialize)]
struct DayRow<'a> {
    station: &'a str,
    unit: &'a str,
    day: String,
    readings: i64,
    lowest: String,
    mean: String,
    highest: String,
    highest_at: String,
}

#[derive(Serialize)]
struct MessageRow {
    area: String,
    description: String,
    time: String,
    severity: &'static str,
    lat: Option<f64>,
    lon: Option<f64>,
    text_en: String,
    text_cy: String,
}

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Readings within the retention that the store did not have.
    pub readings: usize,
    /// Days before the retention, of which only the record is kept.
    pub days: usize,
    /// Rows whose level is that of a sensor fault, which are left out.
    pub faults: usize,
    /// Rows without a level, which are left out.
    pub empty: usize,
}

/// The readings of one gauge before the first day of which the readings are stored.
#[derive(Default)]
struct Past {
    /// That day, in days since 1970.
    end: i64,
    station: Option<(StationId, Unit)>,
    readings: Vec<Reading>,
    /// By the keys of the series that the file had before: their last readings, if the stored ones follow on them. They tell whether
    /// the level jumps where both meet.
    ended: BTreeMap<i64, Vec<Reading>>,
}

impl Past {
    fn has(&self, reading: &StationReading) -> bool {
        days::day_of(reading.reading.at) < self.end
    }

    fn is_of(&self, StationReading { station, unit, .. }: &StationReading) -> bool {
        self.station.as_ref().is_some_and(|(of, in_unit)| (of, in_unit) == (station, unit))
    }

    /// Stores the days of the gauge, and returns their number.
    async fn finish(&mut self, store: &mut Store) -> Result<usize, TransferError> {
        let mut readings = std::mem::take(&mut self.readings);
        let Some((station, unit)) = self.station.take() else { return Ok(0) };
        let key = store.key(&station, &unit).await?;
        if !unit.is_metres() {
            self.ended.insert(key, Vec::new());
            return Ok(0);
        }
        // Of a time that the file has twice, the last row.
        trend::merge(&mut readings, &[]);
        let mut days = days::days(&readings);
        // The distribution is that of the last year.
        let year_ago = days::day_of(Utc::now()) - i64::from(YEAR_DAYS);
        days.iter_mut().filter(|day| day.day < year_ago).for_each(|day| day.sketch.clear());
        let stored = store.days(key, i64::MAX).await?;
        store.put_days([(key, days.as_slice())]).await?;
        // An earlier import may have another part of the first and of the last day: one with its highest level at a time that this file does
        // not have. A fault at the end of a part is not known as one.
        let [first, last] = [readings.first(), readings.last()].map(|of| of.map(|of| of.at));
        let is_elsewhere = |day: &&Day| {
            let at = Timestamp::from_timestamp(day.highest_at, 0);
            at < first || at > last
        };
        let inner = readings.get(1..readings.len().saturating_sub(1)).unwrap_or_default();
        let ends = [days.first(), days.last()].map(|day| day.map(|day| day.day));
        for part in stored.iter().filter(is_elsewhere).chain(&days::days(inner)) {
            if ends.contains(&Some(part.day)) && part.begins == 0 {
                store.widen(key, part).await?;
            }
        }
        let last = readings.last().map_or(i64::MIN, |reading| days::day_of(reading.at));
        if last < self.end - CONTEXT_DAYS {
            readings.clear();
        }
        readings.retain(|reading| days::day_of(reading.at) >= records::first_read(self.end));
        // Of each gauge these few are kept to the end.
        readings.shrink_to_fit();
        self.ended.insert(key, readings);
        Ok(days.len())
    }

    /// Makes the days where stored readings have changed, from the given day on, and those before them that depend on them.
    async fn join(
        &self,
        store: &mut Store,
        key: i64,
        changed: Option<i64>,
    ) -> Result<(), TransferError> {
        let tail = self.ended.get(&key).map(Vec::as_slice).unwrap_or_default();
        let Some(from) = changed.into_iter().chain((!tail.is_empty()).then_some(self.end)).min()
        else {
            return Ok(());
        };
        let mut readings = tail.to_vec();
        readings.extend(store.readings(key, days::begin_of(records::first_read(from))).await?);
        let mut days = days::days(&readings);
        days.retain(|day| day.day >= records::first_made(from));
        Ok(store.put_days([(key, days.as_slice())]).await?)
    }
}

/// Imports readings: columns station, unit, time (RFC 3339) and level, separated by commas or semicolons, after lines that begin with `#`.
/// Rows without a level and those of sensor faults are left out. Of readings before the retention only the days are stored, for
/// the records of the gauges; their rows are together for each gauge.
///
/// # Errors
///
/// At the first row that cannot be used. The rows before it may be stored; importing the mended file
/// again does not double them.
pub async fn import(store: &mut Store, file: impl Read) -> Result<Imported, TransferError> {
    let mut file = BufReader::new(file);
    let delimiter = delimiter(file.fill_buf()?)?;
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .delimiter(delimiter)
        .from_reader(file);
    let (mut readings, mut imported) = (Vec::new(), Imported::default());
    let mut past = Past { end: days::day_of(kept_from(Utc::now())), ..Past::default() };
    let mut changed = BTreeMap::new();
    let headers: csv::StringRecord =
        reader.headers()?.iter().map(str::to_ascii_lowercase).collect();
    if !COLUMNS.iter().all(|column| headers.iter().any(|header| header == *column)) {
        return Err(TransferError::Header);
    }
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record)? {
        let line = record.position().map_or(0, csv::Position::line);
        let of_row = |problem| TransferError::Row { line, problem };
        let row: Row = record.deserialize(Some(&headers))?;
        if row.level.is_empty() {
            imported.empty += 1;
            continue;
        }
        let mut reading = parse(row).map_err(of_row)?;
        if api::is_fault(reading.reading.level, &reading.unit, None) {
            imported.faults += 1;
            continue;
        }
        reading.station = store.gauge_of(reading.station, &reading.unit).await?;
        if !past.has(&reading) {
            readings.push(reading);
            if readings.len() >= ROWS_PER_TRANSACTION {
                append(store, &mut readings, &mut imported, &mut changed).await?;
            }
            continue;
        }
        if !past.is_of(&reading) {
            imported.days += past.finish(store).await?;
            let key = store.key(&reading.station, &reading.unit).await?;
            if past.ended.contains_key(&key) {
                let problem =
                    "the readings of a gauge before the retention are not in successive rows";
                return Err(of_row(problem));
            }
            past.station = Some((reading.station, reading.unit));
        }
        past.readings.push(reading.reading);
    }
    append(store, &mut readings, &mut imported, &mut changed).await?;
    imported.days += past.finish(store).await?;
    let keys: BTreeSet<i64> = changed.keys().chain(past.ended.keys()).copied().collect();
    for key in keys {
        let from = changed.get(&key).map(|oldest| days::day_of_seconds(*oldest));
        past.join(store, key, from).await?;
    }
    Ok(imported)
}

/// Stores readings within the retention, and notes of which series, from which time on.
async fn append(
    store: &mut Store,
    readings: &mut Vec<StationReading>,
    imported: &mut Imported,
    changed: &mut BTreeMap<i64, i64>,
) -> Result<(), TransferError> {
    for StationReading { station, unit, reading } in readings.iter() {
        if unit.is_metres() {
            // Also without a new reading: the days may be missing after an import that was killed.
            let oldest = changed.entry(store.key(station, unit).await?).or_insert(i64::MAX);
            *oldest = reading.at.timestamp().min(*oldest);
        }
    }
    imported.readings += store.append(readings).await?.new;
    readings.clear();
    Ok(())
}

/// The byte between the columns of a file that begins like this.
fn delimiter(beginning: &[u8]) -> Result<u8, TransferError> {
    if beginning.starts_with(b"\xff\xfe") || beginning.starts_with(b"\xfe\xff") {
        return Err(TransferError::Encoding);
    }
    let mut lines = beginning.split(|byte| *byte == b'\n');
    let header = lines.find(|line| !line.starts_with(b"#")).unwrap_or_default();
    Ok(if header.contains(&b';') && !header.contains(&b',') { b';' } else { b',' })
}

fn parse(Row { station, unit, time, level }: Row) -> Result<StationReading, &'static str> {
    if station.is_empty() {
        return Err("the station is empty");
    }
    if station.starts_with('\'') {
        return Err("the station begins with an apostrophe, as in an export for a spreadsheet");
    }
    let unit = match &*unit.to_ascii_lowercase() {
        "m" | "metre" | "metres" | "meter" | "meters" => Unit::Metres,
        "cm" | "ft" | "feet" => return Err("the level is in a unit that no gauge has"),
        _ => Unit::parse(&unit),
    };
    let at = DateTime::parse_from_rfc3339(&time)
        .or_else(|_| DateTime::parse_from_str(&time, "%Y-%m-%dT%H:%M:%S%z"))
        .map_err(|_| "the time is not in the form 2026-11-20T12:00:00Z")?;
    let now = Utc::now();
    if at > now {
        return Err("the time is in the future");
    }
    let level = decimal::parse(&level).ok_or("the level is not a decimal number")?;
    let reading = Reading { at: at.to_utc(), level };
    Ok(StationReading { station: StationId(station.into()), unit, reading })
}

/// Exports in the given format. Readings are sorted by station, unit and time.
///
/// # Errors
///
/// If the store cannot be read or the output cannot be written.
pub async fn export(
    store: &mut Store,
    format: Format,
    output: impl Write,
) -> Result<(), TransferError> {
    let mut writer = csv::Writer::from_writer(output);
    if format == Format::Messages {
        for AreaMessage { area, description, position, state } in store.messages().await? {
            writer.serialize(MessageRow {
                area: inert(&area.0),
                description: inert(&description),
                time: rfc3339(state.at),
                severity: state.severity.id(),
                lat: position.map(|position| position.lat()),
                lon: position.map(|position| position.lon()),
                text_en: inert(&state.text.en),
                text_cy: inert(&state.text.cy),
            })?;
        }
    } else if format == Format::Days {
        for (station, unit, day) in store.all_days().await? {
            writer.serialize(DayRow {
                station: &inert(&station),
                unit: &inert(&unit),
                day: days::begin_of(day.day).date_naive().to_string(),
                readings: day.readings,
                lowest: decimal::short(day.lowest),
                mean: decimal::short(day.mean),
                highest: decimal::short(day.highest),
                highest_at: rfc3339(
                    Timestamp::from_timestamp(day.highest_at, 0).unwrap_or_default(),
                ),
            })?;
        }
    } else {
        for series in store.series().await? {
            for Reading { at, level } in store.readings(series.key, Timestamp::UNIX_EPOCH).await? {
                let (station, unit) = (&*series.station.0, series.unit.symbol());
                if format == Format::ParquetCsv {
                    let epoch_ms = at.timestamp_millis();
                    writer.serialize(ParquetRow { station, unit, epoch_ms, level })?;
                    continue;
                }
                let text = if format == Format::Spreadsheet { inert } else { str::to_owned };
                writer.serialize(Row {
                    station: text(station),
                    unit: text(unit),
                    time: rfc3339(at),
                    level: decimal::short(level),
                })?;
            }
        }
    }
    Ok(writer.flush()?)
}

fn rfc3339(at: Timestamp) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Access;
    use chrono::TimeDelta;

    /// The result of an import of this file, and the levels of the gauge 4005 in metres.
    async fn imported(file: &[u8]) -> (Result<Imported, String>, Vec<f64>) {
        let mut store = Store::open("sqlite::memory:", Access::Write).await.expect("a store");
        let result = import(&mut store, file).await.map_err(|error| error.to_string());
        let series = store.series().await.expect("the series");
        let of_gauge = |series: &&crate::store::StationSeries| {
            &*series.station.0 == "4005" && series.unit == Unit::Metres
        };
        let mut levels = Vec::new();
        if let Some(series) = series.iter().find(of_gauge) {
            let readings = store.readings(series.key, Timestamp::UNIX_EPOCH).await;
            levels.extend(readings.expect("readings").iter().map(|reading| reading.level));
        }
        (result, levels)
    }

    // case 187
    #[tokio::test]
    async fn a_correction_replaces_a_level_and_an_export_has_its_format() {
        let mut store = Store::open("sqlite::memory:", Access::Write).await.expect("a store");
        let at = Timestamp::from_timestamp(Utc::now().timestamp() - 3_600, 0).expect("a time");
        let time = rfc3339(at);
        for (level, new) in [("1.5", 1), ("1.5", 0), ("1.6", 0)] {
            let file = format!("station,unit,time,level\n=1+1,m,{time},{level}\n");
            let imported = import(&mut store, file.as_bytes()).await.expect("an import");
            assert_eq!(imported.readings, new, "{level}");
        }
        for (format, row) in [
            (Format::Csv, format!("=1+1,m,{time},1.6")),
            (Format::Spreadsheet, format!("'=1+1,m,{time},1.6")),
            (Format::ParquetCsv, format!("=1+1,m,{},1.6", at.timestamp_millis())),
        ] {
            let mut output = Vec::new();
            export(&mut store, format, &mut output).await.expect("an export");
            let text = String::from_utf8(output).expect("text");
            assert_eq!(text.lines().nth(1), Some(&*row), "{format:?}");
        }
    }

    // case 187, 248
    #[tokio::test]
    async fn a_store_that_was_not_created_to_its_end_is_named() {
        let folder = std::env::temp_dir().join(format!("gorlif-export-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("store.db");
        let address = format!("sqlite:{}", file.display());
        let error = Store::open(&address, Access::Read).await.err().expect("no store");
        assert_eq!(error.to_string(), format!("there is no store at {}", file.display()));
        assert!(!file.exists());
        std::fs::write(&file, "").expect("an empty file");
        let error = Store::open(&address, Access::Read).await.err().expect("no store");
        assert_eq!(error.to_string(), "the store has no tables: run the recorder once");
        Store::open(&address, Access::Write).await.expect("a store");
        Store::open(&address, Access::Read).await.expect("a store");
        std::fs::remove_dir_all(&folder).expect("the folder");
    }

    // case 243
    #[tokio::test]
    async fn two_imports_that_meet_within_a_day_keep_the_extremes_of_both() {
        let begin = days::begin_of(days::day_of(Utc::now()) - 100);
        // The highest level is in the smaller part, the lowest one in the larger one.
        let rows = |hours: std::ops::Range<i64>| {
            let mut file = String::from("station,unit,time,level\n");
            for hour in hours {
                let level = match hour {
                    2..=4 => "1.9",
                    18..=20 => "0.2",
                    _ => "1.0",
                };
                let time = rfc3339(begin + TimeDelta::hours(hour));
                file.push_str(&format!("4005,m,{time},{level}\n"));
            }
            file
        };
        let parts = [rows(0..8), rows(8..24)];
        for order in [[0, 1, 0], [1, 0, 1]] {
            let mut store = Store::open("sqlite::memory:", Access::Write).await.expect("a store");
            for part in order {
                import(&mut store, parts[part].as_bytes()).await.expect("an import");
            }
            let days = store.all_days().await.expect("the days");
            let [(_, _, day)] = days.as_slice() else { panic!("{days:?}") };
            let highest_at = (begin + TimeDelta::hours(2)).timestamp();
            assert_eq!((day.lowest, day.highest, day.highest_at), (0.2, 1.9, highest_at));
        }
    }

    // case 187, 237
    #[tokio::test]
    async fn files_of_other_programs_are_read_or_refused_by_name() {
        let time =
            |minutes: i64| (Utc::now() - TimeDelta::minutes(minutes)).format("%Y-%m-%dT%H:%M:%SZ");
        let rows = |unit: &str, levels: [&str; 2]| {
            format!(
                "4005,{unit},{},{}\n4005,{unit},{},{}\n",
                time(30),
                levels[0],
                time(15),
                levels[1]
            )
        };
        let header = "station,unit,time,level\n";
        let plain = format!("{header}{}", rows("m", ["0.5", "0.6"]));
        let utf16: Vec<u8> = "\u{feff}station".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let both = &[0.5, 0.6][..];
        for (what, file, expected, levels) in [
            ("as documented", plain.clone().into_bytes(), Ok((2, 0, 0)), both),
            ("byte order mark", format!("\u{feff}{plain}").into_bytes(), Ok((2, 0, 0)), both),
            ("semicolons", plain.replace(',', ";").into_bytes(), Ok((2, 0, 0)), both),
            ("comments", format!("#name;X\n#rows;2\n{plain}").into_bytes(), Ok((2, 0, 0)), both),
            (
                "upper case",
                plain.replace("station,unit", "Station,UNIT").into_bytes(),
                Ok((2, 0, 0)),
                both,
            ),
            (
                "metres",
                format!("{header}{}", rows("metres", ["0.5", "0.6"])).into_bytes(),
                Ok((2, 0, 0)),
                both,
            ),
            (
                "M",
                format!("{header}{}", rows("M", ["0.5", "0.6"])).into_bytes(),
                Ok((2, 0, 0)),
                both,
            ),
            ("offset", plain.replace("Z,", "+0000,").into_bytes(), Ok((2, 0, 0)), both),
            (
                "faults",
                format!("{header}{}", rows("m", ["-999", "-999999"])).into_bytes(),
                Ok((0, 2, 0)),
                &[],
            ),
            (
                "an empty cell",
                format!("{header}{}", rows("m", ["", "0.6"])).into_bytes(),
                Ok((1, 0, 1)),
                &[0.6],
            ),
            (
                "cm",
                format!("{header}{}", rows("cm", ["50", "60"])).into_bytes(),
                Err("line 2: the level is in a unit that no gauge has"),
                &[],
            ),
            (
                "a spreadsheet's",
                plain.replace("4005", "'4005").into_bytes(),
                Err(
                    "line 2: the station begins with an apostrophe, as in an export for a spreadsheet",
                ),
                &[],
            ),
            (
                "no zone",
                plain.replace("Z,", ",").into_bytes(),
                Err("line 2: the time is not in the form 2026-11-20T12:00:00Z"),
                &[],
            ),
            ("UTF-16", utf16, Err("the file is in UTF-16: save it as UTF-8"), &[]),
            (
                "another form",
                b"\"measure\",\"dateTime\",\"value\"\n".to_vec(),
                Err("line 1 does not have the columns station, unit, time and level"),
                &[],
            ),
            (
                "no number",
                format!("{header}4005,m,{},NaN\n", time(15)).into_bytes(),
                Err("line 2: the level is not a decimal number"),
                &[],
            ),
            (
                "an exponent",
                format!("{header}4005,m,{},1e400\n", time(15)).into_bytes(),
                Err("line 2: the level is not a decimal number"),
                &[],
            ),
            (
                "a time in the future",
                format!("{header}4005,m,{},1\n", time(-60)).into_bytes(),
                Err("line 2: the time is in the future"),
                &[],
            ),
            (
                "another form of time",
                format!("{header}4005,m,20/11/2026 12:00,1\n").into_bytes(),
                Err("line 2: the time is not in the form 2026-11-20T12:00:00Z"),
                &[],
            ),
            (
                "no station",
                format!("{header},m,{},1\n", time(15)).into_bytes(),
                Err("line 2: the station is empty"),
                &[],
            ),
            (
                "no header",
                rows("m", ["0.5", "0.6"]).into_bytes(),
                Err("line 1 does not have the columns station, unit, time and level"),
                &[],
            ),
            (
                "nothing",
                Vec::new(),
                Err("line 1 does not have the columns station, unit, time and level"),
                &[],
            ),
            (
                "the past of a gauge in two parts",
                format!(
                    "{header}1,m,{},1\n2,m,{},1\n1,m,{},1\n",
                    time(90 * 1_440),
                    time(90 * 1_440),
                    time(89 * 1_440)
                )
                .into_bytes(),
                Err(
                    "line 4: the readings of a gauge before the retention are not in successive rows",
                ),
                &[],
            ),
        ] {
            let (result, found) = imported(&file).await;
            let counts = result.map(|of| (of.readings, of.faults, of.empty));
            assert_eq!(counts, expected.map_err(str::to_owned), "{what}");
            assert_eq!(found, levels, "{what}");
        }
        let (result, _) = imported(format!("{header}4005,m,{}\n", time(15)).as_bytes()).await;
        assert!(result.err().is_some_and(|error| error.contains("line: 2")), "too few cells");
    }
}

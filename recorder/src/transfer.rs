//! Import of earlier readings from CSV, and export of readings and messages.

use crate::{
    days,
    publish::kept_from,
    records::{self, CONTEXT_DAYS},
    store::{AreaMessage, StationReading, Store, StoreError},
};
use chrono::{DateTime, SecondsFormat, Utc};
use gorlif_core::{
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
    io::{Read, Write},
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
}

/// The readings of one gauge before the first day of which the readings are stored.
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
    /// With the day that begins the retention at a time.
    fn before_retention(now: Timestamp) -> Self {
        Self {
            end: days::day_of(kept_from(now)),
            station: None,
            readings: Vec::new(),
            ended: BTreeMap::new(),
        }
    }

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
        store.put_days([(key, days.as_slice())]).await?;
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

/// Imports readings: columns station, unit, time (RFC 3339) and level. Of those before the retention only the days are stored, for
/// the records of the gauges; their rows are together for each gauge.
///
/// # Errors
///
/// At the first row that cannot be used. The rows before it may be stored; importing the mended file
/// again does not double them.
pub async fn import(store: &mut Store, file: impl Read) -> Result<Imported, TransferError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let (mut readings, mut imported) = (Vec::new(), Imported::default());
    let mut past = Past::before_retention(Utc::now());
    let mut changed = BTreeMap::new();
    let headers = reader.headers()?.clone();
    if !COLUMNS.iter().all(|column| headers.iter().any(|header| header == *column)) {
        return Err(TransferError::Header);
    }
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record)? {
        let line = record.position().map_or(0, csv::Position::line);
        let of_row = |problem| TransferError::Row { line, problem };
        let mut reading = parse(record.deserialize(Some(&headers))?).map_err(of_row)?;
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

fn parse(Row { station, unit, time, level }: Row) -> Result<StationReading, &'static str> {
    if station.is_empty() {
        return Err("the station is empty");
    }
    let at = DateTime::parse_from_rfc3339(&time)
        .map_err(|_| "the time is not in the form 2026-11-20T12:00:00Z")?;
    let now = Utc::now();
    if at > now {
        return Err("the time is in the future");
    }
    let level = decimal::parse(&level).ok_or("the level is not a decimal number")?;
    let reading = Reading { at: at.to_utc(), level };
    Ok(StationReading { station: StationId(station.into()), unit: Unit::parse(&unit), reading })
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
                station: &station,
                unit: &unit,
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
                let text = match format {
                    Format::Spreadsheet => inert,
                    _ => str::to_owned,
                };
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

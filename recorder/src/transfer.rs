//! Import of earlier readings from CSV, and export of readings and messages.

use crate::{
    publish::RETENTION,
    store::{AreaMessage, StationReading, Store, StoreError},
};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use gorlif_core::{
    domain::{
        Timestamp, decimal,
        station::{StationId, Unit},
        trend::Reading,
    },
    export::inert,
};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// Rows are stored in transactions of this size.
const ROWS_PER_TRANSACTION: usize = 20_000;
/// The columns of an import, in any order.
const COLUMNS: [&str; 4] = ["station", "unit", "time", "level"];
/// A reading may be this much older than the retention: a file takes time from its making to its import.
const TOLERANCE: TimeDelta = TimeDelta::days(1);

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

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Readings: station, unit, time (RFC 3339), level. The format of the import.
    Csv,
    /// Readings for conversion to Parquet: station, unit, `epoch_ms`, level. Sorted, and each column
    /// has one type.
    ParquetCsv,
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

/// Imports readings: columns station, unit, time (RFC 3339) and level. Returns the number of
/// readings that the store did not have.
///
/// # Errors
///
/// At the first row that cannot be used. The rows before it may be stored; importing the mended file
/// again does not double them.
pub async fn import(store: &mut Store, file: impl Read) -> Result<usize, TransferError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let (mut readings, mut new) = (Vec::new(), 0);
    let headers = reader.headers()?.clone();
    if !COLUMNS.iter().all(|column| headers.iter().any(|header| header == *column)) {
        return Err(TransferError::Header);
    }
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record)? {
        let line = record.position().map_or(0, csv::Position::line);
        let reading = parse(record.deserialize(Some(&headers))?);
        readings.push(reading.map_err(|problem| TransferError::Row { line, problem })?);
        if readings.len() >= ROWS_PER_TRANSACTION {
            new += store.append(&readings).await?.new;
            readings.clear();
        }
    }
    Ok(new + store.append(&readings).await?.new)
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
    if now - at.to_utc() > RETENTION + TOLERANCE {
        return Err(
            "the time is before the retention of 60 days, so that the next cycle would delete it",
        );
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

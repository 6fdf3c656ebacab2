//! The statements of the store: readings and the states of messages. Each is valid in SQLite and in
//! PostgreSQL, and is executed by the driver of the one that is open.

#[macro_use]
mod connection;
mod days;
mod subscriptions;

pub use connection::{Access, StoreError};
use connection::{
    CONNECTION_LIMIT, Connection, DELETION_LIMIT, Database, STATEMENT_LIMIT, STATEMENT_TIMEOUT,
    within,
};

use gorlif_core::{
    domain::{
        Timestamp,
        bilingual::Bilingual,
        geo::Position,
        station::{StationId, Unit},
        trend::Reading,
        warning::{AreaCode, Severity},
    },
    recorded::MessageState,
};
use sqlx::{Connection as _, QueryBuilder};
use std::{collections::BTreeMap, fs::File};

/// Readings are inserted twice. The first time returns those whose time is new, the second those of the others whose level it corrects.
const TREATMENTS: [(bool, &str); 2] = [
    (true, "DO NOTHING"),
    (false, "DO UPDATE SET level = excluded.level WHERE reading.level <> excluded.level"),
];
/// Rows of one statement: SQLite allows 32,766 parameters.
const ROWS_PER_STATEMENT: usize = 500;

/// A reading with its gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct StationReading {
    /// The station number.
    pub station: StationId,
    /// The unit of the level.
    pub unit: Unit,
    /// The reading.
    pub reading: Reading,
}

/// A gauge in one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct StationSeries {
    /// The key of the series.
    pub key: i64,
    /// The station number.
    pub station: StationId,
    /// The unit of the levels.
    pub unit: Unit,
    /// The time of the newest reading.
    pub newest: Timestamp,
}

/// A state of the message of one target area.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaMessage {
    /// The target area.
    pub area: AreaCode,
    /// The name of the area.
    pub description: String,
    /// A point of the area.
    pub position: Option<Position>,
    /// The state.
    pub state: MessageState,
}

/// How many rows were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appended {
    /// Readings that the store did not have.
    pub new: usize,
    /// Readings that the store had with another level.
    pub corrected: usize,
    /// The keys of the series with new or corrected readings, with the time of the oldest of them in seconds since 1970.
    pub series: BTreeMap<i64, i64>,
}

impl Appended {
    /// Notes that a reading of a series was written.
    pub fn note(&mut self, series: i64, at: i64) {
        let oldest = self.series.entry(series).or_insert(at);
        *oldest = at.min(*oldest);
    }
}

/// The keys of the series by station number and unit.
type Keys = BTreeMap<(String, String), i64>;

/// An open store.
pub struct Store {
    database: Database,
    access: Access,
    /// `None` after a failure; the next statement connects again.
    connection: Option<Connection>,
    keys: Keys,
    /// Locked while the store is open for writing.
    _lock: Option<File>,
}

/// A row of the table of messages.
#[derive(sqlx::FromRow)]
struct MessageRow {
    area: String,
    at: i64,
    severity: String,
    description: String,
    /// Latitude and longitude, or empty.
    position: String,
    text_en: String,
    text_cy: String,
}

impl From<&AreaMessage> for MessageRow {
    fn from(AreaMessage { area, description, position, state }: &AreaMessage) -> Self {
        let position = position.map(|position| format!("{} {}", position.lat(), position.lon()));
        Self {
            area: area.0.clone(),
            at: state.at.timestamp(),
            severity: state.severity.id().to_owned(),
            description: description.clone(),
            position: position.unwrap_or_default(),
            text_en: state.text.en.clone(),
            text_cy: state.text.cy.clone(),
        }
    }
}

impl From<MessageRow> for AreaMessage {
    fn from(row: MessageRow) -> Self {
        Self {
            area: AreaCode(row.area),
            description: row.description,
            position: parse_position(&row.position),
            state: MessageState {
                at: timestamp(row.at),
                severity: Severity::from_id(&row.severity),
                text: Bilingual::new(row.text_en, row.text_cy),
            },
        }
    }
}

impl Store {
    /// Opens the store and brings its schema up to date.
    ///
    /// `address` is `sqlite:FILE`, created if missing, `postgres://USER:PASSWORD@HOST/DATABASE`, or `sqlite::memory:`,
    /// which is empty again after a failure.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] if another process has opened it for writing; [`StoreError::Empty`] if it is only read and was not created to
    /// its end.
    pub async fn open(address: &str, access: Access) -> Result<Self, StoreError> {
        let (database, lock) = Database::open(address, access)?;
        let mut connection = database.connect(access).await?;
        if access == Access::Write {
            connection.migrate().await?;
        }
        let keys = keys(&mut connection)
            .await
            .map_err(|error| if error.is_missing_table() { StoreError::Empty } else { error })?;
        Ok(Self { database, access, connection: Some(connection), keys, _lock: lock })
    }

    /// Closes the connection after a failure. A database may have left a transaction open, whose
    /// rows a later statement would take for stored.
    pub async fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.close().await;
        }
    }

    /// Closes a connection that is lost, so that the next statement connects again. Firewalls end idle
    /// connections without a sign. Returns whether one was lost.
    pub async fn verify(&mut self) -> bool {
        let Some(connection) = &mut self.connection else { return false };
        let is_lost = fetch!(connection, CONNECTION_LIMIT, typed => typed.ping()).is_err();
        if is_lost {
            self.connection = None;
        }
        is_lost
    }

    async fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let mut connection = self.database.connect(self.access).await?;
                // A transaction whose end was not seen, or another recorder, may have added series.
                self.keys = keys(&mut connection).await?;
                connection
            }
        };
        Ok(self.connection.insert(connection))
    }

    /// Gives the series of stations the ids of their gauges, where there is no series of the gauge in the
    /// same unit: readings of version 1 have the plain number of the station.
    pub async fn rename(&mut self, gauges: &[(String, StationId, Unit)]) -> Result<(), StoreError> {
        self.connection().await?;
        for (station, gauge, unit) in gauges {
            let before = (station.clone(), unit.symbol().to_owned());
            let after = (gauge.0.to_string(), unit.symbol().to_owned());
            let Some(key) = self.keys.get(&before).copied() else { continue };
            if self.keys.contains_key(&after) {
                continue;
            }
            execute!(self.connection().await?, STATEMENT_LIMIT, typed => {
                let renaming = sqlx::query("UPDATE series SET station = $1 WHERE key = $2");
                renaming.bind(&after.0).bind(key)
            })?;
            self.keys.remove(&before);
            self.keys.insert(after, key);
        }
        Ok(())
    }

    /// Writes readings, all or none. A reading whose time the store has replaces the level.
    pub async fn append(&mut self, readings: &[StationReading]) -> Result<Appended, StoreError> {
        // A new connection loads the keys.
        self.connection().await?;
        let mut keys = self.keys.clone();
        let mut new_series = Vec::new();
        // A statement must not write a row twice. The last reading of a time is used.
        let mut rows = BTreeMap::new();
        for StationReading { station, unit, reading } in readings {
            let next = next_key(&keys);
            let series = (station.0.to_string(), unit.symbol().to_owned());
            let key = *keys.entry(series).or_insert_with_key(|(station, unit)| {
                new_series.push((next, station.clone(), unit.clone()));
                next
            });
            rows.insert((key, reading.at.timestamp()), reading.level);
        }
        let rows: Vec<((i64, i64), f64)> = rows.into_iter().collect();
        let appended = self.write(&new_series, &rows).await?;
        self.keys = keys;
        Ok(appended)
    }

    /// The id of the gauge that a station number means. Where the store has no series of it, that of the station's only gauge in the same
    /// unit: those of StationData have the number and that of the parameter.
    pub async fn gauge_of(
        &mut self,
        station: StationId,
        unit: &Unit,
    ) -> Result<StationId, StoreError> {
        self.connection().await?;
        let symbol = unit.symbol();
        if self.keys.contains_key(&(station.0.to_string(), symbol.to_owned())) {
            return Ok(station);
        }
        let prefix = format!("{}-", station.0);
        let mut gauges = self
            .keys
            .range((prefix.clone(), String::new())..)
            .map(|((gauge, in_unit), _)| (gauge, in_unit))
            .take_while(|(gauge, _)| gauge.starts_with(&prefix))
            .filter(|(_, in_unit)| *in_unit == symbol);
        Ok(match (gauges.next(), gauges.next()) {
            (Some((gauge, _)), None) => StationId(gauge.as_str().into()),
            _ => station,
        })
    }

    /// The key of a series, which is added if the store does not have it.
    pub async fn key(&mut self, station: &StationId, unit: &Unit) -> Result<i64, StoreError> {
        self.connection().await?;
        let series = (station.0.to_string(), unit.symbol().to_owned());
        if let Some(key) = self.keys.get(&series) {
            return Ok(*key);
        }
        let key = next_key(&self.keys);
        self.write(&[(key, series.0.clone(), series.1.clone())], &[]).await?;
        self.keys.insert(series, key);
        Ok(key)
    }

    async fn write(
        &mut self,
        new_series: &[(i64, String, String)],
        rows: &[((i64, i64), f64)],
    ) -> Result<Appended, StoreError> {
        let mut appended = Appended::default();
        transaction!(self.connection().await?, transaction => {
            for chunk in new_series.chunks(ROWS_PER_STATEMENT) {
                let mut insert = QueryBuilder::new("INSERT INTO series (key, station, unit) ");
                insert.push_values(chunk, |mut row, (key, station, unit)| {
                    row.push_bind(key).push_bind(station).push_bind(unit);
                });
                within(STATEMENT_LIMIT, insert.build().execute(&mut *transaction)).await?;
            }
            for chunk in rows.chunks(ROWS_PER_STATEMENT) {
                for (is_new, treatment) in TREATMENTS {
                    let mut upsert = QueryBuilder::new("INSERT INTO reading (series, at, level) ");
                    upsert.push_values(chunk, |mut row, ((series, at), level)| {
                        row.push_bind(series).push_bind(at).push_bind(level);
                    });
                    upsert.push(format!(
                        " ON CONFLICT (series, at) {treatment} RETURNING series, at"
                    ));
                    let written = upsert.build_query_as::<(i64, i64)>();
                    let written = written.fetch_all(&mut *transaction);
                    let written = within(STATEMENT_LIMIT, written).await?;
                    *(if is_new { &mut appended.new } else { &mut appended.corrected }) +=
                        written.len();
                    written.into_iter().for_each(|(series, at)| appended.note(series, at));
                }
            }
        })?;
        Ok(appended)
    }

    /// The gauges that have readings.
    pub async fn series(&mut self) -> Result<Vec<StationSeries>, StoreError> {
        let rows: Vec<(i64, String, String, i64)> = fetch!(self.connection().await?, typed => {
            sqlx::query_as(
                "SELECT key, station, unit, \
                 (SELECT max(at) FROM reading WHERE reading.series = series.key) \
                 FROM series WHERE EXISTS (SELECT 1 FROM reading WHERE reading.series = series.key) \
                 ORDER BY station, unit",
            )
            .fetch_all(typed)
        })?;
        let series = |(key, station, unit, newest): (i64, String, String, i64)| StationSeries {
            key,
            station: StationId(station.into()),
            unit: Unit::parse(&unit),
            newest: timestamp(newest),
        };
        Ok(rows.into_iter().map(series).collect())
    }

    /// The gauges that have no readings any more, in no unit.
    pub async fn ended(&mut self) -> Result<Vec<StationId>, StoreError> {
        let rows: Vec<(String,)> = fetch!(self.connection().await?, typed => {
            sqlx::query_as(
                "SELECT station FROM series GROUP BY station HAVING max(CASE WHEN EXISTS \
                 (SELECT 1 FROM reading WHERE reading.series = series.key) THEN 1 ELSE 0 END) = 0",
            )
            .fetch_all(typed)
        })?;
        Ok(rows.into_iter().map(|(station,)| StationId(station.into())).collect())
    }

    /// The readings of a series from a time on, oldest first.
    pub async fn readings(
        &mut self,
        series: i64,
        from: Timestamp,
    ) -> Result<Vec<Reading>, StoreError> {
        let rows: Vec<(i64, f64)> = fetch!(self.connection().await?, typed => {
            let text = "SELECT at, level FROM reading WHERE series = $1 AND at >= $2 ORDER BY at";
            sqlx::query_as(text).bind(series).bind(from.timestamp()).fetch_all(typed)
        })?;
        Ok(rows.into_iter().map(reading).collect())
    }

    /// The readings of all series from a time on, by the key of the series. Series without any are
    /// not in the result.
    pub async fn recent(
        &mut self,
        from: Timestamp,
    ) -> Result<BTreeMap<i64, Vec<Reading>>, StoreError> {
        let rows: Vec<(i64, i64, f64)> = fetch!(self.connection().await?, typed => {
            // By series, so that the key of the table finds the rows.
            sqlx::query_as(
                "SELECT series.key, at, level FROM series \
                 JOIN reading ON reading.series = series.key AND reading.at >= $1 \
                 ORDER BY series.key, at",
            )
            .bind(from.timestamp())
            .fetch_all(typed)
        })?;
        let mut recent: BTreeMap<i64, Vec<Reading>> = BTreeMap::new();
        for (series, at, level) in rows {
            recent.entry(series).or_default().push(reading((at, level)));
        }
        Ok(recent)
    }

    /// The highest level of each hour between two times, at the beginning of the hour.
    pub async fn hourly(
        &mut self,
        series: i64,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Reading>, StoreError> {
        let rows: Vec<(i64, f64)> = fetch!(self.connection().await?, typed => {
            sqlx::query_as(
                "SELECT at / 3600 * 3600 AS hour, max(level) FROM reading \
                 WHERE series = $1 AND at >= $2 AND at < $3 GROUP BY hour ORDER BY hour",
            )
            .bind(series)
            .bind(from.timestamp())
            .bind(until.timestamp())
            .fetch_all(typed)
        })?;
        Ok(rows.into_iter().map(reading).collect())
    }

    /// The newest recorded state of each area's message.
    pub async fn newest_messages(&mut self) -> Result<Vec<AreaMessage>, StoreError> {
        self.messages_where(
            "at = (SELECT max(at) FROM message AS newest WHERE newest.area = message.area)",
        )
        .await
    }

    /// All recorded states of messages, by area, oldest first.
    pub async fn messages(&mut self) -> Result<Vec<AreaMessage>, StoreError> {
        self.messages_where("true").await
    }

    async fn messages_where(&mut self, condition: &str) -> Result<Vec<AreaMessage>, StoreError> {
        let text = format!(
            "SELECT area, at, severity, description, position, text_en, text_cy FROM message \
             WHERE {condition} ORDER BY area, at"
        );
        let rows: Vec<MessageRow> =
            fetch!(self.connection().await?, typed => sqlx::query_as(&text).fetch_all(typed))?;
        Ok(rows.into_iter().map(AreaMessage::from).collect())
    }

    /// Writes states of messages, all or none. A state whose time the store has is ignored.
    pub async fn append_messages(&mut self, messages: &[AreaMessage]) -> Result<(), StoreError> {
        let rows: Vec<MessageRow> = messages.iter().map(MessageRow::from).collect();
        transaction!(self.connection().await?, transaction => {
            for row in &rows {
                let query = sqlx::query(
                    "INSERT INTO message \
                     (area, at, severity, description, position, text_en, text_cy) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (area, at) DO NOTHING",
                )
                .bind(&row.area)
                .bind(row.at)
                .bind(&row.severity)
                .bind(&row.description)
                .bind(&row.position)
                .bind(&row.text_en)
                .bind(&row.text_cy);
                within(STATEMENT_LIMIT, query.execute(&mut *transaction)).await?;
            }
        })
    }

    /// A value that [`Self::set`] stored.
    pub async fn get(&mut self, name: &str) -> Result<Option<String>, StoreError> {
        fetch!(self.connection().await?, typed => {
            let text = "SELECT value FROM setting WHERE name = $1";
            sqlx::query_scalar(text).bind(name).fetch_optional(typed)
        })
    }

    /// Stores a value under a name.
    pub async fn set(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        execute!(self.connection().await?, STATEMENT_LIMIT, typed => {
            sqlx::query(
                "INSERT INTO setting (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(name)
            .bind(value)
        })
    }

    /// Deletes what is older than `oldest`, and frees the space. The newest state before that time
    /// of each area's message is kept, because later changes are told from it.
    pub async fn delete_before(&mut self, oldest: Timestamp) -> Result<(), StoreError> {
        let connection = self.connection().await?;
        let (begin, end) = match connection {
            Connection::Sqlite(_) => (None, "PRAGMA incremental_vacuum"),
            Connection::Postgres(_) => (Some("SET statement_timeout = '10min'"), STATEMENT_TIMEOUT),
        };
        if let Some(begin) = begin {
            execute!(connection, STATEMENT_LIMIT, typed => sqlx::query(begin))?;
        }
        for statement in [
            "DELETE FROM reading WHERE series IN (SELECT key FROM series) AND at < $1",
            "DELETE FROM message WHERE at < (SELECT max(at) FROM message AS older \
             WHERE older.area = message.area AND older.at < $1)",
        ] {
            execute!(connection, DELETION_LIMIT, typed => {
                sqlx::query(statement).bind(oldest.timestamp())
            })?;
        }
        execute!(connection, DELETION_LIMIT, typed => sqlx::query(end))
    }
}

/// The key of a further series. Series are never deleted, so the keys are 1 to their number.
fn next_key(keys: &Keys) -> i64 {
    i64::try_from(keys.len()).unwrap_or(i64::MAX - 1) + 1
}

async fn keys(connection: &mut Connection) -> Result<Keys, StoreError> {
    let rows: Vec<(String, String, i64)> = fetch!(connection, typed => {
        sqlx::query_as("SELECT station, unit, key FROM series").fetch_all(typed)
    })?;
    Ok(rows.into_iter().map(|(station, unit, key)| ((station, unit), key)).collect())
}

fn reading((at, level): (i64, f64)) -> Reading {
    Reading { at: timestamp(at), level }
}

fn parse_position(text: &str) -> Option<Position> {
    let (lat, lon) = text.split_once(' ')?;
    Position::new(lat.parse().ok()?, lon.parse().ok()?)
}

/// The time of a column. The store has only times that the recorder wrote.
fn timestamp(seconds: i64) -> Timestamp {
    Timestamp::from_timestamp(seconds, 0).unwrap_or_default()
}

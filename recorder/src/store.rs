//! The database: readings and the states of messages. SQLite or PostgreSQL, chosen by the address;
//! every statement is valid in both.

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
use sqlx::{AnyConnection, Connection, Row, any::AnyRow, migrate::MigrateError};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt::Write,
    fs::{File, OpenOptions, TryLockError},
    io,
    os::unix::fs::{MetadataExt, fchown},
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::timeout;

/// Rows of one statement: SQLite allows 32,766 parameters.
const ROWS_PER_STATEMENT: usize = 500;
/// A statement that takes longer has failed: the connection may be lost without a sign.
const STATEMENT_LIMIT: Duration = Duration::from_secs(10);
/// The limit for the deletion of old rows, which are many after a long pause.
const DELETION_LIMIT: Duration = Duration::from_secs(600);
/// The limit for a connection to be made or checked.
const CONNECTION_LIMIT: Duration = Duration::from_secs(5);
/// The server ends a statement before this program stops waiting for it.
const STATEMENT_TIMEOUT: &str = "SET statement_timeout = '8s'";
/// What a connection to PostgreSQL begins with. The server also ends a transaction that is left open, and finds
/// out within 25 seconds that this machine is gone. The lock of a recorder that was killed a moment ago is waited for.
const POSTGRES_SETTINGS: [&str; 7] = [
    STATEMENT_TIMEOUT,
    "SET lock_timeout = '5s'",
    "SET idle_in_transaction_session_timeout = '30s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = '25s'",
];
/// PostgreSQL's `lock_not_available`.
const LOCK_NOT_AVAILABLE: &str = "55P03";
/// The lock of PostgreSQL that the writer holds; any number that no other program uses.
const ADVISORY_LOCK: i64 = 0x676f_726c_6966;

/// Why the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is of neither database.
    #[error("the store's address begins with neither sqlite: nor postgres://")]
    UnknownKind,
    /// Another process writes into the store.
    #[error("another recorder writes into this store")]
    Locked,
    /// The file of the database, or the one beside it that the writer locks, cannot be opened.
    #[error("the file cannot be opened: {0}")]
    File(io::Error),
    /// There is no such file to read.
    #[error("there is no store at {0}")]
    Missing(String),
    /// The database did not respond in time.
    #[error("the database does not respond")]
    Timeout,
    /// The schema could not be brought up to date.
    #[error("the schema cannot be migrated: {0}")]
    Migration(#[from] MigrateError),
    /// A statement failed.
    #[error("{0}")]
    Statement(#[from] sqlx::Error),
}

/// What the store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading and writing, by one process at a time.
    Write,
    /// Reading, also while another process writes.
    Read,
}

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
    /// The keys of the series with new or corrected readings.
    pub series: BTreeSet<i64>,
}

/// An open store.
pub struct Store {
    database: Database,
    access: Access,
    /// `None` after a failure; the next statement connects again.
    connection: Option<AnyConnection>,
    /// The keys of the series by station number and unit.
    keys: HashMap<(String, String), i64>,
    /// Locked while the store is open for writing.
    _lock: Option<File>,
}

type Statement<'a> = sqlx::query::Query<'a, sqlx::Any, sqlx::any::AnyArguments<'a>>;

/// The kind of the database, with the address to connect to.
enum Database {
    Sqlite(String),
    Postgres(String),
}

impl Database {
    async fn connect_in_time(&self, access: Access) -> Result<AnyConnection, StoreError> {
        // The lock of PostgreSQL is waited for as well.
        let connecting = timeout(2 * CONNECTION_LIMIT, self.connect(access));
        connecting.await.unwrap_or(Err(StoreError::Timeout))
    }

    async fn connect(&self, access: Access) -> Result<AnyConnection, StoreError> {
        match self {
            Self::Sqlite(address) => {
                let mut connection = AnyConnection::connect(address).await?;
                // Only an empty database takes the first one, and only before the second.
                for pragma in
                    ["auto_vacuum = INCREMENTAL", "journal_mode = WAL", "synchronous = FULL"]
                {
                    sqlx::query(&format!("PRAGMA {pragma}")).execute(&mut connection).await?;
                }
                Ok(connection)
            }
            Self::Postgres(address) => {
                let mut connection = AnyConnection::connect(address).await?;
                for setting in POSTGRES_SETTINGS {
                    sqlx::query(setting).execute(&mut connection).await?;
                }
                if access == Access::Write {
                    let locking = sqlx::query("SELECT pg_advisory_lock($1)").bind(ADVISORY_LOCK);
                    match locking.execute(&mut connection).await {
                        Err(sqlx::Error::Database(error))
                            if error.code().as_deref() == Some(LOCK_NOT_AVAILABLE) =>
                        {
                            return Err(StoreError::Locked);
                        }
                        locked => locked?,
                    };
                }
                Ok(connection)
            }
        }
    }
}

impl Store {
    /// Opens the store and brings its schema up to date.
    ///
    /// `address` is `sqlite:FILE`, created if missing, or `postgres://USER:PASSWORD@HOST/DATABASE`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] if another process has opened it for writing.
    pub async fn open(address: &str, access: Access) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (database, lock) = match address.strip_prefix("sqlite:") {
            Some(file) => open_file(file.trim_start_matches("//"), access)?,
            None if address.starts_with("postgres://") || address.starts_with("postgresql://") => {
                (Database::Postgres(address.to_owned()), None)
            }
            None => return Err(StoreError::UnknownKind),
        };
        let mut connection = database.connect_in_time(access).await?;
        if access == Access::Write {
            let migrations = match database {
                Database::Sqlite(_) => sqlx::migrate!("migrations/sqlite"),
                Database::Postgres(_) => sqlx::migrate!("migrations/postgres"),
            };
            migrations.run(&mut connection).await?;
        }
        let keys = keys(&mut connection).await?;
        Ok(Self { database, access, connection: Some(connection), keys, _lock: lock })
    }

    /// Closes the connection after a failure. A database may have left a transaction open, whose
    /// rows a later statement would take for stored.
    pub async fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take() {
            // The connection is of no use, whether closing it fails or not.
            let _ = timeout(Duration::from_secs(1), connection.close()).await;
        }
    }

    /// Closes a connection that is lost, so that the next statement connects again. Firewalls end idle
    /// connections without a sign.
    pub async fn verify(&mut self) {
        let Some(connection) = &mut self.connection else { return };
        if !matches!(timeout(CONNECTION_LIMIT, connection.ping()).await, Ok(Ok(()))) {
            self.connection = None;
        }
    }

    async fn connection(&mut self) -> Result<&mut AnyConnection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let mut connection = self.database.connect_in_time(self.access).await?;
                // A transaction whose end was not seen, or another recorder, may have added series.
                self.keys = keys(&mut connection).await?;
                connection
            }
        };
        Ok(self.connection.insert(connection))
    }

    async fn execute(&mut self, query: Statement<'_>) -> Result<(), StoreError> {
        limited(query.execute(self.connection().await?)).await.map(|_| ())
    }

    async fn fetch_all(&mut self, query: Statement<'_>) -> Result<Vec<AnyRow>, StoreError> {
        limited(query.fetch_all(self.connection().await?)).await
    }

    /// The readings of a statement whose only row has them as text.
    async fn fetch_readings(&mut self, query: Statement<'_>) -> Result<Vec<Reading>, StoreError> {
        let row = limited(query.fetch_one(self.connection().await?)).await?;
        Ok(parse_readings(&row.try_get::<String, _>(0)?))
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
            let renaming = sqlx::query("UPDATE series SET station = $1 WHERE key = $2");
            self.execute(renaming.bind(after.0.as_str()).bind(key)).await?;
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
            // Series are never deleted, so the keys are 1 to their number.
            let next = i64::try_from(keys.len()).unwrap_or(i64::MAX - 1) + 1;
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

    async fn write(
        &mut self,
        new_series: &[(i64, String, String)],
        rows: &[((i64, i64), f64)],
    ) -> Result<Appended, StoreError> {
        let mut transaction = limited(self.connection().await?.begin()).await?;
        for chunk in new_series.chunks(ROWS_PER_STATEMENT) {
            let values = placeholders(chunk.len(), 3);
            let text = format!("INSERT INTO series (key, station, unit) VALUES {values}");
            let query = chunk.iter().fold(sqlx::query(&text), |query, (key, station, unit)| {
                query.bind(*key).bind(station.as_str()).bind(unit.as_str())
            });
            limited(query.execute(&mut *transaction)).await?;
        }
        let mut appended = Appended::default();
        for chunk in rows.chunks(ROWS_PER_STATEMENT) {
            let new = upsert(&mut transaction, chunk, "DO NOTHING").await?;
            let corrected = upsert(
                &mut transaction,
                chunk,
                "DO UPDATE SET level = excluded.level WHERE reading.level <> excluded.level",
            )
            .await?;
            appended.new += new.len();
            appended.corrected += corrected.len();
            appended.series.extend(new.into_iter().chain(corrected));
        }
        limited(transaction.commit()).await?;
        Ok(appended)
    }

    /// The gauges that have readings.
    pub async fn series(&mut self) -> Result<Vec<StationSeries>, StoreError> {
        let query = sqlx::query(
            "SELECT key, station, unit, \
             (SELECT max(at) FROM reading WHERE reading.series = series.key) \
             FROM series WHERE EXISTS (SELECT 1 FROM reading WHERE reading.series = series.key) \
             ORDER BY station, unit",
        );
        let rows = self.fetch_all(query).await?;
        let series = |row: AnyRow| {
            Ok(StationSeries {
                key: row.try_get(0)?,
                station: StationId(row.try_get::<String, _>(1)?.into()),
                unit: Unit::parse(&row.try_get::<String, _>(2)?),
                newest: timestamp(row.try_get(3)?),
            })
        };
        rows.into_iter().map(series).collect()
    }

    /// The readings of a series from a time on, oldest first.
    pub async fn readings(
        &mut self,
        series: i64,
        from: Timestamp,
    ) -> Result<Vec<Reading>, StoreError> {
        // One row, because a row for each reading takes ten times as long.
        let query = sqlx::query(
            "SELECT coalesce(string_agg(CAST(at AS TEXT) || ' ' || CAST(level AS TEXT), ',' \
             ORDER BY at), '') FROM reading WHERE series = $1 AND at >= $2",
        )
        .bind(series)
        .bind(from.timestamp());
        self.fetch_readings(query).await
    }

    /// The readings of all series from a time on, by the key of the series. Series without any are
    /// not in the result.
    pub async fn recent(
        &mut self,
        from: Timestamp,
    ) -> Result<BTreeMap<i64, Vec<Reading>>, StoreError> {
        let query = sqlx::query(
            "SELECT series.key, coalesce(string_agg(CAST(at AS TEXT) || ' ' || \
             CAST(level AS TEXT), ',' ORDER BY at), '') FROM series \
             JOIN reading ON reading.series = series.key AND reading.at >= $1 GROUP BY series.key",
        )
        .bind(from.timestamp());
        let rows = self.fetch_all(query).await?;
        let readings = |row: AnyRow| {
            let text: String = row.try_get(1)?;
            Ok((row.try_get(0)?, parse_readings(&text)))
        };
        rows.into_iter().map(readings).collect()
    }

    /// The highest level of each hour between two times, at the beginning of the hour.
    pub async fn hourly(
        &mut self,
        series: i64,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Reading>, StoreError> {
        let query = sqlx::query(
            "SELECT coalesce(string_agg(CAST(hour AS TEXT) || ' ' || CAST(highest AS TEXT), ',' \
             ORDER BY hour), '') FROM (SELECT at / 3600 * 3600 AS hour, max(level) AS highest \
             FROM reading WHERE series = $1 AND at >= $2 AND at < $3 GROUP BY 1) AS hours",
        )
        .bind(series)
        .bind(from.timestamp())
        .bind(until.timestamp());
        self.fetch_readings(query).await
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
        let rows = self.fetch_all(sqlx::query(&text)).await?;
        let message = |row: AnyRow| {
            let (severity, position): (String, String) = (row.try_get(2)?, row.try_get(4)?);
            Ok(AreaMessage {
                area: AreaCode(row.try_get(0)?),
                description: row.try_get(3)?,
                position: parse_position(&position),
                state: MessageState {
                    at: timestamp(row.try_get(1)?),
                    severity: Severity::from_id(&severity),
                    text: Bilingual::new(
                        row.try_get::<String, _>(5)?,
                        row.try_get::<String, _>(6)?,
                    ),
                },
            })
        };
        rows.into_iter().map(message).collect()
    }

    /// Writes states of messages, all or none. A state whose time the store has is ignored.
    pub async fn append_messages(&mut self, messages: &[AreaMessage]) -> Result<(), StoreError> {
        let mut transaction = limited(self.connection().await?.begin()).await?;
        for AreaMessage { area, description, position, state } in messages {
            let position = position
                .map_or(String::new(), |position| format!("{} {}", position.lat(), position.lon()));
            let query = sqlx::query(
                "INSERT INTO message \
                 (area, at, severity, description, position, text_en, text_cy) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (area, at) DO NOTHING",
            )
            .bind(area.0.as_str())
            .bind(state.at.timestamp())
            .bind(state.severity.id())
            .bind(description.as_str())
            .bind(position)
            .bind(state.text.en.as_str())
            .bind(state.text.cy.as_str());
            limited(query.execute(&mut *transaction)).await?;
        }
        limited(transaction.commit()).await?;
        Ok(())
    }

    /// A value that [`Self::set`] stored.
    pub async fn get(&mut self, name: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT value FROM setting WHERE name = $1").bind(name);
        let rows = self.fetch_all(query).await?;
        Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
    }

    /// Stores a value under a name.
    pub async fn set(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO setting (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(name)
        .bind(value);
        self.execute(query).await
    }

    /// Deletes what is older than `oldest`, and frees the space. The newest state before that time
    /// of each area's message is kept, because later changes are told from it.
    pub async fn delete_before(&mut self, oldest: Timestamp) -> Result<(), StoreError> {
        let is_postgres = matches!(self.database, Database::Postgres(_));
        let connection = self.connection().await?;
        if is_postgres {
            limited(sqlx::query("SET statement_timeout = '10min'").execute(&mut *connection))
                .await?;
        }
        for statement in [
            "DELETE FROM reading WHERE series IN (SELECT key FROM series) AND at < $1",
            "DELETE FROM message WHERE at < (SELECT max(at) FROM message AS older \
             WHERE older.area = message.area AND older.at < $1)",
        ] {
            let deletion = sqlx::query(statement).bind(oldest.timestamp());
            within(DELETION_LIMIT, deletion.execute(&mut *connection)).await?;
        }
        let end = if is_postgres { STATEMENT_TIMEOUT } else { "PRAGMA incremental_vacuum" };
        within(DELETION_LIMIT, sqlx::query(end).execute(&mut *connection)).await?;
        Ok(())
    }
}

/// The keys of the series by station number and unit.
async fn keys(
    connection: &mut AnyConnection,
) -> Result<HashMap<(String, String), i64>, StoreError> {
    let query = sqlx::query("SELECT station, unit, key FROM series");
    let rows = limited(query.fetch_all(connection)).await?;
    let key = |row: AnyRow| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?));
    Ok(rows.into_iter().map(key).collect::<Result<_, sqlx::Error>>()?)
}

/// The database in a file, and the lock of its writer. The operating system unlocks it at the end of the
/// process, however it ends.
fn open_file(file: &str, access: Access) -> Result<(Database, Option<File>), StoreError> {
    let path = Path::new(file);
    if access == Access::Read {
        if !path.is_file() {
            return Err(StoreError::Missing(file.to_owned()));
        }
        return Ok((Database::Sqlite(format!("sqlite:{file}?mode=rw")), None));
    }
    let open = |path: &Path| OpenOptions::new().create(true).truncate(false).write(true).open(path);
    // SQLite takes an empty file for an empty database.
    let empty = open(path).map_err(StoreError::File)?;
    // The lock is beside the file itself, whatever link leads to it.
    let real = path.canonicalize().map_err(StoreError::File)?;
    let lock_path = PathBuf::from(format!("{}.lock", real.display()));
    if lock_path.is_symlink() {
        return Err(StoreError::File(io::Error::other("the lock file is a link")));
    }
    let lock = open(&lock_path).map_err(StoreError::File)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StoreError::Locked),
        Err(TryLockError::Error(error)) => return Err(StoreError::File(error)),
    }
    for (file, path) in [(&empty, &real), (&lock, &lock_path)] {
        give_to_folder_owner(file, path).map_err(StoreError::File)?;
    }
    Ok((Database::Sqlite(format!("sqlite:{}?mode=rwc", real.display())), Some(lock)))
}

/// Gives an empty file of root to the owner of its folder, so that an import by root does not keep the
/// service from starting. A file with content is another's, to which the owner may have made a link. SQLite
/// gives its other files to the owner of the database.
fn give_to_folder_owner(file: &File, path: &Path) -> io::Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    let (own, owner) = (file.metadata()?, folder.metadata()?);
    let is_link = path.symlink_metadata()?.ino() != own.ino();
    let is_new = own.is_file() && own.len() == 0 && own.nlink() == 1 && !is_link;
    if is_new && own.uid() == 0 && owner.uid() != 0 {
        fchown(file, Some(owner.uid()), Some(owner.gid()))?;
    }
    Ok(())
}

/// Waits for a statement, for a limited time.
async fn limited<T>(
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    within(STATEMENT_LIMIT, statement).await
}

async fn within<T>(
    limit: Duration,
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match timeout(limit, statement).await {
        Ok(result) => Ok(result?),
        Err(_) => Err(StoreError::Timeout),
    }
}

/// Inserts readings with the given treatment of those that exist, and returns the keys of the
/// series of the rows that were written.
async fn upsert(
    transaction: &mut AnyConnection,
    rows: &[((i64, i64), f64)],
    on_conflict: &str,
) -> Result<Vec<i64>, StoreError> {
    let text = format!(
        "INSERT INTO reading (series, at, level) VALUES {} \
         ON CONFLICT (series, at) {on_conflict} RETURNING series",
        placeholders(rows.len(), 3)
    );
    let query = rows.iter().fold(sqlx::query(&text), |query, ((series, at), level)| {
        query.bind(*series).bind(*at).bind(*level)
    });
    let rows = limited(query.fetch_all(transaction)).await?;
    Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, sqlx::Error>>()?)
}

/// "($1,$2),($3,$4)" for two rows of two columns.
fn placeholders(rows: usize, columns: usize) -> String {
    let mut text = String::new();
    for number in 1..=rows * columns {
        let before = match (number - 1) % columns {
            0 if number == 1 => "(",
            0 => "),(",
            _ => ",",
        };
        // Writing into a `String` cannot fail.
        let _ = write!(text, "{before}${number}");
    }
    text + ")"
}

fn parse_readings(text: &str) -> Vec<Reading> {
    let reading = |text: &str| {
        let (at, level) = text.split_once(' ')?;
        Some(Reading { at: timestamp(at.parse().ok()?), level: level.parse().ok()? })
    };
    text.split(',').filter_map(reading).collect()
}

fn parse_position(text: &str) -> Option<Position> {
    let (lat, lon) = text.split_once(' ')?;
    Position::new(lat.parse().ok()?, lon.parse().ok()?)
}

/// The time of a column. The store has only times that the recorder wrote.
fn timestamp(seconds: i64) -> Timestamp {
    Timestamp::from_timestamp(seconds, 0).unwrap_or_default()
}

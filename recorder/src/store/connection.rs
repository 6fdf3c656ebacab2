//! The connection to the database of the store: SQLite or PostgreSQL, chosen by the address, with one writer at a time.

use sqlx::{
    ConnectOptions as _, Connection as _, PgConnection, SqliteConnection, migrate::MigrateError,
    postgres::PgConnectOptions, sqlite::SqliteConnectOptions,
};
use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    os::unix::fs::{MetadataExt, fchown},
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::timeout;

/// A statement that takes longer has failed: the connection may be lost without a sign.
pub const STATEMENT_LIMIT: Duration = Duration::from_secs(10);
/// The limit for the deletion of old rows, which are many after a long pause.
pub const DELETION_LIMIT: Duration = Duration::from_secs(600);
/// The limit for a connection to be made or checked.
pub const CONNECTION_LIMIT: Duration = Duration::from_secs(5);
/// The server ends a statement before this program stops waiting for it.
pub const STATEMENT_TIMEOUT: &str = "SET statement_timeout = '8s'";
/// The first statements of a connection to PostgreSQL. The server also ends a transaction that is left open, and finds
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
    /// The store has no tables: the first start of the recorder ended early.
    #[error("the store has no tables: run the recorder once")]
    Empty,
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

impl StoreError {
    /// Whether a statement named a table that does not exist.
    pub fn is_missing_table(&self) -> bool {
        let Self::Statement(sqlx::Error::Database(error)) = self else { return false };
        // PostgreSQL's `undefined_table`; SQLite has no code of its own for it.
        error.code().as_deref() == Some("42P01") || error.message().starts_with("no such table")
    }
}

/// The purpose for which the store is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading and writing, by one process at a time.
    Write,
    /// Reading, also while another process writes.
    Read,
    /// Reading, and writing of what the recorder itself does not write, by a second connection of the process that has the lock.
    Beside,
}

/// A connection to the database.
pub enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Runs a query on a connection of either kind, for a limited time.
macro_rules! fetch {
    ($connection:expr, $typed:ident => $statement:expr) => {
        fetch!($connection, STATEMENT_LIMIT, $typed => $statement)
    };
    ($connection:expr, $limit:expr, $typed:ident => $statement:expr) => {
        match $connection {
            Connection::Sqlite($typed) => within($limit, $statement).await,
            Connection::Postgres($typed) => within($limit, $statement).await,
        }
    };
}

/// Executes a statement, whose result differs in type between the drivers, and ignores the result.
macro_rules! execute {
    ($connection:expr, $limit:expr, $typed:ident => $query:expr) => {
        match $connection {
            Connection::Sqlite($typed) => within($limit, $query.execute($typed)).await.map(drop),
            Connection::Postgres($typed) => within($limit, $query.execute($typed)).await.map(drop),
        }
    };
}

/// Executes statements in one transaction. A `?` among them returns from the function around them, and the transaction is rolled back.
macro_rules! transaction {
    ($connection:expr, $transaction:ident => $statements:block) => {
        match $connection {
            Connection::Sqlite(typed) => transaction!(@on typed, $transaction, $statements),
            Connection::Postgres(typed) => transaction!(@on typed, $transaction, $statements),
        }
    };
    (@on $typed:expr, $transaction:ident, $statements:block) => {{
        let mut $transaction = within(STATEMENT_LIMIT, $typed.begin()).await?;
        $statements;
        within(STATEMENT_LIMIT, $transaction.commit()).await
    }};
}

/// The kind of the database, with the address to connect to.
pub enum Database {
    Sqlite(String),
    Postgres(String),
}

impl Database {
    /// The database at an address, and the lock of its writer if that is a file.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] if another process has opened the file for writing.
    pub fn open(address: &str, access: Access) -> Result<(Self, Option<File>), StoreError> {
        match address.strip_prefix("sqlite:") {
            Some(":memory:") => Ok((Self::Sqlite(address.to_owned()), None)),
            Some(file) => open_file(file.trim_start_matches("//"), access),
            None if address.starts_with("postgres://") || address.starts_with("postgresql://") => {
                Ok((Self::Postgres(address.to_owned()), None))
            }
            None => Err(StoreError::UnknownKind),
        }
    }

    /// Connects, for a limited time.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] if another process writes into the database of PostgreSQL.
    pub async fn connect(&self, access: Access) -> Result<Connection, StoreError> {
        // The lock of PostgreSQL is waited for as well.
        let connecting = timeout(2 * CONNECTION_LIMIT, self.connect_unlimited(access));
        connecting.await.unwrap_or(Err(StoreError::Timeout))
    }

    // The recorder logs what fails and how long a cycle takes; the text of a statement has kilobytes.
    async fn connect_unlimited(&self, access: Access) -> Result<Connection, StoreError> {
        match self {
            Self::Sqlite(address) => {
                let options: SqliteConnectOptions = address.parse()?;
                let mut connection = options.disable_statement_logging().connect().await?;
                // Only an empty database takes the first one, and only before the second.
                for pragma in
                    ["auto_vacuum = INCREMENTAL", "journal_mode = WAL", "synchronous = FULL"]
                {
                    sqlx::query(&format!("PRAGMA {pragma}")).execute(&mut connection).await?;
                }
                Ok(Connection::Sqlite(connection))
            }
            Self::Postgres(address) => {
                let options: PgConnectOptions = address.parse()?;
                let mut connection = options.disable_statement_logging().connect().await?;
                for setting in POSTGRES_SETTINGS {
                    sqlx::query(setting).execute(&mut connection).await?;
                }
                if access == Access::Write {
                    lock(&mut connection).await?;
                }
                Ok(Connection::Postgres(connection))
            }
        }
    }
}

impl Connection {
    /// Brings the schema up to date.
    pub async fn migrate(&mut self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(typed) => sqlx::migrate!("migrations/sqlite").run(typed).await?,
            Self::Postgres(typed) => sqlx::migrate!("migrations/postgres").run(typed).await?,
        }
        Ok(())
    }

    /// Closes the connection. It is of no use afterwards, whether that fails or not.
    pub async fn close(self) {
        let limit = Duration::from_secs(1);
        let _ = match self {
            Self::Sqlite(typed) => within(limit, typed.close()).await,
            Self::Postgres(typed) => within(limit, typed.close()).await,
        };
    }
}

/// Takes the lock of the writer, which ends with the connection.
async fn lock(connection: &mut PgConnection) -> Result<(), StoreError> {
    let locking = sqlx::query("SELECT pg_advisory_lock($1)").bind(ADVISORY_LOCK);
    match locking.execute(connection).await {
        Err(sqlx::Error::Database(error))
            if error.code().as_deref() == Some(LOCK_NOT_AVAILABLE) =>
        {
            Err(StoreError::Locked)
        }
        locked => Ok(locked.map(|_| ())?),
    }
}

/// The database in a file, and the lock of its writer. The operating system unlocks it at the end of the
/// process, however it ends.
fn open_file(file: &str, access: Access) -> Result<(Database, Option<File>), StoreError> {
    let path = Path::new(file);
    if access != Access::Write {
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
pub async fn within<T>(
    limit: Duration,
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match timeout(limit, statement).await {
        Ok(result) => Ok(result?),
        Err(_) => Err(StoreError::Timeout),
    }
}

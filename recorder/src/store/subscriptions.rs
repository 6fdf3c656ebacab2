//! The devices that are notified, in the store: encrypted rows (`push::Keys`).

use super::{Connection, ROWS_PER_STATEMENT, STATEMENT_LIMIT, Store, StoreError, within};
use sqlx::{Connection as _, QueryBuilder};

impl Store {
    /// All rows: the id of the device, and what is encrypted of it.
    pub async fn subscriptions(&mut self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        fetch!(self.connection().await?, typed => {
            sqlx::query_as("SELECT id, sealed FROM subscription").fetch_all(typed)
        })
    }

    /// Writes rows, all or none. A row replaces the one with its id.
    pub async fn put_subscriptions(
        &mut self,
        rows: &[(String, Vec<u8>)],
    ) -> Result<(), StoreError> {
        transaction!(self.connection().await?, transaction => {
            for chunk in rows.chunks(ROWS_PER_STATEMENT) {
                let mut upsert = QueryBuilder::new("INSERT INTO subscription (id, sealed) ");
                upsert.push_values(chunk, |mut row, (id, sealed)| {
                    row.push_bind(id).push_bind(sealed);
                });
                upsert.push(" ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed");
                within(STATEMENT_LIMIT, upsert.build().execute(&mut *transaction)).await?;
            }
        })
    }

    /// Deletes rows. An id without a row is ignored.
    pub async fn delete_subscriptions(&mut self, ids: &[String]) -> Result<(), StoreError> {
        transaction!(self.connection().await?, transaction => {
            for chunk in ids.chunks(ROWS_PER_STATEMENT) {
                let mut delete = QueryBuilder::new("DELETE FROM subscription WHERE id IN (");
                let mut ids = delete.separated(", ");
                for id in chunk {
                    ids.push_bind(id);
                }
                delete.push(")");
                within(STATEMENT_LIMIT, delete.build().execute(&mut *transaction)).await?;
            }
        })
    }
}

//! The days of the gauges in the store.

use super::{
    Connection, DELETION_LIMIT, ROWS_PER_STATEMENT, STATEMENT_LIMIT, Store, StoreError, within,
};
use crate::days::Day;
use sqlx::{Connection as _, QueryBuilder};
use std::collections::BTreeMap;

/// A day may replace one with as many readings: it was made of the readings of the days around it.
const WITH_CONTEXT: &str = "daily.readings <= excluded.readings";
/// The first day of readings was made without those before it. So was the first day of the series.
const WITHOUT_CONTEXT: &str = "daily.readings < excluded.readings OR \
     (daily.readings = excluded.readings AND NOT EXISTS (SELECT 1 FROM daily AS earlier \
     WHERE earlier.series = excluded.series AND earlier.day < excluded.day))";

impl Store {
    /// Writes days of series, all or none; those of each series are of successive readings, oldest first. A day with fewer
    /// readings replaces none.
    pub async fn put_days(
        &mut self,
        series: impl IntoIterator<Item = (i64, &[Day])>,
    ) -> Result<(), StoreError> {
        let (mut first, mut others) = (Vec::new(), Vec::new());
        for (key, days) in series {
            first.extend(days.iter().take(1).map(|day| (key, day)));
            others.extend(days.iter().skip(1).map(|day| (key, day)));
        }
        let parts = [(first, WITHOUT_CONTEXT), (others, WITH_CONTEXT)];
        transaction!(self.connection().await?, transaction => {
            for (days, condition) in &parts {
                for chunk in days.chunks(ROWS_PER_STATEMENT) {
                    let mut upsert = QueryBuilder::new(
                        "INSERT INTO daily \
                         (series, day, readings, lowest, mean, highest, highest_at, begins, sketch) ",
                    );
                    upsert.push_values(chunk, |mut row, (series, day)| {
                        row.push_bind(*series)
                            .push_bind(day.day)
                            .push_bind(day.readings)
                            .push_bind(day.lowest)
                            .push_bind(day.mean)
                            .push_bind(day.highest)
                            .push_bind(day.highest_at)
                            .push_bind(day.begins)
                            .push_bind(&day.sketch);
                    });
                    upsert.push(format!(
                        " ON CONFLICT (series, day) DO UPDATE SET readings = excluded.readings, \
                         lowest = excluded.lowest, mean = excluded.mean, highest = excluded.highest, \
                         highest_at = excluded.highest_at, begins = excluded.begins, \
                         sketch = excluded.sketch WHERE {condition}"
                    ));
                    within(STATEMENT_LIMIT, upsert.build().execute(&mut *transaction)).await?;
                }
            }
        })
    }

    /// Takes over the lowest and the highest level of a part of a day of which the store has another part.
    pub async fn widen(&mut self, series: i64, part: &Day) -> Result<(), StoreError> {
        execute!(self.connection().await?, STATEMENT_LIMIT, typed => {
            sqlx::query(
                "UPDATE daily SET lowest = CASE WHEN lowest > $3 THEN $3 ELSE lowest END, \
                 highest_at = CASE WHEN highest < $4 THEN $5 ELSE highest_at END, \
                 highest = CASE WHEN highest < $4 THEN $4 ELSE highest END \
                 WHERE series = $1 AND day = $2 AND begins = 0",
            )
            .bind(series)
            .bind(part.day)
            .bind(part.lowest)
            .bind(part.highest)
            .bind(part.highest_at)
        })
    }

    /// The days of a series, oldest first. Those before `sketches_from` are without their distributions.
    pub async fn days(&mut self, series: i64, sketches_from: i64) -> Result<Vec<Day>, StoreError> {
        fetch!(self.connection().await?, typed => {
            sqlx::query_as(
                "SELECT day, readings, lowest, mean, highest, highest_at, begins, \
                 CASE WHEN day >= $2 THEN sketch ELSE '' END AS sketch \
                 FROM daily WHERE series = $1 ORDER BY day",
            )
            .bind(series)
            .bind(sketches_from)
            .fetch_all(typed)
        })
    }

    /// The days of all series, with station and unit, in their order. Without the distributions.
    pub async fn all_days(&mut self) -> Result<Vec<(String, String, Day)>, StoreError> {
        let mut all = Vec::new();
        let series: Vec<(i64, String, String)> = fetch!(self.connection().await?, typed => {
            sqlx::query_as("SELECT key, station, unit FROM series ORDER BY station, unit")
                .fetch_all(typed)
        })?;
        for (key, station, unit) in series {
            let days = self.days(key, i64::MAX).await?;
            all.extend(days.into_iter().map(|day| (station.clone(), unit.clone(), day)));
        }
        Ok(all)
    }

    /// The newest day of each series that has one, in days since 1970.
    pub async fn newest_days(&mut self) -> Result<BTreeMap<i64, i64>, StoreError> {
        let rows: Vec<(i64, i64)> = fetch!(self.connection().await?, typed => {
            sqlx::query_as("SELECT series, max(day) FROM daily GROUP BY series").fetch_all(typed)
        })?;
        Ok(rows.into_iter().collect())
    }

    /// Deletes the distributions of the days before one.
    pub async fn delete_sketches_before(&mut self, day: i64) -> Result<(), StoreError> {
        execute!(self.connection().await?, DELETION_LIMIT, typed => {
            sqlx::query("UPDATE daily SET sketch = '' WHERE day < $1 AND sketch <> ''").bind(day)
        })
    }
}

//! Writes the files of the gauges and messages from the store.

use crate::{
    checks::Checks,
    days,
    feeds::{Check, FeedError, Feeds},
    output::{Output, OutputError},
    plain::{Known, PERIOD, PlainPages, Sources},
    records::Records,
    store::{AreaMessage, StationSeries, Store, StoreError},
};
use chrono::TimeDelta;
use gorlif_core::{
    api::Stations,
    area_names::AreaNames,
    basemap::Basemap,
    domain::{
        Timestamp,
        level_record::LevelRecord,
        limits::RECENT_READINGS_SECONDS,
        station::{Station, StationId, Unit},
        trend::{Reading, Trend},
    },
    level_records,
    recorded::{
        self, RECENT_PATH, RecentHistory, RecentReadings, Series, StationHistory, WARNINGS_PATH,
        WarningsHistory,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::Arc,
    time::{Duration, Instant},
};

/// Readings and messages are kept and published for this time.
pub const RETENTION: TimeDelta = TimeDelta::days(60);

/// The oldest readings in the store at a time: those of whole days.
pub fn kept_from(at: Timestamp) -> Timestamp {
    days::begin_of(days::day_of(at - RETENTION))
}
/// The file of a gauge has all readings of this time, and one for each hour of the days before.
const FULL_RESOLUTION: TimeDelta = TimeDelta::days(7);
/// The file of all gauges has the readings of this time.
const RECENT: TimeDelta = TimeDelta::seconds(RECENT_READINGS_SECONDS);
/// With more gauges than this none has a plain page of its own, since writing them would take longer than a cycle.
pub const MOST_PAGES: usize = 1_000;
/// The files of gauges are written for this time in a cycle. The rest follows in the next ones, the
/// longest waiting first; until then the page takes the missing readings from the recent ones. What the records have taken of it is left
/// out, down to the least time.
const STATION_FILES_TIME: Duration = Duration::from_millis(1_500);
const LEAST_STATION_FILES_TIME: Duration = Duration::from_millis(500);

/// Why files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The store could not be read.
    #[error("the store cannot be read: {0}")]
    Store(#[from] StoreError),
    /// A file could not be written.
    #[error("a file cannot be written: {0}")]
    File(#[from] io::Error),
    /// The folder could not be made again.
    #[error("the folder of the files cannot be used: {0}")]
    Folder(#[from] OutputError),
    /// A file could not be encoded.
    #[error("a file cannot be encoded: {0}")]
    Json(#[from] serde_json::Error),
    /// A feed could not be made.
    #[error("a feed cannot be made: {0}")]
    Feed(#[from] FeedError),
    /// The plain pages could not be made.
    #[error("a plain page cannot be made: {0}")]
    Plain(#[from] minijinja::Error),
}

/// Writes files, and remembers which gauges' files are out of date.
pub struct Publisher {
    output: Output,
    feeds: Feeds,
    plain: PlainPages,
    /// The keys of the series whose file is out of date, with the number of the cycle since which it
    /// is.
    outdated: BTreeMap<i64, u64>,
    cycle: u64,
    /// The recorded states of messages by the key of the message, as last read from the store; `None` before the first time.
    areas: Option<BTreeMap<String, Vec<AreaMessage>>>,
    /// The trends of the gauges by their recent readings.
    trends: BTreeMap<StationId, Trend>,
    /// The records of the gauges of the last response.
    records: BTreeMap<StationId, LevelRecord>,
    /// The readings of the pages of gauges; `None` if there are too many gauges for such pages.
    readings: Option<BTreeMap<StationId, Vec<Reading>>>,
}

/// The time that the readings have reached: a tenth of the gauges have a reading as new as this.
/// The periods of the files end there and not at this machine's time, so that a clock that is set
/// wrong neither deletes nor hides readings.
pub fn reached(series: &[StationSeries]) -> Option<Timestamp> {
    let mut newest: Vec<Timestamp> = series.iter().map(|series| series.newest).collect();
    newest.sort_unstable();
    newest.get(newest.len().checked_sub(newest.len() / 10 + 1)?).copied()
}

impl Publisher {
    /// A publisher that writes into the folder.
    ///
    /// # Errors
    ///
    /// If a template cannot be read.
    pub fn new(
        output: Output,
        page: Option<String>,
        outlines: &Arc<Basemap>,
        names: &Arc<AreaNames>,
    ) -> Result<Self, PublishError> {
        Ok(Self {
            output,
            feeds: Feeds::new(page.clone(), Arc::clone(outlines), Arc::clone(names))?,
            plain: PlainPages::new(page, Arc::clone(outlines), Arc::clone(names))?,
            outdated: BTreeMap::new(),
            cycle: 0,
            areas: None,
            trends: BTreeMap::new(),
            records: BTreeMap::new(),
            readings: None,
        })
    }

    /// The number of gauges whose file is out of date, and of those that have waited for more than two
    /// cycles.
    pub fn outdated(&self) -> (usize, usize) {
        let late = self.outdated.values().filter(|since| *since + 2 < self.cycle).count();
        (self.outdated.len(), late)
    }

    /// Forgets the trends until the next readings are published.
    pub fn forget_trends(&mut self) {
        self.trends.clear();
    }

    /// Writes a file of the recorder about itself.
    pub fn write_status(&self, status: &[u8]) -> io::Result<()> {
        self.output.write("status.json", status)
    }

    /// Writes the files of the gauges: all recent readings, and the files of the series that
    /// `changed`; in the first cycle those of all series.
    pub async fn publish_readings(
        &mut self,
        store: &mut Store,
        all: &[StationSeries],
        changed: &BTreeMap<i64, i64>,
        records: &Records,
        now: Timestamp,
    ) -> Result<(), PublishError> {
        let begin = Instant::now();
        let limit = STATION_FILES_TIME.saturating_sub(records.time()).max(LEAST_STATION_FILES_TIME);
        if self.output.restore()? {
            self.cycle = 0;
            self.outdated.clear();
        }
        let Some(reached) = reached(all) else { return Ok(()) };
        // Of a gauge that changed its unit, the newest series is published.
        let mut current: BTreeMap<&str, &StationSeries> = BTreeMap::new();
        for series in all {
            let newest = current.entry(&series.station.0).or_insert(series);
            if newest.newest < series.newest {
                *newest = series;
            }
        }
        let has_pages = current.len() <= MOST_PAGES;
        let length = if has_pages { PERIOD.length() } else { RECENT };
        let readings = store.recent(reached - length).await?;
        self.readings = has_pages.then(BTreeMap::new);
        self.write_recent(&current, readings, reached - RECENT, now)?;
        self.cycle += 1;
        for series in current.values() {
            // The files of an earlier run may be out of date.
            if self.cycle == 1 || changed.contains_key(&series.key) {
                self.outdated.entry(series.key).or_insert(self.cycle);
            }
        }
        let mut outdated: Vec<&StationSeries> = current
            .into_values()
            .filter(|series| self.outdated.contains_key(&series.key))
            .collect();
        // A gauge without a file first: the page has nothing else of it.
        outdated.sort_by_cached_key(|series| {
            let path = StationHistory::path(&series.station);
            (self.output.has(file_name(&path)), self.outdated.get(&series.key))
        });
        for StationSeries { key, station, unit, .. } in outdated {
            if begin.elapsed() > limit {
                break;
            }
            let week = store.readings(*key, reached - FULL_RESOLUTION).await?;
            let hourly = store.hourly(*key, reached - RETENTION, reached - FULL_RESOLUTION).await?;
            let years = records.highest_of_years(*key);
            let file = StationHistory::new(station, unit, now, &week, &hourly, years);
            let path = StationHistory::path(station);
            self.output.write(file_name(&path), &serde_json::to_vec(&file)?)?;
            self.outdated.remove(key);
        }
        Ok(())
    }

    /// Writes the readings from a time on of all gauges in one file, and keeps their trends and what pages of gauges need.
    fn write_recent(
        &mut self,
        current: &BTreeMap<&str, &StationSeries>,
        mut readings: BTreeMap<i64, Vec<Reading>>,
        from: Timestamp,
        now: Timestamp,
    ) -> Result<(), PublishError> {
        let mut recent = BTreeMap::new();
        for (station, series) in current {
            let Some(all) = readings.remove(&series.key) else { continue };
            let first = all.partition_point(|reading| reading.at < from);
            let readings = all.get(first..).unwrap_or_default();
            // A trend is in centimetres an hour.
            if series.unit.is_metres() {
                self.trends.insert(series.station.clone(), Trend::at(now, readings));
            }
            let unit = series.unit.symbol().to_owned();
            if !readings.is_empty() {
                let series = Series::new(readings);
                recent.insert((*station).to_owned(), RecentReadings { unit, series });
            }
            if let Some(readings) = &mut self.readings {
                readings.insert(series.station.clone(), all);
            }
        }
        let file = serde_json::to_vec(&RecentHistory::new(now, recent))?;
        Ok(self.output.write_compressed(file_name(RECENT_PATH), &file)?)
    }

    /// Deletes the files of gauges that have no readings any more.
    pub fn delete_stations(&self, ended: &[StationId]) -> io::Result<()> {
        ended
            .iter()
            .try_for_each(|station| self.output.delete(file_name(&StationHistory::path(station))))
    }

    /// Writes the records of the gauges of a response. A file of an earlier run stays until all are known.
    pub fn write_records(
        &mut self,
        records: &Records,
        gauges: &Stations,
        now: Timestamp,
    ) -> Result<(), PublishError> {
        if !records.is_complete() {
            return Ok(());
        }
        let known: BTreeMap<&StationId, &Station> = gauges
            .iter()
            .filter(|gauge| LevelRecord::applies_to(gauge))
            .map(|gauge| (&gauge.id, &**gauge))
            .collect();
        let is_of_gauge =
            |id: &StationId, unit: &Unit| known.get(id).is_some_and(|gauge| gauge.unit == *unit);
        let of_response: Vec<_> =
            records.all().filter(|(id, unit, _)| is_of_gauge(id, unit)).collect();
        if of_response.is_empty() {
            return Ok(());
        }
        let rows = of_response.iter().map(|(id, unit, record)| (*id, *unit, record));
        let file = level_records::encode(now, rows)?;
        self.records = of_response.iter().map(|(id, _, of)| ((*id).clone(), of.clone())).collect();
        Ok(self.output.write_compressed(file_name(level_records::PATH), &file)?)
    }

    /// Writes the changes of all messages, and the feeds of the counties. `is_test`: the messages are made
    /// up.
    pub async fn publish_messages(
        &mut self,
        store: &mut Store,
        check: Check,
        is_test: bool,
        now: Timestamp,
    ) -> Result<(), PublishError> {
        let mut areas: BTreeMap<String, Vec<AreaMessage>> = BTreeMap::new();
        for message in store.messages().await? {
            areas.entry(message.area.0.clone()).or_default().push(message);
        }
        let changes = areas.iter().map(|(area, messages)| {
            (area.clone(), recorded::changes(messages.iter().map(|message| &message.state)))
        });
        let file = serde_json::to_vec(&WarningsHistory::new(now, changes.collect()))?;
        self.areas = Some(areas);
        self.output.write_compressed(file_name(WARNINGS_PATH), &file)?;
        self.write_feeds(check, is_test, now)
    }

    /// Writes the feeds of the messages that were last read from the store, with what proves them now.
    pub fn write_feeds(
        &self,
        check: Check,
        is_test: bool,
        now: Timestamp,
    ) -> Result<(), PublishError> {
        // Files without the recorded messages would take them from readers.
        let Some(areas) = &self.areas else { return Ok(()) };
        let mut written = BTreeSet::new();
        for (name, content) in self.feeds.files(areas, check, is_test, now)? {
            self.output.write(&name, &content)?;
            written.insert(name);
        }
        Ok(self.output.keep_only("feeds/cap", &written)?)
    }

    /// Writes the feeds of the gauges, and of the times without a check.
    pub fn write_gauges(
        &self,
        sources: &Sources,
        checks: &Checks,
        now: Timestamp,
    ) -> Result<(), PublishError> {
        for (name, content) in self.feeds.of_checks(checks, now) {
            self.output.write(&name, &content)?;
        }
        let Some((gauges, checked)) = &sources.gauges else { return Ok(()) };
        for (name, content) in self.feeds.of_gauges(gauges, *checked, now)? {
            self.output.write(&name, &content)?;
        }
        Ok(())
    }

    /// Writes the plain pages, and deletes all others: of messages that are not recorded any more, of rivers without gauges, and of
    /// gauges that are gone.
    pub fn write_plain(
        &self,
        sources: &Sources,
        check: Check,
        checks: &Checks,
        is_test: bool,
        now: Timestamp,
    ) -> Result<(), PublishError> {
        let Some(recorded) = &self.areas else { return Ok(()) };
        let Self { trends, records, .. } = self;
        let readings = self.readings.as_ref();
        let known =
            Known { check, sources, recorded, checks, trends, records, readings, is_test, now };
        let mut written = BTreeSet::new();
        self.plain.each(&known, |name, content| {
            let name = format!("plain/{name}");
            self.output.write(&name, content.as_bytes())?;
            written.insert(name);
            Ok::<_, PublishError>(())
        })?;
        for folder in ["plain", "plain/en", "plain/cy"] {
            self.output.keep_only(folder, &written)?;
        }
        Ok(())
    }
}

/// The name of a file in the folder, from its path in the page.
fn file_name(path: &str) -> &str {
    path.strip_prefix("history/").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(newest: &[i64]) -> Vec<StationSeries> {
        newest
            .iter()
            .map(|seconds| StationSeries {
                key: 1,
                station: StationId("1".into()),
                unit: Unit::Metres,
                newest: Timestamp::from_timestamp(*seconds, 0).unwrap_or_default(),
            })
            .collect()
    }

    #[test]
    fn one_gauge_with_a_time_in_the_future_does_not_move_the_periods() {
        let at = |newest: &[i64]| reached(&series(newest)).map(|at| at.timestamp());
        assert_eq!(at(&[]), None);
        assert_eq!(at(&[7]), Some(7));
        let mut gauges = vec![1_000; 30];
        gauges.extend([9_000_000, 5, 6, 7]);
        assert_eq!(at(&gauges), Some(1_000));
    }
}

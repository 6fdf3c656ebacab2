//! The records of the gauges over the years: brings the days of the store up to date with its readings, and derives
//! the distribution of the last year and the highest levels.

use crate::{
    days::{self, Day},
    sketch::{self, Sketch},
    store::{StationSeries, Store, StoreError},
    unchanged,
};
use chrono::{Datelike, NaiveDate};
use gorlif_core::domain::{
    Timestamp,
    level_record::{Distribution, LevelRecord, Unchanged, YEAR_DAYS},
    station::{StationId, Unit},
    trend::Reading,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// The cause of a jump of the level may be known this number of days later. So many days are made anew with each reading.
pub const CONTEXT_DAYS: i64 = 3;
/// The first day of which the readings are read if those from a day on have changed. A jump of the days before it may be decided now.
/// It is judged with the days before them, which are not made anew: a fault in which they begin would be taken for the level before
/// a jump.
pub fn first_read(changed: i64) -> i64 {
    (changed - 2 * CONTEXT_DAYS - 1).max(0)
}

/// The first day that is made if the readings from a day on have changed.
pub fn first_made(changed: i64) -> i64 {
    if first_read(changed) == 0 { 0 } else { changed - CONTEXT_DAYS - 1 }
}

/// The days of series that were never made, as after an update of the program or an import, are made for this time in a cycle.
const BACKLOG_TIME: Duration = Duration::from_millis(500);
/// On a new day the distributions are derived for this time in a cycle. Until then a gauge has that of the day before.
const DERIVING_TIME: Duration = Duration::from_millis(500);
/// Days are written in transactions of about this size.
const DAYS_PER_TRANSACTION: usize = 2_000;

/// The records of the gauges with levels in metres.
#[derive(Default)]
pub struct Records {
    /// The newest days of the store when the program started; `None` before the first cycle.
    newest: Option<BTreeMap<i64, i64>>,
    /// The first day of each series that is out of date.
    outdated: BTreeMap<i64, i64>,
    known: BTreeMap<i64, Known>,
    /// Whether each series of the last update is known.
    is_complete: bool,
    /// How long the last update took, and how long of that backlog and deriving.
    time: Duration,
    backlog: Duration,
    deriving: Duration,
}

/// The record of one series.
struct Known {
    station: StationId,
    unit: Unit,
    /// The day on which it was derived from all days.
    day: i64,
    /// The number of days of the last year with readings of the water, and the distribution of these.
    days: u16,
    distribution: Option<Distribution>,
    /// The value of a sensor that may be stuck, after its first day.
    unchanged: Option<(i64, f64)>,
    /// The days that do not change any more.
    past: Totals,
    all: Totals,
}

/// The common data of days.
#[derive(Clone, Default)]
struct Totals {
    /// The first day.
    since: Option<i64>,
    /// The highest level of each calendar year in UTC, oldest first.
    years: Vec<Reading>,
}

impl Totals {
    fn with<'a>(mut self, days: impl IntoIterator<Item = &'a Day>) -> Self {
        days.into_iter().for_each(|day| self.add(day));
        self
    }

    fn add(&mut self, day: &Day) {
        self.since.get_or_insert(day.day);
        let Some(at) = Timestamp::from_timestamp(day.highest_at, 0) else { return };
        let highest = Reading { at, level: day.highest };
        match self.years.last_mut().filter(|last| last.at.year() == at.year()) {
            Some(last) if highest.level > last.level => *last = highest,
            Some(_) => {}
            None => self.years.push(highest),
        }
    }
}

impl Known {
    /// From all days of a series.
    fn new(series: &StationSeries, days: &[Day], today: i64) -> Self {
        let begin = days.iter().rposition(|day| day.begins != 0).unwrap_or_default();
        let days = days.get(begin..).unwrap_or_default();
        let stuck = unchanged::stuck(days);
        // The levels of a stuck sensor are not those of the water.
        let is_of_water = |index: usize| stuck.as_ref().is_none_or(|part| !part.contains(&index));
        let of_water = days.iter().enumerate().filter(|(index, _)| is_of_water(*index));
        let sketches = of_water.filter_map(|(_, day)| Sketch::decode(&day.sketch));
        let sketches: Vec<Sketch> = sketches.collect();
        let of_all =
            || sketch::distribution(days.iter().filter_map(|day| Sketch::decode(&day.sketch)));
        let first = stuck.and_then(|part| days.get(part.start));
        let mut known = Self {
            station: series.station.clone(),
            unit: series.unit.clone(),
            day: today,
            days: u16::try_from(sketches.len()).unwrap_or(u16::MAX),
            // Without a day of the water there is no range, whatever the distribution.
            distribution: sketch::distribution(sketches).or_else(of_all),
            unchanged: first.map(|day| (day.day, day.lowest)),
            past: Totals::default(),
            all: Totals::default(),
        };
        let changing_from = known.changing_from();
        known.past = Totals::default().with(days.iter().filter(|day| day.day < changing_from));
        known.add_changing(days);
        known
    }

    /// Whether it is of today, or of yesterday while there is no time to derive it.
    fn is_recent(&self, today: i64, is_late: bool) -> bool {
        self.day == today || (is_late && self.day == today - 1)
    }

    fn changing_from(&self) -> i64 {
        self.day - CONTEXT_DAYS
    }

    /// Takes the newest days in place of those that it had. A sensor that has shown another value since is not stuck.
    fn add_changing(&mut self, days: &[Day]) {
        self.unchanged = self.unchanged.filter(|(first, level)| {
            let mut since = days.iter().filter(|day| day.day >= *first);
            since.all(|day| unchanged::shows_only(day, *level))
        });
        let changing_from = self.changing_from();
        self.all = self.past.clone().with(days.iter().filter(|day| day.day >= changing_from));
    }

    fn record(&self) -> Option<LevelRecord> {
        let highest = self.all.years.iter().rev().max_by(|a, b| a.level.total_cmp(&b.level))?;
        Some(LevelRecord {
            since: date_of(self.all.since?)?,
            days: self.days,
            distribution: self.distribution?,
            highest: *highest,
            unchanged: self
                .unchanged
                .and_then(|(first, level)| Some(Unchanged { since: date_of(first)?, level })),
        })
    }
}

fn date_of(day: i64) -> Option<NaiveDate> {
    NaiveDate::from_epoch_days(i32::try_from(day).ok()?)
}

impl Records {
    /// The number of series of which days are missing.
    pub fn outdated(&self) -> usize {
        self.outdated.len()
    }

    /// Whether the records of all gauges are known. They are derived over several cycles when the program has started.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How long the last update took.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Derives the record of a series anew in the next cycle, since earlier days were added.
    pub fn forget(&mut self, series: i64) {
        self.known.remove(&series);
    }

    /// Makes the days of the series with changed readings, given with the oldest time, and the records that depend on them.
    ///
    /// # Errors
    ///
    /// If the store fails. What is out of date is made in the next cycle.
    pub async fn update(
        &mut self,
        store: &mut Store,
        all: &[StationSeries],
        changed: &BTreeMap<i64, i64>,
        reached: Timestamp,
    ) -> Result<(), StoreError> {
        let begin = Instant::now();
        let today = days::day_of(reached);
        if self.newest.is_none() {
            self.newest = Some(store.newest_days().await?);
        }
        let of_levels = || all.iter().filter(|series| series.unit.is_metres());
        let stored: BTreeSet<i64> = of_levels().map(|series| series.key).collect();
        self.known.retain(|key, _| stored.contains(key));
        of_levels().for_each(|series| self.mark_outdated(series.key, changed));
        (self.backlog, self.deriving) = (Duration::ZERO, Duration::ZERO);
        let mut written = Vec::new();
        for series in all {
            let Some(from) = self.outdated.get(&series.key).copied() else { continue };
            let is_backlog = from < today - i64::from(YEAR_DAYS);
            if is_backlog && self.backlog > BACKLOG_TIME {
                continue;
            }
            let begin = Instant::now();
            let readings = store.readings(series.key, days::begin_of(first_read(from))).await?;
            let mut days = days::days(&readings);
            days.retain(|day| day.day >= first_made(from));
            written.push((series, from, days));
            if is_backlog {
                self.backlog += begin.elapsed();
            }
            if written.iter().map(|(.., days)| days.len()).sum::<usize>() > DAYS_PER_TRANSACTION {
                self.write(store, std::mem::take(&mut written), today).await?;
            }
        }
        self.write(store, written, today).await?;
        for series in of_levels() {
            match self.known.get_mut(&series.key) {
                // The year of a gauge without new readings ends today, too.
                Some(known) if !known.is_recent(today, self.deriving > DERIVING_TIME) => {
                    self.derive(store, series, today).await?;
                }
                // A gauge may have got its id of StationData.
                Some(known) => known.station.clone_from(&series.station),
                None => {}
            }
        }
        self.is_complete = stored.iter().all(|key| self.known.contains_key(key));
        self.time = begin.elapsed();
        Ok(())
    }

    /// Marks the days of a series that changed readings make outdated.
    fn mark_outdated(&mut self, series: i64, changed: &BTreeMap<i64, i64>) {
        if !self.known.contains_key(&series) {
            // Of before the program stopped. All, if there are no days yet.
            let newest = self.newest.as_ref().and_then(|newest| newest.get(&series));
            self.mark(series, newest.copied().unwrap_or(0));
        }
        if let Some(oldest) = changed.get(&series) {
            self.mark(series, days::day_of_seconds(*oldest));
        }
    }

    fn mark(&mut self, series: i64, from: i64) {
        let first = self.outdated.entry(series).or_insert(from);
        *first = from.min(*first);
    }

    async fn write(
        &mut self,
        store: &mut Store,
        written: Vec<(&StationSeries, i64, Vec<Day>)>,
        today: i64,
    ) -> Result<(), StoreError> {
        store
            .put_days(written.iter().map(|(series, _, days)| (series.key, days.as_slice())))
            .await?;
        for (series, from, days) in &written {
            let is_late = self.deriving > DERIVING_TIME;
            let is_replaced = days.iter().any(|day| day.begins != 0);
            match self.known.get_mut(&series.key) {
                Some(known)
                    if known.is_recent(today, is_late)
                        && *from >= known.changing_from()
                        && !is_replaced =>
                {
                    known.add_changing(days);
                }
                // In a later cycle, with its newest days.
                None if is_late => {}
                Some(_) | None => self.derive(store, series, today).await?,
            }
            self.outdated.remove(&series.key);
        }
        Ok(())
    }

    /// Derives the record of a series from all its days.
    async fn derive(
        &mut self,
        store: &mut Store,
        series: &StationSeries,
        today: i64,
    ) -> Result<(), StoreError> {
        let begin = Instant::now();
        let days = store.days(series.key, today - i64::from(YEAR_DAYS) + 1).await?;
        self.known.insert(series.key, Known::new(series, &days, today));
        self.deriving += begin.elapsed();
        Ok(())
    }

    /// The records of all gauges, with their units.
    pub fn all(&self) -> impl Iterator<Item = (&StationId, &Unit, LevelRecord)> {
        self.known.values().filter_map(|known| Some((&known.station, &known.unit, known.record()?)))
    }

    /// The highest level of each calendar year of a series, oldest first.
    pub fn highest_of_years(&self, series: i64) -> &[Reading] {
        self.known.get(&series).map(|known| known.all.years.as_slice()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day with readings between two levels.
    fn day(day: i64, lowest: f64, highest: f64) -> Day {
        let levels = (0..48).flat_map(|_| [lowest, highest]).collect();
        let (mean, highest_at) = (f64::midpoint(lowest, highest), day * 86_400);
        let sketch = Sketch::new(levels).encode();
        Day { day, readings: 96, lowest, mean, highest, highest_at, begins: 0, sketch }
    }

    fn known(days: &[Day]) -> Known {
        let series = StationSeries {
            key: 1,
            station: StationId("4001".into()),
            unit: Unit::Metres,
            newest: Timestamp::default(),
        };
        Known::new(&series, days, 20_199)
    }

    // case 263
    #[test]
    fn the_days_of_a_stuck_sensor_are_not_in_the_range_and_it_is_stuck_until_it_shows_another_value()
     {
        let mut days: Vec<Day> = (20_000..20_195).map(|of| day(of, 0.4, 0.6)).collect();
        days.extend((20_195..20_200).map(|of| day(of, 0.893, 0.893)));
        let mut known = known(&days);
        let record = known.record().expect("a record");
        assert_eq!(record.days, 195);
        assert!(record.distribution.levels().iter().all(|level| *level < 0.61), "{record:?}");
        let unchanged = record.unchanged.expect("it may be stuck");
        assert_eq!((Some(unchanged.since), unchanged.level), (date_of(20_195), 0.893));
        known.add_changing(&[day(20_199, 0.893, 0.9)]);
        known.add_changing(&[day(20_199, 0.893, 0.893)]);
        assert_eq!(known.record().expect("a record").unchanged, None);
        // Over by then, also with few readings since.
        days.push(Day { readings: 2, ..day(20_200, 0.7, 0.7) });
        assert_eq!(self::known(&days).record().expect("a record").unchanged, None);
    }

    // case 263
    #[test]
    fn a_sensor_that_was_always_stuck_has_a_record_without_a_range() {
        let days: Vec<Day> = (20_000..20_200).map(|of| day(of, 0.4, 0.4)).collect();
        let record = known(&days).record().expect("a record");
        assert_eq!((record.days, record.range(date_of(20_199).expect("a day"))), (0, None));
        assert!(record.unchanged.is_some());
    }
}

//! Fills the store once with the earlier readings of each gauge, from the service's own histories, one
//! request after another between the cycles: 30 days of all gauges, then a year of each river gauge in days.

use crate::{
    days, gateway,
    records::CONTEXT_DAYS,
    store::{StationReading, Store, StoreError},
};
use chrono::{TimeDelta, Utc};
use gorlif_core::{
    api::{Stations, Window, decode_historical, endpoint::Endpoint, error::ServiceError},
    domain::{
        freshness::is_ahead,
        level_record::LevelRecord,
        station::{ParameterKind, Station},
        trend::Reading,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
    time::Duration,
};
use tracing::warn;

/// The name of the setting with the gauges that are filled, one in each line.
const FILLED: &str = "filled";
/// The name of the setting with the number of earlier periods that are filled: a gauge and the number in each line.
const FILLED_PERIODS: &str = "filled-periods";
/// The least wait after a request that was refused: quotas are counted by the minute.
const WAIT_AFTER_REFUSAL: Duration = Duration::from_secs(65);

/// The gauges that are filled, and those that wait for it.
#[derive(Default)]
pub struct Filling {
    waiting: VecDeque<Arc<Station>>,
    filled: BTreeSet<String>,
    /// The river gauges of which earlier periods wait.
    waiting_years: VecDeque<Arc<Station>>,
    /// How many earlier periods of a gauge are filled, the latest first.
    filled_periods: BTreeMap<String, u8>,
    /// The first readings of the period that was filled last, with the gauge: whether the level jumps at the end of the period
    /// before is known from them.
    context: Option<(Arc<Station>, Vec<Reading>)>,
    /// The keys of the series whose files do not have the readings yet, with the time of the oldest.
    pub(crate) changed: BTreeMap<i64, i64>,
    /// The keys of the series with new days before their readings.
    pub(crate) changed_years: BTreeSet<i64>,
    /// Between two requests.
    interval: Duration,
}

impl Filling {
    /// The filled periods of the store.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn new(store: &mut Store, interval: Duration) -> Result<Self, StoreError> {
        let filled = store.get(FILLED).await?.unwrap_or_default();
        let periods = store.get(FILLED_PERIODS).await?.unwrap_or_default();
        let period = |line: &str| {
            let (id, count) = line.rsplit_once(' ')?;
            Some((id.to_owned(), count.parse().ok()?))
        };
        Ok(Self {
            filled: filled.lines().map(str::to_owned).collect(),
            filled_periods: periods.lines().filter_map(period).collect(),
            interval,
            ..Self::default()
        })
    }

    /// The number of gauges that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The number of earlier periods that wait.
    pub fn waiting_periods(&self) -> usize {
        let left = |station: &Arc<Station>| Window::EARLIEST - self.periods_of(station);
        self.waiting_years.iter().map(|station| usize::from(left(station))).sum()
    }

    /// The number of earlier periods of a gauge that are filled.
    fn periods_of(&self, station: &Station) -> u8 {
        let filled = self.filled_periods.get(&*station.id.0).copied().unwrap_or_default();
        filled.min(Window::EARLIEST)
    }

    /// Adds the gauges of a response that have a history and are not filled; those of rivers come
    /// first. A version of the service without histories adds none.
    pub fn add(&mut self, stations: &Stations, endpoint: &Endpoint) {
        let today = Utc::now().date_naive();
        let has_history = |station: &&Arc<Station>| {
            endpoint.history_url(station, Window::ThirtyDays, today).is_some()
        };
        let known: BTreeSet<_> = self.waiting.iter().map(|station| station.id.clone()).collect();
        let mut new: Vec<&Arc<Station>> = stations
            .iter()
            .filter(has_history)
            .filter(|station| !known.contains(&station.id) && !self.filled.contains(&*station.id.0))
            .collect();
        new.sort_by_key(|station| station.kind() != ParameterKind::Level);
        self.waiting.extend(new.into_iter().cloned());
        let known: BTreeSet<_> =
            self.waiting_years.iter().map(|station| station.id.clone()).collect();
        let with_records = stations.iter().filter(has_history).filter(|station| {
            !known.contains(&station.id)
                && LevelRecord::applies_to(station)
                && self.periods_of(station) < Window::EARLIEST
        });
        let with_records: Vec<Arc<Station>> = with_records.cloned().collect();
        self.waiting_years.extend(with_records);
    }

    /// Fills the next gauge, or the next earlier period of one. Returns how long to wait before another one; `None` if none is
    /// waiting. A gauge whose request fails is tried again after the others.
    ///
    /// # Errors
    ///
    /// If the store fails; the gauge then waits again.
    pub async fn fill_next(
        &mut self,
        client: &reqwest::Client,
        endpoint: &Endpoint,
        store: &mut Store,
    ) -> Result<Option<Duration>, StoreError> {
        if let Some(station) = self.waiting.front().cloned() {
            let window = Window::ThirtyDays;
            let readings = match self.history(client, endpoint, &station, window).await {
                Ok(readings) => readings,
                Err(wait) => {
                    self.waiting.rotate_left(1);
                    return Ok(Some(wait));
                }
            };
            self.store_readings(store, &station, readings).await?;
            self.waiting.pop_front();
            return Ok(Some(self.interval));
        }
        let Some(station) = self.waiting_years.front().cloned() else { return Ok(None) };
        let period = self.periods_of(&station) + 1;
        let window = Window::ThirtyDaysBefore(period);
        let readings = match self.history(client, endpoint, &station, window).await {
            Ok(readings) => readings,
            Err(wait) => {
                self.waiting_years.rotate_left(1);
                return Ok(Some(wait));
            }
        };
        self.store_days(store, &station, period, readings).await?;
        if period >= Window::EARLIEST {
            self.waiting_years.pop_front();
        }
        Ok(Some(self.interval))
    }

    /// The readings of the service of a gauge in a window. If the request fails, after which time another one is sent.
    async fn history(
        &self,
        client: &reqwest::Client,
        endpoint: &Endpoint,
        station: &Station,
        window: Window,
    ) -> Result<Vec<Reading>, Duration> {
        let today = Utc::now().date_naive();
        let Some(url) = endpoint.history_url(station, window, today) else {
            return Ok(Vec::new());
        };
        match gateway::get(client, &url).await {
            Ok(response) => Ok(readings(station, &response.body)),
            Err(ServiceError::Status { code: 404, .. }) => Ok(Vec::new()),
            Err(error) => {
                warn!(station = %station.id.0, "history: {error}");
                Err(self.wait_after(error))
            }
        }
    }

    async fn store_readings(
        &mut self,
        store: &mut Store,
        station: &Station,
        readings: Vec<Reading>,
    ) -> Result<(), StoreError> {
        if station.unit.is_metres() && !readings.is_empty() {
            let key = store.key(&station.id, &station.unit).await?;
            store.put_days([(key, days::days(&readings).as_slice())]).await?;
        }
        let of_station = |reading| StationReading {
            station: station.id.clone(),
            unit: station.unit.clone(),
            reading,
        };
        let readings: Vec<StationReading> = readings.into_iter().map(of_station).collect();
        self.changed.extend(store.append(&readings).await?.series);
        self.filled.insert(station.id.0.to_string());
        let filled: Vec<&str> = self.filled.iter().map(String::as_str).collect();
        store.set(FILLED, &filled.join("\n")).await
    }

    /// Stores the days of an earlier period. Its readings are before the retention.
    async fn store_days(
        &mut self,
        store: &mut Store,
        station: &Arc<Station>,
        period: u8,
        mut readings: Vec<Reading>,
    ) -> Result<(), StoreError> {
        let first = readings.first().map(|reading| reading.at + TimeDelta::days(2 * CONTEXT_DAYS));
        let in_context = readings.partition_point(|reading| Some(reading.at) < first);
        let context = readings.get(..in_context).unwrap_or_default().to_vec();
        if let Some(last) = readings.last().map(|reading| reading.at) {
            let key = store.key(&station.id, &station.unit).await?;
            let later = match self.context.take().filter(|(of, _)| of.id == station.id) {
                Some((_, later)) => later,
                // The readings after the first period are in the store.
                None if period == 1 => store.readings(key, last).await?,
                None => Vec::new(),
            };
            let end = last + TimeDelta::days(2 * CONTEXT_DAYS);
            let is_context = |reading: &Reading| reading.at > last && reading.at <= end;
            readings.extend(later.into_iter().filter(is_context));
            let mut days = days::days(&readings);
            // A jump of the first days after the period may be decided now; later ones were made with all readings around them.
            days.retain(|day| day.day <= days::day_of(last) + CONTEXT_DAYS);
            store.put_days([(key, days.as_slice())]).await?;
            self.changed_years.insert(key);
        }
        self.context = Some((Arc::clone(station), context));
        self.filled_periods.insert(station.id.0.to_string(), period);
        let periods = self.filled_periods.iter();
        let lines: Vec<String> = periods.map(|(id, count)| format!("{id} {count}")).collect();
        store.set(FILLED_PERIODS, &lines.join("\n")).await
    }

    fn wait_after(&self, error: ServiceError) -> Duration {
        let asked = match error {
            ServiceError::Status { retry_after_seconds: Some(seconds), .. } => seconds,
            _ => 0,
        };
        Duration::from_secs(asked.into()).max(WAIT_AFTER_REFUSAL).max(self.interval)
    }
}

/// The readings of a history, without those in the future. None if the history cannot be decoded or is
/// in another unit than the gauge's latest reading, since a further request would change neither.
fn readings(station: &Station, body: &[u8]) -> Vec<Reading> {
    let mut history = match decode_historical(body) {
        Ok(history) if history.unit == station.unit => history,
        Ok(_) => {
            warn!(station = %station.id.0, "history: in another unit");
            return Vec::new();
        }
        Err(error) => {
            warn!(station = %station.id.0, "history: {error}");
            return Vec::new();
        }
    };
    let now = Utc::now();
    history.readings.retain(|reading| !is_ahead(reading.at, now));
    history.readings
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::api::decode_station_data;

    fn filling(interval: Duration) -> Filling {
        Filling { filled: ["2-20".to_owned()].into(), interval, ..Filling::default() }
    }

    fn stations() -> Stations {
        let gauge = |id: u8, name: &str| {
            format!(
                r#"{{"location":{id},"parameters":[{{"parameter":{id}0,"paramNameEN":"{name}","units":"m"}}]}}"#
            )
        };
        let all = [gauge(1, "Rainfall"), gauge(2, "River Level"), gauge(3, "River Level")];
        decode_station_data(format!("[{}]", all.join(",")).as_bytes()).expect("stations").content
    }

    #[test]
    fn each_gauge_waits_once_and_those_of_rivers_come_first() {
        let newer = serde_json::from_str(r#"{"levels":"station-data"}"#).expect("operations");
        let endpoint = Endpoint::parse("http://127.0.0.1/api").expect("an address");
        let mut filling = filling(Duration::from_secs(8));
        filling.add(&stations(), &endpoint);
        assert_eq!(filling.waiting(), 0, "version 1 has no histories");
        for _ in 0..2 {
            filling.add(&stations(), &endpoint.clone().with(newer));
            let ids: Vec<&str> = filling.waiting.iter().map(|station| &*station.id.0).collect();
            assert_eq!(ids, ["3-30", "1-10"]);
            let years: Vec<&str> =
                filling.waiting_years.iter().map(|station| &*station.id.0).collect();
            assert_eq!(years, ["2-20", "3-30"], "rain has no records");
        }
        filling.filled_periods.insert("2-20".to_owned(), 5);
        assert_eq!(filling.waiting_periods(), 7 + 12);
    }

    #[test]
    fn a_refusal_is_followed_by_65_seconds_or_what_the_gateway_says() {
        let filling = filling(Duration::from_secs(8));
        let refused = |retry_after_seconds| ServiceError::Status { code: 429, retry_after_seconds };
        let wait = |error| filling.wait_after(error).as_secs();
        assert_eq!(wait(refused(None)), 65);
        assert_eq!(wait(refused(Some(5))), 65);
        assert_eq!(wait(refused(Some(300))), 300);
        assert_eq!(wait(ServiceError::Unreachable), 65);
    }

    #[test]
    fn a_history_in_another_unit_or_another_form_has_no_readings() {
        let stations = stations();
        let station = stations.last().expect("a gauge");
        let body = |unit: &str| {
            format!(
                r#"{{"units":"{unit}","parameterReadings":[{{"time":"2026-11-20T12:00:00Z","value":1}},{{"time":"2999-01-01T00:00:00Z","value":2}}]}}"#
            )
        };
        assert_eq!(readings(station, body("m").as_bytes()).len(), 1, "not that of the future");
        assert_eq!(readings(station, body("mAOD").as_bytes()), Vec::new());
        assert_eq!(readings(station, b"[]"), Vec::new());
    }
}

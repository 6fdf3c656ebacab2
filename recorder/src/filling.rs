//! Fills the store once with the earlier readings of each gauge, from the service's own histories, one
//! request after another between the cycles.

use crate::{
    gateway,
    store::{StationReading, Store, StoreError},
};
use chrono::Utc;
use gorlif_core::{
    api::{Stations, Window, decode_historical, endpoint::Endpoint, error::ServiceError},
    domain::station::{ParameterKind, ReadingTime, Station},
};
use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
    time::Duration,
};
use tracing::warn;

/// The name of the setting with the gauges that are filled, one in each line.
const FILLED: &str = "filled";
/// The least wait after a request that was refused: quotas are counted by the minute.
const WAIT_AFTER_REFUSAL: Duration = Duration::from_secs(65);

/// The gauges that are filled, and those that wait for it.
pub struct Filling {
    waiting: VecDeque<Arc<Station>>,
    filled: BTreeSet<String>,
    /// The keys of the series whose files do not have the readings yet.
    changed: BTreeSet<i64>,
    /// Between two requests.
    interval: Duration,
}

impl Filling {
    /// What the store says is filled.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn new(store: &mut Store, interval: Duration) -> Result<Self, StoreError> {
        let filled = store.get(FILLED).await?.unwrap_or_default();
        Ok(Self {
            waiting: VecDeque::new(),
            filled: filled.lines().map(str::to_owned).collect(),
            changed: BTreeSet::new(),
            interval,
        })
    }

    /// The number of gauges that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Adds the gauges of a response that have a history and are not filled; those of rivers come
    /// first. A version of the service without histories adds none.
    pub fn add(&mut self, stations: &Stations, endpoint: &Endpoint) {
        let today = Utc::now().date_naive();
        let known: BTreeSet<_> = self.waiting.iter().map(|station| station.id.clone()).collect();
        let mut new: Vec<&Arc<Station>> = stations
            .iter()
            .filter(|station| {
                !known.contains(&station.id)
                    && !self.filled.contains(&*station.id.0)
                    && endpoint.history_url(station, Window::ThirtyDays, today).is_some()
            })
            .collect();
        new.sort_by_key(|station| station.kind() != ParameterKind::Level);
        self.waiting.extend(new.into_iter().cloned());
    }

    /// The keys of the series that were filled since the last call.
    pub fn take_changed(&mut self) -> BTreeSet<i64> {
        std::mem::take(&mut self.changed)
    }

    /// Fills the next gauge. Returns how long to wait before another one; `None` if none is waiting. A
    /// gauge whose request fails is tried again after the others.
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
        let Some(station) = self.waiting.front().cloned() else { return Ok(None) };
        let today = Utc::now().date_naive();
        let readings = match endpoint.history_url(&station, Window::ThirtyDays, today) {
            Some(url) => match gateway::get(client, &url).await {
                Ok(response) => readings(&station, &response.body),
                Err(ServiceError::Status { code: 404, .. }) => Vec::new(),
                Err(error) => {
                    self.waiting.rotate_left(1);
                    warn!(station = %station.id.0, "history: {error}");
                    return Ok(Some(self.wait_after(error)));
                }
            },
            None => Vec::new(),
        };
        self.changed.extend(store.append(&readings).await?.series);
        self.filled.insert(station.id.0.to_string());
        let filled: Vec<&str> = self.filled.iter().map(String::as_str).collect();
        store.set(FILLED, &filled.join("\n")).await?;
        self.waiting.pop_front();
        Ok(Some(self.interval))
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
fn readings(station: &Station, body: &[u8]) -> Vec<StationReading> {
    let history = match decode_historical(body) {
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
    let usable =
        history.readings.into_iter().filter(|reading| !ReadingTime::At(reading.at).is_ahead(now));
    usable
        .map(|reading| StationReading {
            station: station.id.clone(),
            unit: station.unit.clone(),
            reading,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::api::decode_station_data;

    fn filling(interval: Duration) -> Filling {
        Filling {
            waiting: VecDeque::new(),
            filled: BTreeSet::from(["2-20".to_owned()]),
            changed: BTreeSet::new(),
            interval,
        }
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
        }
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
        assert_eq!(readings(station, body("mAOD").as_bytes()), []);
        assert_eq!(readings(station, b"[]"), []);
    }
}

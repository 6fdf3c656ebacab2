//! The recent and earlier readings of the gauges: from the recorder or the service's own history, from
//! this page's own responses and from what this device has kept of them; and the trends computed from the recent ones. Used by late chunks only.

use super::{
    app_state::AppState,
    reactive::{effect, memo},
    recent_readings::RecentByStation,
    station_index::ByStation,
};
use crate::browser::{
    fetch,
    readings_store::{Day, ReadingsStore},
};
use chrono::TimeDelta;
use gorlif_core::{
    api::{self, Window},
    domain::{
        Timestamp,
        freshness::is_ahead,
        station::{Station, StationId, Unit},
        trend::{self, Reading, Trend},
    },
    recorded::{RECENT_PATH, RecentHistory, RecentReadings, StationHistory},
};
use leptos::{prelude::*, task::spawn_local};
use std::{collections::BTreeMap, sync::Arc};

/// The recorder's file is requested again after this time, since a hidden page misses responses.
const RECENT_INTERVAL: TimeDelta = TimeDelta::hours(1);
/// The recorder has all readings of this time before its last one.
const ALL_RECORDED: TimeDelta = TimeDelta::days(7);
/// The device keeps the readings of this number of days before today.
const KEPT_DAYS: i64 = 13;
/// The device keeps at most this number of texts, of some 3 kB each at most: 20 MB. There is one text
/// for each gauge and day.
const MOST_TEXTS: usize = 6_000;
/// The number of readings of a gauge and day that are kept: one every five minutes.
const MOST_OF_DAY: usize = 288;

/// The ids under which this device may have kept the readings of a gauge: its own, and before it had one
/// with a parameter the plain number of its station, if that means this gauge.
fn kept_ids(
    state: AppState,
    station: &Station,
    has_kept: impl FnOnce(&str) -> bool,
) -> Vec<Arc<str>> {
    let plain = StationId(station.id.given().into());
    let is_of_plain = || {
        state.station_index.with_untracked(|index| {
            index.resolve(&plain).is_some_and(|found| found.id == station.id)
        })
    };
    let own = station.id.0.clone();
    if station.id != plain && has_kept(&plain.0) && is_of_plain() {
        vec![plain.0, own]
    } else {
        vec![own]
    }
}

/// The earlier readings of a gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct EarlierReadings {
    /// In the order of their times.
    pub readings: Vec<Reading>,
    pub recorded: Recorded,
    /// The highest reading of each calendar year, oldest first, as the recorder has it.
    pub highest_of_years: Vec<Reading>,
}

/// Which of the earlier readings are from the recorder or the service. The others are what this device
/// has kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// None: the page has no recorder, and this version of the service has no history.
    NoRecorder,
    /// None: the recorder's file or the service's history is missing or cannot be decoded.
    NotLoaded,
    /// Those until this time are the recorder's.
    Until(Timestamp),
    /// Those of these days are the service's.
    OfService(Window),
}

/// Loads the earlier readings of a gauge from this device and from the recorder, or from the service
/// where the recorder has none. None is in the future.
pub async fn load_earlier(
    state: AppState,
    station: Arc<Station>,
    window: Window,
) -> EarlierReadings {
    let mut earlier = load_all(state, station, window).await;
    let now = state.clock.now_untracked();
    earlier.readings.retain(|reading| !is_ahead(reading.at, now));
    earlier
}

async fn load_all(state: AppState, station: Arc<Station>, window: Window) -> EarlierReadings {
    let (id, unit) = (&station.id, &station.unit);
    let mut readings = Vec::new();
    if let Some(store) = ReadingsStore::open().await {
        let today = day_of(state.clock.now_untracked());
        for kept_id in kept_ids(state, &station, |_| true) {
            let kept = store.of_station(&kept_id, today - KEPT_DAYS..=today).await;
            for text in kept.unwrap_or_default() {
                trend::merge(&mut readings, &RecentReadings::decode(&text, unit));
            }
        }
    }
    if state.deployment.settings.history
        && let Some((recorded, highest_of_years)) = recorded(id, unit).await
        && let Some(last) = recorded.last()
    {
        // Before, the recorder has the highest level of each hour.
        readings.retain(|reading| last.at - reading.at < ALL_RECORDED);
        trend::merge(&mut readings, &recorded);
        let recorded = Recorded::Until(last.at);
        return EarlierReadings { readings, recorded, highest_of_years };
    }
    let today = state.clock.now_untracked().date_naive();
    let endpoint = state.deployment.endpoint();
    let url = endpoint.and_then(|endpoint| endpoint.history_url(&station, window, today));
    let recorded = match url {
        Some(url) => match of_service(&url, unit).await {
            Some(more) => {
                trend::merge(&mut readings, &more);
                Recorded::OfService(window)
            }
            None => Recorded::NotLoaded,
        },
        None if state.deployment.settings.history => Recorded::NotLoaded,
        None => Recorded::NoRecorder,
    };
    EarlierReadings { readings, recorded, highest_of_years: Vec::new() }
}

async fn of_service(url: &str, unit: &Unit) -> Option<Vec<Reading>> {
    let history = api::decode_historical(&fetch::file(url).await?).ok()?;
    // Readings in two units are not comparable.
    (history.unit == *unit).then_some(history.readings)
}

/// The recorded readings, and the highest of each calendar year.
async fn recorded(id: &StationId, unit: &Unit) -> Option<(Vec<Reading>, Vec<Reading>)> {
    let body = fetch::file(&StationHistory::path(id)).await?;
    let history = StationHistory::decode(&body, id, unit)?;
    Some((history.readings()?, history.highest_of_years()))
}

/// The latest reading of a gauge, if it has a level and a time that is not in the future.
pub fn latest(station: &Station, now: Timestamp) -> Option<Reading> {
    station.reading().filter(|reading| !is_ahead(reading.at, now))
}

/// The day of a time, counted from 1970 in UTC.
fn day_of(at: Timestamp) -> i64 {
    at.timestamp().div_euclid(86_400)
}

/// After each response of river levels, keeps its readings on this device. The recent readings are those, what
/// was kept before and those of the recorder's file.
pub fn recent(state: AppState) -> ReadSignal<RecentByStation> {
    let recent = RwSignal::new(RecentByStation::default());
    // When the recorder's file was requested last.
    let (mut is_first, mut requested) = (true, None);
    effect(move || {
        let stations = state.station_index.get();
        let now = untrack(|| state.clock.now());
        let latest: Vec<(Arc<Station>, Reading)> = stations
            .all()
            .iter()
            .filter_map(|station| Some((station.clone(), latest(station, now)?)))
            .collect();
        recent.update(|recent| {
            for (station, reading) in &latest {
                recent.add(&station.id, &station.unit, &[*reading], now);
            }
        });
        if latest.is_empty() {
            return;
        }
        spawn_local(exchange_kept(state, recent, latest, now, std::mem::take(&mut is_first)));
        if state.deployment.settings.history
            && requested.is_none_or(|at| now - at > RECENT_INTERVAL)
        {
            requested = Some(now);
            spawn_local(add_recorded(state, recent));
        }
    });
    recent.read_only()
}

/// Adds what this device has kept, after the first response, and keeps the latest readings.
async fn exchange_kept(
    state: AppState,
    recent: RwSignal<RecentByStation>,
    latest: Vec<(Arc<Station>, Reading)>,
    now: Timestamp,
    is_first: bool,
) {
    let Some(store) = ReadingsStore::open().await else { return };
    if is_first {
        add_kept(state, &store, recent, now).await;
    }
    keep(&store, &latest, now).await;
}

/// The trends that follow from the recent readings.
pub fn trends(state: AppState, recent: ReadSignal<RecentByStation>) -> Memo<ByStation<Trend>> {
    // The readings follow the gauges, so that these are not tracked.
    memo(move || {
        let (stations, now) = untrack(|| (state.station_index.get(), state.clock.now()));
        recent.with(|recent| recent.trends(stations.all(), now))
    })
}

/// Adds the readings of the recorder's file.
async fn add_recorded(state: AppState, recent: RwSignal<RecentByStation>) {
    let body = fetch::file(RECENT_PATH).await;
    let Some(file) = body.and_then(|body| RecentHistory::decode(&body)) else { return };
    let of_station = |station: &Station| file.readings(&station.id, &station.unit);
    add(state, recent, of_station);
}

/// Adds the readings of today and yesterday that this device has kept.
async fn add_kept(
    state: AppState,
    store: &ReadingsStore,
    recent: RwSignal<RecentByStation>,
    now: Timestamp,
) {
    let today = day_of(now);
    for day in [today - 1, today] {
        let Some(day) = store.day(day).await else { return };
        let of_station = |station: &Station| {
            let mut readings = Vec::new();
            let ids = kept_ids(state, station, |id| day.contains_key(id));
            for text in ids.iter().filter_map(|id| day.get(&**id)) {
                trend::merge(&mut readings, &RecentReadings::decode(text, &station.unit));
            }
            readings
        };
        add(state, recent, of_station);
    }
}

fn add(
    state: AppState,
    recent: RwSignal<RecentByStation>,
    of_station: impl Fn(&Station) -> Vec<Reading>,
) {
    let (now, stations) = (state.clock.now_untracked(), state.station_index.get_untracked());
    recent.update(|recent| {
        for station in stations.all() {
            recent.add(&station.id, &station.unit, &of_station(station), now);
        }
    });
}

/// Keeps the readings on this device.
async fn keep(
    store: &ReadingsStore,
    latest: &[(Arc<Station>, Reading)],
    now: Timestamp,
) -> Option<()> {
    if latest.len() > MOST_TEXTS {
        return None;
    }
    let today = day_of(now);
    let mut by_day: BTreeMap<i64, Vec<&(Arc<Station>, Reading)>> = BTreeMap::new();
    for entry in latest {
        by_day.entry(day_of(entry.1.at)).or_default().push(entry);
    }
    for (day, readings) in by_day.range(today - KEPT_DAYS..) {
        let change = |before: &Day| {
            readings
                .iter()
                .filter_map(|(station, reading)| with(before, station, *reading))
                .collect()
        };
        store.change_day(*day, change).await?;
    }
    store.remove_oldest(today - KEPT_DAYS, MOST_TEXTS).await
}

/// The station's text of a day with a further reading; `None` if it has it.
fn with(day: &Day, station: &Station, reading: Reading) -> Option<(String, String)> {
    let id = station.id.0.to_string();
    let before = day.get(&id);
    let mut readings =
        before.map(|text| RecentReadings::decode(text, &station.unit)).unwrap_or_default();
    if readings.len() >= MOST_OF_DAY {
        return None;
    }
    trend::merge(&mut readings, &[reading]);
    let text = RecentReadings::encode(&station.unit, &readings);
    (before != Some(&text)).then_some((id, text))
}

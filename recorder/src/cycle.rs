//! One cycle: the responses are decoded, appended to the store and published.

use crate::{
    checks::Checks,
    days,
    feeds::{Check, PROVEN, Proof},
    filling::Filling,
    gateway::{self, GatewayResponse, Refusals},
    messages,
    plain::Sources,
    publish::{self, PublishError, Publisher, RETENTION},
    records::Records,
    repeated_hour,
    report::Report,
    shared_ids,
    store::{Appended, StationReading, Store, StoreError},
};
use chrono::{TimeDelta, Utc};
use gorlif_core::{
    api::{
        Decoded, SourceTimeZone, Stations, decode_flood_forecast, decode_flood_warnings,
        decode_river_levels, decode_station_data,
        endpoint::Endpoint,
        error::{BodyError, ServiceError},
        operations::LevelsVersion,
    },
    domain::{
        Timestamp,
        data_quality::DataIssue,
        freshness::is_ahead,
        level_record::YEAR_DAYS,
        limits::READING_FRESH_SECONDS,
        source_id::SourceId,
        station::{ParameterKind, Station, StationId, Unit},
    },
    i18n::Language,
};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;
use tracing::warn;

/// The name of the setting with the time of the newest recorded warnings response.
const WARNINGS_CREATED: &str = "warnings-created";
/// The name of the setting that says that the last warnings response was made up.
const SAMPLE: &str = "sample-data";
/// The name of the setting with the detected time zone of the service.
const ZONE: &str = "zone";
/// The name of the setting with the times in which the sources were proven.
const CHECKS: &str = "checks";
/// The name of the setting with the gauges that share a number.
const SHARED_IDS: &str = "shared-ids";
/// Readings that could not be stored are kept for the next cycle, up to this number.
const PENDING_LIMIT: usize = 200_000;
/// The connection to the store is verified at least this often between two cycles.
const VERIFICATION: Duration = Duration::from_secs(10);
/// A gateway that has a stale response has a newer one after this time.
const UPDATING: Duration = Duration::from_secs(10);

/// Why a part of a cycle failed.
#[derive(Debug, thiserror::Error)]
pub enum CycleError {
    /// The request failed.
    #[error("the request failed: {0}")]
    Request(#[from] ServiceError),
    /// The body could not be decoded.
    #[error("the response cannot be used: {0}")]
    Body(#[from] BodyError),
    /// The headers of the response do not say when the service created it. What it has in force is listed as unproven; readings have
    /// their own times.
    #[error(
        "the age of the response is not known: Date, Age or X-Origin-Date is wrong, or this machine's clock"
    )]
    UnknownAge,
    /// The store failed. The readings are kept for the next cycle.
    #[error("the store failed: {0}")]
    Store(#[from] StoreError),
    /// Made-up and real data are never mixed: the feeds say of all messages that they are a test, or of none.
    #[error("the store has {} data and the service serves {} data: use another store", kind(!*.is_sample), kind(*.is_sample))]
    OtherData {
        /// Whether the service serves made-up data.
        is_sample: bool,
    },
    /// The files could not be written.
    #[error("{0}")]
    Publish(#[from] PublishError),
}

fn kind(is_sample: bool) -> &'static str {
    if is_sample { "sample" } else { "real" }
}

/// A response to a request of a cycle, or why there is none.
pub type Requested = Result<GatewayResponse, ServiceError>;

/// The responses of a cycle.
pub struct Responses {
    /// When the first one was requested.
    pub begun: Instant,
    /// The river levels.
    pub levels: Requested,
    /// The flood forecast.
    pub forecast: Requested,
    /// The flood warnings of all Wales.
    pub warnings: Requested,
}

/// The publication of the messages.
#[derive(Clone, Copy)]
enum Published {
    /// The newest response proves them.
    Proven {
        check: Check,
        /// When the proof ends. Not by this machine's clock, which may be set wrong.
        end: Instant,
    },
    /// The recorded messages, which nothing proves now. The newest response is of this time.
    Unproven(Option<Timestamp>),
}

impl Published {
    fn check(self) -> Check {
        match self {
            Self::Proven { check, .. } => check,
            Self::Unproven(at) => Check::failed(at),
        }
    }

    /// When the service created the newest response.
    fn at(self) -> Option<Timestamp> {
        self.check().at
    }

    fn end_of_proof(self) -> Option<Instant> {
        match self {
            Self::Proven { end, .. } => Some(end),
            Self::Unproven(_) => None,
        }
    }
}

/// The parts of a cycle.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Readings,
    Forecast,
    Messages,
    Checks,
    Publication,
    Retention,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Readings => "river levels",
            Self::Messages | Self::Publication => "flood warnings",
            Self::Forecast => "flood forecast",
            Self::Checks => "checks",
            Self::Retention => "retention",
        }
    }
}

/// The times between requests.
#[derive(Clone, Copy, Debug)]
pub struct Intervals {
    /// Between two cycles.
    pub cycle: Duration,
    /// Between two requests for the earlier readings of gauges.
    pub filling: Duration,
}

/// The recorder's state between cycles.
pub struct Recorder {
    client: reqwest::Client,
    endpoint: Endpoint,
    store: Store,
    publisher: Publisher,
    /// The operator says that the messages are made up.
    is_test: bool,
    /// The service says so of its last response, whether or not that is recorded.
    shows_sample: bool,
    zone: SourceTimeZone,
    /// Between two cycles.
    interval: Duration,
    /// The number of gauges with readings.
    gauges: usize,
    /// When the service created the last response of the river levels.
    levels_created: Option<Timestamp>,
    /// The newest responses, for the plain pages.
    sources: Sources,
    /// The stored gauges that share a number.
    shared_ids: String,
    /// When the sources could be checked.
    checks: Checks,
    /// The publication of the last cycle.
    published: Published,
    /// The time of a response of the warnings that was ahead; see `gorlif_core::api::response_times::ResponseTimes::proves`.
    refused: Option<Timestamp>,
    /// Whether the recorded messages are made up; `None` before the first response.
    is_sample: Option<bool>,
    /// The time that the stored readings have reached.
    reached: Option<Timestamp>,
    /// Decoded readings that are not in the store yet.
    pending: Vec<StationReading>,
    /// The earlier ids of the gauges of StationData, their ids and their units.
    earlier_ids: Vec<(String, StationId, Unit)>,
    last_cleaning: Option<Timestamp>,
    records: Records,
    refusals: Refusals,
    filling: Filling,
    /// A gauge is filled not before; a cycle does not shorten the wait after a refusal.
    next_filling: Instant,
}

impl Recorder {
    /// A recorder that has not run yet.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn new(
        client: reqwest::Client,
        endpoint: Endpoint,
        mut store: Store,
        publisher: Publisher,
        is_test: bool,
        intervals: Intervals,
    ) -> Result<Self, StoreError> {
        let filling = Filling::new(&mut store, intervals.filling).await?;
        let stored = store.series().await?;
        let created = store.get(WARNINGS_CREATED).await?;
        let created = created.and_then(|seconds| seconds.parse().ok());
        let created = created.and_then(|seconds| Timestamp::from_timestamp(seconds, 0));
        let is_sample = store.get(SAMPLE).await?.map(|is_sample| is_sample == "true");
        let shared_ids = store.get(SHARED_IDS).await?.unwrap_or_default();
        let zone = store.get(ZONE).await?;
        let zone = zone.map_or_else(SourceTimeZone::default, |id| SourceTimeZone::from_id(&id));
        Ok(Self {
            client,
            endpoint,
            store,
            publisher,
            is_test,
            shows_sample: false,
            zone,
            interval: intervals.cycle,
            gauges: stored.len(),
            levels_created: None,
            sources: Sources { shared: shared_ids::decode(&shared_ids), ..Sources::default() },
            shared_ids,
            checks: Checks::default(),
            published: Published::Unproven(created),
            refused: None,
            is_sample,
            reached: publish::reached(&stored),
            pending: Vec::new(),
            earlier_ids: Vec::new(),
            last_cleaning: None,
            records: Records::default(),
            refusals: Refusals::default(),
            filling,
            next_filling: Instant::now(),
        })
    }

    /// Requests the sources, and records and publishes their responses.
    ///
    /// # Errors
    ///
    /// As of [`Self::record`].
    pub async fn cycle(&mut self) -> Result<Report, StoreError> {
        let responses = Responses {
            begun: Instant::now(),
            levels: self.request(SourceId::RiverLevels).await,
            forecast: self.request(SourceId::FloodForecast).await,
            warnings: self.request(SourceId::NationalWarnings).await,
        };
        self.record(responses).await
    }

    /// Records and publishes the responses of a cycle, and writes `status.json`. A failure of one part does not keep the
    /// others from running.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] if another recorder has the store, after a connection that was lost. This one must end: what it has in memory
    /// is not what the other one stores.
    pub async fn record(&mut self, responses: Responses) -> Result<Report, StoreError> {
        let Responses { begun, levels, forecast, warnings } = responses;
        let mut report = Report { at: Utc::now().timestamp(), ..Report::default() };
        let (mut is_published, mut is_unwritten, mut is_locked) = (false, false, false);
        self.store.verify().await;
        for part in [
            Part::Readings,
            Part::Forecast,
            Part::Messages,
            Part::Checks,
            Part::Publication,
            Part::Retention,
        ] {
            let result = match part {
                Part::Readings => self.record_readings(&levels, &mut report).await,
                Part::Forecast => self.set_forecast(&forecast),
                Part::Messages => self.record_messages(&warnings, &mut report).await,
                Part::Checks => self.record_checks().await,
                Part::Publication => self.publish_messages().await,
                Part::Retention => self.clean().await,
            };
            is_published |= part == Part::Publication && result.is_ok();
            let Err(error) = result else { continue };
            report.errors.push(format!("{}: {error}", part.name()));
            match error {
                CycleError::Store(error) | CycleError::Publish(PublishError::Store(error)) => {
                    self.store.disconnect().await;
                    is_locked = matches!(error, StoreError::Locked);
                    // Each further part would wait as long.
                    if is_locked || matches!(error, StoreError::Timeout) {
                        break;
                    }
                }
                CycleError::Publish(_) => is_unwritten |= part == Part::Publication,
                CycleError::Request(_)
                | CycleError::Body(_)
                | CycleError::UnknownAge
                | CycleError::OtherData { .. } => {}
            }
        }
        if is_unwritten {
            // What the response proves does not depend on the disk, and is notified.
            self.write_unproven();
        } else if !is_published {
            // Without the store the messages could not be published with what proves them now.
            self.lose_proof();
        } else if let Err(error) = self.write_pages(self.published.check()) {
            report.errors.push(format!("plain pages: {error}"));
        }
        let report = self.write_status(report, begun);
        if is_locked { Err(StoreError::Locked) } else { Ok(report) }
    }

    /// Completes the report of a cycle, and writes it.
    fn write_status(&self, mut report: Report, begun: Instant) -> Report {
        report.gauges = self.gauges;
        report.levels_created = self.levels_created.map(|at| at.timestamp());
        report.warnings_created = self.published.at().map(|at| at.timestamp());
        report.proven = self.published.check().proof == Proof::Complete;
        report.pending_readings = self.pending.len();
        report.newest_reading = self.reached.map(|at| at.timestamp());
        (report.outdated_files, report.late_files) = self.publisher.outdated();
        report.gauges_to_fill = self.filling.waiting();
        report.periods_to_fill = self.filling.waiting_periods();
        report.milliseconds = begun.elapsed().as_millis();
        report = report.judged(Utc::now(), self.interval);
        if let Ok(status) = serde_json::to_vec(&report)
            && let Err(error) = self.publisher.write_status(&status)
        {
            report.errors.push(format!("status: {error}"));
            report = report.judged(Utc::now(), self.interval);
        }
        report
    }

    /// The publication of the last cycle: the newest responses, what proves the messages, and whether these are made up.
    pub fn published(&self) -> (&Sources, Check, bool) {
        (&self.sources, self.published.check(), self.is_made_up())
    }

    /// Whether the messages are made up, as the operator or the service says.
    fn is_made_up(&self) -> bool {
        self.is_test || self.is_sample == Some(true) || self.shows_sample
    }

    /// Writes that the messages are not proven any more.
    fn lose_proof(&mut self) {
        self.published = Published::Unproven(self.published.at());
        self.write_unproven();
    }

    /// Writes that the messages of the files are not proven.
    fn write_unproven(&self) {
        let check = Check::failed(self.published.at());
        if let Err(error) = self.publisher.write_feeds(check, self.is_made_up(), Utc::now()) {
            warn!("feeds: {error}");
        }
        if let Err(error) = self.write_pages(check) {
            warn!("plain pages: {error}");
        }
    }

    /// Writes the plain pages and the feeds of the gauges with what is known now.
    fn write_pages(&self, check: Check) -> Result<(), CycleError> {
        let now = Utc::now();
        let (sources, checks) = (&self.sources, &self.checks);
        self.publisher.write_gauges(sources, checks, now)?;
        Ok(self.publisher.write_plain(sources, check, checks, self.is_made_up(), now)?)
    }

    fn set_forecast(&mut self, requested: &Requested) -> Result<(), CycleError> {
        let GatewayResponse { body, created, received, .. } = response(requested)?;
        let forecast = decode_flood_forecast(body, *received)?;
        let created = created.ok_or(CycleError::UnknownAge)?;
        self.sources.set_forecast(forecast, created, *received);
        Ok(())
    }

    /// Waits until the next cycle, and fills gauges with their earlier readings meanwhile. If the connection to the store is lost, the next
    /// cycle begins at once: another recorder may have the store.
    pub async fn fill_for(&mut self, wait: Duration) {
        let next_cycle = Instant::now() + wait;
        loop {
            if self.store.verify().await {
                return;
            }
            let next = self.next_filling.min(next_cycle).min(Instant::now() + VERIFICATION);
            let end_of_proof = self.published.end_of_proof();
            tokio::time::sleep_until(end_of_proof.map_or(next, |end| end.min(next))).await;
            if end_of_proof.is_some_and(|end| Instant::now() >= end) {
                self.lose_proof();
                continue;
            }
            if Instant::now() >= next_cycle {
                return;
            }
            if Instant::now() < self.next_filling {
                continue;
            }
            let filled =
                self.filling.fill_next(&self.client, &self.endpoint, &mut self.store).await;
            self.next_filling = match filled {
                Ok(Some(pause)) => Instant::now() + pause,
                Ok(None) => next_cycle,
                Err(error) => {
                    warn!("the store failed: {error}");
                    self.store.disconnect().await;
                    next_cycle
                }
            };
        }
    }

    /// Requests a source, unless it asked to wait.
    async fn request(&mut self, source: SourceId) -> Requested {
        if let Some(cause) = self.refusals.of(source, Instant::now()) {
            return Err(cause);
        }
        let requested = self.get(source).await;
        if let Err(cause) = requested {
            self.refusals.keep(source, cause, Instant::now());
        }
        requested
    }

    async fn get(&self, source: SourceId) -> Result<GatewayResponse, ServiceError> {
        // Only local warnings have no URL without a circle.
        let url = self.endpoint.url(source, None).ok_or(ServiceError::Unreachable)?;
        let response = gateway::get(&self.client, &url).await?;
        if !response.is_updating {
            return Ok(response);
        }
        // The gateway returns a stale response at once and requests a newer one.
        tokio::time::sleep(UPDATING).await;
        Ok(gateway::get(&self.client, &url).await.unwrap_or(response))
    }

    async fn record_readings(
        &mut self,
        requested: &Requested,
        report: &mut Report,
    ) -> Result<(), CycleError> {
        // Those of earlier readings do not belong to the gauges of this response.
        self.publisher.forget_trends();
        let decoded = self.decode_readings(requested, report).await;
        self.sources.levels_failed = decoded.is_err();
        // Also after a failed request: readings may be pending, and files may be missing.
        self.store.rename(&self.earlier_ids).await?;
        let mut appended = self.store.append(&self.pending).await?;
        for (series, at) in std::mem::take(&mut self.filling.changed) {
            appended.note(series, at);
        }
        for series in std::mem::take(&mut self.filling.changed_years) {
            self.records.forget(series);
        }
        let Appended { new, corrected, series } = appended;
        self.pending.clear();
        (report.new_readings, report.corrected_readings) = (new, corrected);
        let stored = self.store.series().await?;
        self.gauges = stored.len();
        self.reached = publish::reached(&stored);
        let (store, records) = (&mut self.store, &mut self.records);
        if let Some(reached) = self.reached {
            records.update(store, &stored, &series, reached).await?;
        }
        self.publisher.publish_readings(store, &stored, &series, records, Utc::now()).await?;
        if let Some((gauges, _)) = self.sources.gauges.as_ref().filter(|_| decoded.is_ok()) {
            // A clock that is set back would make the newest levels later than the file.
            let now = self.reached.map_or_else(Utc::now, |reached| reached.max(Utc::now()));
            self.publisher.write_records(records, gauges, now)?;
        }
        decoded
    }

    async fn decode_readings(
        &mut self,
        requested: &Requested,
        report: &mut Report,
    ) -> Result<(), CycleError> {
        let response = response(requested)?;
        // The earlier of two clocks that differ: a reading of the future would stay in the store.
        let now = plausible_time(response.received.min(Utc::now()), self.reached);
        let version = self.endpoint.operations().levels;
        let Decoded { content, rejected } = match version {
            LevelsVersion::V1 => decode_river_levels(&response.body, self.zone, now)?,
            LevelsVersion::StationData => decode_station_data(&response.body)?,
        };
        let content = self.sources.with_known_ids(content);
        self.filling.add(&content, &self.endpoint);
        self.earlier_ids = earlier_ids(&content);
        // The times of StationData have a zone.
        if version == LevelsVersion::V1 && content.zone() != self.zone {
            self.zone = content.zone();
            self.store.set(ZONE, self.zone.id()).await?;
        }
        report.unreadable_items += rejected.len();
        let reached = self.reached.unwrap_or(now);
        let mut readings: Vec<StationReading> = usable_readings(&content, now, reached).collect();
        report.skipped_readings = content.len() - readings.len();
        if version == LevelsVersion::V1 && self.zone == SourceTimeZone::UkTime {
            // The service knew no reading after it created the response.
            let created = response.created.unwrap_or(response.received).min(now);
            report.ambiguous_readings = self.resolve_repeated_hour(&mut readings, created).await?;
        }
        self.pending.extend(readings);
        // The store has failed for hours: the oldest readings are dropped.
        let excess = self.pending.len().saturating_sub(PENDING_LIMIT);
        self.pending.drain(..excess);
        let created = response.created.ok_or(CycleError::UnknownAge)?;
        // A cache may send an older response than the last one. A last one in the future is from a clock that was set forward.
        if self.levels_created.is_some_and(|last| created < last && last <= now) {
            return Ok(());
        }
        self.levels_created = Some(created);
        self.sources.set_gauges(&content, created, now);
        let shared_ids = shared_ids::encode(self.sources.known_gauges());
        if shared_ids != self.shared_ids {
            self.store.set(SHARED_IDS, &shared_ids).await?;
            self.shared_ids = shared_ids;
        }
        for issue in self.sources.level_issues(now) {
            if !matches!(issue, DataIssue::NotUpdatedSince(_)) {
                let language = Language::English;
                let problem = (language.source_texts().data_quality)(language, now, issue);
                report.errors.push(format!("{}: {problem}", Part::Readings.name()));
            }
        }
        Ok(())
    }

    /// Moves the readings of the hour that local time has twice to the right one. Returns how many were
    /// removed because either may be meant. `created`: when the service created the response.
    async fn resolve_repeated_hour(
        &mut self,
        readings: &mut Vec<StationReading>,
        created: Timestamp,
    ) -> Result<usize, StoreError> {
        if !readings.iter().any(|reading| repeated_hour::is_first(reading.reading.at)) {
            return Ok(0);
        }
        let stored = self.store.series().await?;
        let count = readings.len();
        readings.retain_mut(|StationReading { station, unit, reading }| {
            let of_gauge =
                stored.iter().find(|series| series.station == *station && series.unit == *unit);
            let pending = self.pending.iter().filter(|pending| pending.station == *station);
            let newest = pending
                .map(|pending| pending.reading.at)
                .chain(of_gauge.map(|series| series.newest))
                .max();
            match repeated_hour::resolve(reading.at, created, newest) {
                Some(at) => reading.at = at,
                None => return false,
            }
            true
        });
        Ok(count - readings.len())
    }

    async fn record_messages(
        &mut self,
        requested: &Requested,
        report: &mut Report,
    ) -> Result<(), CycleError> {
        let result = self.decode_messages(requested, report).await;
        self.published = match &result {
            Ok(published) => *published,
            Err(_) => Published::Unproven(self.published.at()),
        };
        result.map(drop)
    }

    /// In each cycle, since messages leave the feeds with time.
    async fn publish_messages(&mut self) -> Result<(), CycleError> {
        let (check, is_test) = (self.published.check(), self.is_made_up());
        Ok(self.publisher.publish_messages(&mut self.store, check, is_test, Utc::now()).await?)
    }

    async fn decode_messages(
        &mut self,
        requested: &Requested,
        report: &mut Report,
    ) -> Result<Published, CycleError> {
        let GatewayResponse { body, created, received, arrived, times, is_sample, .. } =
            response(requested)?;
        let (is_sample, received) = (*is_sample, *received);
        let proves = times.proves(&mut self.refused);
        let Decoded { content, rejected } = decode_flood_warnings(body)?;
        report.unreadable_items += rejected.len();
        if self.is_sample.is_some_and(|stored| stored != is_sample) {
            return Err(CycleError::OtherData { is_sample });
        }
        self.shows_sample = is_sample;
        let Some(created) = created.filter(|_| proves) else {
            self.sources.messages = Some(Decoded { content, rejected });
            return Err(CycleError::UnknownAge);
        };
        // A cache may send an older response than the last one, which changes nothing. A last one in the future is from a
        // clock that was set forward.
        if self.published.at().is_some_and(|last| created < last && last <= received) {
            return Ok(self.published);
        }
        let recorded = self.store.newest_messages().await?;
        let states = messages::new_states(&recorded, &content, created, rejected.is_empty());
        self.store.append_messages(&states).await?;
        self.store.set(WARNINGS_CREATED, &created.timestamp().to_string()).await?;
        self.store.set(SAMPLE, if is_sample { "true" } else { "false" }).await?;
        self.is_sample = Some(is_sample);
        report.new_messages = states.len();
        let check = Check::new(created, received, rejected.is_empty());
        self.sources.messages = Some(Decoded { content, rejected });
        // A second later, since the limit itself still proves the messages.
        let left = PROVEN + TimeDelta::seconds(1) - (received - created);
        Ok(match left.to_std() {
            Ok(left) if check.proof != Proof::Missing => {
                // The readings were recorded since it arrived.
                Published::Proven { check, end: *arrived + left }
            }
            _ => Published::Unproven(Some(created)),
        })
    }

    /// Notes and stores which sources are proven now. Another recorder may have noted more since the last cycle.
    async fn record_checks(&mut self) -> Result<(), CycleError> {
        let stored = self.store.get(CHECKS).await?;
        let before = stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        self.checks.clone_from(&before);
        let (check, now) = (self.published.check(), Utc::now());
        for (source, created) in [
            (SourceId::NationalWarnings, check.at.filter(|_| check.proof == Proof::Complete)),
            (SourceId::RiverLevels, self.levels_created),
            (SourceId::FloodForecast, self.sources.forecast_created()),
        ] {
            if let Some(created) = created {
                self.checks.note(source, created, now);
            }
        }
        if self.checks != before
            && let Ok(text) = serde_json::to_string(&self.checks)
        {
            self.store.set(CHECKS, &text).await?;
        }
        Ok(())
    }

    /// Deletes what is older than the retention, once a day.
    async fn clean(&mut self) -> Result<(), CycleError> {
        let Some(reached) = self.reached else { return Ok(()) };
        let is_recent = self.last_cleaning.is_some_and(|last| reached - last < TimeDelta::days(1));
        // Days are made of the readings before these are deleted.
        if is_recent || self.records.outdated() > 0 {
            return Ok(());
        }
        self.store.delete_before(publish::kept_from(reached)).await?;
        let ended = self.store.ended().await?;
        self.publisher.delete_stations(&ended).map_err(PublishError::from)?;
        let year_ago = days::day_of(reached) - i64::from(YEAR_DAYS);
        self.store.delete_sketches_before(year_ago).await?;
        self.last_cleaning = Some(reached);
        Ok(())
    }
}

fn response(requested: &Requested) -> Result<&GatewayResponse, CycleError> {
    requested.as_ref().map_err(|cause| CycleError::Request(*cause))
}

/// The time against which readings are checked. A clock that is behind the recorded readings was
/// set back; the readings then are the better clock.
fn plausible_time(received: Timestamp, reached: Option<Timestamp>) -> Timestamp {
    match reached {
        Some(reached) if received < reached => reached + TimeDelta::seconds(READING_FRESH_SECONDS),
        _ => received,
    }
}

/// The ids that the gauges of StationData had in the store before they had one with a parameter: that of
/// the level, or else the first parameter, the plain number of the station, the others the number with
/// "~" and the number of the parameter.
fn earlier_ids(stations: &Stations) -> Vec<(String, StationId, Unit)> {
    let mut first: BTreeMap<&str, &Station> = BTreeMap::new();
    let rank = |station: &Station| {
        (station.kind() != ParameterKind::Level, station.parameter_number.unwrap_or(u64::MAX))
    };
    let mut ids = Vec::new();
    for station in stations.iter().filter(|station| station.id.has_parameter()) {
        let of_station = first.entry(station.id.given()).or_insert(station);
        if rank(station) < rank(of_station) {
            *of_station = station;
        }
        if let Some(number) = station.parameter_number {
            let earlier = format!("{}~{number}", station.id.given());
            ids.push((earlier, station.id.clone(), station.unit.clone()));
        }
    }
    let plain = first
        .into_iter()
        .map(|(number, station)| (number.to_owned(), station.id.clone(), station.unit.clone()));
    ids.extend(plain);
    ids
}

/// The readings with a level, and a time that is neither in the future nor before the retention.
fn usable_readings(
    stations: &Stations,
    now: Timestamp,
    reached: Timestamp,
) -> impl Iterator<Item = StationReading> + '_ {
    stations.iter().filter_map(move |station| {
        let reading = station.reading()?;
        let is_usable = !is_ahead(reading.at, now) && reached - reading.at < RETENTION;
        is_usable.then(|| StationReading {
            station: station.id.clone(),
            unit: station.unit.clone(),
            reading,
        })
    })
}

#[cfg(test)]
mod tests;

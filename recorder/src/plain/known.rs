//! The data of the plain pages: the newest responses of the sources, the recorded states, and their proof.

use crate::{
    checks::Checks,
    feeds::{Check, Proof},
    store::AreaMessage,
};
use gorlif_core::{
    api::{Decoded, Stations, Warnings},
    domain::{
        Timestamp,
        data_quality::{self, DataIssue},
        forecast::Forecast,
        freshness::Freshness,
        level_record::{Comparison, LevelRecord},
        page_time::PageTime,
        station::{ParameterKind, Station, StationId},
        trend::{Reading, Trend},
        warning::{AreaCode, FloodSource, Region, Warning},
    },
    source::{
        retain_missing,
        state::{Event, SourceState},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The newest responses of the sources.
#[derive(Default)]
pub struct Sources {
    /// The messages; `None` before the first response since the start.
    pub messages: Option<Decoded<Warnings>>,
    /// The gauges, those that the newest response lacks included, and when the service created that.
    pub gauges: Option<(Stations, Timestamp)>,
    /// Before the first response since the start: the gauges that shared a number.
    pub shared: Vec<Arc<Station>>,
    /// Whether the last request for the gauges failed.
    pub levels_failed: bool,
    pub forecast: SourceState<Forecast>,
}

/// The data of the pages.
pub struct Known<'a> {
    /// The proof of the messages.
    pub check: Check,
    pub sources: &'a Sources,
    /// The recorded states of messages by the key of the message, oldest first.
    pub recorded: &'a BTreeMap<String, Vec<AreaMessage>>,
    /// When the sources could be checked.
    pub checks: &'a Checks,
    /// The trends of the gauges.
    pub trends: &'a BTreeMap<StationId, Trend>,
    /// The records of the gauges.
    pub records: &'a BTreeMap<StationId, LevelRecord>,
    /// The readings of each gauge of about two days, in the order of their times; `None` if there are too many gauges for a page of each.
    pub readings: Option<&'a BTreeMap<StationId, Vec<Reading>>>,
    /// The messages are made up.
    pub is_test: bool,
    pub now: Timestamp,
}

impl Known<'_> {
    /// The level of a gauge, if it is one of now. A page that is not proven is served without an end, so that it has none.
    fn current_level(&self, gauge: &Station) -> Option<f64> {
        let level = gauge.current_level(Freshness::of_reading(gauge.time, self.now));
        level.filter(|_| self.check.proof != Proof::Missing)
    }

    /// Whether a gauge has a page of its own, which one of rain has not.
    pub fn has_page(&self, gauge: &Station) -> bool {
        gauge.kind() != ParameterKind::Rain && self.readings.is_some()
    }

    /// How the level of a gauge compares with its past, if its reading is current.
    pub fn comparison(&self, gauge: &Station) -> Option<Comparison> {
        let level = self.current_level(gauge)?;
        self.records.get(&gauge.id)?.comparison(level, self.now.date_naive())
    }

    /// The trend, if the reading is current; `None` also for a sensor that may be stuck.
    pub fn trend(&self, gauge: &Station) -> Option<Trend> {
        let is_stuck = matches!(self.comparison(gauge), Some(Comparison::Unchanged(_)));
        let trend = self.trends.get(&gauge.id).copied();
        trend.filter(|trend| {
            *trend != Trend::UNKNOWN && self.current_level(gauge).is_some() && !is_stuck
        })
    }
}

/// The messages as a source of the page has them.
pub struct Messages {
    pub source: SourceState<Warnings>,
    /// The codes that several messages have had: which is which may change, so they have no pages.
    pub repeated: BTreeSet<String>,
    /// The time of the response that the messages are of.
    pub now: PageTime,
}

impl Known<'_> {
    /// The message of this code in the newest response.
    pub fn in_response(&self, code: &AreaCode) -> Option<&Warning> {
        let messages = self.sources.messages.as_ref()?;
        messages.content.iter().find(|warning| warning.code == *code)
    }

    /// Whether the recorded state of a message is proven: by a response without it only if all of that could be read.
    pub fn proves(&self, code: &AreaCode) -> bool {
        match self.check.proof {
            Proof::Complete => true,
            Proof::Incomplete => self.in_response(code).is_some(),
            Proof::Missing => false,
        }
    }
}

impl Sources {
    /// The gauges of a response with the ids that they had in the response before it, where several share one.
    pub fn with_known_ids(&self, response: Stations) -> Stations {
        let known = self.gauges.as_ref().map_or(&*self.shared, |(gauges, _)| gauges);
        retain_missing::with_known_ids(known, response)
    }

    /// A response of the gauges, which the service created at `created`. Those that it lacks stay for a time and are marked, and levels that jump are
    /// sensor faults, as in the page.
    pub fn set_gauges(&mut self, response: &Stations, created: Timestamp, received: Timestamp) {
        let response = retain_missing::without_jumps(self.known_gauges(), response);
        let gauges = retain_missing::with_missing(self.known_gauges(), response, received);
        self.gauges = Some((gauges, created));
    }

    /// The problems of the newest response of the gauges that none of them shows.
    pub fn level_issues(&self, now: Timestamp) -> Vec<DataIssue> {
        let is_river = |gauge: &&Arc<Station>| gauge.kind() == ParameterKind::Level;
        let rivers: Vec<Arc<Station>> =
            self.known_gauges().iter().filter(is_river).cloned().collect();
        // Each line has the age of its reading.
        data_quality::of(&rivers, None, now)
    }

    /// The gauges, those that the newest response lacks included.
    pub fn known_gauges(&self) -> &[Arc<Station>] {
        self.gauges.as_ref().map_or(&[], |(gauges, _)| gauges)
    }

    /// When the service created the newest response of the forecast.
    pub fn forecast_created(&self) -> Option<Timestamp> {
        Timestamp::from_timestamp_millis(self.forecast.snapshot()?.as_of.milliseconds())
    }

    /// A response of the forecast, which the service created at `created`.
    pub fn set_forecast(
        &mut self,
        response: Decoded<Forecast>,
        created: Timestamp,
        received: Timestamp,
    ) {
        let time = |at: Timestamp| PageTime::from_milliseconds(at.timestamp_millis());
        let as_of = time(created.min(received));
        // One from the future is from a clock that was set forward.
        if self.forecast.snapshot().is_some_and(|held| held.as_of > time(received)) {
            self.forecast = SourceState::default();
        }
        self.forecast.apply(Event::RequestSent);
        if let Some(request_id) = self.forecast.request_id() {
            self.forecast.apply(Event::Responded { request_id, response, as_of });
        }
    }
}

impl Messages {
    /// The messages of the newest response, or before the first one those that were recorded. They prove as much as `known.check` says.
    pub fn of(known: &Known<'_>) -> Self {
        let repeated =
            known.recorded.keys().filter_map(|key| Some(key.split_once('~')?.0.to_owned()));
        let repeated = repeated.collect();
        let mut source = SourceState::default();
        if known.check.at.is_none() && known.sources.messages.is_none() {
            return Self { source, repeated, now: PageTime::default() };
        }
        let at = known.check.at.map_or(0, |at| at.timestamp_millis());
        let as_of = PageTime::from_milliseconds(at);
        let mut response = known.sources.messages.clone().unwrap_or_default();
        // A message that a response lacks has not ended if items of that response could not be read, or its age is not known. Before
        // the first response since the start all of them.
        if known.sources.messages.is_none() || known.check.proof != Proof::Complete {
            let kept: Vec<Warning> =
                known.recorded.values().filter_map(|states| recorded(states.last()?)).collect();
            // Of a response that proves nothing, an old state of a message does not replace a more severe one.
            if known.check.proof == Proof::Missing {
                response.content.retain(|warning| {
                    let is_worse = |kept: &Warning| {
                        kept.code == warning.code && kept.severity < warning.severity
                    };
                    !kept.iter().any(is_worse)
                });
            }
            let codes: BTreeSet<AreaCode> =
                response.content.iter().map(|warning| warning.code.clone()).collect();
            let missing = kept.into_iter().filter(|warning| !codes.contains(&warning.code));
            response.content.extend(missing);
        }
        // What could not be read is known of the response itself only.
        let is_proven = match known.check.proof {
            Proof::Complete => known.sources.messages.is_some() && response.rejected.is_empty(),
            Proof::Incomplete => !response.rejected.is_empty(),
            Proof::Missing => false,
        };
        if is_proven {
            source.apply(Event::RequestSent);
            let request_id = source.request_id().unwrap_or_default();
            source.apply(Event::Responded { request_id, response, as_of });
        } else {
            source.apply(Event::Cached { response, as_of });
        }
        // Without a known age the time is not shown.
        if known.check.at.is_none() {
            source.set_contradicted(true);
        }
        Self { source, repeated, now: as_of }
    }
}

/// A recorded message as the service gave it, as far as it was recorded.
fn recorded(message: &AreaMessage) -> Option<Warning> {
    let AreaMessage { area, description, position, state } = message;
    state.severity.in_force().then(|| Warning {
        code: area.clone(),
        severity: state.severity,
        label: String::new(),
        contradictory: false,
        position: *position,
        description: description.clone(),
        region: Region::Other(String::new()),
        water: FloodSource::Unknown,
        raised: None,
        // The time of a state may be that of its text.
        severity_changed: None,
        message_changed: None,
        text: state.text.clone(),
    })
}

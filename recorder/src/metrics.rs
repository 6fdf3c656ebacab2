//! What the recorder has done since its start, in the text format of OpenMetrics, for `GET /metrics`.

use crate::report::Report;
use prometheus_client::{
    encoding::text,
    metrics::{counter::Counter, gauge::Gauge},
    registry::{Registry, Unit},
};
use std::fmt;

/// The media type of the format.
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The metrics. Counters count since the start; gauges are of the last cycle.
pub struct Metrics {
    registry: Registry,
    cycles: Counter,
    failures: Counter,
    new_readings: Counter,
    corrected_readings: Counter,
    new_messages: Counter,
    unreadable_items: Counter,
    skipped_readings: Counter,
    gauges: Vec<(Gauge, fn(&Report) -> i64)>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("gorlif_recorder");
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let cycles = counter("cycles", "Cycles");
        let failures = counter("failures", "Failures in cycles: requests, bodies, store, files");
        let new_readings = counter("new_readings", "Readings that the store did not have");
        let corrected_readings =
            counter("corrected_readings", "Readings that the store had with another level");
        let new_messages = counter("new_messages", "States of messages that were new");
        let unreadable_items =
            counter("unreadable_items", "Items of responses that could not be read");
        let skipped_readings = counter(
            "skipped_readings",
            "Gauges without a level, and readings whose time is missing, in the future or old",
        );
        let gauges = GAUGES.map(|(name, help, unit, value)| {
            let gauge = Gauge::default();
            match unit {
                Some(unit) => registry.register_with_unit(name, help, unit, gauge.clone()),
                None => registry.register(name, help, gauge.clone()),
            }
            (gauge, value)
        });
        Self {
            registry,
            cycles,
            failures,
            new_readings,
            corrected_readings,
            new_messages,
            unreadable_items,
            skipped_readings,
            gauges: gauges.into(),
        }
    }
}

type Description = (&'static str, &'static str, Option<Unit>, fn(&Report) -> i64);

/// Name, description, unit and value. A time that is not known is 0.
const GAUGES: [Description; 11] = [
    ("healthy", "1 if there is no reason to look at the recorder", None, |report| {
        i64::from(report.healthy)
    }),
    ("cycle_timestamp", "When the last cycle began", Some(Unit::Seconds), |report| report.at),
    ("cycle_milliseconds", "How long the last cycle took", None, |report| {
        number(report.milliseconds)
    }),
    (
        "newest_reading_timestamp",
        "The time that readings have reached",
        Some(Unit::Seconds),
        |report| report.newest_reading.unwrap_or_default(),
    ),
    (
        "levels_created_timestamp",
        "When the service created the last response of the river levels",
        Some(Unit::Seconds),
        |report| report.levels_created.unwrap_or_default(),
    ),
    (
        "warnings_created_timestamp",
        "When the service created the newest response of the flood warnings",
        Some(Unit::Seconds),
        |report| report.warnings_created.unwrap_or_default(),
    ),
    ("gauges", "Gauges with readings", None, |report| number(report.gauges)),
    ("pending_readings", "Readings that wait for the store", None, |report| {
        number(report.pending_readings)
    }),
    ("outdated_files", "Gauges whose file waits to be written", None, |report| {
        number(report.outdated_files)
    }),
    ("late_files", "Files that have waited for more than two cycles", None, |report| {
        number(report.late_files)
    }),
    ("gauges_to_fill", "Gauges whose earlier readings were not requested yet", None, |report| {
        number(report.gauges_to_fill)
    }),
];

fn number(value: impl TryInto<i64>) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

impl Metrics {
    /// Adds what a cycle did to the counters.
    pub fn add(&self, report: &Report) {
        let add = |counter: &Counter, number: usize| {
            counter.inc_by(u64::try_from(number).unwrap_or_default());
        };
        add(&self.cycles, 1);
        add(&self.failures, report.errors.len());
        add(&self.new_readings, report.new_readings);
        add(&self.corrected_readings, report.corrected_readings);
        add(&self.new_messages, report.new_messages);
        add(&self.unreadable_items, report.unreadable_items);
        add(&self.skipped_readings, report.skipped_readings);
    }

    /// The metrics as text, with the gauges of this report.
    ///
    /// # Errors
    ///
    /// If the text cannot be written.
    pub fn encode(&self, report: &Report) -> Result<String, fmt::Error> {
        for (gauge, value) in &self.gauges {
            gauge.set(value(report));
        }
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

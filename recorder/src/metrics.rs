//! The counters of the recorder since its start, in the text format of OpenMetrics, for `GET /metrics`.

use crate::{push::Counts, report::Report};
use prometheus_client::{
    encoding::text,
    metrics::{counter::Counter, gauge::Gauge},
    registry::{Registry, Unit},
};
use std::{fmt, sync::atomic::AtomicU64, time::Duration};

/// The media type of the format.
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The metrics. Counters count since the start; gauges are of the last cycle.
pub struct Metrics {
    registry: Registry,
    counters: [(Counter, Count); 7],
    gauges: Vec<(Gauge<f64, AtomicU64>, Value)>,
    /// Of the notifications.
    pub push: Counts,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("gorlif_recorder");
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let counters = COUNTERS.map(|(name, help, count)| (counter(name, help), count));
        let push = Counts {
            accepted: counter("push_accepted", "Notifications that push services accepted"),
            failed: counter("push_failed", "Notifications that push services refused"),
            late: counter("push_late", "Notifications that are sent again later"),
            gone: counter("push_gone", "Devices that push services did not know any more"),
            ..Counts::default()
        };
        registry.register("push_devices", "Devices that are notified", push.devices.clone());
        let gauges = GAUGES.map(|(name, help, unit, value)| {
            let gauge = Gauge::<f64, AtomicU64>::default();
            match unit {
                Some(unit) => registry.register_with_unit(name, help, unit, gauge.clone()),
                None => registry.register(name, help, gauge.clone()),
            }
            (gauge, value)
        });
        Self { registry, counters, gauges: gauges.into(), push }
    }
}

/// By how much a cycle increases a counter.
type Count = fn(&Report) -> usize;

/// Name, description and increase.
const COUNTERS: [(&str, &str, Count); 7] = [
    ("cycles", "Cycles", |_| 1),
    ("failures", "Failures in cycles: requests, bodies, store, files", |report| {
        report.errors.len()
    }),
    ("new_readings", "Readings that the store did not have", |report| report.new_readings),
    ("corrected_readings", "Readings that the store had with another level", |report| {
        report.corrected_readings
    }),
    ("new_messages", "States of messages that were new", |report| report.new_messages),
    ("unreadable_items", "Items of responses that could not be read", |report| {
        report.unreadable_items
    }),
    (
        "skipped_readings",
        "Gauges without a level, and readings whose time is missing, in the future or old",
        |report| report.skipped_readings,
    ),
];

/// The value of a gauge; `None` if it is not known, which is written as NaN.
type Value = fn(&Report) -> Option<f64>;
type Description = (&'static str, &'static str, Option<Unit>, Value);

/// Name, description, unit and value.
const GAUGES: [Description; 12] = [
    ("healthy", "1 if there is no reason to look at the recorder", None, |report| {
        Some(f64::from(u8::from(report.healthy)))
    }),
    ("proven", "1 if the recorded messages are proven to be those in force", None, |report| {
        Some(f64::from(u8::from(report.proven)))
    }),
    ("cycle_timestamp", "When the last cycle began", Some(Unit::Seconds), |report| {
        time(Some(report.at).filter(|at| *at > 0))
    }),
    ("cycle_duration", "How long the last cycle took", Some(Unit::Seconds), |report| {
        Some(Duration::from_millis(u64::try_from(report.milliseconds).ok()?).as_secs_f64())
    }),
    (
        "newest_reading_timestamp",
        "The time that readings have reached",
        Some(Unit::Seconds),
        |report| time(report.newest_reading),
    ),
    (
        "levels_created_timestamp",
        "When the service created the last response of the river levels",
        Some(Unit::Seconds),
        |report| time(report.levels_created),
    ),
    (
        "warnings_created_timestamp",
        "When the service created the newest response of the flood warnings",
        Some(Unit::Seconds),
        |report| time(report.warnings_created),
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

/// Seconds since 1970, which a float has exactly.
#[allow(clippy::cast_precision_loss)]
fn time(seconds: Option<i64>) -> Option<f64> {
    seconds.map(|seconds| seconds as f64)
}

fn number(value: usize) -> Option<f64> {
    u32::try_from(value).ok().map(f64::from)
}

impl Metrics {
    /// Adds what a cycle did to the counters.
    pub fn add(&self, report: &Report) {
        for (counter, count) in &self.counters {
            counter.inc_by(u64::try_from(count(report)).unwrap_or_default());
        }
    }

    /// The metrics as text, with the gauges of this report.
    ///
    /// # Errors
    ///
    /// If the text cannot be written.
    pub fn encode(&self, report: &Report) -> Result<String, fmt::Error> {
        for (gauge, value) in &self.gauges {
            gauge.set(value(report).unwrap_or(f64::NAN));
        }
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

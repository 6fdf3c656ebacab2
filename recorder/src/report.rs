//! The report of the last cycle, for monitoring: `status.json`.

use chrono::{SecondsFormat, TimeDelta};
use gorlif_core::domain::{
    Timestamp,
    limits::{READING_FRESH_SECONDS, WARNINGS_FRESH_SECONDS},
};
use serde::Serialize;
use std::time::Duration;

/// Without a cycle for this many intervals, and the time that one may take, the recorder has stopped.
const INTERVALS: u32 = 3;
const LONGEST_CYCLE: Duration = Duration::from_secs(120);

/// The report of the last cycle. Times are in seconds since 1970.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// When the cycle began, by this machine's clock.
    pub at: i64,
    /// Whether there is no reason to look at the recorder.
    pub healthy: bool,
    /// Why it is not healthy: what failed, and what is missing or too old.
    pub reasons: Vec<String>,
    /// How long the cycle took.
    pub milliseconds: u128,
    /// The number of gauges with readings.
    pub gauges: usize,
    /// The time that the readings have reached.
    pub newest_reading: Option<i64>,
    /// When the service created the last response of the river levels.
    pub levels_created: Option<i64>,
    /// When the service created the newest response of the flood warnings.
    pub warnings_created: Option<i64>,
    /// Whether the recorded messages are proven to be those in force: by a response of which each item could be read.
    pub proven: bool,
    /// Readings that the store did not have.
    pub new_readings: usize,
    /// Readings that the store had with another level.
    pub corrected_readings: usize,
    /// Readings that wait because the store failed.
    pub pending_readings: usize,
    /// States of messages that the store did not have.
    pub new_messages: usize,
    /// Items of the responses that could not be read.
    pub unreadable_items: usize,
    /// Gauges without a level, and readings whose time is missing, in the future or before the
    /// retention.
    pub skipped_readings: usize,
    /// Readings without a zone in the hour that local time has twice, of which either may be meant. They are
    /// not stored.
    pub ambiguous_readings: usize,
    /// The number of gauges whose file will be written in the next cycles.
    pub outdated_files: usize,
    /// How many of these have waited for more than two cycles.
    pub late_files: usize,
    /// The number of gauges whose earlier readings were not requested yet.
    pub gauges_to_fill: usize,
    /// The number of earlier periods of 30 days of gauges that were not requested yet.
    pub periods_to_fill: usize,
    /// The failures.
    pub errors: Vec<String>,
}

impl Report {
    /// The report with its reasons at a time. `interval`: between two cycles.
    #[must_use]
    pub fn judged(self, now: Timestamp, interval: Duration) -> Self {
        let age = |at: i64| TimeDelta::seconds(now.timestamp() - at);
        let mut reasons = self.errors.clone();
        if age(self.at).to_std().is_ok_and(|age| age > interval * INTERVALS + LONGEST_CYCLE) {
            reasons.push(format!("no cycle since {}", time(self.at)));
        }
        if self.gauges == 0 {
            reasons.push("no gauge has a reading".to_owned());
        }
        for (name, at, limit) in [
            ("reading", self.newest_reading, READING_FRESH_SECONDS),
            ("response of the river levels", self.levels_created, WARNINGS_FRESH_SECONDS),
            ("response of the flood warnings", self.warnings_created, WARNINGS_FRESH_SECONDS),
        ] {
            match at {
                None => reasons.push(format!("there is no {name}")),
                Some(at) if age(at) > TimeDelta::seconds(limit) => {
                    reasons.push(format!("the newest {name} is of {}", time(at)));
                }
                Some(_) => {}
            }
        }
        if !self.proven {
            reasons.push("the messages in force are not proven".to_owned());
        }
        if self.late_files > 0 {
            reasons.push(format!("{} files wait for more than two cycles", self.late_files));
        }
        Self { healthy: reasons.is_empty(), reasons, ..self }
    }
}

fn time(seconds: i64) -> String {
    let at = Timestamp::from_timestamp(seconds, 0).unwrap_or_default();
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_secs(900);
    const NOW: i64 = 1_790_000_000;

    fn good() -> Report {
        let recent = Some(NOW - 600);
        Report {
            at: NOW,
            gauges: 1,
            newest_reading: recent,
            levels_created: recent,
            warnings_created: recent,
            proven: true,
            ..Report::default()
        }
    }

    fn reasons(report: Report) -> Vec<String> {
        let now = Timestamp::from_timestamp(NOW, 0).unwrap_or_default();
        let report = report.judged(now, INTERVAL);
        assert_eq!(report.healthy, report.reasons.is_empty());
        report.reasons
    }

    // case 186
    #[test]
    fn a_report_is_healthy_only_with_new_readings_and_responses() {
        assert_eq!(reasons(good()), Vec::<String>::new());
        for (report, reason) in [
            (Report { errors: vec!["status: x".to_owned()], ..good() }, "status: x"),
            (Report { at: NOW - 2_821, ..good() }, "no cycle since 2026-09-21T13:26:19Z"),
            (Report { gauges: 0, ..good() }, "no gauge has a reading"),
            (Report { newest_reading: None, ..good() }, "there is no reading"),
            (
                Report { newest_reading: Some(NOW - 7_201), ..good() },
                "the newest reading is of 2026-09-21T12:13:19Z",
            ),
            (
                Report { levels_created: Some(NOW - 1_201), ..good() },
                "the newest response of the river levels is of 2026-09-21T13:53:19Z",
            ),
            (
                Report { warnings_created: None, ..good() },
                "there is no response of the flood warnings",
            ),
            (Report { proven: false, ..good() }, "the messages in force are not proven"),
            (Report { late_files: 2, ..good() }, "2 files wait for more than two cycles"),
        ] {
            assert_eq!(reasons(report), [reason]);
        }
    }
}

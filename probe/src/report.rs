//! The description of a response.

use chrono::{DateTime, Utc};
use gorlif_core::{
    api::{
        self, Rejected, SourceTimeZone,
        error::BodyError,
        fields::{self, FieldReport},
        operations::{LevelsVersion, Operations},
        table::{self, Operation},
    },
    domain::{
        Timestamp, bilingual::Bilingual, freshness::is_ahead, source_id::SourceId, station::Station,
    },
};
use std::sync::Arc;
use thiserror::Error;

/// The purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// One of the sources of the page.
    Source(SourceId),
    /// The forecaster's commentary.
    Commentary,
}

impl Asked {
    /// What is requested, in this order.
    pub const ALL: [Self; 4] = [
        Self::Source(SourceId::RiverLevels),
        Self::Source(SourceId::NationalWarnings),
        Self::Source(SourceId::FloodForecast),
        Self::Commentary,
    ];

    /// The operation of the table.
    pub fn operation(self) -> Operation {
        match self {
            Self::Source(SourceId::RiverLevels) => table::LEVELS,
            Self::Source(SourceId::NationalWarnings | SourceId::LocalWarnings) => table::WALES,
            Self::Source(SourceId::FloodForecast) => table::FORECAST,
            Self::Commentary => table::COMMENTARY,
        }
    }
}

/// Why there is no response to describe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The setting is missing.
    #[error("{setting} is not set")]
    NoKey {
        /// The name of the setting.
        setting: String,
    },
    /// The key cannot be sent in a header.
    #[error("the key contains characters that a header cannot have")]
    UnusableKey,
    /// The connection failed.
    #[error("the service could not be reached")]
    Unreachable,
    /// No response in time.
    #[error("the service did not respond in time")]
    Timeout,
    /// A status other than 200.
    #[error("status {0}: {meaning}", meaning = meaning(*.0))]
    Status(u16),
    /// The body exceeds the limit.
    #[error("the body is larger than the limit")]
    TooLarge,
    /// None of the items could be decoded.
    #[error("none of its {0} items could be read")]
    NoneReadable(usize),
    /// The body could not be decoded.
    #[error("{0}")]
    Body(#[from] BodyError),
}

impl Failure {
    /// The cause of an error of the client, without the address.
    pub fn of(error: &reqwest::Error) -> Self {
        if error.is_timeout() { Self::Timeout } else { Self::Unreachable }
    }
}

fn meaning(status: u16) -> &'static str {
    match status {
        401 => "the key is refused; the key of another product is refused too",
        403 => "the key is refused, or its quota of calls is used up",
        300..=399 => "it leads to another address, where the key is not sent",
        404 => "there is no such operation at this address",
        429 => "too many calls in this minute; ask again after 65 seconds",
        500..=599 => "the service has a fault",
        _ => "not a response of the operation",
    }
}

/// The operation and its version.
pub fn name(asked: Asked, version: &str) -> String {
    format!("{} ({version})", asked.operation().group.id())
}

/// What the name of a kept response begins with.
pub fn capture(asked: Asked, version: &str) -> &'static str {
    match asked {
        Asked::Source(SourceId::RiverLevels) if version == "v1" => "riverlevels",
        Asked::Source(SourceId::RiverLevels) => "stationdata",
        Asked::Source(SourceId::NationalWarnings | SourceId::LocalWarnings) => "floodwarnings",
        Asked::Source(SourceId::FloodForecast) => "floodforecast",
        // Is not kept.
        Asked::Commentary => "commentary",
    }
}

/// A response that can be used.
#[derive(Debug, PartialEq, Eq)]
pub struct Description {
    pub lines: Vec<String>,
    /// By what it is preferred to that of another version: whether it has items, and their newest time.
    pub worth: Worth,
}

/// Whether a response has items, and their newest time.
pub type Worth = (bool, Option<Timestamp>);

/// Describes a response that arrived at `received`.
pub fn describe(
    body: &[u8],
    asked: Asked,
    operations: Operations,
    received: Timestamp,
) -> Result<Description, Failure> {
    let name = name(asked, operations.version(asked.operation().group).unwrap_or_default());
    let source = match asked {
        Asked::Source(source) => source,
        Asked::Commentary => {
            let Bilingual { en, cy } = api::decode_commentary(body)?;
            let [en, cy] = [en, cy].map(|text| text.chars().count());
            let lines = vec![format!("{name}: {en} characters in English, {cy} in Welsh")];
            return Ok(Description { lines, worth: (en + cy > 0, None) });
        }
    };
    let Content { count, items, rejected, newest } = content(body, source, operations, received)?;
    if count == 0 && !rejected.is_empty() {
        return Err(Failure::NoneReadable(rejected.len()));
    }
    let (newest, at) = newest.unzip();
    let first = [Some(items), newest].into_iter().flatten().collect::<Vec<String>>().join("; ");
    let mut lines = vec![format!("{name}: {first}")];
    lines.extend(left_out(&rejected));
    if let Some(FieldReport { missing, new }) = fields::compare(body, source, operations) {
        for (of, fields) in [("missing", missing), ("new", new)] {
            if !fields.is_empty() {
                lines.push(format!("  fields that are {of}: {}", fields.join(", ")));
            }
        }
    }
    Ok(Description { lines, worth: (count > 0, at) })
}

/// The content of a response.
struct Content {
    count: usize,
    /// "12 messages, 3 in force"
    items: String,
    rejected: Vec<Rejected>,
    /// In words, and as a time.
    newest: Option<(String, Timestamp)>,
}

fn content(
    body: &[u8],
    source: SourceId,
    operations: Operations,
    received: Timestamp,
) -> Result<Content, BodyError> {
    Ok(match source {
        SourceId::RiverLevels => {
            let decoded = match operations.levels {
                LevelsVersion::V1 => {
                    api::decode_river_levels(body, SourceTimeZone::default(), received)?
                }
                LevelsVersion::StationData => api::decode_station_data(body)?,
            };
            let times = decoded.content.iter().filter_map(|station: &Arc<Station>| station.time);
            let times = times.filter(|at| !is_ahead(*at, received));
            let newest = newest("newest reading", times, received);
            let count = decoded.content.len();
            Content { count, items: counted(count, "gauge"), rejected: decoded.rejected, newest }
        }
        SourceId::NationalWarnings | SourceId::LocalWarnings => {
            let decoded = api::decode_flood_warnings(body)?;
            let messages = &decoded.content;
            let in_force = messages.iter().filter(|message| message.severity.in_force()).count();
            let times = messages.iter().filter_map(|message| {
                [message.raised, message.severity_changed, message.message_changed]
                    .into_iter()
                    .flatten()
                    .max()
            });
            let newest = newest("newest message", times, received);
            let items = format!("{}, {in_force} in force", counted(messages.len(), "message"));
            Content { count: messages.len(), items, rejected: decoded.rejected, newest }
        }
        SourceId::FloodForecast => {
            let decoded = api::decode_flood_forecast(body, received)?;
            let count = decoded.content.days(received.date_naive()).len();
            let items = counted(count, "day");
            Content { count, items, rejected: decoded.rejected, newest: None }
        }
    })
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// "newest reading 2026-11-20 12:00 UTC, 15 minutes old"
fn newest(
    what: &str,
    times: impl Iterator<Item = DateTime<Utc>>,
    received: Timestamp,
) -> Option<(String, Timestamp)> {
    let newest = times.max()?;
    let minutes = usize::try_from((received - newest).num_minutes()).unwrap_or_default();
    let text = format!(
        "{what} {} UTC, {} old",
        newest.format("%Y-%m-%d %H:%M"),
        counted(minutes, "minute")
    );
    Some((text, newest))
}

fn left_out(rejected: &[Rejected]) -> Option<String> {
    let first = rejected.first()?;
    Some(format!(
        "  {} could not be read, the first at index {}",
        counted(rejected.len(), "item"),
        first.index
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::api::operations::{ForecastVersion, WarningsVersion};

    const NEWER: Operations = Operations {
        levels: LevelsVersion::StationData,
        warnings: WarningsVersion::V3,
        forecast: ForecastVersion::V2,
        commentary: Some(ForecastVersion::V2),
    };

    fn said(body: &str, source: SourceId, operations: Operations) -> Result<String, Failure> {
        let received = "2026-11-20T12:15:00Z".parse().expect("an instant");
        describe(body.as_bytes(), Asked::Source(source), operations, received)
            .map(|description| description.lines.join("\n"))
    }

    #[test]
    fn a_response_is_described_with_its_version_its_items_and_its_age() {
        let stations =
            r#"[{"location":1,"flow":2,"parameters":[{"latestTime":"2026-11-20T12:00:00Z"}]},7]"#;
        let text = said(stations, SourceId::RiverLevels, NEWER).expect("a description");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "levels (station-data): 1 gauge; newest reading 2026-11-20 12:00 UTC, 15 minutes old"
        );
        assert_eq!(lines[1], "  1 item could not be read, the first at index 1");
        assert!(lines[2].starts_with("  fields that are missing: coordinates, nameEN"), "{text}");
        assert_eq!(lines[3], "  fields that are new: flow");
        let none = said(
            r#"{"type":"FeatureCollection","features":[]}"#,
            SourceId::NationalWarnings,
            NEWER,
        );
        assert_eq!(none.as_deref(), Ok("warnings (v3): 0 messages, 0 in force"));
        assert_eq!(said("[7,{}]", SourceId::RiverLevels, NEWER), Err(Failure::NoneReadable(2)));
    }

    #[test]
    fn a_body_of_the_other_version_is_named() {
        let v1 = r#"{"type":"FeatureCollection","features":[]}"#;
        let failure = said(v1, SourceId::RiverLevels, NEWER).expect_err("another version");
        assert_eq!(
            failure.to_string(),
            "the body is of riverlevels/v1, not of the version in the settings"
        );
        let newer = r#"[{"location":1,"parameters":[]}]"#;
        let failure =
            said(newer, SourceId::RiverLevels, Operations::default()).expect_err("another version");
        assert_eq!(
            failure.to_string(),
            "the body is of StationData, not of the version in the settings"
        );
    }
}

//! Decodes river levels, using earlier responses: the detected time zone of the source, and gauges
//! that this response lacks.

use crate::browser::storage;
use gorlif_core::{
    api::{self, Decoded, SourceTimeZone, Stations, error::BodyError},
    domain::{Timestamp, station::Station},
    source::retain_missing,
};
use std::sync::Arc;

/// Storage key of the time zone that this deployment's gauges use, once it is known.
const ZONE_KEY: &str = "gorlif.levels-zone";

/// Decodes a body of one version of the operation, given the gauges of the snapshot, the time zone of the
/// source and the UTC time at which the body was received.
type DecodeVersion =
    fn(&[u8], &[Arc<Station>], SourceTimeZone, Timestamp) -> Result<Decoded<Stations>, BodyError>;

/// Decodes a body of version 1. Used until the late chunks are loaded: for the first responses.
pub(super) fn first(
    body: &[u8],
    before: Option<&Stations>,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    decode(|body, _, zone, now| api::decode_river_levels(body, zone, now), body, before, now)
}

/// Decodes a body of version 1, and compares it with `before`. Used by late chunks only.
pub fn river_levels(
    body: &[u8],
    before: Option<&Stations>,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    let version: DecodeVersion = |body, known, zone, now| {
        let response = api::decode_river_levels(body, zone, now)?;
        Ok(compared(known, response))
    };
    decode(version, body, before, now)
}

/// Decodes a body of StationData. Used by late chunks only.
pub fn station_data(
    body: &[u8],
    before: Option<&Stations>,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    let version: DecodeVersion =
        |body, known, _, _| Ok(compared(known, api::decode_station_data(body)?));
    decode(version, body, before, now)
}

/// Gauges that share a number with the ids that they have in `before`, and levels that jump as sensor faults.
fn compared(before: &[Arc<Station>], response: Decoded<Stations>) -> Decoded<Stations> {
    let content = retain_missing::with_known_ids(before, response.content);
    let content = retain_missing::without_jumps(before, &content);
    Decoded { content, ..response }
}

/// Decodes readings. Gauges missing from the response are retained for a while, and the time zone
/// of the source is stored once it is known.
fn decode(
    decode_version: DecodeVersion,
    body: &[u8],
    before: Option<&Stations>,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    let stored = || SourceTimeZone::from_id(&storage::get(ZONE_KEY).unwrap_or_default());
    let zone = before.map_or_else(stored, Stations::zone);
    let known = before.map(|levels| &**levels).unwrap_or_default();
    let response = decode_version(body, known, zone, now)?;
    if response.content.zone() == SourceTimeZone::UkTime && zone != SourceTimeZone::UkTime {
        storage::set(ZONE_KEY, SourceTimeZone::UkTime.id());
    }
    let content = retain_missing::with_missing(known, response.content, now);
    Ok(Decoded { content, ..response })
}

//! Decodes river levels, using earlier responses: the detected time zone of the source, and gauges
//! that this response lacks.

use crate::browser::storage;
use gorlif_core::{
    api::{self, Decoded, SourceTimeZone, Stations, error::BodyError, operations::LevelsVersion},
    domain::{Timestamp, station::Station},
    source::retain_missing,
};
use std::sync::Arc;

/// Storage key of the time zone that this deployment's gauges use, once it is known.
const ZONE_KEY: &str = "gorlif.levels-zone";

/// Decodes a body of one version of the operation, given the gauges of the snapshot, the time zone of the
/// source and the UTC time at which the body was received.
pub type DecodeLevels =
    fn(&[u8], &[Arc<Station>], SourceTimeZone, Timestamp) -> Result<Decoded<Stations>, BodyError>;

/// The decoder in the main module, if it has that of the version: that of StationData is in the late
/// module.
pub(super) fn of_version(version: LevelsVersion) -> Option<DecodeLevels> {
    match version {
        LevelsVersion::V1 => Some(first_river_levels),
        LevelsVersion::StationData => None,
    }
}

/// The decoder of version 1 until the late module is loaded: of the first responses.
fn first_river_levels(
    body: &[u8],
    _: &[Arc<Station>],
    zone: SourceTimeZone,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    api::decode_river_levels(body, zone, now)
}

/// The decoder of version 1. Gauges that share a number keep the ids that they have in `before`. Part of
/// the late module.
pub fn river_levels(
    body: &[u8],
    before: &[Arc<Station>],
    zone: SourceTimeZone,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    api::decode_river_levels(body, zone, now).map(|response| with_known_ids(before, response))
}

/// The decoder of StationData. Part of the late module.
pub fn station_data(
    body: &[u8],
    before: &[Arc<Station>],
    _: SourceTimeZone,
    _: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    api::decode_station_data(body).map(|response| with_known_ids(before, response))
}

fn with_known_ids(before: &[Arc<Station>], response: Decoded<Stations>) -> Decoded<Stations> {
    let content = retain_missing::with_known_ids(before, response.content);
    Decoded { content, ..response }
}

/// Decodes readings. Gauges missing from the response are retained for a while, and the time zone
/// of the source is stored once it is known.
pub(super) fn decode(
    decode_version: Option<DecodeLevels>,
    body: &[u8],
    before: Option<&Stations>,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    let stored = || SourceTimeZone::from_id(&storage::get(ZONE_KEY).unwrap_or_default());
    let zone = before.map_or_else(stored, Stations::zone);
    // Without a decoder no request is sent; version 1 reports a body of another version.
    let known = before.map(|levels| &**levels).unwrap_or_default();
    let response = decode_version.unwrap_or(first_river_levels)(body, known, zone, now)?;
    if response.content.zone() == SourceTimeZone::UkTime && zone != SourceTimeZone::UkTime {
        storage::set(ZONE_KEY, SourceTimeZone::UkTime.id());
    }
    let content = retain_missing::with_missing(known, response.content, now);
    Ok(Decoded { content, ..response })
}

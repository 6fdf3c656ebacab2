//! Decodes river levels, using earlier responses: the detected time zone of the source, and gauges
//! that this response lacks.

use crate::browser::storage;
use gorlif_core::{
    api::{self, Decoded, SourceTimeZone, Stations, error::BodyError},
    domain::Timestamp,
    source::retain_missing,
};

/// Storage key of the time zone that this deployment's gauges use, once it is known.
const ZONE_KEY: &str = "gorlif.levels-zone";

/// Decodes readings. Gauges missing from the response are retained for a while, and the time zone
/// of the source is stored once it is known.
pub(super) fn decode(
    body: &[u8],
    before: Option<&Stations>,
    now: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    let stored = || SourceTimeZone::from_id(&storage::get(ZONE_KEY).unwrap_or_default());
    let zone = before.map_or_else(stored, Stations::zone);
    let response = api::decode_river_levels(body, zone, now)?;
    if response.content.zone() == SourceTimeZone::UkTime && zone != SourceTimeZone::UkTime {
        storage::set(ZONE_KEY, SourceTimeZone::UkTime.id());
    }
    Ok(Decoded {
        content: retain_missing::with_missing(
            before.map(|levels| &**levels).unwrap_or_default(),
            response.content,
            now,
        ),
        ..response
    })
}

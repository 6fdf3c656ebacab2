//! What the page speaks of: places, gauges, warnings, the forecast and how old each of them is.

pub mod bilingual;
pub mod county;
pub mod data_quality;
pub mod decimal;
pub mod england;
pub mod forecast;
pub mod freshness;
pub mod geo;
pub mod grid_reference;
pub mod limits;
pub mod nearby;
pub mod page_time;
pub mod selection;
pub mod sorting;
pub mod station;
pub mod text_folding;
pub mod uk_time;
pub mod warning;
pub mod web_address;

/// A moment, in UTC. What people read is made of it by [`uk_time`].
pub type Timestamp = chrono::DateTime<chrono::Utc>;

/// So many milliseconds after a moment; the moment itself where the calendar ends. (chrono's own
/// sums panic there.)
pub fn after(at: Timestamp, milliseconds: i64) -> Timestamp {
    Timestamp::from_timestamp_millis(at.timestamp_millis().saturating_add(milliseconds))
        .unwrap_or(at)
}

//! Domain types: places, gauges, warnings, the forecast, and the freshness of each.

pub mod bilingual;
pub mod chart;
pub mod county;
pub mod county_matrix;
pub mod data_quality;
pub mod decimal;
pub mod england;
pub mod forecast;
pub mod freshness;
pub mod geo;
pub mod grid_reference;
pub mod level_record;
pub mod limits;
pub mod list_view;
pub mod local_type;
pub mod nearby;
pub mod page_time;
pub mod plausible;
pub mod rain;
pub mod river_order;
pub mod seen;
pub mod selection;
pub mod sorting;
pub mod source_id;
pub mod station;
pub mod text_folding;
pub mod threshold;
pub mod trend;
pub mod trigonometry;
pub mod uk_time;
pub mod warning;
pub mod watch_events;
pub mod watch_list;

/// A moment in UTC. [`uk_time`] converts it to UK local time for display.
pub type Timestamp = chrono::DateTime<chrono::Utc>;

/// Adds `milliseconds` to `at`. Returns `at` unchanged where the sum is outside chrono's range
/// (chrono's own addition panics there).
pub fn after(at: Timestamp, milliseconds: i64) -> Timestamp {
    Timestamp::from_timestamp_millis(at.timestamp_millis().saturating_add(milliseconds))
        .unwrap_or(at)
}

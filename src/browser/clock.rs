//! The wall clock, the monotonic clock and random numbers.

use super::window;
use chrono::{DateTime, Utc};

/// The device's wall clock time.
pub fn now() -> DateTime<Utc> {
    at(js_sys::Date::now()).unwrap_or_default()
}

/// The time of a JavaScript date.
#[allow(clippy::cast_possible_truncation)] // `as` saturates, and values out of range are not dates
pub(super) fn at(milliseconds: f64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(milliseconds as i64)
}

/// Milliseconds since the page was opened, on the monotonic clock. It cannot be set, and may stop
/// while the device sleeps.
pub fn monotonic() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// A random number in 0..1.
pub fn random() -> f64 {
    js_sys::Math::random()
}

/// Parses an HTTP date header.
pub fn parse_http_date(text: &str) -> Option<DateTime<Utc>> {
    let milliseconds = js_sys::Date::parse(text);
    // Between 2000 and 2100, as for all times of the service.
    let is_valid = (946_684_800_000.0..4_102_444_800_000.0).contains(&milliseconds);
    at(milliseconds).filter(|_| is_valid)
}

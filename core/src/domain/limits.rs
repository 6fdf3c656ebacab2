//! The constants of the application's rules, with their sources. Each stands here only: the page, the recorder and the gateway, which writes
//! some into its configuration, read them; the build writes some into `bootstrap.js` (`build/limits.mjs`); `tests/limits.rs` compares the
//! alert rules and the sentences that name one.

use super::geo::Distance;
use std::ops::RangeInclusive;

/// Messages that were seen longer ago are not compared with the present ones, in hours.
pub const SEEN_HOURS: i64 = 48;

/// Added to the radius of the local warnings request, so that rounding the position to 0.01°
/// excludes no area (half a step is 0.56 km north and 0.35 km east, 0.66 km at the corner).
pub const ROUNDING_MARGIN_METRES: u32 = 1_000;

/// A warnings response up to this age is fresh. The service updates warnings every 15 minutes
/// (contract, section 8).
pub const WARNINGS_FRESH_SECONDS: i64 = 20 * 60;
/// A warnings response up to this age is late; an older one is stale.
pub const WARNINGS_LATE_SECONDS: i64 = 60 * 60;
/// A reading up to this age is fresh. A normal reading is up to 1 h 45 min old.
pub const READING_FRESH_SECONDS: i64 = 2 * 3600;
/// A reading up to this age is late; an older one is stale.
pub const READING_LATE_SECONDS: i64 = 6 * 3600;
/// A forecast response up to this age is fresh. An older commentary of the forecaster is not shown.
pub const FORECAST_RESPONSE_SECONDS: i64 = 24 * 3600;

/// The shortest interval between two requests to one source, also when "check now" is pressed.
pub const SHORTEST_INTERVAL_SECONDS: i64 = 5;

/// Warnings and levels that are older than this although requests succeed are reported: a cache in front of
/// the service sends the same response again.
pub const STANDING_STILL_SECONDS: i64 = 30 * 60;

/// The approximate delays of the two retries after a failure. The poll schedule continues after
/// them.
pub const RETRY_SECONDS: [i64; 2] = [10, 60];
/// The wait after a 429 without `Retry-After`.
pub const DEFAULT_RETRY_AFTER_SECONDS: i64 = 65;
/// The longest `Retry-After` that is respected; longer ones are shortened to this.
pub const LONGEST_WAIT_SECONDS: i64 = 3_600;
/// A device clock that is wrong by more than this is reported to the user.
pub const CLOCK_TOLERANCE_SECONDS: i64 = 10 * 60;
/// The recent readings of a gauge, for its trend and the line beside the answer, go back this far.
pub const RECENT_READINGS_SECONDS: i64 = 12 * 3600;
/// Clock skew between responses up to this counts as network latency.
pub const CLOCK_AGREEMENT_MILLISECONDS: i64 = 60_000;
/// The clocks of two servers may differ by up to this: `X-Origin-Date` may be ahead of `Date`, and the recorder's clock and those of the
/// gateway and the service may differ. Beyond it the age of a response is unknown.
pub const CLOCK_SKEW_SECONDS: i64 = 120;
/// A source gets a request without `If-None-Match` at least this often, so that an `ETag` that
/// wrongly never changes cannot freeze the data.
pub const UNCONDITIONAL_SECONDS: i64 = 60 * 60;
/// The first day of a current forecast may be this many days before today: yesterday, for a
/// forecast issued before midnight.
pub const FORECAST_DAYS_BEFORE: i64 = 1;
/// The last day of a current forecast may be this many days after today. Days outside the range
/// belong to another forecast.
pub const FORECAST_DAYS_AHEAD: i64 = 5;
/// The time of a reading may be ahead of the clock by up to this; beyond it the time is invalid.
pub const READING_AHEAD_SECONDS: i64 = 5 * 60;
/// A gauge that is missing from the newest response is shown for this long.
pub const MISSING_GRACE_SECONDS: i64 = 6 * 3600;

/// The largest response body that is read.
pub const BODY_LIMIT_BYTES: u32 = 16 * 1024 * 1024;
/// The largest response body that is stored on the device and sent to other pages of this origin. A
/// river levels response for Wales is a tenth of it.
pub const STORED_BODY_LIMIT_BYTES: usize = 1024 * 1024;
/// A request is aborted after this long without receiving a byte.
pub const IDLE_TIMEOUT_MILLISECONDS: u32 = 10_000;
/// A request is aborted after this long in total.
pub const TOTAL_TIMEOUT_MILLISECONDS: u32 = 60_000;
/// Timers on a busy device may fire this late.
pub const TICK_TOLERANCE_MILLISECONDS: i64 = 15_000;
/// The largest number of features in a response; more are a fault of the service. The largest
/// national network has about 11,000 gauges.
pub const FEATURE_LIMIT: usize = 30_000;
/// The longest text that is shown, in characters, [`CUT_MARK`] included.
pub const TEXT_LIMIT_CHARACTERS: usize = 10_000;
/// The last character of a text that was cut.
pub const CUT_MARK: char = '…';

/// Returns whether the text was cut to [`TEXT_LIMIT_CHARACTERS`].
pub fn is_cut(text: &str) -> bool {
    text.len() > TEXT_LIMIT_CHARACTERS
        && text.ends_with(CUT_MARK)
        && text.chars().count() == TEXT_LIMIT_CHARACTERS
}

/// Values written with more characters than this are rounded. ("-12345.678" is longer than any
/// recorded value.)
pub const LONGEST_VALUE_CHARACTERS: usize = 12;
/// A device position with a larger error radius than this is rejected.
pub const ROUGHEST_POSITION_METRES: f64 = 10_000.0;

/// How inexact the outlines of the counties are, at least: away from the coast they are off by about 1 km
/// (`core/geodata/README.md`), by comparison with GeoNames' counties of the places near them.
pub const OUTLINES_ERROR: Distance = Distance::from_metres_const(2_000.0);

/// How far the largest flood areas may reach from their point: those of alerts are whole catchments.
pub const LARGEST_AREA: Distance = Distance::from_metres_const(40_000.0);
/// A message whose area has no known shape may be one of a place that is this near to its point.
pub const PLACE_REACH: Distance = Distance::from_metres_const(3_000.0);
/// A message that is further away is not called near.
pub const NEAR: Distance = Distance::from_metres_const(10_000.0);
/// How far a place reaches from its point: that of a town, or of a postcode sector, is its middle.
pub const PLACE_EXTENT: Distance = Distance::from_metres_const(1_000.0);

/// Where the given point is further from the grid reference than this, the grid reference is used.
pub const GRID_DISAGREEMENT: Distance = Distance::from_metres_const(5_000.0);

/// Absolute values from this on are sensor faults, whatever the unit.
pub const ABSURD_VALUE: f64 = 1e9;
/// Levels above the zero of a gauge, in metres; others are sensor faults. The 2,644 gauges of the recorded responses of 2019, 2020 and 2026
/// are between −27.6 and 76.1.
pub const METRES_ABOVE_ZERO: RangeInclusive<f64> = -50.0..=150.0;
/// The same above Ordnance Datum. The highest lake of Wales, Ffynnon Llyffant, is at about 830 m.
pub const METRES_ABOVE_ORDNANCE_DATUM: RangeInclusive<f64> = -50.0..=900.0;
/// The same of the sea. The tides of the Severn, the highest of Britain, are 15 m from low to high water.
pub const METRES_OF_SEA: RangeInclusive<f64> = -20.0..=20.0;
/// Values that telemetry systems write for "no measurement".
pub const SENTINELS: [f64; 8] =
    [-999.0, -9999.0, 9999.0, -99999.0, 99999.0, 32767.0, -32768.0, 1e10];

/// The length of a text of a council's level.
pub const COUNCIL_TEXT_CHARS: usize = 120;

/// The trend of a level is computed from the readings of this time before the newest one.
pub const TREND_WINDOW_SECONDS: i64 = 2 * 3600;
/// With fewer readings there is no trend.
pub const TREND_LEAST_READINGS: usize = 4;
/// A level that rises and falls by less has no peak.
pub const PEAK_LEAST_METRES: f64 = 0.1;
/// A smaller change within the window is steady, also of a gauge without noise.
pub const TREND_LEAST_METRES: f64 = 0.01;
/// A reading that is nearer than this to the line between its neighbours is no outlier.
pub const TREND_OUTLIER_METRES: f64 = 0.05;
/// A faster change between two readings is not one of the water. The fastest rises of rivers in
/// Wales are a few metres per hour.
pub const TREND_BREAK_METRES_PER_HOUR: f64 = 12.0;

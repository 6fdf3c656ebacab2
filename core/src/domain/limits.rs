//! Every number of the rules, once, with its source.

use super::geo::Distance;

/// Steps of the radius, in kilometres. They are also the only ones a gateway has to let through.
pub const RADIUS_STEPS_KM: [u32; 13] = [1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 75, 100];
/// Radii that have a button of their own, in kilometres.
pub const RADIUS_PRESETS_KM: [u32; 4] = [5, 10, 20, 50];
/// The radius before anyone has chosen one, in kilometres.
pub const RADIUS_DEFAULT_KM: u32 = 10;

/// The call that every visitor shares: a circle that holds all of Wales and the areas over its
/// border.
pub const ALL_WALES: (f64, f64, u32) = (52.4, -3.8, 150_000);
/// Added to the radius of the visitor's own call, so that rounding the position to 0.01° hides
/// nothing (half a step is 0.56 km north and 0.35 km east, 0.66 km at the corner).
pub const ROUNDING_MARGIN_METRES: u32 = 1_000;

/// The service updates warnings every 15 minutes (contract, section 8); beyond these its answer is
/// late, then stale.
pub const WARNINGS_FRESH_SECONDS: i64 = 20 * 60;
pub const WARNINGS_LATE_SECONDS: i64 = 60 * 60;
/// A normal reading is up to 1 h 45 min old.
pub const READING_FRESH_SECONDS: i64 = 2 * 3600;
pub const READING_LATE_SECONDS: i64 = 6 * 3600;
/// A forecast without readable days is judged by the time of its answer.
pub const FORECAST_ANSWER_SECONDS: i64 = 24 * 3600;

/// A page asks for levels and warnings at this interval, at its own phase; the source itself
/// changes every 15 minutes.
pub const REFRESH_SECONDS: i64 = 5 * 60;
/// The forecast is issued daily, more often in serious flooding.
pub const FORECAST_REFRESH_SECONDS: i64 = 60 * 60;
/// No source is asked more often than this, also when "check now" is pressed.
pub const SHORTEST_INTERVAL_SECONDS: i64 = 5;

/// After a failure a source is asked again after about so long, twice; then its schedule goes on.
pub const RETRY_SECONDS: [i64; 2] = [10, 60];
/// How long a 429 that names no time is heeded.
pub const RATE_LIMIT_SECONDS: i64 = 65;
/// No time that an answer names is heeded for longer than this.
pub const LONGEST_WAIT_SECONDS: i64 = 3_600;
/// A device clock further off than this is told of.
pub const CLOCK_TOLERANCE_SECONDS: i64 = 10 * 60;
/// Times of responses that differ by no more than this agree; the rest is network latency.
pub const CLOCK_AGREEMENT_MILLISECONDS: i64 = 60_000;
/// `X-Origin-Date` may be ahead of `Date` by this, since two servers wrote them. Beyond it the
/// response has no known age.
pub const ORIGIN_AHEAD_SECONDS: i64 = 120;
/// A source is asked without `If-None-Match` this often at least, so that a tag that never changes
/// cannot hold it still.
pub const UNCONDITIONAL_SECONDS: i64 = 60 * 60;
/// A forecast names days from yesterday (its issue before the clock changed) to five days ahead.
/// Others are of another forecast.
pub const FORECAST_DAYS_BEFORE: i64 = 1;
pub const FORECAST_DAYS_AHEAD: i64 = 5;
/// A reading may be so far ahead of the clock; beyond that its time is no time.
pub const READING_AHEAD_SECONDS: i64 = 5 * 60;
/// A gauge that is missing from an answer stays on the page for this long.
pub const MISSING_GRACE_SECONDS: i64 = 6 * 3600;

/// A body beyond this is not read to its end.
pub const BODY_LIMIT_BYTES: u32 = 16 * 1024 * 1024;
/// A body up to this size is stored on the device and sent to other pages of this origin. Wales'
/// readings take a tenth of it.
pub const STORED_BODY_LIMIT_BYTES: usize = 1024 * 1024;
/// A request ends after this long without a byte, and after this long in all.
pub const SILENCE_LIMIT_MILLISECONDS: u32 = 10_000;
pub const REQUEST_LIMIT_MILLISECONDS: u32 = 60_000;
/// A busy device runs its timers so late.
pub const TICK_TOLERANCE_MILLISECONDS: i64 = 15_000;
/// More features than this are a fault of the source: the largest national network has some 11,000
/// gauges.
pub const FEATURE_LIMIT: usize = 30_000;
/// What is shown of one text, and what stands at the end of one that was longer.
pub const TEXT_LIMIT_CHARACTERS: usize = 10_000;
pub const CUT_MARK: char = '…';

/// Whether the text was longer than what is shown of it.
pub fn is_cut(text: &str) -> bool {
    text.len() > TEXT_LIMIT_CHARACTERS
        && text.ends_with(CUT_MARK)
        && text.chars().count() == TEXT_LIMIT_CHARACTERS
}

/// A value that is written with more characters than this ("-12345.678" is longer than any that was
/// recorded) is told rounded.
pub const LONGEST_VALUE_CHARACTERS: usize = 12;
/// A position that the device knows no better than this is not taken.
pub const ROUGHEST_POSITION_METRES: f64 = 10_000.0;

/// A grid reference decides where the given point is further from it than this.
pub const GRID_DISAGREEMENT: Distance = Distance::from_metres_const(5_000.0);

/// No water stands this high above anything, in any unit.
pub const ABSURD_VALUE: f64 = 1e9;
/// Values that telemetry writes for "no measurement".
pub const SENTINELS: [f64; 8] =
    [-999.0, -9999.0, 9999.0, -99999.0, 99999.0, 32767.0, -32768.0, 1e10];

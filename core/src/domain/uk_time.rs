//! Conversion between UTC and UK local time.
//!
//! British Summer Time is in force from 01:00 UTC on the last Sunday of March to 01:00 UTC on the
//! last Sunday of October (The Summer Time Order 2002). A time zone database would be larger than
//! this rule; a test compares the rule with one.

use super::{Timestamp, after};
use chrono::{Datelike, NaiveDate, NaiveDateTime};

/// One hour in milliseconds.
pub const HOUR: i64 = 3_600_000;

/// The moment in UTC at which the clocks change in `month` of `year`.
fn change(year: i32, month: u32) -> Option<NaiveDateTime> {
    let last = NaiveDate::from_ymd_opt(year, month, 31)?;
    NaiveDate::from_ymd_opt(year, month, 31 - last.weekday().num_days_from_sunday())?
        .and_hms_opt(1, 0, 0)
}

/// Returns whether British Summer Time is in force at `at`.
pub fn is_summer(at: Timestamp) -> bool {
    let utc = at.naive_utc();
    match (change(utc.year(), 3), change(utc.year(), 10)) {
        (Some(start), Some(end)) => (start..end).contains(&utc),
        _ => false,
    }
}

/// The UK local time at `at`.
pub fn local(at: Timestamp) -> NaiveDateTime {
    if is_summer(at) { after(at, HOUR).naive_utc() } else { at.naive_utc() }
}

/// The UK date at `at`.
pub fn date(at: Timestamp) -> NaiveDate {
    local(at).date()
}

/// Converts a UK local time to UTC. For the hour that occurs twice in October, the first occurrence
/// is used.
pub fn from_local(local: NaiveDateTime) -> Timestamp {
    let winter = local.and_utc();
    let summer = after(winter, -HOUR);
    if is_summer(summer) { summer } else { winter }
}

/// Parses a date in the form "YYYY-MM-DD".
pub fn iso_date(text: &str) -> Option<NaiveDate> {
    let mut parts = text.split('-');
    let mut number = |width: usize| {
        parts
            .next()
            .filter(|part| part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit()))?
            .parse::<u32>()
            .ok()
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    if parts.next().is_some() {
        return None;
    }
    NaiveDate::from_ymd_opt(year.cast_signed(), month, day)
}

/// Formats a date in the form that [`iso_date`] parses.
pub fn iso_text(date: NaiveDate) -> String {
    format!("{:04}-{:02}-{:02}", date.year().unsigned_abs(), date.month(), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::London;

    // case 80
    #[test]
    fn every_quarter_of_an_hour_of_thirty_years_agrees_with_the_zone_table() {
        let mut at: Timestamp = "2010-01-01T00:00:00Z".parse().expect("an instant");
        let end: Timestamp = "2040-01-01T00:00:00Z".parse().expect("an instant");
        while at < end {
            assert_eq!(local(at), at.with_timezone(&London).naive_local(), "{at}");
            at += chrono::TimeDelta::minutes(15);
        }
    }

    // case 80
    #[test]
    fn local_times_read_back_also_around_the_changes() {
        for (text, utc) in [
            ("2026-03-29T00:59:00", "2026-03-29T00:59:00Z"),
            ("2026-03-29T02:00:00", "2026-03-29T01:00:00Z"),
            ("2026-07-01T12:00:00", "2026-07-01T11:00:00Z"),
            ("2026-10-25T01:30:00", "2026-10-25T00:30:00Z"),
            ("2026-10-25T02:00:00", "2026-10-25T02:00:00Z"),
            ("2026-12-31T23:59:00", "2026-12-31T23:59:00Z"),
        ] {
            let expected: Timestamp = utc.parse().expect("an instant");
            assert_eq!(from_local(text.parse().expect("a local time")), expected, "{text}");
        }
    }
}

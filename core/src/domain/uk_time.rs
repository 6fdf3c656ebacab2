//! Clock and calendar of the United Kingdom, from UTC and back.
//!
//! Summer time runs from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of
//! October (The Summer Time Order 2002). A table of zones would cost the page more than this rule;
//! the test holds it against one.

use super::{Timestamp, after};
use chrono::{Datelike, NaiveDate, NaiveDateTime};

/// In milliseconds.
pub const HOUR: i64 = 3_600_000;

/// The first moment after the change in `month` of `year`, in UTC.
fn change(year: i32, month: u32) -> Option<NaiveDateTime> {
    let last = NaiveDate::from_ymd_opt(year, month, 31)?;
    NaiveDate::from_ymd_opt(year, month, 31 - last.weekday().num_days_from_sunday())?
        .and_hms_opt(1, 0, 0)
}

/// Whether British Summer Time is in force at the moment.
pub fn is_summer(at: Timestamp) -> bool {
    let utc = at.naive_utc();
    match (change(utc.year(), 3), change(utc.year(), 10)) {
        (Some(start), Some(end)) => (start..end).contains(&utc),
        _ => false,
    }
}

/// What the clocks in the United Kingdom show.
pub fn local(at: Timestamp) -> NaiveDateTime {
    if is_summer(at) { after(at, HOUR).naive_utc() } else { at.naive_utc() }
}

/// The date in the United Kingdom.
pub fn date(at: Timestamp) -> NaiveDate {
    local(at).date()
}

/// The moment at which UK clocks show `local`. Of the hour that occurs twice in October the first
/// is meant.
pub fn from_local(local: NaiveDateTime) -> Timestamp {
    let winter = local.and_utc();
    let summer = after(winter, -HOUR);
    if is_summer(summer) { summer } else { winter }
}

/// The date that "YYYY-MM-DD" names.
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

/// The date as [`iso_date`] reads it.
pub fn iso_text(date: NaiveDate) -> String {
    format!("{:04}-{:02}-{:02}", date.year().unsigned_abs(), date.month(), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::London;

    #[test]
    fn case_80_every_quarter_of_an_hour_of_thirty_years_agrees_with_the_zone_table() {
        let mut at: Timestamp = "2010-01-01T00:00:00Z".parse().expect("an instant");
        let end: Timestamp = "2040-01-01T00:00:00Z".parse().expect("an instant");
        while at < end {
            assert_eq!(local(at), at.with_timezone(&London).naive_local(), "{at}");
            at += chrono::TimeDelta::minutes(15);
        }
    }

    #[test]
    fn case_80_local_times_read_back_also_around_the_changes() {
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

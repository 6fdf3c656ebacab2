//! Days, times and ages. Chromium has no Welsh date formats, so the tables of both languages are
//! here.

use super::{
    language::Language,
    plural::{Noun, english},
};
use crate::domain::{Timestamp, after, uk_time};
use chrono::{Datelike, NaiveDate, Timelike};

const MONTHS: [(&str, &str); 12] = [
    ("January", "Ionawr"),
    ("February", "Chwefror"),
    ("March", "Mawrth"),
    ("April", "Ebrill"),
    ("May", "Mai"),
    ("June", "Mehefin"),
    ("July", "Gorffennaf"),
    ("August", "Awst"),
    ("September", "Medi"),
    ("October", "Hydref"),
    ("November", "Tachwedd"),
    ("December", "Rhagfyr"),
];
/// Monday first: English name, Welsh name, English and Welsh abbreviation.
const WEEKDAYS: [(&str, &str, &str, &str); 7] = [
    ("Monday", "Dydd Llun", "Mon", "Llun"),
    ("Tuesday", "Dydd Mawrth", "Tue", "Maw"),
    ("Wednesday", "Dydd Mercher", "Wed", "Mer"),
    ("Thursday", "Dydd Iau", "Thu", "Iau"),
    ("Friday", "Dydd Gwener", "Fri", "Gwe"),
    ("Saturday", "Dydd Sadwrn", "Sat", "Sad"),
    ("Sunday", "Dydd Sul", "Sun", "Sul"),
];

fn month(language: Language, date: NaiveDate) -> &'static str {
    let (en, cy) = MONTHS[date.month0() as usize % MONTHS.len()];
    language.of(en, cy)
}

fn weekday(date: NaiveDate) -> (&'static str, &'static str, &'static str, &'static str) {
    WEEKDAYS[date.weekday().num_days_from_monday() as usize % WEEKDAYS.len()]
}

/// The UK clock time, with the zone in the hour that occurs twice in October.
fn clock_of(moment: Timestamp) -> String {
    let at = uk_time::local(moment);
    let twice = [-uk_time::HOUR, uk_time::HOUR]
        .into_iter()
        .any(|hour| uk_time::local(after(moment, hour)) == at);
    let zone = if !twice {
        ""
    } else if uk_time::is_summer(moment) {
        " BST"
    } else {
        " GMT"
    };
    format!("{:02}:{:02}{zone}", at.hour(), at.minute())
}

/// The time in an English sentence: "at 14:05", and with a date "on 16 February, 04:15". `time` is formatted by
/// [`Language::when`].
pub(super) fn english_at(time: &str) -> String {
    let preposition = if time.contains(',') { "on" } else { "at" };
    format!("{preposition} {time}")
}

/// The time in a Welsh sentence: "am 14:05", and with a date "ar 16 Chwefror, 04:15". `time` is formatted
/// by [`Language::when`].
pub(super) fn welsh_at(time: &str) -> String {
    let preposition = if time.contains(',') { "ar" } else { "am" };
    format!("{preposition} {time}")
}

impl Language {
    /// Formats the clock time for today, otherwise day and clock time, with the year if it is not
    /// the current one: "14:05", "16 February, 04:15".
    pub fn when(self, at: Timestamp, now: Timestamp) -> String {
        let (date, today, clock) = (uk_time::date(at), uk_time::date(now), clock_of(at));
        if date == today {
            return clock;
        }
        if date.year() != today.year() {
            return self.date_and_time(at);
        }
        format!("{}\u{a0}{}, {clock}", date.day(), month(self, date))
    }

    /// Formats as [`when`](Self::when), with "yesterday" for the day before: "yesterday 22:29".
    pub fn since(self, at: Timestamp, now: Timestamp) -> String {
        if uk_time::date(now).pred_opt() == Some(uk_time::date(at)) {
            format!("{} {}", self.of("yesterday", "ddoe"), clock_of(at))
        } else {
            self.when(at, now)
        }
    }

    /// Formats day, year and clock time, also for today.
    pub fn date_and_time(self, at: Timestamp) -> String {
        format!("{}, {}", self.date(uk_time::date(at)), clock_of(at))
    }

    /// Formats an age of up to a day in words; otherwise day and time.
    pub fn ago(self, at: Timestamp, now: Timestamp) -> String {
        const MINUTE: Noun = Noun::softened("munud", "funud");
        const HOUR: Noun = Noun::softened("awr", "awr");
        let minutes = usize::try_from((now - at).num_minutes()).unwrap_or_default();
        match (minutes, self) {
            (0, _) => self.of("just now", "eiliadau yn ôl").to_owned(),
            (1..60, Self::English) => format!("{} ago", english(minutes, "minute", "minutes")),
            (1..60, Self::Welsh) => format!("{} yn ôl", MINUTE.after(minutes)),
            (60..1_440, Self::English) => format!("{} ago", english(minutes / 60, "hour", "hours")),
            (60..1_440, Self::Welsh) => format!("{} yn ôl", HOUR.after(minutes / 60)),
            _ => self.when(at, now),
        }
    }

    /// Formats day, month and year: "1 May 2019".
    pub fn date(self, date: NaiveDate) -> String {
        // Displayed dates are never before year 0.
        let year = date.year().unsigned_abs();
        format!("{}\u{a0}{} {year}", date.day(), month(self, date))
    }

    /// Formats a date with its weekday at the start of a text: "Friday 20 November", "Dydd Gwener 20 Tachwedd".
    pub fn long_day(self, date: NaiveDate) -> String {
        let (en, cy, _, _) = weekday(date);
        format!("{} {}\u{a0}{}", self.of(en, cy), date.day(), month(self, date))
    }

    /// Formats a date in short: "Fri 20".
    pub fn short_day(self, date: NaiveDate) -> String {
        let (_, _, en, cy) = weekday(date);
        format!("{} {}", self.of(en, cy), date.day())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("an instant")
    }

    #[test]
    fn a_moment_of_the_day_before_is_since_yesterday() {
        let since = |at_, language: Language| language.since(at(at_), at("2026-11-20T14:30:00Z"));
        assert_eq!(since("2026-11-19T22:29:00Z", Language::English), "yesterday 22:29");
        assert_eq!(since("2026-11-19T00:00:00Z", Language::Welsh), "ddoe 00:00");
        assert_eq!(since("2026-11-18T23:59:00Z", Language::English), "18\u{a0}November, 23:59");
        assert_eq!(since("2026-11-20T00:01:00Z", Language::English), "00:01");
    }

    #[test]
    fn a_moment_is_reported_as_briefly_as_is_clear() {
        let now = at("2026-11-20T14:30:00Z");
        for (text, en, cy) in [
            ("2026-11-20T14:05:00Z", "14:05", "14:05"),
            ("2026-02-16T04:15:00Z", "16\u{a0}February, 04:15", "16\u{a0}Chwefror, 04:15"),
            ("2019-03-13T18:00:00Z", "13\u{a0}March 2019, 18:00", "13\u{a0}Mawrth 2019, 18:00"),
            ("2026-07-01T12:00:00Z", "1\u{a0}July, 13:00", "1\u{a0}Gorffennaf, 13:00"),
        ] {
            assert_eq!(Language::English.when(at(text), now), en);
            assert_eq!(Language::Welsh.when(at(text), now), cy);
        }
    }

    // case 80
    #[test]
    fn in_the_hour_that_occurs_twice_the_zone_is_reported() {
        let now = at("2026-10-25T12:00:00Z");
        for (moment, told) in [
            ("2026-10-24T23:30:00Z", "00:30"),
            ("2026-10-25T00:30:00Z", "01:30 BST"),
            ("2026-10-25T01:30:00Z", "01:30 GMT"),
            ("2026-10-25T02:30:00Z", "02:30"),
        ] {
            assert_eq!(Language::English.when(at(moment), now), told, "{moment}");
        }
        assert_eq!(
            Language::English.ago(at("2026-10-25T00:45:00Z"), at("2026-10-25T01:15:00Z")),
            "30\u{a0}minutes ago",
            "ages go on over the change"
        );
    }

    // case 78
    #[test]
    fn a_moment_a_little_ahead_is_just_now() {
        let now = at("2026-11-20T12:00:00Z");
        for seconds in [1, 60, 299] {
            assert_eq!(
                Language::English.ago(now + chrono::TimeDelta::seconds(seconds), now),
                "just now"
            );
        }
    }

    #[test]
    fn an_age_is_words_up_to_a_day_and_then_a_date() {
        let now = at("2026-11-20T14:30:00Z");
        for (seconds, en, cy) in [
            (59, "just now", "eiliadau yn ôl"),
            (60, "1\u{a0}minute ago", "1\u{a0}munud yn ôl"),
            (120, "2\u{a0}minutes ago", "2\u{a0}funud yn ôl"),
            (3_599, "59\u{a0}minutes ago", "59\u{a0}munud yn ôl"),
            (7_200, "2\u{a0}hours ago", "2\u{a0}awr yn ôl"),
            (86_399, "23\u{a0}hours ago", "23\u{a0}awr yn ôl"),
            (86_400, "19\u{a0}November, 14:30", "19\u{a0}Tachwedd, 14:30"),
            (-30, "just now", "eiliadau yn ôl"),
        ] {
            let then = now - chrono::TimeDelta::seconds(seconds);
            assert_eq!(Language::English.ago(then, now), en);
            assert_eq!(Language::Welsh.ago(then, now), cy);
        }
    }

    #[test]
    fn a_welsh_time_is_am_and_a_welsh_date_is_ar() {
        let checked = Language::Welsh.texts().checked;
        assert_eq!(checked("14:05"), "Gwiriwyd am 14:05");
        assert_eq!(checked("16\u{a0}Chwefror, 04:15"), "Gwiriwyd ar 16\u{a0}Chwefror, 04:15");
    }

    #[test]
    fn within_a_text_a_welsh_weekday_has_no_capital() {
        let shown = Language::Welsh.forecast_map_texts().shown;
        assert_eq!(shown("Dydd Gwener 20\u{a0}Tachwedd"), "Ar y map: dydd Gwener 20\u{a0}Tachwedd");
    }

    #[test]
    fn a_day_has_its_name() {
        let friday = "2026-11-20".parse().expect("a date");
        assert_eq!(Language::English.long_day(friday), "Friday 20\u{a0}November");
        assert_eq!(Language::Welsh.long_day(friday), "Dydd Gwener 20\u{a0}Tachwedd");
        assert_eq!(Language::Welsh.short_day(friday), "Gwe 20");
    }
}

//! The formats of times and days in the service's responses.

use crate::api::scalar::Scalar;
use crate::domain::{Timestamp, after, bilingual::Bilingual, forecast::Day, uk_time};
use chrono::{DateTime, Datelike, Month, NaiveDate, NaiveDateTime, Weekday};

/// The time of a reading before the source's zone is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnresolvedReadingTime {
    /// Date and time without a zone.
    Unzoned(NaiveDateTime),
    /// Date and time with a zone.
    Zoned(Timestamp),
    NotGiven,
}

impl UnresolvedReadingTime {
    /// Parses "DD/MM/YYYY HH:mm" as documented, or ISO 8601 with `Z` or an offset. Anything else is
    /// [`NotGiven`](Self::NotGiven), US order and a date without a time included.
    pub(crate) fn parse(text: &str) -> Self {
        let text = text.trim();
        let bytes = text.as_bytes();
        if let [d1, d2, b'/', m1, m2, b'/', y @ .., b' ', h1, h2, b':', n1, n2] = bytes
            && let [_, _, _, _] = y
            && let (Some(day), Some(month), Some(year)) =
                (digits(&[*d1, *d2]), digits(&[*m1, *m2]), digits(y))
            && let (Some(hour), Some(minute)) = (digits(&[*h1, *h2]), digits(&[*n1, *n2]))
            && let Some(date) = NaiveDate::from_ymd_opt(year.cast_signed(), month, day)
            && let Some(at) = date.and_hms_opt(hour, minute, 0)
        {
            return Self::Unzoned(at);
        }
        iso(text).map_or(Self::NotGiven, Self::Zoned)
    }
}

/// A normal reading is up to this old.
const NORMAL_MINUTES: i64 = 105;

/// The zone of a source's times that have no zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceTimeZone {
    /// UTC, assumed until a response shows otherwise.
    #[default]
    Utc,
    /// UK local time.
    UkTime,
}

impl SourceTimeZone {
    /// The text under which clients store the zone.
    pub fn id(self) -> &'static str {
        match self {
            Self::Utc => "utc",
            Self::UkTime => "uk",
        }
    }

    /// The zone of a stored text. Other texts are UTC.
    pub fn from_id(id: &str) -> Self {
        if id == Self::UkTime.id() { Self::UkTime } else { Self::Utc }
    }

    /// Detects the zone from the times without a zone of a response. A reading is never newer than its response, so if in
    /// summer most recent ones are ahead by about the offset of British Summer Time, the source uses UK local time; if few of
    /// them are, the clocks of those gauges are wrong. Otherwise the zone stays: a response whose readings are an hour old
    /// shows nothing, and neither does one in winter.
    #[must_use]
    pub(crate) fn decide(
        self,
        times: impl Iterator<Item = NaiveDateTime>,
        received: Timestamp,
    ) -> Self {
        if !uk_time::is_summer(received) {
            return self;
        }
        let (mut recent, mut ahead) = (0, 0);
        for time in times {
            let minutes = (time.and_utc() - received).num_minutes();
            recent += usize::from((-NORMAL_MINUTES..=75).contains(&minutes));
            ahead += usize::from((6..=75).contains(&minutes));
        }
        match ahead {
            0 => self,
            _ if ahead * 2 > recent => Self::UkTime,
            _ if ahead * 10 <= recent => Self::Utc,
            _ => self,
        }
    }

    pub(crate) fn utc(self, at: NaiveDateTime) -> Timestamp {
        match self {
            Self::Utc => at.and_utc(),
            Self::UkTime => uk_time::from_local(at),
        }
    }
}

fn digits(bytes: &[u8]) -> Option<u32> {
    bytes.iter().try_fold(0_u32, |sum, byte| {
        byte.is_ascii_digit()
            .then(|| sum.checked_mul(10)?.checked_add(u32::from(byte - b'0')))
            .flatten()
    })
}

/// "YYYY-MM-DDTHH:mm[:ss[.fff]]" with "Z" or "±HH:mm".
pub(crate) fn iso(text: &str) -> Option<Timestamp> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let day = uk_time::iso_date(date)?;
    let zone = time.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = time.split_at_checked(zone)?;
    let clock = clock.split_once('.').map_or(clock, |(whole, _)| whole);
    let mut parts =
        clock.split(':').map(|part| (part.len() == 2).then(|| digits(part.as_bytes())).flatten());
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    let at = day.and_hms_opt(hour, minute, second)?.and_utc();
    if zone.eq_ignore_ascii_case("z") {
        return Some(at);
    }
    let (sign, offset) = zone.split_at_checked(1)?;
    let (hours, minutes) = offset.split_once(':').or_else(|| offset.split_at_checked(2))?;
    let (hours, minutes) = (digits(hours.as_bytes())?, digits(minutes.as_bytes())?);
    if hours > 14 || minutes > 59 {
        return None;
    }
    let offset = i64::from(hours * 60 + minutes) * 60_000;
    Some(after(at, if sign == "-" { offset } else { -offset }))
}

/// Parses milliseconds since 1970 that lie between 2000 and 2100. Values in seconds and negative or
/// larger numbers are out of range and return `None`.
pub(crate) fn epoch_milliseconds(value: Scalar<'_>) -> Option<Timestamp> {
    let milliseconds = value.integer()?;
    (946_684_800_000..4_102_444_800_000)
        .contains(&milliseconds)
        .then(|| DateTime::from_timestamp_millis(milliseconds))
        .flatten()
}

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Mon),
    ("tuesday", Weekday::Tue),
    ("wednesday", Weekday::Wed),
    ("thursday", Weekday::Thu),
    ("friday", Weekday::Fri),
    ("saturday", Weekday::Sat),
    ("sunday", Weekday::Sun),
];

/// Parses a day of the forecast from its English text, whose exact form is not documented: "Friday
/// 20 November 2026", the same without the year or the weekday, "20/11/2026", "2026-11-20". Any
/// other text, and a weekday that contradicts the date, becomes [`Day::Text`].
pub(crate) fn day(text: Bilingual, received: Timestamp) -> Day {
    parse_day(&text.en, uk_time::date(received)).map_or(Day::Text(text), Day::Date)
}

/// Returns whether the fields of the day are in an order other than the contract's weekday, day,
/// month, year ("November 20", "11/20/2026").
pub(crate) fn is_misordered(text: &str) -> bool {
    matches!(parts_of_day(text), Some(parts) if !parts.in_order)
}

fn parse_day(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let DayParts { weekday, day, month, year, in_order } = parts_of_day(text)?;
    let date = match year {
        _ if !in_order => return None,
        Some(year) => NaiveDate::from_ymd_opt(year, month, day)?,
        // Without a year the date nearest to today is used: "1 January" in December is next year's.
        None => (-1..=1)
            .filter_map(|ahead| NaiveDate::from_ymd_opt(today.year() + ahead, month, day))
            .min_by_key(|date| (*date - today).num_days().abs())?,
    };
    weekday.is_none_or(|weekday| date.weekday() == weekday).then_some(date)
}

/// The fields of a day.
struct DayParts {
    weekday: Option<Weekday>,
    day: u32,
    month: u32,
    year: Option<i32>,
    /// The fields are in the contract's order.
    in_order: bool,
}

fn parts_of_day(text: &str) -> Option<DayParts> {
    let lower = text.to_ascii_lowercase();
    let (mut weekday, mut day, mut month, mut year) = (None, None, None, None);
    // Each kind of field has a position in the order weekday, day, month, year.
    let (mut place, mut in_order) = (0, true);
    let mut comes = |at: u8| {
        in_order &= place < at;
        place = at;
    };
    for word in lower.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
    {
        if let Some(date) = uk_time::iso_date(word).or_else(|| slashed(word)) {
            (day, month, year) = (Some(date.day()), Some(date.month()), Some(date.year()));
            comes(4);
        } else if let Some(date) = month_first(word) {
            (day, month, year) = (Some(date.day()), Some(date.month()), Some(date.year()));
            comes(0);
        } else if let Some((_, found)) = WEEKDAYS.iter().find(|(name, _)| abbreviates(word, name)) {
            weekday = Some(*found);
            comes(1);
        } else if let Some(found) = (1..=12).find(|number| is_month(word, *number)) {
            month = Some(found.into());
            comes(3);
        } else {
            let number = ["st", "nd", "rd", "th"]
                .iter()
                .find_map(|ending| word.strip_suffix(ending))
                .unwrap_or(word);
            match digits(number.as_bytes()) {
                Some(value) if number.len() <= 2 => {
                    day = Some(value);
                    comes(2);
                }
                Some(value) if number.len() == 4 => {
                    year = Some(value.cast_signed());
                    comes(4);
                }
                _ => return None,
            }
        }
    }
    Some(DayParts { weekday, day: day?, month: month?, year, in_order })
}

/// Returns whether `word` is the name, or its first three or more letters.
fn abbreviates(word: &str, name: &str) -> bool {
    let word = word.trim_end_matches('.');
    word.len() >= 3 && name.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
}

fn is_month(word: &str, number: u8) -> bool {
    Month::try_from(number).is_ok_and(|month| abbreviates(word, month.name()))
}

/// Parses "20/11/2026".
fn slashed(text: &str) -> Option<NaiveDate> {
    let [day, month, year] = three_numbers(text)?;
    NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)
}

/// Parses "11/20/2026", which is not in the contract's order.
fn month_first(text: &str) -> Option<NaiveDate> {
    let [month, day, year] = three_numbers(text)?;
    NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)
}

fn three_numbers(text: &str) -> Option<[u32; 3]> {
    let mut parts =
        text.split('/').map(|part| digits(part.as_bytes()).filter(|_| !part.is_empty()));
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    (parts.next().is_none() && numbers[2] > 1_999).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> Timestamp {
        text.parse().expect("an instant")
    }

    // case 76
    #[test]
    fn the_documented_form_and_iso_with_a_zone_are_read() {
        let naive =
            |text: &str| UnresolvedReadingTime::Unzoned(text.parse().expect("a local time"));
        assert_eq!(UnresolvedReadingTime::parse("13/03/2019 18:00"), naive("2019-03-13T18:00:00"));
        assert_eq!(
            UnresolvedReadingTime::parse(" 29/02/2024 00:05 "),
            naive("2024-02-29T00:05:00")
        );
        assert_eq!(
            UnresolvedReadingTime::parse("2019-03-13T18:00:00Z"),
            UnresolvedReadingTime::Zoned(utc("2019-03-13T18:00:00Z"))
        );
        assert_eq!(
            UnresolvedReadingTime::parse("2019-07-13T18:00:00.123+01:00"),
            UnresolvedReadingTime::Zoned(utc("2019-07-13T17:00:00Z"))
        );
        assert_eq!(
            UnresolvedReadingTime::parse("2019-07-13T18:00-0130"),
            UnresolvedReadingTime::Zoned(utc("2019-07-13T19:30:00Z"))
        );
    }

    // case 76
    #[test]
    fn what_is_not_one_of_the_forms_is_no_time() {
        for text in [
            "",
            "03/13/2019 18:00",
            "31/02/2019 10:00",
            "13/03/2019",
            "13/03/2019 24:00",
            "13/03/2019 18:60",
            "13-03-2019 18:00",
            "1/3/2019 18:00",
            "13/03/19 18:00",
            "2019-03-13T18:00:00",
            "2019-13-03T18:00:00Z",
            "yesterday",
            "ŵŵ/ŷŷ/2019 18:00",
            "13/03/2019 18:00:00:00",
            "2019-03-13T18:00:00+99999999999:00",
            "2019-03-13T18:00:00+15:00",
        ] {
            assert_eq!(
                UnresolvedReadingTime::parse(text),
                UnresolvedReadingTime::NotGiven,
                "{text}"
            );
        }
    }

    fn local(time: &str) -> impl Iterator<Item = NaiveDateTime> {
        std::iter::once(time.parse().expect("a local time"))
    }

    // case 212
    #[test]
    fn the_zone_is_the_one_on_which_most_gauges_agree() {
        let received = utc("2026-07-14T12:00:00Z");
        let minutes = |ahead: &[i64]| {
            let at = |ahead: &i64| after(received, ahead * 60_000).naive_utc();
            ahead.iter().map(at).collect::<Vec<_>>()
        };
        let one_fast = [vec![8], vec![-20; 10]].concat();
        for (before, ahead, expected) in [
            (SourceTimeZone::Utc, &[-20, -65, -10, 8][..], SourceTimeZone::Utc),
            (SourceTimeZone::Utc, &one_fast, SourceTimeZone::Utc),
            (SourceTimeZone::UkTime, &one_fast, SourceTimeZone::Utc),
            (SourceTimeZone::Utc, &[40, 25, 10, -5], SourceTimeZone::UkTime),
            (SourceTimeZone::UkTime, &[10, -5, -5, -20], SourceTimeZone::UkTime),
            (SourceTimeZone::UkTime, &[-5, -20], SourceTimeZone::UkTime),
            (SourceTimeZone::Utc, &[40, -3_000, -3_000, -3_000], SourceTimeZone::UkTime),
        ] {
            let decided = before.decide(minutes(ahead).into_iter(), received);
            assert_eq!(decided, expected, "{before:?} {ahead:?}");
        }
    }

    #[test]
    fn a_feed_is_uk_time_only_in_summer_and_only_when_it_would_lie_in_the_future() {
        let decide =
            |newest: &str, received: &str| SourceTimeZone::Utc.decide(local(newest), utc(received));
        assert_eq!(decide("2026-07-01T12:45:00", "2026-07-01T12:00:00Z"), SourceTimeZone::UkTime);
        assert_eq!(decide("2026-07-01T11:45:00", "2026-07-01T12:00:00Z"), SourceTimeZone::Utc);
        assert_eq!(
            decide("2026-01-01T12:45:00", "2026-01-01T12:00:00Z"),
            SourceTimeZone::Utc,
            "in winter there is no hour to be off by"
        );
        assert_eq!(
            decide("2026-07-01T18:00:00", "2026-07-01T12:00:00Z"),
            SourceTimeZone::Utc,
            "six hours are no time zone"
        );
        assert_eq!(
            SourceTimeZone::Utc.decide(std::iter::empty(), utc("2026-07-01T12:00:00Z")),
            SourceTimeZone::Utc
        );
    }

    #[test]
    fn the_zone_of_a_feed_stays_decided_when_its_newest_reading_is_old_and_when_the_clocks_change()
    {
        let zone =
            SourceTimeZone::Utc.decide(local("2026-10-24T12:45:00"), utc("2026-10-24T12:00:00Z"));
        for (newest, received) in [
            ("2026-10-24T12:45:00", "2026-10-24T12:39:00Z"),
            ("2026-10-24T12:45:00", "2026-10-24T12:40:00Z"),
            ("2026-10-24T12:45:00", "2026-10-24T18:00:00Z"),
            ("2026-10-25T00:45:00", "2026-10-25T01:30:00Z"),
            ("2026-11-20T12:00:00", "2026-11-20T12:10:00Z"),
        ] {
            assert_eq!(
                zone.decide(local(newest), utc(received)),
                SourceTimeZone::UkTime,
                "{newest} {received}"
            );
        }
        let reading = "2026-10-24T12:45:00".parse().expect("a local time");
        assert_eq!(
            zone.utc(reading),
            utc("2026-10-24T11:45:00Z"),
            "also when it is read in winter"
        );
    }

    // case 76
    #[test]
    fn epoch_milliseconds_come_as_number_or_digits_and_within_reason() {
        let expected = DateTime::from_timestamp_millis(1_479_759_780_000);
        let read = |json| epoch_milliseconds(serde_json::from_str(json).expect("JSON"));
        for good in ["1479759780000", r#""1479759780000""#, "1479759780000.0", "1.47975978e12"] {
            assert_eq!(read(good), expected, "{good}");
        }
        for bad in
            ["1479759780", "-5", "9223372036854775807", r#""2016-11-21""#, "null", "1e308", "[1]"]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_day_is_read_in_every_form_that_clients_have_seen() {
        let today = "2026-11-20".parse().expect("a date");
        for text in [
            "Friday 20 November 2026",
            "Friday 20 November",
            "20 November",
            "20/11/2026",
            "2026-11-20",
            "Fri 20th Nov",
            "Friday, 20 November 2026",
            "FRIDAY 20 NOVEMBER 2026",
        ] {
            assert_eq!(parse_day(text, today), Some(today), "{text}");
        }
        assert_eq!(
            parse_day("Friday 1 January", "2026-12-30".parse().expect("a date")),
            NaiveDate::from_ymd_opt(2027, 1, 1)
        );
        for text in [
            "Thursday 20 November 2026",
            "Today",
            "",
            "31 February 2026",
            "Friday",
            "20/13/2026",
            "20 November 2026 issued",
            "2026",
        ] {
            assert_eq!(parse_day(text, today), None, "{text}");
        }
    }
}

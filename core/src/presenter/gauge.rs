//! The texts of a gauge: its value, the time of its reading, whether it reports, and how it compares with its record.

use super::answer::TimeStyle;
use crate::{
    domain::{
        Timestamp,
        chart::Period,
        freshness::{Freshness, is_ahead},
        geo::Distance,
        level_record::{Comparison, LevelRecord, Range, Span},
        river_order::{self, Neighbour},
        station::{Station, Status, Value},
        trend::{self, Reading, Tendency, Trend},
        uk_time,
    },
    i18n::{Language, Spoken, Texts, decimal, with_unit},
};
use chrono::{Datelike, NaiveDate, TimeDelta};
use std::sync::Arc;

/// The title of a gauge, or its name; without both that it has none.
pub fn name(language: Language, station: &Station) -> Spoken<'_> {
    let [title, name] = [station.title(), station.name()].map(|both| language.pick(both));
    match (title.text, name.text) {
        ("", "") => Spoken { text: language.texts().unnamed_gauge, foreign: None },
        ("", _) => name,
        _ => title,
    }
}

/// The level to the centimetre, which is as precise as it is, or the value of another unit as given; with its unit, or why there is none.
/// Charts, own levels and the `value` in files are as given.
pub fn value(texts: &Texts, station: &Station) -> String {
    match &station.value {
        Value::Measured { number, .. } if station.unit.is_metres() => {
            with_unit(*number, 2, &station.unit)
        }
        Value::Measured { text, .. } => {
            format!("{}\u{a0}{}", text.replace('-', "−"), station.unit.symbol())
        }
        Value::SensorFault => texts.sensor_fault.to_owned(),
        Value::Missing => texts.no_reading.to_owned(),
    }
}

/// How the level compares with the past of the gauge: "above its usual range".
pub fn comparison(language: Language, comparison: Comparison) -> String {
    let texts = language.record_texts();
    match comparison {
        Comparison::Range(standing, span) => (texts.standing)(standing, span),
        Comparison::Unchanged(since) => (texts.unchanged)(&language.date(since)),
    }
}

/// The facts of the record of a gauge, each with its label: the usual range, how many readings were lower than one that is
/// current, and the highest level, which `newest` may be.
pub fn record_facts(
    language: Language,
    station: &Station,
    record: &LevelRecord,
    is_current: bool,
    newest: Option<Reading>,
    today: NaiveDate,
) -> Vec<(&'static str, String)> {
    let (texts, since) = (language.record_texts(), language.date(record.since));
    let metres = |level: f64| with_unit(level, 2, &station.unit);
    let range = record.range(today);
    let (label, text) = match range {
        Some(Range { low, high, span }) => {
            // The days of one that is not of a year are named.
            let label = match span {
                Span::Year => texts.usual_range,
                Span::Days { .. } => texts.range,
            };
            let ends = (language.chart_texts().range)(&decimal(low, 2), &metres(high));
            (label, format!("{ends}{}", range_days(language, span)))
        }
        None => (texts.usual_range, (texts.no_range)(record.days, &since)),
    };
    let mut facts = vec![(label, text)];
    let lower = match &station.value {
        Value::Measured { number, .. } if is_current => record.lower_of_hundred(*number, today),
        _ => None,
    };
    if let Some((lower, Range { span, .. })) = lower.zip(range) {
        let text = match span {
            Span::Year => (texts.lower_in_year)(lower),
            Span::Days { since, .. } => (texts.lower_since)(lower, &language.date(since)),
        };
        facts.push((texts.comparison, text));
    }
    let highest = record.highest_with(newest);
    let time = language.date_and_time(highest.at);
    facts.push((texts.highest, (texts.highest_value)(&metres(highest.level), &time, &since)));
    facts
}

/// The days of a range that is not of a year, after a comma.
fn range_days(language: Language, span: Span) -> String {
    let Span::Days { count, since } = span else { return String::new() };
    format!(", {}", (language.record_texts().range_days)(count, &language.date(since)))
}

/// In the list of a river: how far the gauge is from the one upstream among `gauges`, or its county where the order is not known, since
/// another river may have the name; and the peak of its readings of the last hours, if its level is known not to rise again: the trend is that
/// of a current reading.
pub fn river_facts(
    language: Language,
    station: &Station,
    gauges: &[Arc<Station>],
    county: Option<&str>,
    (trend, readings): (Trend, &[Reading]),
    now: Timestamp,
    style: TimeStyle,
) -> Vec<String> {
    let texts = language.filter_texts();
    let has_fallen = matches!(trend.tendency, Tendency::Falling | Tendency::Steady);
    let is_river = station.unit.is_metres() && !station.is_tidal();
    let peak = trend::peak(readings).filter(|_| has_fallen && is_river);
    let peak = peak.map(|Reading { at, level }| {
        let level = with_unit(level, 2, &station.unit);
        (texts.peak)(&level, &(style.at)(language, at, now))
    });
    let upstream = river_order::neighbours(station, gauges).upstream;
    let upstream = upstream.and_then(|Neighbour { station, km }| {
        let distance = language.distance(Distance::from_metres(km * 1_000.0));
        // Part of a sentence of the page's language.
        let name = Some(name(language, &station)).filter(|name| name.foreign.is_none())?;
        Some((texts.below)(&distance, name.text))
    });
    let county = county.filter(|_| river_order::from_source(station).is_none());
    let where_it_is = upstream.or_else(|| county.map(str::to_owned));
    where_it_is.into_iter().chain(peak).collect()
}

/// The label of a tick on the axis of times: the day at midnight, in sixty days the date, else the time.
pub fn tick(language: Language, period: Period, at: Timestamp) -> String {
    let date = uk_time::date(at);
    let is_midnight = uk_time::date(at - TimeDelta::seconds(1)) != date;
    match period {
        Period::SixtyDays => format!("{}/{}", date.day(), date.month()),
        Period::TwoDays | Period::Week if is_midnight => language.short_day(date),
        Period::HalfDay | Period::TwoDays | Period::Week => language.when(at, at),
    }
}

/// That the gauge does not report, if so.
pub fn status(texts: &Texts, station: &Station) -> Option<String> {
    match (station.missing_since, &station.status) {
        (Some(_), _) => Some(texts.not_reported.to_owned()),
        (None, Status::Offline) => Some(texts.offline.to_ascii_lowercase()),
        (None, Status::Online | Status::Other(_)) => None,
    }
}

/// The time of the reading with its age, for a reader who sees it change: "14:05 · 20 minutes ago". Marked as that of the last reading if it
/// is stale or the gauge does not report.
pub fn time_with_age(language: Language, station: &Station, now: Timestamp) -> String {
    time(language, station, now, TimeStyle::RELATIVE)
}

/// The time of the reading with its date, for a text that may be read later: "21 September 2026, 14:05". Marked likewise.
pub fn time_with_date(language: Language, station: &Station, now: Timestamp) -> String {
    time(language, station, now, TimeStyle::DATED)
}

fn time(language: Language, station: &Station, now: Timestamp, style: TimeStyle) -> String {
    let texts = language.texts();
    let Some(at) = station.time else { return texts.time_not_given.to_owned() };
    if is_ahead(at, now) {
        return texts.time_ahead.to_owned();
    }
    let time = (style.at)(language, at, now);
    if !station.is_reporting() || Freshness::of_reading(Some(at), now) == Freshness::Stale {
        return (texts.last_reading)(&time);
    }
    match (style.ago)(language, at, now) {
        ago if ago.is_empty() => time,
        ago => format!("{time} · {ago}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    fn now() -> Timestamp {
        "2026-09-21T17:00:00Z".parse().expect("an instant")
    }

    fn station(properties: &str) -> Station {
        let feature = test_support::feature(None, &format!(r#""Location":"1",{properties}"#));
        Station::clone(&test_support::stations(&[feature], now())[0])
    }

    #[test]
    fn a_gauge_has_its_title_or_its_name_or_says_that_it_has_neither() {
        for (properties, expected) in [
            (r#""TitleEN":"Usk at Brecon","NameEN":"Brecon""#, ["Usk at Brecon"; 2]),
            (r#""NameEN":"Brecon","NameCY":"Aberhonddu""#, ["Brecon", "Aberhonddu"]),
            (r#""LatestValue":"1""#, ["Unnamed gauge", "Mesurydd dienw"]),
        ] {
            let feature = test_support::feature(None, &format!(r#""Location":"1",{properties}"#));
            let stations = test_support::stations(&[feature], now());
            let said = Language::ALL.map(|language| name(language, &stations[0]).text);
            assert_eq!(said, expected, "{properties}");
        }
    }

    // case 66
    #[test]
    fn a_value_has_its_unit_or_says_why_there_is_none() {
        for (properties, english, welsh) in [
            (r#""LatestValue":"1.20","Units":"m""#, "1.20\u{a0}m", "1.20\u{a0}m"),
            (r#""LatestValue":"-0.5","Units":"mAOD""#, "−0.50\u{a0}mAOD", "−0.50\u{a0}mAOD"),
            (r#""LatestValue":"0.895","Units":"mASD""#, "0.90\u{a0}mASD", "0.90\u{a0}mASD"),
            (r#""LatestValue":"-0.004","Units":"m""#, "0.00\u{a0}m", "0.00\u{a0}m"),
            (r#""LatestValue":"-0.125","Units":"mm""#, "−0.125\u{a0}mm", "−0.125\u{a0}mm"),
            (r#""LatestValue":"-9999""#, "sensor fault", "nam ar y synhwyrydd"),
            (r#""LatestValue":"""#, "no reading", "dim darlleniad"),
        ] {
            let station = station(properties);
            let said = Language::ALL.map(|language| value(language.texts(), &station));
            assert_eq!(said, [english, welsh], "{properties}");
        }
    }

    // case 68, 75, 77, 78
    #[test]
    fn a_stale_reading_and_one_of_a_gauge_that_does_not_report_is_the_last_one_in_both_styles() {
        let online = r#""LatestValue":"1","StatusEN":"Online""#;
        for (properties, with_age, with_date) in [
            (
                format!(r#"{online},"LatestTime":"2026-09-21T16:30:00Z""#),
                "17:30 · 30\u{a0}minutes ago",
                "21\u{a0}September 2026, 17:30",
            ),
            (
                format!(r#"{online},"LatestTime":"2026-09-20T16:30:00Z""#),
                "last reading 20\u{a0}September, 17:30",
                "last reading 20\u{a0}September 2026, 17:30",
            ),
            (
                r#""LatestValue":"1","StatusEN":"Offline","LatestTime":"2026-09-21T16:30:00Z""#
                    .to_owned(),
                "last reading 17:30",
                "last reading 21\u{a0}September 2026, 17:30",
            ),
            (format!(r#"{online},"LatestTime":"""#), "time not given", "time not given"),
            (
                format!(r#"{online},"LatestTime":"2026-09-21T18:30:00Z""#),
                "the time looks wrong",
                "the time looks wrong",
            ),
        ] {
            let station = station(&properties);
            let said = [time_with_age, time_with_date]
                .map(|time| time(Language::English, &station, now()));
            assert_eq!(said, [with_age, with_date], "{properties}");
        }
    }

    // case 264
    #[test]
    fn in_the_list_of_a_river_a_gauge_says_where_it_is_and_when_its_level_peaked() {
        let gauge = |id: &str, title: &str, welsh: &str| {
            let titles = format!(r#""TitleEN":"{title}","TitleCY":"{welsh}""#);
            let properties = format!(r#""Location":"{id}",{titles},"Units":"m""#);
            let feature = test_support::feature(None, &properties);
            Arc::clone(&test_support::stations(&[feature], now())[0])
        };
        let source = gauge("4050", "Usk at Trallong", "Wysg yn Nhrallong");
        let nameless = gauge("4050", "Usk at Trallong", "");
        let usk = gauge("4233", "Usk at Brecon", "Wysg yn Aberhonddu");
        let other = gauge("1", "Ely at Lanelay", "");
        let tidal = gauge("2", "Neath at Neath Tidal", "");
        let readings = [0.8, 1.0, 1.2, 1.3, 1.2, 1.0, 0.9].into_iter().zip(0..);
        let readings: Vec<Reading> = readings
            .map(|(level, quarter)| Reading {
                at: now() - TimeDelta::minutes(90 - 15 * quarter),
                level,
            })
            .collect();
        let trend = |tendency| Trend { tendency, rate: None };
        let [falling, rising, unknown] =
            [Tendency::Falling, Tendency::Rising, Tendency::Unknown].map(trend);
        let below = ["9.8\u{a0}km below Usk at Trallong", "9.8\u{a0}km islaw Wysg yn Nhrallong"];
        for (station, upstream, known, style, expected) in [
            (&usk, &source, (rising, &readings[..]), TimeStyle::RELATIVE, below),
            (&usk, &source, (unknown, &readings[..]), TimeStyle::RELATIVE, below),
            (&usk, &source, (falling, &readings[..4]), TimeStyle::RELATIVE, below),
            (&usk, &nameless, (rising, &[]), TimeStyle::RELATIVE, [below[0], ""]),
            (&source, &source, (rising, &[]), TimeStyle::RELATIVE, [""; 2]),
            (&tidal, &source, (falling, &readings[..]), TimeStyle::RELATIVE, ["X"; 2]),
            (
                &other,
                &source,
                (trend(Tendency::Steady), &readings[..]),
                TimeStyle::RELATIVE,
                ["X · peaked at 1.30\u{a0}m, 17:15", "X · uchafbwynt o 1.30\u{a0}m, 17:15"],
            ),
            (
                &other,
                &source,
                (falling, &readings[..]),
                TimeStyle::DATED,
                [
                    "X · peaked at 1.30\u{a0}m, 21\u{a0}September 2026, 17:15",
                    "X · uchafbwynt o 1.30\u{a0}m, 21\u{a0}Medi 2026, 17:15",
                ],
            ),
        ] {
            let gauges = [Arc::clone(upstream), Arc::clone(&usk)];
            let said = Language::ALL.map(|language| {
                let facts = river_facts(language, station, &gauges, Some("X"), known, now(), style);
                facts.join(" · ")
            });
            assert_eq!(said, expected);
        }
    }

    // case 58
    #[test]
    fn a_gauge_that_the_newest_response_lacks_is_not_reported_whatever_its_status() {
        let offline = station(r#""StatusEN":"Offline""#);
        assert_eq!(status(Language::English.texts(), &offline).as_deref(), Some("offline"));
        let missing = Station { missing_since: Some(now()), ..offline };
        let said = Language::ALL.map(|language| status(language.texts(), &missing));
        assert_eq!(said[0].as_deref(), Some("not in the source's latest answer"));
        assert_ne!(said[0], said[1]);
        assert_eq!(status(Language::English.texts(), &station(r#""StatusEN":"Online""#)), None);
    }
}

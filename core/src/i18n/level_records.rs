//! The texts about the records of gauges: their usual ranges and highest levels. Only late chunks of the page use them, so
//! they are a table of their own.

use super::plural::{Noun, english};
use crate::domain::level_record::{Span, Standing};

/// The texts in one language. Levels are formatted, with their unit.
pub struct RecordTexts {
    /// How a level compares with the range of a time.
    pub standing: fn(Standing, Span) -> String,
    /// In its place, and in that of the trend, for a sensor that may be stuck: the first day of its value.
    pub unchanged: fn(&str) -> String,
    /// The label of the range of a year.
    pub usual_range: &'static str,
    /// The label of the range of another time.
    pub range: &'static str,
    /// The number of days of a range that is not of a year, and its first day.
    pub range_days: fn(u16, &str) -> String,
    /// In place of the range, from the number of days of the last year that have usable readings, and the first recorded day.
    pub no_range: fn(u16, &str) -> String,
    /// The label of the comparison with the recorded readings.
    pub comparison: &'static str,
    /// How many of 100 readings of the last year were lower; 0 if fewer than one.
    pub lower_in_year: fn(u8) -> String,
    /// The same of the readings since a day.
    pub lower_since: fn(u8, &str) -> String,
    /// The label of the highest recorded level.
    pub highest: &'static str,
    /// The highest level, its time, and the first recorded day.
    pub highest_value: fn(&str, &str, &str) -> String,
    /// The heading of the highest levels of the years.
    pub years: &'static str,
    /// In the chart: the band of the range.
    pub band: fn(Span) -> &'static str,
    /// The filter for gauges above their range, from their number.
    pub only_above: fn(usize) -> String,
    /// No gauge is above its range.
    pub no_above: &'static str,
    /// The legend of the colour of a gauge; `None` for one that is not compared.
    pub legend: fn(Option<Standing>) -> &'static str,
}

pub(super) static ENGLISH: RecordTexts = RecordTexts {
    standing: |standing, span| {
        let comparison = match standing {
            Standing::Below => "below",
            Standing::Within => "within",
            Standing::Above => "above",
            Standing::FarAbove => "well above",
        };
        match span {
            Span::Year => format!("{comparison} its usual range"),
            Span::Days { count, .. } => {
                format!("{comparison} its range of {}", english(count.into(), "day", "days"))
            }
        }
    },
    unchanged: |since| format!("no other value since {since}: the gauge may be stuck"),
    usual_range: "Usual range",
    range: "Range of nine in ten readings",
    range_days: |count, since| {
        format!("on {} since {since}; not a whole year", english(count.into(), "day", "days"))
    },
    no_range: |count, since| {
        let days = english(count.into(), "day", "days");
        format!(
            "Not known: recorded here since {since}, with usable readings on {days} of the last year. It takes 90 days."
        )
    },
    comparison: "Compared with the past",
    lower_in_year: |lower| match lower {
        0 => "fewer than 1 of 100 readings of the last year were lower".to_owned(),
        _ => format!("higher than {lower} of 100 readings of the last year"),
    },
    lower_since: |lower, since| match lower {
        0 => format!("fewer than 1 of 100 readings since {since} were lower"),
        _ => format!("higher than {lower} of 100 readings since {since}"),
    },
    highest: "Highest recorded",
    highest_value: |level, time, since| format!("{level} on {time}; recorded since {since}"),
    years: "Highest of each year",
    band: |span| match span {
        Span::Year => "usual range",
        Span::Days { .. } => "range of nine in ten readings",
    },
    only_above: |n| format!("High for the gauge ({n})"),
    no_above: "No gauge here is known to be above its range. Gauges with readings of fewer than 90 days have none.",
    legend: |standing| match standing {
        None => "Not known how high",
        Some(Standing::Below | Standing::Within) => "Not high for this gauge",
        Some(Standing::Above) => "High for this gauge",
        Some(Standing::FarAbove) => "Very high for this gauge",
    },
};

const DAY: Noun = Noun::softened("diwrnod", "ddiwrnod");

pub(super) static WELSH: RecordTexts = RecordTexts {
    // ---- ours, to be signed off by a translator ----
    standing: |standing, span| {
        let range = match span {
            Span::Year => "'r ystod arferol".to_owned(),
            Span::Days { count, .. } => format!("'r ystod dros {}", DAY.after(count.into())),
        };
        match standing {
            Standing::Below => format!("yn is na{range}"),
            Standing::Within => {
                format!("o fewn {}", range.trim_start_matches('\'').replacen("r ", "yr ", 1))
            }
            Standing::Above => format!("yn uwch na{range}"),
            Standing::FarAbove => format!("yn llawer uwch na{range}"),
        }
    },
    unchanged: |since| format!("dim gwerth arall ers {since}: efallai fod y mesurydd yn sownd"),
    usual_range: "Yr ystod arferol",
    range: "Ystod naw o bob deg darlleniad",
    range_days: |count, since| {
        format!("ar {} ers {since}; nid blwyddyn gyfan", DAY.after(count.into()))
    },
    no_range: |count, since| {
        let days = DAY.after(count.into());
        format!(
            "Ddim yn hysbys: cofnodwyd yma ers {since}, gyda darlleniadau dilys ar {days} o'r flwyddyn ddiwethaf. Mae angen 90 diwrnod."
        )
    },
    comparison: "O gymharu â'r gorffennol",
    lower_in_year: |lower| match lower {
        0 => "roedd llai nag 1 o bob 100 darlleniad yn y flwyddyn ddiwethaf yn is".to_owned(),
        _ => format!("yn uwch na {lower} o bob 100 darlleniad yn y flwyddyn ddiwethaf"),
    },
    lower_since: |lower, since| match lower {
        0 => format!("roedd llai nag 1 o bob 100 darlleniad ers {since} yn is"),
        _ => format!("yn uwch na {lower} o bob 100 darlleniad ers {since}"),
    },
    highest: "Yr uchaf a gofnodwyd",
    highest_value: |level, time, since| format!("{level} ar {time}; cofnodwyd ers {since}"),
    years: "Yr uchaf ym mhob blwyddyn",
    band: |span| match span {
        Span::Year => "yr ystod arferol",
        Span::Days { .. } => "ystod naw o bob deg darlleniad",
    },
    only_above: |n| format!("Uchel i'r mesurydd ({n})"),
    no_above: "Nid yw'n hysbys bod unrhyw fesurydd yma yn uwch na'i ystod. Nid oes ystod i fesuryddion â darlleniadau dros lai na 90 diwrnod.",
    legend: |standing| match standing {
        None => "Ddim yn hysbys pa mor uchel",
        Some(Standing::Below | Standing::Within) => "Ddim yn uchel i'r mesurydd hwn",
        Some(Standing::Above) => "Uchel i'r mesurydd hwn",
        Some(Standing::FarAbove) => "Uchel iawn i'r mesurydd hwn",
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use chrono::NaiveDate;

    #[test]
    fn only_a_range_of_a_year_is_called_usual_and_another_names_its_days() {
        let days = |count| Span::Days { count, since: NaiveDate::MIN };
        for (standing, span, en, cy) in [
            (Standing::Above, Span::Year, "above its usual range", "yn uwch na'r ystod arferol"),
            (
                Standing::FarAbove,
                Span::Year,
                "well above its usual range",
                "yn llawer uwch na'r ystod arferol",
            ),
            (Standing::Within, Span::Year, "within its usual range", "o fewn yr ystod arferol"),
            (Standing::Below, Span::Year, "below its usual range", "yn is na'r ystod arferol"),
            (
                Standing::Above,
                days(102),
                "above its range of 102 days",
                "yn uwch na'r ystod dros 102 diwrnod",
            ),
            (
                Standing::Within,
                days(202),
                "within its range of 202 days",
                "o fewn yr ystod dros 202 diwrnod",
            ),
        ] {
            let text = |language: Language| {
                (language.record_texts().standing)(standing, span).replace('\u{a0}', " ")
            };
            assert_eq!(text(Language::English), en);
            assert_eq!(text(Language::Welsh), cy);
        }
    }

    #[test]
    fn the_readings_that_were_lower_are_counted_in_a_hundred() {
        for (lower, en, cy) in [
            (
                0,
                "fewer than 1 of 100 readings of the last year were lower",
                "roedd llai nag 1 o bob 100 darlleniad yn y flwyddyn ddiwethaf yn is",
            ),
            (
                99,
                "higher than 99 of 100 readings of the last year",
                "yn uwch na 99 o bob 100 darlleniad yn y flwyddyn ddiwethaf",
            ),
        ] {
            let text = |language: Language| (language.record_texts().lower_in_year)(lower);
            assert_eq!([text(Language::English), text(Language::Welsh)], [en, cy]);
        }
    }
}

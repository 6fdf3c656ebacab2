//! `GET …/StationData/historical?location=&parameter=&from=&to=`: the readings of one gauge.

use crate::api::{
    error::BodyError,
    json::{self, Items, Object},
    reading_value,
    scalar::Scalar,
    v1::times,
};
use crate::domain::{
    sorting,
    station::{Unit, Value},
    trend::Reading,
};
use chrono::{Days, NaiveDate};
use serde::Deserialize;
use serde_json::value::RawValue;

const EXPECTED: &str = "an object with parameterReadings";

/// The whole days in UTC for which a history is requested. The gateway passes no others on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// Five days, the last of them today.
    #[default]
    FiveDays,
    /// 30 days, the last of them today.
    ThirtyDays,
    /// The 30 days before a number of such periods: 1 for those before [`Self::ThirtyDays`], at most [`Self::EARLIEST`].
    ThirtyDaysBefore(u8),
}

impl Window {
    /// The earliest period of 30 days that the gateway passes on: with the others it makes a year.
    pub const EARLIEST: u8 = 12;

    /// The number of days.
    pub fn days(self) -> u8 {
        match self {
            Self::FiveDays => 5,
            Self::ThirtyDays | Self::ThirtyDaysBefore(_) => 30,
        }
    }

    /// The first day, and the day after the last one, which the service leaves out. `today` is in UTC. `None` outside the
    /// range of chrono.
    pub fn span(self, today: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
        let periods = match self {
            Self::FiveDays | Self::ThirtyDays => 0,
            Self::ThirtyDaysBefore(periods) => periods,
        };
        let days = Days::new(self.days().into());
        let later = Days::new(u64::from(periods) * u64::from(self.days()));
        let to = today.checked_add_days(Days::new(1))?.checked_sub_days(later)?;
        Some((to.checked_sub_days(days)?, to))
    }
}

/// The readings of one gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct Historical {
    /// The unit of the readings (`units`).
    pub unit: Unit,
    /// The readings in the order of their times, one for each time.
    pub readings: Vec<Reading>,
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(default, borrow)]
    units: Scalar<'a>,
    #[serde(rename = "parameterReadings")]
    readings: Items<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct WireReading<'a> {
    #[serde(borrow)]
    time: Scalar<'a>,
    value: Scalar<'a>,
}

/// Decodes a response. A reading without a usable value or time is left out.
pub fn decode(body: &[u8]) -> Result<Historical, BodyError> {
    let text = json::body_text(body)?;
    let Object(Response { units, readings: Items { items, .. } }) = json::parse(text, EXPECTED)?;
    let unit = Unit::parse(&units.line());
    let readings = items.iter().filter_map(|item| reading(item.get(), &unit)).collect();
    let mut readings = sorting::sorted(readings, |a: &Reading, b| a.at.cmp(&b.at));
    readings.dedup_by_key(|reading| reading.at);
    Ok(Historical { unit, readings })
}

fn reading(json: &str, unit: &Unit) -> Option<Reading> {
    let Object(WireReading { time, value }) = serde_json::from_str(json).ok()?;
    match reading_value::parse(&value.line(), unit, None) {
        Value::Measured { number, .. } => {
            Some(Reading { at: times::iso(time.line().trim())?, level: number })
        }
        Value::SensorFault | Value::Missing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_sorted_without_the_unusable_ones() {
        let body = r#"{"nameEN":"Brecon","units":"m","parameterReadings":[
            {"time":"2026-11-20T12:15:00Z","value":1.5},
            {"time":"2026-11-20T12:00:00Z","value":-0.25},
            {"time":"2026-11-20T12:15:00Z","value":1.5},
            {"time":"2026-11-20T12:30:00","value":1.6},
            {"time":"2026-11-20T12:45:00Z","value":null},
            {"time":"2026-11-20T13:00:00Z","value":-9999},
            null
        ]}"#;
        let history = decode(body.as_bytes()).expect("an object");
        let reading = |time: &str, level| Reading { at: time.parse().expect("an instant"), level };
        assert_eq!(
            history,
            Historical {
                unit: Unit::Metres,
                readings: vec![
                    reading("2026-11-20T12:00:00Z", -0.25),
                    reading("2026-11-20T12:15:00Z", 1.5)
                ],
            }
        );
    }

    #[test]
    fn no_readings_are_a_response_and_another_shape_is_an_error() {
        let empty = decode(br#"{"parameterReadings":[]}"#).expect("an object");
        assert_eq!(empty.readings, []);
        for body in ["{}", "[]", r#"{"parameterReadings":null}"#] {
            assert_eq!(
                decode(body.as_bytes()),
                Err(BodyError::WrongShape { expected: EXPECTED }),
                "{body}"
            );
        }
    }
}

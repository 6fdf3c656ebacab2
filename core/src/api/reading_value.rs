//! The value of a reading, of any version.

use crate::domain::{
    decimal,
    limits::{ABSURD_VALUE, LONGEST_VALUE_CHARACTERS, SENTINELS},
    station::{Figure, Value},
};

/// Parses a value. Only plain decimals are readings: no exponents, commas, units or lists.
pub(crate) fn parse(text: &str) -> Value {
    let measured = |number: f64, text: &str| {
        Figure::new(text).map_or(Value::Missing, |text| Value::Measured { number, text })
    };
    match decimal::parse(text) {
        Some(number) if SENTINELS.contains(&number) || number.abs() >= ABSURD_VALUE => {
            Value::SensorFault
        }
        // Values with more digits than any gauge reports are rounded.
        Some(number) if text.len() > LONGEST_VALUE_CHARACTERS => {
            measured(number, &decimal::short(number))
        }
        Some(0.0) => measured(0.0, text.trim_start_matches('-')),
        Some(number) => measured(number, text),
        None => Value::Missing,
    }
}

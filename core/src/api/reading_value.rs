//! The value of a reading, of any version.

use crate::domain::{
    decimal,
    limits::{
        ABSURD_VALUE, LONGEST_VALUE_CHARACTERS, METRES_ABOVE_ORDNANCE_DATUM, METRES_ABOVE_ZERO,
        METRES_OF_SEA, SENTINELS,
    },
    station::{Figure, ParameterKind, Unit, Value},
};

/// Parses a value. Only plain decimals are readings: no exponents, commas, units or lists. A value that cannot be one of its
/// unit is a sensor fault.
pub(crate) fn parse(text: &str, unit: &Unit, kind: Option<ParameterKind>) -> Value {
    let measured = |number: f64, text: &str| {
        Figure::new(text).map_or(Value::Missing, |text| Value::Measured { number, text })
    };
    match decimal::parse(text) {
        Some(number) if is_fault(number, unit, kind) => Value::SensorFault,
        // Values with more digits than any gauge reports are rounded.
        Some(number) if text.len() > LONGEST_VALUE_CHARACTERS => {
            measured(number, &decimal::short(number))
        }
        Some(0.0) => measured(0.0, text.trim_start_matches('-')),
        Some(number) => measured(number, text),
        None => Value::Missing,
    }
}

/// Whether a value of a gauge is one that loggers write for a fault, or that no water in Wales can have.
pub fn is_fault(number: f64, unit: &Unit, kind: Option<ParameterKind>) -> bool {
    let bounds = match (unit, kind) {
        (Unit::Other(_), _) => -ABSURD_VALUE..=ABSURD_VALUE,
        (_, Some(ParameterKind::Tide)) => METRES_OF_SEA,
        (Unit::MetresAboveOrdnanceDatum, _) => METRES_ABOVE_ORDNANCE_DATUM,
        (Unit::Metres | Unit::MetresAboveStationDatum, _) => METRES_ABOVE_ZERO,
    };
    SENTINELS.contains(&number) || !bounds.contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;

    // case 213
    #[test]
    fn a_value_that_no_water_in_wales_can_have_is_a_sensor_fault() {
        let units = ["m", "mAOD", "mASD"].map(Unit::parse);
        for text in
            ["-888", "-999999", "999.9", "-99.99", "6553.5", "65535", "-99", "-7999", "1000000000"]
        {
            for unit in &units {
                assert_eq!(parse(text, unit, None), Value::SensorFault, "{text} {unit:?}");
            }
        }
        // Of any unit.
        for text in ["-999", "-9999", "9999", "-99999", "99999", "32767", "-32768", "10000000000"] {
            assert_eq!(parse(text, &Unit::parse("l/s"), None), Value::SensorFault, "{text}");
        }
        let is_level = |text: &str, unit: &str, kind| {
            matches!(parse(text, &Unit::parse(unit), kind), Value::Measured { .. })
        };
        for (text, unit) in [
            ("-27.646", "mASD"),
            ("76.085", "mASD"),
            ("28.685", "m"),
            ("-8.674", "m"),
            ("830", "mAOD"),
        ] {
            assert!(is_level(text, unit, None), "{text} {unit}");
        }
        assert!(is_level("-888", "mm", Some(ParameterKind::Rain)) && is_level("888", "l/s", None));
        assert!(is_level("7.5", "mAOD", Some(ParameterKind::Tide)));
        assert!(!is_level("25", "mAOD", Some(ParameterKind::Tide)));
    }
}

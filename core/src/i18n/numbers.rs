//! Number formatting. Both languages use a decimal point; negative numbers have the minus sign
//! U+2212.

use crate::domain::{decimal, station::Unit, trend::Rate};

/// Formats `value` with `digits` digits after the point.
pub fn decimal(value: f64, digits: u32) -> String {
    decimal::fixed(value, digits).replace('-', "−")
}

/// Formats `value` with its unit on the same line.
pub fn with_unit(value: f64, digits: u32, unit: &Unit) -> String {
    format!("{}\u{a0}{}", decimal(value, digits), unit.symbol())
}

/// Formats how fast a level changes, without its sign: whole centimetres per hour from 2 on, below
/// that one decimal.
pub fn rate_of_change(rate: Rate) -> String {
    let rate = rate.cm_per_hour.abs();
    decimal(rate, u32::from(rate < 1.95))
}

//! Number formatting. Both languages use a decimal point; negative numbers have the minus sign
//! U+2212.

use crate::domain::decimal;

/// Formats `value` with `digits` digits after the point.
pub fn decimal(value: f64, digits: u32) -> String {
    decimal::fixed(value, digits).replace('-', "−")
}

//! Numbers as people read them. Both languages write a point before the fraction, and the true
//! minus sign.

use crate::domain::decimal;

/// `value` with that many digits after the point.
pub fn decimal(value: f64, digits: u32) -> String {
    decimal::fixed(value, digits).replace('-', "−")
}

//! Numbers as people read them. Both languages write a point before the fraction.

/// `value` with that many digits after the point, halves away from zero; built of integers, because printing floats costs the page
/// 10 kB.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates, and nothing here comes near it
pub fn decimal(value: f64, digits: u32) -> String {
    let scale = 10_u64.pow(digits.min(6));
    #[allow(clippy::cast_precision_loss)] // at most a million
    let scaled = (value.abs() * scale as f64).round() as u64;
    let sign = if value < 0.0 && scaled > 0 { "−" } else { "" };
    if digits == 0 {
        return format!("{sign}{scaled}");
    }
    let width = digits as usize;
    format!("{sign}{}.{:0width$}", scaled / scale, scaled % scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_and_signed() {
        for (value, digits, text) in [(1.25, 1, "1.3"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-1.5, 0, "−2"), (9.96, 1, "10.0"), (12.0, 0, "12"), (0.005, 2, "0.01")] {
            assert_eq!(decimal(value, digits), text);
        }
        assert_eq!(decimal(f64::NAN, 1), "0.0");
    }
}

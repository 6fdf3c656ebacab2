//! Parsing and formatting of decimal numbers.

/// Parses a plain decimal: an optional sign, digits, an optional fraction. Returns `None` for
/// anything else, exponents and infinities included.
pub fn parse(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_plain = [whole, fraction]
        .iter()
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_plain {
        return None;
    }
    // serde_json's tables are already in the WebAssembly file; those of `f64::from_str` would add
    // 11 kB. JSON does not allow leading zeros.
    let whole = whole.trim_start_matches('0');
    let magnitude: f64 =
        serde_json::from_str(&format!("{}.{fraction}", if whole.is_empty() { "0" } else { whole }))
            .ok()?;
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// Formats `value` with `digits` digits after the point. Halves are rounded away from zero;
/// negative values have an ASCII "-". `format!` rounds halves of the binary value (1.005 becomes
/// "1.00") and writes "-0.0".
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates, and nothing here comes near it
pub fn fixed(value: f64, digits: u32) -> String {
    let scale = 10_u64.pow(digits.min(6));
    #[allow(clippy::cast_precision_loss)] // at most a million
    let scaled = (value.abs() * scale as f64).round() as u64;
    let sign = if value < 0.0 && scaled > 0 { "-" } else { "" };
    if digits == 0 {
        return format!("{sign}{scaled}");
    }
    let width = digits as usize;
    format!("{sign}{}.{:0width$}", scaled / scale, scaled % scale)
}

/// Formats `value` with up to six digits after the point, without trailing zeros.
pub fn short(value: f64) -> String {
    let text = fixed(value, 6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_decimals_are_read() {
        for text in ["", ".", "1.", ".5", "1e3", "NaN", "inf", "--1", "1,5", "0x1", " 1", "1 ", "١"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&"9".repeat(400)), None, "beyond all bounds");
        for (text, value) in [
            ("0", 0.0),
            ("-0.50", -0.5),
            ("+2", 2.0),
            ("007.25", 7.25),
            ("00", 0.0),
            ("123456.789", 123_456.789),
        ] {
            assert_eq!(parse(text), Some(value), "{text}");
        }
    }

    #[test]
    fn decimals_are_rounded_and_signed() {
        for (value, digits, text) in [
            (1.25, 1, "1.3"),
            (0.04, 1, "0.0"),
            (-0.04, 1, "0.0"),
            (-1.5, 0, "-2"),
            (9.96, 1, "10.0"),
            (12.0, 0, "12"),
            (0.005, 2, "0.01"),
        ] {
            assert_eq!(fixed(value, digits), text);
        }
        assert_eq!(fixed(f64::NAN, 1), "0.0");
        assert_eq!(
            (short(0.214), short(-5.0), short(1e-9)),
            ("0.214".to_owned(), "-5".to_owned(), "0".to_owned())
        );
    }
}

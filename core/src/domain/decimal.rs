//! Decimal numbers read and written without the standard library's tables, which cost the page 15 kB.

/// A plain decimal: an optional sign, digits, an optional fraction. Exponents, infinities and anything else are `None`.
///
/// Up to 15 significant digits are exact; further ones of the fraction are beyond what any gauge measures and are left out.
pub fn parse(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let plain = [whole, fraction].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    if !plain {
        return None;
    }
    let mut value = 0.0;
    for digit in whole.bytes() {
        value = value * 10.0 + f64::from(digit - b'0');
    }
    let (mut scale, mut rest) = (1.0, 0.0);
    for digit in fraction.bytes().take(15_usize.saturating_sub(whole.len()).max(6)) {
        rest = rest * 10.0 + f64::from(digit - b'0');
        scale *= 10.0;
    }
    // One division of whole numbers rounds once, so that the result is the number that was written.
    let value = (value * scale + rest) / scale;
    value.is_finite().then_some(if text.starts_with('-') { -value } else { value })
}

/// `value` with that many digits after the point, halves away from zero, "-" before a number below zero.
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

/// Up to six digits after the point, without trailing zeros.
pub fn short(value: f64) -> String {
    let text = fixed(value, 6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_plain_decimals_are_read() {
        for text in ["", ".", "1.", ".5", "1e3", "NaN", "inf", "--1", "1,5", "0x1", " 1", "1 ", "١"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&"9".repeat(400)), None, "beyond all bounds");
    }

    #[test]
    fn decimals_are_rounded_and_signed() {
        for (value, digits, text) in
            [(1.25, 1, "1.3"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-1.5, 0, "-2"), (9.96, 1, "10.0"), (12.0, 0, "12"), (0.005, 2, "0.01")]
        {
            assert_eq!(fixed(value, digits), text);
        }
        assert_eq!(fixed(f64::NAN, 1), "0.0");
        assert_eq!((short(0.214), short(-5.0), short(1e-9)), ("0.214".to_owned(), "-5".to_owned(), "0".to_owned()));
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_the_standard_library_reads(whole in 0_u32..100_000, fraction in 0_u32..1_000_000, negative: bool) {
            let text = format!("{}{whole}.{fraction:06}", if negative { "-" } else { "" });
            prop_assert_eq!(parse(&text), text.parse::<f64>().ok());
        }
    }
}

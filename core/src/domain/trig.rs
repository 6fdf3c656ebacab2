//! Sine, cosine and their kin for angles on the earth, where every argument lies within a few turns. The standard library's own
//! are right for any argument and cost the page 5 kB of tables for that.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Right to 1e-15 for angles within a few turns.
pub fn sin(angle: f64) -> f64 {
    let turned = angle - (angle / TAU).round() * TAU;
    // Into −π/2..=π/2, where the series is short.
    let folded = if turned > FRAC_PI_2 {
        PI - turned
    } else if turned < -FRAC_PI_2 {
        -PI - turned
    } else {
        turned
    };
    let square = folded * folded;
    // Taylor: the next term is below 1e-18.
    let series = [23.0, 21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0];
    let factor = series.into_iter().fold(1.0, |inner, n: f64| 1.0 - square / (n * (n - 1.0)) * inner);
    folded * factor
}

pub fn cos(angle: f64) -> f64 {
    sin(angle + FRAC_PI_2)
}

pub fn tan(angle: f64) -> f64 {
    sin(angle) / cos(angle)
}

/// Right to 1e-15.
pub fn atan(ratio: f64) -> f64 {
    if ratio.abs() > 1.0 {
        return FRAC_PI_2.copysign(ratio) - atan(1.0 / ratio);
    }
    // Two halvings of the angle bring the ratio below 0.2, where the series is short.
    let half = |ratio: f64| ratio / (1.0 + (1.0 + ratio * ratio).sqrt());
    let small = half(half(ratio));
    let square = small * small;
    let series = (0_i32..12).rev().fold(0.0, |sum, n| 1.0 / f64::from(2 * n + 1) - square * sum);
    4.0 * small * series
}

/// The angle of the point (x, y), −π..=π.
pub fn atan2(y: f64, x: f64) -> f64 {
    if x > 0.0 {
        atan(y / x)
    } else if x < 0.0 {
        atan(y / x) + PI.copysign(y)
    } else if y == 0.0 {
        0.0
    } else {
        FRAC_PI_2.copysign(y)
    }
}

pub fn asin(sine: f64) -> f64 {
    atan2(sine, (1.0 - sine * sine).max(0.0).sqrt())
}

/// The natural logarithm of a positive number, right to 1e-15.
pub fn ln(value: f64) -> f64 {
    let (mut power, mut mantissa) = (0_i32, value);
    while mantissa > 1.5 && power < 1_100 {
        (mantissa, power) = (mantissa / 2.0, power + 1);
    }
    while mantissa < 0.75 && power > -1_100 {
        (mantissa, power) = (mantissa * 2.0, power - 1);
    }
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let series = (0_i32..13).rev().fold(0.0, |sum, n| 1.0 / f64::from(2 * n + 1) + square * sum);
    2.0 * ratio * series + f64::from(power) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_agree_with_the_standard_library(angle in -10.0..10.0_f64, x in -3.0..3.0_f64, y in -3.0..3.0_f64) {
            prop_assert!((sin(angle) - angle.sin()).abs() < 4e-15);
            prop_assert!((cos(angle) - angle.cos()).abs() < 4e-15);
            prop_assert!((atan2(y, x) - y.atan2(x)).abs() < 4e-15, "{} {}", atan2(y, x), y.atan2(x));
            let sine = (x / 3.0).clamp(-1.0, 1.0);
            prop_assert!((asin(sine) - sine.asin()).abs() < 1e-13);
            let positive = x.abs() * 40.0 + 1e-9;
            prop_assert!((ln(positive) - positive.ln()).abs() < 1e-13);
        }
    }

    #[test]
    fn the_edges_are_right() {
        assert_eq!(atan2(0.0, 0.0), 0.0);
        assert!((atan2(0.0, -1.0) - PI).abs() < 1e-15);
        assert!((atan2(1.0, 0.0) - FRAC_PI_2).abs() < 1e-15);
        assert!((asin(1.0) - FRAC_PI_2).abs() < 1e-15);
        assert_eq!(ln(1.0), 0.0);
        assert!(sin(f64::NAN).is_nan() && atan(f64::NAN).is_nan());
    }
}

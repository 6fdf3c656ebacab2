//! Sine, cosine, arc sine and arc tangent, in radians: in a browser those of JavaScript, since those of std need 9 kB of the module.

#[cfg(target_arch = "wasm32")]
pub use js_sys::Math::{asin, atan2, cos, sin};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{asin, atan2, cos, sin};

#[cfg(not(target_arch = "wasm32"))]
mod native {
    /// The sine of an angle.
    pub fn sin(angle: f64) -> f64 {
        angle.sin()
    }

    /// The cosine of an angle.
    pub fn cos(angle: f64) -> f64 {
        angle.cos()
    }

    /// The angle of a sine.
    pub fn asin(sine: f64) -> f64 {
        sine.asin()
    }

    /// The angle of the point (`x`, `y`).
    pub fn atan2(y: f64, x: f64) -> f64 {
        y.atan2(x)
    }
}

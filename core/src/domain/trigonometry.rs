//! Sine, cosine, arc sine and arc tangent: in a browser those of JavaScript, since those of std need 9 kB of the module.

/// The functions of an angle in radians.
pub trait Trigonometry {
    /// The sine.
    #[must_use]
    fn sine(self) -> Self;
    /// The cosine.
    #[must_use]
    fn cosine(self) -> Self;
    /// The angle of a sine.
    #[must_use]
    fn arc_sine(self) -> Self;
    /// The angle of the point (`x`, `self`).
    #[must_use]
    fn arc_tangent(self, x: Self) -> Self;
}

#[cfg(target_arch = "wasm32")]
impl Trigonometry for f64 {
    fn sine(self) -> Self {
        js_sys::Math::sin(self)
    }

    fn cosine(self) -> Self {
        js_sys::Math::cos(self)
    }

    fn arc_sine(self) -> Self {
        js_sys::Math::asin(self)
    }

    fn arc_tangent(self, x: Self) -> Self {
        js_sys::Math::atan2(self, x)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Trigonometry for f64 {
    fn sine(self) -> Self {
        self.sin()
    }

    fn cosine(self) -> Self {
        self.cos()
    }

    fn arc_sine(self) -> Self {
        self.asin()
    }

    fn arc_tangent(self, x: Self) -> Self {
        self.atan2(x)
    }
}

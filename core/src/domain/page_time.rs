//! Page time, used to measure the age of responses.

/// Page time in milliseconds: 0 when the page was opened, advanced by whichever of the device's two
/// clocks advanced further. It never decreases and no response changes it, so an age only grows.
/// Moments before the page was opened are negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageTime(i64);

impl PageTime {
    /// Creates a page time from milliseconds since the page was opened.
    pub const fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    /// Milliseconds since the page was opened.
    pub fn milliseconds(self) -> i64 {
        self.0
    }

    /// Adds `milliseconds`, which may be negative.
    #[must_use]
    pub fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// Milliseconds from `earlier` to `self`.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Whole seconds from `earlier` to `self`.
    pub fn seconds_since(self, earlier: Self) -> i64 {
        self.since(earlier) / 1_000
    }
}

//! The page's own time line, on which the ages of responses are measured.

/// Milliseconds since the page was opened. It never goes back and no response changes it, so an age
/// only grows. What happened before the page was opened is negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageTime(i64);

impl PageTime {
    pub const fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    pub fn milliseconds(self) -> i64 {
        self.0
    }

    /// So many milliseconds later, or earlier if negative.
    #[must_use]
    pub fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// The milliseconds from `earlier` to here.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The whole seconds from `earlier` to here.
    pub fn seconds_since(self, earlier: Self) -> i64 {
        self.since(earlier) / 1_000
    }
}

//! The device's clocks, and the UTC time that is learned from responses.

use crate::browser::clock;
use gorlif_core::{
    domain::{Timestamp, page_time::PageTime},
    source::clock::{ClockCorrection, Epoch, PageClock},
};

/// The number of sources.
pub(super) const SOURCES: usize = 4;

/// The device's clocks and the UTC time learned from responses.
pub(super) struct Clocks {
    pub(super) clock: PageClock,
    pub(super) correction: ClockCorrection<SOURCES>,
}

/// The page time and its offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Time {
    pub(super) page: PageTime,
    pub(super) epoch: Epoch,
}

impl Time {
    pub(super) fn utc(self) -> Timestamp {
        self.epoch.utc(self.page)
    }
}

/// The monotonic clock in whole milliseconds.
pub(super) fn monotonic() -> i64 {
    #[allow(clippy::cast_possible_truncation)] // far below 2^53
    {
        clock::monotonic() as i64
    }
}

//! The state of each source over time: its content, its poll schedule, and the warning status of a
//! place.

pub mod answer;
pub mod clock;
pub mod content;
pub mod poller;
pub mod retain_missing;
pub mod schedule;
pub mod state;
pub mod warnings;

//! Each source over time: what is known of it, when it is asked again, and what may be said of the
//! warnings at a place.

pub mod clock;
pub mod retain_missing;
pub mod schedule;
pub mod state;
pub mod warnings;

//! Nothing but its benchmarks.

//! The page as a library. `docs/architecture.md` describes it; data flows in one direction:
//!
//! ```text
//! browser/fetch -> core::api -> core::domain -> core::source -> state -> map, components
//! ```
//!
//! `tests/architecture.rs` checks which module may import which.

pub mod app;
pub mod browser;
pub mod components;
pub mod late;
pub mod map;
pub mod state;

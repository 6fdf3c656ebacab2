//! The page. Data walks through it in one direction:
//!
//! ```text
//! bytes ─ browser/fetch ─▶ core: service ─▶ domain ─ feed ─▶ state ─▶ map, view ─▶ people
//! ```
//!
//! | module | may import |
//! |---|---|
//! | `browser` | core's `domain::limits` and `service::error` |
//! | `state` | core, `browser` |
//! | `map` | core's `domain`, `language`, `atlas`; `browser` |
//! | `view` | core, `browser`, `state`, `map` |
//! | `main` | `view`, `browser` |
//!
//! `tests/architecture.rs` holds this table against the sources.

pub mod browser;
pub mod erased;
pub mod map;
pub mod state;
pub mod view;

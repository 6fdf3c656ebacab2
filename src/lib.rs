//! The page. Data walks through it in one direction:
//!
//! ```text
//! bytes ─ browser/fetch ─▶ core: service ─▶ domain ─ feed ─▶ state ─▶ map, view ─▶ people
//! ```
//!
//! | module | may import |
//! |---|---|
//! | `browser` | core's `domain` (limits and sums of moments) and `service::error` |
//! | `erased` | core's `domain::order`, `language`; `browser` |
//! | `state` | core, `browser`, `erased` |
//! | `map` | core's `domain`, `language`, `atlas`; `browser`, `erased` |
//! | `view` | core, `browser`, `erased`, `state`, `map` |
//! | `main` | `view`, `browser`, `erased` |
//!
//! `tests/architecture.rs` holds this table against the sources.

pub mod app;
pub mod browser;
pub mod components;
pub mod map;
pub mod state;

//! What Gorlif knows without a browser: the facts (`domain`), the client side of the service
//! (`api`), what is known of each source over time (`source`), the two languages (`i18n`), and
//! places and outlines (`atlas`).
//!
//! | module | may import |
//! |---|---|
//! | `domain` | – |
//! | `api`, `i18n`, `atlas` | `domain` |
//! | `source` | `domain`, `api` |
//!
//! `tests/architecture.rs` of the workspace root holds this table against the sources.

pub mod api;
pub mod atlas;
pub mod domain;
pub mod i18n;
pub mod source;

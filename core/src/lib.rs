//! What Gorlif knows without a browser: the facts (`domain`), how they arrive (`service`), how they age (`feed`),
//! how they are said (`language`) and the ground they lie on (`atlas`).
//!
//! | module | may import |
//! |---|---|
//! | `domain` | – |
//! | `service`, `language`, `atlas` | `domain` |
//! | `feed` | `domain`, `service` |
//!
//! `tests/architecture.rs` of the workspace root holds this table against the sources.

pub mod atlas;
pub mod domain;
pub mod feed;
pub mod language;
pub mod service;

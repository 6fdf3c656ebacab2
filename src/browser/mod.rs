//! Thin adapters to browser APIs, one API per file. When an API fails, only its own feature is
//! lost.

pub mod address;
pub mod app_badge;
pub mod clock;
pub mod document;
pub mod fetch;
pub mod file;
pub mod geolocation;
pub mod js_object;
pub mod kept_file;
pub mod marks;
pub mod navigator;
pub mod notification;
pub mod printing;
pub mod push;
pub mod readings_store;
pub mod resizes;
pub mod response_cache;
pub mod settings;
pub mod sharing;
pub mod sound;
pub mod storage;
pub mod timer;
pub mod wake_lock;

// Adapters do nothing without one.
pub(crate) use web_sys::window;

//! The chunk with the watch list.

mod panel;
mod push;

use crate::components::late::WatchParts;
use leptos::prelude::*;
use panel::WatchPanel;

pub static WATCH: WatchParts = WatchParts { panel: || view! { <WatchPanel /> }.into_any() };

//! How far the page has come since it was opened.

use super::late_state::LateState;
use leptos::prelude::*;

/// How far the page has come, and whether it is visible.
#[derive(Clone, Copy, Default)]
pub struct Progress {
    /// The maximum wait for the first responses has elapsed.
    pub wait_elapsed: RwSignal<bool>,
    /// The warnings and the gauges are painted, have failed, or took longer than a second; assets
    /// and late chunks may be requested.
    pub primary_painted: RwSignal<bool>,
    /// The values that the chunk `page` derives, once it has loaded.
    pub late: RwSignal<Option<LateState>>,
    /// A newer version of the page is ready for the next load.
    pub new_version: RwSignal<bool>,
    /// The page is not visible.
    pub is_hidden: RwSignal<bool>,
}

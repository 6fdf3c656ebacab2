//! The messages that the page holds: those of the answer, and those of the national response elsewhere.

use super::app_state::AppState;
use gorlif_core::domain::warning::{AreaCode, Warning};
use leptos::prelude::*;

impl AppState {
    /// Calls `each` with the messages as the answer has them, which merges both responses, and then
    /// with the others of the national response.
    pub fn each_message(self, each: &mut dyn FnMut(&Warning)) {
        self.warnings.with(|warnings| {
            warnings.found.iter().for_each(|local| each(&local.warning));
            self.sources.national_warnings.with(|source| {
                let national = source.snapshot().into_iter().flat_map(|last| last.content.iter());
                national.filter(|warning| warnings.get(&warning.code).is_none()).for_each(each);
            });
        });
    }

    /// The message of an area.
    pub fn message(self, code: &AreaCode) -> Option<Warning> {
        let mut found = None;
        self.each_message(&mut |warning| {
            if warning.code == *code {
                found = Some(warning.clone());
            }
        });
        found
    }
}

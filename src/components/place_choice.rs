//! The state of the form that chooses the place.

use super::fragments::{RIVERS_HEADING, focus_answer};
use crate::{
    browser::document,
    state::{AppState, PlaceOrigin},
};
use gorlif_core::{
    domain::{county::County, geo::Position},
    gazetteer::search::Found,
    i18n::Texts,
};
use leptos::prelude::*;

/// The problem with the typed text. Its sentence changes language with the page.
pub type Problem = fn(PlaceChoice) -> String;

/// The form, and what is typed in its field.
#[derive(Clone, Copy)]
pub struct PlaceChoice {
    pub app: AppState,
    pub is_open: RwSignal<bool>,
    pub problem: RwSignal<Option<Problem>>,
    pub typed: RwSignal<String>,
    /// The index of the suggestion selected with the arrow keys.
    pub active: RwSignal<Option<usize>>,
    pub found: Memo<Found>,
}

impl PlaceChoice {
    /// Chooses a place, or all of Wales. Returns whether it was accepted.
    pub fn choose(self, place: Option<Position>, origin: PlaceOrigin) -> bool {
        if place.is_some_and(|place| !self.app.has_land(place)) {
            self.problem.set(Some(|form| form.texts().place_at_sea.to_owned()));
            return false;
        }
        self.app.choices.choose_place(place, origin);
        self.end();
        true
    }

    /// Chooses a county.
    pub fn choose_county(self, county: County) {
        self.app.choices.choose_county(Some(county));
        self.end();
    }

    /// Chooses a river, and leads to its gauges.
    pub fn choose_river(self, river: String) {
        self.app.choices.choose_river(river);
        self.close();
        request_animation_frame(|| document::focus(RIVERS_HEADING));
    }

    fn end(self) {
        focus_answer();
        self.close();
    }

    fn close(self) {
        self.clear();
        self.problem.set(None);
        self.is_open.set(false);
    }

    /// Empties the field.
    pub fn clear(self) {
        self.typed.set(String::new());
        self.active.set(None);
    }

    pub fn texts(self) -> &'static Texts {
        self.app.texts()
    }
}

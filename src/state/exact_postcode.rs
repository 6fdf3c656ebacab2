//! The exact position of a complete postcode, from the gateway, where the deployer has enabled it.

use super::{app_state::AppState, place_name::PlaceOrigin, remembered_places::RememberedPlace};
use crate::browser::fetch::{self, RequestOptions};
use gorlif_core::{
    domain::geo::{Distance, Position, Radius},
    gazetteer::{notation, postcode},
};
use leptos::prelude::*;

/// The position of the sector, which was chosen, and what contains its postcodes.
#[derive(Clone, Copy)]
pub struct ChosenSector {
    pub position: Position,
    pub spread: Distance,
    /// The radius that contains the sector.
    pub radius: Radius,
    /// The radius before it was enlarged to contain the sector.
    pub radius_before: Radius,
}

/// A position farther than this from its sector is not believed.
const TOLERANCE_METRES: f64 = 5_000.0;

impl AppState {
    /// Replaces the chosen sector by the exact position, if the text is a complete postcode. Without
    /// a response, and if the visitor has made another choice meanwhile, nothing changes.
    pub fn request_exact_postcode(self, text: &str, sector: ChosenSector) {
        if !self.deployment.settings.postcodes {
            return;
        }
        let Some(postcode) = notation::complete_postcode(text) else { return };
        let request = RequestOptions {
            url: format!("postcode/{}", postcode.replace(' ', "")),
            ..RequestOptions::default()
        };
        let is_near = move |exact: &Position| {
            let distance = exact.distance_to(sector.position).metres();
            distance <= sector.spread.metres() + TOLERANCE_METRES
        };
        fetch::get(request, move |ended| {
            let body = ended.result.ok().and_then(|fetched| fetched.body).unwrap_or_default();
            let exact = postcode::decode(&body, &postcode).filter(is_near);
            let Some(exact) = exact.filter(|exact| self.has_land(*exact)) else { return };
            let is_chosen =
                untrack(|| self.choices.circle()) == Some((sector.position, sector.radius));
            if !is_chosen || self.choices.selection.get_untracked().is_some() {
                return;
            }
            // One search is one history entry.
            self.choices.is_from_history.set_value(true);
            self.choices.choose_place(Some(exact), PlaceOrigin::Postcode(postcode));
            self.choices.choose_radius(sector.radius_before);
            self.choices.forget(sector.position);
            self.choices.remember(RememberedPlace { position: exact, least_radius: None });
        });
    }
}

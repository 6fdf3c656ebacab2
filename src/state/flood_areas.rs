//! The shapes of the flood areas from the deployer's file, and in which of them the place is. Part of
//! the late module.

use super::{
    AppState,
    reactive::{effect, memo},
};
use crate::browser::{
    fetch,
    settings::{self, Areas},
    timer::Turns,
};
use gorlif_core::{
    domain::{
        selection::ItemId,
        warning::{AreaCode, Severity},
    },
    flood_areas::{AreaProblem, FloodArea, FloodAreas},
};
use leptos::prelude::*;
use std::{collections::BTreeMap, sync::Arc};

/// Loads the shapes, if the settings name a file. What cannot be used is named for the operator.
pub async fn load(state: AppState) {
    let Areas { address, projection, code } = match settings::areas() {
        Ok(areas) if areas.address.is_empty() => return,
        Ok(areas) => areas,
        Err(cause) => return state.area_problems.set(cause),
    };
    let Some(file) = fetch::file(&address).await else {
        return state.area_problems.set(format!("areas: {address} could not be loaded"));
    };
    let Some(features) = FloodAreas::new(&file, projection, &code) else {
        return state.area_problems.set(format!("areas: {address} is not a FeatureCollection"));
    };
    let mut areas = BTreeMap::<String, FloodArea>::new();
    let mut problems = BTreeMap::<AreaProblem, usize>::new();
    let mut turns = Turns::begin();
    for area in features {
        match area {
            // An area may be several features.
            Ok(area) => match areas.get_mut(&area.code) {
                Some(known) => known.extend(area),
                None => drop(areas.insert(area.code.clone(), area)),
            },
            Err(problem) => *problems.entry(problem).or_default() += 1,
        }
        turns.pause_if_over().await;
    }
    let counted = problems.iter().map(|(problem, count)| format!("{count} {}", in_words(*problem)));
    let counted: Vec<String> = counted.collect();
    if !counted.is_empty() {
        state.area_problems.set(format!("areas: left out: {}", counted.join(", ")));
    }
    state.flood_areas.set(areas.into_values().map(Arc::new).collect());
}

/// For the operator, in English as the other causes.
fn in_words(problem: AreaProblem) -> &'static str {
    match problem {
        AreaProblem::Unreadable => "unreadable",
        AreaProblem::NoCode => "without a code",
        AreaProblem::NoPolygon => "without a closed polygon",
        AreaProblem::TooManyPoints => "with too many points",
        AreaProblem::OtherProjection => "in another projection than the settings name",
        AreaProblem::SelfCrossing => "with an outline that crosses itself",
    }
}

/// The most severe message in force of each code: those of the place, and of the national response for
/// the other areas.
fn in_force(state: AppState) -> BTreeMap<String, (Severity, AreaCode)> {
    let mut severities = BTreeMap::<String, (Severity, AreaCode)>::new();
    state.each_message(&mut |warning| {
        let own = (warning.severity, warning.code.clone());
        let known = severities.entry(warning.code.given().to_owned()).or_insert(own.clone());
        if own.0 < known.0 {
            *known = own;
        }
    });
    severities.retain(|_, (severity, _)| severity.in_force());
    severities
}

/// An area with its most severe message in force.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaInForce {
    pub severity: Severity,
    pub message: AreaCode,
    pub area: Arc<FloodArea>,
}

/// The areas with a message in force, the least severe first, so that the most severe is drawn last.
pub fn drawn(state: AppState) -> Vec<AreaInForce> {
    if state.flood_areas.with(Vec::is_empty) {
        return Vec::new();
    }
    let severities = in_force(state);
    let mut drawn: Vec<AreaInForce> = state.flood_areas.with(|areas| {
        let in_force = |area: &Arc<FloodArea>| {
            let (severity, message) = severities.get(&area.code)?.clone();
            Some(AreaInForce { severity, message, area: Arc::clone(area) })
        };
        areas.iter().filter_map(in_force).collect()
    });
    drawn.sort_by_key(|area| std::cmp::Reverse(area.severity));
    drawn
}

/// Keeps [`AppState::inside`] the most severe message in force of an area that contains the place.
pub fn follow(state: AppState) {
    let drawn = memo(move || drawn(state));
    effect(move || {
        let place = state.place.get();
        let inside = drawn.with(|drawn| {
            let contains =
                |in_force: &&AreaInForce| place.is_some_and(|place| in_force.area.contains(place));
            let found = drawn.iter().rev().find(contains)?;
            Some(ItemId::Area(found.message.clone()))
        });
        if state.inside.get_untracked() != inside {
            state.inside.set(inside);
        }
    });
}

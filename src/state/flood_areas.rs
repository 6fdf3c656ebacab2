//! The shapes of the flood areas from the deployer's file, and in which of them the place is. Part of
//! the late module.

use super::{AppState, Asset, reactive::effect};
use crate::browser::{
    fetch, kept_file,
    settings::{self, Areas},
    timer::Turns,
};
use gorlif_core::{
    domain::{
        geo::Position,
        warning::{AreaCode, Severity},
    },
    flood_areas::{AreaProblem, FloodArea, FloodAreas},
};
use leptos::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Loads the shapes, if the settings name a file. What cannot be used is named for the operator.
pub async fn load(state: AppState) {
    let Areas { address, projection, code } = match settings::areas() {
        Ok(areas) if areas.address.is_empty() => return,
        Ok(areas) => areas,
        Err(cause) => return state.area_problems.set(cause),
    };
    let received = fetch::file(&address).await;
    let is_new = received.is_some();
    let file = match received {
        Some(file) => Some(file),
        None => kept_file::load(&address).await,
    };
    let Some(file) = file else {
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
    } else if areas.is_empty() {
        state.area_problems.set(format!("areas: {address} has no areas"));
    }
    let is_usable = !areas.is_empty();
    state.flood_areas.set(areas.into_values().map(Arc::new).collect());
    // Last, since storage may be slow. A file without areas does not replace a kept one.
    if is_new && is_usable {
        kept_file::keep(&address, &file).await;
    }
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

/// The messages in force of the areas that contain a position, most severe first. Tracks messages and
/// areas.
pub fn containing(state: AppState, position: Position) -> Vec<AreaCode> {
    let codes: BTreeSet<String> = state.flood_areas.with(|areas| {
        let containing = areas.iter().filter(|area| area.contains(position));
        containing.map(|area| area.code.clone()).collect()
    });
    if codes.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    state.each_message(&mut |warning| {
        if warning.severity.in_force() && codes.contains(warning.code.given()) {
            found.push((warning.severity, warning.code.clone()));
        }
    });
    found.sort();
    found.into_iter().map(|(_, code)| code).collect()
}

/// Adds the relations of the areas with a message in force to the page's county and the watched ones.
fn add_relations(state: AppState) {
    let Asset::Loaded(basemap) = state.basemap.get() else { return };
    let mut counties = state.watch_list.with(|list| list.counties.clone());
    counties.extend(state.county.get());
    let in_force = in_force(state);
    let mut by_shape = state.by_shape.get_untracked();
    let count = by_shape.relations.len();
    state.flood_areas.with(|areas| {
        for area in areas.iter().filter(|area| in_force.contains_key(&area.code)) {
            for county in &counties {
                if by_shape.relation(&area.code, *county).is_none() {
                    let relation = basemap.relation_of_outlines(area.outlines(), *county);
                    by_shape.relations.push((area.code.clone(), *county, relation));
                }
            }
        }
    });
    if by_shape.relations.len() != count {
        state.by_shape.set(by_shape);
    }
}

/// Keeps what follows from the shapes: the messages in force of the areas that contain the place, and the
/// relations of the areas with a message in force.
pub fn follow(state: AppState) {
    effect(move || add_relations(state));
    effect(move || {
        let inside = state.place.get().map(|place| containing(state, place)).unwrap_or_default();
        if state.by_shape.with_untracked(|known| known.inside != inside) {
            state.by_shape.update(|known| known.inside = inside);
        }
    });
}

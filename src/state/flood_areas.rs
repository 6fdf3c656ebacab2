//! The shapes of the flood areas from the deployer's file, and in which of them the place is. Used by late chunks only.

use super::{
    app_state::AppState,
    loadable::Loadable,
    page_area::{ByShape, KnownShapes, Relations},
    page_query::Layout,
    reactive::{memo, memo_with_previous},
    sources::Sources,
};
use crate::browser::{
    fetch, kept_file,
    settings::{self, Areas},
    timer::Turns,
};
use gorlif_core::{
    basemap::Basemap,
    domain::{
        county::{County, CountyRelation},
        geo::Position,
        limits::PLACE_EXTENT,
        sorting,
        warning::{AreaCode, Severity},
    },
    flood_areas::{AreaProblem, FloodArea, FloodAreas, Projection, RejectedArea, are_without},
    i18n::SearchArea,
    source::warnings::{Reach, WarningsHere},
};
use leptos::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Loads the shapes, if the settings name a file. What cannot be used is named for the operator.
pub async fn load(state: AppState) {
    let Areas { address, projection, code, .. } = match settings::areas() {
        Ok(areas) if areas.address.is_empty() => return,
        Ok(areas) => areas,
        Err(cause) => {
            state.assets.flood_areas_settled.set(true);
            return state.assets.add_area_problem(&cause);
        }
    };
    let received = fetch::file(&address).await;
    let new = match &received {
        Some(file) => decode(file, projection, &code).await,
        None => None,
    };
    let cause = match (&received, &new) {
        (None, _) => Some(format!("areas: {address} could not be loaded")),
        (Some(_), None) => Some(format!("areas: {address} is not a FeatureCollection")),
        (Some(_), Some(new)) => new.cause(&address),
    };
    let new = new.filter(|new| !new.areas.is_empty());
    let is_new = new.is_some();
    // A file without areas does not replace a kept one.
    let decoded = match new {
        Some(new) => Some(new),
        None => match kept_file::load(&address).await {
            Some(kept) => decode(&kept, projection, &code).await,
            None => None,
        },
    };
    // A start without a network is no mistake of the operator.
    if let Some(cause) = cause.filter(|_| received.is_some() || decoded.is_none()) {
        state.assets.add_area_problem(&cause);
    }
    if let Some(decoded) = decoded {
        state.assets.flood_areas.set(decoded.areas.into_values().map(Arc::new).collect());
    }
    state.assets.flood_areas_settled.set(true);
    // Last, since storage may be slow.
    if let Some(file) = received.filter(|_| is_new) {
        kept_file::keep(&address, &file).await;
    }
}

/// The content of a file.
struct DecodedFile {
    areas: BTreeMap<String, FloodArea>,
    problems: BTreeMap<AreaProblem, usize>,
    /// The file says that it does not have all areas.
    is_incomplete: bool,
}

impl DecodedFile {
    /// The areas that cannot be used, for the operator.
    fn cause(&self, address: &str) -> Option<String> {
        let counted: Vec<String> = self
            .problems
            .iter()
            .map(|(problem, count)| format!("{count} {}", in_words(*problem)))
            .collect();
        if self.is_incomplete {
            Some(format!("areas: {address} says that it does not have all areas"))
        } else if !counted.is_empty() {
            Some(format!("areas: left out: {}", counted.join(", ")))
        } else if self.areas.is_empty() {
            Some(format!("areas: {address} has no areas"))
        } else {
            None
        }
    }
}

/// The areas of a file; `None` if it is no FeatureCollection.
async fn decode(file: &[u8], projection: Projection, code: &str) -> Option<DecodedFile> {
    let mut areas = BTreeMap::<String, FloodArea>::new();
    let mut problems = BTreeMap::<AreaProblem, usize>::new();
    let mut partial = BTreeSet::<Option<String>>::new();
    let mut turns = Turns::begin();
    let mut count = 0;
    for area in FloodAreas::new(file, projection, code)? {
        match area {
            // An area may be several features.
            Ok(area) => match areas.get_mut(&area.code) {
                Some(known) => known.extend(area),
                None => drop(areas.insert(area.code.clone(), area)),
            },
            Err(RejectedArea { problem, code }) => {
                *problems.entry(problem).or_default() += 1;
                partial.insert(code);
            }
        }
        count += 1;
        turns.pause_if_over().await;
    }
    let is_incomplete = FloodAreas::say_incomplete(file, count);
    // A feature without a code may be of any area.
    let is_any = partial.contains(&None);
    for area in areas.values_mut() {
        area.is_whole = !is_any && !partial.contains(&Some(area.code.clone()));
    }
    Some(DecodedFile { areas, problems, is_incomplete })
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
    if state.assets.flood_areas.with(Vec::is_empty) {
        return Vec::new();
    }
    let severities = in_force(state);
    let drawn: Vec<AreaInForce> = state.assets.flood_areas.with(|areas| {
        let in_force = |area: &Arc<FloodArea>| {
            let (severity, message) = severities.get(&area.code)?.clone();
            Some(AreaInForce { severity, message, area: Arc::clone(area) })
        };
        areas.iter().filter_map(in_force).collect()
    });
    sorting::sorted(drawn, |a, b| b.severity.cmp(&a.severity))
}

/// By the code of each message, where its area is, if its shape is known as a whole.
fn compared(
    areas: &[Arc<FloodArea>],
    codes: &BTreeSet<AreaCode>,
    position: Position,
) -> Vec<(AreaCode, Reach)> {
    let compare = |code: &AreaCode| {
        // They are sorted by their code.
        let index = areas.binary_search_by(|area| area.code.as_str().cmp(code.given())).ok()?;
        let area = areas.get(index)?;
        let reach = if area.contains(position) {
            Reach::Inside
        } else if area.comes_within(position, PLACE_EXTENT) {
            Reach::Near
        } else {
            Reach::Outside
        };
        (reach == Reach::Inside || area.is_whole).then(|| (code.clone(), reach))
    };
    codes.iter().filter_map(compare).collect()
}

/// Whether the provider issues neither warnings nor alerts for the place, which is in Wales. Not known, thus false, where the file may
/// lack areas, as it does if a message in force around the place is of an area that it does not have, and without a fresh response.
pub fn is_without_areas(state: AppState) -> bool {
    let SearchArea::Around { coverage: Some(coverage), .. } = state.search_area.get() else {
        return false;
    };
    let (Some(place), true) = (state.choices.place.get(), coverage.has_centre()) else {
        return false;
    };
    state.assets.area_problems.with(String::is_empty)
        && state.warnings.with(WarningsHere::exclude_place)
        && state.assets.flood_areas.with(|areas| are_without(areas, place))
}

/// The shapes of the areas with a message, compared with a position. Tracks messages and areas.
pub fn shapes_at(state: AppState, position: Position) -> KnownShapes {
    // The settings may name a file of names only.
    if state.with_shapes(|by_shape| by_shape.shapes == KnownShapes::NotConfigured) {
        return KnownShapes::NotConfigured;
    }
    known_shapes(state, &codes(state), Some(position))
}

fn known_shapes(
    state: AppState,
    codes: &BTreeSet<AreaCode>,
    position: Option<Position>,
) -> KnownShapes {
    if !state.assets.flood_areas_settled.get() {
        return KnownShapes::Awaited;
    }
    let compared =
        |position| state.assets.flood_areas.with(|areas| compared(areas, codes, position));
    KnownShapes::Settled(position.map(compared).unwrap_or_default())
}

/// Where an area with these outlines lies relative to a county.
fn relation(
    basemap: &Basemap,
    area: &FloodArea,
    outlines: &[Vec<Position>],
    county: County,
) -> CountyRelation {
    let is_around = || basemap.point_of(county).is_some_and(|point| area.contains(point));
    match basemap.relation_of_outlines(outlines, county) {
        CountyRelation::Elsewhere if is_around() => CountyRelation::Inside,
        CountyRelation::Elsewhere if !area.is_whole => CountyRelation::Beyond,
        relation => relation,
    }
}

/// The codes of all messages of both responses, in force or stood down.
fn codes(state: AppState) -> BTreeSet<AreaCode> {
    let Sources { national_warnings, local_warnings, .. } = state.sources;
    let mut codes = BTreeSet::new();
    for source in [national_warnings, local_warnings] {
        source.with(|source| {
            let messages = source.snapshot().into_iter().flat_map(|last| last.content.iter());
            codes.extend(messages.map(|message| message.code.clone()));
        });
    }
    codes
}

/// The counties whose messages are shown: all where the numbers by county are, otherwise the page's own and the
/// watched ones.
fn counties(state: AppState) -> Vec<County> {
    if state.deployment.layout != Layout::Lists || state.choices.is_printing.get() {
        return County::all().collect();
    }
    let mut counties = state.choices.watch_list.with(|list| list.counties.clone());
    counties.extend(state.choices.county.get());
    counties
}

/// The relations of the areas of these messages to the counties. Those known before are kept, because
/// computing one takes long.
fn relations(state: AppState, codes: &BTreeSet<AreaCode>, mut known: Relations) -> Relations {
    let Loadable::Loaded(basemap) = state.assets.basemap.get() else { return known };
    let counties = counties(state);
    let with_message: BTreeSet<&str> = codes.iter().map(AreaCode::given).collect();
    state.assets.flood_areas.with(|areas| {
        for area in areas.iter().filter(|area| with_message.contains(&*area.code)) {
            if known.iter().all(|(code, _)| *code != area.code) {
                known.push((area.code.clone(), Vec::new()));
            }
            let of_area = known.iter_mut().find(|(code, _)| *code == area.code);
            let Some((_, of_area)) = of_area else { continue };
            let is_known = |county: &County| of_area.iter().any(|(known, _)| known == county);
            let new: Vec<County> =
                counties.iter().copied().filter(|county| !is_known(county)).collect();
            if !new.is_empty() {
                let outlines: Vec<_> = area.outlines().collect();
                let relation = |county| (county, relation(&basemap, area, &outlines, county));
                of_area.extend(new.into_iter().map(relation));
            }
        }
    });
    known
}

/// The facts that follow from the shapes: the messages of the areas that contain the place, and the relations of the
/// areas with a message to counties.
pub fn by_shape(state: AppState) -> Memo<ByShape> {
    // Apart, because the responses are new every minute and their codes are not.
    let codes = memo(move || codes(state));
    let is_configured = settings::areas().map_or(true, |areas| !areas.address.is_empty());
    memo_with_previous(move |before: Option<&ByShape>| {
        if !is_configured {
            return ByShape { shapes: KnownShapes::NotConfigured, ..ByShape::default() };
        }
        let before = before.map(|known| known.relations.clone()).unwrap_or_default();
        codes.with(|codes| ByShape {
            shapes: known_shapes(state, codes, state.choices.place.get()),
            relations: relations(state, codes, before),
        })
    })
}

//! The ground of the map, from the bundled file, the names on it, the outline of the page's county, and the circle around the
//! place.

use crate::{
    browser::fetch,
    map::{
        handle::{MapHandle, when_ready, with_controller},
        labels::Names,
        layers::{
            county::CountyLayer,
            ground::{GroundLayer, GroundOutlines},
            names,
        },
    },
    state::{
        AppState, Loadable,
        reactive::{effect, memo},
    },
};
use gorlif_core::{
    domain::{
        geo::{Distance, Position, circle_around},
        station::{RiverText, Station, river_id, river_words},
    },
    ground::{Ground, Named, rounded, through_gauges},
};
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;

/// Draws the ground and the names once the map is there; without the file only the names of places and stations.
/// `has_own_names` is set where the map has names of another source.
pub fn draw(state: AppState, map: MapHandle, has_own_names: RwSignal<bool>) {
    let ground = RwSignal::new(None::<Arc<Ground>>);
    spawn_local(async move {
        let Some(mut loaded) =
            fetch::file("ground.txt").await.and_then(|file| Ground::decode(&file))
        else {
            return;
        };
        loaded.built_up = loaded.built_up.iter().map(rounded).collect();
        ground.try_set(Some(Arc::new(loaded)));
    });
    let gauges = memo(move || gauges_with_rivers(state));
    let rivers = memo(move || {
        let through = |river: &Named| {
            let text = RiverText::new(&river.name.en);
            let gauges: Vec<Position> = gauges.with(|gauges| {
                let of_river = gauges.iter().filter(|(words, _)| text.names(words));
                of_river.map(|(_, position)| *position).collect()
            });
            Named { line: through_gauges(&river.line, &gauges), ..river.clone() }
        };
        let rivers = ground.get().map(|ground| ground.rivers.iter().map(through).collect());
        Arc::<Vec<Named>>::new(rivers.unwrap_or_default())
    });
    let layer = StoredValue::new_local(GroundLayer::default());
    effect(move || {
        let Some(ground) = ground.get().filter(|_| map.is_ready()) else { return };
        spawn_local(async move {
            let outlines = GroundOutlines::of(&ground).await;
            with_controller(map, |controller| {
                layer.update_value(|layer| layer.set_outlines(controller.map(), &outlines));
            });
        });
    });
    effect(move || {
        let (rivers, chosen) = (rivers.get(), state.choices.river.get());
        let is_chosen =
            |river: &Named| !chosen.is_empty() && river_id(&river_words(&river.name.en)) == chosen;
        if !rivers.is_empty() {
            when_ready(map, |controller| {
                layer.update_value(|layer| layer.set_rivers(controller.map(), &rivers, is_chosen));
            });
        }
    });
    draw_names(state, map, ground, rivers, has_own_names);
    outline_county(state, map);
    effect(move || {
        when_ready(map, |controller| controller.set_circle(state.choices.circle()));
    });
}

/// The words of the river of each gauge, and its position.
fn gauges_with_rivers(state: AppState) -> Vec<(Vec<String>, Position)> {
    let located = |gauge: &Arc<Station>| Some((gauge.river_words(), gauge.location.position()?));
    state.station_index.with(|index| index.rivers().iter().filter_map(located).collect())
}

fn draw_names(
    state: AppState,
    map: MapHandle,
    ground: RwSignal<Option<Arc<Ground>>>,
    rivers: Memo<Arc<Vec<Named>>>,
    has_own_names: RwSignal<bool>,
) {
    effect(move || {
        let (language, ground, rivers) = (state.language(), ground.get(), rivers.get());
        let stations = state.assets.railway_stations.get();
        let gazetteer = match state.assets.gazetteer.get() {
            Loadable::Loaded(gazetteer) => Some(gazetteer),
            Loadable::Loading | Loadable::Missing => None,
        };
        let is_named = !has_own_names.get();
        when_ready(map, |controller| {
            controller.set_paint_below(Box::new(move |view, palette, placed| {
                let places = gazetteer.as_deref().map_or(&[][..], |gazetteer| &gazetteer.places);
                let lakes = ground.as_deref().map_or(&[][..], |ground| &ground.lakes);
                let of = Names { places, stations: &stations, lakes, rivers: &rivers };
                if is_named {
                    names::paint(view, palette, placed, of, language);
                }
            }));
        });
    });
}

/// The circle of the chosen county, or of the gauges of the chosen river.
pub fn area_circle(state: AppState) -> Memo<Option<(Position, Distance)>> {
    // Stays with each response, since the visitor may have moved the map.
    let of_river = StoredValue::new((String::new(), None));
    memo(move || {
        if let Some(county) = state.choices.county.get() {
            let circles =
                state.assets.basemap.with(|basemap| Some(basemap.loaded()?.county_circles()))?;
            let (_, centre, reach) = circles.into_iter().find(|(known, ..)| *known == county)?;
            return Some((centre, reach));
        }
        let river = state.choices.river.get();
        let (of, circle) = of_river.get_value();
        let circle = circle.filter(|_| of == river).or_else(|| river_circle(state));
        of_river.set_value((river, circle));
        circle
    })
}

fn river_circle(state: AppState) -> Option<(Position, Distance)> {
    let is_of_river = state.is_of_river()?;
    state.station_index.with(|index| {
        let gauges = index.rivers().iter().filter(|station| is_of_river(station));
        circle_around(gauges.filter_map(|station| station.location.position()))
    })
}

/// Outlines the county that the page is about.
fn outline_county(state: AppState, map: MapHandle) {
    let layer = StoredValue::new_local(CountyLayer::default());
    effect(move || {
        let county = state.choices.county.get();
        state.assets.basemap.with(|basemap| {
            let counties = basemap.loaded().map_or(&[][..], |basemap| &basemap.counties);
            let found = counties.iter().find(|(known, _)| Some(*known) == county);
            when_ready(map, |controller| {
                layer.update_value(|layer| {
                    layer.set(controller.map(), found.map(|(_, rings)| &rings[..]));
                });
            });
        });
    });
}

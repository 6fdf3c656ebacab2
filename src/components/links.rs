//! Links between a warning, the gauges and warnings near it, and the forecast of its county.

use super::fragments::{Text, county_name};
use crate::state::{AppState, Panel, use_app_state};
use gorlif_core::domain::{
    county::County,
    geo::{Position, Radius},
    selection::ItemId,
    station::Station,
};
use leptos::prelude::*;

/// The target of a link.
#[derive(Clone, Debug, PartialEq)]
enum Target {
    Item(ItemId),
    Forecast(County),
}

/// A link to another part of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageLink {
    kind: &'static str,
    name: Text,
    target: Target,
}

/// The largest number of linked gauges, and of linked warnings.
const MOST: usize = 3;

/// What lies within 10 km of a position: the nearest gauges, the most severe warnings of the list,
/// and the forecast of the county. Without what lies at the position itself, which is the entry that
/// has the links.
pub fn near(state: AppState, position: Position) -> Vec<PageLink> {
    let (language, messages) = (state.language.get(), state.messages());
    let radius = Radius::default();
    let mut links = Vec::new();
    state.warnings.with(|warnings| {
        let is_near =
            |at: Position| at != position && at.distance_to(position) <= radius.distance();
        let near = warnings.found.iter().map(|local| &local.warning);
        links.extend(near.filter(|warning| warning.position.is_some_and(is_near)).take(MOST).map(
            |warning| PageLink {
                kind: (messages.severity)(warning.severity),
                name: Text::english(language, &warning.description),
                target: Target::Item(ItemId::Area(warning.code.clone())),
            },
        ));
    });
    state.station_index.with(|index| {
        let is_other = |station: &Station| station.location.position() != Some(position);
        let (_, near) = index.list(Some((position, radius)), is_other, MOST);
        links.extend(near.iter().filter_map(|near| index.get(&near.item)).map(|station| {
            PageLink {
                kind: messages.kind_gauge,
                name: Text::picked(language, station.title()),
                target: Target::Item(ItemId::Station(station.id.clone())),
            }
        }));
    });
    links.extend(state.county_at(Some(position)).map(|county| PageLink {
        kind: messages.forecast,
        name: Text::own(county_name(language, county)),
        target: Target::Forecast(county),
    }));
    links
}

pub fn view(links: Vec<PageLink>) -> AnyView {
    let state = use_app_state();
    let button = |PageLink { kind, name, target }| {
        let open = move |_| match target.clone() {
            Target::Item(id) => state.select(Some(id)),
            Target::Forecast(county) => {
                state.choose_county(Some(county));
                state.panel.set(Panel::Forecast);
            }
        };
        view! {
            <li>
                <button type="button" on:click=open>
                    {kind} ": " {name.into_view()}
                </button>
            </li>
        }
        .into_any()
    };
    view! { <ul class="links">{links.into_iter().map(button).collect::<Vec<AnyView>>()}</ul> }
        .into_any()
}

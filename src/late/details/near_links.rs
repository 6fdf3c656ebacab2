//! Links from a warning or gauge to the addresses in its text, to the listed gauges and warnings near it, to the forecast of its county, and to the provider's
//! public site.

use crate::{
    components::{
        fragments::{Text, area_title, county_name, link, station_title},
        gauge_list,
    },
    state::{AppState, Panel, page_area::PageArea, use_app_state},
};
use gorlif_core::{
    domain::{
        county::County,
        geo::{Position, Radius},
        list_view::SortKey,
        selection::ItemId,
        station::Station,
        warning::AreaCode,
    },
    presenter::message,
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
struct PageLink {
    kind: &'static str,
    name: Text,
    target: Target,
}

/// The largest number of linked gauges, and of linked warnings.
const MOST: usize = 3;

/// The surroundings of the entry `own` at `position`, within 10 km: the most severe warnings, the nearest
/// gauges, and the forecast of the county. Only what is in the lists, since the link opens it there.
fn near(state: AppState, own: &ItemId, position: Position) -> Vec<PageLink> {
    let (language, texts) = (state.language(), state.texts());
    let radius = Radius::default();
    let mut links = Vec::new();
    state.warnings.with(|warnings| {
        let is_near = |at: Position| at.distance_to(position) <= radius.distance();
        let near = warnings
            .found
            .iter()
            .map(|local| &local.warning)
            .filter(|warning| warning.position.is_some_and(is_near))
            .map(|warning| (warning, ItemId::Area(warning.code.clone())))
            .filter(|(_, id)| id != own);
        links.extend(near.take(MOST).map(|(warning, id)| PageLink {
            kind: (texts.severity)(warning.severity),
            name: area_title(state, warning),
            target: Target::Item(id),
        }));
    });
    state.station_index.with(|index| {
        let is_in_list = gauge_list::is_listed(state);
        let is_listed = |station: &Station| {
            is_in_list(station) && !matches!(own, ItemId::Station(id) if *id == station.id)
        };
        let (_, near) =
            index.list(&PageArea::Circle(position, radius), &is_listed, &|_| SortKey::NONE, MOST);
        links.extend(near.iter().filter_map(|near| index.get(&near.item)).map(|station| {
            PageLink {
                kind: (language.filter_texts().gauge)(station.kind()),
                name: station_title(language, station),
                target: Target::Item(ItemId::Station(station.id.clone())),
            }
        }));
    });
    links.extend(state.assets.county_at(Some(position)).map(|county| PageLink {
        kind: texts.forecast,
        name: Text::own(county_name(language, county)),
        target: Target::Forecast(county),
    }));
    links
}

#[component]
pub fn NearLinks(item: ItemId) -> impl IntoView {
    let state = use_app_state();
    let links = Memo::new(move |_| {
        let position = match &item {
            ItemId::Station(id) => {
                state.station_index.with(|index| index.get(id)?.location.position())
            }
            ItemId::Area(code) => {
                state.warnings.with(|warnings| warnings.get(code)?.warning.position)
            }
        };
        position.map(|at| near(state, &item, at)).unwrap_or_default()
    });
    let button = move |PageLink { kind, name, target }| {
        let open = move |_| match target.clone() {
            Target::Item(id) => state.choices.select(Some(id)),
            Target::Forecast(county) => {
                state.choices.choose_forecast_county(Some(county));
                state.choices.open_panel(Panel::Forecast);
            }
        };
        view! {
            <li>
                <button type="button" on:click=open>
                    {kind}
                    ": "
                    {name.into_view()}
                </button>
            </li>
        }
        .into_any()
    };
    let buttons = move || links.get().into_iter().map(button).collect_view();
    view! { <ul class="links">{buttons}</ul> }
}

/// The link to the provider's public site.
#[component]
pub fn ProviderLink(item: ItemId) -> impl IntoView {
    let state = use_app_state();
    move || {
        let language = state.language();
        let texts = language.gauge_texts();
        let (address, text) = match &item {
            ItemId::Station(id) => (language.gauge_address(id)?, texts.station_page),
            ItemId::Area(_) => {
                (language.warnings_address().to_owned(), state.texts().national_service)
            }
        };
        Some(view! { <p>{link(address, text)} " (" {texts.opens_elsewhere} ")"</p> }.into_any())
    }
}

/// The addresses in the text of a message.
#[component]
pub fn TextLinks(code: AreaCode) -> impl IntoView {
    let state = use_app_state();
    move || {
        state.warnings.with(|warnings| {
            let text = state.language().pick(&warnings.get(&code)?.warning.text).text;
            let link = |address: &str| {
                let (href, text) = (address.to_owned(), address.to_owned());
                view! {
                    <p>
                        <a href=href target="_blank" rel="noopener noreferrer">
                            {text}
                        </a>
                    </p>
                }
                .into_any()
            };
            Some(message::web_addresses(text).into_iter().map(link).collect_view())
        })
    }
}

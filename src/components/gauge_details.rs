//! What the open entry of a gauge shows: its levels over time, its facts, and links. Part of the late
//! module.

use super::{
    entry_list::{Details, Paragraph, text_and_facts},
    fragments::{Text, link},
    level_chart::LevelChart,
    near_links::NearLinks,
    own_level::OwnLevel,
    rivers_panel::{trend, value},
    watch_button::WatchButton,
};
use crate::state::{AppState, use_app_state};
use gorlif_core::{
    domain::{
        geo::Distance,
        selection::ItemId,
        station::{Location, Station, StationId, Status, Value},
        trend::Trend,
        watch_list::Watched,
    },
    i18n::Messages,
};
use leptos::prelude::*;

#[component]
pub fn GaugeDetails(id: StationId, distance: Option<Distance>) -> impl IntoView {
    let state = use_app_state();
    let station = {
        let id = id.clone();
        Memo::new(move |_| state.station_index.with(|index| index.get(&id).cloned()))
    };
    let facts = move || {
        station.with(|station| Some(text_and_facts(details(state, station.as_ref()?, distance))))
    };
    let unit = Memo::new(move |_| station.with(|station| Some(station.as_ref()?.unit.clone())));
    let own_level = {
        let id = id.clone();
        move || unit.get().map(|unit| view! { <OwnLevel id=id.clone() unit /> })
    };
    let page = move || station.with(|station| page_link(state.messages(), station.as_ref()?));
    view! {
        <div class="details">
            <WatchButton
                watched=Watched::Item(ItemId::Station(id.clone()))
                label=|state, _| state.language.get().watch_messages().watch.to_owned()
            />
            <LevelChart id=id.clone() />
            {own_level}
            {facts}
            {page}
            <NearLinks item=ItemId::Station(id) />
        </div>
    }
}

/// The link to the gauge's page at its owner's site.
fn page_link(messages: &Messages, station: &Station) -> Option<AnyView> {
    let address = station.page()?.as_str().to_owned();
    let behind = format!(" ({})", messages.opens_elsewhere);
    Some(view! { <p>{link(address, messages.station_page)}{behind}</p> }.into_any())
}

/// The trend with the time over which it was measured.
fn trend_text(messages: &Messages, trend: Trend) -> String {
    let text = (messages.trend_value)(trend);
    match trend.rate() {
        Some(rate) => format!("{text}, {}", (messages.trend_span)(rate.minutes)),
        None => text,
    }
}

fn details(state: AppState, station: &Station, distance: Option<Distance>) -> Details {
    let (language, messages, now) = (state.language.get(), state.messages(), state.now_by_day());
    let time = station
        .time
        .instant()
        .map_or_else(|| messages.time_not_given.to_owned(), |at| language.when(at, now));
    let status = match &station.status {
        Status::Online => Text::own(messages.online),
        Status::Offline => Text::own(messages.offline),
        Status::Other(label) => Text::picked(language, label),
    };
    let place = state.place.get().zip(station.location.position()).zip(distance);
    let place = place.map(|((place, position), distance)| {
        (messages.distance_value)(&language.distance(distance), place.direction_to(position))
    });
    let about_position = match station.location {
        Location::Given(_) => None,
        Location::FromGridReference(_) => Some(messages.position_from_grid),
        Location::Unknown => Some(messages.position_unknown),
    };
    let is_negative = matches!(station.value, Value::Measured { number, .. } if number < 0.0);
    let mut paragraphs = vec![Paragraph::new((messages.unit_explained)(&station.unit))];
    paragraphs.extend(is_negative.then(|| Paragraph::new(messages.negative_explained)));
    paragraphs.extend(about_position.map(Paragraph::new));
    let mut facts = vec![
        (messages.reading, Text::Own(value(messages, station))),
        (messages.reading_time, Text::Own(time)),
        (messages.trend, Text::Own(trend_text(messages, trend(state, station, now)))),
        (messages.status, status),
    ];
    facts.push((messages.parameter, Text::picked(language, station.parameter())));
    facts.extend(place.map(|text| (messages.distance, Text::Own(text))));
    facts.push((messages.grid_reference, Text::own(station.grid_reference())));
    facts.push((messages.station_number, Text::own(station.id.given())));
    Details { paragraphs, facts }
}

//! The open entry of a gauge: its levels over time, how high it is for this gauge, and behind a summary its other facts.

use super::{
    chart::{Chart, ChartState, tools::ChartTools},
    near_links::{NearLinks, ProviderLink},
    own_level::OwnLevel,
    record_facts::record_facts,
};
use crate::{
    components::{
        entry_list::{Details, Paragraph, text_and_facts},
        fragments::Text,
        gauge_text::{self, trend},
    },
    late::page::watch_button::WatchButton,
    state::{AppState, use_app_state},
};
use gorlif_core::{
    domain::{
        geo::Distance,
        selection::ItemId,
        station::{Location, ParameterKind, Station, StationId, Status, Value},
        trend::Trend,
        watch_list::Watched,
    },
    i18n::Language,
};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn GaugeDetails(id: StationId, distance: Option<Distance>) -> impl IntoView {
    let state = use_app_state();
    let station = {
        let id = id.clone();
        Memo::new(move |_| state.station_index.with(|index| index.get(&id).cloned()))
    };
    let record = move || {
        let facts = station.with(|station| record_facts(state, station.as_ref()?))?;
        Some(text_and_facts(Details { paragraphs: Vec::new(), facts }))
    };
    let facts = move || {
        station.with(|station| Some(text_and_facts(details(state, station.as_ref()?, distance))))
    };
    // Rain is no level.
    let unit = Memo::new(move |_| {
        let with_level = |station: &&Arc<Station>| station.kind() != ParameterKind::Rain;
        station.with(|station| Some(station.as_ref().filter(with_level)?.unit.clone()))
    });
    let own_level = {
        let id = id.clone();
        move || unit.get().map(|unit| view! { <OwnLevel id=id.clone() unit /> })
    };
    let chart = ChartState::new(state, id.clone(), station);
    view! {
        <div class="details">
            <WatchButton watched=Watched::Item(ItemId::Station(id.clone())) />
            <Chart id=id.clone() chart />
            {record}
            {own_level}
            <details class="about">
                <summary>{move || state.language().gauge_texts().about}</summary>
                <ChartTools chart />
                {facts}
                <ProviderLink item=ItemId::Station(id.clone()) />
            </details>
            <NearLinks item=ItemId::Station(id) />
        </div>
    }
}

/// The trend with the time over which it was measured, or that the service states it.
fn trend_text(language: Language, trend: Trend) -> String {
    let texts = language.gauge_texts();
    let text = (language.texts().trend_value)(trend);
    match trend.rate {
        Some(rate) => format!("{text}, {}", (texts.trend_span)(rate.minutes)),
        None => format!("{text}, {}", texts.stated),
    }
}

/// The facts that are neither in the line of the list nor about the height of the level.
fn details(state: AppState, station: &Station, distance: Option<Distance>) -> Details {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now_by_quarter());
    let gauge_texts = language.gauge_texts();
    let status = match &station.status {
        Status::Online => Text::own(gauge_texts.online),
        Status::Offline => Text::own(texts.offline),
        Status::Other(label) => Text::picked(language, label),
    };
    let place = state.choices.place.get().zip(station.location.position()).zip(distance);
    let place = place.map(|((place, position), distance)| {
        language.distance_towards(distance, place.direction_to(position))
    });
    let about_position = match station.location {
        Location::Given(_) => None,
        Location::FromGridReference(_) => Some(gauge_texts.position_from_grid),
        Location::Unknown => Some(gauge_texts.position_unknown),
    };
    let is_negative = matches!(station.value, Value::Measured { number, .. } if number < 0.0);
    let explained = match station.kind() {
        ParameterKind::Rain => gauge_texts.rain_explained,
        ParameterKind::Level | ParameterKind::Tide => (gauge_texts.unit_explained)(&station.unit),
    };
    let mut paragraphs = vec![Paragraph::new(explained)];
    paragraphs.extend(is_negative.then(|| Paragraph::new(gauge_texts.negative_explained)));
    paragraphs.extend(about_position.map(Paragraph::new));
    let mut facts = Vec::new();
    if station.kind() != ParameterKind::Rain {
        // Of a sensor that may be stuck that is said in its place.
        let trend = match trend(state, station, now) {
            Trend::UNKNOWN => gauge_text::trend_text(state, station, now),
            known => Some(trend_text(language, known)),
        };
        let trend = trend.unwrap_or_else(|| (texts.trend_value)(Trend::UNKNOWN));
        facts.push((gauge_texts.trend, Text::Own(trend)));
    }
    facts.push((gauge_texts.status, status));
    facts.push((gauge_texts.parameter, Text::picked(language, station.parameter())));
    facts.extend(place.map(|text| (texts.distance, Text::Own(text))));
    facts.push((texts.grid_reference, Text::own(station.grid_reference())));
    facts.push((gauge_texts.station_number, Text::own(station.id.given())));
    Details { paragraphs, facts }
}

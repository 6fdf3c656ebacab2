//! The list of gauges, nearest first, each with its latest reading and how old that is.

use super::parts::{fact, gauge_symbol, said, symbol};
use crate::state::{Panel, State};
use gorlif_core::{
    domain::{
        Instant,
        freshness::Freshness,
        geo::Distance,
        nearby::Nearby,
        selection::Selection,
        station::{Location, ReadingTime, Station, StationId, Status, Value},
    },
    language::{Catalogue, Language},
};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn RiversPanel(state: State) -> impl IntoView {
    let words = move || state.words();
    let list = Memo::new(move |_| state.board.with(|board| board.list(state.circle())));
    let heading = move || {
        let there = state.levels.with(|source| source.picture().is_some());
        if there { (words().gauges_count)(list.with(Vec::len)) } else { words().rivers.to_owned() }
    };
    let nothing = move || {
        let (there, failed) = state.levels.with(|source| (source.picture().is_some(), source.failure().is_some()));
        match (there, failed, list.with(Vec::is_empty)) {
            (true, _, true) => Some(words().no_gauges),
            (false, true, _) => Some(words().gauges_unknown),
            _ => None,
        }
    };
    view! {
        <section class="panel rivers" class:open=move || state.panel.get() == Panel::Rivers aria-labelledby="rivers-heading">
            <h2 id="rivers-heading">{heading}</h2>
            {move || nothing().map(|text| view! { <p>{text}</p> })}
            <ul class="entries">
                <For each=move || list.get() key=key let:near>
                    <Entry state=state id=near.item distance=near.distance/>
                </For>
            </ul>
        </section>
    }
}

/// A row is another one only when it is about another gauge or place; what the gauge says flows into it.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // never negative, at most half the earth
fn key(near: &Nearby<StationId>) -> (StationId, Option<u32>) {
    (near.item.clone(), near.distance.map(|distance| distance.metres() as u32))
}

#[component]
fn Entry(state: State, id: StationId, distance: Option<Distance>) -> impl IntoView {
    let wanted = id.clone();
    let station = Memo::new(move |_| state.board.with(|board| board.get(&wanted).cloned()));
    let freshness = Memo::new(move |_| station.with(|station| station.as_ref().map_or(Freshness::Unknown, |station| Freshness::of_reading(station.time, state.now.get()))));
    let this = Selection::Station(id.clone());
    let (shown, pressed) = (this.clone(), this);
    let open = Memo::new(move |_| state.selection.with(|selection| selection.as_ref() == Some(&shown)));
    let press = move |_| state.selection.set((!open.get_untracked()).then(|| pressed.clone()));
    view! {
        <li data-station-id=id.0.clone() data-state=move || freshness.get().id()>
            <button type="button" class="entry" aria-expanded=move || open.get().to_string() on:click=press>
                {move || station.get().map(|station| head(state, &station, freshness.get(), distance))}
            </button>
            {move || open.get().then(|| station.get().map(|station| view! { <div class="details">{details(state, &station, distance)}</div> }))}
        </li>
    }
}

fn head(state: State, station: &Arc<Station>, freshness: Freshness, distance: Option<Distance>) -> AnyView {
    let (language, words) = (state.language.get(), state.words());
    let offline = station.status == Status::Offline;
    let (timed, place) = (Arc::clone(station), distance.map(|distance| format!(" · {}", language.distance(distance))));
    view! {
        <span>{symbol(gauge_symbol(freshness, offline))}</span>
        <span class="title">{title(language, words, station)}</span>
        <span class="value">{value(words, station)}</span>
        <span class="line">
            {move || age(language, &timed, state.now.get())}
            {offline.then(|| format!(" · {}", words.offline.to_lowercase()))}
            {place}
        </span>
    }
    .into_any()
}

fn title(language: Language, words: &'static Catalogue, station: &Station) -> AnyView {
    let best = [&station.title, &station.name].into_iter().find(|text| !language.pick(text).text.is_empty());
    best.map_or_else(|| words.unnamed_gauge.into_any(), |text| said(language, text))
}

fn value(words: &Catalogue, station: &Station) -> String {
    match &station.value {
        Value::Measured { text, .. } => format!("{}\u{a0}{}", text.replace('-', "−"), station.unit.symbol()),
        Value::SensorFault => words.sensor_fault.to_owned(),
        Value::None => words.no_reading.to_owned(),
    }
}

/// How old the reading is, in words; of a stale one that it is the last.
pub fn age(language: Language, station: &Station, now: Instant) -> String {
    let words = language.words();
    match (station.time, Freshness::of_reading(station.time, now)) {
        (ReadingTime::NotGiven, _) => words.time_not_given.to_owned(),
        (ReadingTime::At(at), _) if at > now + chrono::TimeDelta::minutes(5) => words.time_ahead.to_owned(),
        (ReadingTime::At(at), Freshness::Stale) => (words.last_reading)(&language.when(at, now)),
        (ReadingTime::At(at), _) => language.ago(at, now),
    }
}

fn details(state: State, station: &Station, distance: Option<Distance>) -> AnyView {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let time = station.time.instant().map_or_else(|| words.time_not_given.to_owned(), |at| language.when(at, now));
    let status = match &station.status {
        Status::Online => words.online.into_any(),
        Status::Offline => words.offline.into_any(),
        Status::Other(label) => said(language, label),
    };
    let place = state.place.get().zip(station.location.position()).zip(distance);
    let place = place.map(|((place, position), distance)| (words.distance_value)(&language.distance(distance), place.direction_to(position)));
    let about_position = match station.location {
        Location::Given(_) => None,
        Location::FromGridReference(_) => Some(words.position_from_grid),
        Location::Unknown => Some(words.position_unknown),
    };
    let negative = matches!(station.value, Value::Measured { number, .. } if number < 0.0);
    view! {
        <p>{(words.unit_explained)(&station.unit)}{negative.then(|| format!(" {}", words.negative_explained))}</p>
        {about_position.map(|text| view! { <p>{text}</p> })}
        <dl>
            {fact(words.reading, value(words, station))}
            {fact(words.reading_time, time)}
            {fact(words.status, status)}
            {fact(words.parameter, said(language, &station.parameter))}
            {place.map(|text| fact(words.distance, text))}
            {fact(words.grid_reference, station.grid_reference.clone())}
            {fact(words.station_number, station.id.0.split('~').next().unwrap_or_default().to_owned())}
        </dl>
        {station.page.as_ref().map(|page| view! {
            <p><a href=page.as_str().to_owned() target="_blank" rel="noopener noreferrer">{words.station_page}</a>" ("{words.opens_elsewhere}")"</p>
        })}
    }
    .into_any()
}

//! The gauge of the answer: the nearest one on the river of the message that concerns the place, else the nearest one.

use crate::{
    components::{
        fragments::{Text, span, station_title},
        gauge_text::{reached, trend_text},
    },
    state::{AppState, page_area::PageArea, reactive::memo, use_app_state},
};
use gorlif_core::{
    domain::{
        chart::{self, Period, Scales},
        geo::Radius,
        list_view::SortKey,
        nearby::Nearby,
        selection::ItemId,
        station::{ParameterKind, RiverText, Station, StationId},
        trend::Reading,
    },
    presenter,
    source::warnings::Concern,
};
use leptos::prelude::*;

/// A gauge that is farther away tells nothing about the place, in kilometres.
const FARTHEST: u32 = 20;

/// Within this radius a gauge is wanted: the chosen one, since the list, where it opens, has no other.
fn radius(state: AppState) -> Radius {
    let farthest = Radius::from_kilometres(FARTHEST).unwrap_or_default();
    state.choices.radius.get().min(farthest)
}

/// The size of the line of levels, in pixels.
const WIDTH: f64 = 72.0;
const HEIGHT: f64 = 24.0;

pub fn nearest_gauge() -> AnyView {
    let state = use_app_state();
    let nearest = memo(move || nearest(state));
    let id = move || nearest.with(|near| near.as_ref().map(|near| near.item.clone()));
    let is_listed = state.deployment.embed.lists && state.deployment.embed.gauges;
    let content = move || nearest.with(|near| Some(gauge(state, near.as_ref()?))).into_any();
    let element = if is_listed {
        // One element, which keeps the focus when the reading changes.
        view! {
            <button
                type="button"
                class="nearest"
                hidden=move || id().is_none()
                data-nearest-gauge=move || id().map(|id| id.0.to_string())
                on:click=move |_| {
                    state.choices.list_view.update(|view| *view = view.of_messages());
                    state.choices.select(untrack(id).map(ItemId::Station));
                }
            >
                {content}
            </button>
        }
        .into_any()
    } else {
        let paragraph = move |id: StationId| {
            view! {
                <p class="nearest" data-nearest-gauge=Some(id.0.to_string())>
                    {content}
                </p>
            }
            .into_any()
        };
        (move || id().map(paragraph).into_any()).into_any()
    };
    view! {
        {element}
        <p class="quiet" hidden=move || id().is_some()>
            {move || why_none(state)}
        </p>
    }
    .into_any()
}

/// The gauge with its distance from the place. One with a usable reading comes before one on the river.
fn nearest(state: AppState) -> Option<Nearby<StationId>> {
    let circle = PageArea::Circle(state.choices.place.get()?, radius(state));
    // Of a message around the place the river may be another one.
    let area = state.warnings.with(|warnings| {
        let headline = warnings.headline().filter(|_| warnings.concern() == Some(Concern::Place));
        RiverText::new(headline.map_or("", |local| &local.warning.description))
    });
    let now = state.clock.now_by_minute();
    let is_level = |station: &Station| station.kind() == ParameterKind::Level;
    let rank = |station: &Station| {
        let is_other_river = u8::from(!area.names(&station.river_words()));
        let is_unusable = u8::from(!station.has_usable_reading(now));
        SortKey::Number(f64::from(2 * is_unusable + is_other_river))
    };
    state.station_index.with(|index| index.list(&circle, &is_level, &rank, 1).1.into_iter().next())
}

/// Why there is no gauge.
fn why_none(state: AppState) -> String {
    let texts = state.texts();
    match state.sources.levels.with(|levels| levels.snapshot().is_some()) {
        true => (state.language().answer_texts().none_near)(radius(state).kilometres()),
        false if state.is_waiting() => String::new(),
        false => texts.gauges_unknown.to_owned(),
    }
}

fn gauge(state: AppState, near: &Nearby<StationId>) -> AnyView {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now_by_minute());
    let Some(station) = state.station_index.with(|index| index.get(&near.item).cloned()) else {
        return ().into_any();
    };
    let distance = near.distance.map(|distance| language.distance(distance));
    let reached = reached(state, &station, now).map(|parts| {
        span("reached", parts.into_iter().map(Text::into_view).collect_view().into_any())
    });
    let line = state
        .progress
        .late
        .get()
        .and_then(|late| late.recent.with(|recent| sparkline(recent.of_station(&station.id))));
    view! {
        <span class="title">{station_title(language, &station).into_view()}</span>
        <span>
            <b>{presenter::gauge::value(texts, &station)}</b>
            " "
            {trend_text(state, &station, now).unwrap_or_default()}
        </span>
        {line}
        {reached}
        <span class="quiet">
            {[
                Some(presenter::gauge::time_with_age(language, &station, now)),
                presenter::gauge::status(texts, &station),
                distance,
            ]
                .into_iter()
                .flatten()
                .collect::<Vec<String>>()
                .join(" · ")}
        </span>
    }
    .into_any()
}

/// The levels of the last 12 hours as a line. Its meaning is in the trend.
fn sparkline(readings: &[Reading]) -> Option<AnyView> {
    let until = readings.last()?.at;
    let scales = Scales::new(readings, Period::HalfDay, until)?;
    let point = |reading: &Reading| {
        (scales.x(reading.at) * WIDTH, (1.0 - scales.y(reading.level)) * HEIGHT)
    };
    let lines = chart::lines(readings, Period::HalfDay).filter(|line| line.len() > 1);
    let path: String = lines.map(|line| path(&mut line.iter().map(point))).collect();
    (!path.is_empty()).then(|| {
        view! {
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true">
                <path d=path fill="none" stroke="var(--water)" stroke-width="2" />
            </svg>
        }
        .into_any()
    })
}

/// The data of an SVG path along these points.
pub fn path(points: &mut dyn Iterator<Item = (f64, f64)>) -> String {
    let step = |(index, (x, y)): (usize, (f64, f64))| {
        format!("{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' })
    };
    points.enumerate().map(step).collect()
}

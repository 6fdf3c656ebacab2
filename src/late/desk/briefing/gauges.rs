//! The gauges of rivers in the briefing, as a table.

use crate::{
    components::{
        fragments::{paragraph, station_title},
        gauge_text,
    },
    late::page::list_order,
    state::{AppState, page_area::PageArea},
};
use gorlif_core::{
    domain::{
        list_view::SortKey,
        station::{ParameterKind, Station},
    },
    presenter::gauge,
};
use leptos::prelude::*;
use std::sync::Arc;

/// The first `most` gauges: of a place the nearest, elsewhere those that rise fastest. The heading says which.
pub fn gauges(state: AppState, area: &PageArea, most: usize) -> AnyView {
    let texts = state.language().output_texts();
    // Without a place there is no distance.
    let is_circle = matches!(area, PageArea::Circle(..));
    let has_rate = |station: &Arc<Station>| {
        area.near(station).is_some() && state.last_trend(station).rate.is_some()
    };
    let by_rise = !is_circle && state.station_index.with(|index| index.all().iter().any(has_rate));
    let heading = if is_circle {
        texts.nearest_gauges
    } else if by_rise {
        texts.rising_gauges
    } else {
        texts.gauges
    };
    let key = |station: &Station| {
        if by_rise { SortKey::Number(-list_order::rise(state, station)) } else { SortKey::NONE }
    };
    let columns = texts.columns.into_iter().take(if is_circle { 5 } else { 4 });
    let columns = columns.map(|column| view! { <th scope="col">{column}</th> });
    let (all, rows) = state.station_index.with(|index| {
        let is_level = |station: &Station| station.kind() == ParameterKind::Level;
        let (all, listed) = index.list(area, &is_level, &key, most);
        let rows = listed.iter().filter_map(|near| {
            let distance = near.distance.map(|distance| state.language().distance(distance));
            Some(gauge_row(state, index.get(&near.item)?, distance))
        });
        (all, rows.collect_view())
    });
    let more = all.saturating_sub(rows.len());
    view! {
        <h3 class="part">{heading}</h3>
        <table>
            <thead>
                <tr>{columns.collect_view()}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {(more > 0).then(|| paragraph((state.language().desk_texts().more)(more)))}
    }
    .into_any()
}

fn gauge_row(state: AppState, station: &Station, distance: Option<String>) -> AnyView {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now());
    view! {
        <tr>
            <th scope="row">{station_title(language, station).into_view()}</th>
            <td>{gauge::value(texts, station)}</td>
            <td>{gauge_text::trend_text(state, station, now)}</td>
            <td>{gauge::time_with_age(language, station, now)}</td>
            {distance.map(|distance| view! { <td>{distance}</td> }.into_any())}
        </tr>
    }
    .into_any()
}

//! The gauges of rivers in the briefing, as a table.

use crate::{
    components::{fragments::station_title, gauge_text},
    late::page::list_order,
    state::{AppState, page_area::PageArea},
};
use gorlif_core::{
    domain::{
        list_view::SortKey,
        station::{ParameterKind, Station},
        trend::Trend,
    },
    presenter::gauge,
};
use leptos::prelude::*;

/// The first `most` gauges: of a place the nearest, elsewhere those that rise fastest. The heading says which.
pub fn gauges(state: AppState, area: &PageArea, most: usize) -> AnyView {
    let texts = state.language().output_texts();
    let has_rate = |station: &Station| {
        area.near(station).is_some() && state.last_trend(station).rate.is_some()
    };
    let has_rates =
        state.station_index.with(|index| index.all().iter().any(|station| has_rate(station)));
    let rise = move |station: &Station| SortKey::Number(-list_order::rise(state, station));
    let (heading, key): (_, Box<dyn Fn(&Station) -> SortKey>) = match area {
        PageArea::Circle(..) => (texts.nearest_gauges, Box::new(|_| SortKey::NONE)),
        PageArea::Wales | PageArea::County(..) if has_rates => {
            (texts.rising_gauges, Box::new(rise))
        }
        PageArea::Wales | PageArea::County(..) => (texts.gauges, Box::new(|_| SortKey::NONE)),
    };
    // Without a place there is no distance.
    let has_distance = matches!(area, PageArea::Circle(..));
    let columns = texts.columns.into_iter().take(if has_distance { 5 } else { 4 });
    let columns = columns.map(|column| view! { <th scope="col">{column}</th> });
    let (all, rows) = state.station_index.with(|index| {
        let is_level = |station: &Station| station.kind() == ParameterKind::Level;
        let (all, listed) = index.list(area, &is_level, &key, most);
        let row = |station: &Station| {
            let near = area.near(station)?;
            let distance = near.distance.map(|distance| state.language().distance(distance));
            Some(gauge_row(state, station, distance))
        };
        let stations = listed.iter().filter_map(|near| index.get(&near.item));
        (all, stations.filter_map(|station| row(station)).collect::<Vec<AnyView>>())
    });
    let more = all.saturating_sub(rows.len());
    view! {
        <h3 class="part">{heading}</h3>
        <table>
            <thead>
                <tr>{columns.collect::<Vec<_>>()}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {(more > 0)
            .then(|| view! { <p>{(state.language().desk_texts().more)(more)}</p> }.into_any())}
    }
    .into_any()
}

fn gauge_row(state: AppState, station: &Station, distance: Option<String>) -> AnyView {
    let (language, texts, now) = (state.language(), state.texts(), state.clock.now());
    let trend = gauge_text::trend(state, station, now);
    let trend = (trend != Trend::UNKNOWN).then(|| (texts.trend_value)(trend));
    view! {
        <tr>
            <th scope="row">{station_title(language, station).into_view()}</th>
            <td>{gauge::value(texts, station)}</td>
            <td>{trend}</td>
            <td>{gauge::time_with_age(language, station, now)}</td>
            {distance.map(|distance| view! { <td>{distance}</td> }.into_any())}
        </tr>
    }
    .into_any()
}

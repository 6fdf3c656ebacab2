//! The forecast on the map: the counties in the colours of their risk on a day while the forecast is open, and what the
//! colours mean.

use crate::{
    components::fragments::paragraph,
    map::handle::{MapHandle, when_ready},
    map::layers::risk::{RiskLayer, Shade, risk_id},
    state::{
        AppState, Loadable, Panel,
        reactive::{effect, memo},
    },
};
use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        county::County,
        forecast::{Cell, Day, Forecast, ForecastArea, RiskLevel},
        freshness::Freshness,
    },
    source::state::Snapshot,
};
use leptos::prelude::*;

/// The days that can be shown: those of the table with a date. Before them is the worst day.
fn days(state: AppState) -> Vec<NaiveDate> {
    let today = state.clock.today();
    let days = state.sources.forecast.with(|source| Some(source.snapshot()?.content.days(today)));
    let date = |day: Day| match day {
        Day::Date(date) => Some(date),
        Day::Text(_) => None,
    };
    days.into_iter().flatten().filter_map(date).collect()
}

/// The chosen day, if the table has it; otherwise the worst one.
fn chosen_day(state: AppState) -> Option<NaiveDate> {
    state.choices.forecast.get().day.filter(|day| days(state).contains(day))
}

/// The risk of an area on the chosen day, or on the worst one.
fn cell(state: AppState, forecast: &Forecast, area: &ForecastArea, day: Option<NaiveDate>) -> Cell {
    let (today, freshness) = (state.clock.today(), state.forecast_freshness());
    match day {
        Some(day) => forecast.cell(area, &Day::Date(day), today, freshness),
        None => forecast.worst(area, today, freshness),
    }
}

fn is_expired(state: AppState) -> bool {
    let is_over = chosen_day(state).is_some_and(|day| day < state.clock.today());
    is_over || state.forecast_freshness() >= Freshness::Stale
}

/// The layer of the map while the forecast is open.
fn shades(state: AppState) -> Vec<Shade> {
    if state.choices.panel.get() != Panel::Forecast {
        return Vec::new();
    }
    let day = chosen_day(state);
    state.sources.forecast.with(|source| {
        let Some(Snapshot { content: forecast, .. }) = source.snapshot() else { return Vec::new() };
        let is_expired = is_expired(state);
        let shade = |county| {
            let cell = cell(state, forecast, &ForecastArea::County(county), day);
            Shade { county, risk: risk_id(&cell), is_expired }
        };
        County::all().map(shade).collect()
    })
}

/// Draws the risk on the map.
pub fn draw(state: AppState, map: MapHandle) {
    let shades = memo(move || shades(state));
    let layer = StoredValue::new_local(RiskLayer::default());
    effect(move || {
        let shades = shades.get();
        let Loadable::Loaded(basemap) = state.assets.basemap.get() else { return };
        when_ready(map, |controller| {
            layer.update_value(|layer| layer.set(controller.map(), &basemap, &shades));
        });
    });
}

/// Which day the map shows, and what the colours mean.
pub fn map_days(state: AppState) -> AnyView {
    let texts = move || state.language().forecast_map_texts();
    let has_days = memo(move || !days(state).is_empty());
    let shown = move || {
        let day = match chosen_day(state) {
            Some(day) => state.language().long_day(day),
            None => texts().worst.to_owned(),
        };
        (texts().shown)(&day)
    };
    let note = move || {
        let has_none = state.assets.basemap.with(|basemap| matches!(basemap, Loadable::Missing));
        match (has_none, is_expired(state)) {
            (true, _) => Some(paragraph(texts().no_outlines.to_owned())),
            (false, true) => Some(paragraph(texts().expired.to_owned())),
            (false, false) => None,
        }
    };
    view! {
        <div class="map-days" hidden=move || !has_days.get()>
            <p role="status">{shown}</p>
            {move || risk_key(state)}
            {note}
        </div>
    }
    .into_any()
}

/// The colour and the meaning of each level. Without colour there is nothing to explain.
pub fn risk_key(state: AppState) -> Option<AnyView> {
    if is_expired(state) {
        return None;
    }
    let texts = state.language().forecast_texts();
    let entry = |level: RiskLevel| {
        let class = format!("map-risk {}", level.id());
        let text = format!("{}: {}", (texts.risk)(level), (texts.risk_meaning)(level));
        view! {
            <li>
                <svg width="28" height="18" aria-hidden="true" focusable="false">
                    <rect x="1" y="1" width="26" height="16" class=class />
                </svg>
                " "
                {text}
            </li>
        }
        .into_any()
    };
    let entries = RiskLevel::ALL.map(entry).collect_view();
    Some(view! { <ul class="risk-key">{entries}</ul> }.into_any())
}

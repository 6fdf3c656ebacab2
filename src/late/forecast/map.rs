//! The forecast on the map: the choice of the day, and the counties in the colours of their risk while the
//! forecast is open.

use crate::{
    components::fragments::{Text, aria, paragraph},
    map::handle::{MapHandle, with_controller},
    map::layers::risk::{RiskLayer, Shade, risk_id},
    state::{
        AppState, Loadable, Panel,
        reactive::{effect, memo},
        use_app_state,
    },
};
use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        bilingual::Bilingual,
        county::County,
        forecast::{Cell, Day, Forecast, ForecastArea, RiskLevel},
        freshness::Freshness,
    },
    presenter::risk,
    source::state::Snapshot,
};
use leptos::prelude::*;

/// The days that can be shown: those of the table with a date. Before them is the worst day.
fn days(state: AppState) -> Vec<NaiveDate> {
    let today = state.clock.today();
    state.sources.forecast.with(|source| {
        let days = source.snapshot().map(|snapshot| snapshot.content.days(today));
        let date = |day: Day| match day {
            Day::Date(date) => Some(date),
            Day::Text(_) => None,
        };
        days.into_iter().flatten().filter_map(date).collect()
    })
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
        if map.is_ready() {
            with_controller(map, |controller| {
                layer.update_value(|layer| layer.set(controller.map(), &basemap, &shades));
            });
        }
    });
}

/// The choice of the day, and what the colours mean.
#[component]
pub fn ForecastMap() -> impl IntoView {
    let state = use_app_state();
    let texts = move || state.language().forecast_map_texts();
    let dates = memo(move || days(state));
    let choose = move |day| state.choices.forecast.update(|choice| choice.day = day);
    let button = move |day: Option<NaiveDate>| {
        let is_chosen = move || chosen_day(state) == day;
        let label = move || match day {
            Some(day) => state.language().short_day(day),
            None => texts().worst.to_owned(),
        };
        view! {
            <button
                type="button"
                aria-pressed=move || aria(is_chosen())
                on:click=move |_| choose(day)
            >
                {label}
            </button>
        }
        .into_any()
    };
    // The buttons stay the same elements, which keep the focus.
    let choices = move || {
        std::iter::once(None)
            .chain(dates.get().into_iter().map(Some))
            .collect::<Vec<Option<NaiveDate>>>()
    };
    // 0 is the worst day.
    let position = move || {
        let found = chosen_day(state)
            .and_then(|day| dates.with(|dates| dates.iter().position(|of| *of == day)));
        found.map_or(0, |index| index + 1)
    };
    let slide = move |event| {
        let index: usize = event_target_value(&event).parse().unwrap_or_default();
        let dates = dates.get_untracked();
        choose(index.checked_sub(1).and_then(|index| dates.get(index)).copied());
    };
    let chosen_text = move || match chosen_day(state) {
        Some(day) => state.language().long_day(day),
        None => texts().worst.to_owned(),
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
        <div class="map-days" hidden=move || dates.with(Vec::is_empty)>
            <h3>{move || texts().heading}</h3>
            <p class="buttons">
                <For each=choices key=Option::clone let(day)>
                    {button(day)}
                </For>
            </p>
            <p>
                <label>
                    <span class="visually-hidden">{move || texts().slider}</span>
                    <input
                        type="range"
                        min="0"
                        max=move || dates.with(Vec::len).to_string()
                        step="1"
                        prop:value=move || position().to_string()
                        aria-valuetext=chosen_text
                        on:input=slide
                    />
                </label>
            </p>
            <RiskKey />
            {note}
            {move || unmatched(state).into_any()}
        </div>
    }
}

/// The colour of each level.
#[component]
fn RiskKey() -> impl IntoView {
    let state = use_app_state();
    let entry = |(id, name): (&'static str, &'static str)| {
        view! {
            <li>
                <svg width="28" height="18" aria-hidden="true" focusable="false">
                    <rect x="1" y="1" width="26" height="16" class=format!("map-risk {id}") />
                </svg>
                " "
                {name}
            </li>
        }
        .into_any()
    };
    move || {
        // Without colour there is nothing to explain.
        if is_expired(state) {
            return None;
        }
        let texts = state.language().forecast_texts();
        let levels = RiskLevel::ALL.map(|level| (level.id(), (texts.risk)(level)));
        let all = levels.into_iter().chain([("not-stated", texts.not_stated)]);
        let entries = all.map(entry).collect::<Vec<AnyView>>();
        Some(view! { <ul class="risk-key">{entries}</ul> }.into_any())
    }
}

/// "Not on the map: Shropshire (High)": names that match no outline.
fn unmatched(state: AppState) -> Option<AnyView> {
    let language = state.language();
    let day = chosen_day(state);
    let names = state.sources.forecast.with(|source| {
        let forecast = &source.snapshot()?.content;
        let named = |(name, _): (&Bilingual, &Bilingual)| {
            let cell = cell(state, forecast, &ForecastArea::Named(name.clone()), day);
            let risk = risk::text(language, &cell);
            let name = Text::picked(language, name).into_view();
            view! { <li>{name} {format!(" ({risk})")}</li> }.into_any()
        };
        Some(forecast.unmatched().into_iter().map(named).collect::<Vec<AnyView>>())
    });
    let names = names.filter(|names| !names.is_empty())?;
    let before = language.forecast_map_texts().not_on_map;
    Some(
        view! {
            <p>{before}</p>
            <ul class="unmatched">{names}</ul>
        }
        .into_any(),
    )
}

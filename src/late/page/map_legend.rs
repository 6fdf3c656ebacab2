//! The legend of the map's symbols at the edge of the map, collapsed where it can be opened.

use crate::{
    components::fragments::symbol,
    map::symbols::SymbolStyle,
    state::{page_query::Layout, use_app_state},
};
use gorlif_core::{
    council_levels::CouncilLevels,
    domain::{
        freshness::Freshness, level_record::Standing, station::ParameterKind, trend::Tendency,
        warning::Severity,
    },
    i18n::{Texts, map::MapTexts},
};
use leptos::prelude::*;

type Meaning = fn(&Texts, &MapTexts) -> &'static str;

const fn gauge(freshness: Freshness, offline: bool) -> SymbolStyle {
    SymbolStyle::Gauge { freshness, offline, tendency: Tendency::Unknown, standing: None }
}

const fn trend(tendency: Tendency) -> SymbolStyle {
    SymbolStyle::Gauge { freshness: Freshness::Fresh, offline: false, tendency, standing: None }
}

const ENTRIES: [(SymbolStyle, Meaning); 10] = [
    (SymbolStyle::Warning(Severity::Severe), |texts, _| (texts.severity)(Severity::Severe)),
    (SymbolStyle::Warning(Severity::Warning), |texts, _| (texts.severity)(Severity::Warning)),
    (SymbolStyle::Warning(Severity::Alert), |texts, _| (texts.severity)(Severity::Alert)),
    (SymbolStyle::Warning(Severity::NoLongerInForce), |texts, _| {
        (texts.severity)(Severity::NoLongerInForce)
    }),
    (SymbolStyle::FRESH, |_, texts| texts.fresh),
    (gauge(Freshness::Delayed, false), |_, texts| texts.late),
    (gauge(Freshness::Stale, false), |_, texts| texts.stale),
    (gauge(Freshness::Stale, true), |texts, _| texts.offline),
    (trend(Tendency::Rising), |_, texts| (texts.tendency)(Tendency::Rising)),
    (trend(Tendency::Falling), |_, texts| (texts.tendency)(Tendency::Falling)),
];
/// Only while gauges of rain are shown.
const RAIN: [(SymbolStyle, Meaning); 2] = [
    (SymbolStyle::Rain { is_current: true }, |_, texts| texts.rain),
    (SymbolStyle::Rain { is_current: false }, |_, texts| texts.stale_rain),
];
/// Only where the council gives levels.
const REACHED: (SymbolStyle, Meaning) =
    (SymbolStyle::Reached, |texts, _| texts.level_reached.trim_end_matches(':'));

#[component]
pub fn MapLegend() -> impl IntoView {
    let state = use_app_state();
    let entries = move || {
        let (texts, map_texts) = (state.texts(), state.language().map_texts());
        let of_symbol = |(style, meaning): (SymbolStyle, Meaning)| {
            entry("", symbol(style.symbol()), meaning(texts, map_texts))
        };
        let reached = (!state.council_levels.with(CouncilLevels::is_empty)).then_some(REACHED);
        let shows_rain =
            state.gauge_filters.with(|filters| filters.gauge_kind == ParameterKind::Rain);
        let rain = RAIN.into_iter().filter(|_| shows_rain);
        ENTRIES.into_iter().chain(rain).chain(reached).map(of_symbol).collect::<Vec<AnyView>>()
    };
    // Only where a recorder knows the usual ranges.
    let standings = move || {
        let texts = state.language().record_texts();
        let of_standing = |(class, standing): (&'static str, Standing)| {
            entry(class, symbol(SymbolStyle::FRESH.symbol()), (texts.legend)(standing))
        };
        let marked = [("above", Standing::Above), ("below", Standing::Below)];
        state.has_standings().then(|| marked.map(of_standing).into_iter().collect::<Vec<AnyView>>())
    };
    let is_wall = state.deployment.layout == Layout::Wall;
    // Only where the deployer gives the shapes.
    let areas = move || {
        let has_areas = !state.assets.flood_areas.with(Vec::is_empty);
        has_areas.then(|| area("map-area warning", state.language().area_texts().key))
    };
    let others = move || {
        let texts = state.language().map_texts();
        let number = view! {
            <circle cx="12" cy="9" r="8.5" class="map-number" />
            <text x="12" y="13" class="map-number">
                3
            </text>
        };
        let mut others = vec![swatch(number.into_any(), texts.group)];
        // A wall has no list that would open.
        if !is_wall {
            others.push(entry("map-muted", symbol(SymbolStyle::FRESH.symbol()), texts.muted));
        }
        others
    };
    view! {
        // A wall has no control that would open it.
        <details class="map-key" open=is_wall>
            <summary>{move || state.language().map_texts().heading}</summary>
            <ul>{entries} {standings} {areas} {others}</ul>
            <p class="quiet">{move || state.language().map_texts().hint}</p>
        </details>
    }
}

fn entry(class: &'static str, sign: AnyView, meaning: &'static str) -> AnyView {
    view! { <li class=class>{sign} <span>{meaning}</span></li> }.into_any()
}

/// An entry whose sign is a box in the style of something on the map.
fn area(class: &'static str, meaning: &'static str) -> AnyView {
    let sign = view! { <rect x="2" y="2" width="20" height="14" class=class /> };
    swatch(sign.into_any(), meaning)
}

/// An entry whose sign is not one of the page's symbols.
fn swatch(shapes: AnyView, meaning: &'static str) -> AnyView {
    let sign = view! {
        <svg width="24" height="18" aria-hidden="true" focusable="false">
            {shapes}
        </svg>
    };
    entry("", sign.into_any(), meaning)
}

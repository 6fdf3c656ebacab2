//! The legend of the map's symbols at the edge of the map, collapsed where it can be opened.

use crate::{
    components::fragments::symbol,
    map::symbols::SymbolStyle,
    state::{page_query::Layout, use_app_state},
};
use gorlif_core::domain::{
    freshness::Freshness, level_record::Standing, station::ParameterKind, trend::Tendency,
    warning::Severity,
};
use leptos::prelude::*;

const fn gauge(freshness: Freshness, offline: bool, tendency: Tendency) -> SymbolStyle {
    SymbolStyle::Gauge { freshness, offline, tendency, standing: None }
}

pub fn legend() -> AnyView {
    let state = use_app_state();
    let is_wall = state.deployment.layout == Layout::Wall;
    let entries = move || {
        let (language, texts) = (state.language(), state.texts());
        let map_texts = language.map_texts();
        let severities =
            [Severity::Severe, Severity::Warning, Severity::Alert, Severity::NoLongerInForce];
        let trend = |of: Tendency| (gauge(Freshness::Fresh, false, of), (map_texts.tendency)(of));
        let gauges = [
            (SymbolStyle::FRESH, map_texts.fresh),
            (gauge(Freshness::Delayed, false, Tendency::Unknown), map_texts.late),
            (gauge(Freshness::Stale, false, Tendency::Unknown), map_texts.stale),
            (gauge(Freshness::Stale, true, Tendency::Unknown), texts.offline),
            trend(Tendency::Rising),
            trend(Tendency::Falling),
        ];
        // Only while gauges of rain are shown.
        let shows_rain =
            state.gauge_filters.with(|filters| filters.gauge_kind == ParameterKind::Rain);
        let rain = [
            (SymbolStyle::Rain { is_current: true }, map_texts.rain),
            (SymbolStyle::Rain { is_current: false }, map_texts.stale_rain),
        ];
        // Only where the council gives levels.
        let has_levels = !state.council_levels().is_empty();
        let reached = (SymbolStyle::Reached, texts.level_reached.trim_end_matches(':'));
        let mut entries = severities
            .into_iter()
            .map(|of| (SymbolStyle::Warning(of), (texts.severity)(of)))
            .chain(gauges)
            .chain(rain.into_iter().filter(|_| shows_rain))
            .chain(has_levels.then_some(reached))
            .map(|(style, meaning)| entry("", symbol(style.symbol()), meaning))
            .collect_view();
        // Only where a recorder knows the usual ranges.
        if state.has_standings() {
            let meaning = language.record_texts().legend;
            let standings = [Standing::FarAbove, Standing::Above, Standing::Within].map(Some);
            for standing in standings.into_iter().chain([None]) {
                let sign = symbol(SymbolStyle::FRESH.symbol());
                let class = standing.map_or("", Standing::id);
                entries.push(entry(class, sign, meaning(standing)));
            }
        }
        // Only where the deployer gives the shapes.
        if !state.assets.flood_areas.with(Vec::is_empty) {
            let area = view! {
                <svg width="24" height="18" aria-hidden="true" focusable="false">
                    <rect x="2" y="2" width="20" height="14" class="map-area warning" />
                </svg>
            };
            entries.push(entry("", area.into_any(), language.area_texts().key));
        }
        entries
    };
    view! {
        // A wall has no control that would open it.
        <details class="map-key" open=is_wall>
            <summary>{move || state.language().map_texts().heading}</summary>
            <ul>{entries}</ul>
            <p class="quiet">{move || state.language().map_texts().hint}</p>
        </details>
    }
    .into_any()
}

fn entry(class: &'static str, sign: AnyView, meaning: &'static str) -> AnyView {
    view! { <li class=class>{sign} <span>{meaning}</span></li> }.into_any()
}

//! The legend of the map's symbols, collapsed at the edge of the map.

use crate::{components::fragments::symbol, map::symbols::SymbolStyle, state::use_app_state};
use gorlif_core::{
    council_levels::CouncilLevels,
    domain::{freshness::Freshness, trend::Tendency, warning::Severity},
    i18n::{MapMessages, Messages},
};
use leptos::prelude::*;

type Meaning = fn(&Messages, &MapMessages) -> &'static str;

const fn gauge(freshness: Freshness, offline: bool) -> SymbolStyle {
    SymbolStyle::Gauge { freshness, offline, tendency: Tendency::Unknown }
}

const fn trend(tendency: Tendency) -> SymbolStyle {
    SymbolStyle::Gauge { freshness: Freshness::Fresh, offline: false, tendency }
}

const ENTRIES: [(SymbolStyle, Meaning); 10] = [
    (SymbolStyle::Warning(Severity::Severe), |messages, _| (messages.severity)(Severity::Severe)),
    (SymbolStyle::Warning(Severity::Warning), |messages, _| (messages.severity)(Severity::Warning)),
    (SymbolStyle::Warning(Severity::Alert), |messages, _| (messages.severity)(Severity::Alert)),
    (SymbolStyle::Warning(Severity::NoLongerInForce), |messages, _| {
        (messages.severity)(Severity::NoLongerInForce)
    }),
    (SymbolStyle::FRESH, |_, texts| texts.fresh),
    (gauge(Freshness::Late, false), |_, texts| texts.late),
    (gauge(Freshness::Stale, false), |_, texts| texts.stale),
    (gauge(Freshness::Stale, true), |messages, _| messages.offline),
    (trend(Tendency::Rising), |messages, _| (messages.tendency)(Tendency::Rising)),
    (trend(Tendency::Falling), |messages, _| (messages.tendency)(Tendency::Falling)),
];
/// Only where the council gives levels.
const REACHED: (SymbolStyle, Meaning) =
    (SymbolStyle::Reached, |messages, _| messages.level_reached.trim_end_matches(':'));

#[component]
pub fn MapLegend() -> impl IntoView {
    let state = use_app_state();
    let entries = move || {
        let (messages, texts) = (state.messages(), state.language().map_messages());
        let entry = |(style, meaning): (SymbolStyle, Meaning)| {
            view! { <li>{symbol(style.symbol())} <span>{meaning(messages, texts)}</span></li> }
                .into_any()
        };
        let reached = (!state.council_levels.with(CouncilLevels::is_empty)).then_some(REACHED);
        ENTRIES.into_iter().chain(reached).map(entry).collect::<Vec<AnyView>>()
    };
    // Only where the deployer gives the shapes.
    let areas = move || {
        let has_areas = !state.assets.flood_areas.with(Vec::is_empty);
        let key = state.language().area_messages().key;
        has_areas.then(|| {
            view! {
                <li>
                    <svg width="24" height="18" aria-hidden="true" focusable="false">
                        <rect x="2" y="2" width="20" height="14" class="map-area warning" />
                    </svg>
                    <span>{key}</span>
                </li>
            }
        })
    };
    view! {
        <details class="map-key">
            <summary>{move || state.language().map_messages().heading}</summary>
            <ul>{entries} {areas}</ul>
            <p class="quiet">{move || state.language().map_messages().hint}</p>
        </details>
    }
}

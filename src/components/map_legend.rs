//! What the symbols on the map mean, folded away at its edge.

use super::fragments::symbol;
use crate::{map::symbols::Look, state::use_app_state};
use gorlif_core::{
    domain::{freshness::Freshness, warning::Severity},
    language::Catalogue,
};
use leptos::prelude::*;

type Meaning = fn(&Catalogue) -> &'static str;

const ENTRIES: [(Look, Meaning); 8] = [
    (Look::Warning(Severity::Severe), |words| (words.severity)(Severity::Severe)),
    (Look::Warning(Severity::Warning), |words| (words.severity)(Severity::Warning)),
    (Look::Warning(Severity::Alert), |words| (words.severity)(Severity::Alert)),
    (Look::Warning(Severity::NoLongerInForce), |words| (words.severity)(Severity::NoLongerInForce)),
    (Look::Gauge { freshness: Freshness::Fresh, offline: false }, |words| words.key_fresh),
    (Look::Gauge { freshness: Freshness::Late, offline: false }, |words| words.key_late),
    (Look::Gauge { freshness: Freshness::Stale, offline: false }, |words| words.key_stale),
    (Look::Gauge { freshness: Freshness::Stale, offline: true }, |words| words.offline),
];

#[component]
pub fn MapLegend() -> impl IntoView {
    let state = use_app_state();
    let entry =
        |(look, meaning): (Look, Meaning)| view! { <li>{symbol(look.symbol())} <span>{move || meaning(state.words())}</span></li> }.into_any();
    view! {
        <details class="map-key">
            <summary>{move || state.words().map_key}</summary>
            <ul>{ENTRIES.into_iter().map(entry).collect::<Vec<AnyView>>()}</ul>
            <p class="quiet">{move || state.words().map_hint}</p>
        </details>
    }
}

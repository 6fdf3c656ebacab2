//! The messages of the briefing: the worst in full, the others by name, whatever the filters of the list, since the
//! sheet is passed on as the whole.

use crate::{
    components::{
        fragments::{
            Text, area_title, nearest_county_name, paragraph, severity_class, span, symbol,
        },
        warnings_panel,
    },
    map::symbols::SymbolStyle,
    state::{AppState, page_area::PageArea},
};
use gorlif_core::{
    domain::{
        list_view::{self, SortKey},
        sorting,
        warning::Severity,
    },
    source::warnings::WarningHere,
};
use leptos::prelude::*;

pub fn messages(state: AppState, area: &PageArea, in_full: usize) -> AnyView {
    let texts = state.language().output_texts();
    let found = by_concern(state);
    let (worst, others) = found.split_at(in_full.min(found.len()));
    let worst = worst.iter().map(|local| {
        view! {
            <div class="in-full">
                {severity_symbol(local.warning.severity)} {warnings_panel::printed(state, local)}
            </div>
        }
    });
    let by_name = Severity::ALL.map(|severity| of_severity(state, area, others, severity));
    view! {
        <h3 class="part">{texts.messages}</h3>
        {warnings_panel::nothing(state).map(paragraph)}
        {worst.collect::<Vec<_>>()}
        {(!others.is_empty())
            .then(|| view! { <h3 class="part">{texts.other_messages}</h3> }.into_any())}
        {by_name.into_iter().collect::<Vec<AnyView>>()}
    }
    .into_any()
}

/// The message of the headline first, then those of areas that contain the place, then the others by severity, those
/// beyond the circle or the border last.
fn by_concern(state: AppState) -> Vec<WarningHere> {
    state.warnings.with(|warnings| {
        let headline = warnings.headline().map(|local| &local.warning.code);
        let rank = |local: &WarningHere| {
            (headline != Some(&local.warning.code), !local.contains_place(), local.at_edge)
        };
        sorting::sorted(warnings.found.clone(), |a, b| rank(a).cmp(&rank(b)))
    })
}

fn severity_symbol(severity: Severity) -> AnyView {
    span(severity_class(severity), symbol(SymbolStyle::Warning(severity).symbol()))
}

/// The messages of a severity by name, under their number; empty without one.
fn of_severity(
    state: AppState,
    area: &PageArea,
    others: &[WarningHere],
    severity: Severity,
) -> AnyView {
    let messages: Vec<&WarningHere> =
        others.iter().filter(|local| local.warning.severity == severity).collect();
    if messages.is_empty() {
        return ().into_any();
    }
    let texts = state.texts();
    let heading = if severity == Severity::NoLongerInForce {
        (texts.no_longer_in_force_count)(messages.len())
    } else {
        (texts.severity_count)(severity, messages.len())
    };
    let names = match area {
        PageArea::Circle(..) => near_place(state, &messages),
        PageArea::Wales | PageArea::County(..) => by_county(state, messages),
    };
    view! {
        <h4>{severity_symbol(severity)} {heading}</h4>
        <ul class="by-name">{names}</ul>
    }
    .into_any()
}

/// "River Usk at Crickhowell · Powys, 19 km south-east · in force since 17:45"
fn near_place(state: AppState, messages: &[&WarningHere]) -> Vec<AnyView> {
    let entry = |local: &&WarningHere| {
        let since = warnings_panel::since(state, &local.warning);
        let facts = [warnings_panel::place_line(state, local), since].into_iter().flatten();
        let facts: String = facts.map(|fact| format!(" · {fact}")).collect();
        view! { <li>{area_title(state, &local.warning).into_view()} {Text::Own(facts).into_view()}</li> }
        .into_any()
    };
    messages.iter().map(entry).collect()
}

/// "Powys: Usk catchment around Brecon; Wye catchment around Rhayader", a line for each county.
fn by_county(state: AppState, messages: Vec<&WarningHere>) -> Vec<AnyView> {
    let texts = state.language().desk_texts();
    let county = |local: &WarningHere| {
        nearest_county_name(state, local.warning.position).unwrap_or(texts.no_county)
    };
    let named = messages.into_iter().map(|local| (county(local), local));
    let sorted = list_view::sorted_by_key(named, |(county, _)| SortKey::name(county));
    let line = |of_county: &[(&'static str, &WarningHere)]| {
        let county = of_county.first().map(|(county, _)| *county);
        let names = of_county.iter().enumerate().map(|(index, (_, local))| {
            let separator = if index == 0 { ": " } else { "; " };
            view! {
                {separator}
                {area_title(state, &local.warning).into_view()}
            }
            .into_any()
        });
        view! {
            <li>
                <strong>{county}</strong>
                {names.collect::<Vec<AnyView>>()}
            </li>
        }
        .into_any()
    };
    sorted.chunk_by(|(a, _), (b, _)| a == b).map(line).collect()
}

//! The number of messages in force by county and severity: folded above the list of all Wales, open at the desk and on the wall, and in the
//! briefing.

use crate::{
    components::fragments::{county_name, severity_symbol},
    state::{AppState, page_query::Layout, reactive::memo, use_app_state},
};
use gorlif_core::domain::{
    county::County,
    county_matrix::CountyMatrix,
    warning::{Severity, SeverityCounts},
};
use leptos::prelude::*;

/// Follows the messages. Hidden without one in force, and before the outlines of the counties have loaded; above the list also in
/// the view of a county or of a place.
#[component]
pub fn CountyTable() -> impl IntoView {
    let state = use_app_state();
    let matrix = memo(move || state.county_matrix());
    let is_open = state.deployment.layout != Layout::Lists;
    let is_needless = move || {
        !is_open && (state.choices.place.get().is_some() || state.choices.county.get().is_some())
    };
    let is_hidden = move || is_needless() || matrix.with(|matrix| matrix.rows.is_empty());
    view! {
        <details class="county-numbers" open=is_open hidden=is_hidden>
            <summary>{move || state.language().desk_texts().by_county}</summary>
            {move || matrix.with(|matrix| table(state, matrix))}
        </details>
    }
}

/// The table as it is now; empty without a message in force.
pub fn table(state: AppState, matrix: &CountyMatrix) -> AnyView {
    if matrix.rows.is_empty() {
        return ().into_any();
    }
    let (texts, desk_texts) = (state.texts(), state.language().desk_texts());
    let severities: Vec<Severity> = matrix.severities().collect();
    let heading = |severity: &Severity| {
        view! { <th scope="col">{severity_symbol(*severity)} {(desk_texts.short_severity)(*severity)}</th> }
        .into_any()
    };
    let row = |name: &'static str, counts: SeverityCounts, is_total: bool| {
        let cell = |severity: &Severity| {
            let count = counts.count(*severity);
            // Empty, since a zero would be read as proof that there is none.
            let text = if count == 0 { String::new() } else { count.to_string() };
            view! { <td data-severity=(count > 0).then(|| severity.id())>{text}</td> }.into_any()
        };
        view! {
            <tr class=is_total.then_some("total")>
                <th scope="row">{name}</th>
                {severities.iter().map(cell).collect_view()}
            </tr>
        }
        .into_any()
    };
    let name = |county: Option<County>| {
        county.map_or(desk_texts.no_county, |county| county_name(state.language(), county))
    };
    let rows = matrix.rows.iter().map(|(county, counts)| row(name(*county), *counts, false));
    let all = std::iter::once(row(desk_texts.total, matrix.total, true)).chain(rows);
    view! {
        <table class="by-county">
            <caption>{desk_texts.by_county}</caption>
            <thead>
                <tr>
                    <th scope="col">{texts.county}</th>
                    {severities.iter().map(heading).collect_view()}
                </tr>
            </thead>
            <tbody>{all.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

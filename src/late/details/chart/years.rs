//! The highest recorded level of each year, below a chart.

use super::content::History;
use crate::{late::details::record_facts::level, state::AppState};
use gorlif_core::domain::{station::Station, trend::Reading};
use leptos::prelude::*;

/// Nothing with less than two years, whose highest level is in the facts. Tracks the earlier readings.
pub fn years(state: AppState, station: &Station, own: History) -> Option<AnyView> {
    let highest = own.with(|own| own.loaded().map(|earlier| earlier.highest_of_years.clone()))?;
    let [_, .., _] = highest.as_slice() else { return None };
    let language = state.language();
    let entry = |highest: &Reading| {
        let (time, level) = (language.date_and_time(highest.at), level(station, highest.level));
        view! { <li>{(language.chart_texts().reading)(&time, &level)}</li> }.into_any()
    };
    Some(
        view! {
            <details>
                <summary>{language.record_texts().years}</summary>
                <ul>{highest.iter().rev().map(entry).collect_view()}</ul>
            </details>
        }
        .into_any(),
    )
}

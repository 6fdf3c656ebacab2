//! The words of levels and messages, explained below the gauges.

use crate::state::use_app_state;
use leptos::prelude::*;

#[component]
pub fn Glossary() -> impl IntoView {
    let state = use_app_state();
    let texts = move || state.language().glossary_texts();
    let words = move || {
        let word = |(word, meaning): &(&'static str, &'static str)| {
            view! {
                <dt>{*word}</dt>
                <dd>{*meaning}</dd>
            }
            .into_any()
        };
        texts().words.iter().map(word).collect_view()
    };
    view! {
        <details class="glossary">
            <summary>{move || texts().heading}</summary>
            <dl>{words}</dl>
        </details>
    }
}

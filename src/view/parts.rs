//! Small pieces that several views share.

use gorlif_core::{
    domain::{bilingual::Bilingual, freshness::Freshness, warning::Severity},
    language::Language,
};
use leptos::{prelude::*, svg};

/// A symbol out of those that index.html defines; always beside words that say the same.
pub fn symbol(id: &'static str) -> impl IntoView {
    svg::svg().class("symbol").attr("aria-hidden", "true").child(svg::r#use().attr("href", id))
}

pub fn severity_symbol(severity: Severity) -> &'static str {
    match severity {
        Severity::Severe => "#symbol-severe",
        Severity::Warning => "#symbol-warning",
        Severity::Unknown => "#symbol-unknown",
        Severity::Alert => "#symbol-alert",
        Severity::NoLongerInForce => "#symbol-over",
    }
}

pub fn gauge_symbol(freshness: Freshness, offline: bool) -> &'static str {
    match (freshness, offline) {
        (Freshness::Fresh, false) => "#symbol-fresh",
        (Freshness::Late, false) => "#symbol-late",
        (Freshness::Stale | Freshness::Unknown, false) => "#symbol-stale",
        (Freshness::Fresh, true) => "#symbol-fresh-offline",
        (Freshness::Late, true) => "#symbol-late-offline",
        (Freshness::Stale | Freshness::Unknown, true) => "#symbol-stale-offline",
    }
}

/// A text of the service in the language of the page, or in the other one and marked so.
pub fn said(language: Language, text: &Bilingual) -> AnyView {
    let spoken = language.pick(text);
    in_language(spoken.text.to_owned(), spoken.foreign)
}

/// A stretch of text from outside: isolated in direction, and with its own language where that is not the page's.
pub fn in_language(text: String, foreign: Option<Language>) -> AnyView {
    leptos::html::bdi().attr("lang", foreign.map(Language::tag)).child(text).into_any()
}

/// A term and what it is, in a list of facts.
pub fn fact(term: &'static str, value: impl IntoView + 'static) -> AnyView {
    (leptos::html::dt().child(term), leptos::html::dd().child(value)).into_any()
}

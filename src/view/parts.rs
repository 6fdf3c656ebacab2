//! Small pieces that several views share.

use crate::{
    erased::{El, Value, el, svg},
    state::State,
};
use gorlif_core::{
    domain::{bilingual::Both, warning::Severity},
    language::Language,
};

/// A symbol out of those that index.html defines; always beside words that say the same.
pub fn symbol(id: &'static str) -> El {
    svg("svg").class("symbol").attr("aria-hidden", "true").child(svg("use").attr("href", id))
}

pub fn severity_class(severity: Severity) -> &'static str {
    match severity {
        Severity::Severe => "severity severe",
        Severity::Warning => "severity warning",
        Severity::Unknown => "severity unknown",
        Severity::Alert => "severity alert",
        Severity::NoLongerInForce => "severity over",
    }
}

/// A text of the service in the language of the page, or in the other one and marked so.
pub fn said<'a>(language: Language, text: impl Into<Both<'a>>) -> El {
    let spoken = language.pick(text);
    outside(spoken.text, spoken.foreign)
}

/// A stretch of text from outside: isolated in direction, and with its own language where that is not the page's.
pub fn outside(text: &str, foreign: Option<Language>) -> El {
    el("bdi").lang(foreign.map(Language::tag)).text(text.to_owned())
}

/// A list of facts, each a term and what it is.
pub fn facts(facts: impl IntoIterator<Item = (&'static str, El)>) -> El {
    el("dl").children(facts.into_iter().flat_map(|(term, value)| [el("dt").text(term), el("dd").child(value)]))
}

/// A fact's plain value.
pub fn plain(text: impl Into<String>) -> El {
    el("span").text(text.into())
}

/// A paragraph.
pub fn paragraph(text: impl Into<String>) -> El {
    el("p").text(text.into())
}

/// Floodline's number, to tap.
pub fn floodline() -> El {
    el("a").class("phone floodline").attr("href", "tel:03459881188").text("Floodline 0345 988 1188")
}

/// The emergency number, to tap.
pub fn call_999(state: State) -> El {
    el("a").class("phone emergency").attr("href", "tel:999").word(state.language, |words| words.danger_to_life)
}

/// A link to another site.
pub fn link(address: impl Value, text: impl Value) -> El {
    el("a").attr("href", address).attr("target", "_blank").attr("rel", "noopener noreferrer").text(text)
}

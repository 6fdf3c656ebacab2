//! View fragments that several components share.

use crate::{browser::document, map::symbols::SymbolStyle, state::AppState};
use gorlif_core::{
    domain::{
        bilingual::Both,
        county::County,
        geo::Position,
        station::Station,
        warning::{AreaCode, Severity, Warning},
    },
    i18n::{FLOODLINE, Language, Spoken, Texts},
    presenter::{gauge, message},
};
use leptos::prelude::*;

/// The id of the answer's heading.
pub const ANSWER_HEADING: &str = "answer-heading";
/// The id of the heading of the gauges.
pub const RIVERS_HEADING: &str = "rivers-heading";

/// Focuses the answer's heading in the next animation frame, when it contains the new answer.
pub fn focus_answer() {
    request_animation_frame(|| document::focus(ANSWER_HEADING));
}

/// The value of an ARIA state. Reactive attributes are `Option`s throughout, because Leptos compiles
/// some 2 kB for each type of value.
pub fn aria(value: bool) -> Option<&'static str> {
    Some(if value { "true" } else { "false" })
}

/// A symbol that index.html defines; always shown next to text with the same meaning.
pub fn symbol(id: &'static str) -> AnyView {
    view! {
        <svg class="symbol" aria-hidden="true">
            <use href=id />
        </svg>
    }
    .into_any()
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

/// The symbol of a severity in its colour.
pub fn severity_symbol(severity: Severity) -> AnyView {
    span(severity_class(severity), symbol(SymbolStyle::Warning(severity).symbol()))
}

/// A text from the service or from the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Text {
    /// In the page's language.
    Own(String),
    /// As the service gives it: with isolated direction, and with a `lang` attribute where it is
    /// not in the page's language.
    Service { text: String, language: Option<&'static str> },
}

impl Text {
    pub fn own(text: impl Into<String>) -> Self {
        Self::Own(text.into())
    }

    /// The text in the page's language, or in the other one with its `lang` attribute.
    pub fn picked<'a>(language: Language, text: impl Into<Both<'a>>) -> Self {
        language.pick(text).into()
    }

    /// A text that the service has in English only.
    pub fn english(language: Language, text: &str) -> Self {
        Self::Service {
            text: text.to_owned(),
            language: (language != Language::English).then_some(Language::English.tag()),
        }
    }

    pub fn as_str(&self) -> &str {
        match self {
            Self::Own(text) | Self::Service { text, .. } => text,
        }
    }

    /// The text and its `lang` attribute.
    pub fn into_parts(self) -> (String, Option<&'static str>) {
        match self {
            Self::Own(text) => (text, None),
            Self::Service { text, language } => (text, language),
        }
    }

    pub fn into_view(self) -> AnyView {
        match self {
            Self::Own(text) => view! { <span>{text}</span> }.into_any(),
            Self::Service { text, language } => {
                view! { <bdi lang=language>{text}</bdi> }.into_any()
            }
        }
    }
}

impl From<Spoken<'_>> for Text {
    fn from(Spoken { text, foreign }: Spoken<'_>) -> Self {
        Self::Service { text: text.to_owned(), language: foreign.map(Language::tag) }
    }
}

pub fn county_name(language: Language, county: County) -> &'static str {
    language.of(county.english(), county.welsh())
}

/// The name of the county that contains a position, or at sea of the nearest one.
pub fn nearest_county_name(state: AppState, position: Option<Position>) -> Option<&'static str> {
    let county = state.assets.nearest_county(position)?;
    Some(county_name(state.language(), county))
}

/// The title of a gauge, or its name.
pub fn station_title(language: Language, station: &Station) -> Text {
    gauge::name(language, station).into()
}

pub fn area_title(state: AppState, warning: &Warning) -> Text {
    area_name(state, &warning.description, &warning.code)
}

/// The name of an area, which the service has in English only: in Welsh that of the deployer's file. Without a name its code.
pub fn area_name(state: AppState, description: &str, code: &AreaCode) -> Text {
    let language = state.language();
    state
        .assets
        .area_names
        .with(|names| message::area_name(language, names, code, description).into())
}

pub fn span(class: &'static str, content: AnyView) -> AnyView {
    view! { <span class=class>{content}</span> }.into_any()
}

pub fn paragraph(text: String) -> AnyView {
    view! { <p>{text}</p> }.into_any()
}

/// A `tel:` link to Floodline.
pub fn floodline() -> AnyView {
    phone("phone floodline", "tel:03459881188", FLOODLINE)
}

/// A `tel:` link to the emergency number.
pub fn call_999(texts: &'static Texts) -> AnyView {
    phone("phone emergency", "tel:999", texts.emergency)
}

fn phone(class: &'static str, address: &'static str, text: &'static str) -> AnyView {
    view! {
        <a class=class href=address>
            {text}
        </a>
    }
    .into_any()
}

/// A link to another site.
pub fn link(address: String, text: &'static str) -> AnyView {
    view! {
        <a href=address target="_blank" rel="noopener noreferrer">
            {text}
        </a>
    }
    .into_any()
}

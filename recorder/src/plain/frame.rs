//! The frame of all plain pages: their language, their addresses, the proof of their messages, and whom to call.

use super::{known::Known, site::Site};
use crate::feeds::{PROVEN, Proof};
use gorlif_core::{
    domain::{bilingual::Both, warning::AreaCode},
    i18n::{FLOODLINE, Language, Spoken},
    presenter::message,
};
use minijinja::{Value, context, value::Serde};
use serde::Serialize;

/// A text, with its language if that is not the page's.
#[derive(Serialize)]
pub struct Words {
    pub text: String,
    lang: Option<&'static str>,
}

impl Words {
    pub fn own(text: impl Into<String>) -> Self {
        Self { text: text.into(), lang: None }
    }

    pub fn spoken(Spoken { text, foreign }: Spoken<'_>) -> Self {
        Self { text: text.to_owned(), lang: foreign.map(Language::tag) }
    }

    /// A text of the service in this language, or in the other one.
    pub fn picked<'a>(language: Language, text: impl Into<Both<'a>>) -> Self {
        Self::spoken(language.pick(text))
    }

    /// The name of a message's area.
    pub fn of_area(site: &Site, language: Language, code: &AreaCode, description: &str) -> Self {
        Self::spoken(message::area_name(language, &site.names, code, description))
    }
}

/// The subject of a page.
pub struct Subject {
    /// The name of the file.
    pub file: String,
    pub title: String,
    pub description: String,
    /// The name of the picture: a severity, `none` only where that is proven, how high a gauge is, or `not-compared` on a page that says neither.
    pub picture: &'static str,
    /// The query of the full page with the same content.
    pub query: String,
}

/// The frame of a page.
pub fn frame(site: &Site, known: &Known<'_>, language: Language, subject: Subject) -> Value {
    let (texts, plain) = (language.texts(), language.recorder_texts());
    let Subject { file, title, description, picture, query } = subject;
    let public = |language: Language| site.public(&format!("{}/{file}", language.tag()));
    let addresses = match Language::ALL.map(public) {
        [Some(en), Some(cy)] => Some([("en", en), ("cy", cy)]),
        _ => None,
    };
    let proven = known.check.at.filter(|_| known.check.proof != Proof::Missing);
    let proven = proven.map(|at| ((at + PROVEN).timestamp(), language.date_and_time(at)));
    let test = known.is_test.then_some(language.recorder_texts().test);
    context! {
        lang => language.tag(),
        other => language.other().tag(),
        switch => texts.switch_language,
        title => test.map_or_else(|| title.clone(), |test| format!("{test}: {title}")),
        // The name of the file, the same in both languages.
        file,
        description,
        // The public address of the picture, for previews of links.
        picture => site.address.as_ref().map(|address| format!("{address}preview/{picture}.png")),
        // The public addresses of this page in both languages, if the address of the page is known.
        addresses => Serde(addresses),
        full_page => plain.full_page,
        full_page_address => format!("../../?{query}lang={}", language.tag()),
        load_again => plain.load_again,
        calls => [texts.emergency, FLOODLINE],
        status => plain.status,
        attribution => texts.attribution,
        // Until when the messages are proven, in seconds since 1970, and when they were checked. In the first line of the page for the
        // gateway, which answers instead after that time (`gateway/lua/plain_page.lua`).
        proven => Serde(proven),
        test,
    }
}

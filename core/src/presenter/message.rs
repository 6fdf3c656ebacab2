//! The texts of a message: the name of its area, its title, and the addresses in its text.

use crate::{
    area_names::AreaNames,
    domain::{
        limits::CUT_MARK,
        warning::{AreaCode, Severity, Warning},
    },
    i18n::{Language, Spoken},
};

/// The number of links that a text may have.
const MOST_ADDRESSES: usize = 3;
const HTTPS: &str = "https://";

/// The name of a message's area, which the service has in English only: in Welsh that of the deployer's file. Without a name the code
/// of the area, without a code that it has no name.
pub fn area_name<'a>(
    language: Language,
    names: &'a AreaNames,
    code: &'a AreaCode,
    description: &'a str,
) -> Spoken<'a> {
    let name = language.pick(names.name_of(code, description));
    match (name.text, code.given()) {
        ("", "") => Spoken { text: language.texts().unnamed_area, foreign: None },
        ("", code) => {
            let foreign = (language != Language::English).then_some(Language::English);
            Spoken { text: code, foreign }
        }
        _ => name,
    }
}

/// The service's own words for a severity that is not known, in English only.
pub fn service_words(language: Language, warning: &Warning) -> Option<Spoken<'_>> {
    let foreign = (language != Language::English).then_some(Language::English);
    let is_shown = warning.severity == Severity::Unknown && !warning.label.is_empty();
    is_shown.then_some(Spoken { text: &warning.label, foreign })
}

/// "Flood warning: River Usk at Brecon".
pub fn title(language: Language, severity: Severity, area_name: &str) -> String {
    format!("{}: {area_name}", (language.texts().severity)(severity))
}

/// The addresses in a text that become links: of `https`, without a user, at most three.
pub fn web_addresses(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for address in text.split_whitespace().filter_map(web_address) {
        if found.len() < MOST_ADDRESSES && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// The address in a word, without the punctuation around it.
fn web_address(word: &str) -> Option<&str> {
    let (before, _) = word.split_once(HTTPS)?;
    let is_punctuation = |c: char| !c.is_alphanumeric() && c != '/';
    // An address in another one, or in a text that was cut, is not that of the text.
    if word.contains(CUT_MARK) || !before.chars().all(is_punctuation) {
        return None;
    }
    let address = word.get(before.len()..)?.trim_end_matches(is_punctuation);
    let host = address.get(HTTPS.len()..)?.split(['/', '?', '#', ':']).next()?;
    let is_host = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    // No address has the others, and before an `@` another name than that of the host may stand.
    let is_address = |c: char| {
        c.is_ascii_graphic()
            && !matches!(c, '"' | '<' | '>' | '@' | '\\' | '^' | '`' | '{' | '|' | '}')
    };
    let is_usable =
        host.contains('.') && host.chars().all(is_host) && address.chars().all(is_address);
    is_usable.then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        flood_areas::Projection,
        test_support::{feature, warnings},
    };

    #[test]
    fn a_title_has_the_severity_and_the_area() {
        let said = Language::ALL.map(|language| title(language, Severity::Warning, "River Usk"));
        assert_eq!(said, ["Flood warning: River Usk", "Rhybudd Llifogydd: River Usk"]);
    }

    #[test]
    fn only_of_a_severity_that_is_not_known_the_words_of_the_service_are_shown() {
        let words = |severity: u8| {
            let properties =
                format!(r#""FWACODE":"a","SEVERITY":"Flood Emergency","SEVERITYVALUE":{severity}"#);
            let warnings = warnings(&[feature(None, &properties)]);
            Language::ALL.map(|language| {
                let words = service_words(language, &warnings.content[0])?;
                Some((words.text.to_owned(), words.foreign))
            })
        };
        let text = "Flood Emergency".to_owned();
        assert_eq!(words(9), [Some((text.clone(), None)), Some((text, Some(Language::English)))]);
        assert_eq!(words(2), [None, None]);
    }

    #[test]
    fn an_area_without_a_name_has_its_code_and_one_without_a_code_says_that_it_has_no_name() {
        let file = r#"{"version":1,"areas":[{"code":"A","name_en":"Usk","name_cy":"Wysg"}]}"#;
        let names =
            AreaNames::decode(file.as_bytes(), Projection::default()).expect("a file of names");
        let english = Some(Language::English);
        for (code, description, expected) in [
            ("A", "River Usk", [("River Usk", None), ("Wysg", None)]),
            ("A", "", [("Usk", None), ("Wysg", None)]),
            ("B", "River Taff", [("River Taff", None), ("River Taff", english)]),
            ("B", "", [("B", None), ("B", english)]),
            ("", "", [("Area without a name", None), ("Ardal heb enw", None)]),
        ] {
            let code = AreaCode(code.to_owned());
            let said = Language::ALL.map(|language| {
                let Spoken { text, foreign } = area_name(language, &names, &code, description);
                (text, foreign)
            });
            assert_eq!(said, expected, "{code:?} {description}");
        }
    }

    // case 262
    #[test]
    fn addresses_of_https_in_a_text_are_links_and_nothing_else() {
        for (text, expected) in [
            ("", &[][..]),
            (
                "See https://naturalresources.wales/floods.",
                &["https://naturalresources.wales/floods"],
            ),
            (
                "(https://a.wales/b?c=d&e=f#g), or <https://b.wales/>",
                &["https://a.wales/b?c=d&e=f#g", "https://b.wales/"],
            ),
            ("https://a.wales:8443/x https://a-b.c", &["https://a.wales:8443/x", "https://a-b.c"]),
            ("http://a.wales javascript:alert(1) www.a.wales data:text/html,x", &[]),
            (
                "https:// https://localhost https://user@a.wales https://a.wales:1@b.wales https://a.wales\\@b",
                &[],
            ),
            ("https://a.wales/?<script> https://a.wales/\"onclick=x", &[]),
            ("https://\u{202e}a.wales https://a.wales/\u{202e}x https://аpple.com", &[]),
            (
                "https://a.b https://a.b https://c.d https://e.f https://g.h",
                &["https://a.b", "https://c.d", "https://e.f"],
            ),
            (
                "https://a.wales/Tŷ https://a.wales/flo… http://a.wales/?u=https://b.wales https://c.wales/?u=https://d.wales",
                &["https://c.wales/?u=https://d.wales"],
            ),
        ] {
            assert_eq!(web_addresses(text), expected, "{text}");
        }
    }
}

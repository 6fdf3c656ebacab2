//! The texts of a message: the name of its area, and its title.

use crate::{
    area_names::AreaNames,
    domain::warning::{AreaCode, Severity, Warning},
    i18n::{Language, Spoken},
};

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
}

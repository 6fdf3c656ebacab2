//! Both languages say everything, and the Welsh page says nothing in English.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::{
    domain::{
        bilingual::Bilingual,
        forecast::RiskLevel,
        freshness::Freshness,
        geo::{Coverage, Direction, Radius},
        source_id::SourceId,
        station::Unit,
        warning::{FloodSource, Severity},
    },
    i18n::{FLOODLINE, Language, PlaceName, SearchArea},
};
use std::{collections::BTreeMap, fs};

/// The folder of the texts.
const I18N: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/core/src/i18n");

/// The source of a file of the texts.
fn source(file: &str) -> String {
    fs::read_to_string(format!("{I18N}/{file}.rs")).expect(file)
}

/// The plain texts of a table's source, by field.
fn texts(source: &str) -> BTreeMap<String, String> {
    let fields = source
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.split_once(": \""))
        .filter(|(name, _)| !name.starts_with(' '));
    fields.map(|(name, rest)| (name.to_owned(), rest.trim_end_matches("\",").to_owned())).collect()
}

#[test]
fn every_plain_text_stands_in_both_languages_and_differs() {
    let mut tables = vec![(source("english"), source("welsh"))];
    // The tables of late chunks and of the feeds have both languages in one file.
    for file in fs::read_dir(I18N).expect("a folder").flatten() {
        let source = fs::read_to_string(file.path()).expect("a source");
        let welsh_table = source.split_once("static WELSH");
        if let Some((english, welsh)) =
            welsh_table.filter(|(english, _)| english.contains("static ENGLISH"))
        {
            tables.push((english.to_owned(), welsh.to_owned()));
        }
    }
    let mut count = 0;
    for (english, welsh) in &tables {
        let (english, welsh) = (texts(english), texts(welsh));
        assert_eq!(english.keys().collect::<Vec<_>>(), welsh.keys().collect::<Vec<_>>());
        for (field, text) in &english {
            assert!(!text.is_empty() && text != &welsh[field], "{field}: {text}");
        }
        count += english.len();
    }
    assert!(count > 150, "{count}");
}

#[test]
fn every_choice_of_words_differs_between_the_languages() {
    let (en, cy) = (Language::English.texts(), Language::Welsh.texts());
    let [sources_en, sources_cy] = [Language::English, Language::Welsh].map(Language::source_texts);
    for severity in Severity::ALL {
        assert_ne!((en.severity)(severity), (cy.severity)(severity));
        assert_ne!((en.severity_meaning)(severity), (cy.severity_meaning)(severity));
        assert_eq!((en.advice)(severity).len(), (cy.advice)(severity).len());
        assert!((en.advice)(severity).iter().zip((cy.advice)(severity)).all(|(en, cy)| en != cy));
    }
    for level in [RiskLevel::High, RiskLevel::Medium, RiskLevel::Low, RiskLevel::VeryLow] {
        let risk = |language: Language| (language.forecast_texts().risk)(level);
        assert_ne!(risk(Language::English), risk(Language::Welsh));
    }
    for direction in Direction::ALL {
        assert_ne!((en.direction)(direction), (cy.direction)(direction));
    }
    for freshness in [Freshness::Fresh, Freshness::Delayed, Freshness::Stale, Freshness::Unknown] {
        assert_ne!((sources_en.state)(freshness), (sources_cy.state)(freshness));
    }
    for source in [
        SourceId::NationalWarnings,
        SourceId::LocalWarnings,
        SourceId::RiverLevels,
        SourceId::FloodForecast,
    ] {
        assert_ne!((sources_en.source)(source), (sources_cy.source)(source));
    }
    for water in [FloodSource::Tidal, FloodSource::River, FloodSource::Unknown] {
        assert_ne!((en.water_kind)(water), (cy.water_kind)(water));
    }
    for unit in [
        Unit::Metres,
        Unit::MetresAboveOrdnanceDatum,
        Unit::MetresAboveStationDatum,
        Unit::Other(String::new()),
    ] {
        let [en, cy] = [Language::English, Language::Welsh].map(Language::gauge_texts);
        assert_ne!((en.unit_explained)(&unit), (cy.unit_explained)(&unit));
    }
}

#[test]
fn the_sentences_that_matter_most_are_worded_as_agreed() {
    let brecon = |coverage| SearchArea::Around {
        radius: Radius::from_kilometres(10).expect("a step"),
        name: PlaceName::Place(Bilingual::new("Brecon", "Aberhonddu")),
        coverage: Some(coverage),
    };
    let (brecon, over_the_border) =
        (brecon(Coverage::Wales), brecon(Coverage::Partly { has_centre: true }));
    let (en, cy) = (Language::English.texts(), Language::Welsh.texts());
    let plain = |text: String| text.replace('\u{a0}', " ");
    assert_eq!(
        plain((en.answer_none)(&brecon)),
        "No flood warnings or alerts are in force within 10 km of Brecon."
    );
    assert_eq!(
        plain((cy.answer_none)(&brecon)),
        "Nid oes rhybuddion na negeseuon llifogydd mewn grym o fewn 10 km i Aberhonddu."
    );
    assert_eq!(
        (en.answer_unknown)(Some("13:20"), false),
        "Flood warnings could not be checked since 13:20. There may be warnings in force. Call Floodline 0345 988 1188."
    );
    assert_eq!(
        (cy.answer_unknown)(Some("13:20"), false),
        "Nid oes modd gwirio rhybuddion llifogydd ers 13:20. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188."
    );
    assert_eq!(
        plain((en.answer_none)(&over_the_border)),
        "No flood warnings or alerts are in force within 10 km of Brecon, in the Welsh part of this circle."
    );
    assert_eq!(
        plain((cy.answer_none)(&over_the_border)),
        "Nid oes rhybuddion na negeseuon llifogydd mewn grym o fewn 10 km i Aberhonddu, yn y rhan o'r cylch hwn sydd yng Nghymru."
    );
    assert_eq!(
        (en.answer_unknown)(None, true),
        "Flood warnings in the Welsh part of this circle could not be checked. There may be warnings in force. Call Floodline 0345 988 1188."
    );
    assert_eq!(
        (cy.answer_unknown)(Some("13:20"), true),
        "Nid oes modd gwirio rhybuddion llifogydd yn y rhan o'r cylch hwn sydd yng Nghymru ers 13:20. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188."
    );
    assert_eq!(plain((en.messages_count)(27, 10)), "27 warnings and alerts, 10 in force");
    assert_eq!(
        (en.answer_last_checked)("06:07", "4 minutes ago", false),
        "In force when last checked at 06:07, 4 minutes ago; cannot be checked now. Other warnings may be in force too."
    );
}

#[test]
fn the_words_of_none_never_occur_in_the_sentence_of_the_unknown() {
    for language in Language::ALL {
        let texts = language.texts();
        let place = PlaceName::Point("SO 046 285".to_owned());
        for unknown in [
            (texts.answer_unknown)(None, true),
            (texts.answer_unreadable)(1),
            (texts.answer_not_covered)(&place),
            texts.answer_no_land.to_owned(),
            texts.answer_outlines_missing.to_owned(),
            (texts.answer_place_unknown)(Some("06:07")),
            (texts.answer_last_checked)("06:07", "", false),
        ] {
            for none in ["No flood", "no flood", "Nid oes rhybuddion", "none"] {
                assert!(!unknown.contains(none), "{unknown}");
            }
        }
    }
}

#[test]
fn the_notice_of_the_gateway_has_the_texts_of_plain_pages() {
    let read = |file: &str| {
        fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).expect(file)
    };
    let notice = read("gateway/lua/plain_notice.lua");
    let alert = read("recorder/src/feeds/alert.xml");
    for language in Language::ALL {
        let plain = language.recorder_texts();
        let unknown = (language.texts().answer_unknown)(Some("%s"), false);
        let mut sentences = unknown.split_inclusive(". ").map(str::trim_end);
        let [since, may_be] = [sentences.next(), sentences.next()].map(Option::unwrap_or_default);
        for (name, text) in [
            ("since", since),
            ("may_be", may_be),
            ("emergency", language.texts().emergency),
            ("floodline", FLOODLINE),
            ("full_page", plain.full_page),
            ("all", plain.all_warnings),
        ] {
            let line = format!("    {name} = \"{text}\",\n");
            assert!(notice.contains(&line), "{line} is not in gateway/lua/plain_notice.lua");
        }
    }
    assert!(alert.contains(&format!("<contact>{FLOODLINE}</contact>")), "not in alert.xml");
}

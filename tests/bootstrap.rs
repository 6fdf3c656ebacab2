//! What src/js/bootstrap.js asks for and says before the page is there must be what the page asks
//! for and says.
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use gorlif_core::{
    api::{
        endpoint::Endpoint,
        operations::{LevelsVersion, Operations, WarningsVersion},
    },
    domain::{
        limits::{ORIGIN_AHEAD_SECONDS, WARNINGS_FRESH_SECONDS},
        source_id::SourceId,
        warning::Severity,
    },
    i18n::Language,
};

const BOOTSTRAP: &str = include_str!("../src/js/bootstrap.js");

/// The texts in single quotes of a list that begins so.
fn list(begin: &str, end: &str) -> Vec<&'static str> {
    let list = BOOTSTRAP.split(begin).nth(1).and_then(|rest| rest.split(end).next()).expect(begin);
    list.split('\'').skip(1).step_by(2).collect() // every second part stands between quotes
}

#[test]
fn the_bootstrap_script_asks_for_the_three_calls_that_every_visitor_makes() {
    let newer = Operations { levels: LevelsVersion::StationData, warnings: WarningsVersion::V3 };
    let urls = |operations: Operations| {
        let endpoint = Endpoint::parse("").expect("a base").with(operations);
        [SourceId::NationalWarnings, SourceId::RiverLevels, SourceId::FloodForecast]
            .map(|source| endpoint.url(source, None).expect("an address"))
    };
    let ([warnings, levels, forecast], [newer_warnings, newer_levels, _]) =
        (urls(Operations::default()), urls(newer));
    let choices = list("const paths = (", "]");
    assert_eq!(
        choices,
        [
            newer.warnings.id(),
            &newer_warnings,
            &warnings,
            newer.levels.id(),
            &newer_levels,
            &levels,
            &forecast
        ]
    );
}

#[test]
fn the_first_content_names_severities_as_the_page_does_and_knows_the_labels_of_the_service() {
    let said = list("const SEVERITIES = [", "];");
    let severities = [Severity::Severe, Severity::Warning, Severity::Alert];
    assert_eq!(said.len(), 3 * severities.len());
    for ((messages, severity), value) in said.chunks(3).zip(severities).zip(1..) {
        assert_eq!(
            (Severity::from_value(value), Severity::from_label(messages[0])),
            (Some(severity), Some(severity)),
            "{messages:?}"
        );
        assert_eq!(
            messages[1..],
            [Language::English, Language::Welsh]
                .map(|language| (language.messages().severity)(severity))
        );
    }
}

#[test]
fn the_first_content_is_said_of_a_fresh_answer_only() {
    for (name, limit) in
        [("FRESH_SECONDS = ", WARNINGS_FRESH_SECONDS), ("AHEAD_SECONDS = ", ORIGIN_AHEAD_SECONDS)]
    {
        let seconds =
            BOOTSTRAP.split(name).nth(1).and_then(|rest| rest.split(';').next()).expect("a limit");
        assert_eq!(seconds.replace('_', "").parse::<i64>().expect("a number"), limit, "{name}");
    }
}

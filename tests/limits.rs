//! The limits of core where a file that is not built from them names one: the alert rules, and sentences for people.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::domain::limits::{
    BODY_LIMIT_BYTES, CLOCK_TOLERANCE_SECONDS, READING_FRESH_SECONDS, STANDING_STILL_SECONDS,
    STORED_BODY_LIMIT_BYTES, WARNINGS_FRESH_SECONDS, WARNINGS_LATE_SECONDS,
};
use std::fs;

fn read(file: &str) -> String {
    fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).expect(file)
}

/// The differences of a file from the limits: each line that has the text before a number, with another number after it.
fn differing(file: &str, before: &str, expected: i64) -> Vec<String> {
    let text = read(file);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(before)).collect();
    assert!(!lines.is_empty(), "{file} has no “{before}”");
    let has_limit = |line: &&str| {
        let (_, after) = line.split_once(before).unwrap_or_default();
        let digits = after.split(|sign: char| !sign.is_ascii_digit()).next();
        digits != Some(&*expected.to_string())
    };
    lines.into_iter().filter(has_limit).map(str::to_owned).collect()
}

#[test]
fn the_alert_rules_have_the_limits_of_the_page() {
    for (expression, limit) in [
        (
            r#"gorlif_source_created_timestamp_seconds{source="warnings"} > "#,
            WARNINGS_FRESH_SECONDS,
        ),
        (
            r#"gorlif_source_created_timestamp_seconds{source!="warnings"} > "#,
            WARNINGS_LATE_SECONDS,
        ),
        ("gorlif_recorder_warnings_created_timestamp_seconds > ", WARNINGS_FRESH_SECONDS),
        ("gorlif_recorder_newest_reading_timestamp_seconds > ", READING_FRESH_SECONDS),
    ] {
        let none: [String; 0] = [];
        assert_eq!(
            differing("docs/operations/alerts.yaml", expression, limit),
            none,
            "{expression}"
        );
    }
}

/// Expects that a file has a sentence, with a number in the place of "{}".
fn assert_says(file: &str, sentence: &str, number: i64) {
    let text = read(file).split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = sentence.replace("{}", &number.to_string());
    assert!(text.contains(&sentence), "{file} does not say “{sentence}”");
}

#[test]
fn the_description_of_the_service_has_the_limits_of_the_page() {
    for (sentence, number) in [
        ("more than {} minutes from the device's clock", CLOCK_TOLERANCE_SECONDS / 60),
        ("stood still for over {} minutes", STANDING_STILL_SECONDS / 60),
        ("larger than {} MB", i64::from(BODY_LIMIT_BYTES) >> 20),
        ("Responses up to {} MB are stored", STORED_BODY_LIMIT_BYTES as i64 >> 20),
    ] {
        assert_says("docs/service.md", sentence, number);
    }
}

#[test]
fn sentences_that_name_the_time_of_a_proof_name_that_of_the_page() {
    let minutes = WARNINGS_FRESH_SECONDS / 60;
    for (file, sentence) in [
        ("docs/operations/alerts.yaml", "older than {} minutes."),
        ("docs/operations/alerts.yaml", "newer than {} minutes."),
        ("docs/operations/alerts.yaml", "could not be checked\" {} minutes after it."),
        ("docs/operations/alerts.yaml", "{} minutes after its last response"),
        ("docs/operations/README.md", "{} minutes after it"),
        ("docs/service.md", "within {} minutes"),
        ("docs/hooks.md", "within {} minutes"),
        ("docs/architecture.md", "no older than {} minutes"),
        ("recorder/README.md", "newer than {} minutes"),
        ("gateway/README.md", "{} minutes after the service's response"),
        ("pages/assurance.html", "after {} minutes"),
        ("pages/sicrwydd.html", "ar ôl {} munud"),
    ] {
        assert_says(file, sentence, minutes);
    }
}

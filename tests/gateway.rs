//! The allow-list of the gateway against the calls that the page makes: each gets through, as one
//! operation, and as no other.
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif_core::{
    api::{
        self, Window,
        endpoint::Endpoint,
        operations::{LevelsVersion, Operations, WarningsVersion},
    },
    domain::{
        geo::{Position, Radius},
        source_id::SourceId,
    },
};
use regex::Regex;

/// What start.sh writes into the template for these versions: the values of its `case` branches.
fn with_versions(template: &str, operations: Operations) -> String {
    let script = std::fs::read_to_string("gateway/start.sh").expect("the script");
    let value = |setting: &str, version: &str, variable: &str| {
        let branches = script.split(&format!("case ${setting} in")).nth(1).expect(setting);
        let branch = branches
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{version})")))
            .expect(version);
        let value = branch.split(&format!("{variable}=")).nth(1).expect(variable);
        value.split_whitespace().next().expect("a value").trim_matches(['"', '\'']).to_owned()
    };
    let Operations { levels, warnings } = operations;
    let wales = value("operation_warnings", warnings.id(), "wales_path");
    let levels_path = value("operation_levels", levels.id(), "levels_path");
    let historical = value("operation_levels", levels.id(), "historical_pattern");
    template
        .replace("${GORLIF_HISTORICAL_PATTERN}", &historical.replace("$levels_path", &levels_path))
        .replace("${GORLIF_LEVELS_PATH}", &levels_path)
        .replace("${GORLIF_PLACE_PATH}", &value("operation_warnings", warnings.id(), "place_path"))
        .replace("${GORLIF_WALES_PATTERN}", &wales.replace('.', r"\."))
}

/// The patterns of the map `$request $operation` in the nginx template, with what they make of a
/// request line.
fn allow_list(operations: Operations) -> Vec<(Regex, String)> {
    let template = std::fs::read_to_string("gateway/nginx.conf.template").expect("the template");
    let template = with_versions(&template, operations);
    let map = template
        .split("map $request $operation {")
        .nth(1)
        .and_then(|rest| rest.split("\n    }").next())
        .expect("the map");
    let patterns = Regex::new(r#""~(\S.*)" (\w+);"#).expect("a pattern");
    patterns
        .captures_iter(map)
        .map(|found| {
            (Regex::new(&found[1]).expect("a pattern that both can read"), found[2].to_owned())
        })
        .collect()
}

fn operations(allowed: &[(Regex, String)], address: &str) -> Vec<String> {
    let line = format!("GET {address} HTTP/1.1");
    allowed
        .iter()
        .filter(|(pattern, _)| pattern.is_match(&line))
        .map(|(_, operation)| operation.clone())
        .collect()
}

#[test]
fn every_call_of_the_page_gets_through_the_gateway_as_one_operation() {
    for levels in [LevelsVersion::V1, LevelsVersion::StationData] {
        for warnings in [WarningsVersion::V1, WarningsVersion::V3] {
            each_call_gets_through(Operations { levels, warnings });
        }
    }
}

fn each_call_gets_through(versions: Operations) {
    let allowed = allow_list(versions);
    let endpoint = Endpoint::parse("/api").expect("a path").with(versions);
    assert_eq!(allowed.len(), 5);
    let body = r#"[{"location":4001,"parameters":[{"parameter":10095}]}]"#;
    let stations = api::decode_station_data(body.as_bytes()).expect("a station").content;
    for window in [Window::FiveDays, Window::ThirtyDays] {
        let today = "2026-11-20".parse().expect("a day");
        let address = endpoint.history_url(&stations[0], window, today);
        let found = address.map(|address| operations(&allowed, &address));
        let wanted =
            (versions.levels == LevelsVersion::StationData).then(|| vec!["historical".to_owned()]);
        assert_eq!(found, wanted);
    }
    for (operation, name) in [
        (SourceId::RiverLevels, "levels"),
        (SourceId::NationalWarnings, "wales"),
        (SourceId::FloodForecast, "forecast"),
    ] {
        assert_eq!(
            operations(&allowed, &endpoint.url(operation, None).expect("an address")),
            [name]
        );
    }
    let edges = |least: i32, most: i32| {
        (least..=most).filter(move |n| n % 7 == 0 || n % 10 == 0 || *n == least || *n == most)
    };
    for radius in Radius::all() {
        for (lat, lon) in edges(4_900, 6_100)
            .flat_map(|lat| edges(-900, 300).step_by(9).map(move |lon| (lat, lon)))
        {
            let position =
                Position::new(f64::from(lat) / 100.0, f64::from(lon) / 100.0).expect("in range");
            let address = endpoint
                .url(SourceId::LocalWarnings, Some((position, radius)))
                .expect("an address");
            assert_eq!(operations(&allowed, &address), ["place"], "{address}");
        }
    }
}

#[test]
fn a_place_can_be_written_in_one_way_only() {
    let allowed = allow_list(Operations::default());
    for place in [
        "51.90/-3",
        "51.0/-3",
        "051/-3",
        "51.9/-0",
        "51.9/-0.0",
        "51.95/-3.390",
        "61.01/0",
        "48.99/0",
        "50/3.01",
        "50/-9.01",
    ] {
        assert_eq!(
            operations(&allowed, &format!("/api/floodwarnings/v1/distance/11000/latlon/{place}")),
            [] as [&str; 0],
            "{place}"
        );
    }
}

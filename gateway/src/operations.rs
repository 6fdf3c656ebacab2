//! The patterns of nginx for the requests of the operations, from `core/operations.json`.

use crate::settings::Settings;
use gorlif_core::{
    api::table::{self, Body, Key, Operation, Version},
    domain::{geo::RADIUS_STEPS_KM, limits::ROUNDING_MARGIN_METRES},
};
use serde::Serialize;

/// An operation in the templates.
#[derive(Debug, Serialize)]
pub struct OperationView {
    id: &'static str,
    key: &'static str,
    version: &'static str,
    /// The setting of another version, if there is one.
    other_version: Option<String>,
    /// The shape of the body.
    body: Body,
    /// The pattern of the path and the query that visitors may ask for.
    request: String,
    /// The same without the query.
    location: String,
    /// The pattern of the path in the log, which ends the group `near` after one decimal of the latitude.
    /// `None` where the path has no place.
    logged: Option<String>,
    cache_seconds: u32,
    /// The most calls in any minute, and how many of them one visitor may cause. `None` where they are not
    /// counted.
    calls: Option<u32>,
    share: Option<u32>,
}

/// A source that must have a response while the gateway is ready.
#[derive(Debug, Serialize)]
pub struct ReadyView {
    key: &'static str,
    path: &'static str,
}

/// The operations in the versions of the settings.
pub fn views(settings: &Settings) -> Vec<OperationView> {
    table::ALL.iter().filter_map(|operation| view(operation, settings)).collect()
}

/// For each key the operation that asks for the same of every visitor.
pub fn ready(settings: &Settings) -> Vec<ReadyView> {
    let of_key = |key: Key| {
        let paths = table::ALL.iter().filter(|operation| operation.key == key);
        let mut paths =
            paths.filter_map(|operation| operation.path(settings.version(operation.group)?));
        paths.find(|path| !path.contains('{')).map(|path| ReadyView { key: key.id(), path })
    };
    Key::ALL.into_iter().filter_map(of_key).collect()
}

/// `None` if the operation has no such version, or is not passed on.
fn view(operation: &Operation, settings: &Settings) -> Option<OperationView> {
    let version = settings.version(operation.group)?;
    let version = operation.versions.iter().find(|known| known.id == version)?;
    let (calls, share) = if *operation == table::PLACE {
        (Some(settings.place_calls), Some(settings.place_share()))
    } else if *operation == table::HISTORICAL {
        (Some(settings.historical_calls), Some(settings.historical_share()))
    } else {
        (None, None)
    };
    let path = version.path.split('?').next().unwrap_or_default();
    let other = operation.versions.iter().find(|other| other.id != version.id);
    let setting = |other: &Version| {
        format!("GORLIF_OPERATION_{}={}", operation.group.id().to_uppercase(), other.id)
    };
    Some(OperationView {
        id: operation.id,
        key: operation.key.id(),
        version: version.id,
        other_version: other.map(setting),
        body: version.body,
        request: request_pattern(version.path),
        location: request_pattern(path),
        logged: path.contains("{lat}").then(|| logged_pattern(path)),
        cache_seconds: settings.cache_seconds(*operation),
        calls,
        share,
    })
}

/// The pattern of a path with its parameters. A value can be written in one way only, since each way would
/// be another entry of the cache.
fn request_pattern(path: &str) -> String {
    let radii: Vec<String> = RADIUS_STEPS_KM
        .iter()
        .map(|kilometres| (kilometres * 1_000 + ROUNDING_MARGIN_METRES).to_string())
        .collect();
    // Hundredths in the shortest notation, as the page writes them.
    let lat = r"(?:(?:49|5\d|60)(?:\.\d?[1-9])?|61)";
    let lon = r"(?:-9|-[1-8](?:\.\d?[1-9])?|-0\.\d?[1-9]|[0-2](?:\.\d?[1-9])?|3)";
    let (number, day) = (r"[1-9]\d{0,8}", r"\d{4}-\d\d-\d\d");
    literal(path)
        .replace("{metres}", &format!("(?:{})", radii.join("|")))
        .replace("{lat}", lat)
        .replace("{lon}", lon)
        .replace("{location}", number)
        .replace("{parameter}", number)
        .replace("{from}", day)
        .replace("{to}", day)
}

/// The pattern of a path for the log: the position to one decimal, about 10 km.
fn logged_pattern(path: &str) -> String {
    literal(path)
        .replace("{metres}", r"\d{4,6}")
        .replace("{lat}", r"\d{2}(?:\.\d)?)\d?")
        .replace("{lon}", r"(?<nearlon>-?\d(?:\.\d)?)\d?")
}

/// The pattern of the literal parts of a path.
fn literal(path: &str) -> String {
    path.replace('.', r"\.").replace('?', r"\?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::{
        api::{
            self, Window,
            endpoint::Endpoint,
            operations::{ForecastVersion, LevelsVersion, Operations, WarningsVersion},
        },
        domain::{
            geo::{Position, Radius},
            source_id::SourceId,
        },
    };
    use regex::Regex;

    /// The pattern of each operation, and its id.
    fn allow_list(operations: Operations) -> Vec<(Regex, &'static str)> {
        let pattern = |operation: &Operation| {
            let path = operation.path(operations.version(operation.group)?)?;
            let pattern = format!("^/api{}$", request_pattern(path));
            Some((Regex::new(&pattern).expect("a pattern"), operation.id))
        };
        table::ALL.iter().filter_map(pattern).collect()
    }

    fn operations(allowed: &[(Regex, &'static str)], url: &str) -> Vec<&'static str> {
        let found = allowed.iter().filter(|(pattern, _)| pattern.is_match(url));
        found.map(|(_, id)| *id).collect()
    }

    #[test]
    fn every_call_of_the_page_gets_through_the_gateway_as_one_operation() {
        for levels in [LevelsVersion::V1, LevelsVersion::StationData] {
            for warnings in [WarningsVersion::V1, WarningsVersion::V3] {
                each_call_gets_through(Operations { levels, warnings, ..Operations::default() });
            }
        }
        let (forecast, commentary) = (ForecastVersion::V2, Some(ForecastVersion::V2));
        each_call_gets_through(Operations { forecast, commentary, ..Operations::default() });
    }

    fn each_call_gets_through(versions: Operations) {
        let allowed = allow_list(versions);
        let endpoint = Endpoint::parse("/api").expect("a path").with(versions);
        let body = r#"[{"location":4001,"parameters":[{"parameter":10095}]}]"#;
        let stations = api::decode_station_data(body.as_bytes()).expect("a station").content;
        for window in [Window::FiveDays, Window::ThirtyDays] {
            let today = "2026-11-20".parse().expect("a day");
            let url = endpoint.history_url(&stations[0], window, today);
            let wanted =
                (versions.levels == LevelsVersion::StationData).then(|| vec!["historical"]);
            assert_eq!(url.map(|url| operations(&allowed, &url)), wanted);
        }
        for (source, id) in [
            (SourceId::RiverLevels, "levels"),
            (SourceId::NationalWarnings, "wales"),
            (SourceId::FloodForecast, "forecast"),
        ] {
            assert_eq!(operations(&allowed, &endpoint.url(source, None).expect("a url")), [id]);
        }
        let commentary = endpoint.commentary_url();
        assert_eq!(commentary.is_some(), versions.commentary.is_some());
        if let Some(url) = commentary {
            assert_eq!(operations(&allowed, &url), ["commentary"]);
        }
        let edges = |least: i32, most: i32| {
            (least..=most).filter(move |n| n % 7 == 0 || n % 10 == 0 || *n == least || *n == most)
        };
        for radius in Radius::all() {
            for (lat, lon) in edges(4_900, 6_100)
                .flat_map(|lat| edges(-900, 300).step_by(9).map(move |lon| (lat, lon)))
            {
                let position = Position::new(f64::from(lat) / 100.0, f64::from(lon) / 100.0)
                    .expect("in range");
                let url = endpoint.url(SourceId::LocalWarnings, Some((position, radius)));
                let url = url.expect("a url");
                assert_eq!(operations(&allowed, &url), ["place"], "{url}");
            }
        }
    }

    // case 124
    #[test]
    fn a_place_can_be_written_in_one_way_only() {
        let allowed = allow_list(Operations::default());
        for place in [
            "51.90/-3",
            "51.0/-3",
            "51./-3",
            "51.95/-3.",
            "051/-3",
            "+51.95/-3",
            "51,95/-3",
            "5e1/-3",
            "NaN/-3",
            "51.9/-0",
            "51.9/-0.0",
            "51.95/--3",
            "51.951/-3.39",
            "51.95/-3.390",
            "61.01/0",
            "62/0",
            "48.99/0",
            "50/3.01",
            "50/-9.01",
            "50/-10",
            "-3.39/51.95",
            "51.95/",
        ] {
            let url = format!("/api/floodwarnings/v1/distance/11000/latlon/{place}");
            assert_eq!(operations(&allowed, &url), [] as [&str; 0], "{place}");
        }
        for metres in [
            "",
            "1100",
            "10000",
            "11001",
            "011000",
            "110000",
            "150000",
            "11000.0",
            "-11000",
            "1e4",
            "99999999999",
        ] {
            let url = format!("/api/floodwarnings/v1/distance/{metres}/latlon/51.95/-3.39");
            assert_eq!(operations(&allowed, &url), [] as [&str; 0], "{metres}");
        }
        // The path for all of Wales in another notation.
        let url = "/api/floodwarnings/v1/distance/150000/latlon/52.40/-3.80";
        assert_eq!(operations(&allowed, url), [] as [&str; 0]);
    }
}

//! `GET /riverlevels/v1/all`: the latest reading of every gauge.

use super::{
    feature_collection::{self, Feature},
    times::{SourceTimeZone, UnresolvedReadingTime},
};
use crate::api::{
    decoded::{Decoded, Reason},
    error::BodyError,
    json::{Item, Object},
    reading_value,
    scalar::Scalar,
    stations::Stations,
};
use crate::domain::{
    Timestamp,
    bilingual::Both,
    grid_reference::GridReference,
    station::{Location, Station, StationId, Status, Texts, Unit},
    trend::Tendency,
};
use serde::Deserialize;
use std::sync::Arc;

/// The properties of a feature, with the service's field names.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct RiverLevel<'a> {
    #[serde(rename = "Location", borrow)]
    location: Scalar<'a>,
    #[serde(rename = "LatestValue")]
    latest_value: Scalar<'a>,
    #[serde(rename = "LatestTime")]
    latest_time: Scalar<'a>,
    #[serde(rename = "NameEN")]
    name_en: Scalar<'a>,
    #[serde(rename = "NameCY")]
    name_cy: Scalar<'a>,
    #[serde(rename = "NGR")]
    ngr: Scalar<'a>,
    #[serde(rename = "ParamNameEN")]
    param_name_en: Scalar<'a>,
    #[serde(rename = "ParamNameCY")]
    param_name_cy: Scalar<'a>,
    #[serde(rename = "StatusEN")]
    status_en: Scalar<'a>,
    #[serde(rename = "StatusCY")]
    status_cy: Scalar<'a>,
    #[serde(rename = "TitleEN")]
    title_en: Scalar<'a>,
    #[serde(rename = "TitleCY")]
    title_cy: Scalar<'a>,
    #[serde(rename = "Units")]
    units: Scalar<'a>,
}

/// A gauge whose reading time is not converted to UTC yet.
struct UnresolvedStation {
    station: Station,
    clock: UnresolvedReadingTime,
}

impl Item for UnresolvedStation {
    type Wire<'a> = Object<Feature<'a, RiverLevel<'a>>>;
    const ID: &'static str = "Location";

    fn convert(Object(feature): Self::Wire<'_>) -> Result<Self, Reason> {
        let point = feature.position();
        let Object(RiverLevel {
            location,
            latest_value,
            latest_time,
            name_en,
            name_cy,
            ngr,
            param_name_en,
            param_name_cy,
            status_en,
            status_cy,
            title_en,
            title_cy,
            units,
        }) = feature.properties;
        let id = location.line();
        if id.is_empty() {
            return Err(Reason::NoIdentifier);
        }
        let (ngr, unit) = (ngr.line(), Unit::parse(&units.line()));
        let station = Station {
            id: StationId(Arc::from(&*id)),
            location: Location::decide(point, GridReference::parse(&ngr)),
            texts: Texts::new(
                &ngr,
                Both { en: &name_en.line(), cy: &name_cy.line() },
                Both { en: &title_en.line(), cy: &title_cy.line() },
                Both { en: &param_name_en.line(), cy: &param_name_cy.line() },
            ),
            value: reading_value::parse(&latest_value.line(), &unit, None),
            unit,
            time: None,
            status: Status::parse(Both { en: &status_en.line(), cy: &status_cy.line() }),
            kind: None,
            parameter_number: None,
            reported: Tendency::Unknown,
            missing_since: None,
            reading_before: None,
        };
        Ok(Self { station, clock: UnresolvedReadingTime::parse(&latest_time.line()) })
    }
}

/// Decodes a response that arrived at `received`. `zone` is the source's zone as detected from
/// earlier responses.
///
/// If two features have the same `Location`, both are in the result. They are sorted by title, and
/// the id of the later one has the suffix "~2".
///
/// # Errors
/// [`BodyError::OtherVersion`] for a response of StationData.
pub fn decode(
    body: &[u8],
    zone: SourceTimeZone,
    received: Timestamp,
) -> Result<Decoded<Stations>, BodyError> {
    let (Decoded { content: gauges, rejected }, is_wgs84) =
        feature_collection::decode::<UnresolvedStation>(body)
            .map_err(|error| with_version(error, body))?;
    let times = gauges.iter().filter_map(|gauge| {
        if let UnresolvedReadingTime::Unzoned(at) = gauge.clock { Some(at) } else { None }
    });
    let zone = zone.decide(times, received);
    let station = |UnresolvedStation { mut station, clock }: UnresolvedStation| {
        if !is_wgs84 {
            station.location =
                Location::decide(None, GridReference::parse(station.grid_reference()));
        }
        station.time = match clock {
            UnresolvedReadingTime::Zoned(at) => Some(at),
            UnresolvedReadingTime::Unzoned(at) => Some(zone.utc(at)),
            UnresolvedReadingTime::NotGiven => None,
        };
        Arc::new(station)
    };
    let stations = gauges.into_iter().map(station).collect();
    Ok(Decoded { content: Stations::with_unique_ids(stations, zone), rejected })
}

fn with_version(error: BodyError, body: &[u8]) -> BodyError {
    let is_array = body.trim_ascii_start().first() == Some(&b'[');
    let has_parameters = || body.windows(12).any(|part| part == b"\"parameters\"");
    match error {
        BodyError::WrongShape { .. } if is_array && has_parameters() => {
            BodyError::OtherVersion { found: "StationData" }
        }
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::station::{Figure, Value};

    const NOW: &str = "2019-03-13T18:40:00Z";

    fn levels(features: &str) -> Decoded<Stations> {
        let body = format!(
            r#"{{"type":"FeatureCollection","crs":{{"type":"name","properties":{{"name":"EPSG:4326"}}}},"features":[{features}]}}"#
        );
        decode(body.as_bytes(), SourceTimeZone::default(), NOW.parse().expect("an instant"))
            .expect("a collection")
    }

    fn feature(properties: &str) -> String {
        format!(
            r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[-4.1666,51.6974]}},"properties":{{{properties}}}}}"#
        )
    }

    fn value_of(json: &str) -> Value {
        levels(&feature(&format!(r#""Location":"1","LatestValue":{json}"#))).content[0]
            .value
            .clone()
    }

    // case 52
    #[test]
    fn a_value_is_a_plain_decimal_as_string_or_number() {
        for (json, number, text) in [
            (r#""0.214""#, 0.214, "0.214"),
            ("0.214", 0.214, "0.214"),
            (r#"" -5.451 ""#, -5.451, "-5.451"),
            ("2", 2.0, "2"),
            (r#""0.50""#, 0.5, "0.50"),
        ] {
            assert_eq!(
                value_of(json),
                Value::Measured { number, text: Figure::new(text).expect("short") },
                "{json}"
            );
        }
        for json in [
            r#""1,23""#,
            r#""1.23m""#,
            r#""0x1""#,
            r#""1e3""#,
            r#""NaN""#,
            r#""inf""#,
            r#"".""#,
            r#""--1""#,
        ] {
            assert_eq!(value_of(json), Value::Missing, "{json}");
        }
    }

    // case 53
    #[test]
    fn a_list_of_values_is_no_reading() {
        for json in ["[0.1,0.2]", r#""0.1|0.2""#, "{}", "true"] {
            assert_eq!(value_of(json), Value::Missing, "{json}");
        }
    }

    // case 64
    #[test]
    fn a_missing_value_is_never_zero() {
        for json in ["null", r#""""#, r#""  ""#] {
            assert_eq!(value_of(json), Value::Missing, "{json}");
        }
        assert_eq!(levels(&feature(r#""Location":"1""#)).content[0].value, Value::Missing);
    }

    // case 66
    #[test]
    fn a_sentinel_is_a_sensor_fault() {
        for json in
            [r#""-999""#, "-9999", "9999.0", r#""32767""#, "10000000000", "12345678901234567890"]
        {
            assert_eq!(value_of(json), Value::SensorFault, "{json}");
        }
    }

    // case 65
    #[test]
    fn zero_and_negative_values_keep_their_sign_and_minus_zero_is_zero() {
        for (json, text) in [
            ("0", "0"),
            (r#""-0.00""#, "0.00"),
            ("-0", "0"),
            (r#""-5.451""#, "-5.451"),
            (r#""0.000""#, "0.000"),
        ] {
            assert!(
                matches!(value_of(json), Value::Measured { text: shown, .. } if *shown == *text),
                "{json}: {:?}",
                value_of(json)
            );
        }
    }

    // case 67
    #[test]
    fn a_number_beyond_all_bounds_is_no_reading_and_costs_nothing_else() {
        for json in ["1e400", "1e-400", "-1E999"] {
            let response = levels(&format!(
                "{},{}",
                feature(&format!(r#""Location":"1","LatestValue":{json}"#)),
                feature(r#""Location":"2","LatestValue":"2""#)
            ));
            assert_eq!(
                (response.content[0].value.clone(), response.rejected.len()),
                (Value::Missing, 0),
                "{json}"
            );
            assert!(matches!(response.content[1].value, Value::Measured { .. }));
        }
    }

    // case 72
    #[test]
    fn a_value_is_shown_with_the_digits_that_were_given() {
        for text in ["1.005", "2.675", "0.0049", "0.50"] {
            assert!(
                matches!(value_of(text), Value::Measured { text: shown, .. } if *shown == *text)
            );
        }
    }

    // case 74
    #[test]
    fn a_very_long_number_is_rounded_without_an_exponent() {
        for (json, text) in [
            ("0.12345678901234567890", "0.123457"),
            (r#""1.00000000000000000001""#, "1"),
            ("-1.23456789012345678", "-1.234568"),
        ] {
            let Value::Measured { text: shown, .. } = value_of(json) else { panic!("{json}") };
            assert!(*shown == *text && !shown.contains(['e', 'E']), "{json}: {shown:?}");
        }
    }

    // case 87
    #[test]
    fn latitude_and_longitude_swapped_without_a_grid_reference_are_not_drawn_elsewhere() {
        let response = levels(
            r#"{"geometry":{"type":"Point","coordinates":[52.0,-3.5]},"properties":{"Location":"1"}}"#,
        );
        assert_eq!(response.content[0].location, Location::Unknown);
    }

    // case 48, 49
    #[test]
    fn an_item_that_is_no_feature_costs_only_itself() {
        let good = feature(r#""Location":"7""#);
        for bad in [
            "null",
            "1",
            r#""text""#,
            "[]",
            r#"{"type":"Feature","geometry":null}"#,
            r#"{"properties":null}"#,
            r#"{"properties":[]}"#,
        ] {
            let response = levels(&format!("{good},{bad},{good}"));
            assert_eq!((response.content.len(), response.rejected.len()), (2, 1), "{bad}");
            assert_eq!(response.rejected[0].index, 1);
        }
    }

    // case 41
    #[test]
    fn a_key_that_occurs_twice_costs_only_its_item_and_the_item_is_named() {
        let response = levels(&format!(
            "{},{}",
            feature(r#""Location":"7","Units":"m","Units":"mAOD""#),
            feature(r#""Location":"8""#)
        ));
        assert_eq!(response.content.len(), 1);
        assert_eq!(
            response.rejected,
            [crate::api::Rejected {
                index: 0,
                id: Some("7".to_owned()),
                reason: Reason::Unreadable
            }]
        );
        let same = levels(&feature(r#""Location":"7","Units":"m","Units":"m""#));
        assert_eq!((same.content.len(), same.rejected.len()), (1, 0), "twice the same is once");
    }

    // case 55
    #[test]
    fn two_features_of_one_location_are_both_kept_in_any_order() {
        let (a, b) =
            (feature(r#""Location":"7","TitleEN":"A""#), feature(r#""Location":7,"TitleEN":"B""#));
        for pair in [format!("{a},{b}"), format!("{b},{a}")] {
            let mut ids: Vec<(String, String)> = levels(&pair)
                .content
                .iter()
                .map(|s| (s.title().en.to_owned(), s.id.0.to_string()))
                .collect();
            ids.sort();
            assert_eq!(ids, [("A".to_owned(), "7".to_owned()), ("B".to_owned(), "7~2".to_owned())]);
        }
        assert_eq!(levels(&feature(r#""TitleEN":"A""#)).rejected[0].reason, Reason::NoIdentifier);
        let marked = levels(&format!("{a},{b},{}", feature(r#""Location":"70""#))).content;
        assert!(marked.is_sorted_by(|a, b| a.id < b.id), "{marked:?}");
    }

    // case 86
    #[test]
    fn a_station_without_a_usable_point_is_listed() {
        for geometry in [
            "null",
            "{}",
            r#"{"type":"Pont","coordinates":[1,2]}"#,
            r#"{"type":"Point","coordinates":["a","b"]}"#,
            r#"{"type":"Point","coordinates":[]}"#,
            "7",
        ] {
            let response = levels(&format!(
                r#"{{"type":"Feature","geometry":{geometry},"properties":{{"Location":"1"}}}}"#
            ));
            assert_eq!(response.content[0].location, Location::Unknown, "{geometry}");
        }
    }

    // case 88
    #[test]
    fn the_grid_reference_decides_where_the_point_is_absurd() {
        for coordinates in
            ["[0,0]", "[51.6974,-4.1666]", "[0.5,52.0]", "[]", "[250360,202070]", "null"]
        {
            let response = levels(&format!(
                r#"{{"geometry":{{"type":"Point","coordinates":{coordinates}}},"properties":{{"Location":"1","NGR":"SN5036002070"}}}}"#
            ));
            let Location::FromGridReference(position) = response.content[0].location else {
                panic!("{coordinates}: {:?}", response.content[0].location)
            };
            assert!(
                (position.lat() - 51.6974).abs() < 0.001 && (position.lon() + 4.1666).abs() < 0.001
            );
        }
    }

    #[test]
    fn the_order_of_members_and_a_bbox_before_the_features_do_not_matter() {
        let body = format!(
            r#"{{"features":[{}],"bbox":[1,2,3,4],"type":"FeatureCollection"}}"#,
            feature(r#""Location":"1""#)
        );
        assert_eq!(
            decode(body.as_bytes(), SourceTimeZone::default(), NOW.parse().expect("an instant"))
                .expect("a collection")
                .content
                .len(),
            1
        );
    }

    // case 33, 34, 35, 36, 40, 42, 44, 46, 47
    #[test]
    fn bodies_that_are_no_collection_are_refused_with_their_cause() {
        let refused = |body: &[u8]| {
            decode(body, SourceTimeZone::default(), NOW.parse().expect("an instant"))
                .expect_err("no collection")
        };
        assert_eq!(refused(b""), BodyError::Empty);
        assert_eq!(refused(b" \n "), BodyError::Empty);
        assert_eq!(refused(b"<html>"), BodyError::WebPage);
        assert_eq!(refused(b"\xFF\xFE{\0}\0"), BodyError::NotUtf8);
        assert_eq!(refused(b"{\"type\":\"Caf\xE9\"}"), BodyError::NotUtf8);
        for body in [
            "{\"type\":\"FeatureCollection\",\"features\":[NaN]}",
            "{\"type\":\"FeatureCollection\",\"features\":[]} x",
            ")]}'{\"type\":\"FeatureCollection\",\"features\":[]}",
            "callback({\"type\":\"FeatureCollection\",\"features\":[]})",
            "{\"type\":\"FeatureCollection\",\"features\":[]}{\"type\":\"FeatureCollection\",\"features\":[]}",
            "{\"type\":\"FeatureCollection\",\"features\":[Infinity]}",
            "{\"type\":\"FeatureCollection\",\"features\":[{}",
        ] {
            assert!(matches!(refused(body.as_bytes()), BodyError::NotJson { .. }), "{body}");
        }
        for body in [
            "null",
            "42",
            "\"ok\"",
            "[1]",
            "{}",
            "[]",
            r#"{"statusCode":429,"message":""}"#,
            r#"{"type":"featurecollection","features":[]}"#,
            r#"{"features":[]}"#,
            r#"{"type":"Feature","features":[]}"#,
            r#"{"type":"GeometryCollection","geometries":[]}"#,
            r#"{"type":"FeatureCollection"}"#,
            r#"{"type":"FeatureCollection","features":{}}"#,
            r#"{"type":"FeatureCollection","features":null}"#,
        ] {
            assert!(
                matches!(refused(body.as_bytes()), BodyError::WrongShape { .. }),
                "{body}: {:?}",
                refused(body.as_bytes())
            );
        }
        assert!(
            decode(
                "\u{feff}{\"type\":\"FeatureCollection\",\"features\":[]}".as_bytes(),
                SourceTimeZone::default(),
                NOW.parse().expect("an instant")
            )
            .is_ok()
        );
    }

    // case 94
    #[test]
    fn points_under_another_grid_are_not_taken_for_degrees() {
        let body = format!(
            r#"{{"type":"FeatureCollection","crs":{{"type":"name","properties":{{"name":"EPSG:27700"}}}},"features":[{}]}}"#,
            feature(r#""Location":"1""#)
        );
        let response =
            decode(body.as_bytes(), SourceTimeZone::default(), NOW.parse().expect("an instant"))
                .expect("a collection");
        assert_eq!(response.content[0].location, Location::Unknown);
    }

    #[test]
    fn the_zone_that_earlier_answers_have_shown_holds_for_later_ones() {
        let at = |text: &str| text.parse().expect("an instant");
        let body = r#"{"type":"FeatureCollection","features":[{"properties":{"Location":"1","LatestTime":"20/07/2026 12:00"}}]}"#;
        let decoded = |zone, received| {
            decode(body.as_bytes(), zone, at(received)).expect("a collection").content
        };
        let in_utc = decoded(SourceTimeZone::default(), "2026-07-20T12:05:00Z");
        let in_uk_time = decoded(in_utc.zone(), "2026-07-20T11:05:00Z");
        let later = decoded(in_uk_time.zone(), "2026-07-20T12:05:00Z");
        let times = [&in_utc, &in_uk_time, &later].map(|levels| levels[0].time);
        assert_eq!(
            times,
            ["2026-07-20T12:00:00Z", "2026-07-20T11:00:00Z", "2026-07-20T11:00:00Z"]
                .map(|text| Some(at(text)))
        );
    }

    #[test]
    fn a_response_of_station_data_is_named() {
        let error = |body: &str| {
            decode(body.as_bytes(), SourceTimeZone::default(), NOW.parse().expect("an instant"))
                .err()
        };
        let station = r#"[{"location":1000,"parameters":[]}]"#;
        assert_eq!(error(station), Some(BodyError::OtherVersion { found: "StationData" }));
        assert!(matches!(error("[1]"), Some(BodyError::WrongShape { .. })));
        assert!(matches!(error(r#"{"parameters":1}"#), Some(BodyError::WrongShape { .. })));
    }

    #[test]
    fn a_body_with_more_features_than_the_limit_is_refused() {
        use crate::domain::limits::FEATURE_LIMIT;
        let body = |count| {
            format!(
                r#"{{"type":"FeatureCollection","features":[{}{{}}]}}"#,
                "{},".repeat(count - 1)
            )
        };
        let decoded = |count| {
            decode(
                body(count).as_bytes(),
                SourceTimeZone::default(),
                NOW.parse().expect("an instant"),
            )
        };
        assert_eq!(
            decoded(FEATURE_LIMIT).map(|response| response.rejected.len()),
            Ok(FEATURE_LIMIT)
        );
        assert_eq!(decoded(FEATURE_LIMIT + 1).err(), Some(BodyError::TooMany));
    }
}

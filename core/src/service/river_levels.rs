//! `GET /riverlevels/v1/all`: the latest reading of every gauge.

use super::{
    Answer, Levels,
    envelope::{self, Reason, Wgs84},
    error::BodyError,
    scalar::lines,
    times::{ReadingClock, feed_is_local},
};
use crate::domain::{
    Instant,
    bilingual::Bilingual,
    decimal,
    grid_reference::GridReference,
    limits::{ABSURD_VALUE, LONGEST_VALUE_CHARACTERS, SENTINELS},
    station::{Location, ReadingTime, Station, StationId, Status, Unit, Value},
    uk_time,
    web_address::WebAddress,
};

/// The service's names, in the order in which they are taken apart below.
const NAMES: [&str; 14] = [
    "Location",
    "LatestValue",
    "LatestTime",
    "NameEN",
    "NameCY",
    "NGR",
    "ParamNameEN",
    "ParamNameCY",
    "StatusEN",
    "StatusCY",
    "TitleEN",
    "TitleCY",
    "Units",
    "url",
];

/// Decodes an answer that was received at the given moment; its zone is decided for the whole feed.
///
/// Two features with one `Location` are both kept: the later one, in the order of their titles, has "~2" at the end of its id.
pub fn decode(body: &[u8], received: Instant) -> Result<Answer<Levels>, BodyError> {
    let (features, points) = envelope::features(body)?;
    let Answer { content: mut read, rejected } = envelope::sort(&features, |item| station(item, points));

    let newest = read.iter().filter_map(|(_, clock)| if let ReadingClock::Unzoned(at) = clock { Some(*at) } else { None }).max();
    let local = feed_is_local(newest, received);
    for (station, clock) in &mut read {
        station.time = match *clock {
            ReadingClock::Zoned(at) => ReadingTime::At(at),
            ReadingClock::Unzoned(at) if local => ReadingTime::At(uk_time::from_local(at)),
            ReadingClock::Unzoned(at) => ReadingTime::At(at.and_utc()),
            ReadingClock::NotGiven => ReadingTime::NotGiven,
        };
    }
    let mut content: Levels = read.into_iter().map(|(station, _)| station).collect();
    envelope::tell_apart(
        &mut content,
        |station| &mut station.id.0,
        |a, b| {
            let key = |station: &Station| (station.title.en.clone(), station.parameter.en.clone(), station.grid_reference.clone());
            a.id.cmp(&b.id).then_with(|| key(a).cmp(&key(b)))
        },
    );
    Ok(Answer { content, rejected })
}

fn station(item: &str, points: Wgs84) -> Result<(Station, ReadingClock), (Reason, Option<String>)> {
    let (geometry, members) = envelope::feature(item, &NAMES).map_err(|_| (Reason::Unreadable, envelope::guess_id(item, "Location")))?;
    let [
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
        url,
    ] = lines(members);
    let id = location;
    if id.is_empty() {
        return Err((Reason::NoIdentifier, None));
    }
    let grid_reference = ngr;
    let station = Station {
        id: StationId(id),
        location: Location::decide(points.point(geometry), GridReference::parse(&grid_reference)),
        grid_reference,
        name: Bilingual::new(name_en, name_cy),
        title: Bilingual::new(title_en, title_cy),
        parameter: Bilingual::new(param_name_en, param_name_cy),
        value: value(latest_value),
        unit: Unit::parse(&units),
        time: ReadingTime::NotGiven,
        status: Status::parse(Bilingual::new(status_en, status_cy)),
        page: WebAddress::parse(&url),
        missing_since: None,
    };
    Ok((station, ReadingClock::parse(&latest_time)))
}

/// Only a plain decimal is a reading: no exponents, commas, units or lists.
fn value(text: String) -> Value {
    match decimal::parse(&text) {
        Some(number) if SENTINELS.contains(&number) || number.abs() >= ABSURD_VALUE => Value::SensorFault,
        // A number of more digits than any gauge has is shown rounded.
        Some(0.0) => Value::Measured { number: 0.0, text: text.trim_start_matches('-').to_owned() },
        Some(number) if text.len() > LONGEST_VALUE_CHARACTERS => Value::Measured { number, text: decimal::short(number) },
        Some(number) => Value::Measured { number, text },
        None => Value::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2019-03-13T18:40:00Z";

    fn levels(features: &str) -> Answer<Levels> {
        let body = format!(r#"{{"type":"FeatureCollection","crs":{{"type":"name","properties":{{"name":"EPSG:4326"}}}},"features":[{features}]}}"#);
        decode(body.as_bytes(), NOW.parse().expect("an instant")).expect("a collection")
    }

    fn feature(properties: &str) -> String {
        format!(r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[-4.1666,51.6974]}},"properties":{{{properties}}}}}"#)
    }

    fn value_of(json: &str) -> Value {
        levels(&feature(&format!(r#""Location":"1","LatestValue":{json}"#))).content.remove(0).value
    }

    #[test]
    fn case_52_a_value_is_a_plain_decimal_as_string_or_number() {
        for (json, number, text) in [
            (r#""0.214""#, 0.214, "0.214"),
            ("0.214", 0.214, "0.214"),
            (r#"" -5.451 ""#, -5.451, "-5.451"),
            ("2", 2.0, "2"),
            (r#""0.50""#, 0.5, "0.50"),
        ] {
            assert_eq!(value_of(json), Value::Measured { number, text: text.to_owned() }, "{json}");
        }
        for json in [r#""1,23""#, r#""1.23m""#, r#""0x1""#, r#""1e3""#, r#""NaN""#, r#""inf""#, r#"".""#, r#""--1""#] {
            assert_eq!(value_of(json), Value::None, "{json}");
        }
    }

    #[test]
    fn case_53_a_list_of_values_is_no_reading() {
        for json in ["[0.1,0.2]", r#""0.1|0.2""#, "{}", "true"] {
            assert_eq!(value_of(json), Value::None, "{json}");
        }
    }

    #[test]
    fn case_64_a_missing_value_is_never_zero() {
        for json in ["null", r#""""#, r#""  ""#] {
            assert_eq!(value_of(json), Value::None, "{json}");
        }
        assert_eq!(levels(&feature(r#""Location":"1""#)).content[0].value, Value::None);
    }

    #[test]
    fn case_66_a_sentinel_is_a_sensor_fault() {
        for json in [r#""-999""#, "-9999", "9999.0", r#""32767""#, "10000000000", "12345678901234567890"] {
            assert_eq!(value_of(json), Value::SensorFault, "{json}");
        }
    }

    #[test]
    fn case_65_zero_and_negative_values_keep_their_sign_and_minus_zero_is_zero() {
        for (json, text) in [("0", "0"), (r#""-0.00""#, "0.00"), ("-0", "0"), (r#""-5.451""#, "-5.451"), (r#""0.000""#, "0.000")] {
            assert!(matches!(value_of(json), Value::Measured { text: shown, .. } if shown == text), "{json}: {:?}", value_of(json));
        }
    }

    #[test]
    fn case_67_a_number_beyond_all_bounds_is_no_reading_and_costs_nothing_else() {
        for json in ["1e400", "1e-400", "-1E999"] {
            let answer = levels(&format!(
                "{},{}",
                feature(&format!(r#""Location":"1","LatestValue":{json}"#)),
                feature(r#""Location":"2","LatestValue":"2""#)
            ));
            assert_eq!((answer.content[0].value.clone(), answer.rejected.len()), (Value::None, 0), "{json}");
            assert!(matches!(answer.content[1].value, Value::Measured { .. }));
        }
    }

    #[test]
    fn case_72_a_value_is_shown_with_the_digits_that_were_given() {
        for text in ["1.005", "2.675", "0.0049", "0.50"] {
            assert!(matches!(value_of(text), Value::Measured { text: shown, .. } if shown == text));
        }
    }

    #[test]
    fn case_74_a_very_long_number_is_rounded_without_an_exponent() {
        for (json, text) in [("0.12345678901234567890", "0.123457"), (r#""1.00000000000000000001""#, "1"), ("-1.23456789012345678", "-1.234568")] {
            let Value::Measured { text: shown, .. } = value_of(json) else { panic!("{json}") };
            assert!(shown == text && !shown.contains(['e', 'E']), "{json}: {shown}");
        }
    }

    #[test]
    fn case_87_latitude_and_longitude_swapped_without_a_grid_reference_are_not_drawn_elsewhere() {
        let answer = levels(r#"{"geometry":{"type":"Point","coordinates":[52.0,-3.5]},"properties":{"Location":"1"}}"#);
        assert_eq!(answer.content[0].location, Location::Unknown);
    }

    #[test]
    fn case_48_49_an_item_that_is_no_feature_costs_only_itself() {
        let good = feature(r#""Location":"7""#);
        for bad in ["null", "1", r#""text""#, "[]", r#"{"type":"Feature","geometry":null}"#, r#"{"properties":null}"#, r#"{"properties":[]}"#] {
            let answer = levels(&format!("{good},{bad},{good}"));
            assert_eq!((answer.content.len(), answer.rejected.len()), (2, 1), "{bad}");
            assert_eq!(answer.rejected[0].index, 1);
        }
    }

    #[test]
    fn case_41_a_key_that_occurs_twice_costs_only_its_item_and_the_item_is_named() {
        let answer = levels(&format!("{},{}", feature(r#""Location":"7","Units":"m","Units":"m""#), feature(r#""Location":"8""#)));
        assert_eq!(answer.content.len(), 1);
        assert_eq!(answer.rejected, [envelope::Rejected { index: 0, id: Some("7".to_owned()), reason: Reason::Unreadable }]);
    }

    #[test]
    fn case_55_two_features_of_one_location_are_both_kept_in_any_order() {
        let (a, b) = (feature(r#""Location":"7","TitleEN":"A""#), feature(r#""Location":7,"TitleEN":"B""#));
        for pair in [format!("{a},{b}"), format!("{b},{a}")] {
            let mut ids: Vec<(String, String)> = levels(&pair).content.into_iter().map(|s| (s.title.en, s.id.0)).collect();
            ids.sort();
            assert_eq!(ids, [("A".to_owned(), "7".to_owned()), ("B".to_owned(), "7~2".to_owned())]);
        }
        assert_eq!(levels(&feature(r#""TitleEN":"A""#)).rejected[0].reason, Reason::NoIdentifier);
    }

    #[test]
    fn case_86_a_station_without_a_usable_point_is_listed() {
        for geometry in [
            "null",
            "{}",
            r#"{"type":"Pont","coordinates":[1,2]}"#,
            r#"{"type":"Point","coordinates":["a","b"]}"#,
            r#"{"type":"Point","coordinates":[]}"#,
            "7",
        ] {
            let answer = levels(&format!(r#"{{"type":"Feature","geometry":{geometry},"properties":{{"Location":"1"}}}}"#));
            assert_eq!(answer.content[0].location, Location::Unknown, "{geometry}");
        }
    }

    #[test]
    fn case_88_the_grid_reference_decides_where_the_point_is_absurd() {
        for coordinates in ["[0,0]", "[51.6974,-4.1666]", "[0.5,52.0]", "[]", "[250360,202070]", "null"] {
            let answer = levels(&format!(
                r#"{{"geometry":{{"type":"Point","coordinates":{coordinates}}},"properties":{{"Location":"1","NGR":"SN5036002070"}}}}"#
            ));
            let Location::FromGridReference(position) = answer.content[0].location else { panic!("{coordinates}: {:?}", answer.content[0].location) };
            assert!((position.lat() - 51.6974).abs() < 0.001 && (position.lon() + 4.1666).abs() < 0.001);
        }
    }

    #[test]
    fn the_order_of_members_and_a_bbox_before_the_features_do_not_matter() {
        let body = format!(r#"{{"features":[{}],"bbox":[1,2,3,4],"type":"FeatureCollection"}}"#, feature(r#""Location":"1""#));
        assert_eq!(decode(body.as_bytes(), NOW.parse().expect("an instant")).expect("a collection").content.len(), 1);
    }

    #[test]
    fn case_33_34_35_36_40_42_44_46_47_bodies_that_are_no_collection_are_refused_with_their_cause() {
        let refused = |body: &[u8]| decode(body, NOW.parse().expect("an instant")).expect_err("no collection");
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
            assert!(matches!(refused(body.as_bytes()), BodyError::NotTheDocument { .. }), "{body}");
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
            assert!(matches!(refused(body.as_bytes()), BodyError::WrongShape { .. }), "{body}: {:?}", refused(body.as_bytes()));
        }
        assert!(decode("\u{feff}{\"type\":\"FeatureCollection\",\"features\":[]}".as_bytes(), NOW.parse().expect("an instant")).is_ok());
    }

    #[test]
    fn case_94_points_under_another_grid_are_not_taken_for_degrees() {
        let body = format!(
            r#"{{"type":"FeatureCollection","crs":{{"type":"name","properties":{{"name":"EPSG:27700"}}}},"features":[{}]}}"#,
            feature(r#""Location":"1""#)
        );
        let answer = decode(body.as_bytes(), NOW.parse().expect("an instant")).expect("a collection");
        assert_eq!(answer.content[0].location, Location::Unknown);
    }
}

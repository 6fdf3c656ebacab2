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
    limits::SENTINELS,
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
        Some(number) if SENTINELS.contains(&number) => Value::SensorFault,
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
        for json in [r#""-999""#, "-9999", "9999.0", r#""32767""#, "10000000000"] {
            assert_eq!(value_of(json), Value::SensorFault, "{json}");
        }
    }

    #[test]
    fn case_48_an_item_that_is_no_feature_costs_only_itself() {
        let good = feature(r#""Location":"7""#);
        for bad in ["null", "1", r#""text""#, "[]", r#"{"type":"Feature","geometry":null}"#, r#"{"properties":null}"#] {
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
    fn bodies_that_are_no_collection_are_refused_with_their_cause() {
        let refused = |body: &[u8]| decode(body, NOW.parse().expect("an instant")).expect_err("no collection");
        assert_eq!(refused(b""), BodyError::Empty);
        assert_eq!(refused(b" \n "), BodyError::Empty);
        assert_eq!(refused(b"<html>"), BodyError::WebPage);
        assert_eq!(refused(b"\xFF\xFE{\0}\0"), BodyError::NotUtf8);
        for body in ["{\"type\":\"FeatureCollection\",\"features\":[NaN]}", "{\"type\":\"FeatureCollection\",\"features\":[]} x"] {
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

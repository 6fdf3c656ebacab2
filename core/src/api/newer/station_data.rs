//! `GET /rivers-and-seas/v1/api/StationData`: the latest reading of every gauge of rivers, rain and
//! tides.

use crate::api::{
    decoded::{Decoded, Reason},
    error::BodyError,
    json::{self, Item, Items, Object},
    reading_value,
    scalar::Scalar,
    stations::Stations,
    v1::times::{self, SourceTimeZone},
};
use crate::domain::{
    bilingual::Both,
    decimal,
    geo::Position,
    grid_reference::GridReference,
    station::{Location, ParameterKind, Station, StationId, Status, Texts, Unit},
    trend::Tendency,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::sync::Arc;

const EXPECTED: &str = "an array of stations";

/// A station with the service's field names, of which some were seen in two forms.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct StationData<'a> {
    #[serde(borrow)]
    location: Scalar<'a>,
    #[serde(rename = "stationId")]
    station_id: Scalar<'a>,
    coordinates: Option<&'a RawValue>,
    #[serde(rename = "nameEN")]
    name_en: Scalar<'a>,
    #[serde(rename = "nameCY")]
    name_cy: Scalar<'a>,
    #[serde(rename = "titleEn")]
    title_en: Scalar<'a>,
    #[serde(rename = "titleEN")]
    title_en_capitals: Scalar<'a>,
    #[serde(rename = "titleCy")]
    title_cy: Scalar<'a>,
    #[serde(rename = "titleCY")]
    title_cy_capitals: Scalar<'a>,
    #[serde(rename = "statusEN")]
    status_en: Scalar<'a>,
    #[serde(rename = "statusCY")]
    status_cy: Scalar<'a>,
    ngr: Scalar<'a>,
    parameters: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Coordinates<'a> {
    #[serde(borrow)]
    latitude: Scalar<'a>,
    longitude: Scalar<'a>,
}

/// The parameters of a station. All fields are absent where it is not an object.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Parameter<'a> {
    #[serde(borrow)]
    parameter: Scalar<'a>,
    #[serde(rename = "paramNameEN")]
    name_en: Scalar<'a>,
    #[serde(rename = "paramNameCY")]
    name_cy: Scalar<'a>,
    #[serde(rename = "parameterStatusEN")]
    status_en: Scalar<'a>,
    units: Scalar<'a>,
    #[serde(rename = "latestValue")]
    latest_value: Scalar<'a>,
    #[serde(rename = "latestTime")]
    latest_time: Scalar<'a>,
}

impl Parameter<'_> {
    fn number(&self) -> Option<u64> {
        self.parameter.integer().and_then(|number| u64::try_from(number).ok())
    }

    fn kind(&self) -> Option<ParameterKind> {
        ParameterKind::parse(&self.name_en.line())
    }
}

/// The gauges of a station: one for each parameter, and one without a reading if there is none.
struct Gauges(Vec<Station>);

impl Item for Gauges {
    type Wire<'a> = Object<StationData<'a>>;
    const ID: &'static str = "location";

    fn convert(Object(station): Self::Wire<'_>) -> Result<Self, Reason> {
        let id = match (station.location.line(), station.station_id.line()) {
            (location, station_id) if location.is_empty() => station_id,
            (location, station_id) if station_id.is_empty() || location == station_id => location,
            // Which of the two is right is not known.
            _ => return Err(Reason::Unreadable),
        };
        if id.is_empty() {
            return Err(Reason::NoIdentifier);
        }
        let parameters = parameters(station.parameters);
        let gauge = |parameter: &Parameter<'_>| station.gauge(&id, parameter);
        Ok(Self(parameters.iter().map(gauge).collect()))
    }
}

/// The parameters; one without fields if there is none.
fn parameters(json: Option<&RawValue>) -> Vec<Parameter<'_>> {
    let items: Option<Items<&RawValue>> =
        json.and_then(|json| serde_json::from_str(json.get()).ok());
    match items {
        Some(Items { items, .. }) if !items.is_empty() => {
            items.into_iter().map(parameter).collect()
        }
        Some(_) | None => vec![Parameter::default()],
    }
}

fn parameter(json: &RawValue) -> Parameter<'_> {
    serde_json::from_str(json.get()).map(|Object(parameter)| parameter).unwrap_or_default()
}

impl StationData<'_> {
    fn gauge(&self, station: &str, parameter: &Parameter<'_>) -> Station {
        let (ngr, unit) = (self.ngr.line(), Unit::parse(&parameter.units.line()));
        let title_en = first(self.title_en, self.title_en_capitals);
        let title_cy = first(self.title_cy, self.title_cy_capitals);
        Station {
            id: StationId::of_parameter(station, parameter.number()),
            location: Location::decide(position(self.coordinates), GridReference::parse(&ngr)),
            texts: Texts::new(
                &ngr,
                Both { en: &self.name_en.line(), cy: &self.name_cy.line() },
                Both { en: &title_en.line(), cy: &title_cy.line() },
                Both { en: &parameter.name_en.line(), cy: &parameter.name_cy.line() },
            ),
            value: reading_value::parse(&parameter.latest_value.line(), &unit, parameter.kind()),
            unit,
            // A time without a zone may be an hour wrong.
            time: times::iso(parameter.latest_time.line().trim()),
            status: Status::parse(Both { en: &self.status_en.line(), cy: &self.status_cy.line() }),
            kind: parameter.kind(),
            parameter_number: parameter.number(),
            reported: tendency(&parameter.status_en.line()),
            missing_since: None,
            reading_before: None,
        }
    }
}

fn first<'a>(one: Scalar<'a>, other: Scalar<'a>) -> Scalar<'a> {
    if one.is_blank() { other } else { one }
}

fn position(coordinates: Option<&RawValue>) -> Option<Position> {
    let Object(Coordinates { latitude, longitude }) =
        serde_json::from_str(coordinates?.get()).ok()?;
    Position::new(decimal::parse(&latitude.line())?, decimal::parse(&longitude.line())?)
}

/// "Level Rising"; the words for rain are no trend.
fn tendency(status: &str) -> Tendency {
    match status.to_ascii_lowercase().as_str() {
        "level rising" => Tendency::Rising,
        "level falling" => Tendency::Falling,
        "level steady" => Tendency::Steady,
        _ => Tendency::Unknown,
    }
}

/// Decodes a response. A station with several parameters becomes several gauges. The id of each is the
/// number of the station, "-" and the number of the parameter, so that it does not depend on which other
/// parameters a response has.
///
/// # Errors
/// [`BodyError::OtherVersion`] for a response of `/riverlevels/v1/all`.
pub fn decode(body: &[u8]) -> Result<Decoded<Stations>, BodyError> {
    let text = json::body_text(body)?;
    let Decoded { content, rejected } = json::decode_items::<Gauges>(text, EXPECTED, |_| Ok(()))
        .map_err(|error| with_version(error, text))?;
    let stations = content.into_iter().flat_map(|Gauges(gauges)| gauges).map(Arc::new).collect();
    Ok(Decoded {
        content: Stations::with_unique_ids(stations, SourceTimeZone::default()),
        rejected,
    })
}

fn with_version(error: BodyError, text: &str) -> BodyError {
    match error {
        BodyError::WrongShape { .. } if text.contains("\"FeatureCollection\"") => {
            BodyError::OtherVersion { found: "riverlevels/v1" }
        }
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Timestamp, freshness::Freshness, station::Value};

    const PARAMETER: &str = r#"{"parameter":10095,"paramNameEN":"River Level","parameterStatusEN":"Level Rising","units":"m","latestValue":1.25,"latestTime":"2026-11-20T12:00:00Z"}"#;

    fn station(members: &str, parameters: &str) -> String {
        format!(
            r#"{{{members},"coordinates":{{"latitude":51.95,"longitude":-3.39}},"parameters":[{parameters}]}}"#
        )
    }

    fn decoded(items: &[String]) -> Decoded<Stations> {
        decode(format!("[{}]", items.join(",")).as_bytes()).expect("an array")
    }

    fn one(members: &str, parameters: &str) -> Station {
        let Decoded { content, rejected } = decoded(&[station(members, parameters)]);
        assert_eq!((content.len(), rejected.len()), (1, 0), "{members} {parameters}");
        Station::clone(&content[0])
    }

    #[test]
    fn a_gauge_has_its_kind_its_parameter_and_the_trend_of_the_service() {
        let gauge = one(r#""location":1000,"titleEn":"Usk at Brecon""#, PARAMETER);
        assert_eq!((&*gauge.id.0, gauge.id.given()), ("1000-10095", "1000"));
        assert_eq!(gauge.title().en, "Usk at Brecon");
        assert_eq!(
            (gauge.kind, gauge.parameter_number, gauge.reported),
            (Some(ParameterKind::Level), Some(10_095), Tendency::Rising)
        );
        assert!(matches!(gauge.value, Value::Measured { number, .. } if number == 1.25));
        assert_eq!(gauge.unit, Unit::Metres);
        for (name, kind) in [
            ("Rainfall", Some(ParameterKind::Rain)),
            ("Tide Level", Some(ParameterKind::Tide)),
            ("RIVER LEVEL", Some(ParameterKind::Level)),
            ("Flow", None),
            ("", None),
        ] {
            let parameter = format!(r#"{{"paramNameEN":"{name}"}}"#);
            assert_eq!(one(r#""location":1"#, &parameter).kind, kind, "{name}");
        }
        for (status, reported) in [
            ("Level Falling", Tendency::Falling),
            ("level steady", Tendency::Steady),
            ("Rainfall Dry", Tendency::Unknown),
            ("Rising", Tendency::Unknown),
        ] {
            let parameter = format!(r#"{{"parameterStatusEN":"{status}"}}"#);
            assert_eq!(one(r#""location":1"#, &parameter).reported, reported, "{status}");
        }
    }

    #[test]
    fn the_gauges_of_rivers_are_those_of_neither_rain_nor_tides() {
        let kinds = ["River Level", "Rainfall", "Tide Level", "Flow"];
        let items: Vec<String> = (1..)
            .zip(kinds)
            .map(|(id, kind)| {
                station(&format!(r#""location":{id}"#), &format!(r#"{{"paramNameEN":"{kind}"}}"#))
            })
            .collect();
        let gauges = decoded(&items).content;
        let ids =
            |of: &Stations| of.iter().map(|gauge| gauge.id.given().to_owned()).collect::<Vec<_>>();
        assert_eq!(ids(&gauges), ["1", "2", "3", "4"]);
        assert_eq!(ids(&gauges.of_rivers()), ["1", "4"]);
        assert_eq!(ids(&gauges.of_rivers().of_rivers()), ["1", "4"]);
    }

    #[test]
    fn either_id_is_read_and_two_that_differ_are_unreadable() {
        for (members, id) in [
            (r#""location":1000"#, "1000"),
            (r#""location":"1000""#, "1000"),
            (r#""stationId":1000"#, "1000"),
            (r#""location":null,"stationId":"1000""#, "1000"),
            (r#""location":1000,"stationId":"1000""#, "1000"),
        ] {
            assert_eq!(one(members, PARAMETER).id.given(), id, "{members}");
        }
        for (members, reason) in [
            (r#""location":1000,"stationId":1001"#, Reason::Unreadable),
            (r#""location":"","stationId":null"#, Reason::NoIdentifier),
            (r#""nameEN":"Brecon""#, Reason::NoIdentifier),
            (r#""location":1,"location":2"#, Reason::Unreadable),
        ] {
            let Decoded { content, rejected } =
                decoded(&[station(members, PARAMETER), station(r#""location":7"#, PARAMETER)]);
            assert_eq!((content.len(), rejected.len()), (1, 1), "{members}");
            assert_eq!((rejected[0].index, rejected[0].reason), (0, reason), "{members}");
        }
    }

    #[test]
    fn titles_are_read_in_either_case() {
        for members in [
            r#""location":1,"titleEn":"Usk","titleCy":"Wysg""#,
            r#""location":1,"titleEN":"Usk","titleCY":"Wysg""#,
            r#""location":1,"titleEn":"","titleEN":"Usk","titleCy":null,"titleCY":"Wysg""#,
            r#""location":1,"titleEn":"Usk","titleEN":"Usk","titleCy":"Wysg","titleCY":"Wysg""#,
        ] {
            assert_eq!(
                one(members, PARAMETER).title(),
                Both { en: "Usk", cy: "Wysg" },
                "{members}"
            );
        }
    }

    #[test]
    fn each_parameter_is_a_gauge_whatever_the_order() {
        let rain = r#"{"parameter":7,"paramNameEN":"Rainfall","latestValue":0}"#;
        let tide = r#"{"parameter":3,"paramNameEN":"Tide Level","latestValue":4.1}"#;
        for parameters in
            [[PARAMETER, rain, tide], [rain, PARAMETER, tide], [tide, rain, PARAMETER]]
        {
            let item = station(r#""location":1000"#, &parameters.join(","));
            let gauges = decoded(&[item]).content;
            let kinds: Vec<(&str, Option<ParameterKind>)> =
                gauges.iter().map(|gauge| (&*gauge.id.0, gauge.kind)).collect();
            assert_eq!(
                kinds,
                [
                    ("1000-10095", Some(ParameterKind::Level)),
                    ("1000-3", Some(ParameterKind::Tide)),
                    ("1000-7", Some(ParameterKind::Rain))
                ]
            );
            assert!(gauges.iter().all(|gauge| gauge.id.given() == "1000"));
        }
        let ids = |parameters: &[&str]| {
            let item = station(r#""location":1"#, &parameters.join(","));
            let gauges = decoded(&[item]).content;
            gauges.iter().map(|gauge| gauge.id.0.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(ids(&[rain, rain]), ["1-7", "1-7~2"]);
        // One without a number is not taken for one with the number 2.
        let two = r#"{"parameter":2,"paramNameEN":"Rainfall"}"#;
        let none = r#"{"paramNameEN":"Rainfall"}"#;
        assert_eq!(ids(&[PARAMETER, none, two, none]), ["1-", "1-10095", "1-2", "1-~2"]);
        // case 177: a parameter that is missing from a response does not lend its id to another one.
        assert_eq!(ids(&[rain]), ["1-7"]);
        assert_eq!(ids(&[PARAMETER, rain]), ["1-10095", "1-7"]);
    }

    #[test]
    fn a_station_without_a_usable_parameter_is_listed_without_a_reading() {
        for parameters in ["", "null", "7", "[]", "{}", r#"{"latestValue":null}"#] {
            let gauge = one(r#""location":1"#, parameters);
            assert_eq!((&gauge.value, gauge.time), (&Value::Missing, None));
        }
        for member in ["", r#","parameters":null"#, r#","parameters":{}"#, r#","parameters":"m""#] {
            let content = decoded(&[format!(r#"{{"location":1{member}}}"#)]).content;
            assert_eq!(content.len(), 1, "{member}");
            assert_eq!(content[0].value, Value::Missing);
        }
    }

    // case 76, 77
    #[test]
    fn a_time_is_in_utc_or_has_an_offset_and_all_else_is_no_time() {
        let time = |json: &str| one(r#""location":1"#, &format!(r#"{{"latestTime":{json}}}"#)).time;
        let at = |text: &str| Some(text.parse::<Timestamp>().expect("an instant"));
        for (json, expected) in [
            (r#""2020-10-06T20:00:00Z""#, at("2020-10-06T20:00:00Z")),
            (r#""2020-10-06T21:00:00+01:00""#, at("2020-10-06T20:00:00Z")),
            (r#""2020-10-06T20:00:00""#, None),
            (r#""06/10/2020 20:00""#, None),
            (r#""2020-10-06""#, None),
            (r#""2020-02-30T20:00:00Z""#, None),
            ("1602014400000", None),
            ("null", None),
        ] {
            assert_eq!(time(json), expected, "{json}");
        }
    }

    #[test]
    fn a_gauge_that_says_online_is_stale_all_the_same() {
        let now: Timestamp = "2026-11-20T12:30:00Z".parse().expect("an instant");
        let dead = PARAMETER.replace("2026-11-20", "2020-02-16");
        for (parameter, is_usable) in [(PARAMETER, true), (dead.as_str(), false)] {
            let gauge = one(r#""location":1,"statusEN":"Online""#, parameter);
            assert_eq!(gauge.status, Status::Online);
            assert_eq!(gauge.has_usable_reading(now), is_usable);
            assert_eq!(Freshness::of_reading(gauge.time, now) == Freshness::Stale, !is_usable);
        }
    }

    #[test]
    fn the_grid_reference_places_a_gauge_at_zero_or_far_off() {
        let location = |coordinates: &str| {
            let item =
                format!(r#"{{"location":1,"ngr":"SO0432028520","coordinates":{coordinates}}}"#);
            decoded(&[item]).content[0].location
        };
        assert!(matches!(
            location(r#"{"latitude":51.947,"longitude":-3.393}"#),
            Location::Given(_)
        ));
        for coordinates in [
            r#"{"latitude":0,"longitude":0}"#,
            r#"{"latitude":52.4,"longitude":-3.393}"#,
            r#"{"latitude":null,"longitude":-3.393}"#,
            r#"{"latitude":"north"}"#,
            "null",
            "[51.9,-3.4]",
        ] {
            let Location::FromGridReference(position) = location(coordinates) else {
                panic!("{coordinates}");
            };
            assert!((position.lat() - 51.947).abs() < 0.01, "{coordinates}");
        }
    }

    // case 30 to 37
    #[test]
    fn a_body_of_another_shape_is_an_error_and_that_of_version_1_is_named() {
        let error = |body: &str| decode(body.as_bytes()).err();
        assert_eq!(error(""), Some(BodyError::Empty));
        assert_eq!(error("<html>"), Some(BodyError::WebPage));
        assert_eq!(error("[1,"), Some(BodyError::NotJson { line: 1, column: 3 }));
        assert_eq!(error("{}"), Some(BodyError::WrongShape { expected: EXPECTED }));
        assert_eq!(error("null"), Some(BodyError::WrongShape { expected: EXPECTED }));
        assert_eq!(
            error(r#"{"type":"FeatureCollection","features":[]}"#),
            Some(BodyError::OtherVersion { found: "riverlevels/v1" })
        );
        assert_eq!(decode(b"[]"), Ok(Decoded::default()));
        let Decoded { content, rejected } =
            decode(br#"[null,7,{"location":1},["a"]]"#).expect("an array");
        assert_eq!((content.len(), rejected.len()), (1, 3));
    }
}

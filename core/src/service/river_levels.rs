//! `GET /riverlevels/v1/all`: the latest reading of every gauge.

use super::{
    Answer,
    envelope::{self, Feature, Features, How, LeftOut, Reason},
    error::BodyError,
    scalar::lines,
    times::{FeedZone, ReadingClock},
};
use crate::domain::{
    Instant,
    bilingual::Both,
    decimal,
    grid_reference::GridReference,
    limits::{ABSURD_VALUE, COMPARED_BODY_LIMIT_BYTES, LONGEST_VALUE_CHARACTERS, SENTINELS},
    order,
    station::{Figure, Location, ReadingTime, Station, StationId, Status, Texts, Unit, Value},
    web_address::WebAddress,
};
use gorlif_json::Reader;
use std::{
    ops::{Deref, Range},
    sync::Arc,
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

/// The gauges of an answer in the order of their ids, each shared by all who show it.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    stations: Arc<[Arc<Station>]>,
    /// How the feed writes times without a zone; it is decided once and holds for the answers after this one.
    zone: FeedZone,
    /// How they were written, for the next answer: a gauge that is written as before is not read again.
    written: Option<Arc<Written>>,
}

#[derive(Debug)]
struct Written {
    text: Box<[u8]>,
    /// Each feature's place in the text and what it is, by number; none for one that was left out or marked.
    features: Vec<Option<(Range<usize>, Known)>>,
}

/// A gauge that was read, and its time before the zone of its feed was known.
#[derive(Clone, Debug)]
struct Known(Arc<Station>, ReadingClock);

struct Read {
    known: Known,
    number: usize,
    at: Range<usize>,
}

impl Written {
    fn new(text: Vec<u8>, read: Vec<Read>, rejected: usize, marked: &[Arc<Station>]) -> Self {
        let mut features = vec![None; read.len() + rejected];
        for (Read { known, number, at }, marked) in read.into_iter().zip(marked) {
            if let Some(slot) = features.get_mut(number).filter(|_| known.0.id == marked.id) {
                *slot = Some((at, known));
            }
        }
        Self { text: text.into_boxed_slice(), features }
    }
}

impl Levels {
    /// The gauges alone, for those who hold them longer than the answer as it was written.
    pub fn alone(&self) -> Self {
        Self { stations: Arc::clone(&self.stations), written: None, zone: self.zone }
    }

    pub fn zone(&self) -> FeedZone {
        self.zone
    }

    /// The same answer with more gauges: what it says of its own is kept for the next.
    pub fn with(self, more: impl Iterator<Item = Arc<Station>>) -> Self {
        Self { stations: sorted(self.iter().cloned().chain(more).collect()), ..self }
    }
}

impl Deref for Levels {
    type Target = [Arc<Station>];

    fn deref(&self) -> &[Arc<Station>] {
        &self.stations
    }
}

impl PartialEq for Levels {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.stations, &other.stations)
            || self.len() == other.len() && self.iter().zip(other.iter()).all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
    }
}

/// Decodes an answer that was received at the given moment, after `before`, whose zone it has.
///
/// Two features with one `Location` are both kept: the later one, in the order of their titles, has "~2" at the end of its id.
pub fn decode(body: &[u8], before: Option<&Levels>, received: Instant) -> Result<Answer<Levels>, BodyError> {
    Decoder::new(before).end(body, received)
}

/// Decodes an answer that comes in pieces, each as it comes.
pub struct Decoder {
    features: Features<Read, 14>,
    /// What has come, as long as it is little enough to be compared with the next answer.
    text: Option<Vec<u8>>,
    zone: FeedZone,
}

impl Decoder {
    pub fn new(before: Option<&Levels>) -> Self {
        let zone = before.map(Levels::zone).unwrap_or_default();
        let before = before.and_then(|levels| levels.written.clone());
        let known = move |number: usize, reader: &mut Reader<'_>, offset: usize| {
            let (at, known) = before.as_ref()?.features.get(number)?.as_ref()?;
            let start = offset + reader.mark();
            let object = before.as_ref()?.text.get(at.clone())?;
            reader.pass(object).then(|| Read { known: known.clone(), number, at: start..start + object.len() })
        };
        let decode = |feature: Feature<'_, 14>| {
            let (number, at) = (feature.number, feature.at.clone());
            station(feature).map(|(station, clock)| Read { known: Known(Arc::new(station), clock), number, at })
        };
        Self { features: Features::new(How { names: &NAMES, id: "Location", decode, known: Box::new(known) }), text: Some(Vec::new()), zone }
    }

    /// The feed is known to write times in this zone, from an answer that is not at hand any more.
    #[must_use]
    pub fn with_zone(self, zone: FeedZone) -> Self {
        Self { zone, ..self }
    }

    /// Takes a piece of the body.
    pub fn add(&mut self, piece: &[u8]) {
        self.note(piece);
        self.features.add(piece);
    }

    fn note(&mut self, piece: &[u8]) {
        self.text = self.text.take().filter(|text| text.len() + piece.len() <= COMPARED_BODY_LIMIT_BYTES).map(|mut text| {
            // More than one piece may become many: much room at once leaves few holes behind.
            if text.capacity() < text.len() + piece.len() {
                text.reserve_exact(piece.len().max((3 * text.len()).min(COMPARED_BODY_LIMIT_BYTES - text.len())));
            }
            text.extend_from_slice(piece);
            text
        });
    }

    /// Takes the last piece, if there is one left, or the body that came in one.
    pub fn end(mut self, last: &[u8], received: Instant) -> Result<Answer<Levels>, BodyError> {
        self.note(last);
        let (answer, wgs84) = self.features.end(last)?;
        // What is written alike may lie elsewhere on another grid, so it is not compared.
        Ok(finished(answer, wgs84, self.text.filter(|_| wgs84), self.zone, received))
    }
}

fn finished(
    Answer { content: mut read, rejected }: Answer<Vec<Read>>,
    wgs84: bool,
    text: Option<Vec<u8>>,
    zone: FeedZone,
    received: Instant,
) -> Answer<Levels> {
    if !wgs84 {
        for Read { known: Known(station, _), .. } in &mut read {
            Arc::make_mut(station).location = Location::decide(None, GridReference::parse(station.grid_reference()));
        }
    }
    let newest =
        read.iter().filter_map(|Read { known: Known(_, clock), .. }| if let ReadingClock::Unzoned(at) = clock { Some(*at) } else { None }).max();
    let zone = zone.decide(newest, received);
    for Read { known: Known(station, clock), .. } in &mut read {
        let time = match *clock {
            ReadingClock::Zoned(at) => ReadingTime::At(at),
            ReadingClock::Unzoned(at) => ReadingTime::At(zone.utc(at)),
            ReadingClock::NotGiven => ReadingTime::NotGiven,
        };
        if station.time != time {
            Arc::make_mut(station).time = time;
        }
    }
    // Where nothing is kept for the next answer, as of a nation's, the gauges are moved: each copy looks for all of them in memory.
    let mut content: Vec<Arc<Station>> = match text {
        Some(_) => read.iter().map(|read| Arc::clone(&read.known.0)).collect(),
        None => read.drain(..).map(|read| read.known.0).collect(),
    };
    let places = by_id(&content);
    let is_marked = envelope::tell_apart(
        &mut content,
        &places,
        |station| &station.id.0,
        |station, mark| Arc::make_mut(station).id = StationId([&station.id.0, mark].concat().into()),
    );
    let written = text.map(|text| Arc::new(Written::new(text, read, rejected.len(), &content)));
    let in_order = order::taken(content, places);
    // A mark can change the order: "7~2" comes after "70".
    let stations = if is_marked { sorted(in_order) } else { in_order.into() };
    Answer { content: Levels { stations, zone, written }, rejected }
}

/// The gauges in the order of their ids.
fn sorted(stations: Vec<Arc<Station>>) -> Arc<[Arc<Station>]> {
    order::sorted(stations, |a: &Arc<Station>, b: &Arc<Station>| a.id.cmp(&b.id)).into()
}

fn by_id(stations: &[Arc<Station>]) -> Vec<usize> {
    fn key(station: &Station) -> (&str, &str, &str) {
        (station.title().en, station.parameter().en, station.grid_reference())
    }
    let ids: Vec<&str> = stations.iter().map(|station| &*station.id.0).collect();
    order::by_text(&ids, &|a, b| stations.get(a).map(|station| key(station)).cmp(&stations.get(b).map(|station| key(station))))
}

fn station(feature: Feature<'_, 14>) -> Result<(Station, ReadingClock), LeftOut> {
    let Feature { point, members, .. } = feature;
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
    ] = &lines(&members);
    if location.is_empty() {
        return Err((Reason::NoIdentifier, None));
    }
    let station = Station {
        id: StationId(Arc::from(&**location)),
        location: Location::decide(point, GridReference::parse(ngr)),
        texts: Texts::new(
            ngr,
            Both { en: name_en, cy: name_cy },
            Both { en: title_en, cy: title_cy },
            Both { en: param_name_en, cy: param_name_cy },
            WebAddress::parse(url),
        ),
        value: value(latest_value),
        unit: Unit::parse(units),
        time: ReadingTime::NotGiven,
        status: Status::parse(Both { en: status_en, cy: status_cy }),
        missing_since: None,
    };
    Ok((station, ReadingClock::parse(latest_time)))
}

/// Only a plain decimal is a reading: no exponents, commas, units or lists.
fn value(text: &str) -> Value {
    let measured = |number: f64, text: &str| Figure::new(text).map_or(Value::None, |text| Value::Measured { number, text });
    match decimal::parse(text) {
        Some(number) if SENTINELS.contains(&number) || number.abs() >= ABSURD_VALUE => Value::SensorFault,
        // A number of more digits than any gauge has is shown rounded.
        Some(number) if text.len() > LONGEST_VALUE_CHARACTERS => measured(number, &decimal::short(number)),
        Some(0.0) => measured(0.0, text.trim_start_matches('-')),
        Some(number) => measured(number, text),
        None => Value::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2019-03-13T18:40:00Z";

    fn levels(features: &str) -> Answer<Levels> {
        let body = format!(r#"{{"type":"FeatureCollection","crs":{{"type":"name","properties":{{"name":"EPSG:4326"}}}},"features":[{features}]}}"#);
        decode(body.as_bytes(), None, NOW.parse().expect("an instant")).expect("a collection")
    }

    fn feature(properties: &str) -> String {
        format!(r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[-4.1666,51.6974]}},"properties":{{{properties}}}}}"#)
    }

    fn value_of(json: &str) -> Value {
        levels(&feature(&format!(r#""Location":"1","LatestValue":{json}"#))).content[0].value.clone()
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
            assert_eq!(value_of(json), Value::Measured { number, text: Figure::new(text).expect("short") }, "{json}");
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
            assert!(matches!(value_of(json), Value::Measured { text: shown, .. } if *shown == *text), "{json}: {:?}", value_of(json));
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
            assert!(matches!(value_of(text), Value::Measured { text: shown, .. } if *shown == *text));
        }
    }

    #[test]
    fn case_74_a_very_long_number_is_rounded_without_an_exponent() {
        for (json, text) in [("0.12345678901234567890", "0.123457"), (r#""1.00000000000000000001""#, "1"), ("-1.23456789012345678", "-1.234568")] {
            let Value::Measured { text: shown, .. } = value_of(json) else { panic!("{json}") };
            assert!(*shown == *text && !shown.contains(['e', 'E']), "{json}: {shown:?}");
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
        let answer = levels(&format!("{},{}", feature(r#""Location":"7","Units":"m","Units":"mAOD""#), feature(r#""Location":"8""#)));
        assert_eq!(answer.content.len(), 1);
        assert_eq!(answer.rejected, [envelope::Rejected { index: 0, id: Some("7".to_owned()), reason: Reason::Unreadable }]);
        let same = levels(&feature(r#""Location":"7","Units":"m","Units":"m""#));
        assert_eq!((same.content.len(), same.rejected.len()), (1, 0), "twice the same is once");
    }

    #[test]
    fn case_55_two_features_of_one_location_are_both_kept_in_any_order() {
        let (a, b) = (feature(r#""Location":"7","TitleEN":"A""#), feature(r#""Location":7,"TitleEN":"B""#));
        for pair in [format!("{a},{b}"), format!("{b},{a}")] {
            let mut ids: Vec<(String, String)> = levels(&pair).content.iter().map(|s| (s.title().en.to_owned(), s.id.0.to_string())).collect();
            ids.sort();
            assert_eq!(ids, [("A".to_owned(), "7".to_owned()), ("B".to_owned(), "7~2".to_owned())]);
        }
        assert_eq!(levels(&feature(r#""TitleEN":"A""#)).rejected[0].reason, Reason::NoIdentifier);
        let marked = levels(&format!("{a},{b},{}", feature(r#""Location":"70""#))).content;
        assert!(marked.is_sorted_by(|a, b| a.id < b.id), "{marked:?}");
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
        assert_eq!(decode(body.as_bytes(), None, NOW.parse().expect("an instant")).expect("a collection").content.len(), 1);
    }

    #[test]
    fn in_pieces_a_body_says_what_it_says_in_one() {
        let good = format!(
            r#"{{"bbox":[-3.5e1,12],"features":[{},7,12,{},null,{}],"crs":{{"properties":{{"name":"EPSG:4326"}}}},"type":"FeatureCollection","count":12}}"#,
            feature(r#""Location":"7","TitleCY":"Tŷ \u0175\"","LatestValue":12"#),
            feature(r#""Location":"7","LatestTime":"13/03/2019 18:30""#),
            feature(r#""Location":8"#),
        );
        let bodies = [
            good.clone(),
            format!("\u{feff} {good} \n"),
            good.replace("4326", "27700"),
            good.replace("null", "nil"),
            good.replace("FeatureCollection", "Feature"),
            good.replace("count", "features"),
            good.replacen("}}", "}", 1),
            format!("{good}x"),
            good[..good.len() - 1].to_owned(),
            "<html>".to_owned(),
            "[]".to_owned(),
            " \n".to_owned(),
        ];
        let now = NOW.parse().expect("an instant");
        let mut seen = [0, 0];
        for body in bodies.iter().map(String::as_bytes).chain([good.as_bytes()[..100].iter().chain(b"\xff").copied().collect::<Vec<_>>().as_slice()])
        {
            let whole = decode(body, None, now);
            seen[usize::from(whole.is_ok())] += 1;
            for first in 0..body.len() {
                for second in [first, first + 1, first + 7, first + 90] {
                    let mut decoder = Decoder::new(None);
                    let second = second.min(body.len());
                    decoder.add(&body[..first]);
                    decoder.add(&body[first..second]);
                    assert_eq!(decoder.end(&body[second..], now), whole, "{first} {second} {}", String::from_utf8_lossy(body));
                }
            }
        }
        assert_eq!(seen, [10, 3]);
    }

    #[test]
    fn an_answer_in_pieces_is_compared_with_one_in_pieces_unless_it_is_long() {
        let now = NOW.parse().expect("an instant");
        let body = |blanks: usize| {
            format!(r#"{{"type":"FeatureCollection",{}"features":[{}]}}"#, " ".repeat(blanks), feature(r#""Location":"7""#)).into_bytes()
        };
        for (blanks, is_same) in [(0, true), (COMPARED_BODY_LIMIT_BYTES, false)] {
            let mut before = None;
            let mut stations = Vec::new();
            for _ in 0..2 {
                let mut decoder = Decoder::new(before.as_ref());
                let body = body(blanks);
                let (first, last) = body.split_at(body.len() - 20);
                decoder.add(first);
                let levels = decoder.end(last, now).expect("a collection").content;
                stations.push(Arc::clone(&levels[0]));
                before = Some(levels);
            }
            assert_eq!(Arc::ptr_eq(&stations[0], &stations[1]), is_same, "{blanks}");
        }
    }

    #[test]
    fn case_33_34_35_36_40_42_44_46_47_bodies_that_are_no_collection_are_refused_with_their_cause() {
        let refused = |body: &[u8]| decode(body, None, NOW.parse().expect("an instant")).expect_err("no collection");
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
        assert!(decode("\u{feff}{\"type\":\"FeatureCollection\",\"features\":[]}".as_bytes(), None, NOW.parse().expect("an instant")).is_ok());
    }

    #[test]
    fn case_94_points_under_another_grid_are_not_taken_for_degrees() {
        let body = format!(
            r#"{{"type":"FeatureCollection","crs":{{"type":"name","properties":{{"name":"EPSG:27700"}}}},"features":[{}]}}"#,
            feature(r#""Location":"1""#)
        );
        let answer = decode(body.as_bytes(), None, NOW.parse().expect("an instant")).expect("a collection");
        assert_eq!(answer.content[0].location, Location::Unknown);
    }

    #[test]
    fn a_gauge_that_is_written_as_before_is_the_same_one_and_all_else_is_as_if_read_anew() {
        let now = NOW.parse().expect("an instant");
        let gauge = |id: u32, value: u32| {
            format!(r#"{{"properties":{{"Location":"{id}","LatestValue":"{value}","LatestTime":"20/11/2026 11:00","TitleEN":"{value}"}}}}"#)
        };
        let body = |gauges: &[String]| format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, gauges.join(" ,\n"));
        let first = decode(body(&[gauge(3, 1), gauge(1, 1), gauge(2, 1), "{}".to_owned(), gauge(2, 5)]).as_bytes(), None, now).expect("a collection");
        for second in [
            vec![gauge(3, 1), gauge(1, 2), gauge(2, 1), "{}".to_owned(), gauge(2, 5)],
            vec![gauge(3, 1), gauge(1, 1), gauge(2, 1)],
            vec![gauge(1, 1), gauge(3, 1), gauge(2, 9), gauge(7, 1)],
            vec![gauge(3, 1), gauge(9, 1), gauge(2, 1), gauge(3, 1), gauge(3, 1)],
            vec![],
        ] {
            let second = body(&second);
            let after = decode(second.as_bytes(), Some(&first.content), now).expect("a collection");
            assert_eq!(after, decode(second.as_bytes(), None, now).expect("a collection"), "{second}");
        }
        let second = decode(body(&[gauge(3, 1), gauge(1, 2)]).as_bytes(), Some(&first.content), now).expect("a collection").content;
        let same = |id: &str| {
            let find = |levels: &Levels| levels.iter().find(|station| *station.id.0 == *id).cloned().expect("there");
            Arc::ptr_eq(&find(&first.content), &find(&second))
        };
        assert_eq!(["3", "1"].map(same), [true, false]);
        // In another light: the zone of the feed is decided anew for all of it.
        let summer = |text: &str| text.parse().expect("an instant");
        let written = r#"{"type":"FeatureCollection","features":[{"properties":{"Location":"1","LatestTime":"20/07/2026 12:00"}}]}"#;
        let in_utc = decode(written.as_bytes(), None, summer("2026-07-20T12:05:00Z")).expect("a collection").content;
        let later = decode(written.as_bytes(), Some(&in_utc), summer("2026-07-20T11:05:00Z")).expect("a collection").content;
        assert_eq!(
            [&in_utc, &later].map(|levels| levels[0].time),
            ["2026-07-20T12:00:00Z", "2026-07-20T11:00:00Z"].map(|at| ReadingTime::At(summer(at)))
        );
    }

    #[test]
    fn case_94_a_gauge_that_is_written_as_before_is_read_anew_where_the_grid_is_another() {
        let now = NOW.parse().expect("an instant");
        let body = |grid: &str| {
            format!(
                r#"{{"type":"FeatureCollection","features":[{{"geometry":{{"type":"Point","coordinates":[-3.5,52]}},"properties":{{"Location":"1"}}}}],"crs":{{"properties":{{"name":"{grid}"}}}}}}"#
            )
        };
        let (mut before, mut known) = (None::<Levels>, Vec::new());
        for grid in ["EPSG:4326", "EPSG:27700", "EPSG:27700", "EPSG:4326"] {
            let levels = decode(body(grid).as_bytes(), before.as_ref(), now).expect("a collection").content;
            known.push(levels[0].location.position().is_some());
            before = Some(levels);
        }
        assert_eq!(known, [true, false, false, true]);
    }
}

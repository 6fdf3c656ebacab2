//! The envelope that two of the operations share, taken apart so that one bad item never costs the others.

use super::{Answer, error::BodyError, scalar::Scalar};
use crate::domain::{decimal, geo::Position, limits::FEATURE_LIMIT};
use gorlif_json::{self as json, Fault, Item, Reader, members};
use std::ops::Range;

/// An item that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Its place in the answer, from 0.
    pub index: usize,
    /// Its identifier, where that could still be read.
    pub id: Option<String>,
    pub reason: Reason,
}

/// Why an item was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// No object, or a key twice.
    Unreadable,
    /// It does not say which station, area or county it is about.
    NoIdentifier,
}

/// The text of a body: without a byte order mark, not empty, no web page.
pub(super) fn text(body: &[u8]) -> Result<&str, BodyError> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let text = std::str::from_utf8(body).map_err(|_| BodyError::NotUtf8)?;
    match text.trim_start().chars().next() {
        None => Err(BodyError::Empty),
        Some('<') => Err(BodyError::WebPage),
        Some(_) => Ok(text),
    }
}

/// Where JSON went wrong, or that it is good JSON of another shape.
fn refusal(fault: Fault, body: &str, expected: &'static str) -> BodyError {
    match fault {
        Fault::Syntax { at } => {
            let before = body.as_bytes().get(..at).unwrap_or_default();
            let mut line = before.split(|byte| *byte == b'\n');
            BodyError::NotTheDocument { line: line.clone().count(), column: line.next_back().map_or(0, <[u8]>::len) + 1 }
        }
        Fault::TooDeep => BodyError::TooDeep,
        Fault::TooMany => BodyError::TooMany,
        Fault::OtherShape | Fault::Twice => BodyError::WrongShape { expected },
    }
}

/// Why an item was left out, with its identifier where that is known.
pub(super) type LeftOut = (Reason, Option<String>);

/// What an item of a collection is made of: where it stands, and the named members of its properties.
pub(super) struct Feature<'a, const N: usize> {
    pub point: Option<Position>,
    /// Its number in the collection, and where in the text it stands; empty where it must not be known again.
    pub number: usize,
    pub at: Range<usize>,
    pub members: [Scalar<'a>; N],
}

/// Every feature of a collection, each read on its own and in one passage through the body. Members of the collection beyond type,
/// crs and features (`bbox`, for one) are passed over. `id` names the identifier among the names. `known` may pass over a feature
/// that it knows, which it is asked by number, and give what it is.
pub(super) fn features<'a, T, const N: usize>(
    body: &'a [u8],
    names: &[&str; N],
    id: &str,
    mut decode: impl FnMut(Feature<'a, N>) -> Result<T, LeftOut>,
    mut known: impl FnMut(usize, &mut Reader<'a>) -> Option<T>,
) -> Result<Answer<Vec<T>>, BodyError> {
    const EXPECTED: &str = "a FeatureCollection with an array of features";
    let text = text(body)?;
    let mut read = |wgs84: Wgs84| {
        let mut answer = Answer { content: Vec::new(), rejected: Vec::new() };
        let is_wgs84 = collection(text, &mut |reader| {
            let (start, mut slots) = (reader.mark(), [None; N]);
            let number = answer.content.len() + answer.rejected.len();
            let decoded = if let Some(item) = wgs84.0.then(|| known(number, reader)).flatten() {
                Ok(item)
            } else {
                match feature(reader, names, &mut slots)? {
                    Ok(geometry) => {
                        // On another grid nothing is known again: what is written alike may lie elsewhere.
                        let end = if wgs84.0 { reader.mark() } else { start };
                        decode(Feature { point: wgs84.point(geometry), number, at: start..end, members: slots.map(Scalar::read) })
                    }
                    Err(_) => Err((Reason::Unreadable, guess_id(reader.since(start), id))),
                }
            };
            add(&mut answer, decoded);
            Ok(())
        });
        is_wgs84.map(|is_wgs84| (answer, is_wgs84)).map_err(|fault| refusal(fault, text, EXPECTED))
    };
    // What grid the points are on may stand behind them; it is nearly always this one.
    match read(Wgs84(true))? {
        (answer, Wgs84(true)) => Ok(answer),
        _ => read(Wgs84(false)).map(|(answer, _)| answer),
    }
}

fn add<T>(answer: &mut Answer<Vec<T>>, decoded: Result<T, LeftOut>) {
    let index = answer.content.len() + answer.rejected.len();
    match decoded {
        Ok(item) => answer.content.push(item),
        Err((reason, id)) => answer.rejected.push(Rejected { index, id, reason }),
    }
}

/// Goes through a collection with `read` for each feature; tells what grid its points are on.
fn collection<'a>(text: &'a str, read: &mut dyn FnMut(&mut Reader<'a>) -> Result<(), Fault>) -> Result<Wgs84, Fault> {
    let mut reader = Reader::new(text);
    let mut shape = reader.open(b'{')?;
    let (mut first, mut kind, mut crs, mut features) = (true, None, None, None);
    while shape != Err(Fault::OtherShape) && reader.more(b'}', std::mem::take(&mut first))? {
        let twice = match reader.known_name(&["type", "crs", "features"], 0)? {
            Some(0) => kind.replace(reader.value()?).is_some(),
            Some(1) => crs.replace(reader.value()?).is_some(),
            Some(_) if features.is_some() => reader.value().map(|_| true)?,
            Some(_) => features.replace(reader.items(FEATURE_LIMIT, read)?).is_some(),
            None => reader.value().map(|_| false)?,
        };
        if twice {
            shape = Err(Fault::Twice);
        }
    }
    reader.end()?;
    let is_collection = kind.is_some_and(|kind| json::string(kind) == "FeatureCollection");
    shape.and(if is_collection { features.unwrap_or(Err(Fault::OtherShape)) } else { Err(Fault::OtherShape) })?;
    Ok(Wgs84(crs.is_none_or(is_wgs84)))
}

/// The geometry of a feature as it was written; the named members of its properties go into the slots.
fn feature<'a>(reader: &mut Reader<'a>, names: &[&str], slots: &mut [Option<&'a str>]) -> Result<Item<Option<&'a str>>, Fault> {
    let mut geometry = None;
    let mut item = reader.open(b'{')?;
    let (mut first, mut properties) = (true, None);
    while item != Err(Fault::OtherShape) && reader.more(b'}', std::mem::take(&mut first))? {
        let twice = match reader.known_name(&["geometry", "properties"], usize::from(geometry.is_some()))? {
            Some(0) => geometry.replace(reader.value()?).is_some(),
            Some(_) => properties.replace(reader.object(names, slots)?).is_some(),
            None => reader.value().map(|_| false)?,
        };
        if twice {
            item = Err(Fault::Twice);
        }
    }
    Ok(item.and_then(|()| properties.unwrap_or(Err(Fault::OtherShape))).map(|()| geometry))
}

/// Every object of an array, each read on its own.
pub(super) fn objects<'a, T, const N: usize>(
    body: &'a [u8],
    names: &[&str; N],
    id: &str,
    expected: &'static str,
    mut decode: impl FnMut([Scalar<'a>; N]) -> Result<T, LeftOut>,
) -> Result<Answer<Vec<T>>, BodyError> {
    let text = text(body)?;
    let mut answer = Answer { content: Vec::new(), rejected: Vec::new() };
    let mut reader = Reader::new(text);
    let read = reader.items(FEATURE_LIMIT, &mut |reader| {
        let (start, mut slots) = (reader.mark(), [None; N]);
        let decoded = match reader.object(names, &mut slots)? {
            Ok(()) => decode(slots.map(Scalar::read)),
            Err(_) => Err((Reason::Unreadable, guess_id(reader.since(start), id))),
        };
        add(&mut answer, decoded);
        Ok(())
    });
    read.and_then(|item| reader.end().and(item)).map_err(|fault| refusal(fault, text, expected))?;
    Ok(answer)
}

/// Whether the points of the answer may be taken for WGS 84.
#[derive(Clone, Copy)]
pub(super) struct Wgs84(bool);

fn is_wgs84(crs: &str) -> bool {
    // "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:OGC:1.3:CRS84"
    crs == "null" || crs.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| matches!(part, "4326" | "CRS84"))
}

impl Wgs84 {
    /// The geojson crate reads the same (a test holds the two together), but weighs 12 kB in the page.
    ///
    /// The point of a geometry: a Point's own, of others the first; `None` where there is no usable one.
    pub(super) fn point(self, geometry: Option<&str>) -> Option<Position> {
        let geometry = geometry.filter(|_| self.0)?;
        let [kind, coordinates, geometries] = members(geometry, &["type", "coordinates", "geometries"]).ok()?;
        let depth = match &*json::string(kind?) {
            "Point" => 1,
            "MultiPoint" | "LineString" => 2,
            "MultiLineString" | "Polygon" => 3,
            "MultiPolygon" => 4,
            "GeometryCollection" => return self.point(first_item(geometries?)),
            _ => return None,
        };
        first_position(coordinates?, depth)
    }
}

fn first_item(array: &str) -> Option<&str> {
    let mut reader = Reader::new(array);
    reader.open(b'[').ok()?.ok()?;
    if reader.more(b']', true).ok()? { reader.value().ok() } else { None }
}

/// The first position of coordinates that are nested so deep: longitude, latitude, and what may follow.
fn first_position(coordinates: &str, depth: usize) -> Option<Position> {
    let mut text = coordinates;
    for _ in 0..depth {
        text = text.trim_start().strip_prefix('[')?;
    }
    let mut numbers = text.split(']').next()?.split(',').map(|number| decimal::parse(number.trim()));
    let (lon, lat) = (numbers.next()??, numbers.next()??);
    Position::new(lat, lon)
}

/// Marks the items that share an identifier with one before them in this order: the second gets "~2" at the end of its own. Both are
/// kept, each list entry has a key of its own, and a shuffled answer marks the same one.
pub(super) fn tell_apart<T>(items: &mut [T], order: &[usize], id: fn(&T) -> &str, mark: fn(&mut T, &str)) {
    let (mut before, mut nth) = (None::<usize>, 1);
    for index in order.iter().copied() {
        let same = before.and_then(|before| items.get(before)).zip(items.get(index)).is_some_and(|(before, item)| id(before) == id(item));
        if same && let Some(item) = items.get_mut(index) {
            nth += 1;
            mark(item, &format!("~{nth}"));
        } else {
            (before, nth) = (Some(index), 1);
        }
    }
}

/// An item's identifier out of the raw text of one that could not be decoded: the letters and digits that follow `"name"`.
pub(super) fn guess_id(item: &str, name: &str) -> Option<String> {
    let mut parts = item.split('"');
    parts.find(|part| *part == name)?;
    // A number follows the colon, a string the next quotation mark.
    let [number, text] = [parts.next()?.trim_start_matches([':', ' ', '\n', '\r', '\t']), parts.next().unwrap_or_default()];
    let value = if number.is_empty() { text } else { number };
    let id: String = value.chars().take_while(char::is_ascii_alphanumeric).take(40).collect();
    (!id.is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the geojson crate makes of it.
    fn reference(json: &str) -> Option<Position> {
        fn first(value: &geojson::GeometryValue) -> Option<&geojson::Position> {
            use geojson::GeometryValue::*;
            match value {
                Point { coordinates } => Some(coordinates),
                MultiPoint { coordinates } | LineString { coordinates } => coordinates.first(),
                MultiLineString { coordinates } | Polygon { coordinates } => coordinates.first()?.first(),
                MultiPolygon { coordinates } => coordinates.first()?.first()?.first(),
                GeometryCollection { geometries } => first(&geometries.first()?.value),
            }
        }
        let geometry: geojson::Geometry = serde_json::from_str(json).ok()?;
        let position = first(&geometry.value)?;
        Position::new(*position.as_slice().get(1)?, *position.as_slice().first()?)
    }

    #[test]
    fn case_90_points_are_read_as_the_geojson_crate_reads_them() {
        for json in [
            r#"{"type":"Point","coordinates":[-3.5,52.25]}"#,
            r#"{"coordinates" : [ -3.5 , 52.25, 12 ] , "type" : "Point"}"#,
            r#"{"type":"MultiPoint","coordinates":[[-3.5,52.25],[1,2]]}"#,
            r#"{"type":"LineString","coordinates":[[-3.5,52],[1,2]]}"#,
            r#"{"type":"Polygon","coordinates":[ [ [-3.5,52], [1,2], [3,4], [-3.5,52] ] ]}"#,
            r#"{"type":"MultiPolygon","coordinates":[[[[-3.5,52],[1,2],[3,4],[-3.5,52]]]]}"#,
            r#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[-3.5,52]}]}"#,
            r#"{"type":"GeometryCollection","geometries":[]}"#,
            r#"{"type":"Point","coordinates":[]}"#,
            r#"{"type":"Point","coordinates":[[1,2]]}"#,
            r#"{"type":"Point","coordinates":["1","2"]}"#,
            r#"{"type":"Point","coordinates":[null,2]}"#,
            r#"{"type":"Point","coordinates":[181,2]}"#,
            r#"{"type":"Point"}"#,
            r#"{"type":"Punkt","coordinates":[1,2]}"#,
            r#"{}"#,
            "null",
            "[]",
        ] {
            assert_eq!(Wgs84(true).point(Some(json)), reference(json), "{json}");
        }
    }

    #[test]
    fn where_json_goes_wrong_is_told_by_its_place_in_the_whole_body() {
        let decode =
            |body: &str| features(body.as_bytes(), &["a"], "a", |feature| Ok(feature.members), |_, _| None).map(|answer| answer.content.len());
        assert_eq!(
            decode("{\"type\":\"FeatureCollection\",\n\"features\":[{},\n {\"properties\":{x}}]}"),
            Err(BodyError::NotTheDocument { line: 3, column: 17 })
        );
    }

    #[test]
    fn what_grid_the_points_are_on_is_heeded_wherever_it_stands() {
        let (crs, features_of) = (
            r#""crs":{"properties":{"name":"EPSG:27700"}}"#,
            r#""features":[{"geometry":{"type":"Point","coordinates":[-3.5,52]},"properties":{}}]"#,
        );
        for body in
            [format!(r#"{{"type":"FeatureCollection",{crs},{features_of}}}"#), format!(r#"{{"type":"FeatureCollection",{features_of},{crs}}}"#)]
        {
            let answer = features(body.as_bytes(), &["a"], "a", |feature| Ok(feature.point), |_, _| None).expect("a collection");
            assert_eq!(answer.content, [None], "{body}");
        }
    }
}

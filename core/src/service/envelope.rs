//! The envelope that two of the operations share, taken apart so that one bad item never costs the others.

use super::{
    Answer,
    error::BodyError,
    json::{self, Fault, members},
    scalar::{Scalar, scalars},
};
use crate::domain::{decimal, geo::Position, limits::FEATURE_LIMIT, order};

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

/// The geometry of a feature, and the named members of its properties.
pub(super) fn feature<'a, const N: usize>(feature: &'a str, names: &[&str; N]) -> Result<(Option<&'a str>, [Scalar<'a>; N]), Fault> {
    let [geometry, properties] = members(feature, &["geometry", "properties"])?;
    Ok((geometry, scalars(properties.unwrap_or("null"), names)?))
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

/// The raw features of a collection, and whether its coordinates are WGS 84.
pub(super) fn features(body: &[u8]) -> Result<(Vec<&str>, Wgs84), BodyError> {
    const EXPECTED: &str = "a FeatureCollection with an array of features";
    // Members beyond these (`bbox`, for one) are passed over.
    let text = text(body)?;
    let [kind, crs, features] = members(text, &["type", "crs", "features"]).map_err(|fault| refusal(fault, text, EXPECTED))?;
    let is_collection = kind.is_some_and(|kind| json::string(kind) == "FeatureCollection");
    let features = features.filter(|_| is_collection).ok_or(BodyError::WrongShape { expected: EXPECTED })?;
    Ok((items(features, EXPECTED)?, Wgs84(crs.is_none_or(is_wgs84))))
}

/// The raw items of an array.
pub(super) fn items<'a>(array: &'a str, expected: &'static str) -> Result<Vec<&'a str>, BodyError> {
    json::items(array, FEATURE_LIMIT).map_err(|fault| refusal(fault, array, expected))
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
            "GeometryCollection" => return self.point(items(geometries?, "").ok()?.first().copied()),
            _ => return None,
        };
        first_position(coordinates?, depth)
    }
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

/// Decodes every item on its own.
pub(super) fn sort<'a, T>(items: &[&'a str], mut decode: impl FnMut(&'a str) -> Result<T, (Reason, Option<String>)>) -> Answer<Vec<T>> {
    let mut answer = Answer { content: Vec::with_capacity(items.len()), rejected: Vec::new() };
    for (index, item) in items.iter().enumerate() {
        match decode(item) {
            Ok(item) => answer.content.push(item),
            Err((reason, id)) => answer.rejected.push(Rejected { index, id, reason }),
        }
    }
    answer
}

/// Marks the items that share an identifier with one before them, in the order that `compare` gives: the second gets "~2" at the end
/// of its own. Both are kept, each list entry has a key of its own, and a shuffled answer marks the same one.
pub(super) fn tell_apart<T>(items: &mut [T], id: fn(&mut T) -> &mut String, compare: impl Fn(&T, &T) -> std::cmp::Ordering) {
    let order = order::sorted((0..items.len()).collect(), |a: &usize, b: &usize| match (items.get(*a), items.get(*b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => std::cmp::Ordering::Equal,
    });
    let (mut before, mut nth) = (String::new(), 1);
    for index in order {
        let Some(item) = items.get_mut(index) else { continue };
        let id = id(item);
        if *id == before {
            nth += 1;
            id.push_str(&format!("~{nth}"));
        } else {
            nth = 1;
            before.clone_from(id);
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
}

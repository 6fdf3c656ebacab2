//! The envelope that two of the operations share, taken apart so that one bad item never costs the others.

use super::{
    Answer,
    error::BodyError,
    scalar::{Scalar, members, scalars},
};
use crate::domain::{decimal, geo::Position, limits::FEATURE_LIMIT, order};
use serde_json::value::RawValue;

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
    /// No object, a key twice, a number beyond all bounds, a broken string.
    Unreadable,
    /// It does not say which station, area or county it is about.
    NoIdentifier,
}

/// The geometry of a feature, and the named members of its properties.
pub(super) fn feature<'a, const N: usize>(
    raw: &'a RawValue,
    names: &[&str; N],
) -> Result<(Option<&'a RawValue>, [Scalar<'a>; N]), serde_json::Error> {
    let [geometry, properties] = members(raw.get(), &["geometry", "properties"])?;
    Ok((geometry, scalars(properties.map_or("null", RawValue::get), names)?))
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
pub(super) fn refusal(error: &serde_json::Error, expected: &'static str) -> BodyError {
    if error.is_data() { BodyError::WrongShape { expected } } else { BodyError::NotTheDocument { line: error.line(), column: error.column() } }
}

/// The raw features of a collection, and whether its coordinates are WGS 84.
pub(super) fn features(body: &[u8]) -> Result<(Vec<&RawValue>, Wgs84), BodyError> {
    const EXPECTED: &str = "a FeatureCollection with an array of features";
    // Members beyond these (`bbox`, for one) are passed over.
    let [kind, crs, features] = members(text(body)?, &["type", "crs", "features"]).map_err(|error| refusal(&error, EXPECTED))?;
    let is_collection = kind.is_some_and(|kind| kind.get() == "\"FeatureCollection\"");
    let features = features.filter(|_| is_collection).ok_or(BodyError::WrongShape { expected: EXPECTED })?;
    Ok((items(features.get(), EXPECTED)?, Wgs84(crs.is_none_or(is_wgs84))))
}

/// The raw items of an array.
pub(super) fn items<'a>(array: &'a str, expected: &'static str) -> Result<Vec<&'a RawValue>, BodyError> {
    let items: Vec<&RawValue> = serde_json::from_str(array).map_err(|error| refusal(&error, expected))?;
    if items.len() > FEATURE_LIMIT { Err(BodyError::TooMany) } else { Ok(items) }
}

/// Whether the points of the answer may be taken for WGS 84.
#[derive(Clone, Copy)]
pub(super) struct Wgs84(bool);

fn is_wgs84(crs: &RawValue) -> bool {
    let text = crs.get();
    text == "null" || ["EPSG:4326", "EPSG::4326", "CRS84"].iter().any(|name| text.contains(name))
}

impl Wgs84 {
    /// The geojson crate reads the same (a test holds the two together), but weighs 12 kB in the page.
    ///
    /// The point of a geometry: a Point's own, of others the first; `None` where there is no usable one.
    pub(super) fn point(self, geometry: Option<&RawValue>) -> Option<Position> {
        let raw = geometry.filter(|_| self.0)?;
        let [kind, coordinates, geometries] = members(raw.get(), &["type", "coordinates", "geometries"]).ok()?;
        let depth = match kind?.get().trim_matches('"') {
            "Point" => 1,
            "MultiPoint" | "LineString" => 2,
            "MultiLineString" | "Polygon" => 3,
            "MultiPolygon" => 4,
            "GeometryCollection" => return self.point(items(geometries?.get(), "").ok()?.first().copied()),
            _ => return None,
        };
        first_position(coordinates?.get(), depth)
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
pub(super) fn sort<'a, T>(raw: &[&'a RawValue], mut decode: impl FnMut(&'a RawValue) -> Result<T, (Reason, Option<String>)>) -> Answer<Vec<T>> {
    let mut answer = Answer { content: Vec::with_capacity(raw.len()), rejected: Vec::new() };
    for (index, raw) in raw.iter().enumerate() {
        match decode(raw) {
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

/// An item's identifier out of the raw text of one that could not be decoded: what follows `"name"` up to the next comma or brace.
pub(super) fn guess_id(raw: &RawValue, name: &str) -> Option<String> {
    let (_, after) = raw.get().split_once(name)?;
    let value = after.trim_start_matches(['"', ':', ' ', '\n', '\r', '\t']);
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
            let raw: Box<RawValue> = RawValue::from_string(json.to_owned()).expect("JSON");
            assert_eq!(Wgs84(true).point(Some(&raw)), reference(json), "{json}");
        }
    }
}

//! The GeoJSON FeatureCollection of the river levels and flood warnings operations.

use crate::api::{
    decoded::Decoded,
    error::BodyError,
    json::{self, Item, Members, Object},
};
use crate::domain::{geo::Position, limits::OUTLINES_ERROR};
use geojson::PointType;
use serde::Deserialize;
use serde_json::value::RawValue;

const EXPECTED: &str = "a FeatureCollection with an array of features";

/// A feature with its properties. An invalid geometry only makes the position unknown.
#[derive(Deserialize)]
pub(crate) struct Feature<'a, P> {
    #[serde(borrow)]
    geometry: Option<&'a RawValue>,
    pub(crate) properties: Object<P>,
}

/// Returns whether the coordinates are WGS 84: the `crs` is "EPSG:4326", "urn:ogc:def:crs:EPSG::4326" or
/// "urn:ogc:def:crs:OGC:1.3:CRS84", or absent (RFC 7946).
fn is_wgs84(crs: &str) -> bool {
    crs == "null"
        || crs
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|part| matches!(part, "4326" | "CRS84"))
}

/// Decodes a FeatureCollection with features of any type. Members such as `bbox` are ignored. The second value is whether
/// the coordinates are WGS 84.
pub(crate) fn decode<T: Item>(body: &[u8]) -> Result<(Decoded<Vec<T>>, bool), BodyError> {
    let text = json::body_text(body)?;
    let members: Members<'_> = json::parse(text, EXPECTED)?;
    let features = members.get("features").filter(|_| {
        members.get("type") == Some(r#""FeatureCollection""#)
            && !["type", "features", "crs"].into_iter().any(|name| members.repeat(name))
    });
    let features = features.ok_or(BodyError::WrongShape { expected: EXPECTED })?;
    let is_wgs84 = members.get("crs").is_none_or(is_wgs84);
    let check = |count| {
        if members.say_incomplete(count) { Err(BodyError::Incomplete) } else { Ok(()) }
    };
    Ok((json::decode_items(features, EXPECTED, check)?, is_wgs84))
}

impl<P> Feature<'_, P> {
    /// The position of the geometry, read as WGS 84.
    pub(crate) fn position(&self) -> Option<Position> {
        position(self.geometry?.get())
    }
}

/// The usual geometry, deserialized in one pass.
#[derive(Deserialize)]
struct Point {
    #[serde(rename = "type")]
    _kind: PointKind,
    coordinates: PointType,
}

#[derive(Deserialize)]
enum PointKind {
    Point,
}

/// The position of a Point, or the first position of another geometry; `None` if there is no usable one, or if the others are
/// elsewhere, since the item is not at one place then. That of a collection of geometries is not known.
fn position(geometry: &str) -> Option<Position> {
    if let Ok(Object(Point { coordinates, .. })) = serde_json::from_str(geometry) {
        return on_earth(&coordinates);
    }
    let members = Members::parse(geometry)?;
    let coordinates = members.get("coordinates")?.strip_prefix('[')?;
    let is_list = coordinates.trim_start().starts_with('[');
    if !is_list || members.get("type") == Some(r#""Point""#) {
        return None;
    }
    // A position is an innermost array.
    let arrays = coordinates.split_inclusive(']').filter_map(|part| part.get(part.rfind('[')?..));
    let mut positions = arrays.map(|array| on_earth(&serde_json::from_str(array).ok()?));
    let first = positions.next()??;
    let is_near = |other: Option<Position>| {
        other.is_some_and(|other| first.distance_to(other) <= OUTLINES_ERROR)
    };
    positions.all(is_near).then_some(first)
}

fn on_earth(position: &PointType) -> Option<Position> {
    let [longitude, latitude, ..] = position.as_slice() else { return None };
    Position::new(*latitude, *longitude)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::IgnoredAny;

    /// The result of the geojson crate's own geometry type.
    fn reference(json: &str) -> Option<Position> {
        fn first(value: &geojson::GeometryValue) -> Option<&geojson::Position> {
            use geojson::GeometryValue::*;
            match value {
                Point { coordinates } => Some(coordinates),
                MultiPoint { coordinates } | LineString { coordinates } => coordinates.first(),
                MultiLineString { coordinates } | Polygon { coordinates } => {
                    coordinates.first()?.first()
                }
                MultiPolygon { coordinates } => coordinates.first()?.first()?.first(),
                GeometryCollection { geometries } => first(&geometries.first()?.value),
            }
        }
        let geometry: geojson::Geometry = serde_json::from_str(json).ok()?;
        let position = first(&geometry.value)?;
        Position::new(*position.as_slice().get(1)?, *position.as_slice().first()?)
    }

    // case 90
    #[test]
    fn the_position_of_a_geometry_is_the_one_that_the_geojson_crate_reads() {
        for json in [
            r#"{"type":"Point","coordinates":[-3.5,52.25]}"#,
            r#"{"coordinates" : [ -3.5 , 52.25, 12 ] , "type" : "Point"}"#,
            r#"{"type":"MultiPoint","coordinates":[[-3.5,52.25],[-3.51,52.25]]}"#,
            r#"{"type":"LineString","coordinates":[[-3.5,52],[-3.5,52.01]]}"#,
            r#"{"type":"Polygon","coordinates":[ [ [-3.5,52], [-3.49,52], [-3.49,52.01], [-3.5,52] ] ]}"#,
            r#"{"type":"MultiPolygon","coordinates":[[[[-3.5,52],[-3.49,52],[-3.5,52.01],[-3.5,52]]]]}"#,
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
            assert_eq!(position(json), reference(json), "{json}");
        }
    }

    // case 214
    #[test]
    fn points_that_are_apart_have_no_position() {
        for json in [
            r#"{"type":"MultiPoint","coordinates":[[-2.99,53.05],[-4.38,53.28]]}"#,
            r#"{"type":"Polygon","coordinates":[[[-3.5,52],[-3.4,52],[-3.4,52.1],[-3.5,52]]]}"#,
            r#"{"type":"MultiPoint","coordinates":[[-2.99,53.05],[null,1]]}"#,
            r#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[-3.5,52]},{"type":"Point","coordinates":[-4,52]}]}"#,
        ] {
            assert_eq!(position(json), None, "{json}");
        }
    }

    #[test]
    fn a_collection_of_geometries_in_another_one_has_no_position_whatever_its_depth() {
        let (open, close) = (r#"{"type":"GeometryCollection","geometries":["#, "]}");
        for depth in [2, 10_000] {
            let nested = format!(
                "{}{}{}",
                open.repeat(depth),
                r#"{"type":"Point","coordinates":[-3.5,52]}"#,
                close.repeat(depth)
            );
            assert_eq!(position(&nested), None);
        }
    }

    #[test]
    fn a_body_that_is_an_array_is_not_read_by_position() {
        struct Any;
        impl Item for Any {
            type Wire<'a> = Object<Feature<'a, IgnoredAny>>;
            const ID: &'static str = "a";
            fn convert(_: Self::Wire<'_>) -> Result<Self, crate::api::Reason> {
                Ok(Any)
            }
        }
        let decoded = |body: &str| {
            decode::<Any>(body.as_bytes())
                .map(|(response, _)| (response.content.len(), response.rejected.len()))
        };
        assert_eq!(
            decoded(r#"["FeatureCollection",null,[],null]"#),
            Err(BodyError::WrongShape { expected: EXPECTED })
        );
        assert_eq!(
            decoded(r#"{"type":"FeatureCollection","features":[[null,{}],{"properties":{}}]}"#),
            Ok((1, 1))
        );
    }
}

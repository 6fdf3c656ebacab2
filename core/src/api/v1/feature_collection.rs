//! The GeoJSON FeatureCollection of the river levels and flood warnings operations.

use crate::api::{
    decoded::Decoded,
    error::BodyError,
    json::{self, Item, Items, Object},
    scalar::Scalar,
};
use crate::domain::geo::Position;
use geojson::PointType;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

const EXPECTED: &str = "a FeatureCollection with an array of features";

/// A FeatureCollection with features of any type. Members that are not listed here, such as `bbox`,
/// are ignored.
#[derive(Deserialize)]
struct Collection<'a, F> {
    #[serde(rename = "type")]
    _kind: CollectionKind,
    #[serde(borrow)]
    crs: Option<&'a RawValue>,
    features: Items<F>,
    /// If present, the response reports an error.
    error: Option<IgnoredAny>,
    #[serde(default, rename = "exceededTransferLimit")]
    exceeded_transfer_limit: Scalar<'a>,
    /// The total number of features according to the service.
    #[serde(default, rename = "totalFeatures")]
    total_features: Scalar<'a>,
    #[serde(default, rename = "numberMatched")]
    number_matched: Scalar<'a>,
}

#[derive(Deserialize)]
enum CollectionKind {
    FeatureCollection,
}

/// A feature with its properties. An invalid geometry only makes the position unknown.
#[derive(Deserialize)]
pub(crate) struct Feature<'a, P> {
    #[serde(borrow)]
    geometry: Option<&'a RawValue>,
    pub(crate) properties: Object<P>,
}

impl<F> Collection<'_, F> {
    /// Returns whether the response reports an error, or that it does not contain all features.
    fn is_incomplete(&self) -> bool {
        let counts = [self.total_features, self.number_matched].map(Scalar::integer);
        let is_less = counts
            .into_iter()
            .flatten()
            .any(|count| usize::try_from(count).is_ok_and(|count| count > self.features.len()));
        self.error.is_some() || self.exceeded_transfer_limit.flag() == Some(true) || is_less
    }

    /// Returns whether the coordinates are WGS 84: the `crs` is "EPSG:4326",
    /// "urn:ogc:def:crs:EPSG::4326" or "urn:ogc:def:crs:OGC:1.3:CRS84", or absent (RFC 7946).
    fn is_wgs84(&self) -> bool {
        let is_named = |crs: &RawValue| {
            crs.get()
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|part| matches!(part, "4326" | "CRS84"))
        };
        self.crs.is_none_or(is_named)
    }
}

/// Decodes a FeatureCollection. The second value is whether the coordinates are WGS 84.
pub(crate) fn decode<T: Item>(body: &[u8]) -> Result<(Decoded<Vec<T>>, bool), BodyError> {
    let text = json::body_text(body)?;
    if let Ok(Object(collection)) =
        serde_json::from_str::<Object<Collection<'_, T::Wire<'_>>>>(text)
    {
        return finish(collection, json::convert);
    }
    let Object(collection) = json::parse::<Object<Collection<'_, &RawValue>>>(text, EXPECTED)?;
    finish(collection, json::convert_each)
}

fn finish<F, T>(
    collection: Collection<'_, F>,
    convert: fn(Items<F>) -> Result<Decoded<Vec<T>>, BodyError>,
) -> Result<(Decoded<Vec<T>>, bool), BodyError> {
    if collection.is_incomplete() {
        return Err(BodyError::Incomplete);
    }
    let is_wgs84 = collection.is_wgs84();
    Ok((convert(collection.features)?, is_wgs84))
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

#[derive(Deserialize)]
struct Geometry<'a> {
    #[serde(rename = "type", borrow)]
    kind: Scalar<'a>,
    #[serde(borrow)]
    coordinates: Option<&'a RawValue>,
    #[serde(borrow)]
    geometries: Option<&'a RawValue>,
}

/// The position of a Point, or the first position of another geometry; `None` if there is no usable
/// one.
fn position(geometry: &str) -> Option<Position> {
    if let Ok(Object(Point { coordinates, .. })) = serde_json::from_str(geometry) {
        return on_earth(&coordinates);
    }
    let mut geometry: Geometry<'_> = serde_json::from_str(geometry).ok()?;
    if geometry.kind.line() == "GeometryCollection" {
        // A nested GeometryCollection (RFC 7946 advises against it) has no position, so no depth
        // can exhaust the stack.
        let geometries: Items<&RawValue> = serde_json::from_str(geometry.geometries?.get()).ok()?;
        geometry = serde_json::from_str(geometries.first()?.get()).ok()?;
    }
    let depth = match &*geometry.kind.line() {
        "Point" => 0,
        "MultiPoint" | "LineString" => 1,
        "MultiLineString" | "Polygon" => 2,
        "MultiPolygon" => 3,
        _ => return None,
    };
    // The first position is the text after the opening brackets of the lists that contain it.
    let mut first = geometry.coordinates?.get();
    for _ in 0..depth {
        first = first.trim_start().strip_prefix('[')?;
    }
    let end = first.find(']')?;
    on_earth(&serde_json::from_str(first.get(..=end)?).ok()?)
}

fn on_earth(position: &PointType) -> Option<Position> {
    let [longitude, latitude, ..] = position.as_slice() else { return None };
    Position::new(*latitude, *longitude)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(position(json), reference(json), "{json}");
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

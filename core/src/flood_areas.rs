//! The shapes of the flood areas: GeoJSON that a deployer publishes beside the page, with a polygon
//! for each area by its code.

use crate::{
    api::json::{self, Members},
    domain::{
        geo::{self, Distance, Position},
        grid_reference,
        limits::PLACE_EXTENT,
        sorting,
    },
};
use geojson::{Feature, GeometryValue, JsonValue};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Borrow;

/// The largest number of points of an area. The largest published one has a fifth of it.
const MOST_POINTS: usize = 100_000;

/// The projection of the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Projection {
    /// Longitude and latitude.
    #[default]
    #[serde(rename = "EPSG:4326")]
    Wgs84,
    /// Easting and northing of the National Grid in metres.
    #[serde(rename = "EPSG:27700")]
    NationalGrid,
}

impl Projection {
    /// Whether coordinates may be of this projection, in or near Wales.
    fn may_have(self, [x, y]: [f64; 2]) -> bool {
        match self {
            Self::Wgs84 => (-9.0..=3.0).contains(&x) && (49.0..=61.0).contains(&y),
            Self::NationalGrid => (1e3..=7e5).contains(&x) && (1e3..=1.3e6).contains(&y),
        }
    }

    fn point(self, position: Position) -> [f64; 2] {
        match self {
            Self::Wgs84 => [position.lon(), position.lat()],
            Self::NationalGrid => grid_reference::to_grid(position).into(),
        }
    }

    pub(crate) fn position(self, [x, y]: [f64; 2]) -> Option<Position> {
        match self {
            Self::Wgs84 => Position::new(y, x),
            Self::NationalGrid => grid_reference::from_grid(x, y),
        }
    }
}

/// Why a feature is no area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AreaProblem {
    /// It is not a feature of GeoJSON. After one that is not JSON nothing can be read.
    Unreadable,
    /// It has no code under the name of the settings.
    NoCode,
    /// It is no polygon, or a ring has fewer than four points or is not closed.
    NoPolygon,
    /// It has more points than an area can have.
    TooManyPoints,
    /// Its coordinates are not of the projection of the settings.
    OtherProjection,
    /// An edge of a ring crosses another one, so that inside and outside are not certain.
    SelfCrossing,
}

/// A feature that is no area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedArea {
    /// Why it is no area.
    pub problem: AreaProblem,
    /// The code of its area, if it can be decoded.
    pub code: Option<String>,
}

/// A ring of points in the file's projection: x and y.
type Ring = Vec<[f64; 2]>;
/// An outline and its holes.
type Polygon = Vec<Ring>;

/// The shape of a flood area.
#[derive(Clone, Debug, PartialEq)]
pub struct FloodArea {
    /// The code, as `FWACODE` of the area's messages.
    pub code: String,
    projection: Projection,
    /// Polygons may overlap, repeat each other and lie within each other.
    polygons: Vec<Polygon>,
    /// The lowest and the highest x and y of all points.
    bounds: [[f64; 2]; 2],
    /// Whether no feature of the area was rejected. What is outside of a part may be in another part.
    pub is_whole: bool,
}

impl FloodArea {
    /// Creates an area from its code and its polygons, each an outline and its holes.
    ///
    /// # Errors
    ///
    /// If the rings are no polygons of this projection.
    pub fn new(
        code: String,
        projection: Projection,
        polygons: Vec<Polygon>,
    ) -> Result<Self, AreaProblem> {
        let rings = || polygons.iter().flatten();
        let count: usize = rings().map(Vec::len).sum();
        if count > MOST_POINTS {
            return Err(AreaProblem::TooManyPoints);
        }
        let is_closed = |ring: &Ring| ring.len() >= 4 && ring.first() == ring.last();
        let is_empty = polygons.is_empty() || polygons.iter().any(Vec::is_empty);
        if is_empty || !rings().all(is_closed) {
            return Err(AreaProblem::NoPolygon);
        }
        if !rings().flatten().all(|point| projection.may_have(*point)) {
            return Err(AreaProblem::OtherProjection);
        }
        if rings().any(crosses_itself) {
            return Err(AreaProblem::SelfCrossing);
        }
        let bounds = geo::bounds(rings().flatten());
        Ok(Self { code, projection, polygons, bounds, is_whole: true })
    }

    /// Adds the polygons of another feature of the same area.
    pub fn extend(&mut self, other: Self) {
        self.polygons.extend(other.polygons);
        self.bounds = geo::bounds(self.bounds.iter().chain(&other.bounds));
    }

    /// The rings as positions: outlines counterclockwise, holes clockwise, so that a renderer which fills by
    /// the nonzero rule fills what [`contains`](Self::contains). A point that the projection cannot
    /// convert is left out.
    pub fn outlines(&self) -> impl Iterator<Item = Vec<Position>> {
        let position = |point: &[f64; 2]| self.projection.position(*point);
        let turned = move |(index, ring): (usize, &Ring)| {
            let mut outline: Vec<Position> = ring.iter().filter_map(position).collect();
            if is_counterclockwise(ring) != (index == 0) {
                outline.reverse();
            }
            outline
        };
        self.polygons.iter().flat_map(move |polygon| polygon.iter().enumerate().map(turned))
    }

    /// Whether the area contains a position: any of its polygons does, with the position inside its
    /// outline and in none of its own holes.
    pub fn contains(&self, position: Position) -> bool {
        let point = self.projection.point(position);
        if !self.may_reach(point, [0.0; 2]) {
            return false;
        }
        self.polygons.iter().any(|polygon| match polygon.split_first() {
            Some((outline, holes)) => {
                encloses(outline, point) && !holes.iter().any(|hole| encloses(hole, point))
            }
            None => false,
        })
    }

    /// Whether the border of the area comes within a distance of a position.
    pub fn comes_within(&self, position: Position, distance: Distance) -> bool {
        let point = self.projection.point(position);
        let reach = match self.projection {
            Projection::Wgs84 => {
                let (north, east) = position.degrees(distance.metres());
                [east, north]
            }
            Projection::NationalGrid => [distance.metres(); 2],
        };
        self.may_reach(point, reach)
            && self.polygons.iter().flatten().any(|ring| geo::comes_within(ring, point, reach))
    }

    /// Whether a point is within the bounds of the area, or as near to them as the reach in each direction.
    fn may_reach(&self, point: [f64; 2], reach: [f64; 2]) -> bool {
        let [lowest, highest] = self.bounds;
        (0..2).all(|axis| {
            (lowest[axis] - reach[axis]..=highest[axis] + reach[axis]).contains(&point[axis])
        })
    }
}

/// Whether the provider issues neither warnings nor alerts for a place: none of its areas contains it or comes within
/// [`PLACE_EXTENT`] of it. False unless the areas are whole and of both kinds, by the letters of their codes: "103FWFUsk" of a
/// warning, "103WAFUsk" of an alert.
pub fn are_without<A: Borrow<FloodArea>>(areas: &[A], position: Position) -> bool {
    let areas = || areas.iter().map(Borrow::borrow);
    let has_kind = |letters: &str| areas().any(|area| area.code.get(3..5) == Some(letters));
    let is_apart =
        |area: &FloodArea| !area.contains(position) && !area.comes_within(position, PLACE_EXTENT);
    ["FW", "WA"].into_iter().all(has_kind) && areas().all(|area| area.is_whole && is_apart(area))
}

/// Whether a ring encloses a point (even-odd rule).
fn encloses(ring: &Ring, [x, y]: [f64; 2]) -> bool {
    let crossings = edges(ring).filter(|[[x1, y1], [x2, y2]]| {
        (*y1 > y) != (*y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    });
    crossings.count() % 2 == 1
}

fn is_counterclockwise(ring: &Ring) -> bool {
    // Relative to the first point, whose coordinates may be large.
    let [x0, y0] = ring.first().copied().unwrap_or_default();
    let doubled =
        edges(ring).map(|[[x1, y1], [x2, y2]]| (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0));
    doubled.sum::<f64>() > 0.0
}

/// The two ends of an edge.
type Edge = [[f64; 2]; 2];

fn edges(ring: &Ring) -> impl Iterator<Item = Edge> {
    ring.iter().zip(ring.iter().skip(1)).map(|(from, to)| [*from, *to])
}

/// Whether two edges of a ring cross. Edges are compared only where their extents in x overlap.
fn crosses_itself(ring: &Ring) -> bool {
    let left = |[from, to]: &Edge| from[0].min(to[0]);
    let right = |[from, to]: &Edge| from[0].max(to[0]);
    let edges = sorting::sorted(edges(ring).collect(), |a, b| left(a).total_cmp(&left(b)));
    edges.iter().enumerate().any(|(index, edge)| {
        let later = edges.iter().skip(index + 1);
        later.take_while(|other| left(other) <= right(edge)).any(|other| cross(edge, other))
    })
}

/// Whether two edges cross at a point inside both. Edges that touch do not cross.
fn cross([a, b]: &Edge, [c, d]: &Edge) -> bool {
    let side = |p: &[f64; 2], q: &[f64; 2], r: &[f64; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// The areas of a file, one after the other, so that a large file is decoded in parts.
#[derive(Clone, Debug)]
pub struct FloodAreas<'a> {
    /// From the next feature on; empty at the end.
    rest: &'a [u8],
    projection: Projection,
    /// The name of the property with the code, for example "fwis_code".
    code: &'a str,
}

impl<'a> FloodAreas<'a> {
    /// The areas of a GeoJSON FeatureCollection. `None` if the file is something else.
    pub fn new(file: &'a [u8], projection: Projection, code: &'a str) -> Option<Self> {
        let rest = features(file)?;
        Some(Self { rest, projection, code })
    }

    /// Whether the file says of itself that it does not have all areas. `count` is the number of its features.
    pub fn say_incomplete(file: &[u8], count: usize) -> bool {
        let text = json::body_text(file).ok();
        text.and_then(Members::parse).is_some_and(|members| members.say_incomplete(count))
    }

    fn area(&self, feature: Feature) -> Result<FloodArea, RejectedArea> {
        let code = match feature.property(self.code) {
            Some(JsonValue::String(code)) if !code.trim().is_empty() => code.trim().to_owned(),
            _ => return Err(RejectedArea { problem: AreaProblem::NoCode, code: None }),
        };
        let rejected = |problem| RejectedArea { problem, code: Some(code.clone()) };
        let polygons = match feature.geometry.map(|geometry| geometry.value) {
            Some(GeometryValue::Polygon { coordinates }) => vec![coordinates],
            Some(GeometryValue::MultiPolygon { coordinates }) => coordinates,
            _ => return Err(rejected(AreaProblem::NoPolygon)),
        };
        let point = |position: &geojson::Position| match position.as_slice() {
            [x, y, ..] if x.is_finite() && y.is_finite() => Some([*x, *y]),
            _ => None,
        };
        let ring = |ring: &Vec<geojson::Position>| ring.iter().map(point).collect::<Option<Ring>>();
        let polygon = |rings: &Vec<_>| rings.iter().map(ring).collect::<Option<Polygon>>();
        let polygons: Option<Vec<Polygon>> = polygons.iter().map(polygon).collect();
        let polygons = polygons.ok_or_else(|| rejected(AreaProblem::NoPolygon))?;
        FloodArea::new(code.clone(), self.projection, polygons).map_err(rejected)
    }
}

/// The elements of the member `features` of a JSON object, and what follows them. Members of other
/// members are not searched.
fn features(file: &[u8]) -> Option<&[u8]> {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = file.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            b'"' => {
                let text = file.get(at + 1..)?;
                let end = end_of_string(text)?;
                at += end + 1;
                let after = text.get(end + 1..)?.trim_ascii_start();
                if depth == 1
                    && text.starts_with(b"features\"")
                    && let Some(value) = after.strip_prefix(b":")
                {
                    return value.trim_ascii_start().strip_prefix(b"[");
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The index of the quotation mark that ends a JSON string.
fn end_of_string(text: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    text.iter().position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    })
}

fn unreadable() -> RejectedArea {
    RejectedArea { problem: AreaProblem::Unreadable, code: None }
}

impl Iterator for FloodAreas<'_> {
    type Item = Result<FloodArea, RejectedArea>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.trim_ascii_start();
        let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
        if rest.is_empty() || rest.starts_with(b"]") {
            self.rest = &[];
            return None;
        }
        let mut features = serde_json::Deserializer::from_slice(rest).into_iter::<&RawValue>();
        let value = features.next();
        let end = features.byte_offset();
        let Some(Ok(value)) = value else {
            self.rest = &[];
            return Some(Err(unreadable()));
        };
        self.rest = rest.get(end..).unwrap_or_default();
        let feature = serde_json::from_str::<Feature>(value.get());
        Some(feature.map_err(|_| unreadable()).and_then(|feature| self.area(feature)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice;

    fn collection(features: &[String]) -> String {
        format!(
            r#"{{"type":"FeatureCollection","name":"\"features\"","features": [ {} ]}}"#,
            features.join(",\n")
        )
    }

    fn feature(code: &str, geometry: &str) -> String {
        format!(
            r#"{{"type":"Feature","properties":{{"fwis_code":"{code}"}},"geometry":{geometry}}}"#
        )
    }

    fn square(x: f64, y: f64, side: f64) -> String {
        let ring = [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]];
        serde_json::to_string(&ring).expect("numbers")
    }

    fn polygon(rings: &[String]) -> String {
        format!(r#"{{"type":"Polygon","coordinates":[{}]}}"#, rings.join(","))
    }

    fn decode(file: &str, projection: Projection) -> Vec<Result<FloodArea, RejectedArea>> {
        FloodAreas::new(file.as_bytes(), projection, "fwis_code").expect("a collection").collect()
    }

    fn at(lat: f64, lon: f64) -> Position {
        Position::new(lat, lon).expect("in range")
    }

    #[test]
    fn an_area_contains_what_is_inside_its_outline_and_outside_its_holes() {
        let hole = square(-3.45, 51.93, 0.02);
        let far = format!("[{}]", square(-4.0, 52.4, 0.1));
        let file = collection(&[
            feature("usk", &polygon(&[square(-3.5, 51.9, 0.2), hole])),
            feature(
                "two",
                &format!(
                    r#"{{"type":"MultiPolygon","coordinates":[[{}],{far}]}}"#,
                    square(-3.0, 51.5, 0.1)
                ),
            ),
        ]);
        let areas = decode(&file, Projection::Wgs84);
        let [Ok(usk), Ok(two)] = areas.as_slice() else { panic!("{areas:?}") };
        assert!(usk.contains(at(51.95, -3.39)) && !usk.contains(at(51.94, -3.44)));
        assert!(!usk.contains(at(52.2, -3.4)));
        assert!(two.contains(at(51.55, -2.95)) && two.contains(at(52.45, -3.95)));
        assert!(!two.contains(at(52.0, -3.5)));
        assert_eq!(two.outlines().count(), 2);
    }

    // case 250
    #[test]
    fn the_border_of_an_area_comes_within_a_distance_in_both_projections() {
        // Its lower left corner is at Brecon, SO 045 285, and its upper edge 2 km north of that.
        let brecon = at(51.947, -3.391);
        let (x, y) = grid_reference::to_grid(brecon);
        for (projection, corner, side) in [
            (Projection::Wgs84, (brecon.lon(), brecon.lat()), 0.018),
            (Projection::NationalGrid, (x, y), 2_000.0),
        ] {
            let file = collection(&[feature("a", &polygon(&[square(corner.0, corner.1, side)]))]);
            let areas = decode(&file, projection);
            let [Ok(area)] = areas.as_slice() else { panic!("{areas:?}") };
            let is_near = |south: f64, metres| {
                let position = at(brecon.lat() - south / 111_195.0, brecon.lon());
                area.comes_within(position, Distance::from_metres(metres))
            };
            assert!(is_near(900.0, 1_000.0), "{projection:?}: 900 m south of it");
            assert!(!is_near(1_100.0, 1_000.0), "{projection:?}: 1.1 km south of it");
            assert!(!is_near(20_000.0, 1_000.0), "{projection:?}: beyond its bounds");
        }
    }

    // case 252
    #[test]
    fn a_place_is_without_areas_only_if_those_of_both_kinds_are_whole_and_apart_from_it() {
        let small = |code: &str, lon| feature(code, &polygon(&[square(lon, 51.947, 0.02)]));
        let broken = |code: &str| feature(code, "null");
        for (what, features, expected) in [
            ("no areas", vec![], false),
            ("warnings only", vec![small("103FWFA", -3.0)], false),
            ("alerts only", vec![small("103WAFA", -3.0)], false),
            ("both, apart", vec![small("103FWFA", -3.0), small("103WAFA", -3.1)], true),
            ("in an alert area", vec![small("103FWFA", -3.0), small("103WAFA", -3.4)], false),
            ("beside one", vec![small("103FWFA", -3.38), small("103WAFA", -3.0)], false),
            (
                "a part of one is missing",
                vec![small("103FWFA", -3.0), small("103WAFA", -3.1), broken("103WAFA")],
                false,
            ),
        ] {
            let decoded = decode(&collection(&features), Projection::Wgs84);
            let is_whole = decoded.iter().all(Result::is_ok);
            let areas: Vec<FloodArea> =
                decoded.into_iter().flatten().map(|area| FloodArea { is_whole, ..area }).collect();
            assert_eq!(are_without(&areas, at(51.957, -3.391)), expected, "{what}");
        }
    }

    #[test]
    fn coordinates_of_the_national_grid_are_the_same_places() {
        // Brecon is at SO 045 285.
        let file =
            collection(&[feature("usk", &polygon(&[square(304_000.0, 228_000.0, 1_000.0)]))]);
        let areas = decode(&file, Projection::NationalGrid);
        let [Ok(usk)] = areas.as_slice() else { panic!("{areas:?}") };
        assert!(usk.contains(at(51.9473, -3.3912)) && !usk.contains(at(51.96, -3.3912)));
        let outline = usk.outlines().next().expect("a ring");
        assert!(
            outline.iter().all(|point| point.distance_to(at(51.9473, -3.3912)).metres() < 1_500.0)
        );
    }

    #[test]
    fn each_broken_feature_costs_itself_and_is_named() {
        let crossing = "[[-3.5,51.9],[-3.3,52.1],[-3.3,51.9],[-3.5,52.1],[-3.5,51.9]]";
        let grid = square(304_000.0, 228_000.0, 1_000.0);
        let many = format!("[{}]", vec!["[-3.5,51.9]"; MOST_POINTS + 1].join(","));
        let file = collection(&[
            feature("", &polygon(&[square(-3.5, 51.9, 0.2)])),
            feature("point", r#"{"type":"Point","coordinates":[-3.5,51.9]}"#),
            feature("none", "null"),
            feature("short", &polygon(&["[[-3.5,51.9],[-3.3,52.1],[-3.5,51.9]]".to_owned()])),
            feature("grid", &polygon(&[grid])),
            feature("crossing", &polygon(&[crossing.to_owned()])),
            feature("many", &polygon(&[many])),
            r#"{"type":"Feature"}"#.to_owned(),
            "7".to_owned(),
            feature("good", &polygon(&[square(-3.5, 51.9, 0.2)])),
        ]);
        let found: Vec<_> = decode(&file, Projection::Wgs84)
            .into_iter()
            .map(|area| area.map(|area| area.code))
            .collect();
        let code = |problem: AreaProblem, code: Option<&str>| RejectedArea {
            problem,
            code: code.map(ToOwned::to_owned),
        };
        use AreaProblem::{
            NoCode, NoPolygon, OtherProjection, SelfCrossing, TooManyPoints, Unreadable,
        };
        let problems = [
            code(NoCode, None),
            code(NoPolygon, Some("point")),
            code(NoPolygon, Some("none")),
            code(NoPolygon, Some("short")),
            code(OtherProjection, Some("grid")),
            code(SelfCrossing, Some("crossing")),
            code(TooManyPoints, Some("many")),
            code(NoCode, None),
            code(Unreadable, None),
        ];
        let expected: Vec<_> =
            problems.into_iter().map(Err).chain([Ok("good".to_owned())]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_file_that_ends_early_gives_what_is_before_and_another_file_nothing() {
        let whole = collection(&[
            feature("one", &polygon(&[square(-3.5, 51.9, 0.2)])),
            feature("two", &polygon(&[square(-3.5, 51.9, 0.2)])),
        ]);
        let cut = &whole[..whole.len() - 40];
        let found: Vec<bool> = decode(cut, Projection::Wgs84).iter().map(Result::is_ok).collect();
        assert_eq!(found, [true, false]);
        for other in ["", "<html>", "[]", r#"{"features":7}"#, r#""features""#] {
            let areas = FloodAreas::new(other.as_bytes(), Projection::Wgs84, "fwis_code");
            assert!(areas.is_none(), "{other}");
        }
    }

    // case 171
    #[test]
    fn polygons_that_overlap_repeat_or_lie_within_each_other_do_not_cancel_out() {
        let outer = || square(-3.5, 51.9, 0.2);
        let nested = square(-3.45, 51.93, 0.1);
        let hole = square(-3.42, 51.95, 0.02);
        let multi = |polygons: &[String]| {
            let polygons: Vec<String> =
                polygons.iter().map(|polygon| format!("[{polygon}]")).collect();
            let polygons = polygons.join(",");
            feature("usk", &format!(r#"{{"type":"MultiPolygon","coordinates":[{polygons}]}}"#))
        };
        let single = |rings: &[String]| feature("usk", &polygon(rings));
        let inside = at(51.96, -3.41);
        for (name, features, expected) in [
            ("once", vec![single(&[outer()])], true),
            ("a feature twice", vec![single(&[outer()]), single(&[outer()])], true),
            (
                "overlapping features",
                vec![single(&[outer()]), single(std::slice::from_ref(&nested))],
                true,
            ),
            ("a part twice", vec![multi(&[outer(), outer()])], true),
            ("nested parts", vec![multi(&[outer(), nested.clone()])], true),
            ("a hole", vec![single(&[outer(), hole.clone()])], false),
            (
                "a hole that another part fills",
                vec![multi(&[format!("{},{hole}", outer()), nested])],
                true,
            ),
        ] {
            let mut areas = decode(&collection(&features), Projection::Wgs84).into_iter();
            let mut area = areas.next().expect("an area").expect("readable");
            areas.for_each(|other| area.extend(other.expect("readable")));
            assert_eq!(area.contains(inside), expected, "{name}");
            assert!(!area.contains(at(52.2, -3.41)), "{name}");
            // The winding number by the outlines as drawn.
            let winding: i32 = area.outlines().map(|ring| turns(&ring, inside)).sum();
            assert_eq!(winding != 0, expected, "{name}, drawn");
        }
    }

    /// How often a ring goes around a position counterclockwise.
    fn turns(ring: &[Position], around: Position) -> i32 {
        let point = |position: &Position| [position.lon(), position.lat()];
        let points: Ring = ring.iter().map(point).collect();
        match (encloses(&points, point(&around)), is_counterclockwise(&points)) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => -1,
        }
    }

    // case 171
    #[test]
    fn a_member_of_another_member_is_not_the_features() {
        let area = feature("usk", &polygon(&[square(-3.5, 51.9, 0.2)]));
        for before in [
            r#""metadata":{"features":[]}"#,
            r#""metadata":{"name":"\\","features":[{"type":"Feature"}]}"#,
            r#""bbox":[1,2,3,4],"note":"\"features\":[]""#,
            r#""features":7"#,
        ] {
            let file = format!(r#"{{"type":"FeatureCollection",{before},"features":[{area}]}}"#);
            let areas = FloodAreas::new(file.as_bytes(), Projection::Wgs84, "fwis_code");
            let expected = if before.ends_with('7') { None } else { Some(1) };
            assert_eq!(
                areas.map(|areas| areas.filter(Result::is_ok).count()),
                expected,
                "{before}"
            );
        }
    }

    #[test]
    fn edges_that_touch_do_not_cross() {
        // A figure that touches itself at a point, as rivers' areas do.
        let ring = vec![
            [0.0, 0.0],
            [2.0, 0.0],
            [1.0, 1.0],
            [2.0, 2.0],
            [0.0, 2.0],
            [1.0, 1.0],
            [0.0, 0.0],
        ];
        assert!(!crosses_itself(&ring));
    }

    // case 211
    #[test]
    fn a_file_that_was_cut_off_says_so() {
        let area = feature("A", &square(300_000.0, 220_000.0, 10.0));
        let whole = collection(slice::from_ref(&area));
        assert!(!FloodAreas::say_incomplete(whole.as_bytes(), 1));
        for more in [
            r#""totalFeatures":420,"numberReturned":2"#,
            r#""properties":{"exceededTransferLimit":true}"#,
        ] {
            let cut = whole.replacen('{', &format!("\u{feff}{{{more},"), 1);
            assert!(FloodAreas::say_incomplete(cut.as_bytes(), 1), "{cut}");
        }
    }
}

//! Positions, distances and directions.

use super::trigonometry::{asin, atan2, cos, sin};

/// Mean radius of the earth in metres (IUGG). Great-circle distances computed with it are accurate
/// to 0.5 %.
const EARTH_RADIUS_METRES: f64 = 6_371_008.8;
const METRES_PER_DEGREE: f64 = 111_195.0;

/// A point in WGS 84 (EPSG:4326), always finite and in range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    lat: f64,
    lon: f64,
}

impl Position {
    /// Creates a position from `lat` in −90..=90 and `lon` in −180..=180 degrees. Returns `None`
    /// for values out of range and for NaN.
    pub fn new(lat: f64, lon: f64) -> Option<Self> {
        ((-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon))
            .then_some(Self { lat, lon })
    }

    /// The latitude in degrees.
    pub fn lat(self) -> f64 {
        self.lat
    }

    /// The longitude in degrees.
    pub fn lon(self) -> f64 {
        self.lon
    }

    /// Returns whether the position lies in the bounding box of the service's data: 49–61° N, 9° W
    /// – 3° E.
    pub fn in_service_box(self) -> bool {
        (49.0..=61.0).contains(&self.lat) && (-9.0..=3.0).contains(&self.lon)
    }

    /// Latitude and longitude in whole hundredths of a degree (about 1 km), the precision that is
    /// sent to the service.
    pub fn hundredths(self) -> (i32, i32) {
        (scaled(self.lat, 100.0), scaled(self.lon, 100.0))
    }

    /// Latitude and longitude in whole ten-thousandths of a degree (about 10 m), the precision used
    /// in page addresses.
    pub fn ten_thousandths(self) -> (i32, i32) {
        (scaled(self.lat, 10_000.0), scaled(self.lon, 10_000.0))
    }

    /// The great-circle distance to `other`.
    pub fn distance_to(self, other: Self) -> Distance {
        let (lat1, lat2) = (self.lat.to_radians(), other.lat.to_radians());
        let half_lat = sin((lat2 - lat1) / 2.0);
        let half_lon = sin((other.lon - self.lon).to_radians() / 2.0);
        let a = half_lat * half_lat + cos(lat1) * cos(lat2) * half_lon * half_lon;
        Distance(2.0 * EARTH_RADIUS_METRES * asin(a.clamp(0.0, 1.0).sqrt()))
    }

    /// The degrees of latitude and of longitude that correspond to `metres` at this position.
    pub fn degrees(self, metres: f64) -> (f64, f64) {
        let north = metres / METRES_PER_DEGREE;
        (north, north / cos(self.lat.to_radians()))
    }

    /// The compass direction of `other`, seen from `self`.
    pub fn direction_to(self, other: Self) -> Direction {
        let (lat1, lat2) = (self.lat.to_radians(), other.lat.to_radians());
        let dlon = (other.lon - self.lon).to_radians();
        let y = sin(dlon) * cos(lat2);
        let x = cos(lat1) * sin(lat2) - sin(lat1) * cos(lat2) * cos(dlon);
        let eighth = (atan2(y, x).to_degrees() / 45.0).round();
        Direction::ALL[scaled(eighth, 1.0).rem_euclid(8).unsigned_abs() as usize]
    }
}

/// Returns `value * factor`, rounded. The callers' ranges fit in an `i32`.
#[allow(clippy::cast_possible_truncation)] // a degree times 10,000 is below 2^31; `as` saturates besides
fn scaled(value: f64, factor: f64) -> i32 {
    (value * factor).round() as i32
}

/// A length on the ground, never negative.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Distance(f64);

impl Distance {
    /// Creates a distance from metres, in constants. `metres` must not be negative.
    pub const fn from_metres_const(metres: f64) -> Self {
        Self(metres)
    }

    /// Creates a distance from metres. Negative values and NaN become 0.
    pub fn from_metres(metres: f64) -> Self {
        Self(if metres > 0.0 { metres } else { 0.0 })
    }

    /// The distance in metres.
    pub fn metres(self) -> f64 {
        self.0
    }

    /// The distance in kilometres.
    pub fn kilometres(self) -> f64 {
        self.0 / 1_000.0
    }

    /// The distance in statute miles.
    pub fn miles(self) -> f64 {
        self.0 / 1_609.344
    }
}

/// One of the eight compass directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are the names of the directions
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];
}

/// The selectable radii, in kilometres. A gateway needs to allow only these
/// plus 1,000 m, and the request for all of Wales.
pub const RADIUS_STEPS_KM: [u32; 13] = [1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 75, 100];
/// The default radius, in kilometres.
pub const RADIUS_DEFAULT_KM: u32 = 10;

/// A search radius, one of [`RADIUS_STEPS_KM`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Radius(u32);

impl Default for Radius {
    fn default() -> Self {
        Self(RADIUS_DEFAULT_KM)
    }
}

impl Radius {
    /// All radii, smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        RADIUS_STEPS_KM.into_iter().map(Self)
    }

    /// Returns the radius of `km` kilometres, if it is one of the steps.
    pub fn from_kilometres(km: u32) -> Option<Self> {
        Self::all().find(|radius| radius.0 == km)
    }

    /// The radius in kilometres.
    pub fn kilometres(self) -> u32 {
        self.0
    }

    /// The radius as a [`Distance`].
    pub fn distance(self) -> Distance {
        Distance(f64::from(self.0) * 1_000.0)
    }
}

/// Which land a circle contains: land that this service covers (Wales), or other land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All land in the circle is in Wales.
    Wales,
    /// The circle contains land in Wales and in England.
    Partly {
        /// Its centre is in Wales.
        has_centre: bool,
    },
    /// The circle contains land, but none in Wales. The service has no warnings for it.
    Outside,
    /// The circle contains no land of Great Britain. Ireland is not in the outlines.
    NoKnownLand,
}

impl Coverage {
    /// Returns whether the service covers the centre of the circle, if that is on land.
    pub fn has_centre(self) -> bool {
        matches!(self, Self::Wales | Self::Partly { has_centre: true })
    }

    /// Returns whether the service covers at least a part of the circle.
    pub fn is_covered(self) -> bool {
        matches!(self, Self::Wales | Self::Partly { .. })
    }
}

/// The lowest and the highest coordinates of points, in the order of their axes; of no points infinite ones, the lowest above the highest.
pub(crate) fn bounds<'a>(points: impl Iterator<Item = &'a [f64; 2]>) -> [[f64; 2]; 2] {
    let none = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    points.fold(none, |[[a0, b0], [a1, b1]], [a, b]| {
        [[a0.min(*a), b0.min(*b)], [a1.max(*a), b1.max(*b)]]
    })
}

/// Whether a closed ring comes as near to a point as the reach, which may differ between the two directions.
pub(crate) fn comes_within(ring: &[[f64; 2]], centre: [f64; 2], reach: [f64; 2]) -> bool {
    // In multiples of the reach, relative to the centre.
    let point = |[a, b]: [f64; 2]| ((a - centre[0]) / reach[0], (b - centre[1]) / reach[1]);
    let squared = |(x, y): (f64, f64)| x * x + y * y;
    let mut previous = ring.last().copied().map(point);
    ring.iter().copied().map(point).any(|here| {
        let from = previous.replace(here).unwrap_or(here);
        let along = (here.0 - from.0, here.1 - from.1);
        let length = squared(along);
        // The foot of the perpendicular, clamped to the segment.
        let part = if length > 0.0 {
            (-(from.0 * along.0 + from.1 * along.1) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        squared((from.0 + part * along.0, from.1 + part * along.1)) <= 1.0
    })
}

/// The circle around a box, given by its south-west and north-east corner, through the latter: at the southern corners, which are farther apart,
/// it is short by less than a hundredth.
pub(crate) fn circle_of(
    [[south, west], [north, east]]: [[f64; 2]; 2],
) -> Option<(Position, Distance)> {
    let centre = Position::new((south + north) / 2.0, (west + east) / 2.0)?;
    Some((centre, centre.distance_to(Position::new(north, east)?)))
}

/// The least radius of a circle around positions, in metres: one alone shows what is near it.
const AROUND_METRES: f64 = 5_000.0;

/// The circle around some positions; `None` without any.
pub fn circle_around(positions: impl Iterator<Item = Position>) -> Option<(Position, Distance)> {
    let points: Vec<[f64; 2]> = positions.map(|at| [at.lat, at.lon]).collect();
    let (centre, reach) = circle_of(bounds(points.iter()))?;
    Some((centre, Distance::from_metres(reach.metres().max(AROUND_METRES))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_circle_around_positions_has_all_of_them_and_what_is_near_a_single_one() {
        let at = |lat, lon| Position::new(lat, lon).expect("in range");
        let around = |positions: &[Position]| circle_around(positions.iter().copied());
        assert_eq!(around(&[]), None);
        let brecon = at(51.95, -3.39);
        assert_eq!(around(&[brecon]), Some((brecon, Distance::from_metres(5_000.0))));
        let all = [brecon, at(51.86, -3.15), at(51.61, -2.96)];
        let (centre, reach) = around(&all).expect("a circle");
        let farthest = 1.01 * reach.metres();
        assert!(all.iter().all(|position| centre.distance_to(*position).metres() <= farthest));
        assert!((20.0..30.0).contains(&reach.kilometres()), "{}", reach.kilometres());
    }

    fn at(lat: f64, lon: f64) -> Position {
        Position::new(lat, lon).expect("in range")
    }

    #[test]
    fn a_position_out_of_range_or_not_a_number_is_none() {
        for (lat, lon) in [
            (91.0, 0.0),
            (-90.1, 0.0),
            (0.0, 180.5),
            (f64::NAN, 0.0),
            (0.0, f64::NAN),
            (f64::INFINITY, 0.0),
        ] {
            assert_eq!(Position::new(lat, lon), None, "{lat} {lon}");
        }
    }

    #[test]
    fn cardiff_to_bangor_is_two_hundred_and_four_kilometres_and_lies_north_west() {
        let (cardiff, bangor) = (at(51.48, -3.18), at(53.22647, -4.13459));
        let km = cardiff.distance_to(bangor).kilometres();
        assert!((km - 204.6).abs() < 1.0, "{km}");
        assert_eq!(cardiff.direction_to(bangor), Direction::North);
        assert_eq!(cardiff.direction_to(at(51.62079, -3.94323)), Direction::West);
        assert_eq!(bangor.direction_to(cardiff), Direction::South);
    }

    #[test]
    fn every_eighth_of_the_compass_is_found() {
        let here = at(52.0, -3.5);
        for (index, (dlat, dlon)) in [
            (0.1, 0.0),
            (0.1, 0.16),
            (0.0, 0.1),
            (-0.1, 0.16),
            (-0.1, 0.0),
            (-0.1, -0.16),
            (0.0, -0.1),
            (0.1, -0.16),
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(here.direction_to(at(52.0 + dlat, -3.5 + dlon)), Direction::ALL[index]);
        }
    }

    #[test]
    fn the_rounding_margin_covers_the_worst_corner_of_a_hundredth_of_a_degree() {
        // A degree of longitude is longest at the southern edge of the service box.
        let worst = at(49.0, -3.0).distance_to(at(49.005, -2.995)).metres();
        assert!(worst < f64::from(super::super::limits::ROUNDING_MARGIN_METRES), "{worst}");
    }

    #[test]
    fn only_the_listed_radii_exist() {
        assert_eq!(Radius::from_kilometres(10), Some(Radius::default()));
        assert_eq!(Radius::from_kilometres(11), None);
    }
}

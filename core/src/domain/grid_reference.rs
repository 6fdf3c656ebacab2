//! Conversion between National Grid references (OSGB36, Ordnance Survey) and WGS 84.
//!
//! Formulas and figures: Ordnance Survey, "A guide to coordinate systems in Great Britain", annexes
//! B and C. The seven-parameter Helmert transformation is accurate to about 5 m over Great Britain,
//! which is sufficient for a symbol on a map.

use super::{
    geo::Position,
    trigonometry::{atan2, cos, sin},
};

/// A square of the National Grid: its south-west corner and the length of its side, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridReference {
    easting: u32,
    northing: u32,
    side: u32,
}

impl GridReference {
    /// Parses two letters and 4, 6, 8 or 10 digits, with or without blanks, in either case
    /// ("SN5036002070", "so 045 285").
    pub fn parse(text: &str) -> Option<Self> {
        let mut characters = text.chars().filter(|c| !c.is_whitespace());
        let letters = [characters.next()?, characters.next()?];
        let (mut digits, mut count) = ([0_u32; 10], 0);
        for c in characters {
            *digits.get_mut(count)? = c.to_digit(10)?;
            count += 1;
        }
        let (digits, half) = (digits.get(..count)?, count / 2);
        if count % 2 == 1 || !(2..=5).contains(&half) {
            return None;
        }
        let (square_e, square_n) = square(letters)?;
        let side = 10_u32.pow(5 - u32::try_from(half).ok()?);
        let number = |part: &[u32]| part.iter().fold(0, |sum, digit| sum * 10 + digit) * side;
        let (easting, northing) = digits.split_at_checked(half)?;
        Some(Self {
            easting: square_e + number(easting),
            northing: square_n + number(northing),
            side,
        })
    }

    /// Returns the reference of the 1 m square that contains the position, if it lies on the grid.
    pub fn of(position: Position) -> Option<Self> {
        let (easting, northing) = to_grid(position);
        let on_grid = (0.0..700_000.0).contains(&easting) && (0.0..1_300_000.0).contains(&northing);
        on_grid.then(|| Self { easting: metres(easting), northing: metres(northing), side: 1 })
    }

    /// Returns `true` if the middle of the square is certainly within three kilometres of the
    /// position. `false` means that the exact formulas have to decide. The formulas used here are
    /// accurate to some hundred metres and take a tenth of the time.
    pub fn is_near(self, position: Position) -> bool {
        let half = f64::from(self.side) / 2.0;
        let (east, north) =
            (f64::from(self.easting) + half - E0, f64::from(self.northing) + half - N0);
        // On the central meridian one degree of latitude is 111.2 km at 49° N, 111.4 km at 59° N.
        let lat0 = LAT0 + north / 111_250.0;
        let (lat, lon) = (position.lat(), position.lon());
        let (s, c) = (sin(lat.to_radians()), cos(lat.to_radians()));
        let metres_per_degree_east = 111_320.0 * c;
        // Away from the central meridian, parallels curve relative to the grid lines.
        let bend = east * east * (s / c) / (2.0 * WGS_84.a) / 111_250.0;
        let off_north = (lat0 - bend - lat) * 111_250.0;
        let off_east = east - (lon - LON0) * metres_per_degree_east;
        off_north * off_north + off_east * off_east < 2_400.0 * 2_400.0
    }

    /// The middle of the square in WGS 84. `None` if the result is out of range.
    pub fn position(self) -> Option<Position> {
        let half = f64::from(self.side) / 2.0;
        from_grid(f64::from(self.easting) + half, f64::from(self.northing) + half)
    }

    /// Formats the reference with two letters and two groups of `digits` (1 to 5) digits: "SO 045
    /// 285".
    pub fn text(self, digits: u32) -> String {
        let digits = digits.clamp(1, 5);
        let step = 10_u32.pow(5 - digits);
        let [first, second] = letters(self.easting / 100_000, self.northing / 100_000);
        let width = digits as usize;
        let (e, n) = (self.easting % 100_000 / step, self.northing % 100_000 / step);
        format!("{first}{second} {e:0width$} {n:0width$}")
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the caller checks that the value is on the grid; `as` saturates
fn metres(value: f64) -> u32 {
    value as u32
}

/// The south-west corner of a 100 km square, in metres.
fn square(letters: [char; 2]) -> Option<(u32, u32)> {
    let mut place = [0_u32; 2];
    for (slot, letter) in place.iter_mut().zip(letters) {
        let letter = letter.to_ascii_uppercase();
        let index = u32::from(letter).checked_sub(u32::from('A')).filter(|index| *index < 26)?;
        // The letter I is not used.
        *slot = match letter {
            'I' => return None,
            'A'..'I' => index,
            _ => index - 1,
        };
    }
    let [first, second] = place;
    // The 500 km squares are numbered from V in the south-west; the National Grid starts at S.
    let east = (first % 5 * 5 + second % 5).checked_sub(10)?;
    let north = (19_u32.checked_sub(first / 5 * 5)?).checked_sub(second / 5)?;
    (east < 7 && north < 13).then_some((east * 100_000, north * 100_000))
}

fn letters(east: u32, north: u32) -> [char; 2] {
    let letter = |column: u32, row: u32| {
        let index = (4 - row % 5) * 5 + column % 5;
        let skipped = index + u32::from(index > 7);
        char::from(b'A' + u8::try_from(skipped).unwrap_or_default())
    };
    let (big_east, big_north) = (east / 5 + 2, north / 5 + 1);
    [letter(big_east, big_north), letter(east % 5, north % 5)]
}

struct Ellipsoid {
    a: f64,
    b: f64,
}
impl Ellipsoid {
    fn e2(&self) -> f64 {
        1.0 - (self.b * self.b) / (self.a * self.a)
    }
}
const AIRY_1830: Ellipsoid = Ellipsoid { a: 6_377_563.396, b: 6_356_256.909 };
const WGS_84: Ellipsoid = Ellipsoid { a: 6_378_137.0, b: 6_356_752.314_245 };

// The National Grid's transverse Mercator projection.
const F0: f64 = 0.999_601_271_7;
const LAT0: f64 = 49.0;
const LON0: f64 = -2.0;
const E0: f64 = 400_000.0;
const N0: f64 = -100_000.0;

/// WGS 84 → OSGB36: translation (m), rotation (seconds of arc) and scale (ppm).
const HELMERT: ([f64; 3], [f64; 3], f64) =
    ([-446.448, 125.157, -542.060], [-0.150_2, -0.247_0, -0.842_1], 20.489_4);

fn helmert([x, y, z]: [f64; 3], sign: f64) -> [f64; 3] {
    let ([tx, ty, tz], rotation, ppm) = HELMERT;
    let [rx, ry, rz] = rotation.map(|seconds| (sign * seconds / 3_600.0).to_radians());
    let s = 1.0 + sign * ppm / 1e6;
    [
        sign * tx + s * x - rz * y + ry * z,
        sign * ty + rz * x + s * y - rx * z,
        sign * tz - ry * x + rx * y + s * z,
    ]
}

fn cartesian(lat: f64, lon: f64, ellipsoid: &Ellipsoid) -> [f64; 3] {
    let nu = ellipsoid.a / (1.0 - ellipsoid.e2() * sin(lat).powi(2)).sqrt();
    [nu * cos(lat) * cos(lon), nu * cos(lat) * sin(lon), nu * (1.0 - ellipsoid.e2()) * sin(lat)]
}

fn geographic([x, y, z]: [f64; 3], ellipsoid: &Ellipsoid) -> (f64, f64) {
    let (e2, p) = (ellipsoid.e2(), (x * x + y * y).sqrt());
    let mut lat = atan2(z, p * (1.0 - e2));
    for _ in 0..6 {
        let nu = ellipsoid.a / (1.0 - e2 * sin(lat).powi(2)).sqrt();
        lat = atan2(z + e2 * nu * sin(lat), p);
    }
    (lat, atan2(y, x))
}

/// Length of the meridian from the true origin to `lat`.
fn meridian(lat: f64) -> f64 {
    let Ellipsoid { a, b } = AIRY_1830;
    let n = (a - b) / (a + b);
    let (n2, n3) = (n * n, n * n * n);
    let (minus, plus) = (lat - LAT0.to_radians(), lat + LAT0.to_radians());
    b * F0
        * ((1.0 + n + 1.25 * n2 + 1.25 * n3) * minus
            - (3.0 * n + 3.0 * n2 + 2.625 * n3) * sin(minus) * cos(plus)
            + (1.875 * n2 + 1.875 * n3) * sin(2.0 * minus) * cos(2.0 * plus)
            - 35.0 / 24.0 * n3 * sin(3.0 * minus) * cos(3.0 * plus))
}

/// ν, ρ and η² at a latitude.
fn curvature(lat: f64) -> (f64, f64, f64) {
    let (a, e2) = (AIRY_1830.a, AIRY_1830.e2());
    let w = 1.0 - e2 * sin(lat).powi(2);
    let nu = a * F0 / w.sqrt();
    let rho = a * F0 * (1.0 - e2) / (w * w.sqrt());
    (nu, rho, nu / rho - 1.0)
}

/// Easting and northing of a position in metres.
pub fn to_grid(position: Position) -> (f64, f64) {
    let wgs = cartesian(position.lat().to_radians(), position.lon().to_radians(), &WGS_84);
    let (lat, lon) = geographic(helmert(wgs, 1.0), &AIRY_1830);
    let (nu, rho, eta2) = curvature(lat);
    let (s, c) = (sin(lat), cos(lat));
    let tan2 = (s / c).powi(2);
    let l = lon - LON0.to_radians();
    let northing = meridian(lat)
        + N0
        + nu / 2.0 * s * c * l.powi(2)
        + nu / 24.0 * s * c.powi(3) * (5.0 - tan2 + 9.0 * eta2) * l.powi(4)
        + nu / 720.0 * s * c.powi(5) * (61.0 - 58.0 * tan2 + tan2 * tan2) * l.powi(6);
    let easting = E0
        + nu * c * l
        + nu / 6.0 * c.powi(3) * (nu / rho - tan2) * l.powi(3)
        + nu / 120.0
            * c.powi(5)
            * (5.0 - 18.0 * tan2 + tan2 * tan2 + 14.0 * eta2 - 58.0 * tan2 * eta2)
            * l.powi(5);
    (easting, northing)
}

/// The position of an easting and a northing in metres. `None` if it is out of range.
pub fn from_grid(easting: f64, northing: f64) -> Option<Position> {
    let mut lat = (northing - N0) / (AIRY_1830.a * F0) + LAT0.to_radians();
    // Each step reduces the error by a factor of about 300; after five it is far below a
    // millimetre.
    for _ in 0..5 {
        lat += (northing - N0 - meridian(lat)) / (AIRY_1830.a * F0);
    }
    let (nu, rho, eta2) = curvature(lat);
    let (s, c) = (sin(lat), cos(lat));
    let (slope, sec) = (s / c, 1.0 / c);
    let tan2 = slope * slope;
    let d = easting - E0;
    let osgb_lat = lat - slope / (2.0 * rho * nu) * d.powi(2)
        + slope / (24.0 * rho * nu.powi(3))
            * (5.0 + 3.0 * tan2 + eta2 - 9.0 * tan2 * eta2)
            * d.powi(4)
        - slope / (720.0 * rho * nu.powi(5))
            * (61.0 + 90.0 * tan2 + 45.0 * tan2 * tan2)
            * d.powi(6);
    let osgb_lon = LON0.to_radians() + sec / nu * d
        - sec / (6.0 * nu.powi(3)) * (nu / rho + 2.0 * tan2) * d.powi(3)
        + sec / (120.0 * nu.powi(5)) * (5.0 + 28.0 * tan2 + 24.0 * tan2 * tan2) * d.powi(5);
    let (lat, lon) = geographic(helmert(cartesian(osgb_lat, osgb_lon, &AIRY_1830), -1.0), &WGS_84);
    Position::new(lat.to_degrees(), lon.to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn three_kilometres_to_the_south_east_is_not_near() {
        let reference = GridReference { easting: 428_094, northing: 606_053, side: 10 };
        let exact = reference.position().expect("on the grid");
        let other =
            Position::new(exact.lat() - 0.019_942_8, exact.lon() + 0.033_746).expect("in range");
        assert!(exact.distance_to(other).metres() > 3_000.0 && !reference.is_near(other));
    }

    proptest! {
        #[test]
        fn what_is_called_near_lies_within_three_kilometres(easting in 150_000_u32..660_000, northing in 10_000_u32..660_000, side in prop::sample::select(vec![1_u32, 10, 100]), off in (-0.06_f64..0.06, -0.06_f64..0.06)) {
            let reference = GridReference { easting, northing, side };
            let exact = reference.position().expect("on the grid");
            prop_assert!(reference.is_near(exact), "its own place: {exact:?}");
            let other = Position::new(exact.lat() + off.0, exact.lon() + off.1).expect("in range");
            prop_assert!(!reference.is_near(other) || exact.distance_to(other).metres() < 3_000.0);
        }
    }

    #[test]
    fn recorded_stations_lie_within_ten_metres_of_their_grid_reference() {
        // Position and reference as received from the service on 2019-03-13.
        for (text, lat, lon) in [
            ("SN5036002070", 51.697_380_258_437_8, -4.166_633_105_939_62),
            ("SH6082557958", 53.100_624_751_399_7, -4.080_191_745_585_96),
            ("ST5370094400", 51.646_487_729_080_9, -2.670_565_586_789_14),
        ] {
            let here = GridReference::parse(text).and_then(GridReference::position).expect(text);
            let off = here.distance_to(Position::new(lat, lon).expect("in range")).metres();
            assert!(off < 10.0, "{text}: {off} m");
        }
    }

    #[test]
    fn a_reference_survives_the_way_to_wgs_84_and_back() {
        for text in [
            "SO 04500 28500",
            "SH 24800 82500",
            "ST 18000 76500",
            "TQ 30000 80000",
            "NN 16600 71200",
            "SV 90000 10000",
            "HP 60000 10000",
        ] {
            let there = GridReference::parse(text).and_then(GridReference::position).expect(text);
            assert_eq!(GridReference::of(there).expect(text).text(5), text);
        }
    }

    #[test]
    fn what_is_no_reference_is_none() {
        for text in [
            "",
            "S",
            "SN",
            "SN1",
            "SN123",
            "SI1234",
            "SN12345678901",
            "XX1234",
            "S11234",
            "ŵŷ1234",
            "SN12a4",
            "AA0000",
        ] {
            assert_eq!(GridReference::parse(text), None, "{text}");
        }
    }

    #[test]
    fn six_figures_name_a_square_of_a_hundred_metres_by_its_middle() {
        let coarse =
            GridReference::parse("so 045 285").and_then(GridReference::position).expect("readable");
        let middle = GridReference::parse("SO 04550 28550")
            .and_then(GridReference::position)
            .expect("readable");
        assert!(coarse.distance_to(middle).metres() < 1.0);
    }

    #[test]
    fn every_square_of_the_grid_has_letters_that_read_back() {
        for east in 0..7 {
            for north in 0..13 {
                assert_eq!(square(letters(east, north)), Some((east * 100_000, north * 100_000)));
            }
        }
    }
}

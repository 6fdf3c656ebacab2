//! The bundled ground: coast, counties, land around, and places with their names in both languages.
//!
//! The file is `public/atlas.txt`, made by `core/atlas/reduce.mjs`; its README names the sources
//! and their licences.

pub mod search;

use crate::domain::{
    bilingual::Bilingual,
    county::County,
    decimal,
    geo::{Coverage, Distance, Position, Radius},
};

/// A line of points, latitude first.
pub type Ring = Vec<[f64; 2]>;

/// The decoded file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Atlas {
    /// Rings of each of the 22 counties.
    pub counties: Vec<(County, Vec<Ring>)>,
    /// Each border between two counties and each stretch of coast once.
    pub borders: Vec<Ring>,
    /// Land of Great Britain outside Wales.
    pub land_around: Vec<Ring>,
    /// Largest first.
    pub places: Vec<Place>,
}

/// A town or village.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub name: Bilingual,
    pub position: Position,
    /// Inhabitants, to the hundred; 0 where not known.
    pub population: u32,
    pub in_wales: bool,
}

/// Why the file could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl Atlas {
    /// Reads the file, a text of lines: `o` where the arcs count from and how many steps a degree
    /// has, `a` an arc in steps east and north, `c` a county's rings, `l` a ring of the land
    /// around, `p` a place. A negative index runs an arc backwards.
    pub fn decode(file: &[u8]) -> Result<Self, Damaged> {
        Self::read(file).ok_or(Damaged)
    }

    fn read(file: &[u8]) -> Option<Self> {
        let mut atlas = Self::default();
        let (mut origin, mut arcs) = ([0.0; 3], Vec::<Ring>::new());
        let mut borders: Vec<bool> = Vec::new();
        for line in std::str::from_utf8(file).ok()?.lines() {
            let (kind, rest) = line.split_once(' ')?;
            match kind {
                "o" => {
                    let numbers =
                        rest.split(' ').map(decimal::parse).collect::<Option<Vec<f64>>>()?;
                    origin = numbers.try_into().ok()?;
                }
                "a" => {
                    arcs.push(trace(rest, origin)?);
                    borders.push(false);
                }
                "c" => {
                    let (id, rings) = rest.split_once(' ')?;
                    for arc in rings.split([',', ';']) {
                        *borders.get_mut(index(arc.parse().ok()?))? = true;
                    }
                    let rings =
                        rings.split(';').map(|ring| join(ring, &arcs)).collect::<Option<_>>()?;
                    atlas.counties.push((County::from_id(id)?, rings));
                }
                "l" => atlas.land_around.push(join(rest, &arcs)?),
                "p" => atlas.places.push(place(rest)?),
                _ => {}
            }
        }
        atlas.borders = arcs
            .into_iter()
            .zip(borders)
            .filter_map(|(arc, is_border)| is_border.then_some(arc))
            .collect();
        (!atlas.counties.is_empty()).then_some(atlas)
    }

    /// The county in which the position lies.
    pub fn county_at(&self, position: Position) -> Option<County> {
        self.counties.iter().find_map(|(county, rings)| {
            rings.iter().any(|ring| holds(ring, position)).then_some(*county)
        })
    }

    /// How the circle lies to the land for which this service warns.
    pub fn coverage(&self, centre: Position, radius: Radius) -> Coverage {
        let reach = radius.distance();
        let county = self.county_at(centre).is_some();
        let wales = county
            || self.counties.iter().flat_map(|(_, rings)| rings).any(|ring| comes_within(ring, centre, reach))
            // The outlines are coarse, and some islands are not in them.
            || self.places.iter().any(|place| place.in_wales && centre.distance_to(place.position) <= reach);
        let elsewhere = self
            .land_around
            .iter()
            .any(|ring| (!county && holds(ring, centre)) || comes_within(ring, centre, reach));
        match (wales, elsewhere) {
            (true, false) => Coverage::Wales,
            (true, true) => Coverage::Partly,
            (false, true) => Coverage::Outside,
            (false, false) => Coverage::Sea,
        }
    }

    /// The nearest place, on either side of the border.
    pub fn nearest_place(&self, position: Position) -> Option<&Place> {
        self.places.iter().min_by(|a, b| {
            position
                .distance_to(a.position)
                .metres()
                .total_cmp(&position.distance_to(b.position).metres())
        })
    }
}

fn place(row: &str) -> Option<Place> {
    let mut cells = row.split('|');
    let (en, cy) = (cells.next()?, cells.next()?);
    let (lat, lon): (i32, i32) = (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
    let people = cells.next()?;
    let hundreds: u32 = people.trim_end_matches('!').parse().ok()?;
    Some(Place {
        name: Bilingual::new(en, if cy.is_empty() { en } else { cy }),
        position: Position::new(f64::from(lat) / 1e4, f64::from(lon) / 1e4)?,
        population: hundreds * 100,
        in_wales: !people.ends_with('!'),
    })
}

fn trace(steps: &str, [lat, lon, per_degree]: [f64; 3]) -> Option<Ring> {
    let mut steps = steps.split(' ').map(|step| step.parse::<i32>().ok());
    let (mut x, mut y) = (0, 0);
    let mut ring = Ring::new();
    while let (Some(dx), Some(dy)) = (steps.next(), steps.next()) {
        (x, y) = (x + dx?, y + dy?);
        ring.push([lat + f64::from(y) / per_degree, lon + f64::from(x) / per_degree]);
    }
    Some(ring)
}

fn index(arc: i32) -> usize {
    (if arc < 0 { !arc } else { arc }).unsigned_abs() as usize
}

fn join(ring: &str, arcs: &[Ring]) -> Option<Ring> {
    let mut joined = Ring::new();
    for arc in ring.split(',') {
        let arc: i32 = arc.parse().ok()?;
        let points = arcs.get(index(arc))?;
        if arc < 0 { joined.extend(points.iter().rev()) } else { joined.extend(points) }
    }
    Some(joined)
}

/// Whether a ring comes within the distance of a point. Measured on a plane that touches the earth
/// there, which is right to 1 % within 100 km.
fn comes_within(ring: &Ring, centre: Position, distance: Distance) -> bool {
    let (north, east) = centre.degrees(distance.metres());
    // In distances, from the centre.
    let point = |[lat, lon]: [f64; 2]| ((lon - centre.lon()) / east, (lat - centre.lat()) / north);
    let squared = |(x, y): (f64, f64)| x * x + y * y;
    let mut previous = ring.last().copied().map(point);
    ring.iter().copied().map(point).any(|here| {
        let from = previous.replace(here).unwrap_or(here);
        let along = (here.0 - from.0, here.1 - from.1);
        let length = squared(along);
        // The foot of the perpendicular, kept on the stretch.
        let part = if length > 0.0 {
            (-(from.0 * along.0 + from.1 * along.1) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        squared((from.0 + part * along.0, from.1 + part * along.1)) <= 1.0
    })
}

/// Whether a ring holds the position (even-odd rule).
fn holds(ring: &Ring, position: Position) -> bool {
    let (lat, lon) = (position.lat(), position.lon());
    let mut inside = false;
    let mut previous = ring.last();
    for here in ring {
        if let Some([lat1, lon1]) = previous
            && (here[0] > lat) != (*lat1 > lat)
            && lon < (lon1 - here[1]) * (lat - here[0]) / (lat1 - here[0]) + here[1]
        {
            inside = !inside;
        }
        previous = Some(here);
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atlas() -> Atlas {
        Atlas::decode(include_bytes!("../../../public/atlas.txt"))
            .expect("the bundled file is whole")
    }

    #[test]
    fn towns_lie_in_their_counties() {
        let atlas = atlas();
        for (name, county) in [
            ("Brecon", "powys"),
            ("Cardiff", "cardiff"),
            ("Bangor", "gwynedd"),
            ("Llangefni", "isle-of-anglesey"),
            ("Carmarthen", "carmarthenshire"),
            ("Wrexham", "wrexham"),
            ("Haverfordwest", "pembrokeshire"),
            ("Pontypridd", "rhondda-cynon-taf"),
        ] {
            let place = atlas.places.iter().find(|place| place.name.en == name).expect(name);
            assert_eq!(atlas.county_at(place.position).map(County::id), Some(county), "{name}");
        }
        assert_eq!(
            Position::new(51.4552, -2.5967).and_then(|bristol| atlas.county_at(bristol)),
            None
        );
    }

    #[test]
    fn case_157_a_circle_is_of_wales_partly_outside_or_of_the_sea() {
        let atlas = atlas();
        for (name, lat, lon, km, expected) in [
            ("Brecon", 51.947, -3.391, 10, Coverage::Wales),
            ("Brecon", 51.947, -3.391, 50, Coverage::Partly),
            ("Hay-on-Wye, on the border", 52.074, -3.126, 5, Coverage::Partly),
            ("Chepstow", 51.64, -2.67, 5, Coverage::Partly),
            ("Chester", 53.19, -2.89, 1, Coverage::Outside),
            ("Chester", 53.19, -2.89, 10, Coverage::Partly),
            ("Haydock", 53.467, -2.667, 10, Coverage::Outside),
            ("Hereford", 52.056, -2.716, 10, Coverage::Outside),
            ("Bristol", 51.4552, -2.5967, 10, Coverage::Outside),
            ("London", 51.507, -0.128, 100, Coverage::Outside),
            ("St Davids, half of it sea", 51.88, -5.27, 10, Coverage::Wales),
            ("Holyhead", 53.31, -4.63, 20, Coverage::Wales),
            ("Cardigan Bay", 52.4, -4.9, 10, Coverage::Sea),
            ("Cardigan Bay, up to the coast", 52.4, -4.9, 75, Coverage::Wales),
            ("the Irish Sea", 53.6, -5.2, 20, Coverage::Sea),
            ("the Bristol Channel", 51.35, -3.9, 5, Coverage::Sea),
        ] {
            let (centre, radius) =
                Position::new(lat, lon).zip(Radius::from_kilometres(km)).expect("in range");
            assert_eq!(atlas.coverage(centre, radius), expected, "{name} {km} km");
        }
    }

    #[test]
    fn every_place_of_wales_is_covered_with_every_radius() {
        let atlas = atlas();
        for place in atlas.places.iter().filter(|place| place.in_wales) {
            for radius in Radius::all() {
                assert!(
                    atlas.coverage(place.position, radius).is_covered(),
                    "{} {} km",
                    place.name.en,
                    radius.kilometres()
                );
            }
        }
    }

    #[test]
    fn all_counties_have_outlines_and_the_places_reach_both_languages() {
        let atlas = atlas();
        assert_eq!(atlas.counties.len(), 22);
        assert!(atlas.borders.len() > 50 && atlas.land_around.len() > 1);
        assert!(atlas.places.iter().filter(|place| place.in_wales).count() >= 360);
        assert!(
            atlas.places.iter().any(|place| place.name == Bilingual::new("Brecon", "Aberhonddu"))
        );
        assert!(
            atlas.places.iter().any(|place| place.name == Bilingual::new("Newport", "Trefdraeth"))
        );
    }

    #[test]
    fn a_damaged_file_is_an_error_and_no_panic() {
        for file in ["", "{}", "<html>", "c powys 7", "a 1 x", "o 1 2", "p a|b|c|d|e", "c mercia 0"]
        {
            assert_eq!(Atlas::decode(file.as_bytes()), Err(Damaged), "{file}");
        }
    }
}

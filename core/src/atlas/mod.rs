//! The bundled ground: coast, counties, land around, and places with their names in both languages.
//!
//! The file is `public/atlas.json`, made by `core/atlas/reduce.mjs`; its README names the sources and their licences.

pub mod search;

use crate::domain::{bilingual::Bilingual, county::County, geo::Position};
use serde::Deserialize;

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

#[derive(Deserialize)]
struct AtlasFile<'a> {
    scale: f64,
    from: [f64; 2],
    arcs: Vec<Vec<i32>>,
    #[serde(borrow)]
    counties: Vec<(&'a str, Vec<Vec<i32>>)>,
    land: Vec<Vec<i32>>,
    places: Vec<Vec<Cell>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(i32),
    Text(String),
}

impl Atlas {
    /// Reads the file. Arcs are delta-coded steps of `scale` degrees from `from`; a negative index runs an arc backwards.
    pub fn decode(file: &[u8]) -> Result<Self, Damaged> {
        let AtlasFile { scale, from, arcs, counties, land, places } = serde_json::from_slice(file).map_err(|_| Damaged)?;
        let arcs: Vec<Ring> = arcs.iter().map(|steps| trace(steps, scale, from)).collect();
        let rings = |of: &[Vec<i32>]| of.iter().map(|ring| join(ring, &arcs)).collect::<Option<Vec<Ring>>>().ok_or(Damaged);
        let mut borders: Vec<usize> = counties.iter().flat_map(|(_, rings)| rings.iter().flatten().map(|arc| index(*arc))).collect();
        borders.sort_unstable();
        borders.dedup();
        Ok(Self {
            borders: borders.into_iter().filter_map(|arc| arcs.get(arc).cloned()).collect(),
            land_around: rings(&land)?,
            counties: counties.into_iter().map(|(id, of)| Ok((County::from_id(id).ok_or(Damaged)?, rings(&of)?))).collect::<Result<_, Damaged>>()?,
            places: places.into_iter().map(|row| place(row).ok_or(Damaged)).collect::<Result<_, Damaged>>()?,
        })
    }

    /// The county in which the position lies.
    pub fn county_at(&self, position: Position) -> Option<County> {
        self.counties.iter().find_map(|(county, rings)| rings.iter().any(|ring| holds(ring, position)).then_some(*county))
    }

    /// The nearest place, on either side of the border.
    pub fn nearest_place(&self, position: Position) -> Option<&Place> {
        self.places.iter().min_by(|a, b| position.distance_to(a.position).metres().total_cmp(&position.distance_to(b.position).metres()))
    }
}

fn place(row: Vec<Cell>) -> Option<Place> {
    let mut cells = row.into_iter();
    let mut next = || cells.next();
    let (Cell::Text(en), Cell::Text(cy), Cell::Number(lat), Cell::Number(lon), Cell::Number(hundreds)) = (next()?, next()?, next()?, next()?, next()?) else {
        return None;
    };
    let cy = if cy.is_empty() { en.clone() } else { cy };
    Some(Place {
        name: Bilingual { en, cy },
        position: Position::new(f64::from(lat) / 1e4, f64::from(lon) / 1e4)?,
        population: hundreds.unsigned_abs() * 100,
        in_wales: next().is_none(),
    })
}

fn trace(steps: &[i32], scale: f64, [from_lon, from_lat]: [f64; 2]) -> Ring {
    let (mut x, mut y) = (0, 0);
    let (steps, _) = steps.as_chunks::<2>();
    steps
        .iter()
        .map(|[dx, dy]| {
            (x, y) = (x + dx, y + dy);
            [from_lat + f64::from(y) * scale, from_lon + f64::from(x) * scale]
        })
        .collect()
}

fn index(arc: i32) -> usize {
    (if arc < 0 { !arc } else { arc }).unsigned_abs() as usize
}

fn join(ring: &[i32], arcs: &[Ring]) -> Option<Ring> {
    let mut joined = Ring::new();
    for arc in ring {
        let points = arcs.get(index(*arc))?;
        if *arc < 0 { joined.extend(points.iter().rev()) } else { joined.extend(points) }
    }
    Some(joined)
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
        Atlas::decode(include_bytes!("../../../public/atlas.json")).expect("the bundled file is whole")
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
        assert_eq!(Position::new(51.4552, -2.5967).and_then(|bristol| atlas.county_at(bristol)), None);
    }

    #[test]
    fn all_counties_have_outlines_and_the_places_reach_both_languages() {
        let atlas = atlas();
        assert_eq!(atlas.counties.len(), 22);
        assert!(atlas.borders.len() > 50 && atlas.land_around.len() > 1);
        assert!(atlas.places.iter().filter(|place| place.in_wales).count() >= 360);
        assert!(atlas.places.iter().any(|place| place.name == Bilingual::new("Brecon", "Aberhonddu")));
        assert!(atlas.places.iter().any(|place| place.name == Bilingual::new("Newport", "Trefdraeth")));
    }

    #[test]
    fn a_damaged_file_is_an_error_and_no_panic() {
        for file in ["", "{}", "[]", r#"{"scale":1,"from":[0,0],"arcs":[],"counties":[["powys",[[7]]]],"land":[],"places":[]}"#] {
            assert_eq!(Atlas::decode(file.as_bytes()), Err(Damaged), "{file}");
        }
    }
}

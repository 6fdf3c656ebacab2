//! The name of a position: the place at or near it, or its grid reference; and the county of a place.

use gorlif_core::{
    basemap::Basemap,
    domain::{
        bilingual::Bilingual,
        county::County,
        england,
        geo::{Distance, Position, Radius},
        grid_reference::GridReference,
    },
    gazetteer::{Gazetteer, NAMED_AFTER, Place, RailwayStation},
    i18n::PlaceName,
};

/// Up to this distance a position is named as near a place.
const NAMED_NEAR_DISTANCE: Distance = Distance::from_metres_const(8_000.0);
/// A position of the device that is known within this distance counts as exact.
const EXACT: Distance = Distance::from_metres_const(1_000.0);

/// How the place was chosen, which decides its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlaceOrigin {
    /// By a position on the map, in the address or in the settings.
    #[default]
    Position,
    /// By its name, from the list of the search.
    Name,
    /// By a name with its county that the gateway's response has and the bundled places do not.
    OtherName(Bilingual),
    /// By a postcode sector, or by a complete postcode whose exact position is known.
    Postcode(String),
    /// By the device's position, which is only accurate to this number of kilometres.
    RoughPosition(u32),
}

impl PlaceOrigin {
    /// By a name and the English and Welsh name of its county or country.
    pub fn other_name(name: &Bilingual, region: Option<(&str, &str)>) -> Self {
        Self::OtherName(joined(name, region))
    }

    /// Of a position in the address, with its accuracy in kilometres if that is low.
    pub fn of_address(accuracy: Option<u32>) -> Self {
        accuracy.map_or(Self::Position, Self::RoughPosition)
    }

    /// Of the device's position.
    pub fn of_device(accuracy: Distance) -> Self {
        if accuracy <= EXACT {
            return Self::Position;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 10
        Self::RoughPosition(accuracy.kilometres().ceil() as u32)
    }

    /// The accuracy of a rough position in kilometres.
    pub fn accuracy(&self) -> Option<u32> {
        match self {
            Self::RoughPosition(kilometres) => Some(*kilometres),
            Self::Position | Self::Name | Self::OtherName(_) | Self::Postcode(_) => None,
        }
    }

    /// The smallest radius that contains all that the position may be.
    pub fn least_radius(&self) -> Radius {
        let contains = |radius: &Radius| {
            self.accuracy().is_none_or(|kilometres| radius.kilometres() >= kilometres)
        };
        Radius::all().find(contains).unwrap_or_default()
    }
}

/// The sources of the names of places; each may not have loaded.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) gazetteer: Option<&'a Gazetteer>,
    pub(super) basemap: Option<&'a Basemap>,
    pub(super) railway_stations: &'a [RailwayStation],
}

impl Names<'_> {
    /// The name of a position. A place has its county if another one has its name, or on request.
    pub(super) fn of(self, position: Position, with_county: bool) -> PlaceName {
        let nearest = self.nearest(position);
        let has_own = nearest.is_some_and(|(_, distance)| distance <= NAMED_AFTER);
        if !has_own && let Some(station) = self.station(position) {
            let basemap = self.basemap.filter(|_| with_county);
            let county = basemap.and_then(|basemap| basemap.county_at(position));
            return PlaceName::Place(joined(&station.name, county.map(names)));
        }
        match nearest {
            Some((place, distance)) if distance <= NAMED_AFTER => {
                PlaceName::Place(self.full_name(place, with_county))
            }
            Some((place, distance)) if distance <= NAMED_NEAR_DISTANCE => {
                PlaceName::Near(grid_reference(position), self.full_name(place, false))
            }
            Some(_) | None => PlaceName::Point(grid_reference(position)),
        }
    }

    /// The name of a place that was chosen.
    pub(super) fn of_chosen(self, place: Position, origin: &PlaceOrigin) -> PlaceName {
        match origin {
            PlaceOrigin::Position => self.of(place, false),
            PlaceOrigin::Name => self.of(place, true),
            PlaceOrigin::OtherName(name) => PlaceName::Place(name.clone()),
            // A sector ends with its digit.
            PlaceOrigin::Postcode(name) if name.ends_with(|c: char| c.is_ascii_digit()) => {
                PlaceName::Postcode(name.clone())
            }
            PlaceOrigin::Postcode(name) => PlaceName::Point(name.clone()),
            PlaceOrigin::RoughPosition(kilometres) => self.around(place, *kilometres),
        }
    }

    /// The name of a position that is known within `accuracy` kilometres only: the nearest place, and how
    /// far from it the position may be.
    fn around(self, position: Position, accuracy: u32) -> PlaceName {
        match self.nearest(position) {
            Some((place, distance)) if distance <= NAMED_NEAR_DISTANCE => {
                let is_at_place = distance <= NAMED_AFTER;
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 8
                let more = if is_at_place { 0 } else { distance.kilometres().ceil() as u32 };
                PlaceName::Somewhere(accuracy + more, self.full_name(place, false))
            }
            Some(_) | None => {
                let reference = grid_reference(position);
                PlaceName::Somewhere(accuracy, Bilingual::new(reference.clone(), reference))
            }
        }
    }

    /// The county of the place at a position, if the gazetteer has it.
    pub(super) fn stated_county(self, position: Position) -> Option<County> {
        let (place, distance) = self.nearest(position)?;
        place.county.filter(|_| distance <= NAMED_AFTER)
    }

    /// The nearest railway station at a position, unless it has the name of a place near it.
    fn station(&self, position: Position) -> Option<&RailwayStation> {
        let distance = |station: &RailwayStation| station.position.distance_to(position).metres();
        let nearest =
            self.railway_stations.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let is_place = |place: &Place| {
            place.name.en == nearest.name.en
                && place.position.distance_to(nearest.position) <= NAMED_NEAR_DISTANCE
        };
        let has_place =
            self.gazetteer.is_some_and(|gazetteer| gazetteer.places.iter().any(is_place));
        (nearest.position.distance_to(position) <= NAMED_AFTER && !has_place).then_some(nearest)
    }

    fn nearest(&self, position: Position) -> Option<(&Place, Distance)> {
        let place = self.gazetteer?.nearest_place(position)?;
        Some((place, place.position.distance_to(position)))
    }

    /// "Newport, Pembrokeshire", by the county of the gazetteer or of the outlines.
    fn full_name(self, place: &Place, with_county: bool) -> Bilingual {
        let is_repeated =
            self.gazetteer.is_some_and(|gazetteer| gazetteer.is_repeated(&place.name));
        let county = place.county.or_else(|| self.basemap?.county_at(place.position));
        let region = county.map(names).or((!place.in_wales).then_some(england::COUNTRY));
        joined(&place.name, region.filter(|_| is_repeated || with_county))
    }
}

fn names(county: County) -> (&'static str, &'static str) {
    (county.english(), county.welsh())
}

/// "Newport, Pembrokeshire", in both languages; without a region the name.
fn joined(name: &Bilingual, region: Option<(&str, &str)>) -> Bilingual {
    let Some((english, welsh)) = region else { return name.clone() };
    let Bilingual { en, cy } = name;
    let own = if cy.is_empty() { en } else { cy };
    Bilingual::new(format!("{en}, {english}"), format!("{own}, {welsh}"))
}

fn grid_reference(position: Position) -> String {
    GridReference::of(position)
        .map_or_else(String::new, |reference| reference.text(3).replace(' ', "\u{a0}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(lat: f64, lon: f64) -> Position {
        Position::new(lat, lon).expect("in range")
    }

    // case 168
    #[test]
    fn the_county_stands_beside_a_name_that_two_places_have() {
        let gazetteer = Gazetteer::decode(include_bytes!("../../public/gazetteer.txt"));
        let basemap = Basemap::decode(include_bytes!("../../public/basemap.txt"));
        let stations =
            RailwayStation::decode_all(include_bytes!("../../public/railway-stations.txt"));
        let stations = stations.expect("the file");
        let names = Names {
            gazetteer: gazetteer.as_ref(),
            basemap: basemap.as_ref(),
            railway_stations: &stations,
        };
        let place = |en: &str, cy: &str| PlaceName::Place(Bilingual::new(en, cy));
        for (lat, lon, with_county, expected) in [
            (51.5877, -2.9983, false, place("Newport, Newport", "Casnewydd, Casnewydd")),
            (52.0167, -4.8333, false, place("Newport, Pembrokeshire", "Trefdraeth, Sir Benfro")),
            (52.7668, -2.3773, false, place("Newport, England", "Newport, Lloegr")),
            // By the outlines.
            (51.8102, -3.1211, false, place("Clydach, Monmouthshire", "Clydach, Sir Fynwy")),
            (51.9461, -3.3889, false, place("Brecon", "Aberhonddu")),
            (51.9461, -3.3889, true, place("Brecon, Powys", "Aberhonddu, Powys")),
            // A railway station where no place is as near.
            (51.5409, -3.2631, false, place("Taffs Well", "Ffynnon Taf")),
            (
                51.5409,
                -3.2631,
                true,
                place("Taffs Well, Rhondda Cynon Taf", "Ffynnon Taf, Rhondda Cynon Taf"),
            ),
        ] {
            assert_eq!(names.of(at(lat, lon), with_county), expected, "{lat} {lon}");
        }
        assert!(
            matches!(names.of(at(52.03, -4.83), false), PlaceName::Near(_, name) if name.en == "Newport, Pembrokeshire")
        );
    }

    // case 176
    #[test]
    fn a_rough_position_is_somewhere_within_its_accuracy_of_a_place() {
        let gazetteer = Gazetteer::decode(include_bytes!("../../public/gazetteer.txt"));
        let names = Names { gazetteer: gazetteer.as_ref(), basemap: None, railway_stations: &[] };
        let brecon = Bilingual::new("Brecon", "Aberhonddu");
        for (lat, expected) in [(51.9461, 9), (51.965, 12)] {
            assert_eq!(
                names.around(at(lat, -3.3889), 9),
                PlaceName::Somewhere(expected, brecon.clone()),
                "{lat}"
            );
        }
        let unnamed = Names { gazetteer: None, basemap: None, railway_stations: &[] };
        assert!(
            matches!(unnamed.around(at(51.9461, -3.3889), 9), PlaceName::Somewhere(9, name) if name.en.starts_with("SO"))
        );
        assert_eq!(PlaceOrigin::RoughPosition(9).least_radius().kilometres(), 10);
        assert_eq!(PlaceOrigin::Position.least_radius().kilometres(), 1);
    }
}

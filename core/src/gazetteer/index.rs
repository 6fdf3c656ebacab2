//! The index of the search: everything that has a name.

use super::{Gazetteer, Place, RailwayStation, further_places::FurtherPlace, river_names};
use crate::{
    area_names::AreaNames,
    domain::{
        bilingual::{Bilingual, Both},
        county::County,
        geo::{Distance, Position},
        local_type::LocalType,
        selection::ItemId,
        station::Station,
        text_folding::folded_text,
        warning::Warning,
    },
};
use std::{collections::BTreeMap, sync::Arc};

/// A railway station or a further place is left out where a known place of its name is nearer than this.
const OWN_PLACE_METRES: f64 = 5_000.0;

/// The named things of a search.
#[derive(Clone, Copy, Default)]
pub struct Directory<'a> {
    /// The places and postcodes, once they have loaded.
    pub gazetteer: Option<&'a Gazetteer>,
    /// The railway stations, once they have loaded.
    pub railway_stations: &'a [RailwayStation],
    /// The places of the last response for a name that nothing here has.
    pub further_places: &'a [FurtherPlace],
    /// The counties, each with the centre of its bounding box and the distance from there to the corner of the box.
    pub counties: &'a [(County, Position, Distance)],
    /// The gauges of the last response.
    pub stations: &'a [Arc<Station>],
    /// The messages of the last response.
    pub warnings: &'a [Warning],
    /// The names of the flood areas, once they have loaded.
    pub areas: Option<&'a AreaNames>,
}

/// The kind of a suggestion, in the order of suggestions that match equally well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A town or village.
    Place,
    /// A county.
    County,
    /// A postcode sector or district.
    Postcode,
    /// A railway station where no place of its name is known.
    RailwayStation,
    /// A river with a gauge.
    River,
    /// A target area of the flood warnings: one that has a message now, or that is described with the text.
    Area,
    /// A gauge.
    Gauge,
    /// Coordinates or a grid reference.
    Coordinates,
}

impl Kind {
    /// The value of the `data-kind` attribute.
    pub fn id(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::County => "county",
            Self::Postcode => "postcode",
            Self::RailwayStation => "railway-station",
            Self::River => "river",
            Self::Area => "area",
            Self::Gauge => "gauge",
            Self::Coordinates => "coordinates",
        }
    }
}

/// How a suggestion follows from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The text is its name.
    WholeName,
    /// The text is a part of its name.
    PartOfName,
    /// Its name differs from the text by a wrong, missing or additional letter, or the text is a street in it: a question, not an
    /// answer.
    Similar,
    /// The text has its name beside other words, of which nothing here has the name: an address. A question too.
    PlaceOfAddress,
}

/// An entry of the index, and a result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// Its kind.
    pub kind: Kind,
    /// Its name, or its code.
    pub name: Bilingual,
    /// The point that is chosen with it.
    pub position: Position,
    /// The radius around the point that contains what was searched for; 0 for a point.
    pub spread: Distance,
    /// The gauge or area that is selected with it.
    pub selection: Option<ItemId>,
    /// A county itself, or that of a place: of the gazetteer, or added by [`complete_counties`].
    pub county: Option<County>,
    /// A place outside Wales.
    pub is_outside: bool,
    /// The kind of a further place.
    pub local_type: Option<LocalType>,
    /// The post towns of a postcode.
    pub post_towns: Vec<Bilingual>,
    /// The population of a place; 0 if unknown.
    pub population: u32,
    /// How it follows from the text.
    pub certainty: Certainty,
    /// Whether the text is the first words of its name, or all of them.
    pub(super) has_first_words: bool,
    /// The folded names by which it is found, one on each line.
    pub(super) folded_names: String,
}

impl Suggestion {
    pub(super) fn new(kind: Kind, name: Both<'_>, position: Position, others: &str) -> Self {
        let mut folded_names = String::new();
        for name in [name.en, name.cy].into_iter().chain(others.split(';')) {
            folded_names.push_str(&folded_text(name));
            folded_names.push('\n');
        }
        Self {
            kind,
            name: Bilingual::new(name.en, name.cy),
            position,
            spread: Distance::from_metres(0.0),
            selection: None,
            county: None,
            is_outside: false,
            local_type: None,
            post_towns: Vec::new(),
            population: 0,
            certainty: Certainty::WholeName,
            has_first_words: true,
            folded_names,
        }
    }

    pub(super) fn named(kind: Kind, name: &str, position: Position, spread: Distance) -> Self {
        Self { spread, ..Self::new(kind, Both { en: name, cy: name }, position, "") }
    }

    /// The folded names by which it is found.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.folded_names.lines().filter(|key| !key.is_empty())
    }
}

impl Directory<'_> {
    /// Everything that has a name.
    pub fn index(&self) -> Vec<Suggestion> {
        let mut index = Vec::new();
        for Place { name, aliases, position, population, in_wales, county } in
            self.gazetteer.map(|gazetteer| &*gazetteer.places).unwrap_or_default()
        {
            let place = Suggestion::new(Kind::Place, name.into(), *position, aliases);
            let (is_outside, county, population) = (!in_wales, *county, *population);
            index.push(Suggestion { is_outside, county, population, ..place });
        }
        let further = self.further_places.iter().map(further_place).collect();
        index.extend(without_known(further, &index));
        let stations = self.railway_stations.iter().map(railway_station).collect();
        index.extend(without_known(stations, &index));
        for (own, centre, spread) in self.counties {
            let name = Both { en: own.english(), cy: own.welsh() };
            let county = Suggestion::new(Kind::County, name, *centre, "");
            index.push(Suggestion { spread: *spread, county: Some(*own), ..county });
        }
        let mut rivers: Vec<&str> = Vec::new();
        for station in self.stations {
            let Some(position) = station.location.position() else { continue };
            let selection = Some(ItemId::Station(station.id.clone()));
            let river = station.river();
            if !rivers.contains(&river.en) {
                rivers.push(river.en);
                let others = river_names::others(river.en);
                let river = Suggestion::new(Kind::River, river, position, others);
                index.push(Suggestion { selection: selection.clone(), ..river });
            }
            let gauge = Suggestion::new(Kind::Gauge, station.title(), position, station.name().en);
            index.push(Suggestion { selection, ..gauge });
        }
        index.extend(self.warnings.iter().filter_map(|warning| self.area(warning)));
        index
    }

    /// The area of a message; `None` without a point.
    pub(super) fn area(&self, warning: &Warning) -> Option<Suggestion> {
        let named = self.areas.and_then(|areas| areas.get(&warning.code));
        let cy = named.map_or("", |area| area.name().cy);
        let name = Both { en: &warning.description, cy };
        let area = Suggestion::new(Kind::Area, name, warning.position?, warning.code.given());
        Some(Suggestion { selection: Some(ItemId::Area(warning.code.clone())), ..area })
    }

    /// The areas of a description that `is_wanted`, in the order of the file. One with a message now is that of the message.
    pub(super) fn described(
        &self,
        is_wanted: impl Fn(Both<'_>) -> bool,
    ) -> impl Iterator<Item = Suggestion> {
        let placed = self.areas.into_iter().flat_map(AreaNames::placed);
        placed.filter(move |(area, _)| is_wanted(area.description())).map(|(area, position)| {
            let has_message = |warning: &&Warning| warning.code.given() == area.code();
            let of_message = self.warnings.iter().find(has_message);
            of_message
                .and_then(|warning| self.area(warning))
                .unwrap_or_else(|| Suggestion::new(Kind::Area, area.name(), position, area.code()))
        })
    }
}

/// Adds the county of each place, railway station and flood area of which the gazetteer does not have it.
pub fn complete_counties(index: &mut [Suggestion], county_at: impl Fn(Position) -> Option<County>) {
    for entry in index {
        let has_none = entry.county.is_none() && !entry.is_outside;
        if has_none && matches!(entry.kind, Kind::Place | Kind::RailwayStation | Kind::Area) {
            entry.county = county_at(entry.position);
        }
    }
}

fn further_place(place: &FurtherPlace) -> Suggestion {
    let FurtherPlace { name, position, county, is_outside, local_type } = place;
    let suggestion = Suggestion::new(Kind::Place, name.into(), *position, "");
    let (county, is_outside, local_type) = (*county, *is_outside, Some(*local_type));
    Suggestion { county, is_outside, local_type, ..suggestion }
}

fn railway_station(station: &RailwayStation) -> Suggestion {
    let RailwayStation { name, aliases, position } = station;
    Suggestion::new(Kind::RailwayStation, name.into(), *position, aliases)
}

/// The suggestions that no place near them is named like.
fn without_known(mut suggestions: Vec<Suggestion>, places: &[Suggestion]) -> Vec<Suggestion> {
    let mut positions: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
    for place in places {
        for key in place.keys() {
            positions.entry(key).or_default().push(place.position);
        }
    }
    suggestions.retain(|own| {
        let same = own.keys().filter_map(|key| positions.get(key)).flatten();
        let mut distances = same.map(|position| position.distance_to(own.position).metres());
        distances.all(|metres| metres >= OWN_PLACE_METRES)
    });
    suggestions
}

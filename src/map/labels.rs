//! Selects the names to draw at a zoom: those of places, railway stations, rivers and lakes, where symbols and other names leave
//! room. Pure.

use super::symbols::Frame;
use gorlif_core::{
    domain::{bilingual::Bilingual, sorting},
    gazetteer::{Place, RailwayStation},
    ground::Named,
    i18n::Language,
};
use std::collections::BTreeSet;

/// The kind of a named thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    Place,
    Station,
    Water,
}

/// A name with the pixel position of its centre.
#[derive(Clone, Debug, PartialEq)]
pub struct Label<'a> {
    pub text: &'a str,
    pub x: f64,
    pub y: f64,
    pub kind: LabelKind,
}

/// The named things.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The larger ones first.
    pub places: &'a [Place],
    pub stations: &'a [RailwayStation],
    pub lakes: &'a [Named],
    pub rivers: &'a [Named],
}

/// Below this zoom only the anchors are labelled, by which people find their part of Wales.
const PLACES_FROM: f64 = 9.0;
/// Their English names.
const ANCHORS: [&str; 6] = ["Cardiff", "Swansea", "Aberystwyth", "Bangor", "Wrexham", "Brecon"];

/// Whether a place is labelled at this zoom. Outside Wales only larger towns are, for orientation.
fn is_labelled(place: &Place, zoom: f64) -> bool {
    let least = match zoom {
        z if z < PLACES_FROM => return place.in_wales && ANCHORS.contains(&&*place.name.en),
        z if z < 9.5 => 6_000,
        z if z < 10.5 => 1_500,
        _ => 0,
    };
    place.population >= if place.in_wales { least } else { least * 5 }
}

/// From this zoom on railway stations are shown.
pub const STATIONS_FROM: f64 = 11.5;

/// The approximate width of a letter and height of a line, in pixels; used to keep names apart.
const LETTER: f64 = 6.6;
const LINE: f64 = 15.0;
/// From a point to the centre of a name below or above it.
const BESIDE: f64 = 15.0;
/// The narrowest lake with a name, in pixels.
const LAKE: f64 = 24.0;

/// The part of the frame that symbols and names cover, in square cells.
struct Taken {
    across: usize,
    down: usize,
    cells: Vec<bool>,
}

impl Taken {
    /// The side of a cell in pixels.
    const CELL: f64 = 5.0;

    fn new((width, height): (f64, f64)) -> Self {
        let (across, down) = (Self::cell(width) + 1, Self::cell(height) + 1);
        Self { across, down, cells: vec![false; across * down] }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates, and a frame has some thousand pixels
    fn cell(at: f64) -> usize {
        (at / Self::CELL) as usize
    }

    /// The cells of a rectangle around a point of the frame, or near it.
    fn around(
        &self,
        (x, y): (f64, f64),
        (half_width, half_height): (f64, f64),
    ) -> impl Iterator<Item = usize> {
        // One that is wholly to the left or above has none: column and row 0 are within the frame.
        let is_outside = x + half_width < 0.0 || y + half_height < 0.0;
        let (left, right) = (Self::cell(x - half_width), Self::cell(x + half_width));
        let (top, bottom) = (Self::cell(y - half_height), Self::cell(y + half_height));
        let (across, right) = (self.across, right.min(self.across - 1));
        let bottom = bottom.min(self.down - 1);
        let rows = (top..=bottom).filter(move |_| !is_outside);
        rows.flat_map(move |row| (left..=right).map(move |column| row * across + column))
    }

    /// Whether a point is in the frame.
    fn has(&self, (x, y): (f64, f64)) -> bool {
        x >= 0.0 && y >= 0.0 && Self::cell(x) < self.across && Self::cell(y) < self.down
    }

    fn cover(&mut self, at: (f64, f64), half: (f64, f64)) {
        let cells: Vec<usize> = self.around(at, half).collect();
        for cell in cells {
            if let Some(cell) = self.cells.get_mut(cell) {
                *cell = true;
            }
        }
    }

    /// Covers a rectangle, if nothing in it is covered.
    fn take(&mut self, at: (f64, f64), half: (f64, f64)) -> bool {
        let is_free = !self.around(at, half).any(|cell| self.cells.get(cell) == Some(&true));
        if is_free {
            self.cover(at, half);
        }
        is_free
    }
}

/// Half the width and height of a name.
fn half(text: &str) -> (f64, f64) {
    #[allow(clippy::cast_precision_loss)] // a name has a few dozen letters
    let letters = text.chars().count() as f64;
    (letters * LETTER / 2.0 + 3.0, LINE / 2.0)
}

/// Selects the names in a frame. `symbols` are the centres of the symbols, with half their sides: names leave room for them.
/// Places in Wales come before those outside, larger ones before smaller ones; then lakes and rivers, then stations.
pub fn choose<'a>(
    names: Names<'a>,
    language: Language,
    frame: &Frame,
    symbols: impl IntoIterator<Item = ((f64, f64), f64)>,
) -> Vec<Label<'a>> {
    let mut taken = Taken::new(frame.size);
    for (at, half) in symbols {
        taken.cover(at, (half, half));
    }
    let mut labels: Vec<Label<'a>> = Vec::new();
    for in_wales in [true, false] {
        for place in names.places {
            if place.in_wales != in_wales || !is_labelled(place, frame.zoom) {
                continue;
            }
            let Some(at) = frame.pixel(place.position) else { continue };
            let text = language.pick(&place.name).text;
            labels.extend(beside(&mut taken, at, text, LabelKind::Place));
        }
    }
    for lake in names.lakes {
        labels.extend(lake_label(&mut taken, lake, language, frame));
    }
    labels.extend(river_labels(&mut taken, names.rivers, language, frame));
    if frame.zoom >= STATIONS_FROM {
        for station in names.stations {
            let Some(at) = frame.pixel(station.position) else { continue };
            let text = language.pick(&station.name).text;
            let is_named = labels.iter().any(|label| label.text == text);
            if !is_named {
                labels.extend(beside(&mut taken, at, text, LabelKind::Station));
            }
        }
    }
    labels
}

/// The name below a point, or where that is covered above it, beside it, or farther away.
fn beside<'a>(
    taken: &mut Taken,
    (x, y): (f64, f64),
    text: &'a str,
    kind: LabelKind,
) -> Option<Label<'a>> {
    let half = half(text);
    let across = half.0 + BESIDE * 2.0 / 3.0;
    let around = |step: f64| {
        [
            (0.0, BESIDE * step),
            (0.0, -BESIDE * step),
            (across, BESIDE * (step - 1.0)),
            (-across, BESIDE * (step - 1.0)),
            (across, -BESIDE * (step - 1.0)),
            (-across, -BESIDE * (step - 1.0)),
        ]
    };
    [1.0, 1.8]
        .into_iter()
        .flat_map(around)
        .map(|(right, down)| (x + right, y + down))
        .find(|at| taken.has(*at) && taken.take(*at, half))
        .map(|(x, y)| Label { text, x, y, kind })
}

/// The name of a lake at its middle.
fn lake_label<'a>(
    taken: &mut Taken,
    lake: &'a Named,
    language: Language,
    frame: &Frame,
) -> Option<Label<'a>> {
    let text = text_of(&lake.name, language)?;
    let seen: Vec<(f64, f64)> =
        lake.line.iter().filter_map(|point| frame.pixel_of(*point)).collect();
    let (least, most) =
        seen.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), (x, _)| {
            (least.min(*x), most.max(*x))
        });
    if most - least < LAKE {
        return None;
    }
    #[allow(clippy::cast_precision_loss)] // an outline has some hundred points
    let count = seen.len() as f64;
    let (x, y) = seen.iter().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / count, sum.1 + y / count));
    taken.take((x, y), half(text)).then_some(Label { text, x, y, kind: LabelKind::Water })
}

/// The name of each river once, on its course as near the middle of the frame as there is room.
fn river_labels<'a>(
    taken: &mut Taken,
    rivers: &'a [Named],
    language: Language,
    frame: &Frame,
) -> Vec<Label<'a>> {
    let names: BTreeSet<&str> =
        rivers.iter().filter_map(|river| text_of(&river.name, language)).collect();
    let (middle_x, middle_y) = (frame.size.0 / 2.0, frame.size.1 / 2.0);
    let label = |text: &'a str| {
        let parts = rivers.iter().filter(|river| text_of(&river.name, language) == Some(text));
        let points: Vec<(f64, f64)> =
            parts.flat_map(|part| &part.line).filter_map(|point| frame.pixel_of(*point)).collect();
        let off = |(x, y): &(f64, f64)| (x - middle_x).hypot(y - middle_y);
        let points = sorting::sorted(points, |a, b| off(a).total_cmp(&off(b)));
        let half = half(text);
        let (x, y) = points.into_iter().find(|at| taken.take(*at, half))?;
        Some(Label { text, x, y, kind: LabelKind::Water })
    };
    names.into_iter().filter_map(label).collect()
}

fn text_of(name: &Bilingual, language: Language) -> Option<&str> {
    Some(language.pick(name).text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::symbols::WebMercator;
    use gorlif_core::{domain::geo::Position, gazetteer::Gazetteer};

    fn at(lat: f64, lon: f64) -> Position {
        Position::new(lat, lon).expect("in range")
    }

    fn place(en: &str, cy: &str, lat: f64, lon: f64, population: u32) -> Place {
        Place::new(Bilingual::new(en, cy), at(lat, lon), population)
    }

    /// A frame of 4,000 × 4,000 pixels around Cardiff.
    fn frame(zoom: f64) -> Frame {
        let world = 256.0 * zoom.exp2();
        let (x, y) = WebMercator::of(at(51.48, -3.18)).pixels(world);
        Frame {
            zoom,
            world,
            corner: (x - 2_000.0, y - 2_000.0),
            size: (4_000.0, 4_000.0),
            density: 1.0,
        }
    }

    const MIDDLE: (f64, f64) = (2_000.0, 2_000.0);

    fn names<'a>(places: &'a [Place], rivers: &'a [Named]) -> Names<'a> {
        Names { places, stations: &[], lakes: &[], rivers }
    }

    #[test]
    fn larger_places_push_smaller_ones_away_and_names_follow_the_language() {
        let mut chester = place("Chester", "Caer", 51.481, -3.181, 900_000);
        chester.in_wales = false;
        let places = [
            chester,
            place("Cardiff", "Caerdydd", 51.48, -3.18, 447_000),
            place("Penarth", "Penarth", 51.479, -3.179, 27_000),
            place("Brecon", "Aberhonddu", 51.947, -3.391, 8_000),
        ];
        let river =
            |en, cy, lat, lon| Named { name: Bilingual::new(en, cy), line: vec![[lat, lon]] };
        let rivers = vec![river("Usk", "Wysg", 51.85, -3.2), river("Taff", "Taf", 51.48, -3.181)];
        let texts = |language, zoom: f64| -> Vec<&str> {
            let labels = choose(names(&places, &rivers), language, &frame(zoom), []);
            labels.iter().map(|label| label.text).collect()
        };
        // Only the anchors.
        assert_eq!(texts(Language::Welsh, 7.0), ["Caerdydd", "Aberhonddu"]);
        assert_eq!(texts(Language::English, 9.0), ["Cardiff", "Penarth", "Brecon", "Usk"]);
    }

    #[test]
    fn the_anchors_are_places_in_wales() {
        let gazetteer = Gazetteer::decode(include_bytes!("../../public/gazetteer.txt"));
        let places = gazetteer.expect("the bundled file").places;
        for name in ANCHORS {
            let is_anchor = |place: &&Place| place.in_wales && place.name.en == *name;
            assert_eq!(places.iter().filter(is_anchor).count(), 1, "{name}");
        }
    }

    #[test]
    fn names_make_room_for_symbols() {
        let places = [place("Cardiff", "Caerdydd", 51.48, -3.18, 447_000)];
        let with = |symbols: &[((f64, f64), f64)]| {
            let chosen = choose(
                names(&places, &[]),
                Language::English,
                &frame(9.0),
                symbols.iter().copied(),
            );
            chosen.first().map(|label| (label.x - MIDDLE.0, label.y - MIDDLE.1))
        };
        assert_eq!(with(&[]), Some((0.0, BESIDE)), "below");
        let below = ((MIDDLE.0, MIDDLE.1 + BESIDE), 8.0);
        assert_eq!(with(&[below]), Some((0.0, -BESIDE)), "above");
        let above = ((MIDDLE.0, MIDDLE.1 - BESIDE), 8.0);
        assert!(with(&[below, above]).is_some_and(|(x, y)| x > 20.0 && y.abs() < 0.1), "beside");
        assert_eq!(with(&[(MIDDLE, 200.0)]), None, "no room");
    }

    #[test]
    fn a_lake_is_named_when_it_is_wide_enough_and_a_station_when_no_place_has_its_name() {
        let outline = vec![[51.47, -3.20], [51.47, -3.16], [51.49, -3.16], [51.49, -3.20]];
        let lake = Named { name: Bilingual::new("Bala Lake", "Llyn Tegid"), line: outline };
        let lakes = [lake];
        // Of Radyr there are a place and a station.
        let places = [place("Radyr", "Radyr", 51.52, -3.25, 4_000)];
        let stations =
            RailwayStation::decode_all(include_bytes!("../../public/railway-stations.txt"))
                .expect("the bundled file");
        let chosen = |zoom| {
            let names = Names { places: &places, stations: &stations, lakes: &lakes, rivers: &[] };
            choose(names, Language::Welsh, &frame(zoom), [])
        };
        let of = |zoom, kind| -> usize {
            chosen(zoom).iter().filter(|label| label.kind == kind).count()
        };
        assert_eq!([7.0, 12.0].map(|zoom| of(zoom, LabelKind::Water)), [0, 1]);
        assert_eq!(of(11.0, LabelKind::Station), 0);
        assert!(of(12.0, LabelKind::Station) > 5);
        let radyr = chosen(12.0).into_iter().filter(|label| label.text == "Radyr");
        assert_eq!(radyr.map(|label| label.kind).collect::<Vec<_>>(), [LabelKind::Place]);
    }
}

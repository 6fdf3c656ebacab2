//! Selects the names of places and rivers to draw at a zoom and avoids overlaps. Pure.

use super::symbols::WebMercator;
use gorlif_core::{gazetteer::Place, i18n::Language};

/// A name with the pixel position of its centre.
#[derive(Clone, Debug, PartialEq)]
pub struct Label<'a> {
    pub text: &'a str,
    pub x: f64,
    pub y: f64,
    pub is_river: bool,
}

/// The smallest population of a place that is labelled at this zoom.
fn least_population(zoom: f64) -> u32 {
    match zoom {
        z if z < 7.5 => 60_000,
        z if z < 8.5 => 15_000,
        z if z < 9.5 => 6_000,
        z if z < 10.5 => 1_500,
        _ => 0,
    }
}

/// The approximate width of a letter and height of a line, in pixels; used to keep names apart.
const LETTER: f64 = 6.6;
const LINE: f64 = 15.0;
const BELOW: f64 = 15.0;

/// Selects the names in a window of `width` × `height` pixels whose corner is at the Web Mercator
/// pixel `left`, `top`. Web Mercator is `world` pixels wide at `zoom`. Larger places are placed
/// first and exclude smaller ones that would overlap; the rivers are last.
pub fn choose<'a>(
    places: impl Iterator<Item = &'a Place>,
    rivers: impl Iterator<Item = &'a Place>,
    language: Language,
    (zoom, world): (f64, f64),
    (left, top): (f64, f64),
    (width, height): (f64, f64),
) -> Vec<Label<'a>> {
    let mut taken: Vec<(f64, f64, f64)> = Vec::new();
    let mut labels = Vec::new();
    // Outside Wales only larger towns are labelled, for orientation.
    let least = |place: &&Place| {
        place.population >= least_population(zoom) * if place.in_wales { 1 } else { 5 }
    };
    let named = places.filter(least).map(|place| (place, false));
    for (place, is_river) in named.chain(rivers.map(|river| (river, true))) {
        let (x, y) = WebMercator::of(place.position).pixels(world);
        // Below a place, since gauges and warnings are drawn at its position.
        let below = if is_river { 0.0 } else { BELOW };
        let (x, y) = (x - left, y - top + below);
        if !(0.0..width).contains(&x) || !(0.0..height).contains(&y) {
            continue;
        }
        let text = language.pick(&place.name).text;
        #[allow(clippy::cast_precision_loss)] // a name has a few dozen letters
        let half = text.chars().count() as f64 * LETTER / 2.0 + 3.0;
        if taken
            .iter()
            .all(|(ox, oy, other)| (x - ox).abs() > half + other || (y - oy).abs() > LINE)
        {
            taken.push((x, y, half));
            labels.push(Label { text, x, y, is_river });
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::domain::{bilingual::Bilingual, geo::Position};

    fn place(en: &str, cy: &str, lat: f64, lon: f64, population: u32) -> Place {
        let position = Position::new(lat, lon).expect("in range");
        Place::new(Bilingual::new(en, cy), position, population)
    }

    #[test]
    fn larger_places_push_smaller_ones_away_and_names_follow_the_language() {
        let places = [
            place("Cardiff", "Caerdydd", 51.48, -3.18, 447_000),
            place("Penarth", "Penarth", 51.479, -3.179, 27_000),
            place("Brecon", "Aberhonddu", 51.947, -3.391, 8_000),
        ];
        let rivers = [place("Usk", "Wysg", 51.85, -3.2, 0), place("Taff", "Taf", 51.48, -3.181, 0)];
        let names = |language, zoom: f64| -> Vec<String> {
            let world = 256.0 * zoom.exp2();
            let (x, y) = WebMercator::of(places[0].position).pixels(world);
            choose(
                places.iter(),
                rivers.iter(),
                language,
                (zoom, world),
                (x - 2_000.0, y - 2_000.0),
                (4_000.0, 4_000.0),
            )
            .iter()
            .map(|label| label.text.to_owned())
            .collect()
        };
        assert_eq!(names(Language::Welsh, 7.0), ["Caerdydd", "Wysg"]);
        assert_eq!(names(Language::English, 9.0), ["Cardiff", "Brecon", "Usk"]);
    }
}

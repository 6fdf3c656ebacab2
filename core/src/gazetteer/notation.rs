//! Positions as people type them: coordinates, grid references and postcodes.

use crate::domain::{decimal, geo::Position, grid_reference::GridReference};

/// A text that denotes a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Notation {
    /// Coordinates or a grid reference.
    Point(Position),
    /// A postcode or its beginning, or the different complete postcodes in a text.
    Postcodes(Vec<Postcode>),
    /// Coordinates or a grid reference outside the area of the service.
    Outside,
    /// The beginning of coordinates or of a grid reference.
    Incomplete,
    /// None of these, so probably a name.
    Name,
}

/// A postcode or its beginning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Postcode {
    pub district: String,
    /// The first digit after the blank, if it is given.
    pub digit: Option<char>,
    /// The two letters at the end, if they are given.
    letters: Option<String>,
}

impl Postcode {
    pub fn is_complete(&self) -> bool {
        self.letters.is_some()
    }

    /// Whether its second part may be an ordinal number: "Flat B2, 1st Floor".
    fn may_be_ordinal(&self) -> bool {
        let ordinal = [('1', "ST"), ('2', "ND"), ('3', "RD")];
        let letters = self.letters.as_deref();
        letters == Some("TH") || self.digit.zip(letters).is_some_and(|part| ordinal.contains(&part))
    }

    /// The complete postcode, as "CF37 1DN".
    fn text(&self) -> Option<String> {
        Some(format!("{} {}{}", self.district, self.digit?, self.letters.as_ref()?))
    }
}

pub(super) fn parse(text: &str) -> Notation {
    let point = coordinates(text).or_else(|| GridReference::parse(text)?.position());
    if let Some(point) = point {
        return if point.in_service_box() { Notation::Point(point) } else { Notation::Outside };
    }
    let postcodes = postcode(text).map_or_else(|| postcodes_in(text), |only| vec![only]);
    if !postcodes.is_empty() {
        return Notation::Postcodes(postcodes);
    }
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let letters = compact.chars().take_while(char::is_ascii_alphabetic).count();
    let is_numeric = compact.chars().skip(letters).all(|c| {
        c.is_ascii_digit()
            || matches!(c, '.' | ',' | ';' | '-' | '−' | '+' | '°' | '\'' | '"' | '′' | '″')
    });
    let has_digits = compact.contains(|c: char| c.is_ascii_digit());
    match letters {
        0 | 2 if is_numeric && has_digits => Notation::Incomplete,
        _ => Notation::Name,
    }
}

/// The complete postcode that a text is or contains, as "CF37 1DN"; `None` if there is none, or more than one.
pub fn complete_postcode(text: &str) -> Option<String> {
    let [only] = <[Postcode; 1]>::try_from(postcodes_in(text)).ok()?;
    only.text()
}

/// The different complete postcodes in a text, the last one first.
fn postcodes_in(text: &str) -> Vec<Postcode> {
    let mut found = Vec::new();
    for postcode in parts(text).filter_map(|part| postcode(&part)).filter(Postcode::is_complete) {
        if !found.contains(&postcode) {
            found.push(postcode);
        }
    }
    if found.len() > 1 {
        found.retain(|postcode| !postcode.may_be_ordinal());
    }
    found
}

/// Each two neighbouring words of a text and each word, the last ones first.
fn parts(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_owned).collect();
    (0..words.len()).rev().flat_map(move |at| {
        let word = words.get(at).cloned();
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let pair = before.zip(word.as_ref()).map(|(before, word)| format!("{before} {word}"));
        [pair, word].into_iter().flatten().collect::<Vec<String>>()
    })
}

/// Parses a postcode or its beginning: the district ("CF37"), the sector ("CF37 1"), or all of it
/// ("CF37 1DN"), with or without the blank.
fn postcode(text: &str) -> Option<Postcode> {
    let text = text.trim().to_ascii_uppercase();
    let mut parts = text.split_whitespace();
    let (first, second, None) = (parts.next()?, parts.next(), parts.next()) else { return None };
    // Without a blank, a digit before the two letters at the end, or a third digit, begins the
    // second part.
    let tail = first.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let digits = tail.chars().rev().take_while(char::is_ascii_digit).count();
    let (outward, inward) = match second {
        Some(inward) => (first, inward),
        None if first.len() - tail.len() == 2 && digits >= 2 || digits == 3 => {
            first.split_at_checked(tail.len() - 1)?
        }
        None => (first, ""),
    };
    let area = outward.chars().take_while(char::is_ascii_alphabetic).count();
    let (_, district) = outward.split_at_checked(area)?;
    let is_outward = (1..=2).contains(&area)
        && (1..=2).contains(&district.len())
        && district.starts_with(|c: char| c.is_ascii_digit())
        && district.chars().all(|c| c.is_ascii_alphanumeric());
    let mut inward_characters = inward.chars();
    let digit = inward_characters.next();
    let letters = inward_characters.as_str();
    let is_inward = digit.is_none_or(|digit| digit.is_ascii_digit())
        && letters.len() <= 2
        && letters.chars().all(|c| c.is_ascii_alphabetic());
    let letters = (letters.len() == 2).then(|| letters.to_owned());
    (is_outward && is_inward).then(|| Postcode { district: outward.to_owned(), digit, letters })
}

/// A number that may be a latitude or a longitude, with its hemisphere if it is given.
type Coordinate = (f64, Option<char>);

/// Parses two coordinates in degrees, also with minutes and seconds, hemispheres, and in the order
/// longitude, latitude: "51.95, -3.39", "51°57'N 3°23'W", "-3.39 51.95".
fn coordinates(text: &str) -> Option<Position> {
    let [first, second] = read_coordinates(text)?.try_into().ok()?;
    let position = |(lat, _): Coordinate, (lon, _): Coordinate| Position::new(lat, lon);
    match (first.1, second.1) {
        (Some('N' | 'S'), Some('E' | 'W')) => position(first, second),
        (Some('E' | 'W'), Some('N' | 'S')) => position(second, first),
        (None, None) => {
            let is_here = |position: &Position| position.in_service_box();
            let swapped = position(second, first).filter(is_here);
            position(first, second).filter(is_here).or(swapped).or_else(|| position(first, second))
        }
        _ => None,
    }
}

fn read_coordinates(text: &str) -> Option<Vec<Coordinate>> {
    let mut coordinates: Vec<Coordinate> = Vec::new();
    // What the next number is a part of: degrees 1, minutes 1/60, seconds 1/3600.
    let (mut number, mut unit, mut is_open) = (String::new(), 1.0, false);
    for c in text.trim().chars() {
        match c {
            '0'..='9' | '.' => number.push(c),
            '-' | '−' | '+' if number.is_empty() => number.push(if c == '−' { '-' } else { c }),
            '°' | 'º' => {
                finish(&mut coordinates, &mut number, 1.0, false)?;
                (unit, is_open) = (1.0 / 60.0, true);
            }
            '\'' | '′' | '’' => {
                finish(&mut coordinates, &mut number, unit, is_open)?;
                unit = 1.0 / 3_600.0;
            }
            '"' | '″' | '”' => finish(&mut coordinates, &mut number, unit, is_open)?,
            ' ' if is_open && number.is_empty() => {}
            ' ' | ',' | ';' => {
                finish(&mut coordinates, &mut number, unit, is_open)?;
                (unit, is_open) = (1.0, false);
            }
            'N' | 'S' | 'E' | 'W' | 'n' | 's' | 'e' | 'w' => {
                finish(&mut coordinates, &mut number, unit, is_open)?;
                (unit, is_open) = (1.0, false);
                hemisphere(&mut coordinates, c.to_ascii_uppercase())?;
            }
            _ => return None,
        }
    }
    finish(&mut coordinates, &mut number, unit, is_open)?;
    Some(coordinates)
}

/// Ends a number: the degrees of a new coordinate, or the minutes or seconds of the last one.
fn finish(
    coordinates: &mut Vec<Coordinate>,
    number: &mut String,
    unit: f64,
    is_open: bool,
) -> Option<()> {
    if number.is_empty() {
        return Some(());
    }
    let value = decimal::parse(number)? * unit;
    number.clear();
    match coordinates.last_mut() {
        Some((degrees, None)) if is_open => *degrees += value.copysign(*degrees),
        _ => coordinates.push((value, None)),
    }
    Some(())
}

/// Sets the hemisphere of the last coordinate; south and west are negative.
fn hemisphere(coordinates: &mut [Coordinate], letter: char) -> Option<()> {
    let (degrees, known @ None) = coordinates.last_mut()? else { return None };
    if matches!(letter, 'S' | 'W') {
        *degrees = -*degrees;
    }
    *known = Some(letter);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // case 224
    #[test]
    fn a_complete_postcode_has_one_blank_and_capitals() {
        for text in [
            "CF37 1DN",
            " cf371dn ",
            "Cf37  1dn",
            "Flat B2 1st Floor, Pontypridd CF37 1DN.",
            "cf371dn, Cymru",
            "CF37 1DN or cf371dn",
        ] {
            assert_eq!(complete_postcode(text).as_deref(), Some("CF37 1DN"), "{text}");
        }
        for text in ["CF37 1", "CF37", "Brecon", "", "CF37 1DNX", "é1 1AA", "CF37 1DN or LD3 7HP"]
        {
            assert_eq!(complete_postcode(text), None, "{text}");
        }
    }

    fn point(text: &str) -> Option<(f64, f64)> {
        let Notation::Point(position) = parse(text) else { return None };
        let round = |degrees: f64| (degrees * 100.0).round() / 100.0;
        Some((round(position.lat()), round(position.lon())))
    }

    #[test]
    fn coordinates_are_read_in_every_order_and_notation() {
        for text in [
            "51.95, -3.39",
            "51.95 -3.39",
            "51.95,-3.39",
            " 51.95;−3.39 ",
            "-3.39, 51.95",
            "51.95N 3.39W",
            "51.95 N, 3.39 W",
            "3.39w 51.95n",
            "51°57'N 3°23.4'W",
            "51° 57′ 0″ N, 3° 23′ 24″ W",
            "51°57'00\" -3°23'24\"",
        ] {
            assert_eq!(point(text), Some((51.95, -3.39)), "{text}");
        }
    }

    #[test]
    fn grid_references_are_points_and_those_outside_the_area_are_outside() {
        assert_eq!(point("SO 045 285"), Some((51.95, -3.39)));
        for text in ["0, 0", "40.7, -74", "48°51'N 2°21'E"] {
            assert_eq!(parse(text), Notation::Outside, "{text}");
        }
    }

    #[test]
    fn a_postcode_is_read_as_far_as_it_is_typed() {
        for (text, district, digit, is_complete) in [
            ("CF37 1DN", "CF37", Some('1'), true),
            ("cf371dn", "CF37", Some('1'), true),
            ("CF37 1", "CF37", Some('1'), false),
            ("CF371", "CF37", Some('1'), false),
            ("CF37", "CF37", None, false),
            ("LD3 7", "LD3", Some('7'), false),
            ("ld37ag", "LD3", Some('7'), true),
            ("SW1A 1AA", "SW1A", Some('1'), true),
            ("M1 1AE", "M1", Some('1'), true),
        ] {
            let Notation::Postcodes(found) = parse(text) else {
                panic!("{text}: {:?}", parse(text))
            };
            let found: Vec<_> = found
                .iter()
                .map(|found| (&*found.district, found.digit, found.is_complete()))
                .collect();
            assert_eq!(found, [(district, digit, is_complete)], "{text}");
        }
    }

    #[test]
    fn the_beginning_of_a_number_is_incomplete_and_other_texts_are_names() {
        for text in ["5", "51.", "51.95", "51.95,", "51.95, -", "-3", "SO 0452 2", "51°"] {
            assert_eq!(parse(text), Notation::Incomplete, "{text}");
        }
        for text in [
            "",
            "Brecon",
            "NaN NaN",
            "1 2 3 4 a",
            "A470",
            "<script>",
            "💧",
            "Llan 3",
            "M4 corridor",
            "N",
            "E 5 x",
        ] {
            assert!(
                matches!(parse(text), Notation::Name | Notation::Postcodes(_)),
                "{text}: {:?}",
                parse(text)
            );
        }
    }

    #[test]
    fn no_text_causes_a_panic() {
        for text in ["°", "'", "\"", "N N", "5°'\"", "-", "--5 3", "é9", "ĈF10 1AA", "1°2'3\"4"]
        {
            parse(text);
        }
        parse(&"9".repeat(10_000));
        parse(&"-°'".repeat(3_000));
    }
}

//! Rivers and the towns on them, out of which gauges and flood areas are made. Positions come from
//! the bundled gazetteer.

use gorlif_core::gazetteer::{Gazetteer, Place};

/// A river and a town on it.
pub struct Stretch {
    /// Its name in English and in Welsh, without "Afon".
    pub river: [&'static str; 2],
    pub region: &'static str,
    pub town: Place,
}

/// All stretches. Fails with a sentence when the gazetteer lacks a town.
pub fn stretches() -> Result<Vec<Stretch>, String> {
    let gazetteer = Gazetteer::decode(include_bytes!("../../public/gazetteer.txt"))
        .ok_or("the bundled gazetteer is damaged")?;
    let mut found = Vec::new();
    for line in include_str!("rivers.tsv").lines().skip(1) {
        let [en, cy, region, towns] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("not a river: {line}"));
        };
        for town in towns.split(", ") {
            let mut place = gazetteer
                .places
                .iter()
                .find(|place| place.name.en == town)
                .ok_or_else(|| format!("the gazetteer has no {town}"))?
                .clone();
            // A town without a Welsh name has its English one in both languages.
            if place.name.cy.is_empty() {
                place.name.cy.clone_from(&place.name.en);
            }
            found.push(Stretch { river: [en, cy], region, town: place });
        }
    }
    Ok(found)
}

/// "in" before a Welsh name, with the nasal mutation that it brings: "ym Mhontypridd", "yng
/// Nghaerdydd", "yn y Fenni".
pub fn in_welsh(name: &str) -> String {
    const CHANGES: [(&str, &str); 13] = [
        ("Yr ", "yn yr "),
        ("Y ", "yn y "),
        ("Th", "yn Th"),
        ("Ch", "yn Ch"),
        ("Ph", "yn Ph"),
        ("Dd", "yn Dd"),
        ("P", "ym Mh"),
        ("B", "ym M"),
        ("M", "ym M"),
        ("T", "yn Nh"),
        ("D", "yn N"),
        ("C", "yng Ngh"),
        ("G", "yng Ng"),
    ];
    let changed = CHANGES
        .iter()
        .find_map(|(from, to)| name.strip_prefix(from).map(|rest| format!("{to}{rest}")));
    changed.unwrap_or_else(|| format!("yn {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gazetteer_knows_every_town_and_there_are_enough() {
        assert!(stretches().expect("all towns").len() >= 100);
    }

    #[test]
    fn welsh_titles_mutate() {
        for (name, expected) in [
            ("Pontypridd", "ym Mhontypridd"),
            ("Caerdydd", "yng Nghaerdydd"),
            ("Y Fenni", "yn y Fenni"),
            ("Glyn-nedd", "yng Nglyn-nedd"),
            ("Aberhonddu", "yn Aberhonddu"),
            ("Trefynwy", "yn Nhrefynwy"),
            ("Dolgellau", "yn Nolgellau"),
            ("Llanrwst", "yn Llanrwst"),
        ] {
            assert_eq!(in_welsh(name), expected);
        }
    }
}

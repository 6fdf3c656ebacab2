//! The soft mutation of Welsh place names after "i" (to, of).

use crate::domain::bilingual::Bilingual;

/// Beginnings of names that are Welsh although both languages share them.
const WELSH_BEGINNINGS: [&str; 30] = [
    "Aber", "Betws", "Blaen", "Bryn", "Cae", "Cefn", "Coed", "Croes", "Cwm", "Din", "Dol",
    "Dyffryn", "Garn", "Glan", "Glyn", "Gwa", "Llan", "Lled", "Maen", "Maes", "Merthyr", "Moel",
    "Mynydd", "Pen", "Pont", "Porth", "Pwll", "Rhos", "Rhyd", "Tre",
];

/// Returns the name after "i", mutated: "i Aberhonddu", "i Gaerdydd", "i'r Fenni". English names,
/// and those of unknown origin, are not mutated.
pub(super) fn to_place(name: &Bilingual) -> String {
    if let Some(rest) = name.cy.strip_prefix("Yr ").or_else(|| name.cy.strip_prefix("Y ")) {
        return format!("i'r {rest}");
    }
    let is_welsh = name.cy != name.en
        || WELSH_BEGINNINGS.iter().any(|beginning| name.cy.starts_with(beginning));
    if is_welsh { format!("i {}", soften(&name.cy)) } else { format!("i {}", name.cy) }
}

fn soften(name: &str) -> String {
    // Digraphs first: they mutate differently from their first letter.
    const CHANGES: [(&str, &str); 16] = [
        ("Ch", "Ch"),
        ("Dd", "Dd"),
        ("Ph", "Ph"),
        ("Th", "Th"),
        ("Ff", "Ff"),
        ("Ng", "Ng"),
        ("Ll", "L"),
        ("Rh", "R"),
        ("P", "B"),
        ("T", "D"),
        ("C", "G"),
        ("B", "F"),
        ("D", "Dd"),
        ("M", "F"),
        ("Gw", "W"),
        ("G", ""),
    ];
    let Some((changed, rest)) =
        CHANGES.iter().find_map(|(from, to)| name.strip_prefix(from).map(|rest| (to, rest)))
    else {
        return name.to_owned();
    };
    if changed.is_empty() {
        let mut letters = rest.to_owned();
        if let Some(first) = letters.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        return letters;
    }
    format!("{changed}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn welsh_names_are_softened_and_english_ones_are_not() {
        for (en, cy, expected) in [
            ("Brecon", "Aberhonddu", "i Aberhonddu"),
            ("Cardiff", "Caerdydd", "i Gaerdydd"),
            ("Abergavenny", "Y Fenni", "i'r Fenni"),
            ("Mold", "Yr Wyddgrug", "i'r Wyddgrug"),
            ("Llandudno", "Llandudno", "i Landudno"),
            ("Pontypridd", "Pontypridd", "i Bontypridd"),
            ("Rhuddlan", "Rhuddlan", "i Rhuddlan"),
            ("Ruabon", "Rhiwabon", "i Riwabon"),
            ("Glynneath", "Glyn-nedd", "i Lyn-nedd"),
            ("Gwaelod", "Gwaelod", "i Waelod"),
            ("Broughton", "Broughton", "i Broughton"),
            ("Denbigh", "Dinbych", "i Ddinbych"),
            ("Montgomery", "Trefaldwyn", "i Drefaldwyn"),
            ("Flint", "Y Fflint", "i'r Fflint"),
            ("Bala", "Y Bala", "i'r Bala"),
        ] {
            assert_eq!(to_place(&Bilingual::new(en, cy)), expected);
        }
    }
}

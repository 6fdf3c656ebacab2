//! The soft mutation of Welsh place names after "i" (to, of).

use crate::domain::bilingual::Bilingual;

/// Returns the name after "i", mutated: "i Aberhonddu", "i Gaerdydd", "i'r Fenni". A place without
/// a Welsh name keeps its English one, which does not mutate.
pub(super) fn to_place(name: &Bilingual) -> String {
    if name.cy.is_empty() {
        return format!("i {}", name.en);
    }
    if let Some(rest) = name.cy.strip_prefix("Yr ").or_else(|| name.cy.strip_prefix("Y ")) {
        return format!("i'r {rest}");
    }
    format!("i {}", soften(&name.cy))
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
            ("Rhuddlan", "Rhuddlan", "i Ruddlan"),
            ("Ruabon", "Rhiwabon", "i Riwabon"),
            ("Glynneath", "Glyn-nedd", "i Lyn-nedd"),
            ("Gwaelod", "Gwaelod", "i Waelod"),
            ("Port Talbot", "", "i Port Talbot"),
            ("Denbigh", "Dinbych", "i Ddinbych"),
            ("Montgomery", "Trefaldwyn", "i Drefaldwyn"),
            ("Flint", "Y Fflint", "i'r Fflint"),
            ("Bala", "Y Bala", "i'r Bala"),
            ("Bangor", "Bangor", "i Fangor"),
            ("Conwy", "Conwy", "i Gonwy"),
            ("Machynlleth", "Machynlleth", "i Fachynlleth"),
            ("Tonypandy", "Tonypandy", "i Donypandy"),
            ("Tonyrefail", "Tonyrefail", "i Donyrefail"),
            ("Tywyn", "Tywyn", "i Dywyn"),
            ("Bethesda", "Bethesda", "i Fethesda"),
            ("Talgarth", "Talgarth", "i Dalgarth"),
            ("Clydach", "Clydach", "i Glydach"),
            ("Gorseinon", "Gorseinon", "i Orseinon"),
            ("Bedlinog", "Bedlinog", "i Fedlinog"),
            ("Bedwas", "Bedwas", "i Fedwas"),
            ("Llanelli", "Llanelli", "i Lanelli"),
            ("Newport", "", "i Newport"),
        ] {
            assert_eq!(to_place(&Bilingual::new(en, cy)), expected);
        }
    }
}

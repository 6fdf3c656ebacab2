//! Rivers and the towns on them, out of which gauges and flood areas are made. Positions come from
//! the bundled gazetteer.

use gorlif_core::{
    domain::warning::Region,
    gazetteer::{Gazetteer, Place},
};

/// A river: English name, Welsh name without "Afon", region, and towns on it by their English
/// names.
pub struct River(pub &'static str, pub &'static str, pub Region, pub &'static [&'static str]);

pub const RIVERS: [River; 42] = [
    River(
        "Wye",
        "Gwy",
        Region::SouthEast,
        &[
            "Rhayader",
            "Builth Wells",
            "Hay-on-Wye",
            "Monmouth",
            "Tintern",
            "Chepstow",
            "Hereford",
            "Ross-on-Wye",
        ],
    ),
    River(
        "Usk",
        "Wysg",
        Region::SouthEast,
        &["Brecon", "Crickhowell", "Abergavenny", "Usk", "Caerleon", "Llangynidr"],
    ),
    River("Monnow", "Mynwy", Region::SouthEast, &["Grosmont"]),
    River(
        "Taff",
        "Taf",
        Region::SouthEast,
        &["Merthyr Tydfil", "Pontypridd", "Cardiff", "Abercynon", "Aberfan"],
    ),
    River("Cynon", "Cynon", Region::SouthEast, &["Aberdare", "Mountain Ash", "Hirwaun"]),
    River("Rhondda", "Rhondda", Region::SouthEast, &["Treorchy", "Porth", "Tonypandy", "Ferndale"]),
    River("Ely", "Elái", Region::SouthEast, &["Tonyrefail", "Pontyclun"]),
    River(
        "Rhymney",
        "Rhymni",
        Region::SouthEast,
        &["Rhymney", "Bargoed", "Ystrad Mynach", "Machen"],
    ),
    River("Ebbw", "Ebwy", Region::SouthEast, &["Ebbw Vale", "Abertillery", "Crumlin", "Risca"]),
    River("Sirhowy", "Sirhywi", Region::SouthEast, &["Tredegar", "Blackwood"]),
    River("Lwyd", "Llwyd", Region::SouthEast, &["Blaenavon", "Pontypool", "Cwmbran", "Ponthir"]),
    River("Thaw", "Ddawan", Region::SouthEast, &["Cowbridge"]),
    River(
        "Severn",
        "Hafren",
        Region::SouthEast,
        &["Llanidloes", "Newtown", "Welshpool", "Shrewsbury"],
    ),
    River("Lugg", "Llugwy", Region::SouthEast, &["Presteigne", "Leominster"]),
    River("Teme", "Tefeidiad", Region::SouthEast, &["Knighton", "Ludlow"]),
    River("Ithon", "Ieithon", Region::SouthEast, &["Llandrindod Wells"]),
    River("Cain", "Cain", Region::SouthEast, &["Llanfyllin", "Llanfechain"]),
    River("Ogmore", "Ogwr", Region::SouthWest, &["Bridgend", "Ogmore Vale"]),
    River("Llynfi", "Llynfi", Region::SouthWest, &["Maesteg"]),
    River("Afan", "Afan", Region::SouthWest, &["Port Talbot", "Cwmafan"]),
    River("Neath", "Nedd", Region::SouthWest, &["Neath", "Resolven", "Glyn-neath"]),
    River(
        "Tawe",
        "Tawe",
        Region::SouthWest,
        &["Swansea", "Clydach", "Ystradgynlais", "Ystalyfera"],
    ),
    River("Loughor", "Llwchwr", Region::SouthWest, &["Ammanford", "Pontarddulais"]),
    River("Amman", "Aman", Region::SouthWest, &["Brynamman", "Glanamman"]),
    River("Tywi", "Tywi", Region::SouthWest, &["Llandovery", "Llandeilo", "Carmarthen"]),
    River(
        "Teifi",
        "Teifi",
        Region::SouthWest,
        &["Tregaron", "Lampeter", "Llandysul", "Newcastle Emlyn", "Cardigan"],
    ),
    River("Aeron", "Aeron", Region::SouthWest, &["Aberaeron"]),
    River("Western Cleddau", "Cleddau Wen", Region::SouthWest, &["Haverfordwest", "Camrose"]),
    River("Taf", "Taf", Region::SouthWest, &["Whitland", "St Clears"]),
    River("Nevern", "Nyfer", Region::SouthWest, &["Nevern"]),
    River("Dee", "Dyfrdwy", Region::North, &["Bala", "Llangollen", "Overton", "Holt", "Chester"]),
    River("Ceiriog", "Ceiriog", Region::North, &["Chirk"]),
    River("Alyn", "Alun", Region::North, &["Mold", "Gresford", "Rossett", "Caergwrle"]),
    River("Clwyd", "Clwyd", Region::North, &["Ruthin", "Rhuddlan", "Rhyl"]),
    River("Elwy", "Elwy", Region::North, &["St Asaph"]),
    River("Conwy", "Conwy", Region::North, &["Betws-y-Coed", "Llanrwst", "Conwy"]),
    River("Ogwen", "Ogwen", Region::North, &["Bethesda"]),
    River("Seiont", "Seiont", Region::North, &["Llanberis", "Caernarfon"]),
    River("Glaslyn", "Glaslyn", Region::North, &["Porthmadog"]),
    River("Mawddach", "Mawddach", Region::North, &["Dolgellau", "Barmouth"]),
    River("Dyfi", "Dyfi", Region::North, &["Machynlleth", "Corris"]),
    River("Rheidol", "Rheidol", Region::SouthWest, &["Aberystwyth"]),
];

/// A river and a town on it.
pub struct Stretch {
    pub river: &'static River,
    pub town: Place,
}

/// All stretches. Fails with a sentence when the gazetteer lacks a town.
pub fn stretches() -> Result<Vec<Stretch>, String> {
    let gazetteer = Gazetteer::decode(include_bytes!("../../public/gazetteer.txt"))
        .ok_or("the bundled gazetteer is damaged")?;
    let mut found = Vec::new();
    for river in &RIVERS {
        for town in river.3 {
            let mut place = gazetteer
                .places
                .iter()
                .find(|place| place.name.en == *town)
                .ok_or_else(|| format!("the gazetteer has no {town}"))?
                .clone();
            // A town without a Welsh name has its English one in both languages.
            if place.name.cy.is_empty() {
                place.name.cy.clone_from(&place.name.en);
            }
            found.push(Stretch { river, town: place });
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

//! The names of rivers that the service may not give: former and English spellings, and the Welsh names.

/// The English name of a river as the service gives it, and its other names.
const NAMES: [(&str, &str); 32] = [
    ("Alyn", "Alun"),
    ("Banwy", "Banw"),
    ("Conwy", "Conway"),
    ("Dee", "Dyfrdwy"),
    ("Dyfi", "Dovey"),
    ("Ebbw", "Ebwy"),
    ("Ely", "Elái"),
    ("Gavenny", "Gafenni"),
    ("Ithon", "Ieithon"),
    ("Kenfig", "Cynffig"),
    ("Loughor", "Llwchwr"),
    ("Lugg", "Llugwy"),
    ("Lwyd", "Llwyd"),
    ("Monnow", "Mynwy"),
    ("Neath", "Nedd"),
    ("Nevern", "Nyfer"),
    ("Ogmore", "Ogwr"),
    ("Rhymney", "Rhymni"),
    ("Seiont", "Saint"),
    ("Severn", "Hafren"),
    ("Sirhowy", "Sirhywi"),
    ("Solva", "Solfach"),
    ("Taff", "Taf"),
    ("Tanat", "Tanad"),
    ("Teifi", "Teivy"),
    ("Teme", "Tefeidiad"),
    ("Thaw", "Ddawan"),
    ("Trothy", "Troddi"),
    ("Tywi", "Towy"),
    ("Usk", "Wysg"),
    ("Vyrnwy", "Efyrnwy"),
    ("Wye", "Gwy"),
];

/// The other names of a river; empty if none is listed. `name` may begin with "River" or "Afon".
pub(super) fn others(name: &str) -> &'static str {
    let bare = ["River ", "Afon "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
    NAMES.iter().find(|(name, _)| *name == bare).map_or("", |(_, others)| others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_service_has_the_others() {
        assert_eq!(others("Tywi"), "Towy");
        assert_eq!(others("River Tywi"), "Towy");
        assert_eq!(others("Rhondda Fach"), "");
    }

    #[test]
    fn the_table_is_in_alphabetical_order() {
        assert!(NAMES.is_sorted_by_key(|(name, _)| name));
    }
}

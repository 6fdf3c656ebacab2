//! The Welsh messages. The first part of the table is published by Natural Resources Wales; the
//! second is this project's, to be approved by a translator.

use super::{
    dates::welsh_at,
    language::rate_of_change,
    mutation::to_place,
    plural::{Noun, enumerate, in_force, welsh_and},
    search_area::{PlaceName, SearchArea},
    texts::Texts,
};
use crate::domain::{
    bilingual::Bilingual,
    geo::Direction,
    seen::Difference,
    trend::{Tendency, Trend},
    warning::{FloodSource, Region, Severity, SeverityCounts},
};

pub(super) const MESSAGE: Noun = Noun::softened("rhybudd neu neges", "rybudd neu neges");
pub(super) const GAUGE: Noun = Noun::softened("mesurydd", "fesurydd");
pub(super) const READING: Noun = Noun::softened("darlleniad", "ddarlleniad");
pub(super) const ENTRY: Noun = Noun::mutated("cofnod", "gofnod", "chofnod");
const SEVERE: Noun = Noun::softened("rhybudd llifogydd difrifol", "rybudd llifogydd difrifol");
const WARNING: Noun = Noun::softened("rhybudd llifogydd", "rybudd llifogydd");
const ALERT: Noun =
    Noun::softened("neges ‘Llifogydd: byddwch yn barod’", "neges ‘Llifogydd: byddwch yn barod’");
const UNKNOWN: Noun =
    Noun::softened("rhybudd o ddifrifoldeb anhysbys", "rybudd o ddifrifoldeb anhysbys");
const STOOD_DOWN: Noun =
    Noun::softened("rhybudd nad yw mewn grym mwyach", "rybudd nad yw mewn grym mwyach");

fn within(area: &SearchArea) -> String {
    match area {
        SearchArea::Wales => "yng Nghymru".to_owned(),
        // Ours: "in the area of", after which names do not mutate.
        SearchArea::County(county) => format!("yn ardal {}", county.welsh()),
        SearchArea::Around { radius, name, .. } => {
            let place = match name {
                PlaceName::Place(name) => to_place(name),
                PlaceName::Near(..) | PlaceName::Point(_) | PlaceName::Postcode(_) => {
                    format!("i {}", place_name(name))
                }
                // "rhywle" after "i".
                PlaceName::Somewhere(km, name) => {
                    format!("i rywle o fewn {km}\u{a0}km {}", to_place(name))
                }
            };
            let part =
                if area.leaves_wales() { ", yn y rhan o'r cylch hwn sydd yng Nghymru" } else { "" };
            format!("o fewn {}\u{a0}km {place}{part}", radius.kilometres())
        }
    }
}

/// The same without the name of the place, which the page shows apart.
fn within_it(area: &SearchArea) -> String {
    match area {
        SearchArea::Around { radius, .. } if !area.leaves_wales() => {
            format!("o fewn {}\u{a0}km", radius.kilometres())
        }
        _ => within(area),
    }
}

/// The Welsh name, or the English one where no Welsh one is known.
fn known_name(name: &Bilingual) -> &str {
    if name.cy.is_empty() { &name.en } else { &name.cy }
}

fn place_name(name: &PlaceName) -> String {
    match name {
        PlaceName::Place(name) => known_name(name).to_owned(),
        PlaceName::Near(reference, name) => format!("{reference}, ger {}", known_name(name)),
        PlaceName::Point(reference) => reference.clone(),
        PlaceName::Postcode(sector) => format!("ardal cod post {sector}"),
        PlaceName::Somewhere(km, name) => format!("rhywle o fewn {km}\u{a0}km {}", to_place(name)),
    }
}

fn severity_count(severity: Severity, count: usize) -> String {
    let noun = match severity {
        Severity::Severe => SEVERE,
        Severity::Warning => WARNING,
        Severity::Unknown => UNKNOWN,
        Severity::Alert => ALERT,
        Severity::NoLongerInForce => STOOD_DOWN,
    };
    noun.after(count)
}

/// "and 2 messages that could not be read"
fn and_unreadable(n: usize) -> String {
    let their = if n == 1 { "ei" } else { "eu" };
    format!(", {} {} na ellid {their} darllen", welsh_and(n), MESSAGE.after(n))
}

pub(super) fn counted(counts: SeverityCounts) -> String {
    let parts: Vec<String> =
        in_force(counts).map(|(severity, count)| severity_count(severity, count)).collect();
    match in_force(counts).last() {
        None => "dim rhybuddion na negeseuon llifogydd".to_owned(),
        Some((_, count)) => enumerate(&parts, welsh_and(count)),
    }
}

pub(super) static WELSH: Texts = Texts {
    // ---- published ----
    offline: "All-lein",
    forecast_caption: "Rhagolygon perygl llifogydd 5 diwrnod",
    what_to_do: "Beth i'w wneud",
    translation_follows: "Bydd yr wybodaeth ganlynol yn cael ei chyhoeddi yn Gymraeg cyn gynted ag y bydd cyfieithiad ar gael.",

    // ---- ours, to be signed off by a translator ----
    no_rising: "Nid oes mesurydd yma y gwyddys ei fod yn codi.",
    trend_value: |Trend { tendency, rate }| match (tendency, rate) {
        (Tendency::Rising, Some(rate)) => format!("↑ yn codi {}\u{a0}cm/awr", rate_of_change(rate)),
        (Tendency::Falling, Some(rate)) => {
            format!("↓ yn gostwng {}\u{a0}cm/awr", rate_of_change(rate))
        }
        (Tendency::Rising, None) => "↑ yn codi".to_owned(),
        (Tendency::Falling, None) => "↓ yn gostwng".to_owned(),
        (Tendency::Steady, _) => "→ yn sefydlog".to_owned(),
        (Tendency::Unknown, _) => "dim digon o ddarlleniadau".to_owned(),
    },
    // Ours, to be signed off by a translator.
    difference: |difference| match difference {
        Difference::New => "Newydd",
        Difference::Raised => "Wedi'i chodi",
        Difference::Lowered => "Wedi'i gostwng",
        Difference::Ended => "Wedi dod i ben",
    },
    // Published: the names of Severe, Warning and Alert, the meaning of Severe, and the second sentence of that of Warning.
    severity: |severity| match severity {
        Severity::Severe => "Rhybudd Llifogydd Difrifol",
        Severity::Warning => "Rhybudd Llifogydd",
        Severity::Unknown => "Difrifoldeb anhysbys",
        Severity::Alert => "Llifogydd: byddwch yn barod",
        Severity::NoLongerInForce => "Rhybudd nad yw mewn grym mwyach",
    },
    severity_meaning: |severity| match severity {
        Severity::Severe => "Perygl i fywyd",
        Severity::Warning => "Disgwylir llifogydd. Angen gweithredu ar unwaith",
        Severity::Unknown => "Dylid ei drin fel rhybudd llifogydd nes y bydd yn hysbys",
        Severity::Alert => "Mae llifogydd yn bosibl. Byddwch yn barod",
        Severity::NoLongerInForce => {
            "Ni ddisgwylir rhagor o lifogydd, ond gall fod dŵr o gwmpas o hyd"
        }
    },
    severity_count,

    page_title: "Rhybuddion llifogydd Cymru",
    tagline: "Data: Cyfoeth Naturiol Cymru",
    skip_to_answer: "Neidio i'r rhybuddion llifogydd",
    switch_language: "English",
    full_page: "Tudalen lawn",
    views: "Adrannau ar gyfer y lle hwn",
    show_more: "Dangos mwy",
    new_version: "Mae fersiwn newydd o'r dudalen hon yn barod. Fe'i defnyddir o'r llwytho nesaf ymlaen.",

    place_heading: "Eich lleoliad",
    place_label: "Lle, cod post, afon neu ardal llifogydd",
    place_hint: "Er enghraifft Aberhonddu, CF37 1DN neu Afon Wysg",
    place_submit: "Dangos",
    place_at_sea: "Nid oes tir o fewn y pellter hwn i'r pwynt hwnnw. Dewiswch le ar dir neu ger yr arfordir.",
    check_here: "Gwirio yma",
    show_in_list: "Dangos yn y rhestr",
    close: "Cau",
    check_here_question: "Gwirio yma?",
    use_my_location: "Defnyddio fy lleoliad",
    locating: "Yn canfod ble rydych chi…",
    location_refused: "Ni chaniataodd eich porwr i'r dudalen weld ble rydych chi. Teipiwch enw lle yn lle hynny.",
    location_unavailable: "Ni allai eich dyfais ddweud ble rydych chi. Teipiwch enw lle yn lle hynny.",
    location_rough: "Dim ond yn fras y mae eich dyfais yn gwybod ble rydych chi. Teipiwch enw lle yn lle hynny.",
    location_outside: "Mae hynny y tu allan i ardal y gwasanaeth hwn.",
    all_wales: "Cymru gyfan",
    radius_label: "o fewn",
    radius_of_place: "y pellter hwn i'ch lle",
    change_place: "Newid lle",
    change_place_short: "Newid",
    place_name,

    answer_checking: "Yn gwirio am rybuddion llifogydd…",
    answer_none: |area| {
        format!("Nid oes rhybuddion na negeseuon llifogydd mewn grym {}.", within(area))
    },
    answer_some: |counts, unreadable, area| match unreadable {
        0 => format!("{} {}", counted(counts), within(area)),
        n => format!("{}{}, {}", counted(counts), and_unreadable(n), within(area)),
    },
    // Ours, to be signed off by a translator: the border, and the messages without a position.
    answer_also: |counts, area| format!("Hefyd {}: {}.", within_it(area), counted(counts)),
    answer_county_border: |counts, county| {
        format!("Ger ffin ardal {}: {}", county.welsh(), counted(counts))
    },
    answer_circle_border: |counts| format!("Ychydig y tu allan i'ch cylch: {}", counted(counts)),
    answer_outside: |name| {
        format!("Nid oes rhybudd na neges llifogydd mewn grym ar gyfer {}.", place_name(name))
    },
    answer_nearest: |severity| format!("Yr agosaf ({severity})"),
    may_contain_place: "Gall gyrraedd eich lle: gweithredwch.",
    answer_elsewhere: |n| {
        format!(
            "Mae {} mewn grym ymhellach i ffwrdd. Gall yr ardaloedd gyrraedd y lle hwn; ni all y dudalen hon ddweud. Gweler Cymru gyfan, neu ffoniwch Floodline 0345 988 1188.",
            MESSAGE.after(n)
        )
    },
    answer_county_unplaced: |n| {
        format!(
            "Mae {} mewn grym heb bwynt yn y sir hon nac yn agos ati. Gall yr ardaloedd gyrraedd y sir; ni all y dudalen hon ddweud. Gweler Cymru gyfan, neu ffoniwch Floodline 0345 988 1188.",
            MESSAGE.after(n)
        )
    },
    outside_circle: "ychydig y tu allan i'ch cylch",
    beyond_border: "y tu hwnt i'r ffin",
    contains_place: "mae eich lle o fewn yr ardal",
    answer_and_unreadable: and_unreadable,
    answer_unreadable: |n| {
        format!(
            "Ni ellid darllen {}. Gall fod rhybudd llifogydd yma yn eu plith. Ffoniwch Floodline 0345 988 1188.",
            MESSAGE.after(n)
        )
    },
    answer_last_checked: |time, ago, is_being_checked| {
        let ago = if ago.is_empty() { String::new() } else { format!(", {ago}") };
        let now = if is_being_checked { "yn cael ei wirio nawr" } else { "ni ellir ei wirio nawr" };
        format!(
            "Mewn grym pan wiriwyd ddiwethaf {}{ago}; {now}. Gall fod rhybuddion eraill mewn grym hefyd.",
            welsh_at(time)
        )
    },
    answer_not_covered: |name| format!("Nid yw'r gwasanaeth hwn yn cwmpasu {}.", place_name(name)),
    answer_no_land: "Nid oes tir o fewn y pellter hwn, felly ni all y gwasanaeth hwn rybuddio ar ei gyfer.",
    answer_outlines_missing: "Nid oedd modd llwytho amlinelliad Cymru, felly ni all y dudalen hon ddweud a yw'r gwasanaeth yn cwmpasu'r lle hwn. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188.",
    miles: "milltir",
    choose_your_place: "Dewiswch eich lle i weld ei rybuddion.",
    // Apart, because the published name of an alert is an instruction.
    for_your_place: |severity| format!("{severity} (mae eich lle yn yr ardal)"),
    what_to_do_if_there: "Os ydych mewn ardal o'r fath",
    national_service: "Rhybuddion llifogydd ar wefan Cyfoeth Naturiol Cymru",
    answer_provisional: "Am y tro: mae'r gwasanaeth yn dal i gael ei holi am y lle hwn.",
    answer_by_distance: "Dewiswyd ar y ddyfais hon yn ôl pellter o'r lle; ni ellid holi'r gwasanaeth am y lle hwn.",
    answer_without_point: |n| {
        format!("Ni ellid lleoli {} heb safle: gweler Cymru gyfan.", MESSAGE.after(n))
    },
    answer_unknown: |since, leaves_wales| {
        let part = if leaves_wales { " yn y rhan o'r cylch hwn sydd yng Nghymru" } else { "" };
        let since = since.map_or_else(String::new, |since| format!(" ers {since}"));
        format!(
            "Nid oes modd gwirio rhybuddion llifogydd{part}{since}. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188."
        )
    },
    answer_place_unknown: |since| {
        let since = since.map_or_else(String::new, |since| format!(" ers {since}"));
        format!(
            "Nid oes modd gwirio rhybuddion llifogydd ar gyfer y lle hwn{since}. Gall fod rhybuddion mewn grym. Ffoniwch Floodline 0345 988 1188."
        )
    },
    // Published phrases in this text are "mewn lle diogel gyda modd o ddianc", "becyn llifogydd o
    // eitemau hanfodol".
    advice: |severity| match severity {
        Severity::Severe => &[
            "Mae perygl i fywyd. Dilynwch gyfarwyddiadau'r gwasanaethau brys.",
            "Os ydych mewn perygl uniongyrchol, ffoniwch 999.",
            "Arhoswch mewn lle diogel gyda modd o ddianc.",
        ],
        Severity::Warning | Severity::Unknown => &[
            "Symudwch bobl, anifeiliaid anwes a phethau gwerthfawr i le diogel.",
            "Diffoddwch y nwy, y trydan a'r dŵr os yw'n ddiogel gwneud hynny.",
            "Rhowch offer amddiffyn rhag llifogydd yn eu lle.",
        ],
        Severity::Alert => &[
            "Paratowch becyn llifogydd o eitemau hanfodol.",
            "Daliwch i wirio am rybuddion llifogydd.",
            "Cadwch lygad ar lefelau afonydd lleol.",
            "Gwiriwch y rhagolygon pum diwrnod.",
        ],
        Severity::NoLongerInForce => &[
            "Gall dŵr llifogydd fod o gwmpas o hyd. Cadwch allan ohono.",
            "Os cawsoch lifogydd, cysylltwch â'ch yswiriwr.",
        ],
    },
    checked: |time| format!("Gwiriwyd {}", welsh_at(time)),
    emergency: "Argyfwng 999",

    warnings: "Rhybuddion",
    warnings_here: "Rhybuddion a negeseuon llifogydd",
    messages_count: |all, in_force| format!("{}, {in_force} mewn grym", MESSAGE.after(all)),
    no_longer_in_force_count: |n| format!("Ddim mewn grym mwyach ({n})"),
    no_messages: "Nid yw'r gwasanaeth yn rhestru rhybuddion na negeseuon llifogydd yma.",
    messages_unknown: "Nid oedd modd llwytho'r rhestr rhybuddion.",
    messages_unreadable: |n| {
        format!("Ni ellid darllen {}. Gall fod rhybudd llifogydd yn eu plith.", MESSAGE.after(n))
    },
    unnamed_area: "Ardal heb enw",
    text_cut: "Mae'r testun yn hirach. Dim ond y 10,000 nod cyntaf a ddangosir.",
    area_code: "Cod yr ardal",
    region: "Rhanbarth",
    region_name: |region| match region {
        Region::North => Some("Gogledd"),
        Region::SouthEast => Some("De-ddwyrain"),
        Region::SouthWest => Some("De-orllewin"),
        Region::Other(_) => None,
    },
    water: "Llifogydd o",
    water_kind: |water| match water {
        FloodSource::Tidal => "y môr neu afon lanwol",
        FloodSource::River => "afon",
        FloodSource::Unknown => "heb ei nodi",
    },
    in_force_since: "Mewn grym ers",
    stood_down_at: "Daeth i ben",
    raised: "Cyhoeddwyd",
    message_changed: "Diweddarwyd y neges",
    no_message: "Nid yw'r gwasanaeth yn rhoi testun gyda'r rhybudd neu'r neges hon.",
    distance: "Pellter",
    without_point: "Nid yw'r gwasanaeth yn rhoi safle i'r ardal hon, felly nid yw ar y map.",
    contradictory: "Mae'r gwasanaeth yn gwrth-ddweud ei hun am y difrifoldeb. Dangosir y mwyaf difrifol.",
    time_not_given: "amser heb ei roi",

    rivers: "Afonydd",
    gauges_count: |n| GAUGE.after(n),
    no_gauges: "Nid oes mesurydd o fewn y pellter hwn.",
    // Ours, to be signed off by a translator.
    no_gauges_of_county: "Nid oes mesurydd hysbys yn y sir hon, neu nid yw ei hamlinelliad wedi llwytho.",
    no_current: "Nid oes gan unrhyw fesurydd yma ddarlleniad cyfredol.",
    gauges_unreadable: "Ni ellid darllen rhestr mesuryddion y gwasanaeth.",
    gauges_unknown: "Nid oedd modd llwytho lefelau'r afonydd.",
    level_reached: "Lefel leol wedi'i chyrraedd:",
    no_gauges_returned: "Ni ddychwelodd y gwasanaeth unrhyw fesuryddion.",
    not_reported: "ddim yn ateb diweddaraf y ffynhonnell",
    unnamed_gauge: "Mesurydd dienw",
    no_reading: "dim darlleniad",
    sensor_fault: "nam ar y synhwyrydd",
    last_reading: |time| format!("darlleniad diwethaf {time}"),
    time_ahead: "mae'r amser yn edrych yn anghywir",
    grid_reference: "Cyfeirnod grid",

    watched: "Rhestr wylio",
    watched_short: "Gwylio",
    forecast: "Rhagolygon",
    county: "Sir",

    part_not_loaded: "Nid yw'r rhan hon o'r dudalen wedi llwytho.",
    try_again: "Rhoi cynnig arall arni",
    check_now: "Gwirio nawr",

    map_label: "Map o fesuryddion afonydd a rhybuddion llifogydd. Mae rhai'r lle a ddewiswyd yn y rhestrau.",
    map_keys: |warnings, gauges| {
        format!(
            "Mae'r map yn dangos {} llifogydd {} {} afonydd. Mae'r saethau yn ei symud, + a − yn chwyddo, N yn darllen y symbol nesaf, ac Enter yn ei ddangos yn y rhestr.",
            MESSAGE.after(warnings),
            welsh_and(gauges),
            GAUGE.after(gauges),
        )
    },
    map_zoom_in: "Chwyddo i mewn",
    map_zoom_out: "Chwyddo allan",
    map_full_screen: "Map mawr",
    map_leave_full_screen: "Map bach",
    map_unavailable: "Nid oedd modd llwytho'r map. Mae popeth y byddai'n ei ddangos yn y rhestrau.",

    attribution: "Yn cynnwys gwybodaeth Cyfoeth Naturiol Cymru © Cyfoeth Naturiol Cymru a Hawl Cronfa Ddata. Cedwir pob hawl. Yn cynnwys data Asiantaeth yr Amgylchedd. Trwydded Llywodraeth Agored v3.0. Yn cynnwys data OS © Hawlfraint y Goron a hawliau cronfa ddata. Map: Natural Earth, GeoNames (CC BY 4.0). Gorsafoedd rheilffordd: David Wheatley, Trainline EU (ODbL 1.0).",
    not_validated: "Mae'r data'n awtomatig a heb ei ddilysu. Peidiwch â dibynnu arno'n unig lle mae diogelwch yn y fantol.",
    direction: |direction| match direction {
        Direction::North => "i'r gogledd",
        Direction::NorthEast => "i'r gogledd-ddwyrain",
        Direction::East => "i'r dwyrain",
        Direction::SouthEast => "i'r de-ddwyrain",
        Direction::South => "i'r de",
        Direction::SouthWest => "i'r de-orllewin",
        Direction::West => "i'r gorllewin",
        Direction::NorthWest => "i'r gogledd-orllewin",
    },
};

//! The search table `search-queries.tsv`: for each query the kind, the English name and the county of the first
//! suggestion, and how it follows from the text; or the problem.
#![allow(clippy::expect_used, clippy::panic)] // a test ends on what it did not expect

use gorlif_core::{
    area_names::AreaNames,
    basemap::Basemap,
    domain::{
        county::County,
        geo::{Distance, Position},
        station::Station,
        warning::Warning,
    },
    flood_areas::Projection,
    gazetteer::{
        Gazetteer, RailwayStation,
        further_places::{self, FurtherPlace},
        index::{self, Certainty, Directory, Kind, Suggestion},
        search::{self, SearchError},
    },
    test_support,
};
use std::sync::Arc;

/// The English and Welsh titles of gauges.
const GAUGES: [(&str, &str); 21] = [
    ("Taff at Pontypridd", "Afon Taf ym Mhontypridd"),
    ("Taff at Merthyr Tydfil", "Afon Taf ym Merthyr Tudful"),
    ("Tywi at Capel Dewi", "Afon Tywi yng Nghapel Dewi"),
    ("Tywi at Llandovery", "Afon Tywi yn Llanymddyfri"),
    ("Usk at Brecon", "Afon Wysg yn Aberhonddu"),
    ("Usk at Trostrey Weir", "Afon Wysg yng Nghored Trostre"),
    ("Wye at Erwood", "Afon Gwy yn Erwyd"),
    ("Dee at Bangor on Dee", "Afon Dyfrdwy ym Mangor-is-y-coed"),
    ("Teifi at Glan Teifi", "Afon Teifi yng Nglan Teifi"),
    ("Rheidol at Cwm Rheidol", "Afon Rheidol yng Nghwm Rheidol"),
    ("Ogmore at Bridgend", "Afon Ogwr ym Mhen-y-bont ar Ogwr"),
    ("Neath at Resolven", "Afon Nedd yn Resolfen"),
    ("Severn at Abermule", "Afon Hafren yn Aber-miwl"),
    ("River Afan at Greenpark Weir", "Afon Afan yng Nghored Green Park"),
    ("Conwy at Cwmlanerch", "Afon Conwy yng Nghwmlannerch"),
    ("Dyfi at Machynlleth", "Afon Dyfi ym Machynlleth"),
    ("Glaslyn at Beddgelert", "Afon Glaslyn ym Meddgelert"),
    ("Monnow at Skenfrith", "Afon Mynwy yn Ynysgynwraidd"),
    ("Vyrnwy at Meifod", "Afon Efyrnwy ym Meifod"),
    ("Severn at Llandrinio", "Afon Hafren yn Llandrinio"),
    ("Wye at Glasbury", "Afon Gwy yn y Clas-ar-Wy"),
];
const AREAS: [(&str, &str); 4] = [
    ("103FWFTY05", "River Tywi at Carmarthen Quay"),
    ("101FWFTF08", "River Taff at Pontypridd"),
    ("101WAFYM10", "Rivers Usk and Honddu in Brecon"),
    ("102TWCAR01", "Tidal area at Aberystwyth promenade"),
];

struct Data {
    gazetteer: Gazetteer,
    railway_stations: Vec<RailwayStation>,
    further_places: Vec<FurtherPlace>,
    basemap: Basemap,
    counties: Vec<(County, Position, Distance)>,
    stations: Vec<Arc<Station>>,
    warnings: Vec<Warning>,
    areas: AreaNames,
}

impl Data {
    fn new() -> Self {
        let gauge = |(id, (en, cy)): (usize, &(&str, &str))| {
            let properties = format!(r#""Location":"{id}","TitleEN":"{en}","TitleCY":"{cy}""#);
            test_support::feature(test_support::BRECON, &properties)
        };
        let area = |(code, name): &(&str, &str)| {
            let properties =
                format!(r#""FWACODE":"{code}","DESCRIPTION":"{name}","SEVERITYVALUE":2"#);
            test_support::feature(test_support::BRECON, &properties)
        };
        let gauges: Vec<String> = GAUGES.iter().enumerate().map(gauge).collect();
        let areas: Vec<String> = AREAS.iter().map(area).collect();
        let now = "2026-11-20T12:00:00Z".parse().expect("an instant");
        let basemap = Basemap::decode(include_bytes!("../../public/basemap.txt"));
        let basemap = basemap.expect("the basemap");
        Self {
            railway_stations: RailwayStation::decode_all(include_bytes!(
                "../../public/railway-stations.txt"
            ))
            .expect("the stations"),
            further_places: Vec::new(),
            gazetteer: Gazetteer::decode(include_bytes!("../../public/gazetteer.txt"))
                .expect("the gazetteer"),
            counties: basemap.county_circles(),
            basemap,
            stations: test_support::stations(&gauges, now).to_vec(),
            warnings: test_support::warnings(&areas).content,
            areas: AreaNames::default(),
        }
    }

    fn directory(&self) -> Directory<'_> {
        Directory {
            gazetteer: Some(&self.gazetteer),
            railway_stations: &self.railway_stations,
            further_places: &self.further_places,
            counties: &self.counties,
            stations: &self.stations,
            warnings: &self.warnings,
            areas: Some(&self.areas),
        }
    }

    fn index(&self) -> Vec<Suggestion> {
        let mut index = self.directory().index();
        // As the page does.
        index::complete_counties(&mut index, |position| self.basemap.county_at(position));
        index
    }

    /// Kind, English name, county and certainty of a suggestion, as in the table. Gauges and areas are all in Brecon here.
    fn row(&self, found: &Suggestion) -> String {
        let county = match found.kind {
            Kind::Place | Kind::County | Kind::Postcode | Kind::RailwayStation => {
                found.county.or_else(|| self.basemap.county_at(found.position))
            }
            Kind::River | Kind::Area | Kind::Gauge | Kind::Coordinates => None,
        };
        let county = county.map_or("-", County::id);
        let certainty = match found.certainty {
            Certainty::WholeName => "whole",
            Certainty::PartOfName => "part",
            Certainty::Similar => "similar",
            Certainty::PlaceOfAddress => "address",
        };
        format!("{}\t{}\t{county}\t{certainty}", found.kind.id(), found.name.en)
    }

    fn search(&self, text: &str) -> Result<Vec<Suggestion>, SearchError> {
        search::search(text, &self.index(), &self.directory())
    }
}

// case 100
#[test]
fn every_query_of_the_table_has_its_first_hit() {
    let data = Data::new();
    let index = data.index();
    let (mut count, mut wrong) = (0, Vec::new());
    for line in include_str!("search-queries.tsv").lines().skip(1) {
        let Some((query, expected)) = line.split_once('\t') else { panic!("{line}") };
        let found = search::search(query, &index, &data.directory());
        let found = found
            .map_or_else(|problem| format!("none\t{problem:?}\t-\t-"), |found| data.row(&found[0]));
        count += 1;
        if found != expected {
            wrong.push(format!("{query}: found {found:?}, expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 300, "{count}");
}

#[test]
fn without_the_gazetteer_gauges_and_areas_are_found() {
    let data = Data::new();
    let directory =
        Directory { stations: &data.stations, warnings: &data.warnings, ..Directory::default() };
    let index = directory.index();
    let first = |text| search::search(text, &index, &directory).map(|found| found[0].kind);
    assert_eq!(first("tywi"), Ok(Kind::River));
    assert_eq!(first("101FWFTF08"), Ok(Kind::Area));
    assert_eq!(first("aberaeron"), Err(SearchError::NotFound));
    assert_eq!(first("CF37 1DN"), Err(SearchError::UnknownPostcode));
}

// case 156, 224
#[test]
fn a_text_chooses_its_first_suggestion_unless_another_is_as_likely() {
    let data = Data::new();
    let index = data.index();
    let chosen = |text| {
        let found = search::search(text, &index, &data.directory())?;
        search::choose(found).map(|found| (found.kind, found.name.en))
    };
    for (text, kind, name) in [
        ("Brecon", Kind::Place, "Brecon"),
        ("cardiff", Kind::Place, "Cardiff"),
        ("Crick", Kind::Place, "Crickhowell"),
        ("crickhowel", Kind::Place, "Crickhowell"),
        ("Builth", Kind::Place, "Builth Wells"),
        ("Merthyr", Kind::Place, "Merthyr Tydfil"),
        ("newport", Kind::Place, "Newport"),
        ("Newport, Pembrokeshire", Kind::Place, "Newport"),
        ("Hay", Kind::Place, "Hay-on-Wye"),
        ("Tywyn", Kind::Place, "Tywyn"),
        ("Bangor", Kind::Place, "Bangor"),
        ("Llangollen", Kind::Place, "Llangollen"),
        ("St Asaph", Kind::Place, "St Asaph"),
        ("Usk", Kind::Place, "Usk"),
        ("Rhyl", Kind::Place, "Rhyl"),
        ("Pontypridd", Kind::Place, "Pontypridd"),
        ("ym Mhontypridd", Kind::Place, "Pontypridd"),
        ("Abergav", Kind::Place, "Abergavenny"),
        ("Y Fenni", Kind::Place, "Abergavenny"),
        ("Llandeilo", Kind::Place, "Llandeilo"),
        ("Carmarthen", Kind::Place, "Carmarthen"),
        ("Caerfyrddin", Kind::Place, "Carmarthen"),
        ("Haverford", Kind::Place, "Haverfordwest"),
        ("Tyddewi", Kind::Place, "St Davids"),
        ("Monmouth", Kind::Place, "Monmouth"),
        ("Betws", Kind::Place, "Betws"),
        ("Conwy", Kind::Place, "Conwy"),
        ("Llanfair", Kind::Place, "Llanfair"),
        ("Neath", Kind::Place, "Neath"),
        ("Swansea", Kind::Place, "Swansea"),
        ("Chester", Kind::Place, "Chester"),
        ("powys", Kind::County, "Powys"),
        ("CF37 1DN", Kind::Postcode, "CF37 1"),
        ("CF37", Kind::Postcode, "CF37"),
        ("ll18", Kind::Postcode, "LL18"),
        ("CF10", Kind::Postcode, "CF10"),
        ("Tywi at Capel Dewi", Kind::Gauge, "Tywi at Capel Dewi"),
        ("Skenfrith", Kind::Gauge, "Monnow at Skenfrith"),
        ("wye", Kind::River, "Wye"),
        ("Afon Gwy", Kind::River, "Wye"),
        ("River Tywi", Kind::River, "Tywi"),
        ("River Usk", Kind::River, "Usk"),
        ("51.95, -3.39", Kind::Coordinates, "SO 045 288"),
    ] {
        assert_eq!(chosen(text), Ok((kind, name.to_owned())), "{text}");
    }
    for (text, problem) in [
        ("pen", SearchError::Ambiguous),
        ("llan", SearchError::Ambiguous),
        ("Ponty", SearchError::Ambiguous),
        // The populations of the others of the name are not known.
        ("Cwm", SearchError::Ambiguous),
        ("Llangwm", SearchError::Ambiguous),
        // Swansea is "Abertawe", Cardiff "Caerdydd", and Chester "Caer".
        ("Abert", SearchError::Ambiguous),
        ("Caer", SearchError::Ambiguous),
        ("Ross", SearchError::Ambiguous),
        // Blaenau Ffestiniog, or Blaenau Gwent.
        ("Blaenau", SearchError::Ambiguous),
        ("CF37 1DN, now LD3 7HP", SearchError::Ambiguous),
        ("Towyn", SearchError::OnlySimilar),
        ("Taffs Well", SearchError::OnlyRailwayStation),
    ] {
        assert_eq!(chosen(text), Err(problem), "{text}");
    }
    for text in ["", "zzz", "💧", "<>", "   "] {
        assert_eq!(chosen(text), Err(SearchError::NotFound), "{text}");
    }
}

// case 156
#[test]
fn places_of_wales_come_before_those_of_england() {
    let data = Data::new();
    let index = data.index();
    let in_wales = |position: Position| {
        let places = &data.gazetteer.places;
        places.iter().find(|place| place.position == position).is_none_or(|place| place.in_wales)
    };
    for a in 'a'..='z' {
        for text in ('a'..='z').map(|b| format!("{a}{b}")).chain([a.to_string()]) {
            let found = search::search(&text, &index, &Directory::default()).unwrap_or_default();
            let inside: Vec<bool> = found.iter().map(|one| in_wales(one.position)).collect();
            assert!(inside.is_sorted_by(|a, b| a >= b), "{text}");
        }
    }
}

#[test]
fn hostile_texts_are_answered_without_a_panic() {
    let data = Data::new();
    for text in [
        "a".repeat(10_000),
        "é ".repeat(5_000),
        "אבג".to_owned(),
        "\u{202e}abc".to_owned(),
        "\0".to_owned(),
    ] {
        assert!(data.search(&text).is_err(), "{}", text.len());
    }
}

// case 169
#[test]
fn a_corrected_name_is_a_question_and_a_name_of_the_service_comes_before_it() {
    let mut data = Data::new();
    let choose = |data: &Data, text: &str| {
        let found = data.search(text);
        found.and_then(search::choose).map(|chosen| chosen.name.en)
    };
    for text in ["Towyn", "Nantgarw"] {
        let found = data.search(text).expect("similar names");
        assert!(
            found.iter().all(|suggestion| suggestion.certainty == Certainty::Similar),
            "{text}: {found:?}"
        );
        assert_eq!(choose(&data, text), Err(SearchError::OnlySimilar), "{text}");
    }
    assert_eq!(choose(&data, "Tywyn"), Ok("Tywyn".to_owned()));
    // The coast at Pensarn by Abergele is not the railway station of that name.
    assert_eq!(choose(&data, "Pensarn"), Err(SearchError::Ambiguous));
    assert_eq!(choose(&data, "Skewen"), Err(SearchError::OnlyRailwayStation));
    assert_eq!(choose(&data, "12 High Street, Brecon"), Err(SearchError::OnlyPlaceOfAddress));
    // An area has the name, or the text of a message has it.
    for (properties, certainty) in [
        (r#""DESCRIPTION":"Coast from Towyn to Kinmel Bay""#, Certainty::PartOfName),
        (
            r#""DESCRIPTION":"Abergele coast","RIM_ENGLISH":"Properties at Towyn, and at Pensarn.""#,
            Certainty::Similar,
        ),
    ] {
        let feature = format!(r#""FWACODE":"102","SEVERITYVALUE":1,{properties}"#);
        let feature = test_support::feature(Some([-3.53, 53.3]), &feature);
        data.warnings = test_support::warnings(&[feature]).content;
        let found = data.search("towyn").expect("the area");
        let kinds: Vec<(Kind, Certainty)> =
            found.iter().map(|suggestion| (suggestion.kind, suggestion.certainty)).collect();
        assert_eq!(kinds, [(Kind::Area, certainty)], "{properties}");
    }
}

#[test]
fn a_place_of_a_response_is_found_and_a_known_one_stays_as_it_is() {
    let mut data = Data::new();
    let body = r#"{"result":[
        {"name_1":"Kinmel Bay","name_1_lang":"eng","name_2":"Bae Cinmel","name_2_lang":"cym","local_type":"Village",
         "county_unitary":"Conwy - Conwy","country":"Wales","latitude":53.313,"longitude":-3.519},
        {"name_1":"Brecon","local_type":"Town","country":"Wales","latitude":51.948,"longitude":-3.391}]}"#;
    assert_eq!(data.search("kinmel bay"), Err(SearchError::NotFound));
    data.further_places = further_places::decode(body.as_bytes()).expect("a response");
    for text in ["kinmel bay", "Bae Cinmel", "ym Mae Cinmel"] {
        let found = data.search(text).and_then(search::choose).map(|found| found.name.en);
        assert_eq!(found.as_deref(), Ok("Kinmel Bay"), "{text}");
    }
    let found = data.search("Brecon").expect("the town");
    let places: Vec<&Suggestion> = found.iter().filter(|found| found.kind == Kind::Place).collect();
    assert_eq!(places.len(), 1);
    assert_eq!(places[0].local_type, None);
}

#[test]
fn each_place_is_found_by_the_name_and_county_that_the_page_shows() {
    let data = Data::new();
    let index = data.index();
    for place in index.iter().filter(|entry| entry.kind == Kind::Place) {
        let Some(county) = place.county else { continue };
        let text = format!("{}, {}", place.name.en, county.english());
        let found = search::search(&text, &index, &Directory::default()).expect(&text);
        let is_it = |found: &Suggestion| found.position == place.position;
        assert!(found.iter().any(is_it), "{text}: {:?}", found[0].name.en);
    }
}

#[test]
fn a_street_is_found_in_the_descriptions_of_areas_and_a_welsh_name_in_those_of_messages() {
    let mut data = Data::new();
    let file = r#"{"version":1,"areas":[
        {"code":"103FWFUsk","name_en":"River Usk at Usk","description_en":"Parts of Usk including Porthycarne Street.","at":[-2.903,51.702]},
        {"code":"103FWFHon","name_en":"Honddu","name_cy":"Hen enw'r Honddu","description_cy":"Rhannau o Heol yr Orsaf","at":[-3.39,51.95]},
        {"code":"103WAF","description_en":"Porthycarne Street without a point"}
    ]}"#;
    assert_eq!(data.search("porthycarne street"), Err(SearchError::NotFound));
    data.areas = AreaNames::decode(file.as_bytes(), Projection::Wgs84).expect("a file");
    let rows = |data: &Data, text: &str| {
        let found = data.search(text).expect(text);
        found.into_iter().map(|found| (found.name.en, found.selection)).collect::<Vec<_>>()
    };
    for text in ["Porthycarne Street", "porthycarne", "PORTHYCARNE STREET"] {
        assert_eq!(rows(&data, text), [("River Usk at Usk".to_owned(), None)], "{text}");
    }
    assert_eq!(rows(&data, "heol yr orsaf"), [("Honddu".to_owned(), None)]);
    // Another town has a street of that name too: it is a question.
    let chosen = data.search("heol yr orsaf").and_then(search::choose);
    assert_eq!(chosen, Err(SearchError::OnlySimilar));
    // A part of a word is no street, and a place of the name comes first.
    assert_eq!(data.search("porthycarn street"), Err(SearchError::NotFound));
    assert_eq!(data.search("usk").expect("the town")[0].kind, Kind::Place);
    // With a message, it is the message's area, under its name, and with its Welsh one.
    let feature = r#""FWACODE":"103FWFHon","DESCRIPTION":"River Honddu, Brecon","SEVERITYVALUE":1"#;
    data.warnings =
        test_support::warnings(&[test_support::feature(test_support::BRECON, feature)]).content;
    for text in ["heol yr orsaf", "hen enw'r honddu"] {
        let [(name, selection)] = &rows(&data, text)[..] else { panic!("{text}") };
        assert_eq!((&**name, selection.is_some()), ("River Honddu, Brecon", true), "{text}");
    }
}

// case 217
#[test]
fn words_of_a_text_are_a_question_with_all_places_whose_texts_have_them() {
    let mut data = Data::new();
    let bala = r#""FWACODE":"1","DESCRIPTION":"River Dee at Bala","SEVERITYVALUE":4,"RIM_ENGLISH":"Station Road is dry again; river levels fall.""#;
    data.warnings =
        test_support::warnings(&[test_support::feature(Some([-3.6, 52.9]), bala)]).content;
    let file = r#"{"version":1,"areas":[{"code":"2","name_en":"River Usk at Brecon","description_en":"Station Road, Brecon","at":[-3.39,51.95]}]}"#;
    data.areas = AreaNames::decode(file.as_bytes(), Projection::Wgs84).expect("a file");
    for (text, names) in [
        ("Station Road", &["River Dee at Bala", "River Usk at Brecon"][..]),
        ("river levels", &["River Dee at Bala"]),
    ] {
        let found = data.search(text).expect(text);
        let found_names: Vec<&str> = found.iter().map(|found| &*found.name.en).collect();
        assert_eq!(found_names, names, "{text}");
        assert_eq!(search::choose(found), Err(SearchError::OnlySimilar), "{text}");
    }
}

//! The 22 counties of Wales and the names they go by in the forecast.

use super::{bilingual::Bilingual, text_folding};

/// One of the 22 principal areas of Wales, as an index into [`COUNTIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct County(u8);

/// Id (also in addresses and in the bundled atlas), English, Welsh, and further names seen or to be
/// expected.
struct Entry(&'static str, &'static str, &'static str, &'static [&'static str]);

/// In the order of the English names. Names are compared folded, see [`fold`].
const COUNTIES: [Entry; 22] = [
    Entry("blaenau-gwent", "Blaenau Gwent", "Blaenau Gwent", &[]),
    Entry("bridgend", "Bridgend", "Pen-y-bont ar Ogwr", &["Pen y bont"]),
    Entry("caerphilly", "Caerphilly", "Caerffili", &[]),
    Entry("cardiff", "Cardiff", "Caerdydd", &[]),
    Entry("carmarthenshire", "Carmarthenshire", "Sir Gaerfyrddin", &["Sir Gâr"]),
    Entry("ceredigion", "Ceredigion", "Ceredigion", &["Cardiganshire", "Sir Ceredigion"]),
    Entry("conwy", "Conwy", "Conwy", &["Aberconwy and Colwyn", "Conway"]),
    Entry("denbighshire", "Denbighshire", "Sir Ddinbych", &[]),
    Entry("flintshire", "Flintshire", "Sir y Fflint", &["Sir Fflint"]),
    Entry("gwynedd", "Gwynedd", "Gwynedd", &["Caernarfonshire and Merionethshire"]),
    Entry("isle-of-anglesey", "Isle of Anglesey", "Ynys Môn", &["Anglesey", "Sir Ynys Môn", "Môn"]),
    Entry("merthyr-tydfil", "Merthyr Tydfil", "Merthyr Tudful", &["Merthyr"]),
    Entry("monmouthshire", "Monmouthshire", "Sir Fynwy", &[]),
    Entry(
        "neath-port-talbot",
        "Neath Port Talbot",
        "Castell-nedd Port Talbot",
        &["Neath and Port Talbot"],
    ),
    Entry("newport", "Newport", "Casnewydd", &[]),
    Entry("pembrokeshire", "Pembrokeshire", "Sir Benfro", &[]),
    Entry("powys", "Powys", "Powys", &[]),
    Entry(
        "rhondda-cynon-taf",
        "Rhondda Cynon Taf",
        "Rhondda Cynon Taf",
        &["Rhondda Cynon Taff", "RCT"],
    ),
    Entry("swansea", "Swansea", "Abertawe", &["Swansea Bay"]),
    Entry("torfaen", "Torfaen", "Torfaen", &["Tor-faen"]),
    Entry("vale-of-glamorgan", "Vale of Glamorgan", "Bro Morgannwg", &["Glamorgan Vale"]),
    Entry("wrexham", "Wrexham", "Wrecsam", &[]),
];

impl County {
    /// All 22, in the order of the English names.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..22).map(Self)
    }

    fn entry(self) -> &'static Entry {
        &COUNTIES[usize::from(self.0) % COUNTIES.len()]
    }

    /// The id used in addresses and in the atlas: "isle-of-anglesey".
    pub fn id(self) -> &'static str {
        self.entry().0
    }

    pub fn english(self) -> &'static str {
        self.entry().1
    }

    pub fn welsh(self) -> &'static str {
        self.entry().2
    }

    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|county| county.id() == id)
    }

    /// The county that a name of the forecast means, in either language and any of the known forms.
    pub fn from_name(name: &Bilingual) -> Option<Self> {
        // Most often a name is as it stands here, and folding all of them takes a while on a small
        // device.
        Self::all().find(|county| name.en == county.english()).or_else(|| {
            let names = [fold(&name.en), fold(&name.cy)];
            Self::all().find(|county| {
                let Entry(_, en, cy, others) = county.entry();
                [*en, *cy].iter().chain(*others).any(|known| names.contains(&fold(known)))
            })
        })
    }
}

/// Counties and unitary authorities of England, which the same forecast may list. A name among them
/// is no misspelt Welsh county.
const ENGLISH: &str = "Bath and North East Somerset|Bedford|Bedfordshire|Berkshire|Birmingham|Blackburn with Darwen|Blackpool|\
Bournemouth, Christchurch and Poole|Brighton and Hove|Bristol|Buckinghamshire|Cambridgeshire|Central Bedfordshire|Cheshire|Cheshire East|\
Cheshire West and Chester|Cornwall|Cumberland|Cumbria|Darlington|Derby|Derbyshire|Devon|Dorset|Durham|East Riding of Yorkshire|East Sussex|\
Essex|Gloucestershire|Greater London|Greater Manchester|Halton|Hampshire|Hartlepool|Herefordshire|Hertfordshire|Isle of Wight|\
Isles of Scilly|Kent|Kingston upon Hull|Lancashire|Leicester|Leicestershire|Lincolnshire|Liverpool|London|Luton|Manchester|Medway|\
Merseyside|Middlesbrough|Milton Keynes|Norfolk|North East Lincolnshire|North Lincolnshire|North Northamptonshire|North Somerset|\
North Yorkshire|Northamptonshire|Northumberland|Nottingham|Nottinghamshire|Oxfordshire|Peterborough|Plymouth|Portsmouth|Reading|\
Redcar and Cleveland|Rutland|Shropshire|Slough|Somerset|South Gloucestershire|South Yorkshire|Southampton|Southend-on-Sea|Staffordshire|\
Stockton-on-Tees|Stoke-on-Trent|Suffolk|Surrey|Swindon|Telford and Wrekin|Thurrock|Torbay|Tyne and Wear|Warrington|Warwickshire|\
West Berkshire|West Midlands|West Northamptonshire|West Sussex|West Yorkshire|Westmorland and Furness|Wiltshire|Windsor and Maidenhead|\
Wokingham|Worcestershire|York";

/// Whether the name is a county of England.
pub fn is_english(name: &Bilingual) -> bool {
    let name = fold(&name.en);
    ENGLISH.split('|').any(|known| fold(known) == name)
}

/// A county's name without what differs between writers: case, accents, punctuation, "The", "County
/// of", "City of", "Council".
pub fn fold(name: &str) -> String {
    let messages = text_folding::folded_words(&name.replace('&', " and "));
    let kept: Vec<&str> = messages
        .iter()
        .map(String::as_str)
        .filter(|word| {
            !matches!(
                *word,
                "the"
                    | "county"
                    | "city"
                    | "borough"
                    | "council"
                    | "cyngor"
                    | "dinas"
                    | "bwrdeistref"
            )
        })
        .collect();
    let joins = |word: &str| matches!(word, "of" | "and");
    let mut kept = kept.as_slice();
    while let [first, rest @ ..] = kept
        && joins(first)
    {
        kept = rest;
    }
    while let [rest @ .., last] = kept
        && joins(last)
    {
        kept = rest;
    }
    kept.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Option<&'static str> {
        County::from_name(&Bilingual::new(name, "")).map(County::id)
    }

    #[test]
    fn case_61_every_county_is_found_by_each_of_its_names() {
        for county in County::all() {
            assert_eq!(named(county.english()), Some(county.id()));
            assert_eq!(County::from_name(&Bilingual::new("", county.welsh())), Some(county));
            assert_eq!(County::from_id(county.id()), Some(county));
        }
        for (name, id) in [
            ("Rhondda, Cynon, Taff", "rhondda-cynon-taf"),
            ("The Vale of Glamorgan", "vale-of-glamorgan"),
            ("ANGLESEY", "isle-of-anglesey"),
            ("City and County of Swansea", "swansea"),
            ("Cardiff City Council", "cardiff"),
            ("Ynys Mon", "isle-of-anglesey"),
            ("Merthyr Tydfil County Borough Council", "merthyr-tydfil"),
            ("Neath & Port Talbot", "neath-port-talbot"),
            ("Sir Gaerfyrddin", "carmarthenshire"),
        ] {
            assert_eq!(named(name), Some(id), "{name}");
        }
    }

    #[test]
    fn an_english_county_is_none_of_ours() {
        for name in ["Shropshire", "Herefordshire", "", "of", "__proto__", "Newport Pagnell"] {
            assert_eq!(named(name), None, "{name}");
        }
        for (name, english) in [
            ("Shropshire", true),
            ("Bristol, City of", true),
            ("Herefordshire, County of", true),
            ("Gwynned", false),
            ("", false),
        ] {
            assert_eq!(is_english(&Bilingual::new(name, "")), english, "{name}");
        }
    }
}

//! The 22 counties of Wales and the names that the forecast uses for them.

use super::{bilingual::Bilingual, text_folding};

/// One of the 22 principal areas of Wales, as an index into `COUNTIES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct County(u8);

/// Where a position lies relative to a county.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountyRelation {
    /// Within its outline, or at sea near it.
    Inside,
    /// Outside, but so near that a target area with its point there may reach into the county.
    Near,
    /// Further away, where a large target area may still reach into the county.
    Beyond,
    /// Elsewhere.
    Elsewhere,
}

/// Id (used in addresses and in the bundled basemap), English name, Welsh name, and alternative
/// names.
struct Entry(&'static str, &'static str, &'static str, &'static [&'static str]);

/// In alphabetical order of the English names. Names are compared after [`county_key`].
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
    /// All 22 counties, in alphabetical order of their English names.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..22).map(Self)
    }

    fn entry(self) -> &'static Entry {
        &COUNTIES[usize::from(self.0) % COUNTIES.len()]
    }

    /// The id used in addresses and in the basemap, for example "isle-of-anglesey".
    pub fn id(self) -> &'static str {
        self.entry().0
    }

    /// The English name, for example "Isle of Anglesey".
    pub fn english(self) -> &'static str {
        self.entry().1
    }

    /// The Welsh name, for example "Ynys Môn".
    pub fn welsh(self) -> &'static str {
        self.entry().2
    }

    /// Finds the county with this id. Ids are compared exactly.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|county| county.id() == id)
    }

    /// Finds the county with this name, in either language and in any known form.
    pub fn from_name(name: &Bilingual) -> Option<Self> {
        // Most names match exactly, and folding every known name is slow on a small device.
        Self::all().find(|county| name.en == county.english()).or_else(|| {
            let names = [county_key(&name.en), county_key(&name.cy)];
            Self::all().find(|county| {
                let Entry(_, en, cy, others) = county.entry();
                [*en, *cy].iter().chain(*others).any(|known| names.contains(&county_key(known)))
            })
        })
    }
}

/// Counties and unitary authorities of England, which the forecast may also list. A name in this
/// list is not a misspelt Welsh county.
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

/// Returns whether the English name is a county or unitary authority of England.
pub fn is_in_england(name: &Bilingual) -> bool {
    let name = county_key(&name.en);
    ENGLISH.split('|').any(|known| county_key(known) == name)
}

/// Normalises a county's name: removes case, accents and punctuation, and the words "the",
/// "county", "city", "borough", "council" and their Welsh forms, and "of" and "and" at either end.
pub fn county_key(name: &str) -> String {
    const LEFT_OUT: [&str; 8] =
        ["the", "county", "city", "borough", "council", "cyngor", "dinas", "bwrdeistref"];
    let words = text_folding::folded_words(&name.replace('&', " and "));
    let words = words.iter().map(String::as_str);
    let significant: Vec<&str> = words.filter(|word| !LEFT_OUT.contains(word)).collect();
    let joins = |word: &str| matches!(word, "of" | "and");
    let mut significant = significant.as_slice();
    while let [first, rest @ ..] = significant
        && joins(first)
    {
        significant = rest;
    }
    while let [rest @ .., last] = significant
        && joins(last)
    {
        significant = rest;
    }
    significant.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Option<&'static str> {
        County::from_name(&Bilingual::new(name, "")).map(County::id)
    }

    // case 61
    #[test]
    fn every_county_is_found_by_each_of_its_names() {
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
            assert_eq!(is_in_england(&Bilingual::new(name, "")), english, "{name}");
        }
    }
}

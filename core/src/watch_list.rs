//! The watch list of a visitor: gauges, with an own level, target areas and counties. The page stores
//! it on the device and exports it as a file; both are the JSON of [`WatchList::encode`].

use crate::domain::{
    county::County,
    selection::ItemId,
    station::{StationId, Unit},
    threshold::Threshold,
    warning::AreaCode,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the file.
const VERSION: u32 = 1;
/// The number of entries of each kind that are kept.
const MOST: usize = 200;
/// The length of a station number or an area code that is kept.
const MOST_CHARS: usize = 200;

/// An entry of the watch list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watched {
    /// A gauge or a target area.
    Item(ItemId),
    /// A county.
    County(County),
}

/// A watched gauge.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedGauge {
    /// The gauge.
    pub id: StationId,
    /// The level that the visitor wants to know about.
    pub own_level: Option<Threshold>,
}

/// What a visitor watches, in the order in which it was added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WatchList {
    /// The gauges.
    pub gauges: Vec<WatchedGauge>,
    /// The target areas.
    pub areas: Vec<AreaCode>,
    /// The counties.
    pub counties: Vec<County>,
}

/// Why a file is not a watch list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchListError {
    /// It is not JSON, or JSON of another kind.
    OtherFile,
    /// It was exported by a newer version of the page.
    NewerVersion,
}

impl fmt::Display for WatchListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherFile => "the file is not a watch list",
            Self::NewerVersion => "the watch list is of a newer version",
        })
    }
}

impl std::error::Error for WatchListError {}

#[derive(Serialize, Deserialize)]
struct File {
    watch_list: u32,
    #[serde(default)]
    gauges: Vec<FileGauge>,
    #[serde(default)]
    areas: Vec<String>,
    #[serde(default)]
    counties: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct FileGauge {
    station: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<f64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    unit: String,
}

impl WatchList {
    /// Returns whether nothing is watched.
    pub fn is_empty(&self) -> bool {
        self.gauges.is_empty() && self.areas.is_empty() && self.counties.is_empty()
    }

    /// Returns whether the entry is in the list.
    pub fn contains(&self, watched: &Watched) -> bool {
        match watched {
            Watched::Item(ItemId::Station(id)) => self.gauges.iter().any(|gauge| gauge.id == *id),
            Watched::Item(ItemId::Area(code)) => self.areas.contains(code),
            Watched::County(county) => self.counties.contains(county),
        }
    }

    /// Adds the entry, or removes it with its own level.
    pub fn toggle(&mut self, watched: &Watched) {
        if self.contains(watched) {
            match watched {
                Watched::Item(ItemId::Station(id)) => self.gauges.retain(|gauge| gauge.id != *id),
                Watched::Item(ItemId::Area(code)) => self.areas.retain(|area| area != code),
                Watched::County(county) => self.counties.retain(|other| other != county),
            }
            return;
        }
        match watched {
            Watched::Item(ItemId::Station(id)) => {
                self.add_gauge(WatchedGauge { id: id.clone(), own_level: None });
            }
            Watched::Item(ItemId::Area(code)) => add(&mut self.areas, code.clone()),
            Watched::County(county) => add(&mut self.counties, *county),
        }
    }

    /// The visitor's own level of a gauge.
    pub fn own_level(&self, id: &StationId) -> Option<&Threshold> {
        self.gauges.iter().find(|gauge| gauge.id == *id)?.own_level.as_ref()
    }

    /// Sets or removes the own level of a gauge, which is watched from then on.
    pub fn set_own_level(&mut self, id: &StationId, own_level: Option<Threshold>) {
        match self.gauges.iter_mut().find(|gauge| gauge.id == *id) {
            Some(gauge) => gauge.own_level = own_level,
            None => self.add_gauge(WatchedGauge { id: id.clone(), own_level }),
        }
    }

    /// Adds the entries of another list. Its own levels replace those of this list.
    pub fn merge(&mut self, other: Self) {
        for gauge in other.gauges {
            match gauge.own_level {
                Some(own_level) => self.set_own_level(&gauge.id, Some(own_level)),
                None if self.gauges.iter().any(|known| known.id == gauge.id) => {}
                None => self.add_gauge(gauge),
            }
        }
        other.areas.into_iter().for_each(|area| add(&mut self.areas, area));
        other.counties.into_iter().for_each(|county| add(&mut self.counties, county));
    }

    fn add_gauge(&mut self, gauge: WatchedGauge) {
        if self.gauges.len() < MOST {
            self.gauges.push(gauge);
        }
    }

    /// The list as JSON.
    pub fn encode(&self) -> String {
        let gauge = |gauge: &WatchedGauge| FileGauge {
            station: gauge.id.0.to_string(),
            level: gauge.own_level.as_ref().map(Threshold::level),
            unit: gauge.own_level.as_ref().map_or("", |level| level.unit().symbol()).to_owned(),
        };
        let file = File {
            watch_list: VERSION,
            gauges: self.gauges.iter().map(gauge).collect(),
            areas: self.areas.iter().map(|code| code.0.clone()).collect(),
            counties: self.counties.iter().map(|county| county.id().to_owned()).collect(),
        };
        // Texts and finite numbers: encoding does not fail.
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Decodes a list. Entries that are none are left out.
    ///
    /// # Errors
    ///
    /// If the text is not a watch list of a known version.
    pub fn decode(text: &str) -> Result<Self, WatchListError> {
        let file: File = serde_json::from_str(text).map_err(|_| WatchListError::OtherFile)?;
        if file.watch_list > VERSION {
            return Err(WatchListError::NewerVersion);
        }
        let is_id = |text: &String| !text.is_empty() && text.chars().count() <= MOST_CHARS;
        let mut list = Self::default();
        for gauge in file.gauges.into_iter().filter(|gauge| is_id(&gauge.station)) {
            let unit = Unit::parse(&gauge.unit);
            let own_level = gauge.level.and_then(|level| Threshold::new(level, unit));
            let id = StationId(gauge.station.into());
            list.merge(Self { gauges: vec![WatchedGauge { id, own_level }], ..Self::default() });
        }
        let areas = file.areas.into_iter().filter(is_id).map(AreaCode);
        areas.for_each(|area| add(&mut list.areas, area));
        let counties = file.counties.iter().filter_map(|id| County::from_id(id));
        counties.for_each(|county| add(&mut list.counties, county));
        Ok(list)
    }
}

fn add<T: PartialEq>(entries: &mut Vec<T>, entry: T) {
    if entries.len() < MOST && !entries.contains(&entry) {
        entries.push(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(text: &str) -> Watched {
        Watched::Item(ItemId::Station(StationId(text.into())))
    }

    fn list() -> WatchList {
        let mut list = WatchList::default();
        list.toggle(&gauge("4001"));
        list.toggle(&Watched::Item(ItemId::Area(AreaCode("103FWFTD".to_owned()))));
        list.toggle(&Watched::County(County::from_id("powys").expect("a county")));
        list.set_own_level(
            &StationId("4002".into()),
            Threshold::new(-3.25, Unit::MetresAboveOrdnanceDatum),
        );
        list
    }

    #[test]
    fn an_entry_is_added_and_removed_with_its_own_level() {
        let mut list = list();
        assert!(list.contains(&gauge("4002")));
        list.toggle(&gauge("4002"));
        assert!(!list.contains(&gauge("4002")));
        list.toggle(&gauge("4002"));
        assert_eq!(list.own_level(&StationId("4002".into())), None);
        assert!(!list.is_empty());
    }

    #[test]
    fn an_exported_list_is_the_same_when_it_is_imported() {
        let list = list();
        let text = list.encode();
        assert_eq!(
            text,
            r#"{"watch_list":1,"gauges":[{"station":"4001"},{"station":"4002","level":-3.25,"unit":"mAOD"}],"areas":["103FWFTD"],"counties":["powys"]}"#
        );
        assert_eq!(WatchList::decode(&text), Ok(list.clone()));
        let mut merged = list.clone();
        merged.merge(list.clone());
        assert_eq!(merged, list);
    }

    #[test]
    fn only_what_can_be_an_entry_is_imported() {
        for (text, expected) in [
            ("", Err(WatchListError::OtherFile)),
            ("[]", Err(WatchListError::OtherFile)),
            ("{}", Err(WatchListError::OtherFile)),
            (r#"{"watch_list":2}"#, Err(WatchListError::NewerVersion)),
            (r#"{"watch_list":1}"#, Ok(WatchList::default())),
            (
                r#"{"watch_list":1,"gauges":[{"station":""}],"areas":[""],"counties":["Kent"]}"#,
                Ok(WatchList::default()),
            ),
        ] {
            assert_eq!(WatchList::decode(text), expected, "{text}");
        }
        let many: Vec<String> = (0..1_000).map(|n| format!(r#"{{"station":"{n}"}}"#)).collect();
        let many = format!(r#"{{"watch_list":1,"gauges":[{}]}}"#, many.join(","));
        assert_eq!(WatchList::decode(&many).expect("a list").gauges.len(), MOST);
        let wrong = r#"{"watch_list":1,"gauges":[{"station":"4001","level":1e99,"unit":"m"}]}"#;
        let list = WatchList::decode(wrong).expect("a list");
        assert_eq!(list.own_level(&StationId("4001".into())), None);
        assert!(list.contains(&gauge("4001")));
    }
}

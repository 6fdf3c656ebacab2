//! The file of a watch list: the JSON in which the page stores it on the device and exports it.

use crate::domain::{
    county::County,
    selection::ItemId,
    station::{StationId, Unit},
    threshold::Threshold,
    warning::AreaCode,
    watch_list::{WatchList, WatchListError, Watched, WatchedGauge},
};
use serde::{Deserialize, Serialize};

/// The version of the file.
const VERSION: u32 = 1;
/// The length of a station number or an area code that is kept.
const MOST_CHARS: usize = 200;

/// The JSON of a list.
#[derive(Serialize, Deserialize)]
pub(crate) struct File {
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

impl From<&WatchList> for File {
    fn from(list: &WatchList) -> Self {
        let gauge = |gauge: &WatchedGauge| FileGauge {
            station: gauge.id.0.to_string(),
            level: gauge.own_level.as_ref().map(Threshold::level),
            unit: gauge.own_level.as_ref().map_or("", |level| level.unit().symbol()).to_owned(),
        };
        Self {
            watch_list: VERSION,
            gauges: list.gauges.iter().map(gauge).collect(),
            areas: list.areas.iter().map(|code| code.0.clone()).collect(),
            counties: list.counties.iter().map(|county| county.id().to_owned()).collect(),
        }
    }
}

impl TryFrom<File> for WatchList {
    type Error = WatchListError;

    /// The list of a file. Entries that are none are left out.
    fn try_from(file: File) -> Result<Self, WatchListError> {
        if file.watch_list > VERSION {
            return Err(WatchListError::NewerVersion);
        }
        let is_id = |text: &String| !text.is_empty() && text.chars().count() <= MOST_CHARS;
        let mut list = Self::default();
        for gauge in file.gauges.into_iter().filter(|gauge| is_id(&gauge.station)) {
            let unit = Unit::parse(&gauge.unit);
            let own_level = gauge.level.and_then(|level| Threshold::new(level, unit));
            let id = StationId(gauge.station.into());
            let watched = Watched::Item(ItemId::Station(id.clone()));
            if !list.contains(&watched) {
                list.toggle(&watched);
            }
            if own_level.is_some() {
                list.set_own_level(&id, own_level);
            }
        }
        let areas = file.areas.into_iter().filter(is_id).map(AreaCode);
        let areas = areas.map(|code| Watched::Item(ItemId::Area(code)));
        let counties = file.counties.iter().filter_map(|id| County::from_id(id));
        for watched in areas.chain(counties.map(Watched::County)) {
            if !list.contains(&watched) {
                list.toggle(&watched);
            }
        }
        Ok(list)
    }
}

impl WatchList {
    /// The list as JSON.
    pub fn encode(&self) -> String {
        // Texts and finite numbers: encoding does not fail.
        serde_json::to_string(&File::from(self)).unwrap_or_default()
    }

    /// Decodes a list. Entries that are none are left out.
    ///
    /// # Errors
    ///
    /// If the text is not a watch list of a known version.
    pub fn decode(text: &str) -> Result<Self, WatchListError> {
        let file: File = serde_json::from_str(text).map_err(|_| WatchListError::OtherFile)?;
        Self::try_from(file)
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
    fn an_exported_list_is_the_same_when_it_is_imported() {
        let list = list();
        let text = list.encode();
        assert_eq!(
            text,
            r#"{"watch_list":1,"gauges":[{"station":"4001"},{"station":"4002","level":-3.25,"unit":"mAOD"}],"areas":["103FWFTD"],"counties":["powys"]}"#
        );
        assert_eq!(WatchList::decode(&text), Ok(list));
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
        assert_eq!(WatchList::decode(&many).expect("a list").gauges.len(), 200);
        let wrong = r#"{"watch_list":1,"gauges":[{"station":"4001","level":1e99,"unit":"m"}]}"#;
        let list = WatchList::decode(wrong).expect("a list");
        assert_eq!(list.own_level(&StationId("4001".into())), None);
        assert!(list.contains(&gauge("4001")));
    }
}

//! The JSON in which the page stores the watch list on the device.

use crate::domain::{
    county::County,
    selection::ItemId,
    station::{StationId, Unit},
    threshold::Threshold,
    warning::AreaCode,
    watch_list::{WatchList, Watched, WatchedGauge},
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

impl File {
    /// The list; `None` if a newer version of the page has written it. Entries that are none are left out.
    pub(crate) fn into_list(self) -> Option<WatchList> {
        if self.watch_list > VERSION {
            return None;
        }
        let is_id = |text: &String| !text.is_empty() && text.chars().count() <= MOST_CHARS;
        let mut list = WatchList::default();
        for gauge in self.gauges.into_iter().filter(|gauge| is_id(&gauge.station)) {
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
        let areas = self.areas.into_iter().filter(is_id).map(AreaCode);
        let areas = areas.map(|code| Watched::Item(ItemId::Area(code)));
        let counties = self.counties.iter().filter_map(|id| County::from_id(id));
        for watched in areas.chain(counties.map(Watched::County)) {
            if !list.contains(&watched) {
                list.toggle(&watched);
            }
        }
        Some(list)
    }
}

impl WatchList {
    /// The list as JSON.
    pub fn encode(&self) -> String {
        // Texts and finite numbers: encoding does not fail.
        serde_json::to_string(&File::from(self)).unwrap_or_default()
    }

    /// Decodes a list; `None` if the text is not a list of a known version.
    pub fn decode(text: &str) -> Option<Self> {
        serde_json::from_str::<File>(text).ok()?.into_list()
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
    fn a_stored_list_is_the_same_when_it_is_read() {
        let list = list();
        let text = list.encode();
        assert_eq!(
            text,
            r#"{"watch_list":1,"gauges":[{"station":"4001"},{"station":"4002","level":-3.25,"unit":"mAOD"}],"areas":["103FWFTD"],"counties":["powys"]}"#
        );
        assert_eq!(WatchList::decode(&text), Some(list));
    }

    #[test]
    fn only_what_can_be_an_entry_is_read() {
        for (text, expected) in [
            ("", None),
            ("[]", None),
            ("{}", None),
            (r#"{"watch_list":2}"#, None),
            (r#"{"watch_list":1}"#, Some(WatchList::default())),
            (
                r#"{"watch_list":1,"gauges":[{"station":""}],"areas":[""],"counties":["Kent"]}"#,
                Some(WatchList::default()),
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

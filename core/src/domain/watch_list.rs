//! The watch list of a visitor: gauges, with an own level, target areas and counties.

use super::{
    county::County, selection::ItemId, station::StationId, threshold::Threshold, warning::AreaCode,
};

/// The number of entries of each kind that are kept.
const MOST: usize = 200;

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

/// The list of a visitor, in the order in which its items were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WatchList {
    /// The gauges.
    pub gauges: Vec<WatchedGauge>,
    /// The target areas.
    pub areas: Vec<AreaCode>,
    /// The counties.
    pub counties: Vec<County>,
}

impl WatchList {
    /// Returns whether nothing is watched.
    pub fn is_empty(&self) -> bool {
        self.gauges.is_empty() && self.areas.is_empty() && self.counties.is_empty()
    }

    /// Returns whether the entry is in the list.
    pub fn contains(&self, watched: &Watched) -> bool {
        match watched {
            Watched::Item(item) => self.has_item(item),
            Watched::County(county) => self.counties.contains(county),
        }
    }

    /// Returns whether the gauge or area is in the list.
    pub fn has_item(&self, item: &ItemId) -> bool {
        match item {
            ItemId::Station(id) => self.gauges.iter().any(|gauge| gauge.id == *id),
            ItemId::Area(code) => self.areas.contains(code),
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
                add(&mut self.gauges, WatchedGauge { id: id.clone(), own_level: None });
            }
            Watched::Item(ItemId::Area(code)) => add(&mut self.areas, code.clone()),
            Watched::County(county) => add(&mut self.counties, *county),
        }
    }

    /// Renames the gauges for which there is another id now. Returns whether one was renamed.
    pub fn rename_gauges(&mut self, id_now: impl Fn(&StationId) -> Option<StationId>) -> bool {
        let mut is_renamed = false;
        for index in 0..self.gauges.len() {
            let before = &self.gauges[index].id;
            let id = id_now(before).filter(|id| id != before);
            if let Some(id) = id.filter(|id| self.gauges.iter().all(|gauge| gauge.id != *id)) {
                self.gauges[index].id = id;
                is_renamed = true;
            }
        }
        is_renamed
    }

    /// The visitor's own level of a gauge.
    pub fn own_level(&self, id: &StationId) -> Option<&Threshold> {
        self.gauges.iter().find(|gauge| gauge.id == *id)?.own_level.as_ref()
    }

    /// Sets or removes the own level of a gauge, which is watched from then on.
    pub fn set_own_level(&mut self, id: &StationId, own_level: Option<Threshold>) {
        match self.gauges.iter_mut().find(|gauge| gauge.id == *id) {
            Some(gauge) => gauge.own_level = own_level,
            None => add(&mut self.gauges, WatchedGauge { id: id.clone(), own_level }),
        }
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
    use crate::domain::station::Unit;

    // case 177
    #[test]
    fn a_gauge_is_renamed_with_its_own_level_unless_the_list_has_the_new_id() {
        let id = |text: &str| StationId(text.into());
        let mut list = WatchList::default();
        for gauge in ["4001", "4002", "4002-7"] {
            list.set_own_level(&id(gauge), Threshold::new(3.0, Unit::Metres));
        }
        let id_now = |before: &StationId| match &*before.0 {
            "4001" => Some(id("4001-10095")),
            "4002" => Some(id("4002-7")),
            _ => None,
        };
        assert!(list.rename_gauges(id_now));
        let ids: Vec<&str> = list.gauges.iter().map(|gauge| &*gauge.id.0).collect();
        assert_eq!(ids, ["4001-10095", "4002", "4002-7"]);
        assert!(list.own_level(&id("4001-10095")).is_some());
        assert!(!list.rename_gauges(id_now));
    }

    fn gauge(text: &str) -> Watched {
        Watched::Item(ItemId::Station(StationId(text.into())))
    }

    #[test]
    fn an_entry_is_added_and_removed_with_its_own_level() {
        let mut list = WatchList::default();
        let own_level = Threshold::new(3.25, Unit::Metres);
        let id = StationId("4002".into());
        list.set_own_level(&id, own_level.clone());
        assert!(list.contains(&gauge("4002")));
        assert_eq!(list.own_level(&id), own_level.as_ref());
        list.toggle(&gauge("4002"));
        assert!(!list.contains(&gauge("4002")));
        list.toggle(&gauge("4002"));
        assert_eq!(list.own_level(&id), None);
        assert!(!list.is_empty());
    }

    #[test]
    fn a_list_has_a_limit() {
        let mut many = WatchList::default();
        (0..1_000).for_each(|n| many.toggle(&gauge(&n.to_string())));
        assert_eq!(many.gauges.len(), MOST);
    }
}

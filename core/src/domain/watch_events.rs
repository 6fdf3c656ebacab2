//! The events of the watched areas, counties and gauges, from one response to the next.

use super::{
    county::County,
    station::StationId,
    threshold::{Reach, Threshold},
    warning::{AreaCode, Severity},
    watch_list::WatchList,
};
use std::collections::BTreeMap;

/// Something that a visitor wants to be told.
#[derive(Clone, Debug, PartialEq)]
pub enum WatchEvent {
    /// A gauge has reached the visitor's own level.
    OwnLevelReached(StationId, Threshold),
    /// A message of an area was raised, or is more severe than before.
    Area(AreaCode, Severity),
    /// The most severe message in a county was raised, or is more severe than before.
    County(County, Severity),
}

/// The last known state of everything watched. A first observation is no event: the
/// visitor has just chosen it, or just opened the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    reaches: BTreeMap<StationId, (Threshold, Reach)>,
    areas: BTreeMap<AreaCode, Option<Severity>>,
    counties: BTreeMap<County, Option<Severity>>,
}

impl Observed {
    /// Whether a gauge has reached the visitor's own level.
    pub fn reach(&self, id: &StationId) -> Reach {
        self.reaches.get(id).map_or(Reach::Unknown, |(_, reach)| *reach)
    }

    /// Takes in the readings. `excess` is that of a gauge above its threshold ([`Threshold::excess`]).
    pub fn observe_levels(
        &mut self,
        list: &WatchList,
        excess: impl Fn(&StationId, &Threshold) -> Option<f64>,
    ) -> Vec<WatchEvent> {
        let mut events = Vec::new();
        let mut reaches = BTreeMap::new();
        for gauge in &list.gauges {
            let Some(own_level) = &gauge.own_level else { continue };
            let before = self.reaches.get(&gauge.id).filter(|(level, _)| level == own_level);
            let last = before.map_or(Reach::Unknown, |(_, reach)| *reach);
            let reach = last.next(excess(&gauge.id, own_level));
            if before.is_some() && last != Reach::Reached && reach == Reach::Reached {
                events.push(WatchEvent::OwnLevelReached(gauge.id.clone(), own_level.clone()));
            }
            reaches.insert(gauge.id.clone(), (own_level.clone(), reach));
        }
        self.reaches = reaches;
        events
    }

    /// Takes in the messages: the severity in force in an area, and the highest one in a county.
    pub fn observe_messages(
        &mut self,
        list: &WatchList,
        area: impl Fn(&AreaCode) -> Option<Severity>,
        county: impl Fn(County) -> Option<Severity>,
    ) -> Vec<WatchEvent> {
        let areas: BTreeMap<AreaCode, Option<Severity>> =
            list.areas.iter().map(|code| (code.clone(), area(code))).collect();
        let counties: BTreeMap<County, Option<Severity>> =
            list.counties.iter().map(|of| (*of, county(*of))).collect();
        let of_areas = areas.iter().filter_map(|(code, severity)| {
            let worse = worse(*self.areas.get(code)?, *severity)?;
            Some(WatchEvent::Area(code.clone(), worse))
        });
        let of_counties = counties.iter().filter_map(|(county, severity)| {
            let worse = worse(*self.counties.get(county)?, *severity)?;
            Some(WatchEvent::County(*county, worse))
        });
        let events = of_areas.chain(of_counties).collect();
        (self.areas, self.counties) = (areas, counties);
        events
    }
}

/// The severity, if it is in force and more severe than before.
fn worse(before: Option<Severity>, now: Option<Severity>) -> Option<Severity> {
    let in_force = |severity: Option<Severity>| severity.filter(|severity| severity.in_force());
    let now = in_force(now)?;
    in_force(before).is_none_or(|before| now < before).then_some(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{selection::ItemId, station::Unit, watch_list::Watched};

    #[test]
    fn an_own_level_is_an_event_each_time_that_it_is_reached_from_below() {
        let id = StationId("4001".into());
        let mut list = WatchList::default();
        list.set_own_level(&id, Threshold::new(2.0, Unit::Metres));
        let mut observed = Observed::default();
        let mut events = |list: &WatchList, level: Option<f64>| {
            observed.observe_levels(list, |_, own| Some(level? - own.level())).len()
        };
        let counts = [1.9, 2.0, 1.96, 2.1, 1.9, 2.0].map(|level| events(&list, Some(level)));
        assert_eq!(counts, [0, 1, 0, 0, 0, 1]);
        // Without a reading nothing is known; with the next one it is reached again.
        assert_eq!([events(&list, None), events(&list, Some(2.2))], [0, 1]);
        // Another own level has not been observed yet.
        list.set_own_level(&id, Threshold::new(2.1, Unit::Metres));
        assert_eq!([events(&list, Some(2.2)), events(&list, Some(2.2))], [0, 0]);
    }

    #[test]
    fn a_message_is_an_event_when_it_is_raised_or_more_severe() {
        use Severity::{Alert, NoLongerInForce, Severe, Warning};
        let code = AreaCode("103FWFTD".to_owned());
        let county = County::from_id("powys").expect("a county");
        let mut list = WatchList::default();
        list.toggle(&Watched::Item(ItemId::Area(code.clone())));
        list.toggle(&Watched::County(county));
        let mut observed = Observed::default();
        let mut last = |severity: Option<Severity>| {
            let events = observed.observe_messages(&list, |_| severity, |_| severity);
            for event in &events {
                let expected = severity.expect("in force");
                assert!(
                    *event == WatchEvent::Area(code.clone(), expected)
                        || *event == WatchEvent::County(county, expected)
                );
            }
            events.len()
        };
        let severities = [
            (Some(Alert), 0),
            (Some(Alert), 0),
            (Some(Warning), 2),
            (Some(Alert), 0),
            (Some(Severe), 2),
            (Some(NoLongerInForce), 0),
            (None, 0),
            (Some(NoLongerInForce), 0),
            (Some(Alert), 2),
        ];
        for (severity, events) in severities {
            assert_eq!(last(severity), events, "{severity:?}");
        }
    }
}

//! Which messages and gauges the lists show, and in which order.

use super::{
    Timestamp, sorting,
    station::ParameterKind,
    text_folding::folded_text,
    warning::{FloodSource, Severity, Warning},
};
use std::cmp::Ordering;

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The most severe message first; of gauges the nearest.
    Severity,
    /// The nearest first.
    Distance,
    /// The newest message or reading first.
    Newest,
    /// By name.
    Name,
    /// By the name of the county.
    County,
    /// The highest gauge for its own range first.
    Unusual,
}

impl Order {
    /// All orders.
    pub const ALL: [Self; 6] =
        [Self::Severity, Self::Distance, Self::Newest, Self::Name, Self::County, Self::Unusual];

    /// The value in the address.
    pub fn id(self) -> &'static str {
        match self {
            Self::Severity => "severity",
            Self::Distance => "distance",
            Self::Newest => "newest",
            Self::Name => "name",
            Self::County => "county",
            Self::Unusual => "unusual",
        }
    }

    /// Finds the order with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.id() == id)
    }
}

/// The values of `water` in the address.
pub const WATERS: [(&str, FloodSource); 2] =
    [("river", FloodSource::River), ("tidal", FloodSource::Tidal)];

/// The filters and the order of the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListView {
    /// Only messages of this severity.
    pub severity: Option<Severity>,
    /// Only messages with this source of the flooding.
    pub water: Option<FloodSource>,
    /// The order; without one messages are grouped by severity, and gauges are listed by distance,
    /// without a place by name.
    pub order: Option<Order>,
    /// The kind of the gauges.
    pub gauge_kind: ParameterKind,
    /// Only gauges with a usable reading.
    pub only_current: bool,
    /// Only gauges that rise, the fastest first.
    pub rising_first: bool,
    /// Only gauges that have reached a level of the council.
    pub only_reached: bool,
    /// Only gauges that are above their usual range.
    pub only_above: bool,
}

impl ListView {
    /// Whether the list shows a message. One whose severity or source is unknown may be any that is
    /// in force, so that it is shown.
    pub fn shows(&self, warning: &Warning) -> bool {
        let has_severity = self.severity.is_none_or(|wanted| {
            warning.severity == wanted
                || (warning.severity == Severity::Unknown && wanted.in_force())
        });
        let has_water = self
            .water
            .is_none_or(|wanted| warning.water == wanted || warning.water == FloodSource::Unknown);
        has_severity && has_water
    }

    /// Only the choices about messages and the order.
    pub fn of_messages(self) -> Self {
        let order = self.order.filter(|order| *order != Order::Unusual);
        Self { severity: self.severity, water: self.water, order, ..Self::default() }
    }

    /// Only the choices about gauges and the order.
    pub fn of_gauges(self) -> Self {
        Self { severity: None, water: None, ..self }
    }

    /// Only the filters of gauges.
    pub fn gauge_filters(self) -> Self {
        Self { order: None, ..self.of_gauges() }
    }

    /// Whether a message may be hidden.
    pub fn hides_messages(&self) -> bool {
        self.severity.is_some() || self.water.is_some()
    }

    /// The order, if it is another than the usual one.
    pub fn other_order(&self) -> Option<Order> {
        self.order.filter(|order| *order != Order::Severity)
    }
}

/// A key by which a list is sorted, ascending.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub enum SortKey {
    /// A number, for example of seconds or metres.
    Number(f64),
    /// A name.
    Name(String),
}

impl SortKey {
    /// Sorts equal, so that the usual order decides.
    pub const NONE: Self = Self::Number(0.0);

    /// Sorts the newest first, and what has no time last.
    pub fn newest(time: Option<Timestamp>) -> Self {
        #[allow(clippy::cast_precision_loss)] // seconds since 1970
        Self::Number(time.map_or(f64::INFINITY, |time| -(time.timestamp() as f64)))
    }

    /// Sorts by name without regard to case and accents, and what has no name last.
    pub fn name(name: &str) -> Self {
        match folded_text(name) {
            folded if folded.is_empty() => Self::Name(char::MAX.to_string()),
            folded => Self::Name(folded),
        }
    }
}

/// Returns the items sorted by their key, each of which is computed once. Items with equal keys stay in their order.
pub fn sorted_by_key<T>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> SortKey) -> Vec<T> {
    let keyed = items.map(|item| (key(&item), item)).collect();
    let by_key =
        |(a, _): &(SortKey, T), (b, _): &(SortKey, T)| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    sorting::sorted(keyed, by_key).into_iter().map(|(_, item)| item).collect()
}

/// The last time at which a message was issued or changed.
pub fn last_change(warning: &Warning) -> Option<Timestamp> {
    [warning.raised, warning.severity_changed, warning.message_changed].into_iter().flatten().max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    fn message(value: u8, tidal: &str) -> Warning {
        let properties = format!(r#""FWACODE":"a","SEVERITYVALUE":{value},"TIDAL":"{tidal}""#);
        let response = test_support::warnings(&[test_support::feature(None, &properties)]);
        response.content.first().expect("a message").clone()
    }

    #[test]
    fn a_filter_never_hides_a_message_that_may_be_of_the_kind() {
        let view = |severity, water| ListView { severity, water, ..ListView::default() };
        let severe = view(Some(Severity::Severe), None);
        assert!(severe.shows(&message(1, "False")) && !severe.shows(&message(2, "False")));
        assert!(severe.shows(&message(9, "False")));
        let over = view(Some(Severity::NoLongerInForce), None);
        assert!(over.shows(&message(4, "False")) && !over.shows(&message(9, "False")));
        let tidal = view(None, Some(FloodSource::Tidal));
        assert!(tidal.shows(&message(1, "True")) && !tidal.shows(&message(1, "False")));
        assert!(tidal.shows(&message(1, "perhaps")));
        assert!(ListView::default().shows(&message(3, "")));
    }

    #[test]
    fn the_newest_is_first_and_what_is_not_known_is_last() {
        let at = |text: &str| Some(text.parse().expect("an instant"));
        let (old, new) = (at("2026-11-20T12:00:00Z"), at("2026-11-21T12:00:00Z"));
        assert!(SortKey::newest(new) < SortKey::newest(old));
        assert!(SortKey::newest(old) < SortKey::newest(None));
        assert!(SortKey::name("Ynys Môn") < SortKey::name(""));
        assert_eq!(SortKey::name("Ynys Môn"), SortKey::name("ynys mon"));
    }

    #[test]
    fn every_order_is_found_by_its_id() {
        for order in Order::ALL {
            assert_eq!(Order::from_id(order.id()), Some(order));
        }
        assert_eq!(Order::from_id("size"), None);
    }
}

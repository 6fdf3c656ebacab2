//! The number of messages in force by county and severity.

use super::{
    county::County,
    sorting,
    warning::{Severity, SeverityCounts, Warning},
};
use std::collections::BTreeMap;

/// A table of the messages in force: a row for each county that has one, a column for each severity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CountyMatrix {
    /// The counties with the number of their messages, those with the most severe ones first. `None` is for messages
    /// that are in no county of Wales, or whose place is not known.
    pub rows: Vec<(Option<County>, SeverityCounts)>,
    /// The number of all messages in force. One of several counties is counted once.
    pub total: SeverityCounts,
}

impl CountyMatrix {
    /// Counts the messages that are in force, each with its counties.
    pub fn of<'a>(messages: impl IntoIterator<Item = (Vec<County>, &'a Warning)>) -> Self {
        let (mut by_county, mut all) =
            (BTreeMap::<Option<County>, Vec<&Warning>>::new(), Vec::new());
        for (counties, message) in messages {
            if !message.severity.in_force() {
                continue;
            }
            all.push(message);
            let elsewhere = counties.is_empty().then_some(None);
            for county in counties.into_iter().map(Some).chain(elsewhere) {
                by_county.entry(county).or_default().push(message);
            }
        }
        let total = SeverityCounts::of(all);
        let rows = by_county.into_iter().map(|(county, of)| (county, SeverityCounts::of(of)));
        let by_severity = |counts: &SeverityCounts| Severity::ALL.map(|one| counts.count(one));
        let worst_first = |(_, a): &(_, SeverityCounts), (_, b): &(_, SeverityCounts)| {
            by_severity(b).cmp(&by_severity(a))
        };
        Self { rows: sorting::sorted(rows.collect(), worst_first), total }
    }

    /// The columns, most severe first: the severities of the service, and the unknown one where a message has it.
    pub fn severities(&self) -> impl Iterator<Item = Severity> + use<> {
        let has_unknown = self.total.count(Severity::Unknown) > 0;
        let is_shown = move |severity: &Severity| {
            severity.in_force() && (*severity != Severity::Unknown || has_unknown)
        };
        Severity::ALL.into_iter().filter(is_shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    fn message(value: u8) -> Warning {
        let properties = format!(r#""FWACODE":"a","SEVERITYVALUE":{value}"#);
        let response = test_support::warnings(&[test_support::feature(None, &properties)]);
        response.content.first().expect("a message").clone()
    }

    fn matrix(messages: &[(Option<County>, Warning)]) -> CountyMatrix {
        let of =
            messages.iter().map(|(county, message)| (county.iter().copied().collect(), message));
        CountyMatrix::of(of)
    }

    #[test]
    fn a_message_of_two_counties_is_counted_in_both_and_once_in_the_total() {
        let both = County::all().take(2).collect::<Vec<County>>();
        let message = message(2);
        let matrix = CountyMatrix::of([(both.clone(), &message)]);
        assert_eq!(matrix.rows.len(), 2);
        assert_eq!(matrix.total.in_force(), 1);
    }

    #[test]
    fn the_county_with_the_most_severe_messages_is_first() {
        let [conwy, powys, cardiff] = ["conwy", "powys", "cardiff"].map(County::from_id);
        let messages = [
            (cardiff, message(3)),
            (cardiff, message(3)),
            (powys, message(1)),
            (conwy, message(2)),
            (conwy, message(4)),
            (None, message(2)),
            (None, message(3)),
        ];
        let matrix = matrix(&messages);
        let rows: Vec<_> =
            matrix.rows.iter().map(|(county, counts)| (*county, counts.in_force())).collect();
        assert_eq!(rows, [(powys, 1), (None, 2), (conwy, 1), (cardiff, 2)]);
        assert_eq!(matrix.total.in_force(), 6);
        let severities: Vec<Severity> = matrix.severities().collect();
        assert_eq!(severities, [Severity::Severe, Severity::Warning, Severity::Alert]);
    }

    #[test]
    fn an_unknown_severity_has_a_column_and_what_is_stood_down_has_no_row() {
        let messages = [(None, message(9)), (County::from_id("powys"), message(4))];
        let matrix = matrix(&messages);
        assert_eq!(matrix.rows.len(), 1);
        let severities: Vec<Severity> = matrix.severities().collect();
        assert!(severities.contains(&Severity::Unknown), "{severities:?}");
    }
}

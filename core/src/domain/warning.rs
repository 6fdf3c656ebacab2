//! A message of the flood warning service for one target area.

use super::{Instant, bilingual::Bilingual, geo::Position};

/// `FWACODE`, the code of the target area. Upper and lower case matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaCode(pub String);

impl AreaCode {
    /// The code as given, without the mark of a second message for one area.
    pub fn given(&self) -> &str {
        self.0.split('~').next().unwrap_or_default()
    }
}

/// How bad it is, most severe first. Source: `SEVERITYVALUE` and `SEVERITY` of the flood warnings operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Severe,
    Warning,
    /// Neither the number nor the label is known: shown at least as high as a warning, never dropped.
    Unknown,
    Alert,
    NoLongerInForce,
}

impl Severity {
    pub const ALL: [Self; 5] = [Self::Severe, Self::Warning, Self::Unknown, Self::Alert, Self::NoLongerInForce];

    pub fn in_force(self) -> bool {
        self != Self::NoLongerInForce
    }

    /// The number's meaning; 4 is not in the contract, but recorded with "Warning no longer in force".
    pub fn from_value(value: i64) -> Option<Self> {
        match value {
            1 => Some(Self::Severe),
            2 => Some(Self::Warning),
            3 => Some(Self::Alert),
            4 => Some(Self::NoLongerInForce),
            _ => None,
        }
    }

    /// The label's meaning; its case differs in practice.
    pub fn from_label(label: &str) -> Option<Self> {
        let label = label.trim();
        [
            ("Severe Flood Warning", Self::Severe),
            ("Flood Warning", Self::Warning),
            ("Flood Alert", Self::Alert),
            ("Warning No Longer in Force", Self::NoLongerInForce),
        ]
        .into_iter()
        .find_map(|(known, severity)| label.eq_ignore_ascii_case(known).then_some(severity))
    }

    /// Weighs number and label: the more severe of the two. The second part tells whether they disagreed.
    pub fn decide(value: Option<i64>, label: &str) -> (Self, bool) {
        let known = (value.and_then(Self::from_value), Self::from_label(label));
        match known {
            (Some(a), Some(b)) => (a.min(b), a != b),
            (Some(one), None) | (None, Some(one)) => {
                let (value_given, label_given) = (value.is_some(), !label.trim().is_empty());
                let other_unreadable = value_given && label_given;
                // An unreadable half must not hide a stood-down message as calm, nor an alert as less than it may be.
                if other_unreadable { (one.min(Self::Unknown), true) } else { (one, false) }
            }
            (None, None) => (Self::Unknown, true),
        }
    }
}

/// Which water it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Water {
    Tidal,
    River,
    Unknown,
}

/// `AREA`: the service's region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    North,
    SouthEast,
    SouthWest,
    Other(String),
}

impl Region {
    pub fn parse(text: &str) -> Self {
        match text.trim() {
            "North" => Self::North,
            "South East" => Self::SouthEast,
            "South West" => Self::SouthWest,
            other => Self::Other(other.to_owned()),
        }
    }
}

/// A message for one target area, in force or stood down.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub code: AreaCode,
    pub severity: Severity,
    /// The label as given, for a severity that is not known.
    pub label: String,
    /// Number and label did not say the same.
    pub contradictory: bool,
    /// A point that stands for the area; the area is larger. Without one the message is listed, not mapped.
    pub position: Option<Position>,
    /// Name of the area. The service gives it in English only.
    pub description: String,
    pub region: Region,
    pub water: Water,
    pub raised: Option<Instant>,
    /// In force since: the last change of the severity.
    pub severity_changed: Option<Instant>,
    pub message_changed: Option<Instant>,
    pub message: Bilingual,
}

/// How many messages there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([usize; 5]);

impl Tally {
    pub fn of<'a>(warnings: impl IntoIterator<Item = &'a Warning>) -> Self {
        let mut tally = Self::default();
        for warning in warnings {
            tally.0[warning.severity as usize] += 1;
        }
        tally
    }

    pub fn count(self, severity: Severity) -> usize {
        self.0[severity as usize]
    }

    pub fn total(self) -> usize {
        self.0.iter().sum()
    }

    pub fn in_force(self) -> usize {
        self.total() - self.count(Severity::NoLongerInForce)
    }

    /// The most severe that is in force.
    pub fn highest_in_force(self) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| severity.in_force() && self.count(*severity) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_and_label_that_agree_are_no_fault_whatever_the_labels_case() {
        assert_eq!(Severity::decide(Some(3), "Flood Alert"), (Severity::Alert, false));
        assert_eq!(Severity::decide(Some(4), "Warning no longer in force"), (Severity::NoLongerInForce, false));
        assert_eq!(Severity::decide(Some(4), "Warning No Longer in Force"), (Severity::NoLongerInForce, false));
    }

    #[test]
    fn case_71_the_more_severe_of_number_and_label_counts() {
        assert_eq!(Severity::decide(Some(1), "Flood Alert"), (Severity::Severe, true));
        assert_eq!(Severity::decide(Some(4), "Flood Warning"), (Severity::Warning, true));
    }

    #[test]
    fn case_50_what_is_not_known_is_in_force_and_no_lower_than_a_warning() {
        for (value, label) in
            [(Some(0), ""), (Some(9), "Extreme"), (None, "Rhybudd"), (Some(0), "Flood Alert"), (Some(9), "Warning no longer in force")]
        {
            let (severity, fault) = Severity::decide(value, label);
            assert_eq!((severity, fault), (Severity::Unknown, true), "{value:?} {label}");
            assert!(severity.in_force() && severity < Severity::Alert);
        }
    }

    #[test]
    fn either_half_alone_is_enough() {
        assert_eq!(Severity::decide(None, "Flood Alert"), (Severity::Alert, false));
        assert_eq!(Severity::decide(Some(2), ""), (Severity::Warning, false));
    }
}

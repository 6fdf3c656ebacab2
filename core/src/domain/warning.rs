//! A message of the flood warning service for one target area.

use super::{Timestamp, bilingual::Bilingual, geo::Position};

/// What a message is known by: `FWACODE`, the code of the target area, whose upper and lower case
/// matter. A message without one is known by its description behind "~". A further message of the
/// same code has "~2", "~3" at its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaCode(pub String);

impl AreaCode {
    /// The code, or where none is given the description of the area.
    pub fn new(code: &str, description: &str) -> Self {
        if code.is_empty() { Self(format!("~{description}")) } else { Self(code.to_owned()) }
    }

    /// The code as given, without the mark of a second message for one area; empty where none was
    /// given.
    pub fn given(&self) -> &str {
        self.0.split('~').next().unwrap_or_default()
    }
}

/// How bad it is, most severe first. Source: `SEVERITYVALUE` and `SEVERITY` of the flood warnings
/// operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Severe,
    Warning,
    /// Neither the number nor the label is known: shown at least as high as a warning, never
    /// dropped.
    Unknown,
    Alert,
    NoLongerInForce,
}

impl Severity {
    pub const ALL: [Self; 5] =
        [Self::Severe, Self::Warning, Self::Unknown, Self::Alert, Self::NoLongerInForce];

    pub fn in_force(self) -> bool {
        self != Self::NoLongerInForce
    }

    /// The word that scripts and style sheets read; never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::Severe => "severe",
            Self::Warning => "warning",
            Self::Unknown => "unknown",
            Self::Alert => "alert",
            Self::NoLongerInForce => "over",
        }
    }

    /// The number's meaning; 4 is not in the contract, but recorded with "Warning no longer in
    /// force".
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

    /// Weighs number and label: the more severe of the two. The second part tells whether they
    /// disagreed.
    pub fn decide(value: Stated, label: Stated) -> (Self, bool) {
        match (value, label) {
            (Stated::Known(a), Stated::Known(b)) => (a.min(b), a != b),
            (Stated::Known(one), Stated::Nothing) | (Stated::Nothing, Stated::Known(one)) => {
                (one, false)
            }
            // An unknown half must not hide a message as stood down, nor an alert as less than it
            // may be.
            (Stated::Known(one), Stated::Unknown) | (Stated::Unknown, Stated::Known(one)) => {
                (one.min(Self::Unknown), true)
            }
            (Stated::Nothing | Stated::Unknown, Stated::Nothing | Stated::Unknown) => {
                (Self::Unknown, true)
            }
        }
    }
}

/// What one of the two fields says of the severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// Absent, null or blank.
    Nothing,
    /// There, and not one of the known values: another number or text, an array, an object, a
    /// boolean.
    Unknown,
    Known(Severity),
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
    /// A point that stands for the area; the area is larger. Without one the message is listed,
    /// not mapped.
    pub position: Option<Position>,
    /// Name of the area. The service gives it in English only.
    pub description: String,
    pub region: Region,
    pub water: Water,
    pub raised: Option<Timestamp>,
    /// In force since: the last change of the severity.
    pub severity_changed: Option<Timestamp>,
    pub message_changed: Option<Timestamp>,
    pub message: Bilingual,
}

/// How many messages there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeverityCounts([usize; 5]);

impl SeverityCounts {
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

    fn decide(value: Option<i64>, label: &str) -> (Severity, bool) {
        let stated = |given: bool, known: Option<Severity>| match known {
            Some(severity) => Stated::Known(severity),
            None if given => Stated::Unknown,
            None => Stated::Nothing,
        };
        Severity::decide(
            stated(value.is_some(), value.and_then(Severity::from_value)),
            stated(!label.is_empty(), Severity::from_label(label)),
        )
    }

    #[test]
    fn number_and_label_that_agree_are_no_fault_whatever_the_labels_case() {
        assert_eq!(decide(Some(3), "Flood Alert"), (Severity::Alert, false));
        assert_eq!(
            decide(Some(4), "Warning no longer in force"),
            (Severity::NoLongerInForce, false)
        );
        assert_eq!(
            decide(Some(4), "Warning No Longer in Force"),
            (Severity::NoLongerInForce, false)
        );
    }

    #[test]
    fn case_71_the_more_severe_of_number_and_label_counts() {
        assert_eq!(decide(Some(1), "Flood Alert"), (Severity::Severe, true));
        assert_eq!(decide(Some(4), "Flood Warning"), (Severity::Warning, true));
    }

    #[test]
    fn case_50_what_is_not_known_is_in_force_and_no_lower_than_a_warning() {
        for (value, label) in [
            (Some(0), ""),
            (Some(9), "Extreme"),
            (None, "Rhybudd"),
            (Some(0), "Flood Alert"),
            (Some(9), "Warning no longer in force"),
        ] {
            let (severity, fault) = decide(value, label);
            assert_eq!((severity, fault), (Severity::Unknown, true), "{value:?} {label}");
            assert!(severity.in_force() && severity < Severity::Alert);
        }
    }

    #[test]
    fn either_half_alone_is_enough() {
        assert_eq!(decide(None, "Flood Alert"), (Severity::Alert, false));
        assert_eq!(decide(Some(2), ""), (Severity::Warning, false));
    }
}

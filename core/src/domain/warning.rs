//! A message of the flood warning service for one target area.

use super::{Timestamp, bilingual::Bilingual, geo::Position, station::RiverText};

/// The id of a message: `FWACODE`, the case-sensitive code of the target area. A message without a
/// code has "~" and its description as id. Further messages with the same code have the suffix
/// "~2", "~3".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaCode(pub String);

impl AreaCode {
    /// Creates the id from the code, or from the description if the code is empty.
    pub fn new(code: &str, description: &str) -> Self {
        if code.is_empty() { Self(format!("~{description}")) } else { Self(code.to_owned()) }
    }

    /// The code as received, without the suffix of a repeated code. Empty where the code is
    /// missing.
    pub fn given(&self) -> &str {
        self.0.split('~').next().unwrap_or_default()
    }
}

/// The severity of a message, most severe first. Source: `SEVERITYVALUE` and `SEVERITY` of the
/// flood warnings operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Severe flood warning: danger to life.
    Severe,
    /// Flood warning: flooding is expected.
    Warning,
    /// The severity could not be determined. The message is in force, ranks directly below a flood
    /// warning, and is never dropped.
    Unknown,
    /// Flood alert: flooding is possible.
    Alert,
    /// Warning no longer in force: the message was stood down.
    NoLongerInForce,
}

impl Severity {
    /// All severities, most severe first.
    pub const ALL: [Self; 5] =
        [Self::Severe, Self::Warning, Self::Unknown, Self::Alert, Self::NoLongerInForce];

    /// Returns whether a message of this severity is in force.
    pub fn in_force(self) -> bool {
        self != Self::NoLongerInForce
    }

    /// The identifier that scripts and style sheets use. Never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::Severe => "severe",
            Self::Warning => "warning",
            Self::Unknown => "unknown",
            Self::Alert => "alert",
            Self::NoLongerInForce => "over",
        }
    }

    /// The severity with this id. Another text is an unknown severity.
    pub fn from_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|severity| severity.id() == id).unwrap_or(Self::Unknown)
    }

    /// Converts `SEVERITYVALUE`. 4 is not in the contract, but was recorded together with "Warning
    /// no longer in force".
    pub fn from_value(value: i64) -> Option<Self> {
        match value {
            1 => Some(Self::Severe),
            2 => Some(Self::Warning),
            3 => Some(Self::Alert),
            4 => Some(Self::NoLongerInForce),
            _ => None,
        }
    }

    /// Converts `SEVERITY`, ignoring case, which differs in practice.
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

    /// Combines number and label: the more severe of the two is used. The second value is `true` if
    /// they disagree or neither is known.
    pub fn decide(value: Stated, label: Stated) -> (Self, bool) {
        match (value, label) {
            (Stated::Known(a), Stated::Known(b)) => (a.min(b), a != b),
            (Stated::Known(one), Stated::Absent) | (Stated::Absent, Stated::Known(one)) => {
                (one, false)
            }
            // An unknown value must not make a message count as stood down, nor an alert as less
            // than it may be.
            (Stated::Known(one), Stated::Unknown) | (Stated::Unknown, Stated::Known(one)) => {
                (one.min(Self::Unknown), true)
            }
            (Stated::Absent | Stated::Unknown, Stated::Absent | Stated::Unknown) => {
                (Self::Unknown, true)
            }
        }
    }
}

/// The severity according to one of the two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// Null, blank or not present.
    Absent,
    /// Present, but not a known value: another number or text, an array, an object, a boolean.
    Unknown,
    /// A known severity.
    Known(Severity),
}

/// The kind of a change of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was issued, or came into force again.
    Raised,
    /// Its severity or its text changed.
    Changed,
    /// It is no longer in force, or the service no longer has it.
    StoodDown,
}

impl ChangeKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Raised, Self::Changed, Self::StoodDown];

    /// The identifier in the recorder's files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Raised => "raised",
            Self::Changed => "changed",
            Self::StoodDown => "stood_down",
        }
    }
}

/// The source of the flooding (`TIDAL`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloodSource {
    /// The sea or a tidal river.
    Tidal,
    /// A river.
    River,
    /// Absent or not a known flag.
    Unknown,
}

/// The service's region (`AREA`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// "North".
    North,
    /// "South East".
    SouthEast,
    /// "South West".
    SouthWest,
    /// Any other text, shown as received.
    Other(String),
}

impl Region {
    /// Parses the region's name, trimmed. The case has to match.
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
    /// The id of the message.
    pub code: AreaCode,
    /// The severity, from `SEVERITYVALUE` and `SEVERITY`.
    pub severity: Severity,
    /// `SEVERITY` as received, shown for an unknown severity.
    pub label: String,
    /// Whether `SEVERITYVALUE` and `SEVERITY` disagree.
    pub contradictory: bool,
    /// A point of the target area, which is larger. A message without one is listed, but not on the
    /// map.
    pub position: Option<Position>,
    /// The name of the area (`DESCRIPTION`), in English only.
    pub description: String,
    /// The region (`AREA`).
    pub region: Region,
    /// The source of the flooding (`TIDAL`).
    pub water: FloodSource,
    /// When the message was first issued (`TIMERAISED`).
    pub raised: Option<Timestamp>,
    /// When the severity last changed (`SEVERITY_CHANGED`), shown as "in force since".
    pub severity_changed: Option<Timestamp>,
    /// When the text last changed (`RIM_CHANGED`).
    pub message_changed: Option<Timestamp>,
    /// The text of the message (`RIM_ENGLISH`, `RIM_WELSH`).
    pub text: Bilingual,
}

impl Warning {
    /// Whether the message is in force and its name has that of a river, given by its words ([`Station::river_words`]).
    ///
    /// [`Station::river_words`]: super::station::Station::river_words
    pub fn is_named_after(&self, river: &[String]) -> bool {
        self.severity.in_force() && RiverText::new(&self.description).names(river)
    }

    /// Since when the message has its severity; `None` also for a time that has not come.
    pub fn has_severity_since(&self, now: Timestamp) -> Option<Timestamp> {
        self.severity_changed.filter(|at| *at <= now)
    }
}

/// The number of messages of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeverityCounts([usize; 5]);

impl SeverityCounts {
    /// Counts the messages.
    pub fn of<'a>(warnings: impl IntoIterator<Item = &'a Warning>) -> Self {
        let mut counts = Self::default();
        for warning in warnings {
            counts.0[warning.severity as usize] += 1;
        }
        counts
    }

    /// The number of messages of this severity.
    pub fn count(self, severity: Severity) -> usize {
        self.0[severity as usize]
    }

    /// The number of messages of all severities.
    pub fn total(self) -> usize {
        self.0.iter().sum()
    }

    /// The number of messages in force.
    pub fn in_force(self) -> usize {
        self.total() - self.count(Severity::NoLongerInForce)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(value: Option<i64>, label: &str) -> (Severity, bool) {
        let stated = |given: bool, known: Option<Severity>| match known {
            Some(severity) => Stated::Known(severity),
            None if given => Stated::Unknown,
            None => Stated::Absent,
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

    // case 71
    #[test]
    fn the_more_severe_of_number_and_label_counts() {
        assert_eq!(decide(Some(1), "Flood Alert"), (Severity::Severe, true));
        assert_eq!(decide(Some(4), "Flood Warning"), (Severity::Warning, true));
    }

    // case 50
    #[test]
    fn what_is_not_known_is_in_force_and_no_lower_than_a_warning() {
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

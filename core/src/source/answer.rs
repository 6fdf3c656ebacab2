//! Which sentence answers whether flood warnings are in force. `presenter::answer` writes it in words.

use super::warnings::{Basis, Concern, WarningStatus, WarningsHere};
use crate::domain::{geo::Coverage, page_time::PageTime};

/// The area of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of Wales.
    Wales,
    /// A county.
    County,
    /// A circle around the place, and how it is covered by the service, if that is known.
    Around(Option<Coverage>),
}

/// The facts on which the answer depends besides the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The area of the page.
    pub scope: Scope,
    /// The status of the warnings there.
    pub status: WarningStatus,
    /// The first response, or the outlines, may still arrive.
    pub is_waiting: bool,
    /// The outlines could not be loaded.
    pub has_no_outlines: bool,
    /// When the service last confirmed the messages of the place; `None` if it has not.
    pub place_as_of: Option<PageTime>,
}

/// The sentence that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Messages are in force in Wales, in the county, or around the place: how many of each severity.
    Counts,
    /// Messages are in force around the place, and it is in none of their areas.
    Outside,
    /// Messages are in force near the border of the county, and none within it.
    NearBorder,
    /// The message of the headline is in force.
    Message,
    /// The first response is awaited.
    Checking,
    /// No message is in force.
    NoneInForce,
    /// The service does not cover the place.
    NotCovered,
    /// No land of Wales is known within the circle.
    NoKnownLand,
    /// This number of messages could not be read; each may be in force.
    Unreadable(usize),
    /// Without the outlines it is not known whether the service covers the place.
    OutlinesMissing,
    /// This number of messages in force has no point, so that it may be in the county.
    Unplaced(usize),
    /// This number of messages in force further away is of areas that may contain the place, whose shapes are not known.
    Elsewhere(usize),
    /// The messages of the place are not known, since this time, while those of all Wales are.
    PlaceUnknown {
        /// When the service last confirmed them.
        since: Option<PageTime>,
    },
    /// The messages are not known.
    Unknown {
        /// When the service last confirmed them.
        as_of: Option<PageTime>,
    },
}

impl Sentence {
    /// The sentence for these messages.
    pub fn of(warnings: &WarningsHere, situation: Situation) -> Self {
        let Situation { scope, status, is_waiting, has_no_outlines, place_as_of } = situation;
        if let Some(local) = warnings.headline() {
            return match scope {
                Scope::County if local.at_edge => Self::NearBorder,
                Scope::Wales | Scope::County => Self::Counts,
                Scope::Around(coverage) => match warnings.concern() {
                    Some(Concern::Outside) if coverage.is_some_and(Coverage::has_centre) => {
                        Self::Outside
                    }
                    Some(Concern::Place) => Self::Message,
                    Some(Concern::Outside | Concern::Around) | None => Self::Counts,
                },
            };
        }
        if is_waiting {
            return Self::Checking;
        }
        if status == WarningStatus::NoneInForce {
            return Self::NoneInForce;
        }
        let coverage = match scope {
            Scope::Around(coverage) => coverage,
            Scope::Wales | Scope::County => None,
        };
        match coverage {
            Some(Coverage::Outside) => return Self::NotCovered,
            Some(Coverage::NoKnownLand) => return Self::NoKnownLand,
            Some(Coverage::Wales | Coverage::Partly { .. }) | None => {}
        }
        if !warnings.is_fresh {
            return Self::Unknown { as_of: warnings.as_of };
        }
        if warnings.rejected > 0 {
            return Self::Unreadable(warnings.rejected);
        }
        match warnings.basis {
            Basis::Service | Basis::County if coverage.is_none() && has_no_outlines => {
                Self::OutlinesMissing
            }
            Basis::County if warnings.without_point > 0 => Self::Unplaced(warnings.without_point),
            Basis::Distance => Self::PlaceUnknown { since: place_as_of },
            Basis::Service if warnings.unsettled > 0 => Self::Elsewhere(warnings.unsettled),
            Basis::Service | Basis::County | Basis::NoSnapshot => {
                Self::Unknown { as_of: warnings.as_of }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        source::warnings::{Reach, WarningHere},
        test_support,
    };

    const NOW: Option<PageTime> = Some(PageTime::from_milliseconds(60_000));

    fn around(coverage: Coverage) -> Situation {
        Situation { scope: Scope::Around(Some(coverage)), ..situation(Scope::Wales) }
    }

    fn situation(scope: Scope) -> Situation {
        Situation {
            scope,
            status: WarningStatus::Unknown,
            is_waiting: false,
            has_no_outlines: false,
            place_as_of: None,
        }
    }

    fn fresh(basis: Basis) -> WarningsHere {
        WarningsHere { basis, is_fresh: true, as_of: NOW, ..WarningsHere::default() }
    }

    fn in_force() -> WarningHere {
        let properties = r#""FWACODE":"A","SEVERITY":"Flood Warning","SEVERITYVALUE":2"#;
        let feature = test_support::feature(None, properties);
        WarningHere {
            warning: test_support::warnings(&[feature]).content.remove(0),
            distance: None,
            at_edge: false,
            reach: Reach::Unknown,
            as_of: None,
            is_fresh: false,
        }
    }

    #[test]
    fn a_message_in_force_is_the_answer_whatever_else_is_not_known() {
        for is_fresh in [true, false] {
            for (scope, at_edge, answer) in [
                (Scope::Wales, false, Sentence::Counts),
                (Scope::County, false, Sentence::Counts),
                (Scope::County, true, Sentence::NearBorder),
                (Scope::Around(None), false, Sentence::Counts),
                (Scope::Around(Some(Coverage::Outside)), true, Sentence::Counts),
            ] {
                let found = vec![WarningHere { at_edge, ..in_force() }];
                let warnings =
                    WarningsHere { found, is_fresh, rejected: 2, ..fresh(Basis::County) };
                let situation = Situation { is_waiting: true, ..situation(scope) };
                assert_eq!(Sentence::of(&warnings, situation), answer, "{scope:?} {at_edge}");
            }
        }
    }

    #[test]
    fn none_is_the_answer_only_if_the_status_says_so() {
        let none = Situation { status: WarningStatus::NoneInForce, ..situation(Scope::Wales) };
        assert_eq!(Sentence::of(&fresh(Basis::Service), none), Sentence::NoneInForce);
        let waiting = Situation { is_waiting: true, ..none };
        assert_eq!(Sentence::of(&fresh(Basis::Service), waiting), Sentence::Checking);
    }

    #[test]
    fn why_the_status_is_not_known() {
        let unreadable = WarningsHere { rejected: 3, ..fresh(Basis::Service) };
        let elsewhere = WarningsHere { unsettled: 4, ..fresh(Basis::Service) };
        let unplaced = WarningsHere { without_point: 2, ..fresh(Basis::County) };
        let stale = WarningsHere { is_fresh: false, rejected: 3, ..fresh(Basis::Service) };
        let without_outlines = |scope| Situation { has_no_outlines: true, ..situation(scope) };
        let since = Situation { place_as_of: NOW, ..around(Coverage::Wales) };
        for (warnings, situation, answer) in [
            (&fresh(Basis::Service), around(Coverage::Outside), Sentence::NotCovered),
            (&fresh(Basis::Service), around(Coverage::NoKnownLand), Sentence::NoKnownLand),
            (&unreadable, situation(Scope::Wales), Sentence::Unreadable(3)),
            (&unreadable, around(Coverage::Outside), Sentence::NotCovered),
            (
                &fresh(Basis::Service),
                without_outlines(Scope::Around(None)),
                Sentence::OutlinesMissing,
            ),
            (&unplaced, without_outlines(Scope::County), Sentence::OutlinesMissing),
            (&unplaced, situation(Scope::County), Sentence::Unplaced(2)),
            (&elsewhere, around(Coverage::Wales), Sentence::Elsewhere(4)),
            (&fresh(Basis::Distance), since, Sentence::PlaceUnknown { since: NOW }),
            (
                &fresh(Basis::Distance),
                around(Coverage::Wales),
                Sentence::PlaceUnknown { since: None },
            ),
            (&fresh(Basis::County), situation(Scope::County), Sentence::Unknown { as_of: NOW }),
            (&fresh(Basis::Service), around(Coverage::Wales), Sentence::Unknown { as_of: NOW }),
            (&stale, situation(Scope::Wales), Sentence::Unknown { as_of: NOW }),
            (&WarningsHere::default(), situation(Scope::Wales), Sentence::Unknown { as_of: None }),
        ] {
            assert_eq!(Sentence::of(warnings, situation), answer, "{warnings:?} {situation:?}");
        }
    }
}

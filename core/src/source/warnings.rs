//! Which messages concern a place, who says so, and what may be said of them.

use super::state::{Snapshot, SourceState};
use crate::{
    api::Warnings,
    domain::{
        freshness::Freshness,
        geo::{Distance, Position, Radius},
        nearby,
        page_time::PageTime,
        sorting,
        warning::{Severity, SeverityCounts, Warning},
    },
};

/// Who says that a message concerns the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The service, asked about this place (or about all of Wales, when that is the place).
    Service,
    /// Only this device, by the distance to each area's point, until the service has answered for
    /// the place. Areas are larger than their point, so this can miss some.
    Distance,
    /// Nothing is known yet.
    #[default]
    Nothing,
}

/// A message that concerns the place.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalWarning {
    pub warning: Warning,
    /// From the place to the area's point, if there is a place and the area has a point.
    pub distance: Option<Distance>,
    /// The service lists it for the place although its point lies outside the circle: its area may
    /// reach into it.
    pub at_edge: bool,
    /// When the service last said so.
    pub as_of: PageTime,
    /// The service said so within the time that a fresh answer may be old, and to this page.
    pub is_current: bool,
}

impl LocalWarning {
    fn in_force(&self) -> bool {
        self.warning.severity.in_force()
    }
}

/// The messages of a place, most severe first, then nearest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WarningsHere {
    pub basis: Basis,
    /// When the source that [`basis`](Self::basis) names last said so.
    pub as_of: Option<PageTime>,
    /// That source's answer is fresh and the service has confirmed it since this page was opened.
    pub is_fresh: bool,
    /// That source's answer was stored on this device, and the service has not confirmed it yet.
    pub from_cache: bool,
    pub found: Vec<LocalWarning>,
    /// Messages that cannot be placed by distance, where only distance decides.
    pub without_point: usize,
    /// Messages that could not be read: each may be one in force here.
    pub unreadable: usize,
}

/// The answer to "is there a flood warning here?".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WarningStatus {
    /// Proven: the service said so, recently.
    None,
    Some,
    /// It could not be found out. What was known before is still shown, under its age.
    #[default]
    Unknown,
}

impl WarningStatus {
    /// The word that scripts read in `data-answer`; never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Some => "some",
            Self::Unknown => "unknown",
        }
    }
}

fn is_fresh(picture: &Snapshot<Warnings>, now: PageTime) -> bool {
    !picture.from_cache && Freshness::of_warnings(picture.as_of, now) == Freshness::Fresh
}

impl WarningsHere {
    /// Gathers what concerns the place (`None`: all of Wales) out of the two warning sources.
    ///
    /// Both count: what the answer for the place lists, and what the answer for all of Wales lists
    /// within the radius. While the answer for the place is missing or old and the one for all
    /// of Wales is fresh, distance alone decides for the time being.
    pub fn gather(
        national_warnings: &SourceState<Warnings>,
        local_warnings: &SourceState<Warnings>,
        place: Option<(Position, Radius)>,
        now: PageTime,
    ) -> Self {
        let Some((centre, radius)) = place else {
            let Some(picture) = national_warnings.picture() else { return Self::default() };
            return Self::of(Basis::Service, picture, now)
                .with_found(Self::listed(picture, None, now));
        };
        let deciding = match (national_warnings.picture(), local_warnings.picture()) {
            (_, Some(local_warnings)) if is_fresh(local_warnings, now) => {
                (Basis::Service, local_warnings)
            }
            (Some(national_warnings), _) if is_fresh(national_warnings, now) => {
                (Basis::Distance, national_warnings)
            }
            (_, Some(local_warnings)) => (Basis::Service, local_warnings),
            (Some(national_warnings), None) => (Basis::Distance, national_warnings),
            (None, None) => return Self::default(),
        };
        let circle = Some((centre, radius));
        let mut found = local_warnings
            .picture()
            .map(|picture| Self::listed(picture, circle, now))
            .unwrap_or_default();
        if let Some(picture) = national_warnings.picture() {
            let of_wales = Self::listed(picture, circle, now);
            // What an old answer for the place lists is in force, wherever its point lies, as long
            // as a newer one for all of Wales lists it, and ended where that one does
            // not.
            let is_newer = is_fresh(picture, now) && picture.rejected.is_empty();
            found.retain(|old| {
                old.is_current
                    || !is_newer
                    || old.as_of >= picture.as_of
                    || of_wales.iter().any(|new| new.warning.code == old.warning.code)
            });
            for local in of_wales {
                let is_known = found.iter().any(|known| known.warning.code == local.warning.code);
                if is_known || local.distance.is_some() && !local.at_edge {
                    merge(&mut found, local);
                }
            }
        }
        let rejected = |source: &SourceState<Warnings>| {
            source.picture().map_or(0, |picture| picture.rejected.len())
        };
        let (basis, picture) = deciding;
        let without_point = picture
            .content
            .iter()
            .filter(|warning| warning.position.is_none() && warning.severity.in_force())
            .count();
        Self {
            without_point: if basis == Basis::Distance { without_point } else { 0 },
            // The same message may be unreadable in both answers.
            unreadable: rejected(national_warnings).max(rejected(local_warnings)),
            ..Self::of(basis, picture, now).with_found(found)
        }
    }

    fn of(basis: Basis, picture: &Snapshot<Warnings>, now: PageTime) -> Self {
        let unreadable = picture.rejected.len();
        Self {
            basis,
            as_of: Some(picture.as_of),
            is_fresh: is_fresh(picture, now),
            from_cache: picture.from_cache,
            unreadable,
            ..Self::default()
        }
    }

    fn listed(
        picture: &Snapshot<Warnings>,
        circle: Option<(Position, Radius)>,
        now: PageTime,
    ) -> Vec<LocalWarning> {
        let is_current = is_fresh(picture, now);
        let local = |warning: &Warning| {
            let distance =
                circle.zip(warning.position).map(|((centre, _), point)| centre.distance_to(point));
            let at_edge = circle
                .zip(distance)
                .is_some_and(|((_, radius), distance)| distance > radius.distance());
            LocalWarning {
                warning: warning.clone(),
                distance,
                at_edge,
                as_of: picture.as_of,
                is_current,
            }
        };
        picture.content.iter().map(local).collect()
    }

    fn with_found(self, found: Vec<LocalWarning>) -> Self {
        let found = sorting::sorted(found, |a, b| {
            let by_severity = a.warning.severity.cmp(&b.warning.severity);
            by_severity
                .then_with(|| nearby::metres(a.distance).total_cmp(&nearby::metres(b.distance)))
                .then_with(|| a.warning.description.cmp(&b.warning.description))
                .then_with(|| a.warning.code.cmp(&b.warning.code))
        });
        Self { found, ..self }
    }

    fn in_force(&self) -> impl Iterator<Item = &LocalWarning> {
        self.found.iter().filter(|local| local.in_force())
    }

    /// How many messages there are, those at the edge too.
    pub fn tally(&self) -> SeverityCounts {
        SeverityCounts::of(self.found.iter().map(|local| &local.warning))
    }

    /// How many messages lie within the radius, and how many at its edge.
    pub fn tallies(&self) -> (SeverityCounts, SeverityCounts) {
        let of = |at_edge: bool| {
            SeverityCounts::of(
                self.found
                    .iter()
                    .filter(|local| local.at_edge == at_edge)
                    .map(|local| &local.warning),
            )
        };
        (of(false), of(true))
    }

    /// The most severe message in force, the nearest of those.
    pub fn most_severe(&self) -> Option<&LocalWarning> {
        self.found.first().filter(|local| local.in_force())
    }

    /// The highest severity in force.
    pub fn highest(&self) -> Option<Severity> {
        self.most_severe().map(|local| local.warning.severity)
    }

    /// The most severe message is in force by what was last known, and the service could not
    /// confirm it.
    pub fn is_last_known(&self) -> bool {
        self.most_severe().is_some_and(|local| !local.is_current)
    }

    /// When the service said what is said of the messages in force: the oldest of their times.
    pub fn in_force_as_of(&self) -> Option<PageTime> {
        self.in_force().map(|local| local.as_of).min()
    }

    /// "None" needs the service's own word for the very place, no older than 20 minutes, and
    /// nothing that says otherwise: no message in force in any answer that the page holds, none
    /// that could not be read, and a place that the service covers.
    pub fn verdict(&self, is_covered: bool) -> WarningStatus {
        if self.most_severe().is_some() {
            return if self.in_force().any(|local| local.is_current) {
                WarningStatus::Some
            } else {
                WarningStatus::Unknown
            };
        }
        let is_proven =
            self.basis == Basis::Service && self.is_fresh && self.unreadable == 0 && is_covered;
        if is_proven { WarningStatus::None } else { WarningStatus::Unknown }
    }
}

/// Adds a message of the other answer. Of two about one area a current one counts before one that
/// is not, then the more severe.
fn merge(found: &mut Vec<LocalWarning>, other: LocalWarning) {
    let Some(known) = found.iter_mut().find(|known| known.warning.code == other.warning.code)
    else {
        return found.push(other);
    };
    let rank = |local: &LocalWarning| (!local.is_current, local.warning.severity);
    if rank(&other) < rank(known) {
        *known = LocalWarning { at_edge: known.at_edge && other.at_edge, ..other };
    } else if rank(&other) == rank(known) {
        known.as_of = known.as_of.max(other.as_of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{api, source::state::Event};

    const NOW: PageTime = PageTime::from_milliseconds(100_000_000);

    fn feature(code: &str, value: u8, point: &str) -> String {
        format!(
            r#"{{"geometry":{point},"properties":{{"FWACODE":"{code}","SEVERITYVALUE":{value}}}}}"#
        )
    }

    fn source(features: &[String], age_minutes: i64) -> SourceState<Warnings> {
        let body = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(","));
        let answer = api::decode_flood_warnings(body.as_bytes()).expect("a collection");
        let mut source = SourceState::default();
        source.apply(Event::Asked);
        source.apply(Event::Answered { ticket: 1, answer, as_of: NOW.plus(-age_minutes * 60_000) });
        source
    }

    const NEAR: &str = r#"{"type":"Point","coordinates":[-3.39,51.95]}"#;
    const FAR: &str = r#"{"type":"Point","coordinates":[-4.4,53.2]}"#;

    fn brecon() -> Option<(Position, Radius)> {
        Position::new(51.947, -3.391).zip(Radius::from_kilometres(10))
    }

    fn verdict(
        national_warnings: &SourceState<Warnings>,
        local_warnings: &SourceState<Warnings>,
    ) -> WarningStatus {
        WarningsHere::gather(national_warnings, local_warnings, brecon(), NOW).verdict(true)
    }

    fn codes(warnings: &WarningsHere) -> Vec<&str> {
        warnings.found.iter().map(|local| local.warning.code.0.as_str()).collect()
    }

    #[test]
    fn case_62_none_needs_a_fresh_answer_of_the_service_for_this_very_place() {
        let none = source(&[], 19);
        assert_eq!(verdict(&none, &none), WarningStatus::None);
        assert_eq!(
            verdict(&none, &SourceState::default()),
            WarningStatus::Unknown,
            "distance alone rules nothing out"
        );
        assert_eq!(
            verdict(&SourceState::default(), &SourceState::default()),
            WarningStatus::Unknown
        );
        let old = source(&[], 21);
        assert_eq!(verdict(&old, &old), WarningStatus::Unknown, "twenty minutes are the limit");
        assert_eq!(
            WarningsHere::gather(&none, &SourceState::default(), None, NOW).verdict(true),
            WarningStatus::None,
            "for all of Wales its own answer counts"
        );
        assert_eq!(
            verdict(&source(&["7".to_owned()], 0), &none),
            WarningStatus::Unknown,
            "what could not be read may be in force"
        );
        assert_eq!(
            WarningsHere::gather(&none, &none, brecon(), NOW).verdict(false),
            WarningStatus::Unknown,
            "nor is anything said of England"
        );
    }

    #[test]
    fn case_139_140_what_either_answer_lists_inside_the_circle_is_in_force() {
        for age in [0, 5, 15] {
            for other in [0, 5, 15] {
                let (some, none) = (source(&[feature("a", 1, NEAR)], age), source(&[], other));
                for (national_warnings, local_warnings) in [(&some, &none), (&none, &some)] {
                    let warnings =
                        WarningsHere::gather(national_warnings, local_warnings, brecon(), NOW);
                    assert_eq!(
                        (warnings.verdict(true), codes(&warnings)),
                        (WarningStatus::Some, vec!["a"]),
                        "{age} {other}"
                    );
                    assert_eq!(warnings.in_force_as_of(), Some(NOW.plus(-age * 60_000)));
                }
            }
        }
        let elsewhere = source(&[feature("a", 1, FAR)], 0);
        assert_eq!(
            verdict(&elsewhere, &source(&[], 0)),
            WarningStatus::None,
            "the circle decides about what all of Wales lists"
        );
    }

    #[test]
    fn an_old_answer_for_wales_with_one_in_force_inside_the_circle_rules_none_out() {
        let (old, none) = (source(&[feature("a", 2, NEAR)], 180), source(&[], 0));
        let warnings = WarningsHere::gather(&old, &none, brecon(), NOW);
        assert_eq!(
            (warnings.verdict(true), warnings.is_last_known()),
            (WarningStatus::Unknown, true)
        );
        let stood_down = source(&[feature("a", 4, NEAR)], 0);
        assert_eq!(
            verdict(&old, &stood_down),
            WarningStatus::None,
            "a current answer about the same area counts before an old one"
        );
    }

    #[test]
    fn of_two_current_answers_about_one_area_the_more_severe_counts() {
        for (national_warnings, local_warnings) in [(1, 3), (3, 1), (4, 1), (1, 4)] {
            let warnings = WarningsHere::gather(
                &source(&[feature("a", national_warnings, NEAR)], 0),
                &source(&[feature("a", local_warnings, NEAR)], 10),
                brecon(),
                NOW,
            );
            assert_eq!(
                (warnings.highest(), warnings.found.len()),
                (Some(Severity::Severe), 1),
                "{national_warnings} {local_warnings}"
            );
        }
    }

    #[test]
    fn case_2_63_160_what_is_only_remembered_proves_neither_none_nor_some_but_is_last_known() {
        for features in [vec![], vec![feature("a", 1, NEAR)]] {
            let fresh = source(&features, 1);
            let answer = api::Decoded {
                content: fresh.picture().expect("a picture").content.clone(),
                rejected: Vec::new(),
            };
            let mut from_cache = SourceState::default();
            from_cache.apply(Event::Cached { answer, as_of: NOW.plus(-60_000) });
            let warnings = WarningsHere::gather(&from_cache, &from_cache, brecon(), NOW);
            assert_eq!(
                (warnings.found.len(), warnings.verdict(true)),
                (features.len(), WarningStatus::Unknown)
            );
            assert_eq!(warnings.is_last_known(), !features.is_empty());
            assert_eq!(
                WarningsHere::gather(&fresh, &from_cache, brecon(), NOW).basis,
                Basis::Distance,
                "a confirmed answer for Wales goes before it"
            );
        }
    }

    #[test]
    fn stood_down_messages_alone_are_none_in_force() {
        let stood_down = source(&[feature("a", 4, NEAR)], 0);
        let warnings = WarningsHere::gather(&stood_down, &stood_down, brecon(), NOW);
        assert_eq!((warnings.found.len(), warnings.verdict(true)), (1, WarningStatus::None));
    }

    #[test]
    fn until_the_service_has_answered_for_the_place_distance_decides_and_says_what_it_cannot_place()
    {
        let national_warnings = source(
            &[
                feature("far", 1, FAR),
                feature("near", 3, NEAR),
                feature("nowhere", 2, "null"),
                feature("over", 4, "null"),
            ],
            1,
        );
        let warnings =
            WarningsHere::gather(&national_warnings, &SourceState::default(), brecon(), NOW);
        assert_eq!(
            (warnings.basis, warnings.found.len(), warnings.without_point),
            (Basis::Distance, 1, 1)
        );
        assert_eq!(warnings.verdict(true), WarningStatus::Some);
    }

    #[test]
    fn case_159_what_the_service_lists_beyond_the_radius_is_at_its_edge_and_is_not_counted_within_it()
     {
        let local_warnings = source(
            &[
                feature("far", 2, FAR),
                feature("nowhere", 2, "null"),
                feature("near", 2, NEAR),
                feature("worse", 1, FAR),
            ],
            1,
        );
        let warnings =
            WarningsHere::gather(&SourceState::default(), &local_warnings, brecon(), NOW);
        assert_eq!(codes(&warnings), ["worse", "near", "far", "nowhere"]);
        let edges: Vec<bool> = warnings.found.iter().map(|local| local.at_edge).collect();
        assert_eq!(edges, [true, false, true, false]);
        let (within, edge) = warnings.tallies();
        assert_eq!((within.in_force(), edge.in_force(), warnings.tally().in_force()), (2, 2, 4));
        assert_eq!(
            warnings.most_severe().map(|local| local.warning.code.0.as_str()),
            Some("worse")
        );
    }

    #[test]
    fn an_old_answer_for_the_place_gives_way_to_a_fresh_one_for_wales_but_not_to_another_old_one() {
        let (old, fresh) =
            (source(&[feature("a", 3, NEAR)], 90), source(&[feature("b", 3, NEAR)], 2));
        let warnings = WarningsHere::gather(&fresh, &old, brecon(), NOW);
        assert_eq!((warnings.basis, codes(&warnings)), (Basis::Distance, vec!["b"]));
        assert_eq!(WarningsHere::gather(&old, &old, brecon(), NOW).basis, Basis::Service);
        assert_eq!(
            WarningsHere::gather(&old, &old, brecon(), NOW).verdict(true),
            WarningStatus::Unknown
        );
    }

    #[test]
    fn a_message_of_an_old_answer_for_the_place_stays_in_force_as_long_as_wales_lists_it_wherever_its_point_lies()
     {
        let (old, fresh) = (
            source(&[feature("far", 1, FAR)], 30),
            source(&[feature("far", 1, FAR), feature("near", 3, NEAR)], 2),
        );
        let warnings = WarningsHere::gather(&fresh, &old, brecon(), NOW);
        assert_eq!(
            (codes(&warnings), warnings.verdict(true)),
            (vec!["far", "near"], WarningStatus::Some)
        );
        assert!(warnings.most_severe().is_some_and(|local| local.is_current && local.at_edge));
    }

    #[test]
    fn a_severe_message_of_an_old_answer_for_wales_is_not_hidden_by_a_current_alert() {
        let (old, fresh) =
            (source(&[feature("s", 1, NEAR)], 21), source(&[feature("a", 3, NEAR)], 0));
        let warnings = WarningsHere::gather(&old, &fresh, brecon(), NOW);
        assert_eq!(
            (codes(&warnings), warnings.verdict(true)),
            (vec!["s", "a"], WarningStatus::Some)
        );
        assert!(warnings.is_last_known(), "it is told with its own age");
    }
}

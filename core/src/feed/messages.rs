//! Which messages concern a place, who says so, and what may be said in one sentence.

use super::source::{Picture, Source};
use crate::{
    domain::{
        Instant,
        freshness::Freshness,
        geo::{Position, Radius},
        nearby::{self, Nearby},
        order,
        warning::{Tally, Warning},
    },
    service::Warnings,
};

/// Who says that a message concerns the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The service, asked about this place (or about all of Wales, when that is the place).
    Service,
    /// Only this device, by the distance to each area's point, until the service has answered for the place. Areas are larger
    /// than their point, so this can miss some.
    Distance,
    /// Nobody yet.
    #[default]
    Nothing,
}

/// The messages of a place, most severe first, then nearest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Messages {
    pub basis: Basis,
    /// When the service said so.
    pub as_of: Option<Instant>,
    /// Nothing of it has been confirmed by the service since this page was opened.
    pub remembered: bool,
    pub found: Vec<Nearby<Warning>>,
    /// Messages that cannot be placed by distance, where only distance decides.
    pub without_point: usize,
}

/// The answer to "is there a flood warning here?".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Proven: the service said so, recently.
    None,
    Some,
    /// It could not be found out. What was known before is still shown, under its age.
    #[default]
    Unknown,
}

impl Verdict {
    /// The word that scripts read in `data-answer`; never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Some => "some",
            Self::Unknown => "unknown",
        }
    }
}

impl Messages {
    /// Gathers what concerns the place (`None`: all of Wales) out of the two warning sources.
    ///
    /// The service's own answer for the place decides; while it is missing or old and the answer for all of Wales is fresh,
    /// distance decides for the time being.
    pub fn gather(wales: &Source<Warnings>, around: &Source<Warnings>, place: Option<(Position, Radius)>, now: Instant) -> Self {
        let fresh = |picture: &&Picture<Warnings>| !picture.remembered && Freshness::of_warnings(picture.as_of, now) == Freshness::Fresh;
        let Some((centre, radius)) = place else {
            return wales.picture().map_or_else(Self::default, |picture| Self::from_service(picture, None));
        };
        let said = around.picture();
        if let Some(picture) = said.filter(fresh) {
            return Self::from_service(picture, Some(centre));
        }
        match (wales.picture().filter(fresh), said, wales.picture()) {
            (Some(picture), _, _) | (None, None, Some(picture)) => Self::by_distance(picture, centre, radius),
            (None, Some(picture), _) => Self::from_service(picture, Some(centre)),
            (None, None, None) => Self::default(),
        }
    }

    fn from_service(picture: &Picture<Warnings>, centre: Option<Position>) -> Self {
        let found = picture.content.iter().map(|warning| {
            let distance = centre.zip(warning.position).map(|(centre, point)| centre.distance_to(point));
            Nearby { item: warning.clone(), distance }
        });
        Self { basis: Basis::Service, as_of: Some(picture.as_of), remembered: picture.remembered, found: in_order(found.collect()), without_point: 0 }
    }

    fn by_distance(picture: &Picture<Warnings>, centre: Position, radius: Radius) -> Self {
        let found = picture.content.iter().filter_map(|warning| Nearby::within(warning.clone(), warning.position, centre, radius.distance()));
        let without_point = picture.content.iter().filter(|warning| warning.position.is_none()).count();
        Self { basis: Basis::Distance, as_of: Some(picture.as_of), remembered: picture.remembered, found: in_order(found.collect()), without_point }
    }

    pub fn tally(&self) -> Tally {
        Tally::of(self.found.iter().map(|near| &near.item))
    }

    /// The nearest message in force that has a distance.
    pub fn nearest_in_force(&self) -> Option<&Nearby<Warning>> {
        let in_force = self.found.iter().filter(|near| near.item.severity.in_force() && near.distance.is_some());
        in_force.min_by(|a, b| nearby::metres(a.distance).total_cmp(&nearby::metres(b.distance)))
    }

    /// "None" needs the service's own word, no older than 20 minutes. Distance alone can find messages, but not rule them out.
    /// A message that could not be read may be one in force, so it rules "none" out too.
    pub fn verdict(&self, all_readable: bool, now: Instant) -> Verdict {
        let fresh = !self.remembered && self.as_of.is_some_and(|as_of| Freshness::of_warnings(as_of, now) == Freshness::Fresh);
        match (fresh, self.tally().in_force(), self.basis) {
            (true, 1.., _) => Verdict::Some,
            (true, 0, Basis::Service) if all_readable => Verdict::None,
            _ => Verdict::Unknown,
        }
    }
}

fn in_order(found: Vec<Nearby<Warning>>) -> Vec<Nearby<Warning>> {
    order::sorted(found, |a, b| {
        a.item
            .severity
            .cmp(&b.item.severity)
            .then(nearby::metres(a.distance).total_cmp(&nearby::metres(b.distance)))
            .then_with(|| a.item.description.cmp(&b.item.description))
            .then_with(|| a.item.code.cmp(&b.item.code))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{feed::source::Event, service};

    fn now() -> Instant {
        "2026-11-20T12:00:00Z".parse().expect("an instant")
    }

    fn feature(code: &str, value: u8, point: &str) -> String {
        format!(r#"{{"geometry":{point},"properties":{{"FWACODE":"{code}","SEVERITYVALUE":{value}}}}}"#)
    }

    fn source(features: &[String], age_minutes: i64) -> Source<Warnings> {
        let body = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(","));
        let answer = service::decode_flood_warnings(body.as_bytes()).expect("a collection");
        let mut source = Source::default();
        source.apply(Event::Asked);
        source.apply(Event::Answered { ticket: 1, answer, as_of: now() - chrono::TimeDelta::minutes(age_minutes) });
        source
    }

    const NEAR: &str = r#"{"type":"Point","coordinates":[-3.39,51.95]}"#;
    const FAR: &str = r#"{"type":"Point","coordinates":[-4.4,53.2]}"#;

    fn brecon() -> Option<(Position, Radius)> {
        Position::new(51.947, -3.391).zip(Radius::from_kilometres(10))
    }

    #[test]
    fn case_62_none_needs_a_fresh_answer_of_the_service_for_this_very_place() {
        let none = source(&[], 19);
        let verdict = |wales: &Source<Warnings>, around: &Source<Warnings>| Messages::gather(wales, around, brecon(), now()).verdict(true, now());
        assert_eq!(verdict(&none, &none), Verdict::None);
        assert_eq!(verdict(&none, &Source::default()), Verdict::Unknown, "distance alone rules nothing out");
        assert_eq!(verdict(&Source::default(), &Source::default()), Verdict::Unknown);
        let old = source(&[], 21);
        assert_eq!(verdict(&old, &old), Verdict::Unknown, "twenty minutes are the limit");
        assert_eq!(
            Messages::gather(&none, &Source::default(), None, now()).verdict(true, now()),
            Verdict::None,
            "for all of Wales its own answer counts"
        );
        assert_eq!(Messages::gather(&none, &none, brecon(), now()).verdict(false, now()), Verdict::Unknown, "what could not be read may be in force");
    }

    #[test]
    fn case_2_63_what_is_only_remembered_proves_neither_none_nor_some() {
        for features in [vec![], vec![feature("a", 1, NEAR)]] {
            let fresh = source(&features, 1);
            let answer = service::Answer { content: fresh.picture().expect("a picture").content.clone(), rejected: Vec::new() };
            let mut remembered = Source::default();
            remembered.apply(Event::Remembered { answer, as_of: now() - chrono::TimeDelta::minutes(1) });
            let messages = Messages::gather(&remembered, &remembered, brecon(), now());
            assert_eq!((messages.found.len(), messages.verdict(true, now())), (features.len(), Verdict::Unknown));
            assert_eq!(Messages::gather(&fresh, &remembered, brecon(), now()).basis, Basis::Distance, "a confirmed answer for Wales goes before it");
        }
    }

    #[test]
    fn stood_down_messages_alone_are_none_in_force() {
        let stood_down = source(&[feature("a", 4, NEAR)], 0);
        let messages = Messages::gather(&stood_down, &stood_down, brecon(), now());
        assert_eq!((messages.found.len(), messages.verdict(true, now())), (1, Verdict::None));
    }

    #[test]
    fn until_the_service_has_answered_for_the_place_distance_decides_and_says_what_it_cannot_place() {
        let wales = source(&[feature("far", 1, FAR), feature("near", 3, NEAR), feature("nowhere", 2, "null")], 1);
        let messages = Messages::gather(&wales, &Source::default(), brecon(), now());
        assert_eq!((messages.basis, messages.found.len(), messages.without_point), (Basis::Distance, 1, 1));
        assert_eq!(messages.verdict(true, now()), Verdict::Some);
    }

    #[test]
    fn the_services_answer_for_the_place_counts_whatever_the_distance_to_the_point_is() {
        let around = source(&[feature("far", 2, FAR), feature("nowhere", 2, "null"), feature("near", 2, NEAR), feature("worse", 1, FAR)], 1);
        let messages = Messages::gather(&Source::default(), &around, brecon(), now());
        let order: Vec<&str> = messages.found.iter().map(|near| near.item.code.0.as_str()).collect();
        assert_eq!(order, ["worse", "near", "far", "nowhere"]);
        assert_eq!(messages.nearest_in_force().map(|near| near.item.code.0.as_str()), Some("near"));
    }

    #[test]
    fn an_old_answer_for_the_place_gives_way_to_a_fresh_one_for_wales_but_not_to_another_old_one() {
        let (old, fresh) = (source(&[feature("a", 3, NEAR)], 90), source(&[feature("b", 3, NEAR)], 2));
        assert_eq!(Messages::gather(&fresh, &old, brecon(), now()).basis, Basis::Distance);
        assert_eq!(Messages::gather(&old, &old, brecon(), now()).basis, Basis::Service);
        assert_eq!(Messages::gather(&old, &old, brecon(), now()).verdict(true, now()), Verdict::Unknown);
    }
}

//! The messages of a place, and the warning status that follows from them.

use super::state::{Snapshot, SourceState};
use crate::{
    api::Warnings,
    domain::{
        county::CountyRelation,
        freshness::Freshness,
        geo::{Distance, Position, Radius},
        limits::{LARGEST_AREA, PLACE_EXTENT, PLACE_REACH},
        nearby,
        page_time::PageTime,
        sorting,
        warning::{AreaCode, Severity, SeverityCounts, Warning},
    },
};

/// How the messages of a place were selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// By the service, which was queried for this place (or for all of Wales).
    Service,
    /// By this device, from the distance to each area's point, until the service has responded for
    /// the place. Areas are larger than their point, so messages may be missing.
    Distance,
    /// By this device, from the county of each area's point and the counties near it. A message
    /// without a point may concern any county, and one beyond may reach into it.
    County,
    /// No source has a snapshot yet.
    #[default]
    NoSnapshot,
}

/// Whether the area of a message contains the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// It does, by its shape.
    Inside,
    /// Its shape is not known, and its point is so near that it may, or not known.
    Possible,
    /// Its shape is not known, and its point is further away.
    #[default]
    Unknown,
    /// It does not contain the point of the place, by its shape, but comes within [`PLACE_EXTENT`] of it.
    Near,
    /// It is further away, by its shape.
    Outside,
}

/// How the messages in force around a place concern it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// An area contains the place, or may, or comes near it.
    Place,
    /// It is not known of each message whether its area contains the place.
    Around,
    /// The place is in no area with a message in force, nor near one, by the shapes of all.
    Outside,
}

/// A message of the place.
#[derive(Clone, Debug, PartialEq)]
pub struct WarningHere {
    /// The message.
    pub warning: Warning,
    /// The distance from the place to the area's point; `None` for all of Wales and for an area
    /// without a point.
    pub distance: Option<Distance>,
    /// The area's point lies outside the circle, but the service lists the message for the place:
    /// the area may reach into the circle. Of a county: the point lies outside, but near it. Never of an
    /// area that contains the place.
    pub at_edge: bool,
    /// Whether the area contains the place. [`Reach::Unknown`] for all of Wales, for a county, and of a message that
    /// is not in force.
    pub reach: Reach,
    /// When the service last confirmed the message, if that is known.
    pub as_of: Option<PageTime>,
    /// The service confirmed the message to this page within the freshness limit.
    pub is_fresh: bool,
}

impl WarningHere {
    fn in_force(&self) -> bool {
        self.warning.severity.in_force()
    }

    /// Whether the area contains the place, by its shape.
    pub fn contains_place(&self) -> bool {
        self.reach == Reach::Inside
    }

    /// Whether the area contains a part of the place, or may.
    pub fn concerns_place(&self) -> bool {
        matches!(self.reach, Reach::Inside | Reach::Possible | Reach::Near)
    }
}

/// The shapes of the flood areas, compared with the place.
#[derive(Clone, Copy, Debug, Default)]
pub enum Shapes<'a> {
    /// The deployment has none.
    #[default]
    NotConfigured,
    /// They may still arrive.
    Awaited,
    /// By the code of a message, where its area is: [`Reach::Inside`], [`Reach::Near`] or [`Reach::Outside`]. The shape of
    /// another code is not known.
    Settled(&'a [(AreaCode, Reach)]),
}

impl Shapes<'_> {
    fn reach(self, code: &AreaCode) -> Option<Reach> {
        let Self::Settled(known) = self else { return None };
        known.iter().find(|(known, _)| known == code).map(|(_, reach)| *reach)
    }
}

/// The surroundings of a place.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The place.
    pub centre: Position,
    /// How far a point may be.
    pub radius: Radius,
    /// The messages in force of areas that contain the place count wherever their points are.
    pub shapes: Shapes<'a>,
}

impl Surroundings<'_> {
    fn distance(&self, warning: &Warning) -> Option<Distance> {
        warning.position.map(|point| self.centre.distance_to(point))
    }

    fn reach(&self, warning: &Warning) -> Reach {
        let distance = self.distance(warning);
        match self.shapes.reach(&warning.code) {
            // Its point may be beside it.
            Some(Reach::Outside) if distance.is_some_and(|distance| distance <= PLACE_EXTENT) => {
                Reach::Near
            }
            Some(reach) => reach,
            None if distance.is_none_or(|distance| distance <= PLACE_REACH) => Reach::Possible,
            None => Reach::Unknown,
        }
    }

    /// The number of messages in force that are not among those of the place, and whose areas may contain it.
    fn unsettled(&self, national: &Snapshot<Warnings>, found: &[WarningHere]) -> usize {
        let may_reach = |warning: &&Warning| {
            warning.severity.in_force()
                && self.shapes.reach(&warning.code).is_none()
                && self.distance(warning).is_none_or(|distance| distance <= LARGEST_AREA)
                && found.iter().all(|local| local.warning.code != warning.code)
        };
        match self.shapes {
            Shapes::NotConfigured => 0,
            Shapes::Awaited | Shapes::Settled(_) => {
                national.content.iter().filter(may_reach).count()
            }
        }
    }
}

/// A message that stays the headline until a newer response.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    code: AreaCode,
    /// It concerned the place.
    concerns_place: bool,
}

/// The messages of a place, most severe first, then nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WarningsHere {
    /// How the messages were selected.
    pub basis: Basis,
    /// When the source that [`basis`](Self::basis) refers to was last confirmed by the service; `None` if
    /// that is not known.
    pub as_of: Option<PageTime>,
    /// The response of that source is fresh, and the service has confirmed it since the page was
    /// opened.
    pub is_fresh: bool,
    /// The response of that source is from the cache, and the service has not confirmed it yet.
    pub from_cache: bool,
    /// The messages, in force or stood down.
    pub found: Vec<WarningHere>,
    /// The number of messages in force without a point, if this device selected the messages.
    pub without_point: usize,
    /// The number of messages that could not be decoded. Each may be in force here.
    pub rejected: usize,
    /// The number of other messages in force in Wales whose areas may contain the place, where the deployment has shapes
    /// of the areas and theirs are not known.
    pub unsettled: usize,
    /// The shapes of the areas may still arrive.
    pub awaits_shapes: bool,
    /// The place.
    pub place: Option<Position>,
    /// The message of the headline, if shapes that arrived after its response would replace it by a milder one.
    pub held: Option<Held>,
}

/// A group of the list of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The messages of one severity; those of [`NearBorder`](Self::NearBorder) are not among them.
    Severity(Severity),
    /// The messages in force near the border of a county.
    NearBorder,
}

/// The warning status of a place: whether a flood warning or alert is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WarningStatus {
    /// No message is in force, according to a recent response of the service.
    NoneInForce,
    /// At least one message is in force.
    InForce,
    /// The status could not be determined. Known messages are still shown, with their age.
    #[default]
    Unknown,
}

impl WarningStatus {
    /// The value of the `data-answer` attribute, read by scripts. Never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::NoneInForce => "none",
            Self::InForce => "some",
            Self::Unknown => "unknown",
        }
    }
}

/// Whether a response of the service is fresh.
pub fn is_fresh(snapshot: &Snapshot<Warnings>, now: PageTime) -> bool {
    !snapshot.from_cache
        && !snapshot.is_contradicted
        && Freshness::of_warnings(snapshot.as_of, now) == Freshness::Fresh
}

impl WarningsHere {
    /// Collects the messages of the place (`None`: all of Wales) from the two warning sources.
    ///
    /// The result contains the messages of the local response, and those of the national response
    /// within the radius or of the area that contains the place. While the local response is missing
    /// or old and the national one is fresh, the selection by distance decides.
    pub fn gather(
        national_warnings: &SourceState<Warnings>,
        local_warnings: &SourceState<Warnings>,
        place: Option<Surroundings<'_>>,
        now: PageTime,
    ) -> Self {
        let Some(circle) = place else {
            let Some(snapshot) = national_warnings.snapshot() else { return Self::default() };
            return Self::of(Basis::Service, snapshot, now)
                .with_found(Self::listed(snapshot, None, now));
        };
        let (national, local) = (national_warnings.snapshot(), local_warnings.snapshot());
        let (basis, snapshot) = match (national, local) {
            (_, Some(local)) if is_fresh(local, now) => (Basis::Service, local),
            (Some(national), _) if is_fresh(national, now) => (Basis::Distance, national),
            (_, Some(local)) => (Basis::Service, local),
            (Some(national), None) => (Basis::Distance, national),
            (None, None) => return Self::default(),
        };
        let found = Self::around(circle, national, local, now);
        let rejected = |source: &SourceState<Warnings>| {
            source.snapshot().map_or(0, |snapshot| snapshot.rejected.len())
        };
        let has_shapes = !matches!(circle.shapes, Shapes::NotConfigured);
        let of_wales = national.filter(|snapshot| is_fresh(snapshot, now));
        let decided = Self::of(basis, snapshot, now);
        let without_point = snapshot
            .content
            .iter()
            .filter(|warning| warning.position.is_none() && warning.severity.in_force())
            .count();
        Self {
            without_point: if basis == Basis::Distance { without_point } else { 0 },
            // The same message may be unreadable in both responses.
            rejected: rejected(national_warnings).max(rejected(local_warnings)),
            // With shapes, a message anywhere in Wales may be one of the place.
            is_fresh: decided.is_fresh && (!has_shapes || of_wales.is_some()),
            unsettled: of_wales.map_or(0, |of_wales| circle.unsettled(of_wales, &found)),
            awaits_shapes: matches!(circle.shapes, Shapes::Awaited),
            place: Some(circle.centre),
            ..decided.with_found(found)
        }
    }

    /// The messages around a place: those of the local response, and of the national one those within the radius or
    /// whose area contains the place or comes near it.
    fn around(
        circle: Surroundings<'_>,
        national: Option<&Snapshot<Warnings>>,
        local: Option<&Snapshot<Warnings>>,
        now: PageTime,
    ) -> Vec<WarningHere> {
        let listed = |snapshot| Self::listed(snapshot, Some(circle), now);
        let mut found = local.map(listed).unwrap_or_default();
        let Some(snapshot) = national else { return found };
        let of_wales = listed(snapshot);
        // A message of an old local response stays in force, whatever its distance, as long as
        // a newer national response lists it, and is removed if that one does not.
        let is_newer = is_fresh(snapshot, now) && snapshot.rejected.is_empty();
        found.retain(|old| {
            old.is_fresh
                || !is_newer
                || old.as_of.is_none_or(|as_of| as_of >= snapshot.as_of)
                || of_wales.iter().any(|new| new.warning.code == old.warning.code)
        });
        for local in of_wales {
            let is_known = found.iter().any(|known| known.warning.code == local.warning.code);
            let is_within = local.distance.is_some() && !local.at_edge;
            if is_known || is_within || matches!(local.reach, Reach::Inside | Reach::Near) {
                merge(&mut found, local);
            }
        }
        found
    }

    /// Collects the messages of a county from the national response. `relation` is that of a message's
    /// area to the county; `None` while it is not known. A message whose area may reach into the county
    /// from beyond counts as one without a point.
    pub fn of_county(
        national_warnings: &SourceState<Warnings>,
        relation: impl Fn(&Warning) -> Option<CountyRelation>,
        now: PageTime,
    ) -> Self {
        let Some(snapshot) = national_warnings.snapshot() else { return Self::default() };
        let (mut found, mut without_point) = (Vec::new(), 0);
        for local in Self::listed(snapshot, None, now) {
            match relation(&local.warning) {
                Some(CountyRelation::Inside) => found.push(local),
                Some(CountyRelation::Near) => found.push(WarningHere { at_edge: true, ..local }),
                Some(CountyRelation::Elsewhere) => {}
                Some(CountyRelation::Beyond) | None => {
                    without_point += usize::from(local.in_force())
                }
            }
        }
        Self { without_point, ..Self::of(Basis::County, snapshot, now).with_found(found) }
    }

    fn of(basis: Basis, snapshot: &Snapshot<Warnings>, now: PageTime) -> Self {
        let rejected = snapshot.rejected.len();
        Self {
            basis,
            as_of: snapshot.known_as_of(),
            is_fresh: is_fresh(snapshot, now),
            from_cache: snapshot.from_cache,
            rejected,
            ..Self::default()
        }
    }

    fn listed(
        snapshot: &Snapshot<Warnings>,
        circle: Option<Surroundings<'_>>,
        now: PageTime,
    ) -> Vec<WarningHere> {
        let is_fresh = is_fresh(snapshot, now);
        let local = |warning: &Warning| {
            let distance = circle.and_then(|circle| circle.distance(warning));
            let reach = circle.filter(|_| warning.severity.in_force());
            let reach = reach.map(|circle| circle.reach(warning)).unwrap_or_default();
            let is_beyond = circle
                .zip(distance)
                .is_some_and(|(circle, distance)| distance > circle.radius.distance());
            WarningHere {
                warning: warning.clone(),
                distance,
                at_edge: is_beyond && reach != Reach::Inside,
                reach,
                as_of: snapshot.known_as_of(),
                is_fresh,
            }
        };
        snapshot.content.iter().map(local).collect()
    }

    fn with_found(self, found: Vec<WarningHere>) -> Self {
        let found = sorting::sorted(found, |a, b| {
            let by_severity = a.warning.severity.cmp(&b.warning.severity);
            by_severity
                .then_with(|| nearby::metres(a.distance).total_cmp(&nearby::metres(b.distance)))
                .then_with(|| a.warning.description.cmp(&b.warning.description))
                .then_with(|| a.warning.code.cmp(&b.warning.code))
        });
        Self { found, ..self }
    }

    /// The message of an area.
    pub fn get(&self, code: &AreaCode) -> Option<&WarningHere> {
        self.found.iter().find(|local| local.warning.code == *code)
    }

    /// The messages in force, by severity, then by distance.
    pub fn in_force(&self) -> impl Iterator<Item = &WarningHere> {
        self.found.iter().filter(|local| local.in_force())
    }

    fn is_near_border(&self, local: &WarningHere) -> bool {
        self.basis == Basis::County && local.at_edge && local.in_force()
    }

    /// The messages of a group of the list, by severity, then by distance.
    pub fn of_group(&self, group: Group) -> impl Iterator<Item = &WarningHere> {
        self.found.iter().filter(move |local| match group {
            Group::Severity(severity) => {
                local.warning.severity == severity && !self.is_near_border(local)
            }
            Group::NearBorder => self.is_near_border(local),
        })
    }

    /// The severity counts of the messages, including those at the edge of the circle; of a county without
    /// those near its border.
    pub fn counts(&self) -> SeverityCounts {
        self.counts_of(|local| !self.is_near_border(local))
    }

    fn counts_of(&self, is_counted: impl Fn(&WarningHere) -> bool) -> SeverityCounts {
        let counted = self.found.iter().filter(|local| is_counted(local));
        SeverityCounts::of(counted.map(|local| &local.warning))
    }

    /// The severity counts of the messages within the radius, and of those at its edge.
    pub fn counts_within_and_at_edge(&self) -> (SeverityCounts, SeverityCounts) {
        (self.counts_of(|local| !local.at_edge), self.counts_of(|local| local.at_edge))
    }

    /// The same without the message of the headline.
    pub fn counts_besides_headline(&self) -> (SeverityCounts, SeverityCounts) {
        let headline = self.headline().map(|local| &local.warning.code);
        let is_other = |local: &WarningHere| Some(&local.warning.code) != headline;
        (
            self.counts_of(|local| is_other(local) && !local.at_edge),
            self.counts_of(|local| is_other(local) && local.at_edge),
        )
    }

    /// The most severe message, if it is more severe than that of the headline, which is of an area that
    /// contains the place.
    pub fn more_severe_than_headline(&self) -> Option<&WarningHere> {
        let (most_severe, headline) = self.most_severe().zip(self.headline())?;
        (most_severe.warning.severity < headline.warning.severity).then_some(most_severe)
    }

    /// The most severe message in force; of several the nearest.
    pub fn most_severe(&self) -> Option<&WarningHere> {
        self.found.first().filter(|local| local.in_force())
    }

    /// The messages in force of the areas that contain the place, most severe first.
    pub fn containing(&self) -> impl Iterator<Item = &WarningHere> {
        self.in_force().filter(|local| local.contains_place())
    }

    /// The message in force that concerns the place most: the most severe one that cannot be excluded for it. If an area
    /// contains the place, those that are near it do not count. One whose shape is not known and whose point is not near counts
    /// only if none concerns the place. Of a county first one whose point is in it.
    pub fn headline(&self) -> Option<&WarningHere> {
        let held = self.held.as_ref().and_then(|held| self.get(&held.code));
        held.or_else(|| self.leading())
    }

    fn leading(&self) -> Option<&WarningHere> {
        let is_inside = self.containing().next().is_some();
        let is_concerned = self.in_force().any(WarningHere::concerns_place);
        let leads = |local: &&WarningHere| match local.reach {
            Reach::Inside | Reach::Possible => true,
            Reach::Unknown if self.basis == Basis::County => !local.at_edge,
            Reach::Near => !is_inside,
            Reach::Unknown => !is_concerned,
            Reach::Outside => false,
        };
        let first = self.in_force().find(leads).or(self.most_severe())?;
        let is_equal = |local: &&WarningHere| local.warning.severity == first.warning.severity;
        self.containing().find(is_equal).or(Some(first))
    }

    /// Keeps the message of the headline of before, if shapes that have arrived since would replace it by a milder one, or
    /// say that it does not concern the place: only a newer response does.
    pub fn holding(self, before: Option<&Self>) -> Self {
        let severity = |here: &Self| Some(here.headline()?.warning.severity);
        let held = before.filter(|before| before.place == self.place).and_then(|before| {
            let known = before.headline()?;
            let same = self.get(&known.warning.code)?;
            let concerns_place = before.concern() == Some(Concern::Place);
            let is_milder = severity(&self).is_none_or(|now| known.warning.severity < now)
                || concerns_place && self.concern() != Some(Concern::Place);
            let is_of_response = same.in_force() && same.as_of == known.as_of;
            let code = same.warning.code.clone();
            (is_milder && is_of_response).then_some(Held { code, concerns_place })
        });
        Self { held, ..self }
    }

    fn concerns_place(&self, local: &WarningHere) -> bool {
        let is_held = |held: &Held| held.concerns_place && held.code == local.warning.code;
        local.concerns_place() || self.held.as_ref().is_some_and(is_held)
    }

    /// How the messages in force around the place concern it; `None` without one.
    pub fn concern(&self) -> Option<Concern> {
        self.headline()?;
        if self.in_force().any(|local| self.concerns_place(local)) {
            return Some(Concern::Place);
        }
        let is_outside = self.in_force().all(|local| local.reach == Reach::Outside);
        Some(if is_outside && self.is_complete() { Concern::Outside } else { Concern::Around })
    }

    /// The severity in whose colour the answer is: that of the headline, unless the messages are around the place only.
    pub fn colour(&self) -> Option<Severity> {
        let is_shown = self.place.is_none() || self.concern() == Some(Concern::Place);
        self.headline().filter(|_| is_shown).map(|local| local.warning.severity)
    }

    /// Whether a response that is fresh and complete has no message that concerns the place, or may.
    pub fn exclude_place(&self) -> bool {
        self.is_complete() && matches!(self.concern(), None | Some(Concern::Outside))
    }

    /// Whether no message of the place can be missing.
    fn is_complete(&self) -> bool {
        self.is_whole() && self.is_fresh && self.rejected == 0 && self.unsettled == 0
    }

    /// The highest severity in force.
    pub fn highest(&self) -> Option<Severity> {
        self.most_severe().map(|local| local.warning.severity)
    }

    /// The highest severity in force within the radius, or in the county itself.
    pub fn highest_within(&self) -> Option<Severity> {
        self.in_force().filter(|local| !local.at_edge).map(|local| local.warning.severity).min()
    }

    /// Returns whether the most severe message was in force when last known, and the service could
    /// not confirm it.
    pub fn is_last_known(&self) -> bool {
        self.most_severe().is_some_and(|local| !local.is_fresh)
    }

    /// When the messages in force were last confirmed: the oldest of their times.
    pub fn in_force_as_of(&self) -> Option<PageTime> {
        self.in_force().filter_map(|local| local.as_of).min()
    }

    /// Whether no message of the place can be missing because it could not be placed.
    pub fn is_whole(&self) -> bool {
        match self.basis {
            Basis::Service => true,
            Basis::County => self.without_point == 0,
            Basis::Distance | Basis::NoSnapshot => false,
        }
    }

    /// The warning status. It is [`WarningStatus::NoneInForce`] only if the service responded for this
    /// place within the last 20 minutes, no response that the page has contains a warning in force
    /// for this place, none contains an unreadable one, wherever it is, no area whose shape is awaited or cannot be had
    /// may contain the place, and the service covers the place.
    pub fn status(&self, is_covered: bool) -> WarningStatus {
        match self.most_severe() {
            Some(_) if self.in_force().any(|local| local.is_fresh) => WarningStatus::InForce,
            None if self.is_complete() && is_covered => WarningStatus::NoneInForce,
            Some(_) | None => WarningStatus::Unknown,
        }
    }
}

/// Adds a message of the other response. Of two messages for one area, a current one takes
/// precedence, then the more severe one.
fn merge(found: &mut Vec<WarningHere>, other: WarningHere) {
    let Some(known) = found.iter_mut().find(|known| known.warning.code == other.warning.code)
    else {
        return found.push(other);
    };
    let rank = |local: &WarningHere| (!local.is_fresh, local.warning.severity);
    if rank(&other) < rank(known) {
        *known = WarningHere { at_edge: known.at_edge && other.at_edge, ..other };
    } else if rank(&other) == rank(known) {
        known.as_of = known.as_of.max(other.as_of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{api, source::state::Event, test_support};
    use std::slice;

    const NOW: PageTime = PageTime::from_milliseconds(100_000_000);

    fn feature(code: &str, value: u8, point: Option<[f64; 2]>) -> String {
        let properties = format!(r#""FWACODE":"{code}","SEVERITYVALUE":{value}"#);
        test_support::feature(point, &properties)
    }

    fn source(features: &[String], age_minutes: i64) -> SourceState<Warnings> {
        let response = test_support::warnings(features);
        let mut source = SourceState::default();
        source.apply(Event::RequestSent);
        source.apply(Event::Responded {
            request_id: 1,
            response,
            as_of: NOW.plus(-age_minutes * 60_000),
        });
        source
    }

    const NEAR: Option<[f64; 2]> = test_support::BRECON;
    const FAR: Option<[f64; 2]> = Some([-4.4, 53.2]);

    fn brecon() -> Option<Surroundings<'static>> {
        let (centre, radius) = Position::new(51.947, -3.391).zip(Radius::from_kilometres(10))?;
        Some(Surroundings { centre, radius, shapes: Shapes::NotConfigured })
    }

    fn around(shapes: Shapes<'_>) -> Option<Surroundings<'_>> {
        brecon().map(|place| Surroundings { shapes, ..place })
    }

    fn status(
        national_warnings: &SourceState<Warnings>,
        local_warnings: &SourceState<Warnings>,
    ) -> WarningStatus {
        WarningsHere::gather(national_warnings, local_warnings, brecon(), NOW).status(true)
    }

    #[test]
    fn of_a_county_none_in_force_needs_a_point_of_every_message_in_force() {
        let relation = |warning: &Warning| {
            Some(match warning.position?.lat() {
                lat if lat < 52.0 => CountyRelation::Inside,
                lat if lat < 53.0 => CountyRelation::Near,
                lat if lat < 53.1 => CountyRelation::Beyond,
                _ => CountyRelation::Elsewhere,
            })
        };
        let gather = |features: &[String], age: i64| {
            WarningsHere::of_county(&source(features, age), relation, NOW)
        };
        let far = feature("far", 2, FAR);
        assert_eq!(gather(slice::from_ref(&far), 1).status(true), WarningStatus::NoneInForce);
        assert_eq!(gather(slice::from_ref(&far), 30).status(true), WarningStatus::Unknown);
        let unplaced = gather(&[far.clone(), feature("nowhere", 2, None)], 1);
        assert_eq!((unplaced.status(true), unplaced.without_point), (WarningStatus::Unknown, 1));
        let beyond = gather(&[feature("beyond", 3, Some([-3.5, 53.05]))], 1);
        assert_eq!((beyond.status(true), beyond.without_point), (WarningStatus::Unknown, 1));
        let stood_down = gather(&[far.clone(), feature("nowhere", 4, None)], 1);
        assert_eq!(stood_down.status(true), WarningStatus::NoneInForce);
        let near =
            gather(&[far, feature("near", 3, Some([-3.5, 52.5])), feature("in", 3, NEAR)], 1);
        assert_eq!((near.status(true), codes(&near)), (WarningStatus::InForce, vec!["in", "near"]));
        let (within, at_edge) = near.counts_within_and_at_edge();
        assert_eq!((within.in_force(), at_edge.in_force()), (1, 1));
        // case 182: the headline is about the county, also if a more severe one is near it.
        let worse = gather(&[feature("near", 1, Some([-3.5, 52.5])), feature("in", 3, NEAR)], 1);
        let code = |local: Option<&WarningHere>| local.map(|local| local.warning.code.0.clone());
        assert_eq!(code(worse.headline()).as_deref(), Some("in"));
        assert_eq!(code(worse.most_severe()).as_deref(), Some("near"));
        assert_eq!(worse.highest_within(), Some(Severity::Alert));
        // Without the outlines.
        let unknown = WarningsHere::of_county(&source(&[feature("in", 3, NEAR)], 1), |_| None, NOW);
        assert_eq!((unknown.status(true), unknown.found.len()), (WarningStatus::Unknown, 0));
    }

    #[test]
    fn of_two_responses_a_message_has_the_newer_time_and_is_beyond_the_circle_only_if_both_say_so()
    {
        let here = |(of_wales, minutes): (_, i64), (of_place, place_minutes): (_, i64)| {
            let national = source(&[feature("a", 2, of_wales)], minutes);
            let local = source(&[feature("a", 2, of_place)], place_minutes);
            let here = WarningsHere::gather(&national, &local, brecon(), NOW);
            let known = here.get(&AreaCode("a".to_owned())).expect("a message");
            (known.as_of.map(|as_of| NOW.seconds_since(as_of) / 60), known.at_edge)
        };
        assert_eq!(here((FAR, 3), (FAR, 5)), (Some(3), true));
        assert_eq!(here((FAR, 5), (FAR, 3)), (Some(3), true));
        // The current one of the two counts.
        assert_eq!(here((FAR, 5), (FAR, 40)), (Some(5), true));
        assert_eq!(here((None, 5), (FAR, 40)), (Some(5), false));
        assert_eq!(here((FAR, 5), (None, 40)), (Some(5), false));
    }

    #[test]
    fn a_message_that_is_held_concerns_the_place_until_a_newer_response() {
        let of = |minutes, shapes| {
            let source = source(&[feature("a", 2, Some([-3.391, 51.965]))], minutes);
            WarningsHere::gather(&source, &source, around(shapes), NOW)
        };
        let outside = [(AreaCode("a".to_owned()), Reach::Outside)];
        let before = of(2, Shapes::Awaited);
        assert_eq!(before.concern(), Some(Concern::Place));
        let after = |minutes| of(minutes, Shapes::Settled(&outside)).holding(Some(&before));
        assert_eq!(after(2).concern(), Some(Concern::Place));
        assert_eq!(after(1).concern(), Some(Concern::Outside));
    }

    // case 252
    #[test]
    fn only_a_fresh_and_complete_response_excludes_a_place_from_its_messages() {
        let outside = [(AreaCode("a".to_owned()), Reach::Outside)];
        let inside = [(AreaCode("a".to_owned()), Reach::Inside)];
        let a = feature("a", 2, Some([-3.391, 52.02]));
        let excludes = |features: &[String], minutes, shapes| {
            let source = source(features, minutes);
            WarningsHere::gather(&source, &source, around(shapes), NOW).exclude_place()
        };
        for (minutes, expected) in [(1, true), (21, false)] {
            assert_eq!(excludes(&[], minutes, Shapes::Settled(&[])), expected, "{minutes}");
            let of = slice::from_ref(&a);
            assert_eq!(excludes(of, minutes, Shapes::Settled(&outside)), expected, "{minutes}");
        }
        assert!(!excludes(slice::from_ref(&a), 1, Shapes::Settled(&inside)));
        assert!(!excludes(slice::from_ref(&a), 1, Shapes::Settled(&[])), "its shape is not known");
        assert!(!excludes(&["7".to_owned()], 1, Shapes::Settled(&[])), "it cannot be read");
    }

    #[test]
    fn each_message_of_a_county_is_in_one_group_of_the_list() {
        let border = Some([-3.5, 52.5]);
        let features = [
            feature("in", 2, NEAR),
            feature("alert", 3, NEAR),
            feature("ended", 4, border),
            feature("near", 2, border),
        ];
        let relation = |warning: &Warning| {
            let is_near = warning.position?.lat() > 52.0;
            Some(if is_near { CountyRelation::Near } else { CountyRelation::Inside })
        };
        let here = WarningsHere::of_county(&source(&features, 1), relation, NOW);
        let of = |group: Group| {
            here.of_group(group).map(|local| local.warning.code.0.clone()).collect::<Vec<_>>()
        };
        assert_eq!(of(Group::Severity(Severity::Severe)), Vec::<String>::new());
        assert_eq!(of(Group::Severity(Severity::Warning)), ["in"]);
        assert_eq!(of(Group::Severity(Severity::Alert)), ["alert"]);
        assert_eq!(of(Group::Severity(Severity::NoLongerInForce)), ["ended"]);
        assert_eq!(of(Group::NearBorder), ["near"]);
        let code = |code: &str| AreaCode(code.to_owned());
        let found = here.get(&code("alert")).map(|local| local.warning.severity);
        assert_eq!((found, here.get(&code("other"))), (Some(Severity::Alert), None));
    }

    #[test]
    fn what_is_from_the_cache_or_awaits_shapes_says_so_and_a_status_has_its_id() {
        let response = test_support::warnings(&[]);
        let mut stored = SourceState::default();
        stored.apply(Event::Cached { response, as_of: NOW });
        let of = |source: &SourceState<Warnings>, shapes| {
            let here = WarningsHere::gather(source, source, around(shapes), NOW);
            (here.from_cache, here.awaits_shapes, here.status(true).id())
        };
        let fresh = source(&[], 1);
        assert_eq!(of(&stored, Shapes::NotConfigured), (true, false, "unknown"));
        assert_eq!(of(&fresh, Shapes::Awaited), (false, true, "none"));
        let some = source(&[feature("a", 2, NEAR)], 1);
        assert_eq!(of(&some, Shapes::Settled(&[])), (false, false, "some"));
    }

    #[test]
    fn a_message_of_an_area_that_contains_the_place_or_is_near_it_counts_whatever_its_point() {
        let (national, local) = (source(&[feature("wide", 2, FAR)], 1), source(&[], 1));
        let here = WarningsHere::gather(&national, &local, brecon(), NOW);
        assert_eq!(here.status(true), WarningStatus::NoneInForce);
        let with = |code: &str, reach: Reach| {
            let codes = [(AreaCode(code.to_owned()), reach)];
            let place = around(Shapes::Settled(&codes));
            WarningsHere::gather(&national, &local, place, NOW)
        };
        let wide = with("wide", Reach::Inside);
        assert_eq!((wide.status(true), codes(&wide)), (WarningStatus::InForce, vec!["wide"]));
        assert!(wide.found.iter().all(|local| local.contains_place() && !local.at_edge));
        assert_eq!(with("other", Reach::Inside).found, here.found);
        let near = with("wide", Reach::Near);
        assert_eq!((near.concern(), codes(&near)), (Some(Concern::Place), vec!["wide"]));
        assert_eq!(with("wide", Reach::Outside).found, here.found);
    }

    #[test]
    fn an_area_without_a_shape_concerns_a_place_within_3_km_and_may_contain_one_within_40() {
        let at = |kilometres: f64| {
            let point = Some([-3.391, 51.947 + kilometres / 111.2]);
            let (national, local) = (source(&[feature("a", 3, point)], 1), source(&[], 1));
            let here = WarningsHere::gather(&national, &local, around(Shapes::Settled(&[])), NOW);
            (here.concern(), here.unsettled)
        };
        assert_eq!(at(2.9), (Some(Concern::Place), 0));
        assert_eq!(at(3.1), (Some(Concern::Around), 0));
        assert_eq!(at(39.5), (None, 1));
        assert_eq!(at(40.5), (None, 0));
    }

    // case 173
    #[test]
    fn the_headline_is_the_most_severe_message_of_those_that_contain_the_place() {
        let features = [
            feature("near", 1, NEAR),
            feature("outer", 3, FAR),
            feature("inner", 2, NEAR),
            feature("over", 4, NEAR),
        ];
        let (national, local) = (source(&features, 1), source(&features, 1));
        let headline = |inside: &[&str]| {
            let of_shape = |code: &&str| {
                let reach = if inside.contains(code) { Reach::Inside } else { Reach::Outside };
                (AreaCode((*code).to_owned()), reach)
            };
            let shapes: Vec<_> = ["near", "outer", "inner", "over"].iter().map(of_shape).collect();
            let place = around(Shapes::Settled(&shapes));
            let here = WarningsHere::gather(&national, &local, place, NOW);
            let containing: Vec<String> =
                here.containing().map(|local| local.warning.code.0.clone()).collect();
            let headline = here.headline().map(|local| local.warning.code.0.clone());
            (headline.expect("in force"), containing.join(" "))
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(headline(&[]), pair("near", ""), "the place is in none");
        assert_eq!(headline(&["outer"]), pair("outer", "outer"));
        assert_eq!(headline(&["outer", "inner", "over"]), pair("inner", "inner outer"));
    }

    #[test]
    fn besides_the_headline_the_others_are_counted_and_a_more_severe_one_is_known() {
        let features = [
            feature("own", 3, NEAR),
            feature("near", 1, NEAR),
            feature("alert", 3, NEAR),
            feature("beyond", 3, Some([-3.4, 52.2])),
        ];
        let source = source(&features, 1);
        let found = |inside: &[(AreaCode, Reach)]| {
            let place = around(Shapes::Settled(inside));
            let here = WarningsHere::gather(&source, &source, place, NOW);
            let (within, beyond) = here.counts_besides_headline();
            let more_severe = here.more_severe_than_headline();
            let counts = [within.count(Severity::Severe), within.in_force(), beyond.in_force()];
            (counts, more_severe.map(|local| local.warning.code.0.clone()))
        };
        assert_eq!(found(&[]), ([0, 2, 1], None), "the severe one is the headline");
        let inside = [("own", Reach::Inside), ("near", Reach::Outside)]
            .map(|(code, reach)| (AreaCode(code.to_owned()), reach));
        assert_eq!(found(&inside), ([1, 2, 1], Some("near".to_owned())));
    }

    fn codes(warnings: &WarningsHere) -> Vec<&str> {
        warnings.found.iter().map(|local| local.warning.code.0.as_str()).collect()
    }

    // case 62
    #[test]
    fn none_needs_a_fresh_answer_of_the_service_for_this_very_place() {
        let none = source(&[], 19);
        assert_eq!(status(&none, &none), WarningStatus::NoneInForce);
        assert_eq!(
            status(&none, &SourceState::default()),
            WarningStatus::Unknown,
            "distance alone rules nothing out"
        );
        assert_eq!(
            status(&SourceState::default(), &SourceState::default()),
            WarningStatus::Unknown
        );
        let old = source(&[], 21);
        assert_eq!(status(&old, &old), WarningStatus::Unknown, "twenty minutes are the limit");
        assert_eq!(
            WarningsHere::gather(&none, &SourceState::default(), None, NOW).status(true),
            WarningStatus::NoneInForce,
            "for all of Wales its own response counts"
        );
        assert_eq!(
            status(&source(&["7".to_owned()], 0), &none),
            WarningStatus::Unknown,
            "what could not be read may be in force"
        );
        assert_eq!(
            WarningsHere::gather(&none, &none, brecon(), NOW).status(false),
            WarningStatus::Unknown,
            "nor is anything said of England"
        );
    }

    // case 139, 140
    #[test]
    fn what_either_answer_lists_inside_the_circle_is_in_force() {
        for age in [0, 5, 15] {
            for other in [0, 5, 15] {
                let (some, none) = (source(&[feature("a", 1, NEAR)], age), source(&[], other));
                for (national_warnings, local_warnings) in [(&some, &none), (&none, &some)] {
                    let warnings =
                        WarningsHere::gather(national_warnings, local_warnings, brecon(), NOW);
                    assert_eq!(
                        (warnings.status(true), codes(&warnings)),
                        (WarningStatus::InForce, vec!["a"]),
                        "{age} {other}"
                    );
                    assert_eq!(warnings.in_force_as_of(), Some(NOW.plus(-age * 60_000)));
                }
            }
        }
        let elsewhere = source(&[feature("a", 1, FAR)], 0);
        assert_eq!(
            status(&elsewhere, &source(&[], 0)),
            WarningStatus::NoneInForce,
            "the circle decides about what all of Wales lists"
        );
    }

    #[test]
    fn an_old_answer_for_wales_with_one_in_force_inside_the_circle_rules_none_out() {
        let (old, none) = (source(&[feature("a", 2, NEAR)], 180), source(&[], 0));
        let warnings = WarningsHere::gather(&old, &none, brecon(), NOW);
        assert_eq!(
            (warnings.status(true), warnings.is_last_known()),
            (WarningStatus::Unknown, true)
        );
        let stood_down = source(&[feature("a", 4, NEAR)], 0);
        assert_eq!(
            status(&old, &stood_down),
            WarningStatus::NoneInForce,
            "a current response about the same area counts before an old one"
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

    // case 2, 63, 160
    #[test]
    fn what_is_only_cached_proves_neither_none_nor_some_but_is_last_known() {
        for features in [vec![], vec![feature("a", 1, NEAR)]] {
            let fresh = source(&features, 1);
            let response = api::Decoded {
                content: fresh.snapshot().expect("a picture").content.clone(),
                rejected: Vec::new(),
            };
            let mut from_cache = SourceState::default();
            from_cache.apply(Event::Cached { response, as_of: NOW.plus(-60_000) });
            let warnings = WarningsHere::gather(&from_cache, &from_cache, brecon(), NOW);
            assert_eq!(
                (warnings.found.len(), warnings.status(true)),
                (features.len(), WarningStatus::Unknown)
            );
            assert_eq!(warnings.is_last_known(), !features.is_empty());
            assert_eq!(
                WarningsHere::gather(&fresh, &from_cache, brecon(), NOW).basis,
                Basis::Distance,
                "a confirmed response for Wales goes before it"
            );
            let county =
                WarningsHere::of_county(&from_cache, |_| Some(CountyRelation::Inside), NOW);
            assert_eq!(
                (county.found.len(), county.status(true)),
                (features.len(), WarningStatus::Unknown)
            );
            assert_eq!(county.is_last_known(), !features.is_empty());
        }
    }

    // case 181
    #[test]
    fn a_response_whose_time_is_contradicted_proves_nothing() {
        let with = |features: &[String]| {
            let mut source = source(features, 1);
            source.set_contradicted(true);
            source
        };
        let (none, empty) = (with(&[]), source(&[], 1));
        assert_eq!(status(&empty, &none), WarningStatus::Unknown);
        assert_eq!(status(&none, &empty), WarningStatus::NoneInForce, "the place's own counts");
        let here = WarningsHere::gather(&none, &none, brecon(), NOW);
        assert_eq!((here.status(true), here.as_of), (WarningStatus::Unknown, None));
        let some = with(&[feature("a", 1, NEAR)]);
        let here = WarningsHere::gather(&some, &some, brecon(), NOW);
        assert_eq!((here.status(true), here.is_last_known()), (WarningStatus::Unknown, true));
    }

    #[test]
    fn stood_down_messages_alone_are_none_in_force() {
        let stood_down = source(&[feature("a", 4, NEAR)], 0);
        let warnings = WarningsHere::gather(&stood_down, &stood_down, brecon(), NOW);
        assert_eq!((warnings.found.len(), warnings.status(true)), (1, WarningStatus::NoneInForce));
    }

    #[test]
    fn until_the_service_has_answered_for_the_place_distance_decides_and_says_what_it_cannot_place()
    {
        let national_warnings = source(
            &[
                feature("far", 1, FAR),
                feature("near", 3, NEAR),
                feature("nowhere", 2, None),
                feature("over", 4, None),
            ],
            1,
        );
        let warnings =
            WarningsHere::gather(&national_warnings, &SourceState::default(), brecon(), NOW);
        assert_eq!(
            (warnings.basis, warnings.found.len(), warnings.without_point),
            (Basis::Distance, 1, 1)
        );
        assert_eq!(warnings.status(true), WarningStatus::InForce);
    }

    // case 159
    #[test]
    fn what_the_service_lists_beyond_the_radius_is_at_its_edge_and_is_not_counted_within_it() {
        let local_warnings = source(
            &[
                feature("far", 2, FAR),
                feature("nowhere", 2, None),
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
        let (within, edge) = warnings.counts_within_and_at_edge();
        assert_eq!((within.in_force(), edge.in_force(), warnings.counts().in_force()), (2, 2, 4));
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
            WarningsHere::gather(&old, &old, brecon(), NOW).status(true),
            WarningStatus::Unknown
        );
        // One of the messages that cannot be read may be that of the place.
        let unreadable = source(&["7".to_owned()], 2);
        assert_eq!(codes(&WarningsHere::gather(&unreadable, &old, brecon(), NOW)), ["a"]);
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
            (codes(&warnings), warnings.status(true)),
            (vec!["far", "near"], WarningStatus::InForce)
        );
        assert!(warnings.most_severe().is_some_and(|local| local.is_fresh && local.at_edge));
    }

    #[test]
    fn a_severe_message_of_an_old_answer_for_wales_is_not_hidden_by_a_current_alert() {
        let (old, fresh) =
            (source(&[feature("s", 1, NEAR)], 21), source(&[feature("a", 3, NEAR)], 0));
        let warnings = WarningsHere::gather(&old, &fresh, brecon(), NOW);
        assert_eq!(
            (codes(&warnings), warnings.status(true)),
            (vec!["s", "a"], WarningStatus::InForce)
        );
        assert!(warnings.is_last_known(), "it is told with its own age");
    }
}

//! The answer in words: which messages are in force, since when, when that was checked, what else is in force, and what is provisional.

use super::{
    advice::{self, Need},
    message,
};
use crate::{
    area_names::AreaNames,
    domain::{Timestamp, geo::Position, page_time::PageTime, warning::Severity},
    i18n::{Language, PlaceName, SearchArea},
    source::{
        answer::{Sentence, Situation},
        clock::Epoch,
        warnings::{Basis, Reach, WarningHere, WarningsHere},
    },
};

/// Writes a time of the past; the last argument is now.
type WriteTime = fn(Language, Timestamp, Timestamp) -> String;

/// How times are written. A constant each, so that the page has the code of its own only.
#[derive(Clone, Copy)]
pub struct TimeStyle {
    /// A time.
    pub(super) at: WriteTime,
    /// A time since which something is so.
    since: WriteTime,
    /// An age; empty where there is none.
    pub(super) ago: WriteTime,
}

impl TimeStyle {
    /// Without the date for today, and with the age: for a text that is renewed.
    pub const RELATIVE: Self =
        Self { at: Language::when, since: Language::since, ago: Language::ago };
    /// With the date: for a text that may be read on another day.
    pub const DATED: Self = Self {
        at: |language, at, _| language.date_and_time(at),
        since: |language, at, _| language.date_and_time(at),
        ago: |_, _, _| String::new(),
    };
}

/// The facts of the answer.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The language of the texts.
    pub language: Language,
    /// The area that the answer is about.
    pub area: &'a SearchArea,
    /// Its messages.
    pub warnings: &'a WarningsHere,
    /// The facts on which the sentence depends besides them.
    pub situation: Situation,
    /// The last request for the messages of the place failed.
    pub has_place_failed: bool,
    /// The place.
    pub place: Option<Position>,
    /// The names of the flood areas.
    pub names: &'a AreaNames,
    /// The UTC time of the page time 0 of the messages.
    pub epoch: Epoch,
    /// The time now.
    pub now: Timestamp,
    /// How times are written.
    pub style: TimeStyle,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Which sentence the heading is.
    pub sentence: Sentence,
    /// The severity of the message of the headline.
    pub severity: Option<Severity>,
    /// The sentence in words.
    pub heading: Heading,
    /// The message of the headline where the sentence does not name it: it is around the place.
    pub nearest: Option<Heading>,
    /// When the messages were last checked, if the service could not confirm them.
    pub last_checked: Option<String>,
    /// That it is not known whether the area of the message contains the place.
    pub reach: Option<&'static str>,
    /// Since when the message of the heading is in force, if the service confirmed it.
    pub since: Option<String>,
    /// When the messages in force were checked, if the service confirmed them.
    pub checked: Option<String>,
    /// The messages in force besides that of the heading.
    pub also: Option<String>,
    /// How to see the messages of a place.
    pub choose: Option<&'static str>,
    /// Whom to call, and what to do.
    pub need: Need,
    /// That messages are selected by distance on this device for now, and how many cannot be located.
    pub provisional: Option<String>,
    /// The answer without its times, so that a screen reader announces it only when its content changes. Empty
    /// during the first request, so that it is announced once.
    pub announcement: String,
}

/// The sentence, in which the name of an area may be in the other language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// The text before the name.
    pub before: String,
    /// The name of the area, if the sentence has one, and its language if that is not the page's.
    pub area: Option<(String, Option<Language>)>,
    /// Where the area is: its distance and direction from the place.
    pub where_it_is: String,
    /// The text after it.
    pub after: String,
}

impl Heading {
    fn new(before: impl Into<String>) -> Self {
        Self { before: before.into(), ..Self::default() }
    }

    /// The whole sentence.
    pub fn text(&self) -> String {
        let Self { before, area, where_it_is, after } = self;
        let comma = if where_it_is.is_empty() { "" } else { ", " };
        let area = area.as_ref().map_or("", |(name, _)| name);
        [before, area, comma, where_it_is, after].concat()
    }
}

/// The answer. `area_name` is the name of the area for the announcement: "Brecon, 10 km (6 miles)".
pub fn answer(facts: Facts<'_>, area_name: &str) -> Answer {
    let Facts { warnings, situation, .. } = facts;
    let sentence = match Sentence::of(warnings, situation) {
        // The shapes are compared with one point of it.
        Sentence::Outside if facts.area.is_wide() => Sentence::Counts,
        sentence => sentence,
    };
    let heading = facts.heading(sentence);
    let is_message = sentence == Sentence::Message;
    let reach = warnings.headline().filter(|local| is_message && local.reach == Reach::Possible);
    let reach = reach.map(|_| facts.language.texts().may_contain_place);
    let nearest = facts.nearest(sentence);
    let also = match sentence {
        Sentence::Message | Sentence::Outside => facts.also(),
        Sentence::Counts => facts.beyond(),
        _ => None,
    };
    let announcement = match sentence {
        _ if situation.is_waiting => String::new(),
        // The texts that contain a time.
        Sentence::PlaceUnknown { .. } => (facts.language.texts().answer_place_unknown)(None),
        Sentence::Unknown { .. } => facts.unknown(None),
        Sentence::NoneInForce => heading.before.clone(),
        Sentence::Message | Sentence::Counts | Sentence::Outside => {
            let area = if is_message { format!("{area_name}: ") } else { String::new() };
            let nearest = nearest.as_ref().map(Heading::text);
            let parts = [reach, nearest.as_deref(), also.as_deref()];
            let parts = parts.into_iter().flatten().map(|part| format!(" {part}"));
            format!("{area}{}{}", heading.text(), parts.collect::<String>())
        }
        _ => heading.text(),
    };
    let last_checked = facts.last_checked();
    Answer {
        sentence,
        severity: warnings.headline().map(|local| local.warning.severity),
        heading,
        nearest,
        since: if is_message && last_checked.is_none() { facts.since() } else { None },
        reach,
        last_checked,
        checked: facts.checked(),
        also,
        choose: (facts.place.is_none() && warnings.highest().is_some())
            .then_some(facts.language.texts().choose_your_place),
        need: advice::need(warnings, situation, facts.place.is_some()),
        provisional: facts.provisional(),
        announcement,
    }
}

/// "Near the border of Powys: 1 flood warning", if messages are in force there.
pub fn near_border(
    language: Language,
    area: &SearchArea,
    warnings: &WarningsHere,
) -> Option<String> {
    let SearchArea::County(county) = area else { return None };
    let (_, near) = warnings.counts_within_and_at_edge();
    (near.in_force() > 0).then(|| (language.texts().answer_county_border)(near, *county))
}

/// "10 km east, just outside your circle"; empty for an area that contains the place.
pub fn where_it_is(language: Language, place: Option<Position>, local: &WarningHere) -> String {
    let texts = language.texts();
    let WarningHere { warning, distance, at_edge, .. } = local;
    let direction =
        place.zip(warning.position).map(|(place, position)| place.direction_to(position));
    let distance = distance.zip(direction).filter(|_| !local.contains_place());
    let distance =
        distance.map(|(distance, direction)| language.distance_towards(distance, direction));
    let edge = at_edge.then(|| texts.outside_circle.to_owned());
    distance.into_iter().chain(edge).collect::<Vec<String>>().join(", ")
}

impl Facts<'_> {
    fn time(&self, at: PageTime) -> String {
        (self.style.at)(self.language, self.epoch.utc(at), self.now)
    }

    /// "1 flood warning and 2 flood alerts within 10 km of Brecon."
    fn counts(&self) -> String {
        let (texts, warnings) = (self.language.texts(), self.warnings);
        let counts = match self.area {
            SearchArea::Around { .. } => warnings.counts_within_and_at_edge().0,
            SearchArea::Wales | SearchArea::County(_) => warnings.counts(),
        };
        if counts.in_force() == 0 {
            let beyond = warnings.counts_within_and_at_edge().1;
            return format!("{}{}.", (texts.answer_circle_border)(beyond), self.and_unreadable());
        }
        format!("{}.", (texts.answer_some)(counts, warnings.rejected, self.area))
    }

    /// The messages beyond the area of the counts.
    fn beyond(&self) -> Option<String> {
        let (within, beyond) = self.warnings.counts_within_and_at_edge();
        match self.area {
            SearchArea::County(_) => near_border(self.language, self.area, self.warnings),
            SearchArea::Around { .. } if within.in_force() > 0 && beyond.in_force() > 0 => {
                Some((self.language.texts().answer_circle_border)(beyond))
            }
            SearchArea::Wales | SearchArea::Around { .. } => None,
        }
        .map(|beyond| format!("{beyond}."))
    }

    /// "Nearest flood alert: River Cynon, 10 km north."
    fn nearest(&self, sentence: Sentence) -> Option<Heading> {
        self.place.filter(|_| matches!(sentence, Sentence::Counts | Sentence::Outside))?;
        let local = self.warnings.headline()?;
        let severity = (self.language.texts().severity)(local.warning.severity);
        let before = format!("{}: ", (self.language.texts().answer_nearest)(severity));
        Some(Heading { before, after: ".".to_owned(), ..self.of_message(local) })
    }

    fn heading(&self, sentence: Sentence) -> Heading {
        let (texts, area, warnings) = (self.language.texts(), self.area, self.warnings);
        let time = |at: Option<PageTime>| at.map(|at| self.time(at));
        let of_place = |text: fn(&PlaceName) -> String| match area {
            SearchArea::Around { name, .. } => text(name),
            SearchArea::Wales | SearchArea::County(_) => String::new(),
        };
        Heading::new(match sentence {
            Sentence::Message => {
                return warnings.headline().map(|local| self.of_message(local)).unwrap_or_default();
            }
            Sentence::Counts => self.counts(),
            Sentence::Outside => of_place(texts.answer_outside),
            Sentence::NearBorder => {
                let near = near_border(self.language, area, warnings).unwrap_or_default();
                format!("{near}{}.", self.and_unreadable())
            }
            Sentence::Checking => texts.answer_checking.to_owned(),
            Sentence::NoneInForce => {
                let checked = time(warnings.as_of).unwrap_or_default();
                return Heading {
                    before: (texts.answer_none)(area),
                    after: format!(" {}.", (texts.checked)(&checked)),
                    ..Heading::default()
                };
            }
            Sentence::NotCovered => of_place(texts.answer_not_covered),
            Sentence::NoKnownLand => texts.answer_no_land.to_owned(),
            Sentence::Unreadable(count) => (texts.answer_unreadable)(count),
            Sentence::OutlinesMissing => texts.answer_outlines_missing.to_owned(),
            Sentence::Unplaced(count) => (texts.answer_county_unplaced)(count),
            Sentence::Elsewhere(count) => (texts.answer_elsewhere)(count),
            Sentence::PlaceUnknown { since } => {
                (texts.answer_place_unknown)(time(since).as_deref())
            }
            Sentence::Unknown { as_of } => self.unknown(time(as_of).as_deref()),
        })
    }

    /// "Flood warning for your place: River Usk at Crickhowell." for an area that contains the place.
    /// Otherwise "Severe flood warning: River Usk at Usk, 10 km east."
    fn of_message(&self, local: &WarningHere) -> Heading {
        let texts = self.language.texts();
        let warning = &local.warning;
        let severity = (texts.severity)(warning.severity);
        let severity = if local.contains_place() {
            (texts.for_your_place)(severity)
        } else {
            severity.to_owned()
        };
        let name =
            message::area_name(self.language, self.names, &warning.code, &warning.description);
        Heading {
            before: format!("{severity}: "),
            area: Some((name.text.to_owned(), name.foreign)),
            where_it_is: where_it_is(self.language, self.place, local),
            after: self.and_unreadable() + ".",
        }
    }

    /// ", and 2 warnings or alerts that could not be read"; empty without any.
    fn and_unreadable(&self) -> String {
        match self.warnings.rejected {
            0 => String::new(),
            count => (self.language.texts().answer_and_unreadable)(count),
        }
    }

    fn unknown(&self, since: Option<&str>) -> String {
        (self.language.texts().answer_unknown)(since, self.area.leaves_wales())
    }

    fn last_checked(&self) -> Option<String> {
        if !self.warnings.is_last_known() {
            return None;
        }
        let Some(as_of) = self.warnings.in_force_as_of() else { return Some(self.unknown(None)) };
        let at = self.epoch.utc(as_of);
        let is_recent = (self.now - at).num_hours() < 24;
        let ago =
            if is_recent { (self.style.ago)(self.language, at, self.now) } else { String::new() };
        let is_waiting = self.situation.is_waiting;
        Some((self.language.texts().answer_last_checked)(&self.time(as_of), &ago, is_waiting))
    }

    fn since(&self) -> Option<String> {
        let at = self.warnings.headline()?.warning.has_severity_since(self.now)?;
        let at = (self.style.since)(self.language, at, self.now);
        Some(format!("{} {at}", self.language.texts().in_force_since))
    }

    fn checked(&self) -> Option<String> {
        let as_of = self.warnings.in_force_as_of().filter(|_| !self.warnings.is_last_known())?;
        Some(format!("{}.", (self.language.texts().checked)(&self.time(as_of))))
    }

    /// "Also within 10 km of Brecon: 1 flood warning and 3 flood alerts. Just outside your circle: 1 flood alert."
    fn also(&self) -> Option<String> {
        let (texts, (within, beyond)) =
            (self.language.texts(), self.warnings.counts_besides_headline());
        let within = (within.in_force() > 0).then(|| (texts.answer_also)(within, self.area));
        let beyond =
            (beyond.in_force() > 0).then(|| format!("{}.", (texts.answer_circle_border)(beyond)));
        let parts: Vec<String> = within.into_iter().chain(beyond).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    fn provisional(&self) -> Option<String> {
        let texts = self.language.texts();
        let WarningsHere { basis, without_point, .. } = *self.warnings;
        match (basis, without_point) {
            (Basis::Distance, _) => {
                let why = if self.has_place_failed {
                    texts.answer_by_distance
                } else {
                    texts.answer_provisional
                };
                Some(match without_point {
                    0 => why.to_owned(),
                    count => format!("{why} {}", (texts.answer_without_point)(count)),
                })
            }
            // Without a known message the sentence says it.
            (Basis::County, 1..) if self.warnings.highest().is_some() => {
                Some((texts.answer_county_unplaced)(without_point))
            }
            (Basis::County | Basis::Service | Basis::NoSnapshot, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            county::{County, CountyRelation},
            geo::{Coverage, Radius},
            warning::AreaCode,
        },
        source::{
            answer::Scope,
            state::{Event, SourceState},
            warnings::{Shapes, Surroundings},
        },
        test_support::{self, BRECON},
    };

    const NEAR_POWYS: Option<[f64; 2]> = Some([-3.378, 51.748]);

    fn now() -> Timestamp {
        "2026-09-21T17:00:00Z".parse().expect("an instant")
    }

    fn page_now() -> PageTime {
        PageTime::from_milliseconds(now().timestamp_millis())
    }

    /// The situation of a test. The responses are some minutes old.
    struct Given<'a> {
        features: &'a [String],
        minutes: i64,
        area: SearchArea,
        /// The code of the area that contains the place.
        inside: &'a str,
        /// The service has answered for the place.
        is_local: bool,
        is_waiting: bool,
        style: TimeStyle,
    }

    impl Default for Given<'_> {
        fn default() -> Self {
            Self {
                features: &[],
                minutes: 1,
                area: SearchArea::Wales,
                inside: "",
                is_local: true,
                is_waiting: false,
                style: TimeStyle::RELATIVE,
            }
        }
    }

    impl Given<'_> {
        fn answer(&self, language: Language) -> Answer {
            let mut source = SourceState::default();
            source.apply(Event::RequestSent);
            source.apply(Event::Responded {
                request_id: 1,
                response: test_support::warnings(self.features),
                as_of: page_now().plus(-self.minutes * 60_000),
            });
            let local = if self.is_local { source.clone() } else { SourceState::default() };
            let place = Position::new(51.947, -3.391).expect("in range");
            let inside = [(AreaCode(self.inside.to_owned()), Reach::Inside)];
            let (scope, warnings) = match &self.area {
                SearchArea::County(_) => {
                    let relation = |lon: f64| match lon {
                        -3.39 => CountyRelation::Inside,
                        -3.378 => CountyRelation::Near,
                        _ => CountyRelation::Beyond,
                    };
                    let of = WarningsHere::of_county(
                        &source,
                        |warning| Some(relation(warning.position?.lon())),
                        page_now(),
                    );
                    (Scope::County, of)
                }
                SearchArea::Wales => {
                    (Scope::Wales, WarningsHere::gather(&source, &local, None, page_now()))
                }
                SearchArea::Around { radius, coverage, .. } => {
                    let radius = *radius;
                    let shapes = if self.inside.is_empty() {
                        Shapes::NotConfigured
                    } else {
                        Shapes::Settled(&inside)
                    };
                    let around = Surroundings { centre: place, radius, shapes };
                    let here = WarningsHere::gather(&source, &local, Some(around), page_now());
                    (Scope::Around(*coverage), here)
                }
            };
            let facts = Facts {
                language,
                area: &self.area,
                situation: Situation {
                    scope,
                    status: warnings.status(self.area.is_covered()),
                    is_waiting: self.is_waiting,
                    has_no_outlines: false,
                    place_as_of: Some(page_now().plus(-self.minutes * 60_000)),
                },
                warnings: &warnings,
                has_place_failed: false,
                place: matches!(self.area, SearchArea::Around { .. }).then_some(place),
                names: &AreaNames::default(),
                epoch: Epoch::new(Timestamp::UNIX_EPOCH),
                now: now(),
                style: self.style,
            };
            answer(facts, "the area")
        }

        /// The parts of the answer that are shown, in their order.
        fn lines(&self) -> Vec<String> {
            let answer = self.answer(Language::English);
            let heading = answer.heading.text();
            let reach = answer.reach.map(str::to_owned);
            let rest = [reach, answer.last_checked, answer.since, answer.checked];
            let rest = rest.into_iter().chain([answer.provisional, answer.also]).flatten();
            std::iter::once(heading).chain(rest).collect()
        }
    }

    fn around(coverage: Coverage) -> SearchArea {
        SearchArea::Around {
            radius: Radius::from_kilometres(10).expect("in range"),
            name: PlaceName::Point("SO 045 285".to_owned()),
            coverage: Some(coverage),
        }
    }

    fn powys() -> SearchArea {
        SearchArea::County(County::from_id("powys").expect("a county"))
    }

    fn message(code: &str, severity: u8, point: Option<[f64; 2]>) -> String {
        let properties = format!(
            r#""FWACODE":"{code}","DESCRIPTION":"Usk {code}","SEVERITYVALUE":{severity},"SEVERITY_CHANGED":1789983000000"#
        );
        test_support::feature(point, &properties)
    }

    // case 223
    #[test]
    fn each_situation_has_its_lines() {
        let (alert, warning) = (message("a", 3, BRECON), message("b", 2, NEAR_POWYS));
        let both = [alert.clone(), warning.clone()];
        let unplaced = [alert.clone(), message("c", 2, None)];
        let checked = "Checked at 17:59.";
        for (given, lines) in [
            (
                Given::default(),
                vec!["No flood warnings or alerts are in force in Wales. Checked at 17:59."],
            ),
            (
                Given { minutes: 30, ..Given::default() },
                vec![
                    "Flood warnings could not be checked since 17:30. There may be warnings in force. Call Floodline 0345 988 1188.",
                ],
            ),
            (
                Given { features: &both, ..Given::default() },
                vec!["1\u{a0}flood warning and 1\u{a0}flood alert in Wales.", checked],
            ),
            (
                Given { features: &["7".to_owned()], ..Given::default() },
                vec![
                    "1\u{a0}warning or alert could not be read. It may be a flood warning here. Call Floodline 0345 988 1188.",
                ],
            ),
            (
                Given { features: &both, minutes: 30, ..Given::default() },
                vec![
                    "1\u{a0}flood warning and 1\u{a0}flood alert in Wales.",
                    "In force when last checked at 17:30, 30\u{a0}minutes ago; cannot be checked now. Other warnings may be in force too.",
                ],
            ),
            (
                Given { features: &both, minutes: 24 * 60, ..Given::default() },
                vec![
                    "1\u{a0}flood warning and 1\u{a0}flood alert in Wales.",
                    "In force when last checked on 20\u{a0}September, 18:00; cannot be checked now. Other warnings may be in force too.",
                ],
            ),
            (
                Given { features: &both, minutes: 30, style: TimeStyle::DATED, ..Given::default() },
                vec![
                    "1\u{a0}flood warning and 1\u{a0}flood alert in Wales.",
                    "In force when last checked on 21\u{a0}September 2026, 17:30; cannot be checked now. Other warnings may be in force too.",
                ],
            ),
            (
                Given { area: powys(), features: &both, ..Given::default() },
                vec![
                    "1\u{a0}flood alert in Powys.",
                    checked,
                    "Near the border of Powys: 1\u{a0}flood warning.",
                ],
            ),
            (
                Given {
                    area: powys(),
                    features: &[warning.clone(), "7".to_owned()],
                    ..Given::default()
                },
                vec![
                    "Near the border of Powys: 1\u{a0}flood warning, and 1\u{a0}warning or alert that could not be read.",
                    checked,
                ],
            ),
            (
                Given { area: powys(), features: &unplaced, ..Given::default() },
                vec![
                    "1\u{a0}flood alert in Powys.",
                    checked,
                    "1\u{a0}warning or alert is in force with no point in or near this county. The areas may reach into it; this page cannot tell. See All Wales, or call Floodline 0345 988 1188.",
                ],
            ),
            (
                Given { area: powys(), features: &unplaced[1..], ..Given::default() },
                vec![
                    "1\u{a0}warning or alert is in force with no point in or near this county. The areas may reach into it; this page cannot tell. See All Wales, or call Floodline 0345 988 1188.",
                ],
            ),
            (
                Given { area: around(Coverage::Wales), features: &both, ..Given::default() },
                vec![
                    "Flood alert: Usk a, 0.3\u{a0}km north.",
                    "It may reach your place: act as if it does.",
                    "In force since 10:30",
                    checked,
                    "Just outside your circle: 1\u{a0}flood warning.",
                ],
            ),
            (
                Given {
                    area: around(Coverage::Wales),
                    inside: "a",
                    features: &[alert.clone(), "7".to_owned()],
                    ..Given::default()
                },
                vec![
                    "Flood alert for your place: Usk a, and 1\u{a0}warning or alert that could not be read.",
                    "In force since 10:30",
                    checked,
                ],
            ),
            (
                Given {
                    area: around(Coverage::Wales),
                    inside: "a",
                    features: &[message("a", 3, BRECON).replace("1789983", "1790983")],
                    ..Given::default()
                },
                vec!["Flood alert for your place: Usk a.", checked],
            ),
            (
                Given {
                    area: around(Coverage::Wales),
                    inside: "a",
                    features: &both,
                    ..Given::default()
                },
                vec![
                    "Flood alert for your place: Usk a.",
                    "In force since 10:30",
                    checked,
                    "Just outside your circle: 1\u{a0}flood warning.",
                ],
            ),
            (
                Given {
                    area: around(Coverage::Wales),
                    is_local: false,
                    features: &unplaced,
                    ..Given::default()
                },
                vec![
                    "Flood alert: Usk a, 0.3\u{a0}km north.",
                    "It may reach your place: act as if it does.",
                    "In force since 10:30",
                    checked,
                    "Provisional: the service is still being asked about this place. 1\u{a0}warning or alert without a position could not be placed: see All Wales.",
                ],
            ),
            (
                Given { area: around(Coverage::Outside), ..Given::default() },
                vec!["This service does not cover SO 045 285."],
            ),
            (
                Given { area: around(Coverage::Partly { has_centre: true }), ..Given::default() },
                vec![
                    "No flood warnings or alerts are in force within 10\u{a0}km of SO 045 285, in the Welsh part of this circle. Checked at 17:59.",
                ],
            ),
        ] {
            assert_eq!(given.lines(), lines);
            let [english, welsh] = Language::ALL.map(|language| given.answer(language));
            assert_eq!(
                (english.sentence, english.severity, english.also.is_some()),
                (welsh.sentence, welsh.severity, welsh.also.is_some())
            );
            assert_ne!(english.heading.text(), welsh.heading.text());
        }
    }

    #[test]
    fn beside_the_number_around_a_place_stand_the_nearest_message_and_those_beyond() {
        let within = message("a", 3, Some([-3.391, 52.02]));
        let beyond = message("b", 2, Some([-3.391, 52.07]));
        let outside = "Just outside your circle: 1\u{a0}flood warning.";
        let nearest = "Nearest flood alert: Usk a, 8.1\u{a0}km north.";
        let farther = "Nearest flood warning: Usk b, 14\u{a0}km north, just outside your circle.";
        for (features, expected) in [
            (vec![within.clone()], [Some(nearest), None]),
            (vec![within.clone(), "7".to_owned()], [Some(nearest), None]),
            (vec![within, beyond.clone()], [Some(farther), Some(outside)]),
            (vec![beyond], [Some(farther), None]),
        ] {
            let area = around(Coverage::Wales);
            let given = Given { features: &features, area, ..Given::default() };
            let Answer { sentence, nearest, also, choose, .. } = given.answer(Language::English);
            let nearest = nearest.as_ref().map(Heading::text);
            assert_eq!([nearest.as_deref(), also.as_deref()], expected, "{features:?}");
            assert_eq!((sentence, choose), (Sentence::Counts, None), "{features:?}");
        }
        let features = [message("a", 3, BRECON)];
        let of_wales = |features| Given { features, ..Given::default() }.answer(Language::English);
        assert!(of_wales(&features).choose.is_some() && of_wales(&[]).choose.is_none());
    }

    #[test]
    fn an_announcement_has_no_time_of_a_check() {
        let features = [message("a", 3, BRECON)];
        let lists: [&[String]; 2] = [&[], &features];
        for features in lists {
            for area in [SearchArea::Wales, powys(), around(Coverage::Wales)] {
                for is_local in [true, false] {
                    let said = |minutes, is_waiting| {
                        let area = area.clone();
                        let given = Given {
                            features,
                            minutes,
                            area,
                            is_local,
                            is_waiting,
                            ..Given::default()
                        };
                        given.answer(Language::English).announcement
                    };
                    assert!(!said(1, false).is_empty());
                    assert_eq!(said(1, false), said(2, false));
                    assert_eq!(said(30, false), said(31, false));
                    assert_eq!(said(1, true), "");
                }
            }
        }
    }
}

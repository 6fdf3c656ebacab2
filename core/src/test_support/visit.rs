//! A visit of the page without a browser: what the sources of the warnings receive over time, and what is then said.

use crate::{
    api::{
        self, Warnings,
        error::ServiceError,
        response_times::{Header, ResponseTimes},
    },
    area_names::AreaNames,
    domain::{
        Timestamp, after,
        geo::{Coverage, Position, Radius},
        page_time::PageTime,
        source_id::SourceId,
        warning::{AreaCode, Severity},
    },
    i18n::{Language, PlaceName, SearchArea},
    presenter::{
        answer::{Answer, Facts, TimeStyle, answer},
        source::{self, Line, Reader},
    },
    source::{
        answer::{Scope, Situation},
        clock::Epoch,
        poller::{Applied, Broadcast, Ended, Poller, Response, Taken},
        state::{Event, Snapshot, SourceState},
        warnings::{Reach, Shapes, Surroundings, WarningsHere},
    },
};
use std::cell::RefCell;

/// Latitude and longitude of the place of a visit.
const PLACE: (f64, f64) = (51.947, -3.391);
/// The seconds between two requests.
const INTERVAL: i64 = 300;

/// A source of the warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// All of Wales.
    National,
    /// Around the place.
    Local,
}

/// An event of a visit.
#[derive(Clone, Debug)]
pub enum Arrival<'a> {
    /// A response to a request of this page.
    Response {
        /// The messages, each as a feature.
        features: &'a [String],
        /// The seconds since a cache received it from the service (`Age`).
        age: u32,
        /// The seconds by which the clock of the server is ahead; negative: behind.
        clock_seconds: i64,
    },
    /// The service confirms the last response.
    NotModified,
    /// The request fails.
    Failure(ServiceError),
    /// A body that is not decoded.
    Body(&'a [u8]),
    /// Another tab has received a response, this number of seconds ago.
    OtherTab(&'a [String], i64),
    /// A response is read that was stored this number of seconds ago.
    Stored(&'a [String], i64),
}

impl<'a> Arrival<'a> {
    /// A response that the service has just created.
    pub fn fresh(features: &'a [String]) -> Self {
        Self::Response { features, age: 0, clock_seconds: 0 }
    }
}

/// One of the two sources.
struct Polled {
    poller: Poller,
    state: SourceState<Warnings>,
}

/// A visit.
pub struct Visit {
    now: PageTime,
    opened: Timestamp,
    national: Polled,
    local: Polled,
    /// The radius around the place; `None`: all of Wales.
    radius: Option<Radius>,
    /// The name of the place, and how the service covers the circle around it.
    place: (PlaceName, Coverage),
    /// The deployment has shapes.
    has_shapes: bool,
    /// The shapes that have arrived: by code, where the area is.
    shapes: Option<Vec<(AreaCode, Reach)>>,
    /// The messages at the last look, as the page keeps them.
    last: RefCell<Option<WarningsHere>>,
}

impl Visit {
    /// A visit of the page of a place, with a radius in kilometres, or of all Wales.
    pub fn new(kilometres: Option<u32>) -> Self {
        let polled =
            || Polled { poller: Poller::new(INTERVAL, 0.5), state: SourceState::default() };
        Self {
            now: PageTime::default(),
            opened: "2026-09-21T17:00:00Z".parse().expect("an instant"),
            national: polled(),
            local: polled(),
            radius: kilometres.map(|km| Radius::from_kilometres(km).expect("in range")),
            place: (PlaceName::Point("SO 045 285".to_owned()), Coverage::Wales),
            has_shapes: false,
            shapes: None,
            last: RefCell::default(),
        }
    }

    /// Lets time pass.
    pub fn pass(&mut self, seconds: i64) {
        self.now = self.now.plus(seconds * 1_000);
    }

    /// The place has another name, or is covered otherwise.
    pub fn at(self, name: PlaceName, coverage: Coverage) -> Self {
        Self { place: (name, coverage), ..self }
    }

    /// The deployment has shapes of the flood areas, which are awaited.
    pub fn with_shapes(self) -> Self {
        Self { has_shapes: true, ..self }
    }

    /// The shapes of areas have arrived: by code, whether the area contains the place. None, if they could not be loaded.
    pub fn know_shapes(&mut self, shapes: &[(&str, bool)]) {
        let shape = |(code, is_inside): &(&str, bool)| {
            let reach = if *is_inside { Reach::Inside } else { Reach::Outside };
            (AreaCode((*code).to_owned()), reach)
        };
        self.shapes = Some(shapes.iter().map(shape).collect());
    }

    /// Something arrives. Returns whether the source has taken it. A request that would not be sent has no response.
    pub fn arrive(&mut self, source: Source, arrival: &Arrival<'_>) -> bool {
        let (now, utc) = (self.now, after(self.opened, self.now.milliseconds()));
        let polled = match source {
            Source::National => &mut self.national,
            Source::Local => &mut self.local,
        };
        polled.arrive(arrival, now, utc) == Applied::Succeeded
    }

    /// The answer of the page.
    pub fn answer(&self, language: Language) -> Answer {
        let (name, coverage) = &self.place;
        let area = self.radius.map_or(SearchArea::Wales, |radius| SearchArea::Around {
            radius,
            name: name.clone(),
            coverage: Some(*coverage),
        });
        let place = Position::new(PLACE.0, PLACE.1).filter(|_| self.radius.is_some());
        let here = place.zip(self.radius).map(|(centre, radius)| Surroundings {
            centre,
            radius,
            shapes: match (&self.shapes, self.has_shapes) {
                (_, false) => Shapes::NotConfigured,
                (None, true) => Shapes::Awaited,
                (Some(shapes), true) => Shapes::Settled(shapes),
            },
        });
        let warnings =
            WarningsHere::gather(&self.national.state, &self.local.state, here, self.now)
                .holding(self.last.borrow().as_ref());
        self.last.replace(Some(warnings.clone()));
        let asked = if place.is_some() { &self.local.state } else { &self.national.state };
        let facts = Facts {
            language,
            area: &area,
            warnings: &warnings,
            situation: Situation {
                scope: place.map_or(Scope::Wales, |_| Scope::Around(Some(*coverage))),
                status: warnings.status(area.is_covered()),
                is_waiting: !asked.has_ended() && warnings.most_severe().is_none(),
                has_no_outlines: false,
                place_as_of: self.local.state.snapshot().and_then(Snapshot::known_as_of),
            },
            has_place_failed: self.local.state.failure().is_some(),
            place,
            names: &AreaNames::default(),
            epoch: Epoch::new(self.opened),
            now: after(self.opened, self.now.milliseconds()),
            style: TimeStyle::RELATIVE,
        };
        answer(facts, "the area")
    }
}

impl Visit {
    /// The severity in whose colour the last answer is.
    pub fn colour(&self) -> Option<Severity> {
        self.last.borrow().as_ref()?.colour()
    }

    /// The line of a source in the list of the sources.
    pub fn line(&self, source: Source, language: Language) -> Line {
        let (name, polled) = match source {
            Source::National => (SourceId::NationalWarnings, &self.national),
            Source::Local => (SourceId::LocalWarnings, &self.local),
        };
        let (epoch, now) = (Epoch::new(self.opened), after(self.opened, self.now.milliseconds()));
        let reader = Reader { language, is_paused: false, epoch, now };
        source::Facts::of(&polled.state, name, polled.poller.next(), self.now, reader).line(reader)
    }
}

impl Polled {
    fn as_of(&self) -> Option<PageTime> {
        self.state.snapshot().and_then(Snapshot::known_as_of)
    }

    fn arrive(&mut self, arrival: &Arrival<'_>, now: PageTime, utc: Timestamp) -> Applied {
        let encoded = |features| super::collection(features).into_bytes();
        let date = |seconds| ResponseTimes {
            date: Some(after(utc, seconds * 1_000)),
            ..ResponseTimes::default()
        };
        let (times, result, body) = match arrival {
            Arrival::Response { features, age, clock_seconds } => {
                let times = ResponseTimes { age: Header::Value(*age), ..date(*clock_seconds) };
                (times, Ok(()), Some(encoded(features)))
            }
            Arrival::NotModified => (date(0), Ok(()), None),
            Arrival::Body(body) => (date(0), Ok(()), Some(body.to_vec())),
            Arrival::Failure(cause) => (date(0), Err(*cause), None),
            Arrival::OtherTab(features, seconds) => {
                let as_of = now.plus(-seconds * 1_000);
                let response = super::warnings(features);
                let applied = self.apply(Event::Broadcast { response, as_of });
                if applied == Applied::Succeeded {
                    let etag = Some("other".to_owned());
                    self.poller.take_broadcast(Broadcast::Body, etag, as_of, now);
                }
                return applied;
            }
            Arrival::Stored(features, seconds) => {
                let as_of = now.plus(-seconds * 1_000);
                return self.apply(Event::Cached { response: super::warnings(features), as_of });
            }
        };
        self.poller.make_due(now);
        if self.poller.poll("warnings", self.state.is_in_flight(), now).is_err() {
            return Applied::Ignored;
        }
        self.state.apply(Event::RequestSent);
        let request_id = self.state.request_id().unwrap_or_default();
        let response = Response {
            body_bytes: body.as_ref().map(Vec::len),
            etag: Some("own".to_owned()),
            revalidating: false,
        };
        let ended = Ended {
            sent: now,
            received: now,
            times,
            divergence_count: 0,
            is_contradicted: false,
            result: result.map(|()| response),
        };
        let as_of = self.poller.as_of(&ended, self.as_of().is_some());
        let event = match (as_of, body.map(|body| api::decode_flood_warnings(&body))) {
            (Ok(as_of), Some(Ok(response))) => Event::Responded { request_id, response, as_of },
            (Ok(as_of), None) => Event::NotModified { request_id, as_of },
            (Ok(_), Some(Err(cause))) => Event::Failed { request_id, cause: cause.into(), at: now },
            (Err(cause), _) => Event::Failed { request_id, cause, at: now },
        };
        let applied = self.apply(event);
        let taken = Taken { applied, as_of: self.as_of(), failure: self.state.failure() };
        self.poller.end(ended, as_of.ok(), taken, 0.5);
        applied
    }

    fn apply(&mut self, event: Event<Warnings>) -> Applied {
        let is_failure = matches!(event, Event::Failed { .. });
        match (self.state.apply(event), is_failure) {
            (false, _) => Applied::Ignored,
            (true, true) => Applied::Failed,
            (true, false) => Applied::Succeeded,
        }
    }
}

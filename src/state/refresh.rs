//! Asks the sources when they are due and hands what comes to their reducers.

use super::State;
use crate::{
    browser::{
        clock,
        fetch::{self, Abort, Asked, Ended, Fetched},
        keeper::{self, Kept},
        listen::Listener,
        settings::Settings,
        timer::{self, Timer},
        visibility,
    },
    erased::{Sig, effect},
};
use gorlif_core::{
    atlas::Atlas,
    domain::{
        Instant,
        limits::{FORECAST_REFRESH_SECONDS, REFRESH_SECONDS, SHORTEST_INTERVAL_SECONDS},
    },
    feed::{
        roster,
        schedule::{Due, Rhythm},
        source::{Event, Failure, Source},
    },
    service::{self, Answer, endpoint::Call, endpoint::Endpoint, error::BodyError},
};
use std::{cell::RefCell, rc::Rc, sync::Arc};

/// How often due moments are looked at, and how often ages on the page move on.
const TICK_MILLISECONDS: u32 = 1_000;
const NOW_SECONDS: i64 = 15;
/// Choosing a radius with the keyboard passes many values; the service is asked about the one that is stayed on.
const SETTLE_MILLISECONDS: i64 = 500;

/// Keeps the refreshing alive; dropping it ends it.
pub struct Refresh {
    _timer: Option<Timer>,
    _listeners: Vec<Listener>,
}

/// One source with everything that is needed to ask it.
struct Feed<T: 'static + Send + Sync> {
    state: State,
    source: &'static Sig<Source<T>>,
    next: &'static Sig<Option<Due>>,
    rhythm: Rhythm,
    read: Read<T>,
    running: RefCell<Running>,
}

/// Makes an answer out of a body, what was known before, and the time.
type Read<T> = fn(&[u8], Option<&T>, Instant) -> Result<Answer<T>, BodyError>;

/// What changes from one request to the next.
#[derive(Default)]
struct Running {
    /// The address of the last request, its tag, and when it went out.
    address: String,
    tag: Option<String>,
    asked: Option<Instant>,
    abort: Abort,
}

impl<T: 'static + Send + Sync + Clone + PartialEq> Feed<T> {
    fn new(state: State, source: &'static Sig<Source<T>>, next: &'static Sig<Option<Due>>, seconds: i64, read: Read<T>) -> Rc<Self> {
        Rc::new(Self { state, source, next, rhythm: Rhythm::new(seconds, clock::random()), read, running: RefCell::default() })
    }

    /// Asks now, unless a request is under way, the last one is only seconds old, or the service wants to be left alone.
    fn ask(self: &Rc<Self>, address: String) {
        // Schedules go by the device's clock, whatever it says: they only need it to go on.
        let now = clock::now();
        let since_asked = self.running.borrow().asked.map(|asked| (now - asked).num_seconds());
        let too_soon = since_asked.is_some_and(|seconds| (0..SHORTEST_INTERVAL_SECONDS).contains(&seconds));
        let unwanted =
            self.next.with_untracked(|due| due.is_some_and(|due| due.not_before.is_some_and(|moment| now < moment && !self.is_absurd(due, now))));
        let same_question = self.running.borrow().address == address;
        if self.source.with_untracked(Source::is_asking) || unwanted || (too_soon && same_question) {
            return;
        }
        self.source.update(|source| source.apply(Event::Asked));
        let Some(ticket) = self.source.with_untracked(Source::ticket) else { return };
        let abort = Abort::new();
        let tag = {
            let mut running = self.running.borrow_mut();
            running.asked = Some(now);
            running.abort = abort.clone();
            if !same_question {
                running.tag = None;
            }
            running.address.clone_from(&address);
            running.tag.clone()
        };
        if !same_question {
            self.recall(&address);
        }

        let feed = Rc::clone(self);
        let asked_for = address.clone();
        fetch::get(Asked { address, tag, past_caches: true, abort }, move |Ended { service_time, result }| {
            if let Some(service_time) = service_time {
                feed.state.learn_time(service_time);
            }
            let received = feed.state.time();
            let event = match result {
                Ok(Fetched { body, tag, origin_date }) => {
                    // A clock ahead of ours must not make the picture younger than it is.
                    let as_of = origin_date.unwrap_or(received).min(received);
                    match body.map(|body| (feed.decode(&body, received), body)) {
                        None => {
                            keeper::keep(&Kept { address: asked_for, body: Vec::new(), tag: feed.running.borrow().tag.clone(), as_of });
                            Event::Confirmed { ticket, as_of }
                        }
                        Some((Ok(answer), body)) => {
                            feed.running.borrow_mut().tag.clone_from(&tag);
                            keeper::keep(&Kept { address: asked_for, body, tag, as_of });
                            Event::Answered { ticket, answer, as_of }
                        }
                        Some((Err(cause), _)) => Event::Failed { ticket, cause: cause.into(), at: received },
                    }
                }
                Err(cause) => Event::Failed { ticket, cause, at: received },
            };
            // An answer that was given up is not taken, and says nothing of when to ask again.
            if feed.take(event) {
                let failure = feed.source.with_untracked(Source::failure);
                let failure = failure.map(|failure| Failure { at: clock::now(), ..failure });
                feed.next.set(Some(feed.rhythm.after(now, failure, clock::random())));
            }
        });
    }

    fn decode(&self, body: &[u8], received: Instant) -> Result<Answer<T>, BodyError> {
        self.source.with_untracked(|source| (self.read)(body, source.picture().map(|picture| &picture.content), received))
    }

    /// Shows what was kept on this device, until the service has answered.
    fn recall(self: &Rc<Self>, address: &str) {
        let feed = Rc::clone(self);
        keeper::recall(address, move |Kept { address, body, as_of, .. }| {
            // What can't be read any more is passed over.
            if feed.running.borrow().address == address
                && let Ok(answer) = feed.decode(&body, as_of)
            {
                feed.take(Event::Remembered { answer, as_of });
            }
        });
    }

    /// Takes what another page of this origin has just heard, and need not ask for a whole period.
    fn hear(&self, Kept { address, body, tag, as_of }: &Kept) {
        let received = self.state.time();
        let (mine, same) = {
            let running = self.running.borrow();
            (running.address == *address, running.tag.is_some() && running.tag == *tag)
        };
        let as_of = (*as_of).min(received);
        if !mine {
            return;
        }
        let event = match self.decode(body, received) {
            Ok(answer) => Event::Heard { answer, as_of },
            Err(_) if body.is_empty() && same => Event::HeardUnchanged { as_of },
            Err(_) => return,
        };
        if self.take(event) {
            self.running.borrow_mut().tag.clone_from(tag);
            self.next.set(Some(self.rhythm.after_others(clock::now())));
        }
    }

    /// Hands an event to the reducer.
    fn take(&self, event: Event<T>) -> bool {
        self.source.update(|source| source.apply(event))
    }

    fn is_due(&self, now: Instant) -> bool {
        self.next.with_untracked(|due| due.is_none_or(|due| due.at <= now || self.is_absurd(due, now)))
    }

    /// A moment further away than any schedule: the device's clock has been set back.
    fn is_absurd(&self, due: Due, now: Instant) -> bool {
        (due.at - now).num_seconds() > 2 * FORECAST_REFRESH_SECONDS
    }

    /// The question has changed: what was known and what is under way belong to the old one.
    fn let_go(&self) {
        self.running.borrow().abort.abort();
        *self.running.borrow_mut() = Running::default();
        self.take(Event::Forgotten);
    }
}

/// Starts asking: at once, then each source at its own rhythm, while the page can be seen.
pub(super) fn start(state: State, settings: &Settings) -> Refresh {
    let Some(endpoint) = Endpoint::parse(&settings.endpoint) else {
        return Refresh { _timer: None, _listeners: Vec::new() };
    };
    let wales = Feed::new(state, state.wales, state.next_wales, REFRESH_SECONDS, |body, _, _| service::decode_flood_warnings(body));
    let around = Feed::new(state, state.around, state.next_around, REFRESH_SECONDS, |body, _, _| service::decode_flood_warnings(body));
    let levels = Feed::new(state, state.levels, state.next_levels, REFRESH_SECONDS, |body, before, now| {
        let answer = service::decode_river_levels(body, now)?;
        Ok(Answer { content: roster::with_missing(before.map(Vec::as_slice).unwrap_or_default(), answer.content, now), ..answer })
    });
    let forecast =
        Feed::new(state, state.forecast, state.next_forecast, FORECAST_REFRESH_SECONDS, |body, _, now| service::decode_flood_forecast(body, now));
    // The ground comes after the first word on warnings, so that on a slow line it does not stand in their way.
    let mut ground_asked = false;
    effect(move || {
        let told = state.wales.with(|source| source.picture().is_some() || source.failure().is_some());
        if told && !std::mem::replace(&mut ground_asked, true) {
            load_atlas(state);
        }
    });

    let place_asked = Rc::clone(&around);
    let mut before = state.place.get_untracked().map(|place| (place, state.radius.get_untracked()));
    effect(move || {
        let circle = state.circle();
        if before != circle {
            before = circle;
            place_asked.let_go();
            let at = clock::now() + chrono::TimeDelta::milliseconds(SETTLE_MILLISECONDS);
            state.next_around.set(Some(Due { at, not_before: None }));
        }
    });

    let heard = {
        let (levels, wales, forecast, around) = (Rc::clone(&levels), Rc::clone(&wales), Rc::clone(&forecast), Rc::clone(&around));
        keeper::on_heard(move |kept| {
            levels.hear(&kept);
            wales.hear(&kept);
            forecast.hear(&kept);
            around.hear(&kept);
        })
    };

    // Whatever is due is asked; `all` asks everything that is not only seconds old.
    let look = Rc::new(move |all: bool| {
        let now = clock::now();
        if visibility::is_hidden() {
            return;
        }
        if levels.is_due(now) || all {
            levels.ask(endpoint.address(Call::RiverLevels));
        }
        if wales.is_due(now) || all {
            wales.ask(endpoint.address(Call::WarningsInWales));
        }
        if forecast.is_due(now) || all {
            forecast.ask(endpoint.address(Call::FloodForecast));
        }
        if let Some((place, radius)) = state.place.get_untracked().map(|place| (place, state.radius.get_untracked()))
            && (around.is_due(now) || all)
        {
            around.ask(endpoint.address(Call::WarningsAround(place, radius)));
        }
        let time = state.time();
        if (time - state.now.get_untracked()).num_seconds().abs() >= NOW_SECONDS || all {
            state.now.set(time);
        }
    });
    look(true);

    let (tick, back, online) = (Rc::clone(&look), Rc::clone(&look), Rc::clone(&look));
    let shown = visibility::on_change(move || {
        state.hidden.set(visibility::is_hidden());
        back(true);
    });
    let online = visibility::on_online(move || online(true));
    let mut presses_before = 0;
    effect(move || {
        let presses = state.check_now.get();
        if presses != presses_before {
            presses_before = presses;
            look(true);
        }
    });
    Refresh { _timer: timer::every(TICK_MILLISECONDS, move || tick(false)), _listeners: shown.into_iter().chain(online).chain(heard).collect() }
}

/// The bundled ground and places; without them the page works, only plainer.
fn load_atlas(state: State) {
    let asked = Asked { address: "atlas.txt".to_owned(), tag: None, past_caches: false, abort: Abort::new() };
    fetch::get(asked, move |ended| {
        if let Ok(Fetched { body: Some(body), .. }) = ended.result
            && let Ok(atlas) = Atlas::decode(&body)
        {
            state.atlas.set(Some(Arc::new(atlas)));
        }
    });
}

//! When sources are polled: at start, when due, and on "check now", but not while the page is
//! hidden.

use super::{
    app_state::{AppState, StateParts},
    reactive::{effect, effect_with_previous},
    source_poller::SourcePoller,
    sources::{ManualCheck, Sources},
};
use crate::browser::{document, navigator, response_cache};
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use gorlif_core::{
    api::endpoint::Endpoint,
    domain::{
        geo::{Position, Radius},
        source_id::SourceId,
    },
    source::poller::Wait,
};
use leptos::prelude::*;
use std::{cell::Cell, rc::Rc, time::Duration};

/// The intervals at which schedules are checked and displayed ages are updated.
const TICK_MILLISECONDS: u32 = 1_000;
const NOW_SECONDS: i64 = 15;
/// How long the page waits for its first responses before it paints the rest.
const FIRST_RESPONSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Choosing a radius with the keyboard passes many values; a request is sent only for one that is
/// unchanged for this long.
const SETTLE_MILLISECONDS: i64 = 500;

/// Which sources are polled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those whose schedule says so.
    Due,
    /// All, except those polled only seconds ago.
    All,
}

/// Owns the timer and listeners of polling; dropping it stops polling.
pub struct Polling {
    /// `None` without an endpoint.
    pollers: Option<Rc<Pollers>>,
    _timer: Option<Interval>,
    _listeners: Vec<EventListener>,
}

impl Polling {
    /// Requests all sources now, as far as the service allows it, and the files that could not be loaded.
    pub(super) fn check_now(&self) {
        if let Some(pollers) = &self.pollers {
            let Pollers { state, .. } = **pollers;
            state.assets.load(false);
            state.sources.manual_check.set(outcome(&pollers.poll(Scope::All)));
        }
    }
}

/// The pollers of all sources.
struct Pollers {
    state: AppState,
    endpoint: Endpoint,
    all: [Rc<SourcePoller>; SourceId::ALL.len()],
    /// How often the clock had been set back at the last poll.
    set_back_count: Cell<u32>,
}

impl Pollers {
    fn new(state: AppState, endpoint: Endpoint) -> Rc<Self> {
        let Sources { national_warnings, local_warnings, levels, forecast, .. } = state.sources;
        let all = [
            SourcePoller::new(state, national_warnings),
            SourcePoller::new(state, local_warnings),
            SourcePoller::new(state, levels),
            SourcePoller::new(state, forecast),
        ];
        let set_back_count = Cell::new(state.clock.set_back_count());
        Rc::new(Self { state, endpoint, all, set_back_count })
    }

    /// Polls the sources of the scope, unless the page is hidden. Returns the outcome of each.
    fn poll(&self, scope: Scope) -> Vec<Wait> {
        let StateParts { choices, clock, .. } = *self.state;
        let now = clock.page_time();
        // After the clock was set back, the elapsed time is not known: poll each source as soon as
        // allowed.
        let set_back_count = clock.set_back_count();
        if self.set_back_count.replace(set_back_count) != set_back_count {
            self.all.iter().for_each(|poller| poller.make_due(now));
        }
        if document::is_hidden() && !choices.notifies.get_untracked() {
            return Vec::new();
        }
        let circle = untrack(|| choices.circle());
        let mut outcomes = Vec::new();
        for poller in self.all.iter().filter(|poller| poller.has_decoder()) {
            let url = self.endpoint.url(poller.id, circle);
            if let Some(url) = url.filter(|_| scope == Scope::All || poller.is_due(now)) {
                outcomes.push(poller.poll(&url));
            }
        }
        clock.advance(if scope == Scope::All { 0 } else { NOW_SECONDS });
        outcomes
    }

    /// Drops the local warnings after another place or radius was chosen, and polls them when the choice has
    /// settled.
    fn follow_circle(self: Rc<Self>) {
        let StateParts { choices, clock, .. } = *self.state;
        effect_with_previous(move |before: Option<Option<(Position, Radius)>>| {
            let circle = choices.circle();
            if before.is_some_and(|before| before != circle) {
                let local = self.all.iter().filter(|poller| poller.id == SourceId::LocalWarnings);
                for poller in local {
                    poller.reset();
                    poller.make_due(clock.page_time().plus(SETTLE_MILLISECONDS));
                }
            }
            circle
        });
    }

    /// Requests the assets after the first paint, so that they do not delay the first warnings on a slow line; and
    /// the sources whose decoders are in a late chunk when that has loaded.
    fn follow_progress(self: Rc<Self>) {
        let StateParts { progress, assets, .. } = *self.state;
        effect(move || {
            if progress.primary_painted.get() {
                assets.load(true);
            }
        });
        effect(move || {
            if progress.late.with(Option::is_some) {
                self.poll(Scope::Due);
            }
        });
    }

    /// Sets the result of "check now" when no request is in flight.
    fn follow_manual_check(self: Rc<Self>) {
        let StateParts { sources, clock, .. } = *self.state;
        effect(move || {
            let is_in_progress = sources.manual_check.get() == ManualCheck::InProgress;
            if is_in_progress && !self.all.iter().any(|poller| poller.is_in_flight()) {
                let has_failed = self.all.iter().any(|poller| poller.has_failed());
                let now = clock.page_time();
                sources.manual_check.set(if has_failed {
                    ManualCheck::Failed(now)
                } else {
                    ManualCheck::Succeeded(now)
                });
            }
        });
    }
}

/// Starts polling while the page is visible: the national warnings and the levels at once, the local
/// warnings if a place is chosen, the forecast when its decoder has loaded; then each by its schedule.
pub(super) fn start(state: AppState) -> Polling {
    let Some(endpoint) = state.deployment.endpoint() else {
        return Polling { pollers: None, _timer: None, _listeners: Vec::new() };
    };
    let pollers = Pollers::new(state, endpoint);
    let receivers = Rc::clone(&pollers);
    let broadcast = response_cache::on_broadcast(move |response| {
        receivers.all.iter().for_each(|poller| poller.receive(&response))
    });
    Rc::clone(&pollers).follow_circle();
    pollers.poll(Scope::All);
    Rc::clone(&pollers).follow_progress();
    set_timeout(move || state.progress.wait_elapsed.set(true), FIRST_RESPONSE_TIMEOUT);
    let (back, online) = (Rc::clone(&pollers), Rc::clone(&pollers));
    let shown = document::on_visibility_change(move || {
        state.progress.is_hidden.set(document::is_hidden());
        back.poll(Scope::All);
    });
    let online = navigator::on_online(move || drop(online.poll(Scope::All)));
    Rc::clone(&pollers).follow_manual_check();
    let due = Rc::clone(&pollers);
    Polling {
        pollers: Some(pollers),
        _timer: Some(Interval::new(TICK_MILLISECONDS, move || drop(due.poll(Scope::Due)))),
        _listeners: shown.into_iter().chain(online).chain(broadcast).collect(),
    }
}

/// The result of "check now", from the outcome of each source.
fn outcome(outcomes: &[Wait]) -> ManualCheck {
    let moments = outcomes.iter().filter_map(|outcome| match outcome {
        Wait::NotBefore(moment) => Some(*moment),
        Wait::InFlight | Wait::TooSoon => None,
    });
    match moments.max() {
        _ if outcomes.contains(&Wait::InFlight) => ManualCheck::InProgress,
        Some(moment) => ManualCheck::Busy(moment),
        None => ManualCheck::TooSoon,
    }
}

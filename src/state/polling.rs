//! When sources are polled: at start, when due, and on "check now", but not while the page is
//! hidden.

use super::{
    app_state::{AppState, ManualCheck},
    assets::load_assets,
    clocks::SOURCES,
    levels_decoder,
    reactive::effect,
    source_poller::{Decode, PollOutcome, SourcePoller},
};
use crate::browser::{navigator, response_cache, visibility};
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use gorlif_core::{
    api::{
        self, Warnings,
        table::{
            FORECAST_POLL_SECONDS, LEVELS_POLL_SECONDS, PLACE_POLL_SECONDS, WALES_POLL_SECONDS,
        },
    },
    domain::{forecast::Forecast, source_id::SourceId},
    source::{schedule::NextPoll, state::SourceState},
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
    _timer: Option<Interval>,
    _listeners: Vec<EventListener>,
}

/// The sources: operation, state, next poll, interval in seconds and decoder.
fn pollers(state: AppState) -> [Rc<SourcePoller>; SOURCES] {
    let warnings =
        || -> Decode<Warnings> { Box::new(|body, _, _| api::decode_flood_warnings(body)) };
    let forecast = Box::new(|body: &[u8], _: Option<&Forecast>, received| {
        api::decode_flood_forecast(body, received)
    });
    let (national, local) = (state.national_warnings, state.local_warnings);
    [
        SourcePoller::new(
            state,
            SourceId::NationalWarnings,
            national,
            state.next_national_warnings,
            WALES_POLL_SECONDS,
            warnings(),
        ),
        SourcePoller::new(
            state,
            SourceId::LocalWarnings,
            local,
            state.next_local_warnings,
            PLACE_POLL_SECONDS,
            warnings(),
        ),
        SourcePoller::new(
            state,
            SourceId::RiverLevels,
            state.levels,
            state.next_levels,
            LEVELS_POLL_SECONDS,
            Box::new(move |body, before, now| {
                levels_decoder::decode(state.decode_levels.get_untracked(), body, before, now)
            }),
        ),
        SourcePoller::new(
            state,
            SourceId::FloodForecast,
            state.forecast,
            state.next_forecast,
            FORECAST_POLL_SECONDS,
            forecast,
        ),
    ]
}

/// Starts polling while the page is visible: the national warnings and the levels at once, the local
/// warnings if a place is chosen, the forecast after the first paint; then each by its schedule.
pub(super) fn start(state: AppState) -> Polling {
    let Some(endpoint) = state.endpoint.get_value() else {
        return Polling { _timer: None, _listeners: Vec::new() };
    };
    let pollers = Rc::new(pollers(state));
    let [_, local_warnings, ..] = &*pollers;
    let local_warnings = Rc::clone(local_warnings);
    let circle_now =
        move || state.place.get_untracked().map(|place| (place, state.radius.get_untracked()));
    let mut before = circle_now();
    effect(move || {
        let circle = state.circle();
        if before != circle {
            before = circle;
            local_warnings.reset();
            // A new request must still respect the time given in Retry-After.
            let not_before =
                state.next_local_warnings.with_untracked(|due| due.and_then(|due| due.not_before));
            let settled = state.page_time().plus(SETTLE_MILLISECONDS);
            let at = not_before.map_or(settled, |moment| settled.max(moment));
            state.next_local_warnings.set(Some(NextPoll { at, not_before }));
        }
    });

    let receivers = Rc::clone(&pollers);
    let broadcast = response_cache::on_broadcast(move |response| {
        receivers.iter().for_each(|poller| poller.receive(&response))
    });

    let set_back_before = Cell::new(state.clock_set_back_count());
    let poll = Rc::new(move |scope: Scope| {
        let now = state.page_time();
        // After the clock was set back, the elapsed time is not known: poll each source as soon as
        // allowed.
        if set_back_before.replace(state.clock_set_back_count()) != state.clock_set_back_count() {
            for next in [
                state.next_national_warnings,
                state.next_local_warnings,
                state.next_levels,
                state.next_forecast,
            ] {
                let not_before = next.get_untracked().and_then(|due| due.not_before);
                next.set(Some(NextPoll {
                    at: not_before.map_or(now, |moment| now.max(moment)),
                    not_before,
                }));
            }
        }
        if visibility::is_hidden() && !state.notifies.get_untracked() {
            return Vec::new();
        }
        let mut outcomes = Vec::new();
        for poller in pollers.iter() {
            // The forecast waits until warnings and gauges are painted.
            if poller.id() == SourceId::FloodForecast && !state.primary_painted.get_untracked() {
                continue;
            }
            // The late module has the decoder of the newer version.
            if poller.id() == SourceId::RiverLevels
                && state.decode_levels.with_untracked(Option::is_none)
            {
                continue;
            }
            let url = endpoint.url(poller.id(), circle_now());
            if let Some(url) = url.filter(|_| scope == Scope::All || poller.is_due(now)) {
                outcomes.push(poller.poll(url));
            }
        }
        if now.seconds_since(state.time.get_untracked().page) >= NOW_SECONDS || scope == Scope::All
        {
            state.update_times(state.time.get_untracked().epoch);
        }
        outcomes
    });
    poll(Scope::All);
    // The assets and the forecast are requested after the first warnings, so that they do not
    // delay them on a slow line.
    let (mut is_requested, poll_later) = (false, Rc::clone(&poll));
    effect(move || {
        if state.primary_painted.get() && !std::mem::replace(&mut is_requested, true) {
            load_assets(state);
            poll_later(Scope::Due);
        }
    });
    let poll_levels = Rc::clone(&poll);
    effect(move || {
        if state.decode_levels.with(Option::is_some) {
            poll_levels(Scope::Due);
        }
    });
    set_timeout(move || state.wait_elapsed.set(true), FIRST_RESPONSE_TIMEOUT);

    let (tick, back, online) = (Rc::clone(&poll), Rc::clone(&poll), Rc::clone(&poll));
    let shown = visibility::on_change(move || {
        state.hidden.set(visibility::is_hidden());
        back(Scope::All);
    });
    let online = navigator::on_online(move || {
        online(Scope::All);
    });
    effect(move || {
        if state.manual_check.get() == ManualCheck::Requested {
            load_assets(state);
            state.manual_check.set(outcome(&poll(Scope::All)));
        }
    });
    // A check ends when no request is in flight.
    effect(move || {
        let is_in_flight = state.national_warnings.with(SourceState::is_in_flight)
            || state.local_warnings.with(SourceState::is_in_flight)
            || state.levels.with(SourceState::is_in_flight)
            || state.forecast.with(SourceState::is_in_flight);
        if !is_in_flight && state.manual_check.get() == ManualCheck::InProgress {
            let failed = state.national_warnings.with(|source| source.failure().is_some())
                || state.local_warnings.with(|source| source.failure().is_some())
                || state.levels.with(|source| source.failure().is_some())
                || state.forecast.with(|source| source.failure().is_some());
            let now = state.page_time();
            let result =
                if failed { ManualCheck::Failed(now) } else { ManualCheck::Succeeded(now) };
            state.manual_check.set(result);
        }
    });
    Polling {
        _timer: Some(Interval::new(TICK_MILLISECONDS, move || {
            tick(Scope::Due);
        })),
        _listeners: shown.into_iter().chain(online).chain(broadcast).collect(),
    }
}

/// The result of "check now", from the outcome of each source.
fn outcome(outcomes: &[PollOutcome]) -> ManualCheck {
    let latest =
        outcomes
            .iter()
            .filter_map(|outcome| {
                if let PollOutcome::NotBefore(moment) = outcome { Some(*moment) } else { None }
            })
            .max();
    match latest {
        _ if outcomes.contains(&PollOutcome::InFlight) => ManualCheck::InProgress,
        Some(moment) => ManualCheck::Busy(moment),
        None => ManualCheck::TooSoon,
    }
}

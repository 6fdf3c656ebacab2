//! When the sources are asked: at once, when they are due, when someone wants it, and never while nobody can see the page.

use super::{
    AppState, CheckNow, Outlines,
    reactive::effect,
    source_client::{Asking, Read, SourcePoller},
};
use crate::browser::{
    fetch::{self, Abort, Asked, Fetched},
    response_cache,
    settings::Settings,
    storage, visibility,
};
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use gorlif_core::{
    api::{
        self, Decoded, FeedZone, Stations, Warnings,
        endpoint::{Call, Endpoint},
        error::BodyError,
    },
    atlas::Atlas,
    domain::{
        Timestamp,
        forecast::Forecast,
        limits::{FORECAST_REFRESH_SECONDS, REFRESH_SECONDS},
    },
    source::{retain_missing, schedule::NextPoll, state::SourceState},
};
use leptos::prelude::*;
use std::{cell::Cell, rc::Rc, sync::Arc, time::Duration};

/// How often due moments are looked at, and how often ages on the page move on.
const TICK_MILLISECONDS: u32 = 1_000;
const NOW_SECONDS: i64 = 15;
/// How long a page that could be used waits for its first answers.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// Choosing a radius with the keyboard passes many values; the service is asked about the one that is stayed on.
const SETTLE_MILLISECONDS: i64 = 500;

/// Keeps the refreshing alive; dropping it ends it.
pub struct Refresh {
    _timer: Option<Interval>,
    _listeners: Vec<EventListener>,
}

/// Starts asking: at once, then each source at its own rhythm, while the page can be seen.
pub(super) fn start(state: AppState, settings: &Settings) -> Refresh {
    let Some(endpoint) = Endpoint::parse(&settings.endpoint) else {
        return Refresh { _timer: None, _listeners: Vec::new() };
    };
    let read_warnings = || -> Read<Warnings> { Box::new(|body, _, _| api::decode_flood_warnings(body)) };
    let read_forecast = Box::new(|body: &[u8], _: Option<&Forecast>, now| api::decode_flood_forecast(body, now));
    let local_warnings = SourcePoller::new(state, 1, state.local_warnings, state.next_local_warnings, REFRESH_SECONDS, read_warnings());
    let feeds: Rc<[(Rc<SourcePoller>, Option<Call>)]> = Rc::new([
        (
            SourcePoller::new(state, 0, state.national_warnings, state.next_national_warnings, REFRESH_SECONDS, read_warnings()),
            Some(Call::WarningsInWales),
        ),
        (Rc::clone(&local_warnings), None),
        (SourcePoller::new(state, 2, state.levels, state.next_levels, REFRESH_SECONDS, Box::new(read_levels)), Some(Call::RiverLevels)),
        (SourcePoller::new(state, 3, state.forecast, state.next_forecast, FORECAST_REFRESH_SECONDS, read_forecast), Some(Call::FloodForecast)),
    ]);
    let circle_now = move || state.place.get_untracked().map(|place| (place, state.radius.get_untracked()));
    let mut before = circle_now();
    effect(move || {
        let circle = state.circle();
        if before != circle {
            before = circle;
            local_warnings.let_go();
            // Another question is no reason to ask before the time that the service has named.
            let not_before = state.next_local_warnings.with_untracked(|due| due.and_then(|due| due.not_before));
            let settled = state.page_time().plus(SETTLE_MILLISECONDS);
            let at = not_before.map_or(settled, |moment| settled.max(moment));
            state.next_local_warnings.set(Some(NextPoll { at, not_before }));
        }
    });

    let hearing = Rc::clone(&feeds);
    let heard = response_cache::on_heard(move |kept| hearing.iter().for_each(|(feed, _)| feed.hear(&kept)));

    // Whatever is due is asked; `all` asks everything that is not only seconds old.
    let set_back_before = Cell::new(state.clock_set_back());
    let look = Rc::new(move |all: bool| {
        let now = state.page_time();
        // After the clock was set back the time that has passed is not known: each source is asked as soon as it may be.
        if set_back_before.replace(state.clock_set_back()) != state.clock_set_back() {
            for next in [state.next_national_warnings, state.next_local_warnings, state.next_levels, state.next_forecast] {
                let not_before = next.get_untracked().and_then(|due| due.not_before);
                next.set(Some(NextPoll { at: not_before.map_or(now, |moment| now.max(moment)), not_before }));
            }
        }
        if visibility::is_hidden() {
            return Vec::new();
        }
        let mut asked = Vec::new();
        for (feed, call) in feeds.iter() {
            if *call == Some(Call::FloodForecast) && !state.primary_painted.get_untracked() {
                continue;
            }
            // What has no fixed question asks about the visitor's place.
            let call = call.or_else(|| circle_now().map(|(place, radius)| Call::WarningsAround(place, radius)));
            if let Some(call) = call.filter(|_| all || feed.is_due(now)) {
                asked.push(feed.ask(endpoint.address(call)));
            }
        }
        if now.seconds_since(state.page_now.get_untracked()) >= NOW_SECONDS || all {
            state.tell_time();
        }
        asked
    });
    look(true);
    // The ground and the forecast come after the first word, so that on a slow line they do not stand in its way.
    let (mut rest_asked, rest) = (false, Rc::clone(&look));
    effect(move || {
        if state.primary_painted.get() && !std::mem::replace(&mut rest_asked, true) {
            load_atlas(state);
            rest(false);
        }
    });
    set_timeout(move || state.wait_elapsed.set(true), LONGEST_WAIT);

    let (tick, back, online) = (Rc::clone(&look), Rc::clone(&look), Rc::clone(&look));
    let shown = visibility::on_change(move || {
        state.hidden.set(visibility::is_hidden());
        back(true);
    });
    let online = visibility::on_online(move || {
        online(true);
    });
    let mut presses_before = 0;
    effect(move || {
        let presses = state.check_now.get();
        if presses != presses_before {
            presses_before = presses;
            if state.outlines.with_untracked(|outlines| *outlines == Outlines::Missing) {
                load_atlas(state);
            }
            state.checked.set(outcome(&look(true)));
        }
    });
    // A check has ended when no source is being asked any more.
    effect(move || {
        let is_asking = state.national_warnings.with(SourceState::is_asking)
            || state.local_warnings.with(SourceState::is_asking)
            || state.levels.with(SourceState::is_asking)
            || state.forecast.with(SourceState::is_asking);
        if !is_asking && state.checked.get() == CheckNow::Asking {
            let failed = state.national_warnings.with(|source| source.failure().is_some())
                || state.local_warnings.with(|source| source.failure().is_some())
                || state.levels.with(|source| source.failure().is_some())
                || state.forecast.with(|source| source.failure().is_some());
            state.checked.set(CheckNow::Done(state.page_time(), !failed));
        }
    });
    Refresh {
        _timer: Some(Interval::new(TICK_MILLISECONDS, move || {
            tick(false);
        })),
        _listeners: shown.into_iter().chain(online).chain(heard).collect(),
    }
}

/// What a press of "check now" has done, by what became of each source.
fn outcome(asked: &[Asking]) -> CheckNow {
    let latest = asked.iter().filter_map(|asking| if let Asking::NotBefore(moment) = asking { Some(*moment) } else { None }).max();
    match latest {
        _ if asked.contains(&Asking::Now) => CheckNow::Asking,
        Some(moment) => CheckNow::Busy(moment),
        None => CheckNow::TooSoon,
    }
}

/// The zone in which this deployment's gauges write their times, once it is known.
const ZONE_KEY: &str = "gorlif.levels-zone";
const UK_TIME: &str = "uk";

/// Decodes readings. Gauges that the answer lacks stay for a while, and the zone of the feed is stored once it is known.
fn read_levels(body: &[u8], before: Option<&Stations>, now: Timestamp) -> Result<Decoded<Stations>, BodyError> {
    let stored = || if storage::get(ZONE_KEY).as_deref() == Some(UK_TIME) { FeedZone::UkTime } else { FeedZone::default() };
    let zone = before.map_or_else(stored, Stations::zone);
    let answer = api::decode_river_levels(body, zone, now)?;
    if answer.content.zone() == FeedZone::UkTime && zone != FeedZone::UkTime {
        storage::set(ZONE_KEY, UK_TIME);
    }
    Ok(Decoded { content: retain_missing::with_missing(before.map(|levels| &**levels).unwrap_or_default(), answer.content, now), ..answer })
}

/// The bundled ground and places; without them the page works, only plainer.
fn load_atlas(state: AppState) {
    let asked = Asked { address: "atlas.txt".to_owned(), tag: None, past_caches: false, abort: Abort::new() };
    fetch::get(asked, move |ended| {
        let atlas = match ended.result {
            Ok(Fetched { body: Some(body), .. }) => Atlas::decode(&body).ok(),
            _ => None,
        };
        state.outlines.set(atlas.map_or(Outlines::Missing, |atlas| Outlines::Loaded(Arc::new(atlas))));
    });
}

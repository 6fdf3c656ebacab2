//! The watch list on this device, and what happens to what is watched. Used by late chunks only.

use super::{app_state::AppState, reactive::effect, sources::Source};
use crate::browser::{document, notification, storage};
use gorlif_core::{
    api::Warnings,
    domain::{
        Timestamp,
        county::County,
        freshness::Freshness,
        page_time::PageTime,
        station::StationId,
        threshold::Threshold,
        warning::{AreaCode, Severity},
        watch_events::{Observed, WatchEvent},
        watch_list::WatchList,
    },
    source::warnings::{WarningStatus, is_fresh},
};
use leptos::prelude::*;

const KEY: &str = "gorlif.watch";
const NOTIFIES_KEY: &str = "gorlif.notifies";
/// The number of events that the page shows.
const MOST_EVENTS: usize = 5;

/// The state of the watched areas, counties and gauges.
#[derive(Clone, Copy)]
pub struct Watching {
    pub observed: RwSignal<Observed>,
    /// The last events with their times, newest first.
    pub events: RwSignal<Vec<(Timestamp, WatchEvent)>>,
}

/// The stored list.
fn read() -> WatchList {
    storage::get_own(KEY).and_then(|text| WatchList::decode(&text)).unwrap_or_default()
}

/// Changes the list and stores it. It is read again first, because another tab may have changed it.
pub fn change(state: AppState, change: impl FnOnce(&mut WatchList)) {
    let mut list =
        if document::is_framed() { state.choices.watch_list.get_untracked() } else { read() };
    let was_empty = list.is_empty();
    change(&mut list);
    if !document::is_framed() {
        storage::set(KEY, &list.encode());
        if was_empty && !list.is_empty() {
            storage::persist();
        }
    }
    state.choices.watch_list.set(list);
}

/// Switches notifications on, if the visitor allows them, or off.
pub async fn switch_notifications(state: AppState) {
    let is_on = !state.choices.notifies.get_untracked() && notification::request_permission().await;
    storage::set(NOTIFIES_KEY, if is_on { "on" } else { "off" });
    state.choices.notifies.set(is_on);
}

/// Reads the list, and compares each response with the one before. `notify` is called once for each event.
pub fn follow(state: AppState, notify: impl Fn(&WatchEvent) + Copy + 'static) -> Watching {
    let take_over = move || state.choices.watch_list.set(read());
    take_over();
    // From another tab.
    let _listener = (!document::is_framed())
        .then(|| StoredValue::new_local(storage::on_change(KEY, take_over)));
    let wants = storage::get(NOTIFIES_KEY).is_some_and(|stored| stored == "on");
    state.choices.notifies.set(wants && !document::is_framed() && notification::is_allowed());
    follow_ids(state);
    let observed = RwSignal::new(Observed::default());
    let events = RwSignal::new(Vec::new());
    let add = move |happened: Vec<WatchEvent>| {
        if happened.is_empty() {
            return;
        }
        // What a notification says is read as it is now: a later change is no further event.
        let now = untrack(|| {
            happened.iter().for_each(notify);
            state.clock.now()
        });
        events.update(|events: &mut Vec<(Timestamp, WatchEvent)>| {
            events.splice(0..0, happened.into_iter().map(|event| (now, event)));
            events.truncate(MOST_EVENTS);
        });
    };
    effect(move || {
        let (list, stations) = (state.choices.watch_list.get(), state.station_index.get());
        if stations.all().is_empty() {
            return;
        }
        // A reading that is no longer fresh says nothing of the present level.
        let now = state.clock.now_by_minute();
        let excess = |id: &_, own_level: &Threshold| own_level.excess(stations.get(id)?, now);
        let happened = observed
            .try_update(|observed| observed.observe_levels(&list, excess))
            .unwrap_or_default();
        add(happened);
    });
    effect(move || {
        let mut list = state.choices.watch_list.get();
        // Without the outlines the county of a message is not known.
        if state.assets.basemap.with(|basemap| basemap.loaded().is_none()) {
            list.counties.clear();
        }
        let happened = state.sources.national_warnings.with(|source| {
            let warnings = &source.snapshot().filter(|snapshot| !snapshot.from_cache)?.content;
            let observe = |observed: &mut Observed| {
                let area = |code: &AreaCode| area_severity(warnings, code);
                let county = |county| untrack(|| state.warnings_of(county)).highest_within();
                observed.observe_messages(&list, area, county)
            };
            observed.try_update(observe)
        });
        add(happened.unwrap_or_default());
    });
    Watching { observed, events }
}

/// Keeps the ids of the watched gauges those of the newest response.
fn follow_ids(state: AppState) {
    effect(move || {
        let stations = state.station_index.get();
        let id_now = |id: &StationId| stations.resolve(id).map(|station| station.id.clone());
        let is_renamed =
            state.choices.watch_list.with_untracked(|list| list.clone().rename_gauges(id_now));
        if is_renamed {
            change(state, |list| {
                list.rename_gauges(id_now);
            });
        }
    });
}

/// The messages in force in a watched area or county.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InForce {
    Severity(Severity),
    /// Not in the county itself, but near its border, from where the area may reach into it.
    NearBorder(Severity),
    /// A fresh response that was decoded as a whole has nothing in force there.
    Nothing,
    Unknown,
}

/// The severity in force in an area, by any response that the page holds.
pub fn in_area(state: AppState, code: &AreaCode) -> InForce {
    let severity = |source: Source<Warnings>| {
        source.with(|source| area_severity(&source.snapshot()?.content, code))
    };
    let found = severity(state.sources.national_warnings)
        .into_iter()
        .chain(severity(state.sources.local_warnings));
    match found.min() {
        Some(severity) => InForce::Severity(severity),
        None if is_complete(state) => InForce::Nothing,
        None => InForce::Unknown,
    }
}

/// The severity in force in a county, as in the view of that county. A message beyond its border is not the
/// county's.
pub fn in_county(state: AppState, county: County) -> InForce {
    let here = state.warnings_of(county);
    match (here.highest_within(), here.highest(), here.status(true)) {
        (Some(severity), ..) => InForce::Severity(severity),
        (None, Some(severity), _) => InForce::NearBorder(severity),
        (None, None, WarningStatus::NoneInForce) => InForce::Nothing,
        (None, None, _) => InForce::Unknown,
    }
}

/// Whether the national response is fresh, and was decoded as a whole.
pub fn is_complete(state: AppState) -> bool {
    let now = state.clock.page_now();
    state.sources.national_warnings.with(|national| {
        national.snapshot().is_some_and(|last| last.rejected.is_empty() && is_fresh(last, now))
    })
}

/// When the service last confirmed the national response, and whether it is fresh.
pub fn confirmed(state: AppState) -> Option<(PageTime, bool)> {
    let now = state.clock.page_now();
    state.sources.national_warnings.with(|national| {
        let last = national.snapshot()?;
        Some((last.known_as_of()?, is_fresh(last, now)))
    })
}

/// The text about messages in force, and when that was last checked, if not now.
pub fn with_check(state: AppState, text: String) -> String {
    let (language, now) = (state.language(), state.clock.now_by_minute());
    match confirmed(state) {
        Some((_, true)) => text,
        Some((as_of, false)) => {
            let as_of = language.when(state.clock.utc(as_of), now);
            let checked = (state.texts().answer_last_checked)(&as_of, "", state.is_waiting());
            format!("{text}. {checked}")
        }
        None => format!("{text}: {}", (language.source_texts().state)(Freshness::Unknown)),
    }
}

/// The severity in force in an area.
fn area_severity(warnings: &Warnings, code: &AreaCode) -> Option<Severity> {
    let warning = warnings.iter().find(|warning| warning.code == *code)?;
    Some(warning.severity).filter(|severity| severity.in_force())
}

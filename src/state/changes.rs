//! What has changed in the messages of the area since they were last marked as seen, on this device.
//! Part of the late module.

use super::{
    AppState,
    area::Area,
    reactive::{effect, memo},
    watching,
};
use crate::browser::{document, sound, storage};
use gorlif_core::{
    api::Warnings,
    domain::{
        Timestamp,
        county::CountyRelation,
        seen::{ChangedMessage, Difference, Seen},
        warning::{AreaCode, Severity, Warning},
    },
    source::state::{Snapshot, SourceState},
};
use leptos::prelude::*;
use std::collections::BTreeMap;

const KEY: &str = "gorlif.seen";

/// What was seen.
#[derive(Clone, Copy)]
pub struct Changes {
    /// `None` before the first response.
    seen: RwSignal<Option<Seen>>,
    /// When that was seen with which [`AppState::changes`] compares. Set together with it.
    pub since: RwSignal<Option<Timestamp>>,
}

impl Changes {
    /// Marks the present messages as seen, here and in other tabs.
    pub fn mark_as_seen(self, state: AppState) {
        let seen = untrack(|| latest(state).map(|(warnings, _)| Seen::new(state.now(), &warnings)));
        if let Some(seen) = seen {
            keep(&seen);
            self.seen.set(Some(seen));
        }
    }
}

/// In a frame what was seen is not stored: its visitors look at that site.
fn keep(seen: &Seen) {
    if !document::is_framed() {
        storage::set(KEY, &seen.encode());
    }
}

fn stored() -> Option<Seen> {
    if document::is_framed() { None } else { Seen::decode(&storage::get(KEY)?) }
}

/// Compares each response with what was seen, and sets [`AppState::changes`].
pub fn follow(state: AppState) -> Changes {
    let changes = Changes { seen: RwSignal::new(stored()), since: RwSignal::new(None) };
    let seen = changes.seen;
    // Another tab has marked them.
    let _listener = StoredValue::new_local(storage::on_change(KEY, move || seen.set(stored())));
    let differences = memo(move || {
        let Some((warnings, is_complete)) = latest(state) else { return Vec::new() };
        seen.with(|seen| match seen {
            Some(seen) if !seen.is_old(untrack(|| state.now())) => {
                seen.differences(&warnings, is_complete)
            }
            Some(_) | None => Vec::new(),
        })
    });
    // What is seen first is compared with from then on.
    effect(move || {
        let is_kept = seen
            .with(|seen| seen.as_ref().is_some_and(|seen| !seen.is_old(state.now_by_quarter())));
        if !is_kept && latest(state).is_some() {
            changes.mark_as_seen(state);
        }
    });
    effect(move || {
        let here = differences.with(|differences| {
            let is_here = is_here(state);
            differences.iter().filter(|change| is_here(change)).cloned().collect::<Vec<_>>()
        });
        let before = state.changes.get_untracked();
        if before == here {
            return;
        }
        let is_worse = |change: &ChangedMessage| {
            let before = before.iter().find(|before| before.code == change.code);
            matches!(change.difference, Difference::New | Difference::Raised)
                && before.is_none_or(|before| {
                    before.difference == Difference::Ended
                        || change.message.severity < before.message.severity
                })
        };
        if here.iter().any(is_worse) && state.plays_sound.get_untracked() {
            sound::play();
        }
        changes.since.set(seen.with_untracked(|seen| seen.as_ref().map(|seen| seen.at)));
        state.changes.set(here);
    });
    changes
}

/// The messages of the last national response, with those of the place's response where that is
/// newer; and whether a message that is missing in it has ended. `None` before a response of the
/// service.
fn latest(state: AppState) -> Option<(Vec<Warning>, bool)> {
    let newest = |source: RwSignal<SourceState<Warnings>>| {
        source.with(|source| source.snapshot().filter(|snapshot| !snapshot.from_cache).cloned())
    };
    let national = newest(state.national_warnings)?;
    let local = newest(state.local_warnings).filter(|local| local.as_of > national.as_of);
    let mut messages: BTreeMap<AreaCode, Warning> = BTreeMap::new();
    let mut add = |snapshot: &Snapshot<Warnings>| {
        let coded = snapshot.content.iter().map(|warning| (warning.code.clone(), warning.clone()));
        messages.extend(coded);
    };
    add(&national);
    if let Some(local) = local {
        add(&local);
    }
    Some((messages.into_values().collect(), watching::is_complete(state)))
}

/// Whether a change concerns the area: its message is listed, or was there before it ended.
fn is_here(state: AppState) -> impl Fn(&ChangedMessage) -> bool {
    let area = state.area();
    let listed: Vec<AreaCode> = state
        .warnings
        .with(|warnings| warnings.found.iter().map(|local| local.warning.code.clone()).collect());
    move |change| {
        let position = change.message.position;
        let was_here = || match &area {
            Area::Wales => true,
            Area::County(county, basemap) => {
                basemap.as_ref().zip(position).is_some_and(|(basemap, position)| {
                    basemap.relation(position, *county) != CountyRelation::Elsewhere
                })
            }
            Area::Circle(centre, radius) => {
                position.is_some_and(|position| centre.distance_to(position) <= radius.distance())
            }
        };
        listed.contains(&change.code) || change.difference == Difference::Ended && was_here()
    }
}

impl AppState {
    /// How a message differs from when it was last seen. Tracks the changes.
    pub fn difference(self, code: &AreaCode) -> Option<Difference> {
        self.changes.with(|changes| {
            changes.iter().find(|change| change.code == *code).map(|change| change.difference)
        })
    }
}

/// A severe flood warning that is new or was raised to that.
pub fn is_newly_severe(change: &ChangedMessage) -> bool {
    change.message.severity == Severity::Severe && change.difference != Difference::Ended
}

//! The changes of the messages of the area since they were last marked as seen, on this device.
//! Used by late chunks only.

use super::{
    app_state::{AppState, with_late},
    reactive::{effect, effect_with_previous, memo},
    sources::Source,
    watching,
};
use crate::browser::{sound, storage};
use gorlif_core::{
    api::Warnings,
    domain::{
        page_time::PageTime,
        seen::{ChangedMessage, ChangesHere, Confirmed, Difference, Seen},
        warning::{AreaCode, Severity},
    },
};
use leptos::prelude::*;
use std::collections::BTreeMap;

const KEY: &str = "gorlif.seen";
/// How inexact the time of a response is: `Date` has whole seconds, and clocks are corrected.
const INEXACT_MILLISECONDS: i64 = 30_000;

/// The seen messages.
#[derive(Clone, Copy)]
pub struct Changes {
    /// `None` before the first response.
    seen: RwSignal<Option<Seen>>,
    /// The time of the newest response that was seen, less its inexactness.
    as_of: StoredValue<PageTime>,
    /// `None` before a response of the service.
    latest: Memo<Option<Latest>>,
    /// The changes of the area's messages.
    pub here: Memo<ChangesHere>,
}

impl Changes {
    /// Compares each response with what was seen.
    pub fn follow(state: AppState) -> Self {
        let seen = RwSignal::new(stored());
        let as_of = StoredValue::new(stored_as_of(state, seen.get_untracked().as_ref()));
        // Another tab has marked them, perhaps by a newer response than this page has.
        let _listener = StoredValue::new_local(storage::on_change(KEY, move || {
            let stored = stored();
            as_of.set_value(stored_as_of(state, stored.as_ref()));
            seen.set(stored);
        }));
        // Apart, because it changes with the time: the messages are copied once for each response.
        let is_complete = memo(move || watching::is_complete(state));
        let latest = memo(move || latest(state, is_complete.get()));
        let differences = memo(move || {
            let Some(latest) = latest.get() else { return Vec::new() };
            seen.with(|seen| match seen {
                Some(seen) if !seen.is_old(untrack(|| state.clock.now())) => {
                    seen.differences(&latest.messages, latest.complete_as_of, as_of.get_value())
                }
                Some(_) | None => Vec::new(),
            })
        });
        // What is seen first is compared with from then on.
        effect(move || {
            let now = state.clock.now_by_quarter();
            let is_kept = seen.with(|seen| seen.as_ref().is_some_and(|seen| !seen.is_old(now)));
            if !is_kept && let Some(Latest { messages, newest, .. }) = latest.get() {
                let newest = newest.plus(-INEXACT_MILLISECONDS);
                let first = Seen::new(
                    untrack(|| state.clock.now()),
                    state.clock.wall_time_at(newest),
                    &messages,
                );
                storage::set_own(KEY, &first.encode());
                as_of.set_value(newest);
                seen.set(Some(first));
            }
        });
        let here = memo(move || {
            let is_here = is_here(state);
            ChangesHere {
                since: seen.with(|seen| seen.as_ref().map(|seen| seen.at)),
                messages: differences
                    .with(|all| all.iter().filter(|change| is_here(change)).cloned().collect()),
            }
        });
        // Compared with all of Wales, so that another area is no news.
        effect_with_previous(move |before: Option<Vec<ChangedMessage>>| {
            let before = before.unwrap_or_default();
            let is_news =
                here.with(|here| here.messages.iter().any(|change| is_worse(change, &before)));
            if is_news && state.choices.plays_sound.get_untracked() {
                sound::play();
            }
            differences.get()
        });
        Self { seen, as_of, latest, here }
    }

    /// Marks the present messages of the area as seen, here and in other tabs.
    pub fn mark_as_seen(self, state: AppState) {
        let Some(latest) = self.latest.get_untracked() else { return };
        let here = self.here.with_untracked(|here| here.messages.clone());
        let is_seen = |code: &AreaCode| here.iter().any(|change| change.code == *code);
        let mut seen = self.seen.get_untracked();
        let as_of = latest.newest.plus(-INEXACT_MILLISECONDS);
        if let Some(seen) = &mut seen {
            let now = untrack(|| state.clock.now());
            seen.mark(now, state.clock.wall_time_at(as_of), &latest.messages, is_seen);
            storage::set_own(KEY, &seen.encode());
        }
        self.as_of.set_value(as_of);
        self.seen.set(seen);
    }
}

fn stored() -> Option<Seen> {
    Seen::decode(&storage::get_own(KEY)?)
}

/// The time of the response in which stored messages were seen. One that the device's clock has not shown
/// yet is of a clock that was wrong: then only later responses count.
fn stored_as_of(state: AppState, seen: Option<&Seen>) -> PageTime {
    let as_of = seen.and_then(|seen| state.clock.page_time_at(seen.as_of));
    as_of.unwrap_or_else(|| state.clock.page_time().plus(-INEXACT_MILLISECONDS))
}

/// Whether a message is new or raised since the changes before.
fn is_worse(change: &ChangedMessage, before: &[ChangedMessage]) -> bool {
    let before = before.iter().find(|before| before.code == change.code);
    matches!(change.difference, Difference::New | Difference::Raised)
        && before.is_none_or(|before| {
            before.difference == Difference::Ended
                || change.message.severity < before.message.severity
        })
}

/// The last response of the service.
#[derive(Clone, PartialEq)]
struct Latest {
    messages: Vec<Confirmed>,
    /// The time of the newest response.
    newest: PageTime,
    /// The time of the national response, if a message that is missing in it has ended.
    complete_as_of: Option<PageTime>,
}

/// The messages of the last national response, with those of the place's response where that is
/// newer. `None` before a response of the service.
fn latest(state: AppState, is_complete: bool) -> Option<Latest> {
    let received = |source: Source<Warnings>| {
        source.with(|source| {
            let snapshot = source.snapshot();
            snapshot.filter(|last| !last.from_cache && !last.is_contradicted).cloned()
        })
    };
    let national = received(state.sources.national_warnings)?;
    let national_as_of = national.as_of;
    let local = received(state.sources.local_warnings).filter(|local| local.as_of > national.as_of);
    let mut messages: BTreeMap<AreaCode, Confirmed> = BTreeMap::new();
    let mut newest = national_as_of;
    for snapshot in [Some(national), local].into_iter().flatten() {
        newest = snapshot.as_of;
        for warning in snapshot.content.iter().cloned() {
            messages.insert(warning.code.clone(), Confirmed { warning, as_of: newest });
        }
    }
    Some(Latest {
        messages: messages.into_values().collect(),
        newest,
        complete_as_of: is_complete.then_some(national_as_of),
    })
}

/// Whether a change concerns the area: its message is listed, or was there before it ended.
fn is_here(state: AppState) -> impl Fn(&ChangedMessage) -> bool {
    let area = state.page_area();
    // By the older of two responses a message may still be listed as in force, or as more severe: it is
    // not called ended or lowered.
    let listed: BTreeMap<AreaCode, Severity> = state.warnings.with(|warnings| {
        let listed = warnings.found.iter().map(|local| &local.warning);
        listed.map(|warning| (warning.code.clone(), warning.severity)).collect()
    });
    move |change| match (listed.get(&change.code), change.difference) {
        (Some(severity), Difference::Ended) => !severity.in_force(),
        (Some(severity), Difference::Lowered) => *severity >= change.message.severity,
        (Some(_), _) => true,
        (None, Difference::Ended) => area.concerns(change.message.position),
        (None, _) => false,
    }
}

impl AppState {
    /// How a message differs from when it was last seen. Tracks the changes.
    pub fn difference(self, code: &AreaCode) -> Option<Difference> {
        with_late(
            self.progress,
            |late| late.changes,
            |changes| {
                let changed = changes.messages.iter().find(|change| change.code == *code);
                changed.map(|change| change.difference)
            },
        )
    }
}

/// A severe flood warning that is new or was raised to that.
pub fn is_newly_severe(change: &ChangedMessage) -> bool {
    change.message.severity == Severity::Severe && change.difference != Difference::Ended
}

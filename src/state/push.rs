//! Notifications while the page is closed: whether this device has subscribed, and what the recorder was asked for. Used by a late chunk
//! only.

use super::{app_state::AppState, reactive::effect};
use crate::browser::{
    clock, document, fetch, kept_file, notification,
    push::{self, PushSupport},
    settings, storage,
};
use gorlif_core::{
    domain::warning::Severity,
    push_request::{LARGEST_BYTES, PATH, PushChoice, PushDevice, PushRequest},
};
use leptos::{prelude::*, task::spawn_local};
use std::time::Duration;

/// The stored least severity, and the day since 1970 of the last request; another text while notifications are off.
const KEY: &str = "gorlif.push";
/// The address of a subscription that has ended and of which the recorder does not know that yet; otherwise empty.
const ENDED_KEY: &str = "gorlif.push.ended";
/// The kept request and public key, with which the service worker subscribes again when the browser ends the subscription. The request is
/// empty while notifications are off.
const KEPT: &str = "push-request";
const KEPT_KEY: &str = "push-key";
/// A request that failed is sent again after this time.
const RETRY: Duration = Duration::from_secs(60);

/// The status of a response to a request that was stored.
const STORED: u16 = 204;

/// Why this device is not notified, or not as it is chosen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushProblem {
    /// Nothing is watched of which a device could be notified.
    Nothing,
    /// The visitor or the browser does not allow it.
    Denied,
    /// The request did not reach the recorder, or was refused.
    Failed,
    /// The request is larger than the gateway takes.
    TooLarge,
}

/// The notifications of this device.
#[derive(Clone, Copy)]
pub struct Push {
    /// The support of the browser; none where the page has no notifications.
    pub support: PushSupport,
    /// The public key of the sender.
    key: StoredValue<String>,
    pub is_on: RwSignal<bool>,
    pub least: RwSignal<Severity>,
    pub is_waiting: RwSignal<bool>,
    pub problem: RwSignal<Option<PushProblem>>,
    /// The last request that was stored.
    stored: StoredValue<String>,
    /// It will be sent again.
    is_retrying: StoredValue<bool>,
}

/// The notifications of this device. Follows the watch list and the language.
pub fn follow(state: AppState) -> Push {
    let key = settings::push().unwrap_or_else(|problem| {
        leptos::logging::error!("{problem}");
        String::new()
    });
    let has_push = !(key.is_empty() || document::is_framed());
    let least = read().map(|(least, _)| least);
    let push = Push {
        support: if has_push { push::support() } else { PushSupport::None },
        key: StoredValue::new(key),
        is_on: RwSignal::new(false),
        least: RwSignal::new(least.unwrap_or(Severity::Alert)),
        is_waiting: RwSignal::new(false),
        problem: RwSignal::new(None),
        stored: StoredValue::new(String::new()),
        is_retrying: StoredValue::new(false),
    };
    if push.support != PushSupport::Available {
        return push;
    }
    push.is_on.set(least.is_some() && notification::is_allowed());
    if let Some(endpoint) = ended() {
        spawn_local(tell_end(endpoint));
    }
    let _listener = StoredValue::new_local(storage::on_change(KEY, move || push.read_again()));
    effect(move || {
        state.choices.watch_list.track();
        push.least.track();
        state.language();
        if push.is_on.get() {
            spawn_local(push.send(state));
        }
    });
    push
}

/// The least severity, and the day of the last request.
fn read() -> Option<(Severity, i64)> {
    let stored = storage::get(KEY)?;
    let (least, day) = stored.split_once(' ')?;
    Some((Severity::from_id(least), day.parse().ok()?))
}

/// The address of a subscription that has ended, if the recorder may not know that.
fn ended() -> Option<String> {
    storage::get(ENDED_KEY).filter(|endpoint| !endpoint.is_empty())
}

/// The day in UTC, since 1970.
fn today() -> i64 {
    clock::now().timestamp() / 86_400
}

/// Asks the recorder to delete the subscription; at the next visit again if that fails.
async fn tell_end(endpoint: String) {
    let request = PushRequest::Unsubscribe { endpoint: endpoint.clone() }.encode();
    let is_told = fetch::post(PATH, &request).await == Some(STORED);
    storage::set(ENDED_KEY, if is_told { "" } else { &endpoint });
}

impl Push {
    /// Takes over what another tab has chosen.
    fn read_again(self) {
        let least = read().map(|(least, _)| least);
        self.stored.set_value(String::new());
        if let Some(least) = least {
            self.least.set(least);
        }
        self.is_on.set(least.is_some() && notification::is_allowed());
    }

    /// Switches the notifications of this device on, if the visitor allows them, or off. While that is under way nothing changes.
    pub async fn switch(self, state: AppState) {
        if self.is_waiting.get_untracked() {
            return;
        }
        self.problem.set(None);
        if self.is_on.get_untracked() {
            self.is_waiting.set(true);
            self.end().await;
            self.is_waiting.set(false);
        } else if self.choice(state).is_none() {
            self.problem.set(Some(PushProblem::Nothing));
        } else if notification::request_permission().await {
            // The effect sends the request.
            self.is_on.set(true);
        } else {
            self.problem.set(Some(PushProblem::Denied));
        }
    }

    fn choice(self, state: AppState) -> Option<PushChoice> {
        let (language, least) = untrack(|| (state.language(), self.least.get()));
        state.choices.watch_list.with_untracked(|list| PushChoice::new(language, least, list))
    }

    /// Sends what is chosen, again while it changes meanwhile.
    async fn send(self, state: AppState) {
        if self.is_waiting.get_untracked() {
            return;
        }
        self.is_waiting.set(true);
        let problem = loop {
            match self.send_once(state).await {
                Ok(true) => {}
                Ok(false) => break None,
                Err(problem) => break Some(problem),
            }
        };
        self.is_waiting.set(false);
        self.problem.set(problem);
        if problem.is_some() && read().is_none() {
            self.is_on.set(false);
        }
        // Otherwise what was stored before goes on.
        let is_pending = problem == Some(PushProblem::Failed) && self.is_on.get_untracked();
        if is_pending && !self.is_retrying.get_value() {
            self.is_retrying.set_value(true);
            let again = move || {
                self.is_retrying.set_value(false);
                spawn_local(self.send(state));
            };
            set_timeout(again, RETRY);
        }
    }

    /// Returns whether something was sent, or has changed meanwhile.
    async fn send_once(self, state: AppState) -> Result<bool, PushProblem> {
        if !self.is_on.get_untracked() {
            return Ok(false);
        }
        let Some(choice) = self.choice(state) else {
            self.end().await;
            return Err(PushProblem::Nothing);
        };
        let (key, least, today) = (self.key.get_value(), choice.least, today());
        let device = push::subscribe(&key).await.ok_or(PushProblem::Failed)?;
        let endpoint = device.endpoint.clone();
        let request = PushRequest::Subscribe { device, choice }.encode();
        // Once a day it is sent though nothing has changed: the recorder may have lost it.
        let is_of_today = || read().is_some_and(|(_, day)| day == today);
        if self.stored.with_value(String::is_empty) && is_of_today() {
            let kept = kept_file::load(KEPT).await.unwrap_or_default();
            // Another tab has ended the notifications meanwhile: this request is stored no more.
            if !is_of_today() {
                return Ok(true);
            }
            self.stored.set_value(String::from_utf8(kept).unwrap_or_default());
        }
        if self.stored.with_value(|stored| *stored == request) {
            return Ok(false);
        }
        if request.len() > LARGEST_BYTES {
            return Err(PushProblem::TooLarge);
        }
        if fetch::post(PATH, &request).await != Some(STORED) {
            return Err(PushProblem::Failed);
        }
        match ended() {
            Some(ended) if ended != endpoint => spawn_local(tell_end(ended)),
            // The browser has the same subscription again.
            _ => storage::set(ENDED_KEY, ""),
        }
        kept_file::keep(KEPT, request.as_bytes()).await;
        kept_file::keep(KEPT_KEY, key.as_bytes()).await;
        // Other tabs then find the request.
        storage::set(KEY, &format!("{} {today}", least.id()));
        self.stored.set_value(request);
        Ok(true)
    }

    /// Ends the notifications: at the push service, so that none comes whether or not the recorder is reached, and at the recorder.
    async fn end(self) {
        self.is_on.set(false);
        storage::set(KEY, "off");
        self.stored.set_value(String::new());
        let found = push::current().await;
        push::unsubscribe().await;
        kept_file::keep(KEPT, &[]).await;
        if let Some(PushDevice { endpoint, .. }) = found {
            tell_end(endpoint).await;
        }
    }
}

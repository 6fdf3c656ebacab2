//! The task that has the devices: takes their requests, and notifies them after each cycle. It has a connection of its own to the store, so
//! that a cycle waits for no push service.

use super::{
    keys::Keys,
    known::Known,
    notices::{self, Due, Told},
    sender::{Sender, Sent, Target, TargetError},
};
use crate::{
    feeds::{PROVEN, Proof},
    store::{Store, StoreError},
};
use base64ct::{Base64UrlUnpadded, Encoding};
use chrono::Utc;
use futures_util::{StreamExt, stream};
use gorlif_core::{
    domain::Timestamp,
    push_request::{PushChoice, PushDevice, PushRequest},
};
use prometheus_client::metrics::{counter::Counter, gauge::Gauge};
use reqwest::StatusCode;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, sleep_until},
};
use tracing::{info, warn};

/// The number of devices that are stored.
const MOST_DEVICES: usize = 100_000;
/// The requests of devices that wait for the task.
const WAITING: usize = 64;
/// The number of notifications that are sent to one push service at a time.
const AT_A_TIME: usize = 64;
/// The number of rows that are stored together.
const ROWS: usize = 500;
/// What failed is tried again after this time, or when its push service is no longer paused.
const RETRY: Duration = Duration::from_secs(15);
/// The task looks at what is known at least this often: time alone makes a check too old.
const LOOK: Duration = Duration::from_secs(300);

/// Why a request of a device is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The device cannot be notified.
    #[error("{0}")]
    Target(TargetError),
    /// As many devices as may be are stored.
    #[error("there are too many subscriptions")]
    Full,
    /// Too many requests wait.
    #[error("too many requests")]
    Busy,
    /// The store failed.
    #[error("the subscription cannot be stored now")]
    Store,
}

/// Hands requests of devices to the task.
#[derive(Clone)]
pub struct Requests(mpsc::Sender<Asked>);

type Asked = (PushRequest, oneshot::Sender<Result<(), Refusal>>);

impl Requests {
    /// Hands over a request and waits until it is stored.
    ///
    /// # Errors
    ///
    /// [`Refusal`]
    pub async fn ask(&self, request: PushRequest) -> Result<(), Refusal> {
        let (answer, answered) = oneshot::channel();
        self.0.try_send((request, answer)).map_err(|_| Refusal::Busy)?;
        answered.await.unwrap_or(Err(Refusal::Store))
    }
}

/// Counts for `GET /metrics`.
#[derive(Clone, Default)]
pub struct Counts {
    /// The devices that are stored.
    pub devices: Gauge,
    /// Notifications that push services accepted.
    pub accepted: Counter,
    /// Notifications that push services refused, and requests that failed.
    pub failed: Counter,
    /// Devices that their push service did not know any more.
    pub gone: Counter,
}

/// A device with its choice and what it was told.
#[derive(Clone)]
struct Subscriber {
    device: PushDevice,
    choice: PushChoice,
    told: Told,
    target: Target,
}

/// The row of a device in the store, before it is encrypted.
#[derive(Serialize, Deserialize)]
struct Row {
    /// The request, as the device sent it.
    request: String,
    told: Told,
}

/// The identifier of a device: a hash of its address.
type Id = String;

/// The task.
pub struct Push {
    store: Store,
    keys: Arc<Keys>,
    sender: Arc<Sender>,
    subscribers: BTreeMap<Id, Subscriber>,
    known: watch::Receiver<Option<Arc<Known>>>,
    requests: mpsc::Receiver<Asked>,
    counts: Counts,
    /// When all messages were last checked, as far as is known; the start if they were not.
    complete_at: Option<Timestamp>,
    /// Devices that have subscribed since the last delivery.
    waiting: BTreeSet<Id>,
    /// Devices whose rows could not be stored.
    unsaved: BTreeSet<Id>,
}

/// What is sent to one device.
struct Delivery {
    id: Id,
    target: Target,
    due: Due,
    /// Until when what is known may be told.
    until: Option<Timestamp>,
}

/// What became of it.
struct Delivered {
    id: Id,
    end: End,
    accepted: u64,
    /// What the device was told; `None` if nothing was added.
    told: Option<Told>,
}

/// How the notifications to one device ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// All were accepted.
    All,
    /// The device is to be deleted.
    Gone,
    /// The push service is tried again soon.
    Later,
    /// The push service refuses them: tried again after the next cycle.
    Refused(StatusCode),
    /// They could not be encrypted or signed.
    Failed,
}

impl Push {
    /// The task with the devices of the store, and where it takes requests from.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn new(
        mut store: Store,
        keys: Arc<Keys>,
        sender: Sender,
        known: watch::Receiver<Option<Arc<Known>>>,
        counts: Counts,
    ) -> Result<(Self, Requests), StoreError> {
        let rows = store.subscriptions().await?;
        let count = rows.len();
        let usable = |(id, sealed): (Id, Vec<u8>)| {
            let subscriber = Subscriber::of_row(&keys.open(&id, &sealed)?, &sender)?;
            Some((id, subscriber))
        };
        let subscribers: BTreeMap<Id, Subscriber> = rows.into_iter().filter_map(usable).collect();
        let unusable = count - subscribers.len();
        if unusable > 0 {
            warn!("{unusable} subscriptions cannot be used: another key, or no known push service");
        }
        let (sending, requests) = mpsc::channel(WAITING);
        let push = Self {
            store,
            keys,
            sender: Arc::new(sender),
            subscribers,
            known,
            requests,
            counts,
            complete_at: None,
            waiting: BTreeSet::new(),
            unsaved: BTreeSet::new(),
        };
        push.count();
        Ok((push, Requests(sending)))
    }

    /// Runs until the recorder ends.
    pub async fn run(mut self) {
        let begin = Utc::now();
        let mut next = Instant::now() + LOOK;
        loop {
            let is_for_all = tokio::select! {
                asked = self.requests.recv() => match asked {
                    Some(asked) => {
                        self.answer(asked).await;
                        false
                    }
                    None => return,
                },
                changed = self.known.changed() => match changed {
                    Ok(()) => true,
                    Err(_) => return,
                },
                () = sleep_until(next) => true,
            };
            let Some(known) = self.known.borrow_and_update().clone() else { continue };
            if known.proof == Proof::Complete || self.complete_at.is_none() {
                self.complete_at = known.checked.or(Some(begin));
            }
            let asked = std::mem::take(&mut self.waiting);
            let is_complete = self.deliver(&known, |id| is_for_all || asked.contains(id)).await;
            let now = Instant::now();
            let wait = if is_complete { LOOK } else { RETRY };
            next = match (self.waiting.is_empty(), is_for_all) {
                (false, _) => now,
                (true, true) => now + wait,
                // The requests of devices do not put off the others.
                (true, false) => next.min(now + wait),
            };
        }
    }

    async fn answer(&mut self, (request, answer): Asked) {
        let result = match request {
            PushRequest::Subscribe { device, choice } => self.subscribe(device, choice).await,
            PushRequest::Unsubscribe { endpoint } => self.unsubscribe(&id_of(&endpoint)).await,
        };
        self.count();
        // The device may have gone away meanwhile.
        let _ = answer.send(result);
    }

    /// Stores a device, or its new choice. A repeated request changes nothing.
    async fn subscribe(&mut self, device: PushDevice, choice: PushChoice) -> Result<(), Refusal> {
        let target = self.sender.target(&device).map_err(Refusal::Target)?;
        let id = id_of(&device.endpoint);
        let before = self.subscribers.get(&id);
        if before.is_some_and(|before| before.device == device && before.choice == choice) {
            return Ok(());
        }
        if before.is_none() && self.subscribers.len() >= MOST_DEVICES {
            return Err(Refusal::Full);
        }
        let told = before.map(|before| before.told.clone()).unwrap_or_default();
        let subscriber = Subscriber { device, choice, told, target };
        let row = subscriber.row(&id, &self.keys).ok_or(Refusal::Store)?;
        if let Err(error) = self.store.put_subscriptions(&[(id.clone(), row)]).await {
            self.lose_store(&error).await;
            return Err(Refusal::Store);
        }
        self.waiting.insert(id.clone());
        self.subscribers.insert(id, subscriber);
        Ok(())
    }

    async fn unsubscribe(&mut self, id: &Id) -> Result<(), Refusal> {
        // Also a row that cannot be decrypted is deleted.
        if let Err(error) = self.store.delete_subscriptions(std::slice::from_ref(id)).await {
            self.lose_store(&error).await;
            return Err(Refusal::Store);
        }
        self.subscribers.remove(id);
        Ok(())
    }

    /// Notifies the devices that are chosen, and answers requests meanwhile. Returns whether nothing is to be tried again soon.
    async fn deliver(&mut self, known: &Known, is_chosen: impl Fn(&Id) -> bool) -> bool {
        let now = Utc::now();
        let complete_at = self.complete_at.unwrap_or(now);
        let until = known.checked.filter(|_| known.proves(now)).map(|at| at + PROVEN);
        let mut of_services: BTreeMap<String, Vec<Delivery>> = BTreeMap::new();
        for (id, subscriber) in &mut self.subscribers {
            if !is_chosen(id) {
                continue;
            }
            let Subscriber { choice, told, target, .. } = subscriber;
            let due = notices::due(choice, told, known, complete_at, now);
            if !due.notices.is_empty() {
                let (id, target) = (id.clone(), target.clone());
                let of_service = of_services.entry(target.origin.clone()).or_default();
                of_service.push(Delivery { id, target, due, until });
            } else if due.told != *told {
                *told = due.told;
                self.unsaved.insert(id.clone());
            }
        }
        self.save(BTreeSet::new(), &[]).await;
        // Each push service has a queue of its own, so that a slow one delays no other.
        let queues = of_services.into_values().map(|deliveries| {
            let sender = Arc::clone(&self.sender);
            let send = move |delivery| send(Arc::clone(&sender), delivery);
            stream::iter(deliveries).map(send).buffer_unordered(AT_A_TIME).boxed()
        });
        let mut delivered = stream::select_all(queues).ready_chunks(ROWS);
        let (mut accepted, mut failures) = (0, BTreeMap::<String, usize>::new());
        let mut is_complete = true;
        loop {
            let chunk = tokio::select! {
                chunk = delivered.next() => chunk,
                Some(asked) = self.requests.recv() => {
                    self.answer(asked).await;
                    continue;
                }
            };
            let Some(chunk) = chunk else { break };
            let (mut told, mut gone) = (BTreeSet::new(), Vec::new());
            for Delivered { id, end, accepted: count, told: after } in chunk {
                accepted += count;
                if let Some((subscriber, after)) = self.subscribers.get_mut(&id).zip(after) {
                    subscriber.told = after;
                    told.insert(id.clone());
                }
                match end {
                    End::All => {}
                    End::Gone => gone.push(id),
                    End::Later => is_complete = false,
                    End::Refused(status) => *failures.entry(status.to_string()).or_default() += 1,
                    End::Failed => *failures.entry("encryption".to_owned()).or_default() += 1,
                }
            }
            for id in &gone {
                self.subscribers.remove(id);
            }
            self.counts.gone.inc_by(number(gone.len()));
            self.save(told, &gone).await;
        }
        self.counts.accepted.inc_by(accepted);
        if accepted > 0 {
            info!(accepted, "notifications");
        }
        for (cause, count) in failures {
            self.counts.failed.inc_by(number(count));
            warn!("{count} notifications failed: {cause}");
        }
        self.count();
        is_complete
    }

    /// Stores what devices were told, with what could not be stored before, and deletes devices.
    async fn save(&mut self, mut told: BTreeSet<Id>, gone: &[Id]) {
        told.append(&mut self.unsaved);
        let row = |id: &Id| {
            let subscriber = self.subscribers.get(id)?;
            Some((id.clone(), subscriber.row(id, &self.keys)?))
        };
        let rows: Vec<(Id, Vec<u8>)> = told.iter().filter_map(row).collect();
        let mut stored = Ok(());
        if !rows.is_empty() {
            stored = self.store.put_subscriptions(&rows).await;
        }
        if stored.is_ok() && !gone.is_empty() {
            stored = self.store.delete_subscriptions(gone).await;
        }
        if let Err(error) = stored {
            self.unsaved = told;
            self.lose_store(&error).await;
        }
    }

    async fn lose_store(&mut self, error: &StoreError) {
        warn!("the store of the subscriptions failed: {error}");
        self.store.disconnect().await;
    }

    fn count(&self) {
        self.counts.devices.set(i64::try_from(self.subscribers.len()).unwrap_or(i64::MAX));
    }
}

impl Subscriber {
    /// The encrypted row.
    fn row(&self, id: &Id, keys: &Keys) -> Option<Vec<u8>> {
        let Self { device, choice, told, .. } = self;
        let (device, choice) = (device.clone(), choice.clone());
        let request = PushRequest::Subscribe { device, choice }.encode();
        let row = serde_json::to_vec(&Row { request, told: told.clone() }).ok()?;
        keys.seal(id, &row)
    }

    fn of_row(row: &[u8], sender: &Sender) -> Option<Self> {
        let Row { request, told } = serde_json::from_slice(row).ok()?;
        match PushRequest::decode(request.as_bytes()).ok()? {
            PushRequest::Subscribe { device, choice } => {
                let target = sender.target(&device).ok()?;
                Some(Self { device, choice, told, target })
            }
            PushRequest::Unsubscribe { .. } => None,
        }
    }
}

/// Sends the notifications of one device in their order, up to the first that is not accepted.
async fn send(sender: Arc<Sender>, Delivery { id, target, due, until }: Delivery) -> Delivered {
    let (mut accepted, mut told, mut end) = (0, None, End::All);
    for (notice, after) in due.notices {
        if until.is_some_and(|until| Utc::now() > until) {
            end = End::Later;
            break;
        }
        end = match sender.send(&target, &notice).await {
            Ok(Sent::Accepted) => End::All,
            Ok(Sent::Gone) => End::Gone,
            Ok(Sent::Later) => End::Later,
            Ok(Sent::Refused(status)) => End::Refused(status),
            Err(_) => End::Failed,
        };
        if end != End::All {
            break;
        }
        accepted += 1;
        told = Some(after);
    }
    if end == End::All {
        told = Some(due.told);
    }
    Delivered { id, end, accepted, told }
}

fn id_of(endpoint: &str) -> Id {
    Base64UrlUnpadded::encode_string(&Sha256::digest(endpoint))
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

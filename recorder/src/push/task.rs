//! The task that has the devices: takes their requests, and notifies them after each cycle. It has a connection of its own to the store, so
//! that a cycle waits for no push service.

use super::{
    keys::{KeyError, Keys},
    known::Known,
    notices::{self, Notice, Told, Urgency},
    sender::{Sender, Sent, Target, TargetError},
};
use crate::{
    days,
    feeds::Proof,
    store::{Store, StoreError},
};
use chrono::Utc;
use gorlif_core::push_request::{PushChoice, PushDevice, PushRequest};
use prometheus_client::metrics::{counter::Counter, gauge::Gauge};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinSet,
    time::{Instant, sleep_until},
};
use tracing::warn;

/// The number of devices that are stored.
const MOST_DEVICES: usize = 100_000;
/// The requests of devices that wait for the task.
const WAITING: usize = 64;
/// The number of notifications that are sent to one push service at a time, each on a connection of its own. A service that answers after
/// 100 ms takes 2,560 a second; the streams of one connection of HTTP/2, of which services allow about 100, would be 1,000.
const AT_A_TIME: usize = 256;
/// The number of rows that are stored together.
const ROWS: usize = 500;
/// The task looks at all devices at least this often: time alone makes a check too old.
const LOOK: Duration = Duration::from_secs(300);
/// A device to which nothing could be sent on this number of days, and something on none after them, is deleted. They are counted, because
/// a device may have nothing to be told for weeks, and the clock may jump.
const MOST_FAILING_DAYS: usize = 30;

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
    /// Notifications that push services refused.
    pub failed: Counter,
    /// Attempts that are repeated: a push service failed, asked to wait or could not be reached.
    pub late: Counter,
    /// Devices that their push service did not know any more.
    pub gone: Counter,
}

/// A device with its choice and what it was told.
#[derive(Clone)]
struct Subscriber {
    device: PushDevice,
    choice: PushChoice,
    target: Target,
    told: Told,
    failing_days: FailingDays,
}

/// The row of a device in the store, before it is encrypted.
#[derive(Serialize, Deserialize)]
struct Row {
    /// The request, as the device sent it.
    request: String,
    told: Told,
    #[serde(default)]
    failing_days: FailingDays,
}

/// The days, since 1970, on which nothing could be sent to a device since the last time that it was notified.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct FailingDays(BTreeSet<i64>);

impl FailingDays {
    /// Adds a day. Returns whether it is a further one.
    fn add(&mut self, day: i64) -> bool {
        self.0.insert(day)
    }

    fn are_too_many(&self) -> bool {
        self.0.len() >= MOST_FAILING_DAYS
    }
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
    /// When it became known that all messages were checked; the start before that.
    complete: Instant,
    /// The state that all devices were last told.
    delivered: Option<Arc<Known>>,
    /// Devices for which something may be due now.
    waiting: BTreeSet<Id>,
    /// Devices that are tried again, and not before when.
    retries: BTreeMap<Id, Instant>,
    /// Devices whose rows are to be stored.
    unsaved: BTreeSet<Id>,
    /// Devices whose rows are to be deleted.
    gone: BTreeSet<Id>,
}

/// The devices that are notified next, by push service; those with the most urgent notifications last, which are sent first.
type Queues = BTreeMap<Arc<str>, Vec<Id>>;

/// What became of a notification.
struct Delivered {
    id: Id,
    service: Arc<str>,
    /// The state that the device was told if it was accepted.
    told: Told,
    sent: Result<Sent, KeyError>,
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
            complete: Instant::now(),
            delivered: None,
            waiting: BTreeSet::new(),
            retries: BTreeMap::new(),
            unsaved: BTreeSet::new(),
            gone: BTreeSet::new(),
        };
        push.count();
        Ok((push, Requests(sending)))
    }

    /// Runs until the recorder ends.
    pub async fn run(mut self) {
        let mut next_look = Instant::now() + LOOK;
        loop {
            let next = self.next(next_look);
            if !self.has_news() {
                tokio::select! {
                    asked = self.requests.recv() => match asked {
                        Some(asked) => self.answer(asked).await,
                        None => return,
                    },
                    changed = self.known.changed() => if changed.is_err() { return },
                    () = sleep_until(next) => {}
                }
            }
            let now = Instant::now();
            let has_news = self.has_news();
            let is_for_all = has_news || now >= next_look;
            if is_for_all {
                next_look = now + LOOK;
            }
            let Some(known) = self.known.borrow_and_update().clone() else { continue };
            if is_for_all {
                self.delivered = Some(Arc::clone(&known));
            }
            if has_news && known.check.proof == Proof::Complete {
                self.complete = now;
            }
            let mut ids = std::mem::take(&mut self.waiting);
            if is_for_all {
                ids = self.subscribers.keys().cloned().collect();
            }
            ids.extend(self.retries.keys().cloned());
            ids.retain(|id| self.retries.get(id).is_none_or(|at| *at <= now));
            // Nothing may be due to them any more.
            self.retries.retain(|id, _| !ids.contains(id));
            self.deliver(&known, ids).await;
        }
    }

    /// Whether something is known of which not all devices were told. Not by the marks of the channel, which a cycle may set at any time.
    fn has_news(&self) -> bool {
        match (&*self.known.borrow(), &self.delivered) {
            (Some(known), Some(delivered)) => !Arc::ptr_eq(known, delivered),
            (known, _) => known.is_some(),
        }
    }

    /// When something is to be done without a request or a new cycle.
    fn next(&self, look: Instant) -> Instant {
        if self.known.borrow().is_none() {
            return look;
        }
        let retry = self.retries.values().min().copied();
        let waiting = (!self.waiting.is_empty()).then(Instant::now);
        [Some(look), retry, waiting].into_iter().flatten().min().unwrap_or(look)
    }

    async fn answer(&mut self, (request, answer): Asked) {
        let result = match request {
            PushRequest::Subscribe { device, choice } => self.subscribe(device, choice).await,
            PushRequest::Unsubscribe { endpoint } => {
                let id = self.keys.id(&endpoint);
                self.unsubscribe(&id).await
            }
        };
        self.count();
        // The device may have gone away meanwhile.
        let _ = answer.send(result);
    }

    /// Stores a device, or its new choice. A repeated request changes nothing.
    async fn subscribe(&mut self, device: PushDevice, choice: PushChoice) -> Result<(), Refusal> {
        let target = self.sender.target(&device).map_err(Refusal::Target)?;
        let id = self.keys.id(&device.endpoint);
        let before = self.subscribers.get(&id);
        if before.is_some_and(|before| before.device == device && before.choice == choice) {
            return Ok(());
        }
        if before.is_none() && self.subscribers.len() >= MOST_DEVICES {
            return Err(Refusal::Full);
        }
        let told = before.map(|before| before.told.clone()).unwrap_or_default();
        let failing_days = FailingDays::default();
        let subscriber = Subscriber { device, choice, target, told, failing_days };
        let row = subscriber.row(&id, &self.keys).ok_or(Refusal::Store)?;
        if let Err(error) = self.store.put_subscriptions(&[(id.clone(), row)]).await {
            self.lose_store(&error).await;
            return Err(Refusal::Store);
        }
        self.gone.remove(&id);
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
        self.remove(id);
        Ok(())
    }

    fn remove(&mut self, id: &Id) {
        self.subscribers.remove(id);
        self.retries.remove(id);
        self.unsaved.remove(id);
    }

    /// Sends these devices what is due next, and answers requests meanwhile. Begins no more when something newer is known.
    async fn deliver(&mut self, known: &Known, ids: BTreeSet<Id>) {
        self.store.verify().await;
        let mut queues = self.queues(known, ids);
        // Tasks, so that none is late while the store is waited for.
        let mut sends = JoinSet::new();
        for queue in queues.values_mut() {
            for _ in 0..AT_A_TIME {
                self.send_next(known, queue, &mut sends);
            }
        }
        self.save().await;
        let mut causes = BTreeMap::<String, usize>::new();
        let mut is_newest = true;
        while !sends.is_empty() {
            tokio::select! {
                Some(delivered) = sends.join_next() => {
                    let more = std::iter::from_fn(|| sends.try_join_next()).take(ROWS);
                    let all: Vec<_> = std::iter::once(delivered).chain(more).flatten().collect();
                    for delivered in all {
                        if let Some(queue) = queues.get_mut(&delivered.service) {
                            self.send_next(known, queue, &mut sends);
                        }
                        if let Some(cause) = self.note(delivered) {
                            *causes.entry(cause).or_default() += 1;
                        }
                    }
                    self.save().await;
                }
                Some(asked) = self.requests.recv() => self.answer(asked).await,
                Ok(()) = self.known.changed(), if is_newest => {
                    is_newest = false;
                    queues.clear();
                }
            }
        }
        for (cause, count) in causes {
            warn!("{count} notifications: {cause}");
        }
        self.count();
    }

    /// The devices of these for which a notification is due.
    fn queues(&mut self, known: &Known, ids: BTreeSet<Id>) -> Queues {
        let mut queues = BTreeMap::<_, Vec<_>>::new();
        for id in ids {
            if let Some((notice, _, target)) = self.due(known, &id) {
                let queue = queues.entry(target.service).or_default();
                queue.push((notice.urgency == Urgency::High, id));
            }
        }
        let sorted = |mut queue: Vec<(bool, Id)>| {
            queue.sort_by_key(|(is_urgent, _)| *is_urgent);
            queue.into_iter().map(|(_, id)| id).collect()
        };
        queues.into_iter().map(|(service, queue)| (service, sorted(queue))).collect()
    }

    /// The notification that is due next for a device, with the state that it was told after it.
    fn due(&mut self, known: &Known, id: &Id) -> Option<(Notice, Told, Target)> {
        let unchecked = self.complete.elapsed();
        let subscriber = self.subscribers.get_mut(id)?;
        let due = notices::due(&subscriber.choice, &subscriber.told, known, unchecked, Utc::now());
        if let Some(notice) = due.notice {
            return Some((notice, due.told, subscriber.target.clone()));
        }
        if due.told != subscriber.told {
            subscriber.told = due.told;
            self.unsaved.insert(id.clone());
        }
        None
    }

    /// Begins to send the next device of a queue its notification, which is written now: it may have waited.
    fn send_next(&mut self, known: &Known, queue: &mut Vec<Id>, sends: &mut JoinSet<Delivered>) {
        while let Some(id) = queue.pop() {
            if let Some((notice, told, target)) = self.due(known, &id) {
                let sender = Arc::clone(&self.sender);
                sends.spawn(async move {
                    let sent = sender.send(&target, &notice).await;
                    Delivered { id, service: target.service, told, sent }
                });
                return;
            }
        }
    }

    /// Notes what became of a notification. Returns why it was not accepted.
    fn note(&mut self, Delivered { id, service, told, sent }: Delivered) -> Option<String> {
        self.retries.remove(&id);
        let Some(subscriber) = self.subscribers.get_mut(&id) else {
            return Some("the device has unsubscribed".to_owned());
        };
        let cause = match sent {
            Ok(Sent::Accepted) => {
                self.counts.accepted.inc();
                subscriber.told = told;
                subscriber.failing_days = FailingDays::default();
                // More may be due.
                self.waiting.insert(id.clone());
                self.unsaved.insert(id);
                return None;
            }
            Ok(Sent::Gone) => {
                self.counts.gone.inc();
                self.remove(&id);
                self.gone.insert(id);
                return Some("the device is gone".to_owned());
            }
            Ok(Sent::Paused(wait)) => {
                self.retries.insert(id, Instant::now() + wait);
                return Some(format!(
                    "{service} has failed repeatedly and is left alone for a while"
                ));
            }
            Ok(Sent::Later(wait)) => {
                self.counts.late.inc();
                self.retries.insert(id.clone(), Instant::now() + wait);
                format!("{service} fails, asks to wait or cannot be reached")
            }
            Ok(Sent::Refused(status)) => {
                self.counts.failed.inc();
                format!("{service} answers {status}")
            }
            Err(_) => {
                self.counts.failed.inc();
                "encryption or signature failed".to_owned()
            }
        };
        if subscriber.failing_days.add(days::day_of(Utc::now())) {
            if subscriber.failing_days.are_too_many() {
                self.remove(&id);
                self.gone.insert(id);
            } else {
                self.unsaved.insert(id);
            }
        }
        Some(cause)
    }

    /// Stores what devices were told, and deletes devices. What fails is repeated the next time.
    async fn save(&mut self) {
        let row = |id: &Id| {
            let subscriber = self.subscribers.get(id)?;
            Some((id.clone(), subscriber.row(id, &self.keys)?))
        };
        let rows: Vec<(Id, Vec<u8>)> = self.unsaved.iter().filter_map(row).collect();
        let gone: Vec<Id> = self.gone.iter().cloned().collect();
        let mut stored = Ok(());
        if !rows.is_empty() {
            stored = self.store.put_subscriptions(&rows).await;
        }
        if stored.is_ok() && !gone.is_empty() {
            stored = self.store.delete_subscriptions(&gone).await;
        }
        match stored {
            Ok(()) => {
                self.unsaved.clear();
                self.gone.clear();
            }
            Err(error) => self.lose_store(&error).await,
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
        let (device, choice) = (self.device.clone(), self.choice.clone());
        let request = PushRequest::Subscribe { device, choice }.encode();
        let (told, failing_days) = (self.told.clone(), self.failing_days.clone());
        let row = serde_json::to_vec(&Row { request, told, failing_days }).ok()?;
        keys.seal(id, &row)
    }

    fn of_row(row: &[u8], sender: &Sender) -> Option<Self> {
        let Row { request, told, failing_days } = serde_json::from_slice(row).ok()?;
        match PushRequest::decode(request.as_bytes()).ok()? {
            PushRequest::Subscribe { device, choice } => {
                let target = sender.target(&device).ok()?;
                Some(Self { device, choice, target, told, failing_days })
            }
            PushRequest::Unsubscribe { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{known::InForce, sender::Origins},
        *,
    };
    use crate::{feeds::Check, store::Access};
    use axum::{Router, http::StatusCode, routing::post};
    use base64ct::{Base64UrlUnpadded, Encoding};
    use gorlif_core::{
        domain::{
            selection::ItemId,
            warning::{AreaCode, Severity},
            watch_list::{WatchList, Watched},
        },
        i18n::Language,
    };

    #[test]
    fn a_device_is_deleted_after_failures_on_many_days_and_not_after_two_that_are_far_apart() {
        let mut days = FailingDays::default();
        assert!(days.add(20_000));
        assert!(!days.add(20_000));
        assert!(days.add(20_365));
        assert!(!days.are_too_many());
        (20_366..20_393).for_each(|day| assert!(days.add(day)));
        assert!(!days.are_too_many());
        assert!(days.add(20_393));
        assert!(days.are_too_many());
    }
    /// A push service in a thread of its own, which answers after a time. Its origin.
    fn push_service(status: StatusCode, delay: Duration) -> String {
        let (send, origin) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
                let address = listener.local_addr().expect("an address");
                send.send(format!("http://{address}")).expect("a receiver");
                let answer = post(move || async move {
                    tokio::time::sleep(delay).await;
                    status
                });
                axum::serve(listener, Router::new().fallback_service(answer)).await
            })
        });
        origin.recv().expect("an origin")
    }

    /// The task with devices that were welcomed, in equal numbers at these push services; the sender of what is known; and what must live as
    /// long as it.
    async fn task(
        devices: usize,
        origins: &[String],
    ) -> (Push, watch::Sender<Option<Arc<Known>>>, Store, Requests) {
        let folder =
            std::env::temp_dir().join(format!("gorlif-push-task-{}-{devices}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let address = format!("sqlite:{}", folder.join("store.db").display());
        let cycles = Store::open(&address, Access::Write).await.expect("a store");
        let mut store = Store::open(&address, Access::Beside).await.expect("a store");
        std::fs::remove_dir_all(&folder).expect("the folder");
        let keys = Arc::new(Keys::parse(&Keys::generate()).expect("keys"));
        let allowed = Origins::parse(&origins.join(" ")).expect("origins");
        let sender = Sender::new(Arc::clone(&keys), "mailto:a@b.cd".to_owned(), allowed);
        let sender = sender.expect("a sender");
        let mut list = WatchList::default();
        list.toggle(&Watched::Item(ItemId::Area(AreaCode("A".to_owned()))));
        let choice = PushChoice::new(Language::English, Severity::Alert, &list).expect("a choice");
        let told: Told = serde_json::from_str(r#"{"is_welcomed":true}"#).expect("told");
        let row = |index: usize| {
            let device = PushDevice {
                endpoint: format!("{}/{index}", origins[index % origins.len()]),
                p256dh: keys.public(),
                auth: Base64UrlUnpadded::encode_string(&[7; 16]),
            };
            let target = sender.target(&device).expect("a target");
            let id = keys.id(&device.endpoint);
            let (choice, told) = (choice.clone(), told.clone());
            let failing_days = FailingDays::default();
            let subscriber = Subscriber { device, choice, target, told, failing_days };
            let row = subscriber.row(&id, &keys).expect("a row");
            (id, row)
        };
        let rows: Vec<_> = (0..devices).map(row).collect();
        store.put_subscriptions(&rows).await.expect("stored");
        let (send, known) = watch::channel(None);
        let made = Push::new(store, keys, sender, known, Counts::default()).await;
        let (push, requests) = made.expect("a task");
        (push, send, cycles, requests)
    }

    /// A severe message of the area of the devices.
    fn severe() -> Known {
        let check = Check { at: Some(Utc::now()), proof: Proof::Complete };
        let messages = vec![InForce::made_up("A", Severity::Severe, "x", Vec::new())];
        Known { check, messages, ..Known::default() }
    }

    // case 205
    #[tokio::test]
    async fn each_device_of_services_that_fail_is_tried_again() {
        const DEVICES: usize = 2_400;
        let fails = || push_service(StatusCode::SERVICE_UNAVAILABLE, Duration::ZERO);
        let origins = [fails(), fails(), fails(), fails()];
        let (mut push, _known, _cycles, _requests) = task(DEVICES, &origins).await;
        let ids: BTreeSet<Id> = push.subscribers.keys().cloned().collect();
        push.deliver(&severe(), ids).await;
        assert_eq!(push.retries.len(), DEVICES);
    }

    /// `ONLY=notifications make bench` runs it.
    #[tokio::test(flavor = "multi_thread")]
    #[ignore = "a measurement"]
    async fn devices_are_notified() {
        const DEVICES: u64 = 100_000;
        let distant = || push_service(StatusCode::CREATED, Duration::from_millis(100));
        let (push, known, _cycles, _requests) = task(100_000, &[distant(), distant()]).await;
        let counts = push.counts.clone();
        tokio::spawn(push.run());
        let begin = Instant::now();
        known.send(Some(Arc::new(severe()))).expect("a receiver");
        while counts.accepted.get() < DEVICES {
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert!(begin.elapsed() < Duration::from_secs(600), "{}", counts.accepted.get());
        }
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let memory = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
        println!("{DEVICES} devices: {} ms, {memory}", begin.elapsed().as_millis());
    }
}

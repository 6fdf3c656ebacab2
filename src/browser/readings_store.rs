//! The readings that this device keeps, in IndexedDB: one text for each gauge and day. Failures are
//! not reported; without storage nothing is kept.

use js_sys::Array;
use rexie::{KeyRange, ObjectStore, Rexie, Transaction, TransactionMode};
use std::{cell::RefCell, collections::BTreeMap, ops::RangeInclusive, rc::Rc};
use wasm_bindgen::JsValue;

/// Apart from the database of the responses, whose versions it would otherwise share.
const DATABASE: &str = "gorlif-readings";
const STORE: &str = "days";

/// The open database. Clones share it.
#[derive(Clone)]
pub struct ReadingsStore(Rc<Rexie>);

thread_local! {
    /// Opened once: each opening leaves a listener behind.
    static OPENED: RefCell<Option<ReadingsStore>> = const { RefCell::new(None) };
}

/// The texts of one day by station.
pub type Day = BTreeMap<String, String>;

impl ReadingsStore {
    pub async fn open() -> Option<Self> {
        if let Some(opened) = OPENED.with_borrow(Clone::clone) {
            return Some(opened);
        }
        let builder = Rexie::builder(DATABASE).version(1).add_object_store(ObjectStore::new(STORE));
        let opened = Self(Rc::new(builder.build().await.ok()?));
        OPENED.set(Some(opened.clone()));
        Some(opened)
    }

    fn transaction(&self, mode: TransactionMode) -> Option<Transaction> {
        let transaction = self.0.transaction(&[STORE], mode).ok();
        if transaction.is_none() {
            // The browser has closed the database: open it again next time.
            OPENED.take();
        }
        transaction
    }

    /// The texts of a day, counted from 1970.
    pub async fn day(&self, day: i64) -> Option<Day> {
        let transaction = self.transaction(TransactionMode::ReadOnly)?;
        let store = transaction.store(STORE).ok()?;
        texts(&store, day).await
    }

    /// Stores the texts that `change` returns for the texts of a day. Another tab cannot change the
    /// day in between.
    pub async fn change_day(&self, day: i64, change: impl FnOnce(&Day) -> Day) -> Option<()> {
        let transaction = self.transaction(TransactionMode::ReadWrite)?;
        let store = transaction.store(STORE).ok()?;
        let changed = change(&texts(&store, day).await?);
        let entries = changed
            .iter()
            .map(|(station, text)| (JsValue::from(text), Some(key(day, Some(station)).into())));
        store.put_all(entries).await.ok()?;
        transaction.done().await.ok()?;
        Some(())
    }

    /// The texts of a gauge in a range of days, oldest first.
    pub async fn of_station(
        &self,
        station: &str,
        days: RangeInclusive<i64>,
    ) -> Option<Vec<String>> {
        let transaction = self.transaction(TransactionMode::ReadOnly)?;
        let store = transaction.store(STORE).ok()?;
        let mut texts = Vec::new();
        for day in days {
            let found = store.get(key(day, Some(station)).into()).await.ok()?;
            texts.extend(found.and_then(|text| text.as_string()));
        }
        Some(texts)
    }

    /// Removes the texts of the days before `first_day`, and the oldest ones beyond `most`.
    pub async fn remove_oldest(&self, first_day: i64, most: usize) -> Option<()> {
        let transaction = self.transaction(TransactionMode::ReadWrite)?;
        let store = transaction.store(STORE).ok()?;
        // In the order of the days.
        let keys = store.get_all_keys(None, None).await.ok()?;
        let surplus = keys.len().saturating_sub(most);
        let first = JsValue::from(key(first_day, None));
        let kept = KeyRange::lower_bound(&first, None).ok()?;
        for (index, key) in keys.into_iter().enumerate() {
            if index >= surplus && kept.includes(&key).ok()? {
                break;
            }
            store.delete(key).await.ok()?;
        }
        transaction.done().await.ok()?;
        Some(())
    }
}

/// The key of a text; without a station the lowest key of the day.
fn key(day: i64, station: Option<&str>) -> Array {
    #[allow(clippy::cast_precision_loss)] // days since 1970
    let key = Array::of1(&(day as f64).into());
    if let Some(station) = station {
        key.push(&station.into());
    }
    key
}

async fn texts(store: &rexie::Store, day: i64) -> Option<Day> {
    let (first, next) = (key(day, None).into(), key(day + 1, None).into());
    let range = || KeyRange::bound(&first, &next, None, Some(true)).ok();
    let keys = store.get_all_keys(Some(range()?), None).await.ok()?;
    let texts = store.get_all(Some(range()?), None).await.ok()?;
    let station = |key: &JsValue| Array::from(key).get(1).as_string();
    Some(
        keys.iter()
            .zip(&texts)
            .filter_map(|(key, text)| Some((station(key)?, text.as_string()?)))
            .collect(),
    )
}

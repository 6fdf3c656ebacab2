//! Notifications without the page (Web Push, RFC 8030): devices subscribe, and are told what is in force in their areas and counties, and
//! which gauges have reached their own levels.
//!
//! What a device was told is stored with it, and compared with what is known after each cycle. A process that is killed therefore loses no
//! notification, and repeats one of each device at most.

mod keys;
mod known;
mod notices;
mod options;
mod sender;
mod service;
mod task;

pub use keys::{KeyError, Keys};
pub use known::Known;
pub use options::{OptionsError, PushOptions};
pub use task::Counts;

use crate::store::{Store, StoreError};
use options::Settings;
use sender::Sender;
use std::{io, sync::Arc};
use task::Push;
use tokio::sync::watch;
use tracing::info;

/// Why notifications cannot be sent.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    #[error("the client for push services cannot be set up: {0}")]
    Client(#[from] reqwest::Error),
    #[error("the subscriptions cannot be read: {0}")]
    Store(#[from] StoreError),
    #[error("the address of GORLIF_PUSH cannot be used: {0}")]
    Address(io::Error),
}

/// Starts the task. What is known after a cycle is sent to it.
///
/// # Errors
///
/// [`PushError`]
pub async fn start(
    settings: Settings,
    store: Store,
    counts: Counts,
) -> Result<watch::Sender<Option<Arc<Known>>>, PushError> {
    let Settings { address, keys, contact, origins } = settings;
    // What the page must have in its settings.
    info!(public_key = keys.public(), "notifications");
    let keys = Arc::new(keys);
    let sender = Sender::new(Arc::clone(&keys), contact, origins)?;
    let (known, receiver) = watch::channel(None);
    let (push, requests) = Push::new(store, keys, sender, receiver, counts).await?;
    service::serve(address, requests).await.map_err(PushError::Address)?;
    tokio::spawn(push.run());
    Ok(known)
}

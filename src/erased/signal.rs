//! Signals, derived values and effects.

use super::work::{Make, Run};
use leptos::{
    prelude::{Get, Notify, Track},
    reactive::{
        computed::ArcMemo,
        effect::RenderEffect,
        graph::{Subscriber, ToAnySubscriber, untrack},
        signal::ArcTrigger,
    },
};
use std::sync::{Arc, PoisonError, RwLock};

/// A value that others follow. It lives as long as the page, so it is handed around as a plain reference.
pub struct Sig<T: 'static> {
    value: RwLock<T>,
    changed: ArcTrigger,
}

impl<T> Sig<T> {
    pub fn new(value: T) -> &'static Self {
        Box::leak(Box::new(Self { value: RwLock::new(value), changed: ArcTrigger::new() }))
    }

    /// Reads the value and follows it.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        self.changed.track();
        self.with_untracked(read)
    }

    /// Reads the value once.
    pub fn with_untracked<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        read(&self.value.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the value and tells those who follow it.
    pub fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.value.write().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify();
        result
    }

    pub fn set(&self, value: T) {
        self.update(|old| *old = value);
    }
}

impl<T: Clone> Sig<T> {
    pub fn get(&self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }
}

/// A value that is worked out from signals, anew only when one of them has changed, and passed on only when it is another one.
pub struct Derived<T> {
    version: Arc<Version>,
    value: Arc<RwLock<T>>,
}

/// Rises with every change. One type for all values, so that Leptos's machinery is compiled once. It leaves its signals when it is
/// dropped, as a follower does.
struct Version(ArcMemo<u32>);

impl Drop for Version {
    fn drop(&mut self) {
        let subscriber = self.0.to_any_subscriber();
        subscriber.clear_sources(&subscriber);
    }
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Self {
        Self { version: Arc::clone(&self.version), value: Arc::clone(&self.value) }
    }
}

/// A derived value that ends with its last holder. It is worked out when it is first read; the default is only what stands there before.
pub fn derived<T: Default + PartialEq + Send + Sync + 'static>(work_out: impl Fn() -> T + Send + Sync + 'static) -> Derived<T> {
    let value = Arc::new(RwLock::new(T::default()));
    let slot = Arc::clone(&value);
    let has_changed = move || {
        let new = work_out();
        let mut slot = slot.write().unwrap_or_else(PoisonError::into_inner);
        let changed = *slot != new;
        *slot = new;
        changed
    };
    Derived { version: version(Box::new(has_changed)), value }
}

/// A derived value that lives as long as the page.
pub fn memo<T: Default + PartialEq + Send + Sync + 'static>(work_out: impl Fn() -> T + Send + Sync + 'static) -> &'static Derived<T> {
    Box::leak(Box::new(derived(work_out)))
}

fn version(has_changed: Box<dyn Make<bool> + Send + Sync>) -> Arc<Version> {
    Arc::new(Version(ArcMemo::new(move |before: Option<&u32>| before.copied().unwrap_or_default().wrapping_add(u32::from(has_changed.make())))))
}

impl<T> Derived<T> {
    /// Reads the value and follows it.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        self.version.0.get();
        read(&self.value.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<T: Clone> Derived<T> {
    pub fn get(&self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(&self) -> T {
        untrack(|| self.get())
    }
}

/// Runs once the page stands, and whenever a signal that it reads changes, for as long as the page lives. Effects are for what
/// leaves Rust: map, title, address, storage.
pub fn effect(mut run: impl FnMut() + 'static) {
    fn new(mut run: Box<dyn Run<()>>) {
        // A render effect starts at once, which is before the page stands.
        leptos::task::spawn_local(async move {
            Box::leak(Box::new(RenderEffect::new(move |_: Option<Vec<super::element::El>>| {
                run.run(());
                Vec::new()
            })));
        });
    }
    new(Box::new(move |()| run()));
}

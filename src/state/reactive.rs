//! Memos and effects in the forms that keep the page small and its subscriber lists short.

use leptos::{
    prelude::*,
    reactive::{
        computed::ArcMemo,
        graph::{Subscriber, ToAnySubscriber},
    },
};

/// An effect behind a pointer: Leptos compiles its own code once for each type of closure, about 1
/// kB.
pub fn effect(run: impl FnMut() + 'static) {
    let mut run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(move |_: Option<()>| run());
}

/// A memo that leaves the subscriber lists of its signals with its owner. reactive_graph 0.2 does
/// not do that by itself, so a row of a list reads signals of the page through such a memo only;
/// everything else in the row follows the memo.
pub fn row_memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let memo = ArcMemo::new(move |_: Option<&T>| compute());
    let subscriber = memo.to_any_subscriber();
    on_cleanup(move || subscriber.clear_sources(&subscriber));
    memo.into()
}

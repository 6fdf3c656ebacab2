//! Memos and effects in forms that keep the binary small and subscriber lists short.

use leptos::{
    prelude::*,
    reactive::{
        computed::ArcMemo,
        graph::{Subscriber, ToAnySubscriber},
    },
};

/// A boxed effect: Leptos compiles about 1 kB of code for each type of closure.
pub fn effect(run: impl FnMut() + 'static) {
    let mut run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(move |_: Option<()>| run());
}

/// A memo that unsubscribes from its signals when its owner is dropped, which reactive_graph 0.2
/// does not do by itself. Rows of a list read the page's signals only through such a memo;
/// everything else in the row depends on the memo.
pub fn row_memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let memo = ArcMemo::new(move |_: Option<&T>| compute());
    let subscriber = memo.to_any_subscriber();
    on_cleanup(move || subscriber.clear_sources(&subscriber));
    memo.into()
}

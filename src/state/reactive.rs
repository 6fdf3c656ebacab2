//! Memos and effects in forms that keep the binary small and subscriber lists short.

use leptos::{
    prelude::*,
    reactive::{
        computed::ArcMemo,
        graph::{Subscriber, ToAnySubscriber},
    },
};

/// An effect. Leptos compiles about 1 kB of code for each type of closure, so the closure is boxed
/// here and passed to Leptos in a function that is not generic over it.
pub fn effect(run: impl FnMut() + 'static) {
    boxed_effect(Box::new(run));
}

fn boxed_effect(mut run: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| run());
}

type Compute<T> = Box<dyn Fn() -> T + Send + Sync>;

/// A memo, boxed for the same reason.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    boxed_memo(Box::new(compute)).into()
}

/// A memo that unsubscribes from its signals when its owner is dropped, which reactive_graph 0.2
/// does not do by itself. Rows of a list read the page's signals only through such a memo;
/// everything else in the row depends on the memo.
pub fn row_memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let memo = boxed_memo(Box::new(compute));
    let subscriber = memo.to_any_subscriber();
    on_cleanup(move || subscriber.clear_sources(&subscriber));
    memo.into()
}

fn boxed_memo<T: PartialEq + Send + Sync + 'static>(compute: Compute<T>) -> ArcMemo<T> {
    ArcMemo::new(move |_: Option<&T>| compute())
}

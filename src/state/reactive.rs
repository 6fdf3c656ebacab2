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

/// An effect that is passed the value that it returned before; `None` in its first run.
pub fn effect_with_previous<T: 'static>(mut run: impl FnMut(Option<T>) -> T + 'static) {
    let mut previous = None;
    effect(move || previous = Some(run(previous.take())));
}

type Compute<T> = Box<dyn Fn(Option<&T>) -> T + Send + Sync>;

/// A memo, boxed for the same reason.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo_with_previous(move |_| compute())
}

/// A memo that is passed its previous value; `None` in its first run.
pub fn memo_with_previous<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn(Option<&T>) -> T + Send + Sync + 'static,
) -> Memo<T> {
    boxed_memo(Box::new(compute)).into()
}

/// A memo that unsubscribes from its signals when its owner is dropped, which reactive_graph 0.2
/// does not do by itself. Rows of a list read the page's signals only through such a memo;
/// everything else in the row depends on the memo.
pub fn row_memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let memo = boxed_memo(Box::new(move |_| compute()));
    let subscriber = memo.to_any_subscriber();
    on_cleanup(move || subscriber.clear_sources(&subscriber));
    memo.into()
}

fn boxed_memo<T: PartialEq + Send + Sync + 'static>(compute: Compute<T>) -> ArcMemo<T> {
    ArcMemo::new(compute)
}

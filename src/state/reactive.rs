//! Signals that only the state sets, memos and effects in forms that keep the binary small and subscriber lists short, and the rows of `<For>`.

use leptos::{
    prelude::*,
    reactive::{
        computed::ArcMemo,
        graph::{Subscriber, ToAnySubscriber},
    },
};
use std::{cell::RefCell, ops::Deref};

/// A signal that everything reads, as its [`ReadSignal`], and only the state sets.
pub struct StateSignal<T: 'static> {
    read: ReadSignal<T>,
    write: WriteSignal<T>,
}

impl<T: Send + Sync + 'static> StateSignal<T> {
    pub(super) fn new(value: T) -> Self {
        let (read, write) = signal(value);
        Self { read, write }
    }

    pub(super) fn set(self, value: T) {
        self.write.set(value);
    }

    pub(super) fn update(self, change: impl FnOnce(&mut T)) {
        self.write.update(change);
    }
}

// Derived, these would require them of the value.
impl<T> Clone for StateSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for StateSignal<T> {}

impl<T: Default + Send + Sync + 'static> Default for StateSignal<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Deref for StateSignal<T> {
    type Target = ReadSignal<T>;
    fn deref(&self) -> &ReadSignal<T> {
        &self.read
    }
}

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

/// The rows for `<For>`, which gives them a wrong order if one change moves some and adds or removes others: tachys 0.2
/// leaves a row where it is if it moves by as many places as rows were added before it. Such a change is made in two, of
/// which the first only moves.
pub fn rows_in_steps<K: Clone + PartialEq + Send + Sync + 'static>(
    wanted: Memo<Vec<K>>,
) -> impl Fn() -> Vec<K> + Send {
    let (given, moves) = (RefCell::new(Vec::new()), RwSignal::new(0));
    move || {
        moves.track();
        let wanted = wanted.get();
        let mut given = given.borrow_mut();
        *given = match moved_rows(&given, &wanted) {
            Some(moved) => {
                moves.update(|count: &mut usize| *count += 1);
                moved
            }
            None => wanted,
        };
        given.clone()
    }
}

/// The rows of a list in the order of `wanted`, before those that are not in it; `None` if they have that order already.
fn moved_rows<K: Clone + PartialEq>(given: &[K], wanted: &[K]) -> Option<Vec<K>> {
    let mut rest = wanted;
    let is_in_order = given.iter().all(|row| match rest.iter().position(|other| other == row) {
        Some(at) => {
            rest = &rest[at + 1..];
            true
        }
        None => !wanted.contains(row),
    });
    if is_in_order {
        return None;
    }
    let kept = wanted.iter().filter(|row| given.contains(row));
    let removed = given.iter().filter(|row| !wanted.contains(row));
    Some(kept.chain(removed).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_moved_before_some_are_added_or_removed() {
        for (given, wanted, moved) in [
            ("", "ab", None),
            ("abc", "", None),
            ("abc", "xabyc", None),
            ("abcd", "xbd", None),
            ("abc", "cab", Some("cab")),
            ("abc", "xycba", Some("cba")),
            ("abcde", "edc", Some("edcab")),
            ("abcd", "xdyb", Some("dbac")),
        ] {
            let [given, wanted] = [given, wanted].map(|rows| rows.chars().collect::<Vec<char>>());
            let found = moved_rows(&given, &wanted);
            assert_eq!(found, moved.map(|rows| rows.chars().collect()), "{given:?} → {wanted:?}");
            let next = found.unwrap_or(given);
            assert_eq!(moved_rows(&next, &wanted), None, "{next:?} → {wanted:?}");
        }
    }
}

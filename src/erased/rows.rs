//! Where changing elements stand in their parent, and how a list of them becomes another one with the fewest touches.

use super::element::El;
use crate::browser::document;
use gorlif_core::domain::order;
use std::cell::OnceCell;
use web_sys::{Element, Node};

/// A place among the children of an element.
pub(super) struct Place {
    parent: Element,
    /// What stands behind all that is put here.
    end: Node,
}

impl Place {
    pub(super) fn new(parent: &Element, end: Node) -> Self {
        Self { parent: parent.clone(), end }
    }

    /// Puts the element before another one of this place, or last.
    pub(super) fn put(&self, element: &El, before: Option<&El>) {
        let before = before.map_or(&self.end, |before| before.node().as_ref());
        document::put(&self.parent, element.node(), Some(before));
    }

    /// Keeps the row of every key that was there before, makes those of new keys, and lets the others go.
    pub(super) fn renew<K: Ord>(&self, old_keys: &[K], old: Vec<El>, keys: &[K], make: impl Fn(&K) -> El) -> Vec<El> {
        let is_longer = keys.starts_with(old_keys);
        let by_key = OnceCell::new();
        let sorted = || order::sorted((0..old_keys.len()).collect(), |a: &usize, b: &usize| old_keys.get(*a).cmp(&old_keys.get(*b)));
        let find = |index: usize, key: &K| {
            // Most often a list is what it was, or only longer.
            let same = old_keys.get(index).is_some_and(|old| old == key).then_some(index);
            let elsewhere = || {
                let by_key = by_key.get_or_init(sorted);
                by_key.binary_search_by(|place| old_keys.get(*place).cmp(&Some(key))).ok().and_then(|at| by_key.get(at).copied())
            };
            if is_longer { same } else { same.or_else(elsewhere) }
        };
        let mut old: Vec<Option<El>> = old.into_iter().map(Some).collect();
        let mut came_from = Vec::with_capacity(keys.len());
        let mut rows = Vec::with_capacity(keys.len());
        for (index, key) in keys.iter().enumerate() {
            let from = find(index, key);
            let row = from.and_then(|from| old.get_mut(from)?.take());
            came_from.push(from.filter(|_| row.is_some()));
            rows.push(row.unwrap_or_else(|| make(key)));
        }
        for gone in old.iter().flatten() {
            gone.node().remove();
        }
        for (row, before) in moves(&came_from, old.len()) {
            if let Some(element) = rows.get(row) {
                self.put(element, before.and_then(|before| rows.get(before)));
            }
        }
        rows
    }
}

/// Which rows have to be put before which other, in this order, so that rows that stand as in `came_from` (their old places, none
/// for new ones) come to stand one after the other. A row that stands right is not touched: that would cost it its focus.
fn moves(came_from: &[Option<usize>], old_count: usize) -> Vec<(usize, Option<usize>)> {
    let mut goes_to: Vec<Option<usize>> = vec![None; old_count];
    for (row, from) in came_from.iter().enumerate() {
        if let Some(slot) = from.and_then(|from| goes_to.get_mut(from)) {
            *slot = Some(row);
        }
    }
    // The kept rows as they stand, by their new numbers.
    let standing: Vec<usize> = goes_to.into_iter().flatten().collect();
    let mut passed = vec![false; came_from.len()];
    let mut at = 0;
    let mut moves = Vec::new();
    for row in 0..came_from.len() {
        let next = |from: usize, passed: &[bool]| {
            (from..standing.len()).find(|at| standing.get(*at).is_some_and(|row| !passed.get(*row).is_some_and(|is| *is)))
        };
        at = next(at, &passed).unwrap_or(standing.len());
        let after = next(at + 1, &passed);
        if standing.get(at) == Some(&row) {
            at += 1;
        } else if after.is_some_and(|after| standing.get(after) == Some(&row)) {
            // One row stands in the way: it is the one that moves, when its turn has come.
            at = after.map_or(at, |after| after + 1);
        } else {
            moves.push((row, standing.get(at).copied()));
        }
        if let Some(passed) = passed.get_mut(row) {
            *passed = true;
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands after the moves, by new numbers.
    fn stand(came_from: &[Option<usize>], old_count: usize) -> (Vec<usize>, usize) {
        let mut standing: Vec<usize> = (0..old_count).filter_map(|from| came_from.iter().position(|row| *row == Some(from))).collect();
        let moves = moves(came_from, old_count);
        for (row, before) in &moves {
            standing.retain(|other| other != row);
            let at = before.map_or(standing.len(), |before| standing.iter().position(|row| *row == before).expect("stands"));
            standing.insert(at, *row);
        }
        (standing, moves.len())
    }

    #[test]
    fn rows_come_to_stand_in_order_and_those_that_stand_right_are_not_touched() {
        for (came_from, old_count, touched) in [
            (vec![Some(0), Some(1), Some(2)], 3, 0),
            (vec![Some(0), Some(2)], 3, 0),
            (vec![Some(0), None, Some(1)], 2, 1),
            (vec![Some(3), Some(0), Some(1), Some(2)], 4, 1),
            (vec![Some(1), Some(2), Some(3), Some(0)], 4, 1),
            (vec![None, None], 5, 2),
            (vec![], 5, 0),
        ] {
            let (standing, moved) = stand(&came_from, old_count);
            assert_eq!(standing, (0..came_from.len()).collect::<Vec<_>>(), "{came_from:?}");
            assert_eq!(moved, touched, "{came_from:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_list_can_become_any_other(places in proptest::collection::vec(proptest::option::of(0usize..9), 0..12)) {
            let mut seen = [false; 9];
            let came_from: Vec<_> = places.into_iter().map(|place| place.filter(|place| !std::mem::replace(&mut seen[*place], true))).collect();
            proptest::prop_assert_eq!(stand(&came_from, 9).0, (0..came_from.len()).collect::<Vec<_>>());
        }
    }
}

//! A stable sort through indices.

use std::cmp::Ordering;

/// Returns the items sorted by `compare`. The sort is stable.
///
/// It sorts indices, so that the WebAssembly file contains one instance of the standard sort: each
/// adds 4 kB.
pub fn sorted<T>(items: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = sorted_indices(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| slots.get_mut(index)?.take()).collect()
}

fn sorted_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_and_equal_ones_stay_as_they_were() {
        let items = vec![("b", 2), ("a", 2), ("c", 1)];
        assert_eq!(sorted(items, |x, y| x.1.cmp(&y.1)), [("c", 1), ("b", 2), ("a", 2)]);
    }
}

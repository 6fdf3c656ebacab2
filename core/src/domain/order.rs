//! Sorting, once for all types: each instance of the standard sort costs the page about 4 kB of code.

use std::cmp::Ordering;

/// The items in the order that `compare` gives; equal ones stay as they were.
pub fn sorted<T>(items: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = order(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| slots.get_mut(index)?.take()).collect()
}

fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_standard_sort() {
        let items = vec![("b", 2), ("a", 2), ("c", 1)];
        assert_eq!(sorted(items, |x, y| x.1.cmp(&y.1)), [("c", 1), ("b", 2), ("a", 2)]);
    }
}

//! Sorting, once for all types: each instance of the standard sort costs the page 4 kB of code, and a plain merge sort a tenth of that.

use std::cmp::Ordering;

/// The items in the order that `compare` gives; equal ones stay as they were.
pub fn sorted<T>(items: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = places(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    taken(items, order)
}

/// The items as their places tell.
pub fn taken<T>(items: Vec<T>, places: Vec<usize>) -> Vec<T> {
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    places.into_iter().filter_map(|place| slots.get_mut(place)?.take()).collect()
}

/// The first so many of the items in the order that `compare` gives; the others are looked at and let go. Equal ones stay as they were.
pub fn first<T>(items: impl Iterator<Item = T>, most: usize, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut best: Vec<T> = Vec::new();
    let mut is_full = false;
    let sort = |mut best: Vec<T>| {
        best = sorted(best, &compare);
        best.truncate(most);
        best
    };
    for item in items {
        // Once there are enough, the last of them in order is the one to beat.
        let beaten = is_full && best.get(most.wrapping_sub(1)).is_none_or(|last| compare(&item, last) != Ordering::Less);
        if beaten {
            continue;
        }
        best.push(item);
        if best.len() > 2 * most {
            best = sort(best);
            is_full = true;
        }
    }
    sort(best)
}

/// The places of so many items in the order that `compare` gives.
pub fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    if (1..count).all(|place| compare(place - 1, place) != Ordering::Greater) { (0..count).collect() } else { order(count, compare) }
}

/// The places of the texts in their order, and then as `compare` has it. Texts are mostly told apart by how they begin, which is
/// compared as a number: a nation's titles are sorted in a quarter of the time.
pub fn by_text(texts: &[&str], compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let keys: Vec<u128> = texts.iter().map(|text| beginning(text)).collect();
    places(texts.len(), &|a, b| keys.get(a).cmp(&keys.get(b)).then_with(|| texts.get(a).cmp(&texts.get(b))).then_with(|| compare(a, b)))
}

/// The first sixteen bytes, so that numbers stand in the order of the texts.
fn beginning(text: &str) -> u128 {
    let mut bytes = [0; 16];
    for (slot, byte) in bytes.iter_mut().zip(text.bytes()) {
        *slot = byte;
    }
    u128::from_be_bytes(bytes)
}

fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        for pair in order.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at_checked(width).unwrap_or((pair, &[]));
            while let ([a, rest_a @ ..], [b, rest_b @ ..]) = (left, right) {
                // Of two equal ones the left comes first, so that equal ones stay as they were.
                if compare(*b, *a) == Ordering::Less {
                    merged.push(*b);
                    right = rest_b;
                } else {
                    merged.push(*a);
                    left = rest_a;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        width *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn any_items_are_sorted_as_the_standard_sort_does_it(keys in proptest::collection::vec(0_u8..8, 0..70)) {
            let items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut standard = items.clone();
            standard.sort_by_key(|item| item.0);
            proptest::prop_assert_eq!(sorted(items, |a, b| a.0.cmp(&b.0)), standard);
        }
    }

    proptest::proptest! {
        #[test]
        fn texts_are_sorted_as_the_standard_sort_does_it(texts in proptest::collection::vec("(River |Afon )?[a-c\u{0}ŵ]{0,22}", 0..40)) {
            let items: Vec<(String, usize)> = texts.into_iter().zip(0..).collect();
            let mut standard: Vec<usize> = (0..items.len()).collect();
            standard.sort_by(|a, b| items[*a].0.cmp(&items[*b].0).then(items[*b].1.cmp(&items[*a].1)));
            let texts: Vec<&str> = items.iter().map(|item| item.0.as_str()).collect();
            proptest::prop_assert_eq!(by_text(&texts, &|a, b| b.cmp(&a)), standard);
        }
    }

    proptest::proptest! {
        #[test]
        fn the_first_are_those_of_the_whole_order(keys in proptest::collection::vec(0_u8..8, 0..70), most in 0_usize..9) {
            let items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut standard = items.clone();
            standard.sort_by_key(|item| item.0);
            standard.truncate(most);
            proptest::prop_assert_eq!(first(items.into_iter(), most, |a, b| a.0.cmp(&b.0)), standard);
        }
    }

    #[test]
    fn the_order_is_that_of_the_standard_sort() {
        let items = vec![("b", 2), ("a", 2), ("c", 1)];
        assert_eq!(sorted(items, |x, y| x.1.cmp(&y.1)), [("c", 1), ("b", 2), ("a", 2)]);
    }
}

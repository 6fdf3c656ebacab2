//! Unique identifiers for items of which the service repeats one.

/// Adds a suffix to repeated identifiers: the second item gets "~2", unless another item has that
/// identifier itself, then "~3", and so on. Every item stays in the list and has a unique key. Since the
/// items are sorted, the order of the response does not affect which one is marked. Returns whether an
/// identifier was repeated.
pub(crate) fn make_ids_unique<T>(
    sorted: &mut [T],
    id: fn(&T) -> &str,
    mark: fn(&mut T, &str),
) -> bool {
    let is_repeated = |pair: &[T]| matches!(pair, [a, b] if id(a) == id(b));
    if !sorted.windows(2).any(is_repeated) {
        return false;
    }
    // Repeated ids are few, so all ids are searched for each of them.
    let mut before = String::new();
    let mut count = 0;
    for index in 0..sorted.len() {
        let own = id(&sorted[index]);
        if count == 0 || own != before {
            before = own.to_owned();
            count = 1;
            continue;
        }
        let suffix = loop {
            count += 1;
            let suffix = format!("~{count}");
            let is_taken = |item: &T| id(item).strip_prefix(before.as_str()) == Some(&suffix);
            if !sorted.iter().any(is_taken) {
                break suffix;
            }
        };
        mark(&mut sorted[index], &suffix);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    // case 180
    #[test]
    fn an_identifier_that_looks_like_a_marked_one_stays_unique() {
        let unique = |ids: &[&str]| {
            let mut ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
            let any = make_ids_unique(&mut ids, String::as_str, String::push_str);
            (any, ids)
        };
        let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        assert_eq!(unique(&["X", "Y"]), (false, owned(&["X", "Y"])));
        assert_eq!(unique(&["X", "X", "X"]), (true, owned(&["X", "X~2", "X~3"])));
        assert_eq!(unique(&["X", "X", "X~2"]), (true, owned(&["X", "X~3", "X~2"])));
        assert_eq!(unique(&["X", "X", "X~2", "X~2"]), (true, owned(&["X", "X~3", "X~2", "X~2~2"])));
    }
}

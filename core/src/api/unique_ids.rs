//! Unique identifiers for items of which the service repeats one.

/// Adds a suffix to repeated identifiers: the second item gets "~2". Every item stays in the list
/// and has a unique key. Since the items are sorted, the order of the response does not affect
/// which one is marked. Returns whether an identifier was repeated.
pub(crate) fn make_ids_unique<T>(
    sorted: &mut [T],
    id: fn(&T) -> &str,
    mark: fn(&mut T, &str),
) -> bool {
    let (mut given, mut count, mut any) = (String::new(), 0, false);
    for item in sorted {
        if count > 0 && id(item) == given {
            count += 1;
            any = true;
            mark(item, &format!("~{count}"));
        } else {
            given = id(item).to_owned();
            count = 1;
        }
    }
    any
}

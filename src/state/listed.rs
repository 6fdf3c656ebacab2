//! The entries of a list.

use gorlif_core::domain::selection::ItemId;

/// The gauge or message of an entry, and its distance from the place in metres.
pub type Key = (ItemId, Option<u32>);

/// The number of entries, and the first page of them including the selected one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listed {
    pub count: usize,
    pub keys: Vec<Key>,
}

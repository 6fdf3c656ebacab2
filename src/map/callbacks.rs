//! The callbacks of the map.

use gorlif_core::domain::{geo::Position, selection::ItemId};
use leptos::prelude::Callback;

/// User actions on the map.
#[derive(Clone, Copy)]
pub struct MapCallbacks {
    pub select: Callback<ItemId>,
    /// A tap hit no symbol.
    pub tap: Callback<Position>,
    /// The centre of the circle was dragged to this position. Returns whether it is accepted.
    pub drag: Callback<Position, bool>,
    /// The button of the popup was pressed, or Enter.
    pub action: Callback<()>,
    pub close: Callback<()>,
}

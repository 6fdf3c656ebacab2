//! The callbacks of the map.

use gorlif_core::domain::{geo::Position, selection::ItemId};

/// User actions on the map.
pub struct MapCallbacks {
    pub select: Box<dyn Fn(ItemId)>,
    /// A tap hit no symbol.
    pub tap: Box<dyn Fn(Position)>,
    /// The centre of the circle was dragged to this position. Returns whether it is accepted.
    pub drag: Box<dyn Fn(Position) -> bool>,
    /// The button of the popup was pressed.
    pub action: Box<dyn Fn()>,
    pub close: Box<dyn Fn()>,
}

//! Items with their distance from a place.

use super::geo::{Distance, Position};

/// An item with its distance from a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearby<T> {
    /// The item.
    pub item: T,
    /// The distance from the place; `None` where the item has no position.
    pub distance: Option<Distance>,
}

impl<T> Nearby<T> {
    /// Returns the item with its distance from `centre` if it has a position and lies within
    /// `radius`.
    pub fn within(
        item: T,
        position: Option<Position>,
        centre: Position,
        radius: Distance,
    ) -> Option<Self> {
        let distance = centre.distance_to(position?);
        (distance <= radius).then_some(Self { item, distance: Some(distance) })
    }
}

/// The distance in metres as a sort key. Items without a position sort last.
pub fn metres(distance: Option<Distance>) -> f64 {
    distance.map_or(f64::INFINITY, Distance::metres)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_outside_or_nowhere_is_left_out() {
        let here = Position::new(52.0, -3.0).expect("in range");
        let items = [
            ("far", Position::new(52.5, -3.0)),
            ("near", Position::new(52.01, -3.0)),
            ("nowhere", None),
            ("nearer", Position::new(52.001, -3.0)),
        ];
        let found = items.into_iter().filter_map(|(name, position)| {
            Nearby::within(name, position, here, Distance::from_metres(10_000.0))
        });
        assert_eq!(found.map(|near| near.item).collect::<Vec<_>>(), ["near", "nearer"]);
    }
}

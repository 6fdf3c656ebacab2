//! What lies near a place, nearest first.

use super::{
    geo::{Distance, Position},
    order,
};

/// A thing with its distance from the place, if it has a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearby<T> {
    pub item: T,
    pub distance: Option<Distance>,
}

/// All things within `radius` of `centre`, nearest first. Those without a point are not among them.
pub fn within<T>(
    items: impl IntoIterator<Item = T>,
    position: impl Fn(&T) -> Option<Position>,
    centre: Position,
    radius: Distance,
) -> Vec<Nearby<T>> {
    let found: Vec<Nearby<T>> = items
        .into_iter()
        .filter_map(|item| {
            let distance = centre.distance_to(position(&item)?);
            (distance <= radius).then_some(Nearby { item, distance: Some(distance) })
        })
        .collect();
    order::sorted(found, |a, b| metres(a.distance).total_cmp(&metres(b.distance)))
}

/// The distance as a number to sort by; what has no point comes last.
pub fn metres(distance: Option<Distance>) -> f64 {
    distance.map_or(f64::INFINITY, Distance::metres)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_first_and_what_is_outside_or_nowhere_is_left_out() {
        let here = Position::new(52.0, -3.0).expect("in range");
        let items =
            [("far", Position::new(52.5, -3.0)), ("near", Position::new(52.01, -3.0)), ("nowhere", None), ("nearer", Position::new(52.001, -3.0))];
        let found = within(items, |item| item.1, here, Distance::from_metres(10_000.0));
        assert_eq!(found.iter().map(|n| n.item.0).collect::<Vec<_>>(), ["nearer", "near"]);
    }
}

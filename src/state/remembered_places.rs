//! The last places that were searched for on this device, newest first, in local storage. Their text
//! has the query of a place on each line.

use super::page_query::PageQuery;
use crate::browser::storage;
use gorlif_core::domain::geo::{Position, Radius};

const KEY: &str = "gorlif.places";
const MOST: usize = 5;

/// A place that was searched for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RememberedPlace {
    pub position: Position,
    /// The radius that contains all of it, if the radius was enlarged for it: a county, an area.
    pub least_radius: Option<Radius>,
}

impl RememberedPlace {
    /// The chosen radius, or the larger one that contains all of the place.
    pub fn radius(self, chosen: Radius) -> Radius {
        self.least_radius.map_or(chosen, |least| least.max(chosen))
    }

    fn line(self) -> String {
        let Self { position, least_radius } = self;
        PageQuery { place: Some(position), radius: least_radius, ..PageQuery::default() }.text()
            + "\n"
    }
}

/// The stored text.
pub fn read() -> String {
    storage::get_own(KEY).unwrap_or_default()
}

/// The places of a text. Lines that are no place are ignored.
pub fn places(text: &str) -> impl Iterator<Item = RememberedPlace> {
    let place = |query: &str| {
        let PageQuery { place, radius, .. } = PageQuery::parse(query);
        Some(RememberedPlace { position: place?, least_radius: radius })
    };
    text.lines().filter_map(place).take(MOST)
}

/// Puts a place first, once, and stores the text.
pub fn add(text: &mut String, place: RememberedPlace) {
    *text = place.line() + &others(place.position);
    storage::set_own(KEY, text);
}

/// Removes a place and stores the text.
pub fn remove(text: &mut String, position: Position) {
    *text = others(position);
    storage::set_own(KEY, text);
}

/// The stored places but one. Read again, because another tab may have changed them.
fn others(position: Position) -> String {
    let is_other =
        |place: &RememberedPlace| place.position.ten_thousandths() != position.ten_thousandths();
    places(&read()).filter(is_other).map(RememberedPlace::line).collect()
}

//! The area that the warning status refers to, and the name of its centre.

use crate::domain::{
    bilingual::Bilingual,
    county::County,
    geo::{Coverage, Radius},
};

/// The search area of the warnings.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SearchArea {
    /// All of Wales.
    #[default]
    Wales,
    /// A county.
    County(County),
    /// A circle around a place.
    Around {
        /// The radius of the circle.
        radius: Radius,
        /// The name of its centre.
        name: PlaceName,
        /// Which land the circle contains; `None` while the outlines are loading.
        coverage: Option<Coverage>,
    },
}

impl SearchArea {
    /// Returns whether the circle also contains English land, which this service does not cover.
    pub fn leaves_wales(&self) -> bool {
        matches!(self, Self::Around { coverage: Some(Coverage::Partly { .. }), .. })
    }

    /// Returns whether the place is known by the middle of an area that may be kilometres wide: a postcode sector, or the
    /// rough position of a device.
    pub fn is_wide(&self) -> bool {
        let Self::Around { name, .. } = self else { return false };
        matches!(name, PlaceName::Postcode(_) | PlaceName::Somewhere(..))
    }

    /// Returns whether the service is known to cover at least a part of the area.
    pub fn is_covered(&self) -> bool {
        match self {
            Self::Wales | Self::County(_) => true,
            Self::Around { coverage, .. } => coverage.is_some_and(Coverage::is_covered),
        }
    }
}

/// The name of the chosen place.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceName {
    /// A place of the gazetteer, perhaps with its county: "Newport, Pembrokeshire".
    Place(Bilingual),
    /// A point near a place: its grid reference and the place's name.
    Near(String, Bilingual),
    /// A point without a place nearby: its grid reference or coordinates.
    Point(String),
    /// A postcode sector.
    Postcode(String),
    /// A position of low accuracy: within this number of kilometres of a place.
    Somewhere(u32, Bilingual),
}

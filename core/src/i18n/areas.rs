//! The texts about flood areas and what they do not cover. Of the page only late chunks use them, so they are a table of their own.

use super::{english, welsh};
use crate::domain::warning::SeverityCounts;

/// The texts in one language.
pub struct AreaTexts {
    /// Before the names of further areas that contain the place.
    pub also_inside: &'static str,
    /// The areas of the messages, by the number of each severity.
    pub areas_of: fn(SeverityCounts) -> String,
    /// Before a message that is more severe than that of the headline.
    pub near_your_place: &'static str,
    /// No area of the provider contains the place or comes near it.
    pub without_areas: &'static str,
    /// The floods for which there are no warnings and alerts.
    pub not_warned_of: &'static str,
    /// The legend of the areas on the map.
    pub key: &'static str,
    /// The extent of the area: the names of streets, as the provider publishes them.
    pub covers: &'static str,
    /// The alert area that contains the area of a warning.
    pub alert_area: &'static str,
}

pub(super) static ENGLISH: AreaTexts = AreaTexts {
    also_inside: "Your place is also inside:",
    areas_of: |counts| format!("the areas of {}", english::counted(counts)),
    near_your_place: "Near your place:",
    without_areas: "No flood warnings are issued for this spot.",
    not_warned_of: "Small streams and surface water are not warned of anywhere.",
    key: "Flood area with a warning or alert in force",
    covers: "Area covered",
    alert_area: "Part of",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: AreaTexts = AreaTexts {
    also_inside: "Mae eich lle hefyd o fewn:",
    areas_of: |counts| format!("ardaloedd {}", welsh::counted(counts)),
    near_your_place: "Ger eich lle:",
    without_areas: "Ni chyhoeddir rhybuddion llifogydd ar gyfer y man hwn.",
    not_warned_of: "Ni rhybuddir am nentydd bach na dŵr wyneb yn unman.",
    key: "Ardal llifogydd â rhybudd neu neges mewn grym",
    covers: "Ardal dan sylw",
    alert_area: "Rhan o",
};

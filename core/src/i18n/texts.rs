//! The table of the page's messages, with a value per language.

use super::search_area::{PlaceName, SearchArea};
use crate::domain::{
    county::County,
    geo::Direction,
    seen::Difference,
    trend::Trend,
    warning::{FloodSource, Region, Severity, SeverityCounts},
};

/// A message with a number.
pub type Count = fn(usize) -> String;

/// The texts of the page in one language.
pub struct Texts {
    // The page as a whole
    /// The title of the document, and the heading of the page.
    pub page_title: &'static str,
    /// The source of the data, in the header.
    pub tagline: &'static str,
    /// The skip link to the warning status.
    pub skip_to_answer: &'static str,
    /// The switch to the other language, in that language.
    pub switch_language: &'static str,
    /// The link from the embedded view to the full page.
    pub full_page: &'static str,
    /// The label of the view picker.
    pub views: &'static str,
    /// The button below a shortened list.
    pub show_more: &'static str,
    /// The notice that a new version was downloaded.
    pub new_version: &'static str,

    // Place and radius
    /// The heading of the place form.
    pub place_heading: &'static str,
    /// The label of the place field.
    pub place_label: &'static str,
    /// The example below the place field.
    pub place_hint: &'static str,
    /// The button of the place form.
    pub place_submit: &'static str,
    /// The error for a circle without land.
    pub place_at_sea: &'static str,
    /// The button that chooses the position of a map pop-up.
    pub check_here: &'static str,
    /// The button in the pop-up of a gauge or warning that the list has.
    pub show_in_list: &'static str,
    /// The button that closes the popup of the map, or removes an event of the watch list.
    pub close: &'static str,
    /// The question in the pop-up of a map position.
    pub check_here_question: &'static str,
    /// The button that uses the device's position.
    pub use_my_location: &'static str,
    /// The text of that button while the position is being determined.
    pub locating: &'static str,
    /// The error if the user or browser denied access to the position.
    pub location_refused: &'static str,
    /// The error if the device could not determine the position.
    pub location_unavailable: &'static str,
    /// The error if the position is too inaccurate.
    pub location_rough: &'static str,
    /// The error if the position is outside the service's area.
    pub location_outside: &'static str,
    /// The button that chooses all of Wales.
    pub all_wales: &'static str,
    /// The unit after a number of miles.
    pub miles: &'static str,
    /// The label of the radius field.
    pub radius_label: &'static str,
    /// The text after the label for screen readers.
    pub radius_of_place: &'static str,
    /// The button that opens the place form.
    pub change_place: &'static str,
    /// The same in one word, beside the place.
    pub change_place_short: &'static str,
    /// The name of the chosen place.
    pub place_name: fn(&PlaceName) -> String,

    // The warning status
    /// The warning status while the first request is in progress.
    pub answer_checking: &'static str,
    /// The warning status if no message is in force.
    pub answer_none: fn(&SearchArea) -> String,
    /// The severity counts of the messages in force, the number of unreadable ones, and the search
    /// area.
    pub answer_some: fn(SeverityCounts, usize, &SearchArea) -> String,
    /// The severity counts of the messages in force in the circle besides that of the headline.
    pub answer_also: fn(SeverityCounts, &SearchArea) -> String,
    /// The severity counts of the messages near the border of a county, without a full stop.
    pub answer_county_border: fn(SeverityCounts, County) -> String,
    /// The severity counts of the messages whose areas reach into the circle from outside, without a full stop.
    pub answer_circle_border: fn(SeverityCounts) -> String,
    /// The place is in no area with a message in force.
    pub answer_outside: fn(&PlaceName) -> String,
    /// Before the message of the headline where it does not concern the place, from the name of its severity.
    pub answer_nearest: fn(&str) -> String,
    /// That it is not known whether the area of a message near the place contains it.
    pub may_contain_place: &'static str,
    /// The warning status of a place while the shapes of areas further away with messages in force are not known, from
    /// their number.
    pub answer_elsewhere: Count,
    /// The warning status of a county while messages in force have no point in or near it, but may
    /// reach into it, from their number.
    pub answer_county_unplaced: Count,
    /// The mark of a message whose area reaches into the circle.
    pub outside_circle: &'static str,
    /// The mark of a message beyond the border of the county.
    pub beyond_border: &'static str,
    /// The mark of a message whose area contains the place.
    pub contains_place: &'static str,
    /// The number of unreadable messages, after the most severe message.
    pub answer_and_unreadable: Count,
    /// The warning status if there are only unreadable messages.
    pub answer_unreadable: Count,
    /// The time of the last confirmation, its age, and whether a request is in progress.
    pub answer_last_checked: fn(&str, &str, bool) -> String,
    /// The warning status if the service does not cover the place.
    pub answer_not_covered: fn(&PlaceName) -> String,
    /// The warning status for a circle without land.
    pub answer_no_land: &'static str,
    /// The warning status if the outlines could not be loaded.
    pub answer_outlines_missing: &'static str,
    /// The prompt to choose a place, shown for all of Wales.
    pub choose_your_place: &'static str,
    /// The name of a severity with the note that its area contains the place.
    pub for_your_place: fn(&str) -> String,
    /// The link to the warnings at Natural Resources Wales.
    pub national_service: &'static str,
    /// The note while the status is by distance and the local request is in progress.
    pub answer_provisional: &'static str,
    /// The note if the status is by distance and the local request failed.
    pub answer_by_distance: &'static str,
    /// The number of messages without a position, if the status is by distance.
    pub answer_without_point: Count,
    /// The warning status if it is unknown: since when, if that is known, and whether the circle
    /// contains English land.
    pub answer_unknown: fn(Option<&str>, bool) -> String,
    /// The warning status if the service could not be queried for the place, while the response for all of
    /// Wales is fresh: since when, if that is known.
    pub answer_place_unknown: fn(Option<&str>) -> String,
    /// The heading of the advice.
    pub what_to_do: &'static str,
    /// The same if the place is not known to be in the area of the headline.
    pub what_to_do_if_there: &'static str,
    /// The advice for a severity, most urgent first.
    pub advice: fn(Severity) -> &'static [&'static str],
    /// The time of the last confirmation.
    pub checked: fn(&str) -> String,
    /// The link to the emergency number.
    pub emergency: &'static str,

    // Severities
    /// The name of a severity.
    pub severity: fn(Severity) -> &'static str,
    /// The meaning of a severity, in one sentence.
    pub severity_meaning: fn(Severity) -> &'static str,
    /// A number of messages of one severity.
    pub severity_count: fn(Severity, usize) -> String,

    // Warnings
    /// The label of the warnings view.
    pub warnings: &'static str,
    /// The heading of the warnings list.
    pub warnings_here: &'static str,
    /// The number of messages, and of those in force.
    pub messages_count: fn(usize, usize) -> String,
    /// The heading of the messages that were stood down.
    pub no_longer_in_force_count: Count,
    /// The text of an empty warnings list.
    pub no_messages: &'static str,
    /// The error if the warnings list could not be loaded.
    pub messages_unknown: &'static str,
    /// The number of messages that could not be decoded.
    pub messages_unreadable: Count,
    /// The name of an area without a description.
    pub unnamed_area: &'static str,
    /// The note below a text that was cut.
    pub text_cut: &'static str,
    /// The label of the area code.
    pub area_code: &'static str,
    /// The label of the region.
    pub region: &'static str,
    /// The name of a region; `None` for an unknown one.
    pub region_name: fn(&Region) -> Option<&'static str>,
    /// The label of the source of the flooding.
    pub water: &'static str,
    /// The source of the flooding.
    pub water_kind: fn(FloodSource) -> &'static str,
    /// The label of the last change of the severity.
    pub in_force_since: &'static str,
    /// The same label for a message that was stood down.
    pub stood_down_at: &'static str,
    /// The label of the time of issue.
    pub raised: &'static str,
    /// How a message differs from when it was last seen.
    pub difference: fn(Difference) -> &'static str,
    /// The label of the last change of the text.
    pub message_changed: &'static str,
    /// The text of a message without a text.
    pub no_message: &'static str,
    /// The note on a text that is only in English.
    pub translation_follows: &'static str,
    /// The label of the distance.
    pub distance: &'static str,
    /// The note on a message without a position.
    pub without_point: &'static str,
    /// The note on a message with a contradictory severity.
    pub contradictory: &'static str,
    /// The text for a missing time.
    pub time_not_given: &'static str,

    // Gauges
    /// The label of the river levels view.
    pub rivers: &'static str,
    /// The number of gauges.
    pub gauges_count: Count,
    /// The text of an empty gauges list.
    pub no_gauges: &'static str,
    /// The same for a county.
    pub no_gauges_of_county: &'static str,
    /// The text if no gauge has a current reading.
    pub no_current: &'static str,
    /// The error if no gauge could be decoded.
    pub gauges_unreadable: &'static str,
    /// The error if the river levels could not be loaded.
    pub gauges_unknown: &'static str,
    /// Shown instead of the list if no gauge rises.
    pub no_rising: &'static str,
    /// A trend with its rate: "↑ rising 8 cm/h".
    pub trend_value: fn(Trend) -> String,
    /// Before the text of a council's level that a gauge has reached.
    pub level_reached: &'static str,
    /// The service's response has no gauges at all.
    pub no_gauges_returned: &'static str,
    /// The note on a gauge that the newest response lacks.
    pub not_reported: &'static str,
    /// The name of a gauge without a name.
    pub unnamed_gauge: &'static str,
    /// The text for a missing reading.
    pub no_reading: &'static str,
    /// The text for a sensor fault.
    pub sensor_fault: &'static str,
    /// The time of a reading that is not current.
    pub last_reading: fn(&str) -> String,
    /// The note on a reading time in the future.
    pub time_ahead: &'static str,
    /// The status "Offline".
    pub offline: &'static str,
    /// The label of the grid reference.
    pub grid_reference: &'static str,

    // Forecast
    /// The label of the panel with the watch list, and its heading.
    pub watched: &'static str,
    /// The button that opens it.
    pub watched_short: &'static str,
    /// The label of the forecast view.
    pub forecast: &'static str,
    /// The caption of the forecast table.
    pub forecast_caption: &'static str,
    /// The heading of the county column.
    pub county: &'static str,
    // Sources and their state
    /// A part that is loaded after the first data has not loaded.
    pub part_not_loaded: &'static str,
    /// The button that loads it again.
    pub try_again: &'static str,
    /// The button that polls all sources.
    pub check_now: &'static str,
    // Map
    /// The accessible name of the map.
    pub map_label: &'static str,
    /// The keys of the map, and the numbers of warnings and gauges on it.
    pub map_keys: fn(usize, usize) -> String,
    /// The zoom-in button.
    pub map_zoom_in: &'static str,
    /// The zoom-out button.
    pub map_zoom_out: &'static str,
    /// The button that enlarges the map.
    pub map_full_screen: &'static str,
    /// The button that shrinks the map.
    pub map_leave_full_screen: &'static str,
    /// The error if the map could not be loaded.
    pub map_unavailable: &'static str,

    // Footer
    /// The attribution of the data.
    pub attribution: &'static str,
    /// The disclaimer in the footer.
    pub not_validated: &'static str,
    /// The name of a compass direction.
    pub direction: fn(Direction) -> &'static str,
}

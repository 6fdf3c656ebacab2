//! The English messages.

use super::{
    dates::english_at,
    language::rate_of_change,
    plural::{english, enumerate, in_force},
    search_area::{PlaceName, SearchArea},
    texts::Texts,
};
use crate::domain::{
    geo::Direction,
    seen::Difference,
    trend::{Tendency, Trend},
    warning::{FloodSource, Region, Severity},
};

fn within(area: &SearchArea) -> String {
    match area {
        SearchArea::Wales => "in Wales".to_owned(),
        SearchArea::County(county) => format!("in {}", county.english()),
        SearchArea::Around { radius, name, .. } => {
            let part = if area.leaves_wales() { ", in the Welsh part of this circle" } else { "" };
            format!("within {}\u{a0}km of {}{part}", radius.kilometres(), place_name(name))
        }
    }
}

/// The same without the name of the place, which the page shows apart.
fn within_it(area: &SearchArea) -> String {
    match area {
        SearchArea::Around { radius, .. } if !area.leaves_wales() => {
            format!("within {}\u{a0}km", radius.kilometres())
        }
        _ => within(area),
    }
}

fn place_name(name: &PlaceName) -> String {
    match name {
        PlaceName::Place(name) => name.en.clone(),
        PlaceName::Near(reference, name) => format!("{reference}, near {}", name.en),
        PlaceName::Point(reference) => reference.clone(),
        PlaceName::Postcode(sector) => format!("postcode area {sector}"),
        PlaceName::Somewhere(km, name) => format!("somewhere within {km}\u{a0}km of {}", name.en),
    }
}

fn severity_count(severity: Severity, count: usize) -> String {
    match severity {
        Severity::Severe => english(count, "severe flood warning", "severe flood warnings"),
        Severity::Warning => english(count, "flood warning", "flood warnings"),
        Severity::Unknown => {
            english(count, "warning of unknown severity", "warnings of unknown severity")
        }
        Severity::Alert => english(count, "flood alert", "flood alerts"),
        Severity::NoLongerInForce => {
            english(count, "warning no longer in force", "warnings no longer in force")
        }
    }
}

fn unreadable_messages(n: usize) -> String {
    english(
        n,
        "warning or alert that could not be read",
        "warnings or alerts that could not be read",
    )
}

pub(super) fn counted(counts: crate::domain::warning::SeverityCounts) -> String {
    let parts: Vec<String> =
        in_force(counts).map(|(severity, count)| severity_count(severity, count)).collect();
    if parts.is_empty() {
        "no flood warnings or alerts".to_owned()
    } else {
        enumerate(&parts, "and")
    }
}

pub(super) static ENGLISH: Texts = Texts {
    page_title: "Flood warnings for Wales",
    tagline: "Data: Natural Resources Wales",
    skip_to_answer: "Skip to the flood warnings",
    switch_language: "Cymraeg",
    full_page: "Full page",
    views: "Views of this place",
    show_more: "Show more",
    new_version: "A new version of this page is ready. It is used from the next load on.",

    place_heading: "Your place",
    place_label: "Place, postcode, river or flood area",
    place_hint: "For example Brecon, CF37 1DN or River Usk",
    place_submit: "Show",
    place_at_sea: "There is no land within this distance of that point. Choose a place on land or near the coast.",
    check_here: "Check here",
    show_in_list: "Show in the list",
    close: "Close",
    check_here_question: "Check here?",
    use_my_location: "Use my location",
    locating: "Finding where you are…",
    location_refused: "Your browser did not allow the page to see where you are. Type a place instead.",
    location_unavailable: "Your device could not say where you are. Type a place instead.",
    location_rough: "Your device knows only roughly where you are. Type a place instead.",
    location_outside: "That is outside the area of this service.",
    all_wales: "All Wales",
    miles: "miles",
    radius_label: "within",
    radius_of_place: "this distance of your place",
    change_place: "Change place",
    change_place_short: "Change",
    place_name,

    answer_checking: "Checking for flood warnings…",
    answer_none: |area| format!("No flood warnings or alerts are in force {}.", within(area)),
    answer_some: |counts, unreadable, area| match unreadable {
        0 => format!("{} {}", counted(counts), within(area)),
        n => format!("{}, and {}, {}", counted(counts), unreadable_messages(n), within(area)),
    },
    answer_also: |counts, area| format!("Also {}: {}.", within_it(area), counted(counts)),
    answer_county_border: |counts, county| {
        format!("Near the border of {}: {}", county.english(), counted(counts))
    },
    answer_circle_border: |counts| format!("Just outside your circle: {}", counted(counts)),
    answer_outside: |name| {
        format!("No flood warning or alert is in force for {}.", place_name(name))
    },
    answer_nearest: |severity| format!("Nearest {}", severity.to_ascii_lowercase()),
    may_contain_place: "It may reach your place: act as if it does.",
    answer_elsewhere: |n| {
        format!(
            "{} in force further away. The areas may reach this place; this page cannot tell. See All Wales, or call Floodline 0345 988 1188.",
            english(n, "warning or alert is", "warnings or alerts are")
        )
    },
    answer_county_unplaced: |n| {
        format!(
            "{} in force with no point in or near this county. The areas may reach into it; this page cannot tell. See All Wales, or call Floodline 0345 988 1188.",
            english(n, "warning or alert is", "warnings or alerts are")
        )
    },
    outside_circle: "just outside your circle",
    beyond_border: "beyond the border",
    contains_place: "your place is inside",
    answer_and_unreadable: |n| format!(", and {}", unreadable_messages(n)),
    answer_unreadable: |n| {
        let which = if n == 1 { "It" } else { "Each" };
        format!(
            "{}. {which} may be a flood warning here. Call Floodline 0345 988 1188.",
            english(
                n,
                "warning or alert could not be read",
                "warnings or alerts could not be read"
            )
        )
    },
    answer_last_checked: |time, ago, is_being_checked| {
        let ago = if ago.is_empty() { String::new() } else { format!(", {ago}") };
        let now = if is_being_checked { "being checked now" } else { "cannot be checked now" };
        format!(
            "In force when last checked {}{ago}; {now}. Other warnings may be in force too.",
            english_at(time)
        )
    },
    answer_not_covered: |name| format!("This service does not cover {}.", place_name(name)),
    answer_no_land: "There is no land within this distance, so this service cannot warn for it.",
    answer_outlines_missing: "The outline of Wales could not be loaded, so this page cannot tell whether the service covers this place. There may be warnings in force. Call Floodline 0345 988 1188.",
    choose_your_place: "Choose your place to see its warnings.",
    for_your_place: |severity| format!("{severity} for your place"),
    national_service: "Flood warnings at Natural Resources Wales",
    answer_provisional: "Provisional: the service is still being asked about this place.",
    answer_by_distance: "Selected on this device by distance from the place; the service could not be asked about this place.",
    answer_without_point: |n| {
        format!(
            "{} without a position could not be placed: see All Wales.",
            english(n, "warning or alert", "warnings or alerts")
        )
    },
    answer_unknown: |since, leaves_wales| {
        let part = if leaves_wales { " in the Welsh part of this circle" } else { "" };
        let since = since.map_or_else(String::new, |since| format!(" since {since}"));
        format!(
            "Flood warnings{part} could not be checked{since}. There may be warnings in force. Call Floodline 0345 988 1188."
        )
    },
    answer_place_unknown: |since| {
        let since = since.map_or_else(String::new, |since| format!(" since {since}"));
        format!(
            "Flood warnings could not be checked for this place{since}. There may be warnings in force. Call Floodline 0345 988 1188."
        )
    },
    what_to_do: "What to do",
    what_to_do_if_there: "If you are in such an area",
    advice: |severity| match severity {
        Severity::Severe => &[
            "There is danger to life. Do what the emergency services tell you.",
            "In immediate danger call 999.",
            "Stay in a safe place with a way out.",
        ],
        Severity::Warning | Severity::Unknown => &[
            "Move people, pets and valuables to safety.",
            "Turn off gas, electricity and water if it is safe to do so.",
            "Put flood protection in place.",
        ],
        Severity::Alert => &[
            "Prepare a kit of essentials.",
            "Keep checking for flood warnings.",
            "Watch local river levels.",
            "Check the five-day forecast.",
        ],
        Severity::NoLongerInForce => &[
            "Flood water may remain. Keep out of it.",
            "If you were flooded, contact your insurer.",
        ],
    },
    checked: |time| format!("Checked {}", english_at(time)),
    emergency: "Emergency 999",

    severity: |severity| match severity {
        Severity::Severe => "Severe flood warning",
        Severity::Warning => "Flood warning",
        Severity::Unknown => "Severity unknown",
        Severity::Alert => "Flood alert",
        Severity::NoLongerInForce => "Warning no longer in force",
    },
    severity_meaning: |severity| match severity {
        Severity::Severe => "Danger to life",
        Severity::Warning => "Flooding is expected. Immediate action required",
        Severity::Unknown => "Treat it as a flood warning until it is known",
        Severity::Alert => "Flooding is possible. Be prepared",
        Severity::NoLongerInForce => "No further flooding is expected, water may still be about",
    },
    severity_count,

    warnings: "Warnings",
    warnings_here: "Flood warnings and alerts",
    messages_count: |all, in_force| {
        format!("{}, {in_force} in force", english(all, "warning or alert", "warnings and alerts"))
    },
    no_longer_in_force_count: |n| format!("No longer in force ({n})"),
    no_messages: "The service lists no flood warnings or alerts here.",
    messages_unknown: "The list of warnings could not be loaded.",
    messages_unreadable: |n| {
        english(
            n,
            "warning or alert could not be read. It may be a flood warning.",
            "warnings or alerts could not be read. Each may be a flood warning.",
        )
    },
    unnamed_area: "Area without a name",
    text_cut: "The text is longer. Only its first 10,000 characters are shown.",
    area_code: "Area code",
    region: "Region",
    region_name: |region| match region {
        Region::North => Some("North"),
        Region::SouthEast => Some("South East"),
        Region::SouthWest => Some("South West"),
        Region::Other(_) => None,
    },
    water: "Flooding from",
    water_kind: |water| match water {
        FloodSource::Tidal => "the sea or a tidal river",
        FloodSource::River => "a river",
        FloodSource::Unknown => "not stated",
    },
    in_force_since: "In force since",
    stood_down_at: "Stood down",
    raised: "Issued",
    difference: |difference| match difference {
        Difference::New => "New",
        Difference::Raised => "Raised",
        Difference::Lowered => "Lowered",
        Difference::Ended => "Ended",
    },
    message_changed: "Updated",
    no_message: "The service gives no text with this warning or alert.",
    translation_follows: "The following will be published in Welsh as soon as a translation is available.",
    distance: "Distance",
    without_point: "The service gives no position for this area, so it is not on the map.",
    contradictory: "The service contradicts itself about the severity. The more severe is shown.",
    time_not_given: "time not given",

    rivers: "Rivers",
    gauges_count: |n| english(n, "gauge", "gauges"),
    no_gauges: "No gauge lies within this distance.",
    no_gauges_of_county: "No gauge of this county is known, or its outline has not loaded.",
    no_current: "No gauge here has a current reading.",
    gauges_unreadable: "The service's list of gauges could not be read.",
    gauges_unknown: "The river levels could not be loaded.",
    no_rising: "No gauge here is known to be rising.",
    trend_value: |Trend { tendency, rate }| match (tendency, rate) {
        (Tendency::Rising, Some(rate)) => format!("↑ rising {}\u{a0}cm/h", rate_of_change(rate)),
        (Tendency::Falling, Some(rate)) => format!("↓ falling {}\u{a0}cm/h", rate_of_change(rate)),
        (Tendency::Rising, None) => "↑ rising".to_owned(),
        (Tendency::Falling, None) => "↓ falling".to_owned(),
        (Tendency::Steady, _) => "→ steady".to_owned(),
        (Tendency::Unknown, _) => "not enough readings".to_owned(),
    },
    level_reached: "Local level reached:",
    no_gauges_returned: "The service returned no gauges.",
    not_reported: "not in the source's latest answer",
    unnamed_gauge: "Unnamed gauge",
    no_reading: "no reading",
    sensor_fault: "sensor fault",
    last_reading: |time| format!("last reading {time}"),
    time_ahead: "the time looks wrong",
    offline: "Offline",
    grid_reference: "Grid reference",

    watched: "Watch list",
    watched_short: "Watch list",
    forecast: "Forecast",
    forecast_caption: "5 day flood risk forecast",
    county: "County",

    part_not_loaded: "This part of the page has not loaded.",
    try_again: "Try again",
    check_now: "Check now",

    map_label: "Map of river gauges and flood warnings. The lists have those of the chosen place.",
    map_keys: |warnings, gauges| {
        format!(
            "The map shows {} and {}. The arrows move it, + and − zoom, N reads out the next symbol, Enter shows it in the list.",
            english(warnings, "flood warning or alert", "flood warnings and alerts"),
            english(gauges, "river gauge", "river gauges"),
        )
    },
    map_zoom_in: "Zoom in",
    map_zoom_out: "Zoom out",
    map_full_screen: "Large map",
    map_leave_full_screen: "Small map",
    map_unavailable: "The map could not be loaded. The lists hold everything that it would show.",

    attribution: "Contains Natural Resources Wales information © Natural Resources Wales and Database Right. All rights reserved. Contains Environment Agency data. Open Government Licence v3.0. Contains OS data © Crown copyright and database rights. Map: Natural Earth, GeoNames (CC BY 4.0). Railway stations: David Wheatley, Trainline EU (ODbL 1.0).",
    not_validated: "The data is automatic and unvalidated. Do not rely on it alone where safety is at stake.",
    direction: |direction| match direction {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    },
};

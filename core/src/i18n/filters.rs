//! The texts of the filters and orders of the lists. Only late chunks of the page use them,
//! so they are a table of their own.

use super::{
    plural::{Noun, english},
    welsh::GAUGE,
};
use crate::domain::{list_view::Order, station::ParameterKind, warning::FloodSource};

/// The texts in one language.
pub struct FilterTexts {
    /// The heading of the filters.
    pub heading: &'static str,
    /// The same with the number of filters in use.
    pub heading_in_use: fn(usize) -> String,
    /// The label of the area, and its first option.
    pub area: &'static str,
    /// The option of the area while a place is chosen.
    pub chosen_place: &'static str,
    /// The label of the severity.
    pub severity: &'static str,
    /// The option for every severity.
    pub every_severity: &'static str,
    /// The option for every source of the flooding.
    pub every_water: &'static str,
    /// A source of the flooding.
    pub water: fn(FloodSource) -> &'static str,
    /// The label of the order.
    pub order: &'static str,
    /// An order.
    pub order_name: fn(Order) -> &'static str,
    /// The name of the buttons that choose a kind of gauge.
    pub gauge_kinds: &'static str,
    /// The button of a kind of gauge.
    pub gauge_kind: fn(ParameterKind) -> &'static str,
    /// A gauge of a kind.
    pub gauge: fn(ParameterKind) -> &'static str,
    /// The number of gauges of a kind.
    pub gauges: fn(ParameterKind, usize) -> String,
    /// The heading of a river: its number of gauges, and in the usual order of how many of them the place between source and sea is
    /// known; the others follow from north to south.
    pub river: fn(&str, usize, Option<usize>) -> String,
    /// How far along the river a gauge is from the one upstream, from the distance and its name.
    pub below: fn(&str, &str) -> String,
    /// The highest level of the last hours, which has fallen since, and when it was.
    pub peak: fn(&str, &str) -> String,
    /// The button that lists the gauges of all rivers again.
    pub all_rivers: &'static str,
    /// The messages in force that have the name of a river, counted.
    pub named_after_river: fn(&str) -> String,
    /// The list has no gauge of the chosen river.
    pub no_river: &'static str,
    /// The numbers of the messages that are shown, and of all messages.
    pub shown: fn(usize, usize) -> String,
    /// No gauge has reached a level of the council.
    pub no_reached: &'static str,
    /// No gauge is known to have reached a level of the council, but of some it is not known.
    pub reached_unknown: &'static str,
    /// The button that removes the filters.
    pub remove: &'static str,
    /// A filter of the address that does not exist, as "name=value".
    pub unknown: fn(&str) -> String,
    /// The button that lists only gauges that rise, the fastest first.
    pub rising_first: &'static str,
    /// The filter for gauges that have reached a level of the council, from their number.
    pub only_reached: fn(usize) -> String,
    /// The filter for current readings.
    pub only_current: &'static str,
}

pub(super) static ENGLISH: FilterTexts = FilterTexts {
    heading: "Filter and sort",
    heading_in_use: |n| format!("Filter and sort ({n} in use)"),
    area: "Area",
    chosen_place: "Around the chosen place",
    severity: "Severity",
    every_severity: "All",
    every_water: "Rivers and the sea",
    water: |water| match water {
        FloodSource::Tidal => "The sea and tidal rivers",
        FloodSource::River => "Rivers",
        FloodSource::Unknown => "Not stated",
    },
    order: "Order",
    order_name: |order| match order {
        Order::Severity => "Most severe first",
        Order::Distance => "Nearest first",
        Order::Newest => "Newest first",
        Order::Name => "By name",
        Order::County => "By county",
        Order::Unusual => "Highest for the gauge first",
    },
    gauge_kinds: "Gauges",
    gauge_kind: |kind| match kind {
        ParameterKind::Level => "Rivers",
        ParameterKind::Rain => "Rain",
        ParameterKind::Tide => "Tides",
    },
    gauge: |kind| match kind {
        ParameterKind::Level => "river gauge",
        ParameterKind::Rain => "rain gauge",
        ParameterKind::Tide => "tide gauge",
    },
    gauges: |kind, n| match kind {
        ParameterKind::Level => english(n, "gauge", "gauges"),
        ParameterKind::Rain => english(n, "rain gauge", "rain gauges"),
        ParameterKind::Tide => english(n, "tide gauge", "tide gauges"),
    },
    river: |name, n, placed| {
        let order = match placed {
            None => "",
            Some(0) => ", from north to south",
            Some(placed) if placed < n => ", from source to sea as far as that is known",
            Some(_) => ", from source to sea",
        };
        format!("{name}: {}{order}", english(n, "gauge", "gauges"))
    },
    below: |distance, name| format!("{distance} below {name}"),
    peak: |level, time| format!("peaked at {level}, {time}"),
    all_rivers: "All rivers",
    named_after_river: |counted| format!("{counted} with its name"),
    no_river: "The list has no gauge of this river.",
    shown: |shown, all| format!("Filtered: {shown} of {all} warnings and alerts are shown."),
    no_reached: "No gauge here has reached a local level.",
    reached_unknown: "No gauge here is known to have reached a local level, but some have no current reading in the unit of theirs, so this page cannot tell.",
    remove: "Show all",
    unknown: |filter| {
        format!("The address has a filter that does not exist, which is ignored: {filter}")
    },
    rising_first: "Rising, fastest first",
    only_reached: |n| format!("Local level reached ({n})"),
    only_current: "Only current readings",
};

const RAIN_GAUGE: Noun = Noun::softened("mesurydd glaw", "fesurydd glaw");
const TIDE_GAUGE: Noun = Noun::softened("mesurydd llanw", "fesurydd llanw");

// ---- ours, to be signed off by a translator; "rain gauge" and "tide gauge" are in the list of terms ----
pub(super) static WELSH: FilterTexts = FilterTexts {
    heading: "Hidlo a threfnu",
    heading_in_use: |n| format!("Hidlo a threfnu ({n} ar waith)"),
    area: "Ardal",
    chosen_place: "O amgylch y lle a ddewiswyd",
    severity: "Difrifoldeb",
    every_severity: "Pob un",
    every_water: "Afonydd a'r môr",
    water: |water| match water {
        FloodSource::Tidal => "Y môr ac afonydd llanwol",
        FloodSource::River => "Afonydd",
        FloodSource::Unknown => "Heb ei nodi",
    },
    order: "Trefn",
    order_name: |order| match order {
        Order::Severity => "Y mwyaf difrifol yn gyntaf",
        Order::Distance => "Yr agosaf yn gyntaf",
        Order::Newest => "Y diweddaraf yn gyntaf",
        Order::Name => "Yn ôl enw",
        Order::County => "Yn ôl sir",
        Order::Unusual => "Uchaf i'r mesurydd yn gyntaf",
    },
    gauge_kinds: "Mesuryddion",
    gauge_kind: |kind| match kind {
        ParameterKind::Level => "Afonydd",
        ParameterKind::Rain => "Glaw",
        ParameterKind::Tide => "Llanw",
    },
    gauge: |kind| match kind {
        ParameterKind::Level => "mesurydd afon",
        ParameterKind::Rain => "mesurydd glaw",
        ParameterKind::Tide => "mesurydd llanw",
    },
    gauges: |kind, n| match kind {
        ParameterKind::Level => GAUGE.after(n),
        ParameterKind::Rain => RAIN_GAUGE.after(n),
        ParameterKind::Tide => TIDE_GAUGE.after(n),
    },
    river: |name, n, placed| {
        let order = match placed {
            None => "",
            Some(0) => ", o'r gogledd i'r de",
            Some(placed) if placed < n => ", o'r tarddiad i'r môr hyd y gwyddys",
            Some(_) => ", o'r tarddiad i'r môr",
        };
        format!("{name}: {}{order}", GAUGE.after(n))
    },
    below: |distance, name| format!("{distance} islaw {name}"),
    peak: |level, time| format!("uchafbwynt o {level}, {time}"),
    all_rivers: "Pob afon",
    named_after_river: |counted| format!("{counted} â'i henw"),
    no_river: "Nid oes mesurydd ar yr afon hon yn y rhestr.",
    shown: |shown, all| format!("Wedi hidlo: dangosir {shown} o {all} rhybudd neu neges."),
    no_reached: "Nid oes mesurydd yma wedi cyrraedd lefel leol.",
    reached_unknown: "Nid yw'n hysbys bod unrhyw fesurydd yma wedi cyrraedd lefel leol, ond nid oes gan rai ddarlleniad cyfredol yn uned eu lefel, felly ni all y dudalen hon ddweud.",
    remove: "Dangos y cyfan",
    unknown: |filter| {
        format!("Mae gan y cyfeiriad hidlydd nad yw'n bod, ac fe'i hanwybyddir: {filter}")
    },
    rising_first: "Yn codi, cyflymaf yn gyntaf",
    only_reached: |n| format!("Lefel leol wedi'i chyrraedd ({n})"),
    only_current: "Darlleniadau cyfredol yn unig",
};

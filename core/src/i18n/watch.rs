//! The texts about the watch list and about levels of a visitor or a council. Only late chunks of the page use them, so they are a table of their own.

use crate::domain::threshold::Reach;

/// The texts in one language.
pub struct WatchTexts {
    /// The button that adds to the watch list or, when pressed, removes from it.
    pub watch: &'static str,
    /// The button that watches a county, from its name.
    pub watch_county: fn(&str) -> String,
    /// The button that removes an entry, from its name.
    pub remove: fn(&str) -> String,
    /// Shown while nothing is watched.
    pub empty: &'static str,
    /// Where the list is stored.
    pub kept_note: &'static str,
    /// Column headings.
    pub gauge: &'static str,
    /// The column of the levels.
    pub level: &'static str,
    /// The column of the own levels.
    pub own_level: &'static str,
    /// The label of the field for it.
    pub tell_me: &'static str,
    /// The button that stores an own level.
    pub save: &'static str,
    /// The button that removes an own level.
    pub remove_level: &'static str,
    /// The text of the own level's field is no level.
    pub not_a_level: &'static str,
    /// Whether a level has been reached.
    pub reach: fn(Reach) -> &'static str,
    /// The gauge or area is not in the service's response.
    pub not_listed: &'static str,
    /// The heading of the watched areas.
    pub areas: &'static str,
    /// The heading of the watched counties.
    pub counties: &'static str,
    /// No message is in force there, from the time of the response.
    pub none_in_force: fn(&str) -> String,
    /// A message is in force near the border of a county, and none in the county itself, from the name of
    /// its severity.
    pub near_border: fn(&str) -> String,
    /// It is not known whether a message is in force there.
    pub unknown: &'static str,
    /// The button that switches notifications on or off.
    pub notify: &'static str,
    /// When there are notifications, and what to do for warnings at any time.
    pub notify_note: &'static str,
    /// The browser shows no notifications of this page.
    pub notify_denied: &'static str,
    /// In the list of gauges: the own level of one.
    pub own_level_of: fn(&str) -> String,
    /// A gauge has reached the own level, from its name and the own level.
    pub event_level: fn(&str, &str) -> String,
}

pub(super) static ENGLISH: WatchTexts = WatchTexts {
    watch: "Watch",
    watch_county: |name| format!("Watch {name}"),
    remove: |name| format!("Stop watching {name}"),
    empty: "Nothing is watched yet. Open a gauge, a warning or an alert, or choose a county in the forecast, and press “Watch”.",
    kept_note: "The watch list is kept on this device only.",
    gauge: "Gauge",
    level: "Level",
    own_level: "Own level",
    tell_me: "Tell me when it reaches",
    save: "Save",
    remove_level: "Remove",
    not_a_level: "Please give the level as a number, for example 3.2.",
    reach: |reach| match reach {
        Reach::Reached => "reached",
        Reach::Below => "not reached",
        Reach::Unknown => "not known",
    },
    not_listed: "not in the latest data",
    areas: "Areas",
    counties: "Counties",
    none_in_force: |time| format!("None in force, checked {time}."),
    near_border: |severity| format!("Near its border: {severity}"),
    unknown: "Not known at present.",
    notify: "Notify me while this page is open",
    notify_note: "There are notifications only while this page is open. For warnings at any time sign up with Natural Resources Wales, or call Floodline on 0345 988 1188.",
    notify_denied: "This browser does not show notifications of this page. The page itself shows what happens.",
    own_level_of: |level| format!("your own level: {level}"),
    event_level: |name, level| format!("{name} has reached {level}, your own level"),
};

// ---- ours, to be signed off by a translator; "watch list" is in the list of terms ----
pub(super) static WELSH: WatchTexts = WatchTexts {
    watch: "Gwylio",
    watch_county: |name| format!("Gwylio {name}"),
    remove: |name| format!("Peidio â gwylio {name}"),
    empty: "Nid oes dim yn cael ei wylio eto. Agorwch fesurydd, rhybudd neu neges, neu dewiswch sir yn y rhagolygon, a dewiswch “Gwylio”.",
    kept_note: "Fe gedwir y rhestr wylio ar y ddyfais hon yn unig.",
    gauge: "Mesurydd",
    level: "Lefel",
    own_level: "Eich lefel eich hun",
    tell_me: "Rhowch wybod imi pan fydd yn cyrraedd",
    save: "Cadw",
    remove_level: "Dileu",
    not_a_level: "Rhowch y lefel fel rhif, er enghraifft 3.2.",
    reach: |reach| match reach {
        Reach::Reached => "wedi'i chyrraedd",
        Reach::Below => "heb ei chyrraedd",
        Reach::Unknown => "ddim yn hysbys",
    },
    not_listed: "ddim yn y data diweddaraf",
    areas: "Ardaloedd",
    counties: "Siroedd",
    none_in_force: |time| format!("Dim mewn grym, gwiriwyd {time}."),
    near_border: |severity| format!("Ger ei ffin: {severity}"),
    unknown: "Ddim yn hysbys ar hyn o bryd.",
    notify: "Rhoi gwybod i mi tra bo'r dudalen hon ar agor",
    notify_note: "Dim ond tra bo'r dudalen hon ar agor y ceir hysbysiadau. I gael rhybuddion ar unrhyw adeg, cofrestrwch gyda Cyfoeth Naturiol Cymru neu ffoniwch Floodline ar 0345 988 1188.",
    notify_denied: "Nid yw'r porwr hwn yn dangos hysbysiadau'r dudalen hon. Mae'r dudalen ei hun yn dangos yr hyn sy'n digwydd.",
    own_level_of: |level| format!("eich lefel eich hun: {level}"),
    event_level: |name, level| format!("Mae {name} wedi cyrraedd {level}, eich lefel eich hun"),
};

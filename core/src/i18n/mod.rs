//! English and Welsh: every word of the page, with plurals, dates and numbers, as one table with a
//! value per language.
//!
//! A message that one language lacks does not compile. Upstream's free text is not translated here;
//! it is marked with its own language where it is shown ([`Language::pick`]).

mod dates;
mod english;
mod mutation;
mod numbers;
pub mod plural;
mod welsh;

pub use numbers::decimal;

use crate::domain::{
    Timestamp,
    bilingual::{Bilingual, Both},
    data_quality::DataIssue,
    forecast::RiskLevel,
    freshness::Freshness,
    geo::{Coverage, Direction, Distance, Radius},
    station::Unit,
    warning::{Region, Severity, SeverityCounts, Water},
};
use chrono::NaiveDate;

/// The language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    Welsh,
}

/// A text with the language that it is in, where that is not the page's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoken<'a> {
    pub text: &'a str,
    /// The `lang` attribute of the stretch; `None` where it is the page's language.
    pub foreign: Option<Language>,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::Welsh];

    /// The BCP 47 tag, as `lang` attributes and addresses have it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Welsh => "cy",
        }
    }

    /// Reads "en", "cy" and what browsers make of them ("en-GB", "cy-GB").
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next()?;
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    pub fn other(self) -> Self {
        match self {
            Self::English => Self::Welsh,
            Self::Welsh => Self::English,
        }
    }

    /// The words of the language.
    pub fn messages(self) -> &'static Messages {
        match self {
            Self::English => &english::ENGLISH,
            Self::Welsh => &welsh::WELSH,
        }
    }

    /// The text of the language, or the other one, marked as such, where this one is empty.
    pub fn pick<'a>(self, text: impl Into<Both<'a>>) -> Spoken<'a> {
        let text = text.into();
        let (own, foreign) = self.of((text.en, text.cy), (text.cy, text.en));
        if own.is_empty() && !foreign.is_empty() {
            Spoken { text: foreign, foreign: Some(self.other()) }
        } else {
            Spoken { text: own, foreign: None }
        }
    }

    /// The nth of a list by the language: `(english, welsh)`.
    pub fn of<T>(self, english: T, welsh: T) -> T {
        match self {
            Self::English => english,
            Self::Welsh => welsh,
        }
    }

    /// Clock time today, else day and clock time; with the year where it is another one: "14:05",
    /// "16 February, 04:15".
    pub fn when(self, at: Timestamp, now: Timestamp) -> String {
        dates::when(self, at, now)
    }

    /// Day, year and clock time, also of today.
    pub fn date_and_time(self, at: Timestamp) -> String {
        dates::date_and_time(self, at)
    }

    /// How long ago, in words up to a day; then the day and time.
    pub fn ago(self, at: Timestamp, now: Timestamp) -> String {
        dates::ago(self, at, now)
    }

    /// "Friday 20 November".
    pub fn long_day(self, date: NaiveDate) -> String {
        dates::long_day(self, date)
    }

    /// "Fri 20".
    pub fn short_day(self, date: NaiveDate) -> String {
        dates::short_day(self, date)
    }

    /// "1.2 km" below ten kilometres, "12 km" above, with a space that does not break.
    pub fn distance(self, distance: Distance) -> String {
        let km = distance.kilometres();
        format!("{}\u{a0}km", decimal(km, u32::from(km < 9.95)))
    }
}

/// What a sentence says the warnings are in or around.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SearchArea {
    #[default]
    Wales,
    Around {
        radius: Radius,
        name: PlaceName,
        /// How the circle lies to the land for which this service warns; `None` while the outlines
        /// are loading.
        coverage: Option<Coverage>,
    },
}

impl SearchArea {
    /// The circle holds English land as well, for which this service does not warn.
    pub fn leaves_wales(&self) -> bool {
        matches!(self, Self::Around { coverage: Some(Coverage::Partly), .. })
    }

    /// The service is known to warn for some of it.
    pub fn is_covered(&self) -> bool {
        match self {
            Self::Wales => true,
            Self::Around { coverage, .. } => coverage.is_some_and(Coverage::is_covered),
        }
    }
}

/// What the chosen place is called.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceName {
    /// A place of the atlas itself.
    Place(Bilingual),
    /// A point near one: its grid reference and the place.
    Near(String, Bilingual),
    /// A point with nothing near: its grid reference or coordinates.
    Point(String),
}

/// The sources, as the page names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceName {
    Warnings,
    WarningsHere,
    Stations,
    Forecast,
}

/// A number of things, in a sentence.
pub type Count = fn(usize) -> String;

/// Every word of the page in one language.
pub struct Messages {
    // The page as a whole
    pub page_title: &'static str,
    pub tagline: &'static str,
    pub skip_to_answer: &'static str,
    /// The switch to the other language, in that language.
    pub switch_language: &'static str,
    pub full_page: &'static str,
    pub views: &'static str,
    pub show_more: &'static str,
    pub opens_elsewhere: &'static str,
    pub new_version: &'static str,

    // Place and radius
    pub place_heading: &'static str,
    pub place_label: &'static str,
    pub place_hint: &'static str,
    pub place_submit: &'static str,
    pub place_suggestions: Count,
    pub place_unknown: &'static str,
    pub place_not_ready: &'static str,
    pub place_several: &'static str,
    pub place_at_sea: &'static str,
    pub check_here: &'static str,
    pub check_here_question: &'static str,
    pub use_my_location: &'static str,
    pub locating: &'static str,
    pub location_refused: &'static str,
    pub location_unavailable: &'static str,
    pub location_rough: &'static str,
    pub location_outside: &'static str,
    pub all_wales: &'static str,
    pub radius_label: &'static str,
    pub radius_value: fn(Radius) -> String,
    pub change_place: &'static str,
    pub place_name: fn(&PlaceName) -> String,

    // The answer
    pub answer_checking: &'static str,
    pub answer_none: fn(&SearchArea) -> String,
    /// Counts of the messages in force and of those that could not be read, and where.
    pub answer_some: fn(SeverityCounts, usize, &SearchArea) -> String,
    /// Counts of the messages whose areas reach into the circle from beyond it.
    pub answer_at_edge: fn(SeverityCounts) -> String,
    pub at_edge: &'static str,
    /// Behind the most severe message: how many could not be read.
    pub answer_and_unreadable: Count,
    /// In place of an answer: messages that could not be read.
    pub answer_unreadable: Count,
    /// In force when last checked: when, and how long ago that is; whether it is being checked.
    pub answer_last_checked: fn(&str, &str, bool) -> String,
    /// The service says nothing of this place.
    pub answer_not_covered: fn(&PlaceName) -> String,
    pub answer_no_land: &'static str,
    pub answer_outlines_missing: &'static str,
    pub choose_your_place: &'static str,
    pub if_in_one_of: &'static str,
    pub more_areas: Count,
    pub national_service: &'static str,
    pub national_service_address: &'static str,
    pub answer_provisional: &'static str,
    pub answer_by_distance: &'static str,
    pub answer_without_point: Count,
    /// Since when, if that is known; and whether the circle leaves Wales.
    pub answer_unknown: fn(Option<&str>, bool) -> String,
    pub only_wales: &'static str,
    pub for_england: &'static str,
    pub english_service: &'static str,
    pub what_to_do: &'static str,
    /// What to do, most urgent first.
    pub advice: fn(Severity) -> &'static [&'static str],
    pub checked: fn(&str) -> String,
    pub danger_to_life: &'static str,

    // Severities
    pub severity: fn(Severity) -> &'static str,
    pub severity_meaning: fn(Severity) -> &'static str,
    pub severity_count: fn(Severity, usize) -> String,

    // Warnings
    pub warnings: &'static str,
    pub warnings_here: &'static str,
    pub messages_count: fn(usize, usize) -> String,
    pub no_longer_in_force_count: Count,
    pub no_messages: &'static str,
    pub messages_unknown: &'static str,
    pub messages_unreadable: Count,
    pub unnamed_area: &'static str,
    pub text_cut: &'static str,
    pub area_code: &'static str,
    pub region: &'static str,
    pub region_name: fn(&Region) -> Option<&'static str>,
    pub water: &'static str,
    pub water_kind: fn(Water) -> &'static str,
    pub in_force_since: &'static str,
    pub stood_down_at: &'static str,
    pub raised: &'static str,
    pub message_changed: &'static str,
    pub no_message: &'static str,
    pub translation_follows: &'static str,
    pub distance: &'static str,
    pub distance_value: fn(&str, Direction) -> String,
    pub without_point: &'static str,
    pub contradictory: &'static str,
    pub time_not_given: &'static str,

    // Gauges
    pub rivers: &'static str,
    pub gauges_count: Count,
    pub no_gauges: &'static str,
    pub no_current: &'static str,
    pub gauges_unreadable: &'static str,
    pub gauges_unknown: &'static str,
    pub only_current: &'static str,
    pub data_quality: fn(Language, Timestamp, DataIssue) -> String,
    pub not_reported: &'static str,
    pub unnamed_gauge: &'static str,
    pub reading: &'static str,
    pub no_reading: &'static str,
    pub sensor_fault: &'static str,
    pub reading_time: &'static str,
    pub last_reading: fn(&str) -> String,
    pub time_ahead: &'static str,
    pub status: &'static str,
    pub online: &'static str,
    pub offline: &'static str,
    pub parameter: &'static str,
    pub grid_reference: &'static str,
    pub station_number: &'static str,
    pub station_page: &'static str,
    pub position_from_grid: &'static str,
    pub position_unknown: &'static str,
    pub unit_explained: fn(&Unit) -> &'static str,
    pub negative_explained: &'static str,

    // Forecast
    pub forecast: &'static str,
    pub forecast_caption: &'static str,
    pub county: &'static str,
    pub all_counties: &'static str,
    pub choose_county: &'static str,
    pub risk: fn(RiskLevel) -> &'static str,
    pub not_stated: &'static str,
    pub not_stated_explained: &'static str,
    pub your_county: &'static str,
    pub no_region: &'static str,
    pub forecast_covers: &'static str,
    pub forecast_commentary: &'static str,
    pub forecast_commentary_link: &'static str,
    pub forecast_commentary_address: &'static str,
    pub forecast_unknown: &'static str,

    // Sources and their state
    pub sources: &'static str,
    pub source: fn(SourceName) -> &'static str,
    pub state: fn(Freshness) -> &'static str,
    pub as_of: fn(&str) -> String,
    pub newest_reading: fn(&str) -> String,
    pub next_try: fn(&str) -> String,
    pub paused: &'static str,
    pub asking: &'static str,
    pub check_now: &'static str,
    /// What pressing it did.
    pub check_asking: &'static str,
    pub check_done: fn(&str) -> String,
    pub check_failed: fn(&str) -> String,
    pub check_too_soon: &'static str,
    pub check_busy: fn(&str) -> String,
    /// How many of how many items of a source could not be shown.
    pub not_shown: fn(SourceName, usize, usize) -> String,
    pub unreadable: &'static str,
    pub no_identifier: &'static str,
    pub clock_wrong: fn(&str) -> String,
    pub for_operators: &'static str,
    pub state_changed: fn(SourceName, Freshness) -> String,
    pub failed_offline: &'static str,
    pub failed_unreachable: &'static str,
    pub failed_timeout: &'static str,
    pub failed_too_large: &'static str,
    pub failed_busy: fn(Option<&str>) -> String,
    pub failed_refused: &'static str,
    pub failed_not_found: &'static str,
    pub failed_service: &'static str,
    pub failed_web_page: &'static str,
    pub failed_unreadable: &'static str,
    pub failed_undated: &'static str,
    pub failed_incomplete: &'static str,

    // Map
    pub map_label: &'static str,
    pub map_zoom_in: &'static str,
    pub map_zoom_out: &'static str,
    pub map_full_screen: &'static str,
    pub map_leave_full_screen: &'static str,
    pub map_unavailable: &'static str,
    pub map_show_tiles: &'static str,
    pub map_tiles_failed: &'static str,
    pub map_hint: &'static str,
    pub map_key: &'static str,
    pub key_fresh: &'static str,
    pub key_late: &'static str,
    pub key_stale: &'static str,

    // Foot
    pub attribution: &'static str,
    pub not_validated: &'static str,
    pub direction: fn(Direction) -> &'static str,
}

/// The severities of a tally that are in force, each with its number.
fn in_force(tally: SeverityCounts) -> impl Iterator<Item = (Severity, usize)> {
    Severity::ALL
        .into_iter()
        .filter(|severity| severity.in_force())
        .map(move |severity| (severity, tally.count(severity)))
        .filter(|(_, count)| *count > 0)
}

/// "a, b and c" with the language's own "and".
fn enumerate(parts: &[String], and: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} {and} {last}", head.join(", ")),
    }
}

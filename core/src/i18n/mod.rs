//! The texts of the page in English and Welsh, with plurals, dates and numbers: one table with a
//! value per language.
//!
//! A text that is missing in one language is a compile error. Texts from the service are not
//! translated here; they are marked with their own language where they are shown
//! ([`Language::pick`]).

pub mod answer;
pub mod areas;
pub mod changes;
pub mod chart;
pub mod contacts;
mod dates;
pub mod desk;
mod english;
pub mod filters;
pub mod forecast;
pub mod forecast_map;
pub mod gauge;
pub mod glossary;
mod language;
pub mod level_records;
pub mod map;
mod mutation;
pub mod output;
mod plural;
pub mod push;
pub mod recorder;
pub mod search;
mod search_area;
pub mod sources;
mod texts;
pub mod watch;
mod welsh;

pub use language::{Language, Spoken, decimal, with_unit};
pub use search_area::{PlaceName, SearchArea};
pub use texts::{Count, Texts};

use crate::domain::warning::SeverityCounts;

/// The service's telephone line, by its name in both languages.
pub const FLOODLINE: &str = "Floodline 0345 988 1188";

impl Language {
    /// The texts of the language.
    pub fn texts(self) -> &'static Texts {
        self.of(&english::ENGLISH, &welsh::WELSH)
    }

    /// "2 flood warnings and 1 flood alert": the messages in force.
    pub fn counted(self, counts: SeverityCounts) -> String {
        match self {
            Self::English => english::counted(counts),
            Self::Welsh => welsh::counted(counts),
        }
    }

    /// The texts of the parts of the answer that load later.
    pub fn answer_texts(self) -> &'static answer::AnswerTexts {
        self.of(&answer::ENGLISH, &answer::WELSH)
    }

    /// The texts about the shapes of flood areas.
    pub fn area_texts(self) -> &'static areas::AreaTexts {
        self.of(&areas::ENGLISH, &areas::WELSH)
    }

    /// The texts about changes.
    pub fn change_texts(self) -> &'static changes::ChangeTexts {
        self.of(&changes::ENGLISH, &changes::WELSH)
    }

    /// The texts about earlier readings.
    pub fn chart_texts(self) -> &'static chart::ChartTexts {
        self.of(&chart::ENGLISH, &chart::WELSH)
    }

    /// The texts of the table of messages and of the layouts.
    pub fn desk_texts(self) -> &'static desk::DeskTexts {
        self.of(&desk::ENGLISH, &desk::WELSH)
    }

    /// The texts of the filters.
    pub fn filter_texts(self) -> &'static filters::FilterTexts {
        self.of(&filters::ENGLISH, &filters::WELSH)
    }

    /// The texts of the forecast on the map.
    pub fn forecast_map_texts(self) -> &'static forecast_map::ForecastMapTexts {
        self.of(&forecast_map::ENGLISH, &forecast_map::WELSH)
    }

    /// The texts of the forecast.
    pub fn forecast_texts(self) -> &'static forecast::ForecastTexts {
        self.of(&forecast::ENGLISH, &forecast::WELSH)
    }

    /// The texts of the details of a gauge.
    pub fn gauge_texts(self) -> &'static gauge::GaugeTexts {
        self.of(&gauge::ENGLISH, &gauge::WELSH)
    }

    /// The texts of whom to call and tell.
    pub fn contact_texts(self) -> &'static contacts::ContactTexts {
        self.of(&contacts::ENGLISH, &contacts::WELSH)
    }

    /// The words, explained.
    pub fn glossary_texts(self) -> &'static glossary::GlossaryTexts {
        self.of(&glossary::ENGLISH, &glossary::WELSH)
    }

    /// The texts of the map's legend and of its tiles.
    pub fn map_texts(self) -> &'static map::MapTexts {
        self.of(&map::ENGLISH, &map::WELSH)
    }

    /// The texts of a view on paper, on a wall screen, and passed on.
    pub fn output_texts(self) -> &'static output::OutputTexts {
        self.of(&output::ENGLISH, &output::WELSH)
    }

    /// The texts about notifications that come while the page is closed.
    pub fn push_texts(self) -> &'static push::PushTexts {
        self.of(&push::ENGLISH, &push::WELSH)
    }

    /// The texts about the records of gauges.
    pub fn record_texts(self) -> &'static level_records::RecordTexts {
        self.of(&level_records::ENGLISH, &level_records::WELSH)
    }

    /// The texts of the recorder's feeds, plain pages and notifications.
    pub fn recorder_texts(self) -> &'static recorder::RecorderTexts {
        self.of(&recorder::ENGLISH, &recorder::WELSH)
    }

    /// The texts of the search for a place.
    pub fn search_texts(self) -> &'static search::SearchTexts {
        self.of(&search::ENGLISH, &search::WELSH)
    }

    /// The texts about the sources: their state, their failures and "check now".
    pub fn source_texts(self) -> &'static sources::SourceTexts {
        self.of(&sources::ENGLISH, &sources::WELSH)
    }

    /// The texts about the watch list.
    pub fn watch_texts(self) -> &'static watch::WatchTexts {
        self.of(&watch::ENGLISH, &watch::WELSH)
    }
}

//! The texts of the page in English and Welsh, with plurals, dates and numbers: one table with a
//! value per language.
//!
//! A text that is missing in one language is a compile error. Texts from the service are not
//! translated here; they are marked with their own language where they are shown
//! ([`Language::pick`]).

mod addresses;
mod answer;
mod areas;
mod briefing;
mod changes;
mod chart;
mod dates;
mod desk;
mod english;
mod export;
mod feeds;
mod filters;
mod forecast;
mod forecast_map;
mod gauge;
mod glossary;
mod language;
mod level_records;
mod lists;
mod map;
mod mutation;
mod notice;
mod numbers;
mod plain;
pub mod plural;
mod push;
mod remembered;
mod search;
mod search_area;
mod sources;
mod texts;
mod wall;
mod watch;
mod welsh;

pub use answer::AnswerTexts;
pub use areas::AreaTexts;
pub use briefing::BriefingTexts;
pub use changes::ChangeTexts;
pub use chart::ChartTexts;
pub use desk::DeskTexts;
pub use export::ExportTexts;
pub use feeds::FeedTexts;
pub use filters::FilterTexts;
pub use forecast::ForecastTexts;
pub use forecast_map::ForecastMapTexts;
pub use gauge::GaugeTexts;
pub use glossary::GlossaryTexts;
pub use language::{Language, Spoken};
pub use level_records::RecordTexts;
pub use map::MapTexts;
pub use notice::NoticeTexts;
pub use numbers::{decimal, with_unit};
pub use plain::PlainTexts;
pub use push::PushTexts;
pub use remembered::RememberedTexts;
pub use search::SearchTexts;
pub use search_area::{PlaceName, SearchArea};
pub use sources::SourceTexts;
pub use texts::{Count, Texts};
pub use wall::WallTexts;
pub use watch::WatchTexts;

impl Language {
    /// The texts of the language.
    pub fn texts(self) -> &'static Texts {
        match self {
            Self::English => &english::ENGLISH,
            Self::Welsh => &welsh::WELSH,
        }
    }
}

//! The messages of the page in English and Welsh, with plurals, dates and numbers: one table with a
//! value per language.
//!
//! A message that is missing in one language is a compile error. Texts from the service are not
//! translated here; they are marked with their own language where they are shown
//! ([`Language::pick`]).

mod areas;
mod briefing;
mod changes;
mod dates;
mod english;
mod feeds;
mod filters;
mod forecast;
mod forecast_map;
mod gauge;
mod glossary;
mod handover;
mod history;
mod language;
mod lists;
mod map;
mod messages;
mod mutation;
mod numbers;
pub mod plural;
mod remembered;
mod search;
mod search_area;
mod sources;
mod wall;
mod watch;
mod welsh;

pub use areas::AreaMessages;
pub use briefing::BriefingMessages;
pub use changes::ChangeMessages;
pub use feeds::FeedMessages;
pub use filters::FilterMessages;
pub use forecast::ForecastMessages;
pub use forecast_map::ForecastMapMessages;
pub use gauge::GaugeMessages;
pub use glossary::GlossaryMessages;
pub use handover::HandoverMessages;
pub use history::HistoryMessages;
pub use language::{Language, Spoken};
pub use map::MapMessages;
pub use messages::{Count, Messages};
pub use numbers::decimal;
pub use remembered::RememberedMessages;
pub use search_area::{PlaceName, SearchArea};
pub use sources::SourceMessages;
pub use wall::WallMessages;
pub use watch::WatchMessages;

impl Language {
    /// The messages of the language.
    pub fn messages(self) -> &'static Messages {
        match self {
            Self::English => &english::ENGLISH,
            Self::Welsh => &welsh::WELSH,
        }
    }
}

//! The language of the page, and how it writes dates, distances and texts of the service.

use super::{Messages, dates, decimal, english, welsh};
use crate::domain::{Timestamp, bilingual::Both, geo::Distance};
use chrono::NaiveDate;

/// The language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, the default.
    #[default]
    English,
    /// Welsh.
    Welsh,
}

/// A text, with its language if that is not the page's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoken<'a> {
    /// The text.
    pub text: &'a str,
    /// The `lang` attribute of the text; `None` if it is in the page's language.
    pub foreign: Option<Language>,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Welsh];

    /// The BCP 47 tag, used in `lang` attributes and addresses.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Welsh => "cy",
        }
    }

    /// Parses "en", "cy" and tags with a region, as browsers report them ("en-GB", "cy-GB").
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next()?;
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The other language.
    pub fn other(self) -> Self {
        match self {
            Self::English => Self::Welsh,
            Self::Welsh => Self::English,
        }
    }

    /// The messages of the language.
    pub fn messages(self) -> &'static Messages {
        match self {
            Self::English => &english::ENGLISH,
            Self::Welsh => &welsh::WELSH,
        }
    }

    /// Returns the text in this language, or in the other one, marked as such, if this one is
    /// empty.
    pub fn pick<'a>(self, text: impl Into<Both<'a>>) -> Spoken<'a> {
        let text = text.into();
        let (own, foreign) = self.of((text.en, text.cy), (text.cy, text.en));
        if own.is_empty() && !foreign.is_empty() {
            Spoken { text: foreign, foreign: Some(self.other()) }
        } else {
            Spoken { text: own, foreign: None }
        }
    }

    /// Returns `english` or `welsh`.
    pub fn of<T>(self, english: T, welsh: T) -> T {
        match self {
            Self::English => english,
            Self::Welsh => welsh,
        }
    }

    /// Formats the clock time for today, otherwise day and clock time, with the year if it is not
    /// the current one: "14:05", "16 February, 04:15".
    pub fn when(self, at: Timestamp, now: Timestamp) -> String {
        dates::when(self, at, now)
    }

    /// Formats as [`when`](Self::when), with "yesterday" for the day before: "yesterday 22:29".
    pub fn since(self, at: Timestamp, now: Timestamp) -> String {
        dates::since(self, at, now)
    }

    /// Formats day, year and clock time, also for today.
    pub fn date_and_time(self, at: Timestamp) -> String {
        dates::date_and_time(self, at)
    }

    /// Formats an age of up to a day in words; otherwise day and time.
    pub fn ago(self, at: Timestamp, now: Timestamp) -> String {
        dates::ago(self, at, now)
    }

    /// Formats a date with its weekday: "Friday 20 November".
    pub fn long_day(self, date: NaiveDate) -> String {
        dates::long_day(self, date)
    }

    /// Formats a date in short: "Fri 20".
    pub fn short_day(self, date: NaiveDate) -> String {
        dates::short_day(self, date)
    }

    /// Formats a distance: "1.2 km" below ten kilometres, "12 km" above, with a no-break space.
    pub fn distance(self, distance: Distance) -> String {
        let km = distance.kilometres();
        format!("{}\u{a0}km", decimal(km, u32::from(km < 9.95)))
    }
}

//! The language of the page, and how it writes distances and texts of the service.

use super::numbers::decimal;
use crate::domain::{
    bilingual::Both,
    geo::{Direction, Distance, Radius},
};

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

    /// Formats a radius in kilometres and miles: "5 km (3.1 miles)".
    pub fn radius(self, radius: Radius) -> String {
        let km = radius.kilometres();
        let miles = decimal(radius.distance().miles(), u32::from(km < 10));
        format!("{km}\u{a0}km ({miles}\u{a0}{})", self.of("miles", "milltir"))
    }

    /// Formats a distance with a compass direction: "1.2 km north-east".
    pub fn distance_towards(self, distance: Distance, direction: Direction) -> String {
        format!("{} {}", self.distance(distance), (self.texts().direction)(direction))
    }

    /// Formats a distance: "1.2 km" below ten kilometres, "12 km" above, with a no-break space.
    pub fn distance(self, distance: Distance) -> String {
        let km = distance.kilometres();
        format!("{}\u{a0}km", decimal(km, u32::from(km < 9.95)))
    }
}

//! The language of the page, how it writes numbers, distances and texts of the service, and the addresses of the provider's public site,
//! which are no part of the service and only links.

use crate::domain::{
    bilingual::Both,
    decimal,
    geo::{Direction, Distance, Radius},
    station::{StationId, Unit},
    trend::Rate,
};

/// Formats `value` with `digits` digits after the decimal point. Negative numbers have the minus sign U+2212.
pub fn decimal(value: f64, digits: u32) -> String {
    decimal::fixed(value, digits).replace('-', "−")
}

/// Formats `value` with its unit on the same line.
pub fn with_unit(value: f64, digits: u32, unit: &Unit) -> String {
    format!("{}\u{a0}{}", decimal(value, digits), unit.symbol())
}

/// Formats how fast a level changes, without its sign: whole centimetres per hour from 2 on, below
/// that one decimal.
pub fn rate_of_change(rate: Rate) -> String {
    let rate = rate.cm_per_hour.abs();
    decimal(rate, u32::from(rate < 1.95))
}

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
        format!("{km}\u{a0}km ({miles}\u{a0}{})", self.texts().miles)
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

    /// The page about flooding: the sign-up for warnings, the telephone numbers, the forecast in words.
    pub fn flooding_address(self) -> &'static str {
        self.of(
            "https://naturalresources.wales/flooding/?lang=en",
            "https://cyfoethnaturiol.cymru/flooding/?lang=cy",
        )
    }

    /// The flood warnings and alerts in force.
    pub fn warnings_address(self) -> &'static str {
        self.of(
            "https://flood-warning.naturalresources.wales/?culture=en-GB",
            "https://flood-warning.naturalresources.wales/?culture=cy-GB",
        )
    }

    /// The page of a gauge. The addresses in `url` of the river levels lead to a host that does not answer.
    pub fn gauge_address(self, id: &StationId) -> Option<String> {
        let (number, language) = (id.station_number()?, self.tag());
        Some(format!(
            "https://rivers-and-seas.naturalresources.wales/Station/{number}?lang={language}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauge_has_a_page_in_each_language_and_an_id_that_is_no_number_has_none() {
        let address = |language: Language, id: &str| language.gauge_address(&StationId(id.into()));
        for id in ["4121", "4121~2", "4121-10095"] {
            assert_eq!(
                address(Language::English, id).as_deref(),
                Some("https://rivers-and-seas.naturalresources.wales/Station/4121?lang=en"),
                "{id}"
            );
        }
        assert_eq!(
            address(Language::Welsh, "4121").as_deref(),
            Some("https://rivers-and-seas.naturalresources.wales/Station/4121?lang=cy")
        );
        for id in ["", "-10095", "javascript:alert(1)", "41 21", "../4121", "4121?x"] {
            assert_eq!(address(Language::English, id), None, "{id}");
        }
    }
}

//! The five-day flood risk by county.

use super::{
    bilingual::Bilingual,
    county::{self, County},
    freshness::Freshness,
    order,
};
use chrono::NaiveDate;

/// The risk that the service names for a county on a day, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RiskLevel {
    High,
    Medium,
    Low,
    VeryLow,
}

/// A risk as given: one of the levels, or a text that is not known and is shown as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Risk {
    Level(RiskLevel),
    Other(Bilingual),
}

/// A day of the forecast: a date, or the text where no date could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Day {
    Date(NaiveDate),
    Text(Bilingual),
}

/// Whom an entry is about: one of the 22 counties, or a name that matches none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    County(County),
    Named(Bilingual),
}

/// One county on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub day: Day,
    pub place: Place,
    pub region: Bilingual,
    pub risk: Risk,
}

/// What one cell of the table says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Given(Risk),
    /// By the contract: the county is absent from a current forecast that covers the day.
    VeryLow,
    /// The forecast does not say.
    NotStated,
}

/// All entries of one answer, in the order received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    entries: Vec<Entry>,
}

impl Forecast {
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries }
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The earliest day that an entry names by date: the day of issue, or later where nothing is at risk before it.
    pub fn first_date(&self) -> Option<NaiveDate> {
        self.dates().min()
    }

    fn dates(&self) -> impl Iterator<Item = NaiveDate> {
        self.entries.iter().filter_map(|entry| match entry.day {
            Day::Date(date) => Some(date),
            Day::Text(_) => None,
        })
    }

    /// The columns of the table: today and the four days after, later dates that are named, then days without a readable date.
    pub fn days(&self, today: NaiveDate) -> Vec<Day> {
        let mut dates: Vec<NaiveDate> = today.iter_days().take(5).collect();
        dates.extend(self.dates().filter(|date| *date > today));
        let mut dates = order::sorted(dates, NaiveDate::cmp);
        dates.dedup();
        let mut days: Vec<Day> = dates.into_iter().map(Day::Date).collect();
        for entry in &self.entries {
            if matches!(entry.day, Day::Text(_)) && !days.contains(&entry.day) {
                days.push(entry.day.clone());
            }
        }
        days
    }

    /// The names received that match none of the 22 counties, each once, with the region first given.
    pub fn unmatched(&self) -> Vec<(&Bilingual, &Bilingual)> {
        let mut names: Vec<(&Bilingual, &Bilingual)> = Vec::new();
        for entry in &self.entries {
            if let Place::Named(name) = &entry.place
                && !names.iter().any(|(known, _)| *known == name)
            {
                names.push((name, &entry.region));
            }
        }
        names
    }

    /// The region that the forecast gives a county, if it gives one.
    pub fn region(&self, county: County) -> Option<&Bilingual> {
        self.entries.iter().find(|entry| entry.place == Place::County(county)).map(|entry| &entry.region)
    }

    /// What is said of a place on a day, when `today` is the date in the United Kingdom and the forecast is of that `freshness`.
    ///
    /// Very low by absence only holds where the day is named by some entry or lies within today and the three days after
    /// (yesterday's issue still covers those), where the forecast is not stale, and where every name that was received is matched: an
    /// unmatched name may be the very county that seems absent.
    pub fn cell(&self, place: &Place, day: &Day, today: NaiveDate, freshness: Freshness) -> Cell {
        // Of several entries for one place and day the highest counts.
        let of_cell = self.entries.iter().filter(|entry| entry.place == *place && entry.day == *day);
        if let Some(entry) = of_cell.min_by_key(|entry| match &entry.risk {
            Risk::Level(level) => *level,
            Risk::Other(_) => RiskLevel::High,
        }) {
            return Cell::Given(entry.risk.clone());
        }
        let current = freshness <= Freshness::Late;
        let covered = match day {
            Day::Date(date) => (0..4).any(|ahead| today + chrono::Days::new(ahead) == *date) || self.entries.iter().any(|entry| entry.day == *day),
            Day::Text(_) => true,
        };
        let all_matched = self.entries.iter().all(|entry| match &entry.place {
            Place::County(_) => true,
            Place::Named(name) => county::is_english(name),
        });
        // A text column may be any of the dates: then absence on a date proves nothing.
        let days_readable = matches!(day, Day::Text(_)) || self.entries.iter().all(|entry| matches!(entry.day, Day::Date(_)));
        if current && covered && all_matched && days_readable { Cell::VeryLow } else { Cell::NotStated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: &str = "2026-11-20";

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    fn named(name: &str) -> Place {
        let name = Bilingual::new(name, "");
        County::from_name(&name).map_or(Place::Named(name), Place::County)
    }

    fn entry(day: &str, place: &str, risk: RiskLevel) -> Entry {
        Entry { day: Day::Date(date(day)), place: named(place), region: Bilingual::default(), risk: Risk::Level(risk) }
    }

    fn cell(forecast: &Forecast, place: &str, day: &str) -> Cell {
        let now = "2026-11-20T12:00:00Z".parse().expect("an instant");
        forecast.cell(&named(place), &Day::Date(date(day)), date(TODAY), Freshness::of_forecast(forecast, now, now))
    }

    #[test]
    fn case_59_an_absent_county_is_at_very_low_risk_on_the_four_days_that_are_surely_covered() {
        let calm = Forecast::default();
        for (day, expected) in [
            ("2026-11-20", Cell::VeryLow),
            ("2026-11-21", Cell::VeryLow),
            ("2026-11-23", Cell::VeryLow),
            // Yesterday's issue does not reach the fifth day, and nothing proves that this is today's.
            ("2026-11-24", Cell::NotStated),
        ] {
            assert_eq!(cell(&calm, "Gwynedd", day), expected, "{day}");
        }
        let fifth_named = Forecast::new(vec![entry("2026-11-24", "Powys", RiskLevel::Low)]);
        assert_eq!(cell(&fifth_named, "Gwynedd", "2026-11-24"), Cell::VeryLow);
    }

    #[test]
    fn case_59_a_name_that_matches_nothing_makes_absence_prove_nothing() {
        let odd = Forecast::new(vec![entry(TODAY, "Gwynned", RiskLevel::High)]);
        assert_eq!(cell(&odd, "Gwynedd", TODAY), Cell::NotStated);
        assert_eq!(odd.unmatched().len(), 1);
        let english = Forecast::new(vec![entry(TODAY, "Shropshire", RiskLevel::High)]);
        assert_eq!(cell(&english, "Gwynedd", TODAY), Cell::VeryLow);
        assert_eq!(english.unmatched().len(), 1, "it still has a row of its own");
    }

    #[test]
    fn case_59_a_forecast_older_than_yesterday_proves_nothing_by_absence() {
        let old = Forecast::new(vec![entry("2026-11-18", "Powys", RiskLevel::Low), entry(TODAY, "Powys", RiskLevel::Low)]);
        assert_eq!(cell(&old, "Gwynedd", TODAY), Cell::NotStated);
        assert_eq!(cell(&old, "Powys", TODAY), Cell::Given(Risk::Level(RiskLevel::Low)));
        let yesterday = Forecast::new(vec![entry("2026-11-19", "Powys", RiskLevel::Low)]);
        assert_eq!(cell(&yesterday, "Gwynedd", TODAY), Cell::VeryLow);
    }

    #[test]
    fn case_59_85_an_empty_answer_of_the_day_before_yesterday_proves_nothing_by_absence() {
        let now: crate::domain::Instant = "2026-11-20T12:00:00Z".parse().expect("an instant");
        let calm = Forecast::default();
        for (hours, expected) in [(24, Cell::VeryLow), (25, Cell::NotStated), (72, Cell::NotStated)] {
            let freshness = Freshness::of_forecast(&calm, now - chrono::TimeDelta::hours(hours), now);
            assert_eq!(calm.cell(&named("Gwynedd"), &Day::Date(date(TODAY)), date(TODAY), freshness), expected, "{hours} h");
        }
    }

    #[test]
    fn of_two_entries_for_one_cell_the_higher_counts_in_either_order() {
        for order in [[RiskLevel::Low, RiskLevel::High], [RiskLevel::High, RiskLevel::Low]] {
            let twice = Forecast::new(order.map(|risk| entry(TODAY, "Powys", risk)).to_vec());
            assert_eq!(cell(&twice, "Powys", TODAY), Cell::Given(Risk::Level(RiskLevel::High)));
        }
    }

    #[test]
    fn columns_are_five_days_from_today_and_what_else_is_named_but_no_day_gone_by() {
        let text = Day::Text(Bilingual::new("Tomorrow", "Yfory"));
        let mut entries = vec![entry("2026-11-19", "Powys", RiskLevel::Low), entry("2026-11-27", "Powys", RiskLevel::Low)];
        entries.push(Entry { day: text.clone(), ..entries[0].clone() });
        let days = Forecast::new(entries).days(date(TODAY));
        let expected: Vec<Day> = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-27"]
            .map(|d| Day::Date(date(d)))
            .into_iter()
            .chain([text])
            .collect();
        assert_eq!(days, expected);
    }
}

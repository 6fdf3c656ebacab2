//! The five-day flood risk by county.

use super::{
    bilingual::Bilingual,
    county::{self, County},
    freshness::Freshness,
    limits::{FORECAST_DAYS_AHEAD, FORECAST_DAYS_BEFORE},
    sorting,
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

/// A risk as given: one of the levels, or a text that is none of them, empty for one.
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
    Given(RiskLevel),
    /// By the contract: the county is absent from a current forecast that covers the day.
    VeryLow,
    /// The forecast does not say, or not in words that are known.
    NotStated,
}

/// All entries of one answer, in the order received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    entries: Vec<Entry>,
    /// The answer had entries that could not be read, or that name no county: each may concern any
    /// county on any day.
    has_unreadable: bool,
    /// A day is written in another order than the contract's, so none of the days can be trusted.
    has_misordered_days: bool,
}

impl Forecast {
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries, ..Self::default() }
    }

    #[must_use]
    pub fn with_unreadable(self, has_unreadable: bool) -> Self {
        Self { has_unreadable, ..self }
    }

    #[must_use]
    pub fn with_misordered_days(self, has_misordered_days: bool) -> Self {
        Self { has_misordered_days, ..self }
    }

    /// Whether all days that could be read lie between yesterday and five days ahead, and none is
    /// written in another order than the contract's.
    pub fn is_of_these_days(&self, today: NaiveDate) -> bool {
        let ahead = |date: NaiveDate| (date - today).num_days();
        !self.has_misordered_days
            && self
                .dates()
                .all(|date| (-FORECAST_DAYS_BEFORE..=FORECAST_DAYS_AHEAD).contains(&ahead(date)))
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The earliest day that an entry names by date: the day of issue, or later where nothing is at
    /// risk before it.
    pub fn first_date(&self) -> Option<NaiveDate> {
        self.dates().min()
    }

    fn dates(&self) -> impl Iterator<Item = NaiveDate> {
        self.entries.iter().filter_map(|entry| match entry.day {
            Day::Date(date) => Some(date),
            Day::Text(_) => None,
        })
    }

    /// The columns of the table: today and the four days after, later dates that are named, then
    /// days without a readable date.
    pub fn days(&self, today: NaiveDate) -> Vec<Day> {
        let mut dates: Vec<NaiveDate> = today.iter_days().take(5).collect();
        dates.extend(self.dates().filter(|date| *date > today));
        let mut dates = sorting::sorted(dates, NaiveDate::cmp);
        dates.dedup();
        let mut days: Vec<Day> = dates.into_iter().map(Day::Date).collect();
        for entry in &self.entries {
            if matches!(entry.day, Day::Text(_)) && !days.contains(&entry.day) {
                days.push(entry.day.clone());
            }
        }
        days
    }

    /// The names received that match none of the 22 counties, each once, with the region first
    /// given.
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
        self.entries
            .iter()
            .find(|entry| entry.place == Place::County(county))
            .map(|entry| &entry.region)
    }

    /// What is said of a place on a day, when `today` is the date in the United Kingdom and the
    /// forecast is of that `freshness`.
    ///
    /// Very low by absence only holds where all entries could be read, the forecast is not stale,
    /// the day is named by some entry or lies within today and the three days after
    /// (yesterday's issue still covers those), and every name that was received is matched: an
    /// unmatched name may be the very county that seems absent.
    pub fn cell(&self, place: &Place, day: &Day, today: NaiveDate, freshness: Freshness) -> Cell {
        // Of several entries for one place and day the highest counts, and one that is not known
        // may be higher.
        let of_cell =
            self.entries.iter().filter(|entry| entry.place == *place && entry.day == *day);
        let levels: Option<Vec<RiskLevel>> = of_cell
            .map(|entry| match entry.risk {
                Risk::Level(level) => Some(level),
                Risk::Other(_) => None,
            })
            .collect();
        match levels.map(|levels| levels.into_iter().min()) {
            Some(Some(level)) => Cell::Given(level),
            Some(None) if self.absence_is_very_low(day, today, freshness) => Cell::VeryLow,
            Some(None) | None => Cell::NotStated,
        }
    }

    fn absence_is_very_low(&self, day: &Day, today: NaiveDate, freshness: Freshness) -> bool {
        let current = freshness <= Freshness::Late && !self.has_unreadable;
        let covered = match day {
            Day::Date(date) => {
                (0..4).any(|ahead| today + chrono::Days::new(ahead) == *date)
                    || self.entries.iter().any(|entry| entry.day == *day)
            }
            Day::Text(_) => true,
        };
        let all_matched = self.entries.iter().all(|entry| match &entry.place {
            Place::County(_) => true,
            Place::Named(name) => county::is_english(name),
        });
        // A text column may be any of the dates: then absence on a date proves nothing.
        let days_readable = matches!(day, Day::Text(_))
            || self.entries.iter().all(|entry| matches!(entry.day, Day::Date(_)));
        current && covered && all_matched && days_readable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::page_time::PageTime;

    const TODAY: &str = "2026-11-20";

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    fn named(name: &str) -> Place {
        let name = Bilingual::new(name, "");
        County::from_name(&name).map_or(Place::Named(name), Place::County)
    }

    fn entry(day: &str, place: &str, risk: RiskLevel) -> Entry {
        Entry {
            day: Day::Date(date(day)),
            place: named(place),
            region: Bilingual::default(),
            risk: Risk::Level(risk),
        }
    }

    fn cell(forecast: &Forecast, place: &str, day: &str) -> Cell {
        let now = PageTime::default();
        forecast.cell(
            &named(place),
            &Day::Date(date(day)),
            date(TODAY),
            Freshness::of_forecast(forecast, now, now, date(TODAY)),
        )
    }

    #[test]
    fn case_59_an_absent_county_is_at_very_low_risk_on_the_four_days_that_are_surely_covered() {
        let calm = Forecast::default();
        for (day, expected) in [
            ("2026-11-20", Cell::VeryLow),
            ("2026-11-21", Cell::VeryLow),
            ("2026-11-23", Cell::VeryLow),
            // Yesterday's issue does not reach the fifth day, and nothing proves that this is
            // today's.
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
        let old = Forecast::new(vec![
            entry("2026-11-18", "Powys", RiskLevel::Low),
            entry(TODAY, "Powys", RiskLevel::Low),
        ]);
        assert_eq!(cell(&old, "Gwynedd", TODAY), Cell::NotStated);
        assert_eq!(cell(&old, "Powys", TODAY), Cell::Given(RiskLevel::Low));
        let yesterday = Forecast::new(vec![entry("2026-11-19", "Powys", RiskLevel::Low)]);
        assert_eq!(cell(&yesterday, "Gwynedd", TODAY), Cell::VeryLow);
    }

    #[test]
    fn case_59_85_an_empty_answer_of_the_day_before_yesterday_proves_nothing_by_absence() {
        let now = PageTime::default();
        let calm = Forecast::default();
        for (hours, expected) in [(24, Cell::VeryLow), (25, Cell::NotStated), (72, Cell::NotStated)]
        {
            let freshness =
                Freshness::of_forecast(&calm, now.plus(-hours * 3_600_000), now, date(TODAY));
            assert_eq!(
                calm.cell(&named("Gwynedd"), &Day::Date(date(TODAY)), date(TODAY), freshness),
                expected,
                "{hours} h"
            );
        }
    }

    #[test]
    fn of_two_entries_for_one_cell_the_higher_counts_in_either_order() {
        for order in [[RiskLevel::Low, RiskLevel::High], [RiskLevel::High, RiskLevel::Low]] {
            let twice = Forecast::new(order.map(|risk| entry(TODAY, "Powys", risk)).to_vec());
            assert_eq!(cell(&twice, "Powys", TODAY), Cell::Given(RiskLevel::High));
        }
    }

    #[test]
    fn columns_are_five_days_from_today_and_what_else_is_named_but_no_day_gone_by() {
        let text = Day::Text(Bilingual::new("Tomorrow", "Yfory"));
        let mut entries = vec![
            entry("2026-11-19", "Powys", RiskLevel::Low),
            entry("2026-11-27", "Powys", RiskLevel::Low),
        ];
        entries.push(Entry { day: text.clone(), ..entries[0].clone() });
        let days = Forecast::new(entries).days(date(TODAY));
        let expected: Vec<Day> =
            ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-27"]
                .map(|d| Day::Date(date(d)))
                .into_iter()
                .chain([text])
                .collect();
        assert_eq!(days, expected);
    }

    #[test]
    fn case_149_an_entry_that_could_not_be_read_makes_every_absent_county_not_stated() {
        let doubtful =
            Forecast::new(vec![entry(TODAY, "Powys", RiskLevel::Low)]).with_unreadable(true);
        for day in [TODAY, "2026-11-21", "2026-11-23"] {
            assert_eq!(cell(&doubtful, "Gwynedd", day), Cell::NotStated, "{day}");
        }
        assert_eq!(
            cell(&doubtful, "Powys", TODAY),
            Cell::Given(RiskLevel::Low),
            "what is stated stays stated"
        );
    }

    #[test]
    fn case_150_days_far_ahead_far_gone_or_in_another_order_make_the_forecast_not_current() {
        let now = PageTime::default();
        let freshness =
            |forecast: &Forecast| Freshness::of_forecast(forecast, now, now, date(TODAY));
        for (day, expected) in [
            ("2026-11-18", Freshness::Stale),
            ("2026-11-19", Freshness::Late),
            (TODAY, Freshness::Fresh),
            ("2026-11-25", Freshness::Fresh),
            ("2026-11-26", Freshness::Stale),
            ("2026-11-29", Freshness::Stale),
            ("2027-11-20", Freshness::Stale),
        ] {
            let forecast = Forecast::new(vec![entry(day, "Powys", RiskLevel::Low)]);
            assert_eq!(freshness(&forecast), expected, "{day}");
            let absent = if expected == Freshness::Stale { Cell::NotStated } else { Cell::VeryLow };
            assert_eq!(cell(&forecast, "Gwynedd", TODAY), absent, "{day}");
        }
        assert_eq!(freshness(&Forecast::default().with_misordered_days(true)), Freshness::Stale);
    }

    #[test]
    fn case_151_a_level_that_is_empty_or_unknown_is_not_stated_whatever_else_is_said_of_the_cell() {
        for name in ["", "Extreme"] {
            let unknown = Entry {
                risk: Risk::Other(Bilingual::new(name, "")),
                ..entry(TODAY, "Powys", RiskLevel::Low)
            };
            assert_eq!(
                cell(&Forecast::new(vec![unknown.clone()]), "Powys", TODAY),
                Cell::NotStated
            );
            let both = Forecast::new(vec![entry(TODAY, "Powys", RiskLevel::Low), unknown]);
            assert_eq!(cell(&both, "Powys", TODAY), Cell::NotStated);
        }
    }
}

//! The five-day flood risk by county.

use super::{
    bilingual::Bilingual,
    county::{self, County},
    freshness::Freshness,
    limits::{FORECAST_DAYS_AHEAD, FORECAST_DAYS_BEFORE, FORECAST_RESPONSE_SECONDS},
    page_time::PageTime,
    sorting,
};
use chrono::NaiveDate;

/// The flood risk of a county on a day, highest first (`RiskLevelName_en`: "High",
/// "Medium", "Low", "Very low").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RiskLevel {
    /// "High".
    High,
    /// "Medium".
    Medium,
    /// "Low".
    Low,
    /// "Very low".
    VeryLow,
}

impl RiskLevel {
    /// All levels, highest first.
    pub const ALL: [Self; 4] = [Self::High, Self::Medium, Self::Low, Self::VeryLow];

    /// The identifier that scripts and style sheets use. Never shown.
    pub fn id(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::VeryLow => "very-low",
        }
    }
}

/// A risk as received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Risk {
    /// A known risk level.
    Level(RiskLevel),
    /// A text that is not a known level. Empty where the risk is missing.
    Other(Bilingual),
}

/// A day of the forecast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Day {
    /// A date.
    Date(NaiveDate),
    /// The text as received, where it could not be parsed as a date.
    Text(Bilingual),
}

/// The area of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForecastArea {
    /// One of the 22 counties.
    County(County),
    /// A name that matches none of the counties.
    Named(Bilingual),
}

/// One entry of the forecast: the risk of one area on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The day of the entry.
    pub day: Day,
    /// The county, or an unmatched name.
    pub area: ForecastArea,
    /// The region of the county. May be empty.
    pub region: Bilingual,
    /// The risk level, or its text where it is not a known level.
    pub risk: Risk,
}

/// The content of one cell of the forecast table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The level of the forecast's entry.
    Given(RiskLevel),
    /// A level that is not known, with its text: it counts as at least high.
    UnknownLevel(Bilingual),
    /// Very low, because the county has no entry in a current forecast that covers the day
    /// (contract).
    VeryLow,
    /// Unknown: the forecast has no usable entry, and absence does not mean very low.
    NotStated,
}

impl Cell {
    /// The rank of the risk, highest first.
    pub fn rank(&self) -> u8 {
        match self {
            Self::UnknownLevel(_) => 0,
            Self::Given(level) => 1 + *level as u8,
            // It may be any.
            Self::NotStated => 5,
            Self::VeryLow => 6,
        }
    }

    /// The level, of one that is not known the least that it may be; `None` if none is stated.
    pub fn level(&self) -> Option<RiskLevel> {
        match self {
            Self::Given(level) => Some(*level),
            Self::UnknownLevel(_) => Some(RiskLevel::High),
            Self::VeryLow => Some(RiskLevel::VeryLow),
            Self::NotStated => None,
        }
    }
}

/// The forecast of one response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// The entries in the order received.
    pub entries: Vec<Entry>,
    /// The response had entries that could not be decoded, or that name no county. Each may concern
    /// any county on any day.
    pub has_rejected: bool,
    /// A day's fields are in an order other than the contract's, so no day is reliable.
    pub has_misordered_days: bool,
}

impl Forecast {
    /// The freshness of the forecast, by its first day, or by the time of the response where no day
    /// is readable. A forecast that has days outside the expected range, or days in a field order
    /// other than the contract's, is stale, and so is one that was first received, at `since`, over a day
    /// ago: a later issue has not arrived. One without entries is the same in each issue.
    pub fn freshness(
        &self,
        as_of: PageTime,
        since: PageTime,
        now: PageTime,
        today: NaiveDate,
    ) -> Freshness {
        if !self.is_of_these_days(today) {
            return Freshness::Stale;
        }
        let oldest = if self.entries.is_empty() { as_of } else { as_of.min(since) };
        let by_response = if now.seconds_since(oldest) <= FORECAST_RESPONSE_SECONDS {
            Freshness::Fresh
        } else {
            Freshness::Stale
        };
        match self.first_date() {
            Some(first) if first < today => by_response.max(Freshness::Delayed),
            _ => by_response,
        }
    }

    /// Returns whether all parsed days lie between yesterday and five days ahead, and no day's
    /// fields are in an order other than the contract's.
    pub fn is_of_these_days(&self, today: NaiveDate) -> bool {
        let ahead = |date: NaiveDate| (date - today).num_days();
        !self.has_misordered_days
            && self
                .dates()
                .all(|date| (-FORECAST_DAYS_BEFORE..=FORECAST_DAYS_AHEAD).contains(&ahead(date)))
    }

    /// The earliest date of an entry: the day of issue, or a later day where no county is at risk
    /// before it.
    pub fn first_date(&self) -> Option<NaiveDate> {
        self.dates().min()
    }

    fn dates(&self) -> impl Iterator<Item = NaiveDate> {
        self.entries.iter().filter_map(|entry| match entry.day {
            Day::Date(date) => Some(date),
            Day::Text(_) => None,
        })
    }

    /// The columns of the table: today and the four days after it, later dates in the forecast,
    /// then days that could not be parsed.
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

    /// The distinct names that match none of the 22 counties, each with the region of its first
    /// entry.
    pub fn unmatched(&self) -> Vec<(&Bilingual, &Bilingual)> {
        let mut names: Vec<(&Bilingual, &Bilingual)> = Vec::new();
        for entry in &self.entries {
            if let ForecastArea::Named(name) = &entry.area
                && !names.iter().any(|(known, _)| *known == name)
            {
                names.push((name, &entry.region));
            }
        }
        names
    }

    /// The region of the county's first entry, if it has one.
    pub fn region(&self, county: County) -> Option<&Bilingual> {
        self.entries
            .iter()
            .find(|entry| entry.area == ForecastArea::County(county))
            .map(|entry| &entry.region)
    }

    /// The cell of a place on a day. `today` is the UK date, `freshness` that of the forecast.
    ///
    /// A missing entry means very low only if all entries could be decoded, the forecast is not
    /// stale, the day has an entry or is one of today and the next three days (which yesterday's
    /// issue still covers), and every received name is matched: an unmatched name may be the county
    /// that has no entry.
    pub fn cell(
        &self,
        area: &ForecastArea,
        day: &Day,
        today: NaiveDate,
        freshness: Freshness,
    ) -> Cell {
        // Of several entries for one place and day the highest level is used. A missing level may be
        // higher than the known ones.
        let of_cell =
            || self.entries.iter().filter(|entry| entry.area == *area && entry.day == *day);
        let (mut levels, mut is_missing) = (Vec::new(), false);
        for entry in of_cell() {
            match &entry.risk {
                Risk::Level(level) => levels.push(*level),
                Risk::Other(text) if *text == Bilingual::default() => is_missing = true,
                Risk::Other(text) => return Cell::UnknownLevel(text.clone()),
            }
        }
        match levels.into_iter().min() {
            Some(RiskLevel::High) => Cell::Given(RiskLevel::High),
            _ if is_missing => Cell::NotStated,
            Some(level) => Cell::Given(level),
            None if self.absence_is_very_low(day, today, freshness) => Cell::VeryLow,
            None => Cell::NotStated,
        }
    }

    /// The highest level of a place on today and the later days. Very low only if today and the next
    /// three days are; a later day that is not stated yet counts as nothing.
    pub fn worst(&self, area: &ForecastArea, today: NaiveDate, freshness: Freshness) -> Cell {
        let cells: Vec<Cell> =
            self.days(today).iter().map(|day| self.cell(area, day, today, freshness)).collect();
        let is_stated = |cell: &&Cell| matches!(cell, Cell::Given(_) | Cell::UnknownLevel(_));
        match cells.iter().filter(is_stated).min_by_key(|cell| cell.rank()) {
            Some(worst) => worst.clone(),
            None if cells.iter().take(4).all(|cell| *cell == Cell::VeryLow) => Cell::VeryLow,
            None => Cell::NotStated,
        }
    }

    fn absence_is_very_low(&self, day: &Day, today: NaiveDate, freshness: Freshness) -> bool {
        let current = freshness <= Freshness::Delayed && !self.has_rejected;
        let covered = match day {
            Day::Date(date) => {
                (0..4).any(|ahead| today + chrono::Days::new(ahead) == *date)
                    || self.entries.iter().any(|entry| entry.day == *day)
            }
            // Which day it is, and whether it is one, is not known.
            Day::Text(_) => false,
        };
        let all_matched = self.entries.iter().all(|entry| match &entry.area {
            ForecastArea::County(_) => true,
            ForecastArea::Named(name) => county::is_in_england(name),
        });
        // An unparsed day may be any of the dates, so a missing entry for a date proves nothing.
        let days_readable = self.entries.iter().all(|entry| matches!(entry.day, Day::Date(_)));
        current && covered && all_matched && days_readable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: &str = "2026-11-20";

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    fn named(name: &str) -> ForecastArea {
        let name = Bilingual::new(name, "");
        County::from_name(&name).map_or(ForecastArea::Named(name), ForecastArea::County)
    }

    fn of_entries(entries: Vec<Entry>) -> Forecast {
        Forecast { entries, ..Forecast::default() }
    }

    fn entry(day: &str, area: &str, risk: RiskLevel) -> Entry {
        Entry {
            day: Day::Date(date(day)),
            area: named(area),
            region: Bilingual::default(),
            risk: Risk::Level(risk),
        }
    }

    #[test]
    fn the_worst_of_the_days_to_come_is_the_highest_level_that_is_stated() {
        let forecast = of_entries(vec![
            entry("2026-11-19", "Powys", RiskLevel::High),
            entry("2026-11-20", "Powys", RiskLevel::Low),
            entry("2026-11-22", "Powys", RiskLevel::Medium),
        ]);
        let worst = |forecast: &Forecast, area: &str| {
            forecast.worst(&named(area), date(TODAY), Freshness::Fresh)
        };
        // Yesterday is over.
        assert_eq!(worst(&forecast, "Powys"), Cell::Given(RiskLevel::Medium));
        assert_eq!(worst(&forecast, "Gwynedd"), Cell::VeryLow);
        // Where absence means nothing, a county without an entry is not stated.
        let unparsed = Entry {
            day: Day::Text(Bilingual::new("soon", "")),
            ..entry(TODAY, "Powys", RiskLevel::Low)
        };
        let of_text = of_entries(vec![unparsed]);
        assert_eq!(worst(&of_text, "Gwynedd"), Cell::NotStated);
        let rejected = Forecast { has_rejected: true, ..forecast };
        assert_eq!(worst(&rejected, "Gwynedd"), Cell::NotStated);
        assert_eq!(worst(&rejected, "Powys"), Cell::Given(RiskLevel::Medium));
    }

    fn cell(forecast: &Forecast, area: &str, day: &str) -> Cell {
        let now = PageTime::default();
        forecast.cell(
            &named(area),
            &Day::Date(date(day)),
            date(TODAY),
            forecast.freshness(now, now, now, date(TODAY)),
        )
    }

    // case 59
    #[test]
    fn an_absent_county_is_at_very_low_risk_on_the_four_days_that_are_surely_covered() {
        let calm = Forecast::default();
        for (day, expected) in [
            ("2026-11-20", Cell::VeryLow),
            ("2026-11-21", Cell::VeryLow),
            ("2026-11-23", Cell::VeryLow),
            // Yesterday's issue does not cover the fifth day, and the forecast does not show
            // whether it was issued today.
            ("2026-11-24", Cell::NotStated),
        ] {
            assert_eq!(cell(&calm, "Gwynedd", day), expected, "{day}");
        }
        let fifth_named = of_entries(vec![entry("2026-11-24", "Powys", RiskLevel::Low)]);
        assert_eq!(cell(&fifth_named, "Gwynedd", "2026-11-24"), Cell::VeryLow);
    }

    // case 59
    #[test]
    fn a_name_that_matches_nothing_makes_absence_prove_nothing() {
        let odd = of_entries(vec![entry(TODAY, "Gwynned", RiskLevel::High)]);
        assert_eq!(cell(&odd, "Gwynedd", TODAY), Cell::NotStated);
        assert_eq!(odd.unmatched().len(), 1);
        let english = of_entries(vec![entry(TODAY, "Shropshire", RiskLevel::High)]);
        assert_eq!(cell(&english, "Gwynedd", TODAY), Cell::VeryLow);
        assert_eq!(english.unmatched().len(), 1, "it still has a row of its own");
    }

    // case 59
    #[test]
    fn a_forecast_older_than_yesterday_proves_nothing_by_absence() {
        let old = of_entries(vec![
            entry("2026-11-18", "Powys", RiskLevel::Low),
            entry(TODAY, "Powys", RiskLevel::Low),
        ]);
        assert_eq!(cell(&old, "Gwynedd", TODAY), Cell::NotStated);
        assert_eq!(cell(&old, "Powys", TODAY), Cell::Given(RiskLevel::Low));
        let yesterday = of_entries(vec![entry("2026-11-19", "Powys", RiskLevel::Low)]);
        assert_eq!(cell(&yesterday, "Gwynedd", TODAY), Cell::VeryLow);
    }

    // case 59, 85
    #[test]
    fn an_empty_answer_of_the_day_before_yesterday_proves_nothing_by_absence() {
        let now = PageTime::default();
        let calm = Forecast::default();
        for (hours, expected) in [(24, Cell::VeryLow), (25, Cell::NotStated), (72, Cell::NotStated)]
        {
            let freshness = calm.freshness(now.plus(-hours * 3_600_000), now, now, date(TODAY));
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
            let twice = of_entries(order.map(|risk| entry(TODAY, "Powys", risk)).to_vec());
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
        let days = of_entries(entries).days(date(TODAY));
        let expected: Vec<Day> =
            ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-27"]
                .map(|d| Day::Date(date(d)))
                .into_iter()
                .chain([text])
                .collect();
        assert_eq!(days, expected);
    }

    // case 149
    #[test]
    fn an_entry_that_could_not_be_read_makes_every_absent_county_not_stated() {
        let entries = vec![entry(TODAY, "Powys", RiskLevel::Low)];
        let doubtful = Forecast { has_rejected: true, ..of_entries(entries) };
        for day in [TODAY, "2026-11-21", "2026-11-23"] {
            assert_eq!(cell(&doubtful, "Gwynedd", day), Cell::NotStated, "{day}");
        }
        assert_eq!(
            cell(&doubtful, "Powys", TODAY),
            Cell::Given(RiskLevel::Low),
            "what is stated stays stated"
        );
    }

    // case 150
    #[test]
    fn days_far_ahead_far_gone_or_in_another_order_make_the_forecast_not_current() {
        let now = PageTime::default();
        let freshness = |forecast: &Forecast| forecast.freshness(now, now, now, date(TODAY));
        for (day, expected) in [
            ("2026-11-18", Freshness::Stale),
            ("2026-11-19", Freshness::Delayed),
            (TODAY, Freshness::Fresh),
            ("2026-11-25", Freshness::Fresh),
            ("2026-11-26", Freshness::Stale),
            ("2026-11-29", Freshness::Stale),
            ("2027-11-20", Freshness::Stale),
        ] {
            let forecast = of_entries(vec![entry(day, "Powys", RiskLevel::Low)]);
            assert_eq!(freshness(&forecast), expected, "{day}");
            let absent = if expected == Freshness::Stale { Cell::NotStated } else { Cell::VeryLow };
            assert_eq!(cell(&forecast, "Gwynedd", TODAY), absent, "{day}");
        }
        let misordered = Forecast { has_misordered_days: true, ..Forecast::default() };
        assert_eq!(freshness(&misordered), Freshness::Stale);
    }

    // case 151
    #[test]
    fn a_level_that_is_empty_is_not_stated_unless_another_entry_of_the_cell_is_high() {
        let empty = Entry {
            risk: Risk::Other(Bilingual::default()),
            ..entry(TODAY, "Powys", RiskLevel::Low)
        };
        let of = |entries: Vec<Entry>| cell(&of_entries(entries), "Powys", TODAY);
        assert_eq!(of(vec![empty.clone()]), Cell::NotStated);
        let low = entry(TODAY, "Powys", RiskLevel::Low);
        assert_eq!(of(vec![low, empty.clone()]), Cell::NotStated);
        let high = entry(TODAY, "Powys", RiskLevel::High);
        assert_eq!(of(vec![empty, high]), Cell::Given(RiskLevel::High));
    }

    // case 151, 175
    #[test]
    fn a_level_that_is_not_known_counts_as_at_least_high() {
        let extreme = Entry {
            risk: Risk::Other(Bilingual::new("Extreme", "Eithafol")),
            ..entry(TODAY, "Powys", RiskLevel::Low)
        };
        let expected = Cell::UnknownLevel(Bilingual::new("Extreme", "Eithafol"));
        for level in RiskLevel::ALL {
            let forecast = of_entries(vec![entry(TODAY, "Powys", level), extreme.clone()]);
            assert_eq!(cell(&forecast, "Powys", TODAY), expected, "{level:?}");
            let worst = forecast.worst(&named("Powys"), date(TODAY), Freshness::Fresh);
            assert_eq!(worst, expected, "{level:?}");
        }
        assert_eq!(expected.level(), Some(RiskLevel::High));
        let ranks = [
            expected,
            Cell::Given(RiskLevel::High),
            Cell::Given(RiskLevel::VeryLow),
            Cell::NotStated,
            Cell::VeryLow,
        ]
        .map(|cell| cell.rank());
        assert!(ranks.is_sorted(), "{ranks:?}");
    }

    // case 175
    #[test]
    fn a_day_that_is_impossible_or_unreadable_makes_no_county_very_low() {
        let text = Day::Text(Bilingual::new("Friday 24 November 2026", ""));
        let odd = Entry { day: text.clone(), ..entry(TODAY, "Powys", RiskLevel::Low) };
        let forecast = of_entries(vec![odd]);
        let of = |day: &Day| forecast.cell(&named("Gwynedd"), day, date(TODAY), Freshness::Fresh);
        assert_eq!(of(&text), Cell::NotStated);
        assert_eq!(of(&Day::Date(date(TODAY))), Cell::NotStated);
    }

    // case 175
    #[test]
    fn a_forecast_that_was_first_received_over_a_day_ago_is_not_current() {
        let now = PageTime::default();
        let first = |hours: i64| now.plus(-hours * 3_600_000);
        let of = |forecast: &Forecast, hours: i64| {
            forecast.freshness(now, first(hours), now, date(TODAY))
        };
        let forecast = of_entries(vec![entry(TODAY, "Powys", RiskLevel::Low)]);
        assert_eq!(of(&forecast, 24), Freshness::Fresh);
        assert_eq!(of(&forecast, 25), Freshness::Stale);
        // Without entries each issue is the same: its age is that of the response.
        assert_eq!(of(&Forecast::default(), 72), Freshness::Fresh);
    }

    // case 85
    #[test]
    fn a_forecast_is_fresh_on_its_first_day_late_on_the_next_and_then_stale() {
        let page = |hours: i64| PageTime::from_milliseconds(hours * 3_600_000);
        let today = "2026-11-20".parse().expect("a date");
        let entry = |date: &str| Entry {
            day: Day::Date(date.parse().expect("a date")),
            area: ForecastArea::Named(Bilingual::new("Powys", "")),
            region: Bilingual::default(),
            risk: Risk::Level(RiskLevel::Low),
        };
        let of = |entries: Vec<Entry>, hours: i64| {
            of_entries(entries).freshness(page(-hours), page(-hours), page(0), today)
        };
        assert_eq!(of(vec![entry("2026-11-21"), entry("2026-11-20")], 1), Freshness::Fresh);
        assert_eq!(of(vec![entry("2026-11-19"), entry("2026-11-20")], 1), Freshness::Delayed);
        assert_eq!(of(vec![entry("2026-11-18")], 1), Freshness::Stale);
        assert_eq!(
            of(vec![], 24),
            Freshness::Fresh,
            "without readable days the time of the answer decides"
        );
        assert_eq!(of(vec![], 25), Freshness::Stale);
    }
}

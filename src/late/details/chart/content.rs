//! The content of a chart: the readings of a gauge and of one to compare it with in a period, as points that can be
//! read, with the scales and the levels that are marked.

use crate::{
    components::fragments::{Text, station_title},
    state::{
        AppState, Loadable,
        readings::{self, EarlierReadings, Recorded},
    },
};
use chrono::TimeDelta;
use gorlif_core::{
    domain::{
        Timestamp,
        chart::{self, DayRange, Period, Scales},
        level_record::Range,
        rain::{self, Amount, Hour},
        station::{ParameterKind, Station, StationId, Unit},
        trend::{self, Reading},
    },
    i18n::{Language, with_unit},
    presenter::gauge::tick,
};
use leptos::prelude::*;

/// The earlier readings of a gauge.
pub type History = RwSignal<Loadable<EarlierReadings>>;

/// The digits of a level in a sentence, which is as precise as the level is.
pub const CENTIMETRES: u32 = 2;
/// The digits of a level in a table, and of one that a visitor or a council has set.
pub const MILLIMETRES: u32 = 3;

/// The axis of rain reaches at least this amount, in millimetres.
const LEAST_RAIN: f64 = 1.0;

/// The readings at one time of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Point {
    /// Up to a week: each reading of a level.
    Reading(Reading),
    /// Sixty days: the lowest and the highest level of each day.
    Day(DayRange),
    /// Rain: the amount of each hour.
    Hour(Hour),
}

impl Point {
    pub fn at(self) -> Timestamp {
        match self {
            Self::Reading(reading) => reading.at,
            Self::Day(day) => day.at,
            Self::Hour(hour) => hour.end - TimeDelta::minutes(30),
        }
    }

    /// A point of another gauge is of the same time if it is no farther away.
    fn tolerance(self) -> TimeDelta {
        match self {
            Self::Reading(_) | Self::Hour(_) => TimeDelta::minutes(30),
            Self::Day(_) => TimeDelta::hours(12),
        }
    }

    /// The level that the picture shows; of a day the highest.
    pub fn highest(self) -> f64 {
        match self {
            Self::Reading(reading) => reading.level,
            Self::Day(day) => day.highest,
            Self::Hour(hour) => hour.amount.millimetres,
        }
    }

    fn lowest(self) -> f64 {
        match self {
            Self::Day(day) => day.lowest,
            Self::Reading(_) | Self::Hour(_) => self.highest(),
        }
    }
}

/// The points of one gauge.
#[derive(Clone, PartialEq)]
pub struct Series {
    pub title: Text,
    pub unit: Unit,
    pub readings: Vec<Reading>,
    pub points: Vec<Point>,
    pub scales: Scales,
}

impl Series {
    /// `contained` are levels that the scale has to contain. `None` without readings in the period.
    fn new(
        title: Text,
        station: &Station,
        all: &[Reading],
        period: Period,
        until: Timestamp,
        contained: &[f64],
    ) -> Option<Self> {
        let readings = chart::in_period(all, period, until).to_vec();
        let points: Vec<Point> = match (station.kind(), period) {
            (ParameterKind::Rain, _) => {
                rain::hours(&readings).into_iter().map(Point::Hour).collect()
            }
            (ParameterKind::Level | ParameterKind::Tide, Period::SixtyDays) => {
                chart::days(&readings).into_iter().map(Point::Day).collect()
            }
            (ParameterKind::Level | ParameterKind::Tide, _) => {
                readings.iter().copied().map(Point::Reading).collect()
            }
        };
        let rain = (station.kind() == ParameterKind::Rain).then_some([0.0, LEAST_RAIN]);
        let levels = points.iter().flat_map(|point| [point.lowest(), point.highest()]);
        let levels = levels.chain(contained.iter().copied());
        let levels: Vec<Reading> = levels
            .chain(rain.into_iter().flatten())
            .map(|level| Reading { at: until, level })
            .collect();
        points.first()?;
        let scales = Scales::new(&levels, period, until)?;
        Some(Self { title, unit: station.unit.clone(), readings, points, scales })
    }

    pub fn level(&self, level: f64, digits: u32) -> String {
        with_unit(level, digits, &self.unit)
    }

    fn amount(&self, language: Language, amount: Amount) -> String {
        let text = with_unit(amount.millimetres, 1, &self.unit);
        if amount.is_complete { text } else { (language.chart_texts().at_least)(&text) }
    }

    /// The reading at a point, without its time.
    pub fn value(&self, language: Language, point: Point, digits: u32) -> String {
        let level = |level| self.level(level, digits);
        match point {
            Point::Reading(reading) => level(reading.level),
            Point::Day(day) => {
                (language.chart_texts().range)(&level(day.lowest), &level(day.highest))
            }
            Point::Hour(hour) => self.amount(language, hour.amount),
        }
    }

    /// The sums of the last hours, with their numbers of hours.
    pub fn sums(&self, language: Language) -> Vec<(i64, String)> {
        let sums = rain::sums(&self.readings).into_iter().flatten();
        let text = |(hours, sum): (i64, Amount)| (hours, self.amount(language, sum));
        rain::SUMS.into_iter().zip(sums).map(text).collect()
    }

    /// The point of the same time as a point of the other gauge.
    pub fn near(&self, point: Point) -> Option<Point> {
        let distance = |other: &Point| (other.at() - point.at()).abs();
        let nearest = self.points.iter().min_by_key(|other| distance(other))?;
        (distance(nearest) <= point.tolerance()).then_some(*nearest)
    }
}

/// The content of the chart in its period.
#[derive(Clone, PartialEq)]
pub struct Content {
    pub kind: ParameterKind,
    pub period: Period,
    pub own: Series,
    pub other: Option<Series>,
    /// Both gauges measure from the same zero, so that they share one panel.
    pub is_shared: bool,
    /// The visitor's own level and the levels of the council, with their texts.
    pub marks: Vec<(f64, Text)>,
    /// The range of the gauge.
    pub range: Option<Range>,
    /// The recorder has the highest reading of each hour beyond the last seven days.
    pub is_hourly: bool,
    /// The newest reading is one of now.
    pub is_current: bool,
    pub now: Timestamp,
}

/// The periods that the chart of a kind has. The recorder's hourly readings are the highest ones, of which there are
/// no sums.
pub fn periods(kind: ParameterKind) -> &'static [Period] {
    match kind {
        ParameterKind::Rain => &[Period::HalfDay, Period::TwoDays, Period::Week],
        ParameterKind::Level | ParameterKind::Tide => &Period::ALL,
    }
}

impl Content {
    pub fn new(
        state: AppState,
        station: &Station,
        own: History,
        other: Option<(StationId, History)>,
        period: Period,
    ) -> Option<Self> {
        let (language, now) = (state.language(), state.clock.now_by_quarter());
        let all = |station: &Station, history: History| {
            let mut all = history
                .with(|history| history.loaded().map(|earlier| earlier.readings.clone()))
                .unwrap_or_default();
            trend::merge(&mut all, readings::latest(station, now).as_slice());
            all
        };
        let is_hourly = own
            .with(|own| own.loaded().is_some_and(|own| matches!(own.recorded, Recorded::Until(_))));
        let own = all(station, own);
        let own = chart::without_fault(&own, station);
        // A single reading is in the row already.
        let [_, .., last] = own else { return None };
        let until = last.at;
        let marks = marks(state, station);
        let title = station_title(language, station);
        let range = range(state, station);
        let contained: Vec<f64> = marks
            .iter()
            .map(|(level, _)| *level)
            .chain(range.into_iter().flat_map(|range| [range.low, range.high]))
            .collect();
        let mut own = Series::new(title, station, own, period, until, &contained)?;
        let mut other = other.and_then(|(id, history)| {
            let station = state.station_index.with(|index| index.get(&id).cloned())?;
            let title = station_title(language, &station);
            let all = all(&station, history);
            let all = chart::without_fault(&all, &station);
            Series::new(title, &station, all, period, until, &[])
        });
        let is_shared = other.as_ref().is_some_and(|other| shares_zero(&own.unit, &other.unit));
        if let Some(other) = other.as_mut().filter(|_| is_shared) {
            let scales = own.scales.joined(&other.scales);
            (own.scales, other.scales) = (scales, scales);
        }
        let is_current = chart::is_of_now(station, until, now);
        let kind = station.kind();
        Some(Self { kind, period, own, other, is_shared, marks, range, is_hourly, is_current, now })
    }

    /// The time of a point.
    pub fn time(&self, language: Language, point: Point) -> String {
        match point {
            Point::Reading(reading) => language.when(reading.at, self.now),
            Point::Day(day) => language.long_day(day.date),
            Point::Hour(hour) => {
                let begin = language.when(hour.end - TimeDelta::hours(1), self.now);
                format!("{begin}–{}", language.when(hour.end, hour.end))
            }
        }
    }

    /// The readings of both gauges at a point.
    pub fn reading(&self, language: Language, point: Point) -> String {
        let (own, time) =
            (self.own.value(language, point, CENTIMETRES), self.time(language, point));
        let mut text = (language.chart_texts().reading)(&time, &own);
        if let Some(other) = &self.other {
            let value = other.near(point).map_or_else(
                || language.texts().no_reading.to_owned(),
                |point| other.value(language, point, CENTIMETRES),
            );
            text = format!("{text} · {}: {value}", other.title.as_str());
        }
        text
    }

    /// The text below a tick of the time axis.
    pub fn tick(&self, language: Language, at: Timestamp) -> String {
        tick(language, self.period, at)
    }
}

/// Whether levels in these units are above the same zero: that of Ordnance Datum. Amounts of rain compare too.
fn shares_zero(own: &Unit, other: &Unit) -> bool {
    let is_common = |unit: &Unit| match unit {
        Unit::MetresAboveOrdnanceDatum => true,
        Unit::Other(symbol) => symbol == "mm",
        Unit::Metres | Unit::MetresAboveStationDatum => false,
    };
    own == other && is_common(own)
}

/// The range of a gauge, if the recorder knows it.
fn range(state: AppState, station: &Station) -> Option<Range> {
    let now = state.clock.now_by_day();
    let late = state.progress.late.get()?;
    late.level_records.with(|records| records.of(station, now)?.range(now.date_naive()))
}

/// The visitor's own level and the levels of the council for a gauge, in its unit.
fn marks(state: AppState, station: &Station) -> Vec<(f64, Text)> {
    let language = state.language();
    let own_level = state.choices.watch_list.with(|list| list.own_level(&station.id).cloned());
    let own_level = own_level
        .filter(|level| *level.unit() == station.unit)
        .map(|level| (level.level(), Text::own(language.watch_texts().own_level)));
    let levels = state.council_levels();
    let of_unit =
        levels.of(&station.id).iter().filter(|level| *level.threshold.unit() == station.unit);
    of_unit
        .map(|level| (level.threshold.level(), Text::picked(language, &level.text)))
        .chain(own_level)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_levels_above_ordnance_datum_and_amounts_of_rain_share_a_panel() {
        let units = ["m", "mASD", "mAOD", "mm", ""].map(Unit::parse);
        let shared: Vec<&str> = units
            .iter()
            .flat_map(|own| units.iter().filter(move |other| shares_zero(own, other)))
            .map(Unit::symbol)
            .collect();
        assert_eq!(shared, ["mAOD", "mm"]);
    }
}

//! The parts of a chart of readings over time: its period, its scales, its lines, its days and its ticks.

use super::{
    Timestamp,
    freshness::Freshness,
    station::{Station, Value},
    trend::{self, Reading},
    uk_time,
};
use chrono::{Days, NaiveDate, NaiveTime, TimeDelta};

/// The period that a chart shows, up to the newest reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Period {
    /// 12 hours.
    HalfDay,
    /// Two days.
    #[default]
    TwoDays,
    /// Seven days.
    Week,
    /// 60 days, with one level for each hour beyond the last seven days.
    SixtyDays,
}

impl Period {
    /// All periods, the shortest first.
    pub const ALL: [Self; 4] = [Self::HalfDay, Self::TwoDays, Self::Week, Self::SixtyDays];

    /// The length.
    pub fn length(self) -> TimeDelta {
        match self {
            Self::HalfDay => TimeDelta::hours(12),
            Self::TwoDays => TimeDelta::days(2),
            Self::Week => TimeDelta::days(7),
            Self::SixtyDays => TimeDelta::days(60),
        }
    }

    /// Readings that are farther apart are not joined by a line.
    fn longest_interval(self) -> TimeDelta {
        match self {
            Self::HalfDay | Self::TwoDays | Self::Week => TimeDelta::minutes(59),
            Self::SixtyDays => TimeDelta::hours(4),
        }
    }

    /// The hours between two ticks of the time axis.
    fn hours_between_ticks(self) -> u32 {
        match self {
            Self::HalfDay => 3,
            Self::TwoDays => 12,
            Self::Week => 24,
            Self::SixtyDays => 24 * 14,
        }
    }
}

/// The readings of a gauge without the newest ones, where the newest is a sensor fault: those since the level jumped.
pub fn without_fault<'a>(readings: &'a [Reading], station: &Station) -> &'a [Reading] {
    match readings.split_last() {
        Some((newest, before))
            if station.value == Value::SensorFault && station.time == Some(newest.at) =>
        {
            let jumped = readings.len() - trend::last_series(readings).len();
            // It may have jumped from a reading that is not among these.
            if jumped == 0 { before } else { &readings[..jumped] }
        }
        _ => readings,
    }
}

/// Whether the newest reading of a chart is the level of now.
pub fn is_of_now(station: &Station, newest: Timestamp, now: Timestamp) -> bool {
    let level = station.current_level(Freshness::of_reading(station.time, now));
    level.is_some() && station.time == Some(newest)
}

/// The readings of a period that end at a time.
pub fn in_period(readings: &[Reading], period: Period, until: Timestamp) -> &[Reading] {
    let first = readings.partition_point(|reading| until - reading.at > period.length());
    let end = readings.partition_point(|reading| reading.at <= until);
    readings.get(first..end).unwrap_or_default()
}

/// The lines of a chart: readings without a gap between them.
pub fn lines(readings: &[Reading], period: Period) -> impl Iterator<Item = &[Reading]> {
    readings.chunk_by(move |a, b| b.at - a.at <= period.longest_interval())
}

/// The lowest and the highest reading of a day of UK time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DayRange {
    /// The day.
    pub date: NaiveDate,
    /// The middle of its readings.
    pub at: Timestamp,
    /// The lowest level.
    pub lowest: f64,
    /// The highest level.
    pub highest: f64,
}

/// The days that have readings, oldest first.
pub fn days(readings: &[Reading]) -> Vec<DayRange> {
    let range = |day: &[Reading]| {
        let (first, last) = (day.first()?, day.last()?);
        Some(DayRange {
            date: uk_time::date(first.at),
            at: first.at + (last.at - first.at) / 2,
            lowest: lowest(day)?.level,
            highest: highest(day)?.level,
        })
    };
    readings.chunk_by(|a, b| uk_time::date(a.at) == uk_time::date(b.at)).filter_map(range).collect()
}

/// The bands of a chart: days without one between them that has no readings.
pub fn bands(days: &[DayRange]) -> impl Iterator<Item = &[DayRange]> {
    days.chunk_by(|a, b| a.date.succ_opt() == Some(b.date))
}

/// The highest reading; of several the newest.
pub fn highest(readings: &[Reading]) -> Option<Reading> {
    readings.iter().copied().max_by(|a, b| a.level.total_cmp(&b.level))
}

/// The lowest reading; of several the oldest.
pub fn lowest(readings: &[Reading]) -> Option<Reading> {
    readings.iter().copied().min_by(|a, b| a.level.total_cmp(&b.level))
}

/// The scales of both axes: they convert times and levels to 0 (left, bottom) to 1 (right, top).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    until: Timestamp,
    period: Period,
    low: f64,
    high: f64,
    step: f64,
}

/// Steps of the level axis, in metres.
const STEPS: [f64; 11] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0];
/// The level axis has this many steps at most.
const MOST_STEPS: f64 = 5.0;

impl Scales {
    /// Scales that contain all levels. `None` without readings.
    pub fn new(readings: &[Reading], period: Period, until: Timestamp) -> Option<Self> {
        let levels = || readings.iter().map(|reading| reading.level);
        let (low, high) = (levels().reduce(f64::min)?, levels().reduce(f64::max)?);
        // A level that does not change is in the middle.
        let (low, high) = if high - low < 0.02 { (low - 0.02, high + 0.02) } else { (low, high) };
        let fits = |step: &f64| (high / step).ceil() - (low / step).floor() <= MOST_STEPS;
        let step = STEPS.into_iter().find(fits).unwrap_or((high - low) / MOST_STEPS);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Some(Self { until, period, low, high, step })
    }

    /// The scales that contain the levels of both, of the same period.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let levels = [self.low, self.high, other.low, other.high];
        let readings = levels.map(|level| Reading { at: self.until, level });
        Self::new(&readings, self.period, self.until).unwrap_or(*self)
    }

    /// The horizontal position of a time.
    #[allow(clippy::cast_precision_loss)] // seconds of 60 days
    pub fn x(&self, at: Timestamp) -> f64 {
        1.0 - (self.until - at).num_seconds() as f64 / self.period.length().num_seconds() as f64
    }

    /// The vertical position of a level.
    pub fn y(&self, level: f64) -> f64 {
        (level - self.low) / (self.high - self.low)
    }

    /// The levels of the ticks, lowest first.
    pub fn level_ticks(&self) -> Vec<f64> {
        let tick = |index: u32| self.low + self.step * f64::from(index);
        (0..=7).map(tick).take_while(|level| *level < self.high + self.step / 2.0).collect()
    }

    /// The number of digits after the point that the ticks need.
    pub fn digits(&self) -> u32 {
        if self.step < 0.1 { 2 } else { u32::from(self.step < 1.0) }
    }

    /// The times of the ticks, oldest first: full hours and midnights of UK time.
    pub fn time_ticks(&self) -> Vec<Timestamp> {
        let begin = self.until - self.period.length();
        let hours = self.period.hours_between_ticks();
        let (days, per_day) = (u64::from((hours / 24).max(1)), 24 / hours.min(24));
        let first = uk_time::date(begin);
        let last = uk_time::date(self.until);
        let midnights = (0..).map_while(|index: u64| {
            // Counted back from the last day, so that a tick of days is at the newest one.
            let date = last.checked_sub_days(Days::new(index * days))?;
            (date >= first).then_some(date)
        });
        let mut ticks: Vec<Timestamp> = midnights
            .flat_map(|date| {
                (0..per_day).filter_map(move |index| {
                    let time = NaiveTime::from_hms_opt(index * hours.min(24), 0, 0)?;
                    Some(uk_time::from_local(date.and_time(time)))
                })
            })
            .filter(|at| (begin..=self.until).contains(at))
            .collect();
        ticks.sort_unstable();
        ticks
    }

    /// The ticks with a label, oldest first, so that labels of this width, as a share of the axis, neither touch
    /// nor end beyond the newest time. Every tick, or every second, and so on, counted from the newest.
    pub fn labelled_ticks(&self, width: f64) -> Vec<Timestamp> {
        let ticks = self.time_ticks();
        let fits = |step: &usize| {
            let shown: Vec<f64> = ticks.iter().rev().step_by(*step).map(|at| self.x(*at)).collect();
            shown.windows(2).all(|pair| matches!(pair, [newer, older] if newer - older >= width))
        };
        let step = (1..=ticks.len()).find(fits).unwrap_or(1);
        let mut labelled: Vec<Timestamp> = ticks.iter().rev().step_by(step).copied().collect();
        labelled.retain(|at| self.x(*at) <= 1.0 - width / 2.0);
        labelled.reverse();
        labelled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::station::{Figure, Status},
        test_support,
    };

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn reading(minutes: i64, level: f64) -> Reading {
        Reading { at: at("2026-10-24T00:00:00Z") + TimeDelta::minutes(minutes), level }
    }

    #[test]
    fn a_gap_divides_a_line_and_a_period_is_cut_at_its_ends() {
        let readings: Vec<Reading> =
            [0, 15, 30, 120, 135, 900].map(|minutes| reading(minutes, 1.0)).into();
        let lengths: Vec<usize> = lines(&readings, Period::TwoDays).map(<[Reading]>::len).collect();
        assert_eq!(lengths, [3, 2, 1]);
        let hourly: Vec<usize> =
            lines(&readings, Period::SixtyDays).map(<[Reading]>::len).collect();
        assert_eq!(hourly, [5, 1]);
        assert_eq!(in_period(&readings, Period::HalfDay, reading(900, 0.0).at).len(), 1);
        assert_eq!(in_period(&readings, Period::HalfDay, reading(130, 0.0).at).len(), 4);
        assert_eq!(lines(&[], Period::Week).count(), 0);
    }

    /// A gauge with its newest reading at 00:30.
    fn gauge(value: Value, status: Status) -> Station {
        let feature = test_support::feature(None, r#""Location":"1""#);
        let station = Station::clone(&test_support::stations(&[feature], reading(0, 0.0).at)[0]);
        Station { value, status, time: Some(reading(30, 0.0).at), ..station }
    }

    fn measured() -> Value {
        Value::Measured { number: 1.0, text: Figure::new("1").expect("one digit") }
    }

    // case 242
    #[test]
    fn a_sensor_fault_is_in_no_chart_back_to_where_the_level_jumped() {
        let all = [(0, 1.0), (15, 9.0), (30, 9.1)].map(|(minutes, level)| reading(minutes, level));
        let fault = gauge(Value::SensorFault, Status::Online);
        for (station, readings, left) in [
            (&gauge(measured(), Status::Online), &all[..], 3),
            (&fault, &all[..], 1),
            (&fault, &all[1..], 1),
            (&fault, &all[2..], 0),
            // The recorder does not have the fault.
            (&fault, &all[..2], 2),
            (&fault, &[], 0),
        ] {
            assert_eq!(without_fault(readings, station).len(), left, "{readings:?}");
        }
    }

    // case 265
    #[test]
    fn only_the_fresh_level_of_a_gauge_that_reports_is_that_of_now() {
        let online = gauge(measured(), Status::Online);
        for (station, newest, now, expected) in [
            (&online, 30, 60, true),
            (&online, 30, 60 * 24, false),
            (&online, 15, 60, false),
            (&gauge(measured(), Status::Offline), 30, 60, false),
            (&gauge(Value::SensorFault, Status::Online), 30, 60, false),
            (
                &Station { missing_since: Some(at("2026-10-24T00:40:00Z")), ..online.clone() },
                30,
                60,
                false,
            ),
        ] {
            let [newest, now] = [newest, now].map(|minutes| reading(minutes, 0.0).at);
            assert_eq!(is_of_now(station, newest, now), expected, "{station:?}");
        }
    }

    #[test]
    fn the_scale_of_levels_contains_them_in_few_round_steps() {
        for (levels, ticks, digits) in [
            (vec![0.214, 1.9], vec![0.0, 0.5, 1.0, 1.5, 2.0], 1),
            (vec![4.21, 4.28], vec![4.2, 4.22, 4.24, 4.26, 4.28], 2),
            (vec![-5.451, -1.0], vec![-6.0, -5.0, -4.0, -3.0, -2.0, -1.0], 0),
            (vec![1.0, 1.0], vec![0.98, 0.99, 1.0, 1.01, 1.02], 2),
            (vec![56.0, 60.0], vec![56.0, 57.0, 58.0, 59.0, 60.0], 0),
        ] {
            let readings: Vec<Reading> = levels.iter().map(|level| reading(0, *level)).collect();
            let scales = Scales::new(&readings, Period::Week, readings[0].at).expect("scales");
            let found = scales.level_ticks();
            assert_eq!(found.len(), ticks.len(), "{found:?}");
            for (a, b) in found.iter().zip(&ticks) {
                assert!((a - b).abs() < 1e-9, "{found:?}");
            }
            assert_eq!(scales.digits(), digits, "{levels:?}");
            assert!(levels.iter().all(|level| (0.0..=1.0).contains(&scales.y(*level))));
        }
        assert_eq!(Scales::new(&[], Period::Week, at("2026-10-24T00:00:00Z")), None);
    }

    #[test]
    fn ticks_of_time_are_hours_and_midnights_of_uk_time_also_across_the_change_of_clocks() {
        let ticks = |period, until| {
            let scales = Scales::new(&[reading(0, 1.0)], period, at(until)).expect("scales");
            let ticks = scales.time_ticks();
            assert!(ticks.iter().all(|tick| (0.0..=1.0).contains(&scales.x(*tick))));
            ticks.iter().map(|tick| uk_time::local(*tick).to_string()[8..16].to_owned()).collect()
        };
        let half_day: Vec<String> = ticks(Period::HalfDay, "2026-10-25T10:10:00Z");
        assert_eq!(half_day, ["25 00:00", "25 03:00", "25 06:00", "25 09:00"]);
        let two_days: Vec<String> = ticks(Period::TwoDays, "2026-10-26T10:10:00Z");
        assert_eq!(two_days, ["24 12:00", "25 00:00", "25 12:00", "26 00:00"]);
        let week: Vec<String> = ticks(Period::Week, "2026-10-26T10:10:00Z");
        assert_eq!(week.len(), 7);
        assert!(week.iter().all(|tick| tick.ends_with("00:00")));
        let sixty: Vec<String> = ticks(Period::SixtyDays, "2026-10-26T10:10:00Z");
        assert_eq!(sixty, ["31 00:00", "14 00:00", "28 00:00", "12 00:00", "26 00:00"]);
    }

    #[test]
    fn labels_of_every_period_neither_touch_nor_leave_the_axis() {
        // The axis of a chart on windows of 320 and 480 pixels, and labels of 46 pixels.
        for axis in [240.0, 400.0] {
            for period in Period::ALL {
                for hours in 0..24 {
                    let until = at("2026-10-26T00:10:00Z") + TimeDelta::hours(hours);
                    let scales = Scales::new(&[reading(0, 1.0)], period, until).expect("scales");
                    let width = 46.0 / axis;
                    let labels: Vec<f64> =
                        scales.labelled_ticks(width).iter().map(|at| scales.x(*at)).collect();
                    assert!(labels.len() >= 2, "{period:?} {axis} {until}: {labels:?}");
                    assert!(labels.windows(2).all(|pair| pair[1] - pair[0] >= width), "{labels:?}");
                    assert!(labels.iter().all(|x| *x <= 1.0 - width / 2.0), "{labels:?}");
                }
            }
        }
    }

    #[test]
    fn a_day_of_uk_time_has_its_lowest_and_highest_reading_and_a_day_without_readings_ends_a_band()
    {
        // 23:30 UTC is the next day in summer.
        let readings = [
            ("2026-07-01T10:00:00Z", 1.0),
            ("2026-07-01T12:00:00Z", 3.0),
            ("2026-07-01T23:30:00Z", 2.0),
            ("2026-07-04T10:00:00Z", 0.5),
        ]
        .map(|(text, level)| Reading { at: at(text), level });
        let days = days(&readings);
        let found: Vec<(String, f64, f64)> =
            days.iter().map(|day| (day.date.to_string(), day.lowest, day.highest)).collect();
        let expected =
            [("2026-07-01", 1.0, 3.0), ("2026-07-02", 2.0, 2.0), ("2026-07-04", 0.5, 0.5)];
        assert_eq!(found, expected.map(|(date, low, high)| (date.to_owned(), low, high)));
        assert_eq!(days[0].at, at("2026-07-01T11:00:00Z"));
        assert_eq!(bands(&days).map(<[DayRange]>::len).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn the_highest_of_equal_levels_is_the_newest() {
        let readings = [reading(0, 1.0), reading(15, 2.0), reading(30, 2.0), reading(45, 1.0)];
        assert_eq!(highest(&readings), Some(reading(30, 2.0)));
        assert_eq!(highest(&[]), None);
    }
}

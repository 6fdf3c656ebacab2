//! StationData of the made-up gauges: the rivers, and rain and tide gauges of their own, with history.

use super::{Gauge, Kind, Sample, Scenario, noise, quarter_of, time_of};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde_json::{Value, json};

/// Added to the number of a gauge for the number of its parameter.
const LEVEL: u32 = 10_000;
const RAIN: u32 = 20_000;
const TIDE: u32 = 30_000;
/// Added to the number of a river gauge for the number of the rain or tide gauge beside it.
const RAIN_STATION: u32 = 100_000;
const TIDE_STATION: u32 = 200_000;
/// From one high water to the next, in hours.
const TIDE_HOURS: f64 = 12.42;

/// The parameters that are measured beside a river gauge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Level,
    Rain,
    Tide,
}

/// The days of a request for history; the second is not included.
pub struct Span {
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
}

impl Sample {
    pub fn station_data(&self, now: DateTime<Utc>) -> Vec<Value> {
        let of_gauge = |gauge: &Gauge| {
            let stations = [
                Some(gauge.station(now, self.scenario)),
                gauge
                    .has_rain_station()
                    .then(|| gauge.extra_station(RAIN_STATION, Quantity::Rain, now, self.scenario)),
                gauge
                    .has_tide_station()
                    .then(|| gauge.extra_station(TIDE_STATION, Quantity::Tide, now, self.scenario)),
            ];
            stations.into_iter().flatten().collect::<Vec<Value>>()
        };
        self.gauges.iter().flat_map(of_gauge).collect()
    }

    /// The readings of a gauge within the days, or of the last year. `None` if there is no such gauge
    /// or parameter.
    pub fn historical(
        &self,
        location: u32,
        parameter: u32,
        span: &Span,
        now: DateTime<Utc>,
    ) -> Option<Value> {
        let quantity = match parameter.checked_sub(location % RAIN_STATION)? {
            LEVEL => Quantity::Level,
            RAIN => Quantity::Rain,
            TIDE => Quantity::Tide,
            _ => return None,
        };
        let number = location % RAIN_STATION;
        let gauge = self.gauges.iter().find(|gauge| gauge.number == number)?;
        let is_known = match (location - number, quantity) {
            (0, Quantity::Level) => gauge.kind != Kind::Forgotten,
            (0, Quantity::Rain) => gauge.has_two_parameters(),
            (RAIN_STATION, Quantity::Rain) => gauge.has_rain_station(),
            (TIDE_STATION, Quantity::Tide) => gauge.has_tide_station(),
            _ => false,
        };
        if !is_known {
            return None;
        }
        let midnight =
            |day: NaiveDate| quarter_of(day.and_time(chrono::NaiveTime::default()).and_utc());
        let last = quarter_of(gauge.taken(now));
        // At most a year, as without days.
        let year = quarter_of(now - TimeDelta::days(365));
        let first = span.from.map_or(year, midnight).max(year);
        let last = span.to.map_or(last, |to| last.min(midnight(to) - 1));
        let reading = |quarter: i64| {
            json!({
                "time": text(time_of(quarter)),
                "value": gauge.value(quantity, quarter, self.scenario),
            })
        };
        Some(json!({
            "nameEN": gauge.name[0],
            "units": gauge.units(quantity),
            "parameterReadings": (first..=last).map(reading).collect::<Vec<Value>>(),
        }))
    }
}

fn text(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl Gauge {
    fn has_rain_station(&self) -> bool {
        self.number.is_multiple_of(5)
    }

    fn has_tide_station(&self) -> bool {
        self.kind == Kind::Negative
    }

    /// A few stations measure rain too.
    fn has_two_parameters(&self) -> bool {
        self.number % 40 == 7
    }

    fn units(&self, quantity: Quantity) -> &'static str {
        match quantity {
            Quantity::Level => self.unit(),
            Quantity::Rain => "mm",
            Quantity::Tide => "mAOD",
        }
    }

    /// The value with three decimals.
    fn value(&self, quantity: Quantity, quarter: i64, scenario: Scenario) -> f64 {
        #[allow(clippy::cast_precision_loss)] // quarters of an hour since 1970 are far below 2^53
        let hours = quarter as f64 / 4.0;
        let value = match quantity {
            Quantity::Level => self.level(quarter, scenario),
            Quantity::Rain => {
                let most = match scenario {
                    Scenario::Calm => 0.0,
                    Scenario::Mixed => 0.6,
                    Scenario::Storm => 3.0,
                };
                let dice = noise(u64::from(self.number), quarter.unsigned_abs());
                (most * (dice - 0.3).max(0.0) * 5.0).round() / 5.0
            }
            Quantity::Tide => 3.8 * (hours / TIDE_HOURS * std::f64::consts::TAU).sin(),
        };
        (value * 1_000.0).round() / 1_000.0
    }

    fn parameter(&self, quantity: Quantity, now: DateTime<Utc>, scenario: Scenario) -> Value {
        let quarter = quarter_of(self.taken(now));
        let value = self.value(quantity, quarter, scenario);
        let change = value - self.value(quantity, quarter - 1, scenario);
        let (number, [name_en, name_cy], [status_en, status_cy]) = match quantity {
            Quantity::Rain if value > 0.0 => {
                (RAIN, ["Rainfall", "Glawiad"], ["Rainfall Light Rain", "Glawiad glaw ysgafn"])
            }
            Quantity::Rain => (RAIN, ["Rainfall", "Glawiad"], ["Rainfall Dry", "Glawiad sych"]),
            Quantity::Level | Quantity::Tide => {
                let status = if change > 0.005 {
                    ["Level Rising", "Lefel yn codi"]
                } else if change < -0.005 {
                    ["Level Falling", "Lefel yn gostwng"]
                } else {
                    ["Level Steady", "Lefel yn gyson"]
                };
                if quantity == Quantity::Tide {
                    (TIDE, ["Tide Level", "Lefel y llanw"], status)
                } else {
                    (LEVEL, ["River Level", "Lefel yr afon"], status)
                }
            }
        };
        json!({
            "parameter": self.number + number,
            "paramNameEN": name_en,
            "paramNameCY": name_cy,
            "parameterStatusEN": status_en,
            "parameterStatusCY": status_cy,
            "units": self.units(quantity),
            "latestValue": value,
            "latestTime": text(time_of(quarter)),
        })
    }

    /// The station of the river gauge.
    fn station(&self, now: DateTime<Utc>, scenario: Scenario) -> Value {
        let mut parameters = Vec::new();
        // Has lost its parameter, as one in the recorded response.
        if self.kind != Kind::Forgotten {
            parameters.push(self.parameter(Quantity::Level, now, scenario));
        }
        if self.has_two_parameters() {
            parameters.push(self.parameter(Quantity::Rain, now, scenario));
        }
        self.station_json(self.number, &self.title, &parameters)
    }

    fn extra_station(
        &self,
        added: u32,
        quantity: Quantity,
        now: DateTime<Utc>,
        scenario: Scenario,
    ) -> Value {
        let [en, cy] = &self.name;
        let title = if quantity == Quantity::Tide {
            [format!("{en} tide gauge"), format!("Mesurydd llanw {cy}")]
        } else {
            [format!("{en} raingauge"), format!("Mesurydd glaw {cy}")]
        };
        self.station_json(self.number + added, &title, &[self.parameter(quantity, now, scenario)])
    }

    /// All say that they are online.
    fn station_json(&self, number: u32, title: &[String; 2], parameters: &[Value]) -> Value {
        // Some stand at (0, 0), although their grid reference is right.
        let is_misplaced = self.number % 60 == 11;
        let round = |degrees: f64| (degrees * 1e6).round() / 1e6;
        let [lat, lon] = if is_misplaced {
            [0.0, 0.0]
        } else {
            [round(self.position.lat()), round(self.position.lon())]
        };
        json!({
            "coordinates": { "latitude": lat, "longitude": lon },
            "location": number,
            "nameEN": self.name[0],
            "nameCY": self.name[1],
            "statusEN": "Online",
            "statusCY": "Ar-lein",
            "url": number.to_string(),
            "ngr": self.reference,
            "titleEn": title[0],
            "titleCy": title[1],
            "parameters": parameters,
        })
    }
}

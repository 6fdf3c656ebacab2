//! The made-up data: gauges whose readings follow the clock, messages by scenario, and the
//! forecast. All of it is the same for the same moment, on every machine.

pub mod station_data;

use crate::{
    gazetteer::{self, Stretch, in_welsh},
    wire::{AreaAtRisk, Feature, FloodWarning, RiverLevel, Summary},
};
use chrono::{DateTime, Datelike, TimeDelta, Utc};
use gorlif_core::{
    domain::{
        county::County,
        geo::{Distance, Position},
        grid_reference::GridReference,
        uk_time,
    },
    i18n::Language,
};

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Scenario {
    /// Nothing in force.
    Calm,
    /// A dozen messages of the lower severities, some stood down.
    Mixed,
    /// About 150 messages in force, all severities.
    Storm,
}

pub struct Sample {
    pub scenario: Scenario,
    gauges: Vec<Gauge>,
    areas: Vec<Area>,
}

struct Gauge {
    number: u32,
    position: Position,
    name: [String; 2],
    title: [String; 2],
    reference: String,
    kind: Kind,
}

/// The properties of gauges in practice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Metres,
    OrdnanceDatum,
    /// Tidal: below its zero at low water.
    Negative,
    /// Offline, with its last reading.
    Offline,
    /// Says that it is online, with a reading eight months old.
    Forgotten,
}

struct Area {
    code: String,
    name: String,
    region: &'static str,
    tidal: bool,
    is_alert: bool,
    position: Position,
}

/// A whole number in 0..n that looks random and is always the same for the same seeds.
#[allow(clippy::cast_possible_truncation)] // below n, which is a few ten thousand
fn choice(a: u64, b: u64, n: u32) -> i64 {
    (noise(a, b) * f64::from(n)) as i64
}

/// A number in 0..1 that looks random and is always the same for the same seeds.
fn noise(a: u64, b: u64) -> f64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for _ in 0..2 {
        x ^= x >> 31;
        x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    (x >> 11) as f64 / (1_u64 << 53) as f64
}

fn seed_of(text: &str) -> u64 {
    text.bytes().fold(7, |seed, byte| seed.wrapping_mul(131).wrapping_add(u64::from(byte)))
}

const QUARTER_MINUTES: i64 = 15;

impl Sample {
    pub fn new(scenario: Scenario, stations: Option<u32>) -> Result<Self, String> {
        let stretches = gazetteer::stretches()?;
        let count = stations.map_or(stretches.len() * 2, |n| n as usize);
        let gauges = (0..count).filter_map(|index| gauge(&stretches, index)).collect();
        let areas = stretches
            .iter()
            .enumerate()
            .flat_map(|(index, stretch)| [area(stretch, index, true), area(stretch, index, false)])
            .flatten()
            .collect();
        Ok(Self { scenario, gauges, areas })
    }

    pub fn river_levels(&self, now: DateTime<Utc>) -> Vec<Feature<RiverLevel>> {
        self.gauges.iter().map(|gauge| gauge.reading(now, self.scenario)).collect()
    }

    /// The readings of the given time before `now`, oldest first for each gauge: CSV with the columns
    /// of `recorder import`.
    pub fn past(&self, now: DateTime<Utc>, past: TimeDelta) -> String {
        let mut csv = "station,unit,time,level\n".to_owned();
        let first = quarter_of(now - past);
        for gauge in &self.gauges {
            for quarter in first..=quarter_of(gauge.taken(now)) {
                let (time, level) = (time_of(quarter), gauge.level(quarter, self.scenario));
                csv.push_str(&format!(
                    "{},{},{},{level:.3}\n",
                    gauge.number,
                    gauge.unit(),
                    time.format("%Y-%m-%dT%H:%M:%SZ")
                ));
            }
        }
        csv
    }

    /// The file of a council with levels for some gauges.
    pub fn council_levels(&self) -> Vec<serde_json::Value> {
        let level = |gauge: &Gauge| {
            let [name_en, name_cy] = &gauge.name;
            serde_json::json!({
                "station": gauge.number.to_string(),
                "unit": gauge.unit(),
                // Between the usual levels of the scenarios mixed and storm.
                "level": ((gauge.base() + 1.1) * 10.0).round() / 10.0,
                "en": format!("Sample: the path at {name_en} begins to flood"),
                "cy": format!("Enghraifft: mae'r llwybr {} yn dechrau gorlifo", in_welsh(name_cy)),
            })
        };
        self.gauges.iter().filter(|gauge| gauge.number % 6 == 1).map(level).collect()
    }

    /// The shapes of the flood areas, made up around their points. Every tenth area has none, as areas
    /// that are no longer published.
    pub fn flood_areas(&self) -> serde_json::Value {
        let published = self.areas.iter().enumerate().filter(|(index, _)| index % 10 != 9);
        let features: Vec<_> = published.map(|(_, area)| area.shape()).collect();
        serde_json::json!({ "type": "FeatureCollection", "features": features })
    }

    /// The messages within the distance of a point, or all.
    pub fn flood_warnings(
        &self,
        now: DateTime<Utc>,
        circle: Option<(Position, Distance)>,
    ) -> Vec<Feature<FloodWarning>> {
        let near = |area: &&Area| {
            circle.is_none_or(|(centre, distance)| centre.distance_to(area.position) <= distance)
        };
        self.areas.iter().filter(near).filter_map(|area| area.message(now, self.scenario)).collect()
    }
}

fn gauge(stretches: &[Stretch], index: usize) -> Option<Gauge> {
    let number = u32::try_from(index).ok()?;
    let Stretch { river: [river_en, river_cy], town, .. } = &stretches[index % stretches.len()];
    let seed = u64::from(number);
    // The first round stands in the town, the second at its bridge, and all further ones are strewn
    // around.
    let round = index / stretches.len();
    let spread = match round {
        0 => 0.004,
        1 => 0.02,
        _ => 0.25,
    };
    let off = |salt: u64| (noise(seed, salt) - 0.5) * spread;
    let position = Position::new(town.position.lat() + off(1), town.position.lon() + off(2) * 1.6)?;
    let names = match round {
        0 => [town.name.en.clone(), town.name.cy.clone()],
        1 => [format!("{} Bridge", town.name.en), format!("Pont {}", town.name.cy)],
        _ => [format!("{} {round}", town.name.en), format!("{} {round}", town.name.cy)],
    };
    let kind = match number {
        3 | 40 | 77 => Kind::OrdnanceDatum,
        5 | 13 => Kind::Negative,
        20 | 61 | 90 | 118 => Kind::Offline,
        33 => Kind::Forgotten,
        _ => Kind::Metres,
    };
    Some(Gauge {
        number: 4_001 + number,
        position,
        title: [
            format!("{river_en} at {}", names[0]),
            format!("Afon {river_cy} {}", in_welsh(&names[1])),
        ],
        name: names,
        reference: GridReference::of(position)?.text(5).replace(' ', ""),
        kind,
    })
}

/// The number of whole quarters of an hour since 1970.
fn quarter_of(at: DateTime<Utc>) -> i64 {
    at.timestamp().div_euclid(QUARTER_MINUTES * 60)
}

fn time_of(quarter: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(quarter * QUARTER_MINUTES * 60, 0).unwrap_or_default()
}

impl Gauge {
    fn unit(&self) -> &'static str {
        if self.kind == Kind::OrdnanceDatum { "mAOD" } else { "m" }
    }

    /// When the latest reading at `now` was taken, before rounding to a quarter of an hour.
    fn taken(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self.kind {
            Kind::Offline => now - TimeDelta::days(9 + i64::from(self.number % 40)),
            Kind::Forgotten => now - TimeDelta::days(245),
            // A reading is passed on between a quarter and one and three quarters of an hour after
            // it was taken.
            _ => {
                let lag = QUARTER_MINUTES * (1 + choice(u64::from(self.number), 3, 5));
                now - TimeDelta::minutes(lag)
            }
        }
    }

    fn reading(&self, now: DateTime<Utc>, scenario: Scenario) -> Feature<RiverLevel> {
        let quarter = quarter_of(self.taken(now));
        let taken = time_of(quarter);
        let url = format!("http://rloi.example.org/ViewDetails?station={}", self.number);
        let properties = RiverLevel {
            Location: self.number.to_string(),
            LatestValue: format!("{:.3}", self.level(quarter, scenario)),
            LatestTime: taken.format("%d/%m/%Y %H:%M").to_string(),
            NameEN: self.name[0].clone(),
            NameCY: self.name[1].clone(),
            NGR: self.reference.clone(),
            ParamNameEN: "River Level",
            ParamNameCY: "Lefel yr afon",
            StatusEN: if self.kind == Kind::Offline { "Offline" } else { "Online" },
            StatusCY: if self.kind == Kind::Offline { "All-lein" } else { "Ar-lein" },
            TitleEN: self.title[0].clone(),
            TitleCY: self.title[1].clone(),
            Units: self.unit(),
            url,
        };
        Feature::at(self.position.lon(), self.position.lat(), properties)
    }

    /// The level in dry weather.
    fn base(&self) -> f64 {
        let seed = u64::from(self.number);
        let datum = match self.kind {
            Kind::OrdnanceDatum => 20.0 + noise(seed, 8) * 180.0,
            _ => 0.0,
        };
        datum + 0.4 + noise(seed, 6) * 1.2
    }

    /// Two waves of half a day and of three days, so that each gauge rises and falls, higher in
    /// worse weather.
    #[allow(clippy::cast_precision_loss)] // quarters of an hour since 1970 are far below 2^53
    fn level(&self, quarter: i64, scenario: Scenario) -> f64 {
        let seed = u64::from(self.number);
        let height = match scenario {
            Scenario::Calm => 0.15,
            Scenario::Mixed => 0.5,
            Scenario::Storm => 1.6,
        };
        let turn = |hours: f64, salt: u64| {
            ((quarter as f64 / 4.0 / hours + noise(seed, salt)) * std::f64::consts::TAU).sin()
        };
        let (half_day, three_days) = (turn(12.4, 4), turn(73.0, 5));
        let water = height * (1.0 + 0.3 * half_day + 0.6 * three_days) * (0.3 + noise(seed, 7));
        match self.kind {
            Kind::Negative => -1.2 + 1.0 * half_day,
            _ => self.base() + water,
        }
    }
}

fn area(stretch: &Stretch, index: usize, is_alert: bool) -> Option<Area> {
    let Stretch { river: [river, _], region, town } = stretch;
    let region = *region;
    let prefix = match region {
        "North" => "101",
        "South West" => "102",
        _ => "103",
    };
    let tidal = [
        "Cardiff",
        "Swansea",
        "Rhyl",
        "Conwy",
        "Barmouth",
        "Aberystwyth",
        "Cardigan",
        "Chepstow",
        "Port Talbot",
    ]
    .contains(&town.name.en.as_str());
    let kind = match (is_alert, tidal) {
        (true, true) => "WAB",
        (true, false) => "WAF",
        (false, true) => "FWB",
        (false, false) => "FWF",
    };
    let short: String = town
        .name
        .en
        .chars()
        .filter(char::is_ascii_alphabetic)
        .take(4)
        .collect::<String>()
        .to_lowercase();
    let seed = index as u64;
    let off = |salt: u64| (noise(seed, salt) - 0.5) * if is_alert { 0.08 } else { 0.02 };
    Some(Area {
        code: format!("{prefix}{kind}{short}{index:02}"),
        name: if is_alert {
            format!("{river} catchment around {}", town.name.en)
        } else {
            format!("River {river} at {}", town.name.en)
        },
        region,
        tidal,
        is_alert,
        position: Position::new(town.position.lat() + off(11), town.position.lon() + off(12))?,
    })
}

/// The number of corners of a made-up flood area.
const CORNERS: u32 = 72;

impl Area {
    /// A feature with an uneven outline around the area's point.
    fn shape(&self) -> serde_json::Value {
        let seed = seed_of(&self.code);
        let size = if self.is_alert { 6_000.0 } else { 1_800.0 };
        let corner = |number: u32| {
            let angle = f64::from(number % CORNERS) / f64::from(CORNERS) * std::f64::consts::TAU;
            // Three waves around the outline, each with its own height and position.
            let waves: f64 = (2..5_u32)
                .map(|waves| {
                    let height = 0.25 * noise(seed, 40 + u64::from(waves)) / f64::from(waves - 1);
                    let turn = noise(seed, 50 + u64::from(waves)) * std::f64::consts::TAU;
                    height * (f64::from(waves) * angle + turn).sin()
                })
                .sum();
            let reach = size * (0.9 + waves);
            let (north, east) = self.position.degrees(reach);
            let round = |degrees: f64| (degrees * 1e5).round() / 1e5;
            let (lat, lon) = (self.position.lat(), self.position.lon());
            [round(lon + east * angle.cos()), round(lat + north * angle.sin())]
        };
        let ring: Vec<[f64; 2]> = (0..=CORNERS).map(corner).collect();
        serde_json::json!({
            "type": "Feature",
            "properties": { "fwis_code": self.code, "name": format!("Sample: {}", self.name) },
            "geometry": { "type": "Polygon", "coordinates": [ring] },
        })
    }

    /// Which severity the area has in the scenario: its label and value.
    fn severity(&self, scenario: Scenario) -> Option<(&'static str, u8)> {
        const SEVERE: (&str, u8) = ("Severe Flood Warning", 1);
        const WARNING: (&str, u8) = ("Flood Warning", 2);
        const ALERT: (&str, u8) = ("Flood Alert", 3);
        const OVER: (&str, u8) = ("Warning no longer in force", 4);
        let dice = noise(seed_of(&self.code), 21);
        match (scenario, self.is_alert) {
            (Scenario::Calm, _) => None,
            (Scenario::Mixed, true) if dice < 0.10 => Some(ALERT),
            (Scenario::Mixed, false) if dice < 0.04 => Some(WARNING),
            (Scenario::Mixed, _) if dice > 0.95 => Some(OVER),
            (Scenario::Mixed, _) => None,
            (Scenario::Storm, true) if dice < 0.84 => Some(ALERT),
            (Scenario::Storm, false) if dice < 0.06 => Some(SEVERE),
            (Scenario::Storm, false) if dice < 0.60 => Some(WARNING),
            (Scenario::Storm, _) if dice > 0.92 => Some(OVER),
            (Scenario::Storm, _) => None,
        }
    }

    fn message(&self, now: DateTime<Utc>, scenario: Scenario) -> Option<Feature<FloodWarning>> {
        let (severity, severityvalue) = self.severity(scenario)?;
        // Raised one to eleven hours before the current half day began, so that times stay put for
        // a while.
        let half_day = now.timestamp().div_euclid(43_200) * 43_200;
        let dice = noise(seed_of(&self.code), 22);
        let raised = (half_day - 3_600 - choice(seed_of(&self.code), 22, 36_000)) * 1_000;
        let is_period_over = severityvalue == 4;
        let english = if is_period_over {
            String::new()
        } else {
            format!(
                "SAMPLE TEXT, NOT A REAL WARNING.\n\nWater levels are high at {} and are expected to stay so until this evening.\n\nWe will go on watching the situation.",
                self.name
            )
        };
        // Of many messages the Welsh text follows later.
        let welsh = if is_period_over || dice > 0.7 {
            String::new()
        } else {
            "TESTUN ENGHREIFFTIOL, NID RHYBUDD GO IAWN.\n\nMae lefelau’r dŵr yn uchel a disgwylir iddynt aros felly tan heno.\n\nByddwn yn dal i wylio’r sefyllfa.".to_owned()
        };
        let properties = FloodWarning {
            fwacode: self.code.clone(),
            area: self.region,
            description: self.name.clone(),
            tidal: if self.tidal { "t" } else { "f" },
            severity,
            severityvalue,
            timeraised: raised,
            severity_changed: raised,
            rim_changed: raised,
            rim_english: english,
            rim_welsh: welsh,
        };
        Some(Feature::at(self.position.lon(), self.position.lat(), properties))
    }
}

/// English counties that the same forecast lists: English and Welsh name, region.
const ENGLISH_COUNTIES: [(&str, &str); 4] = [
    ("Shropshire", "West Midlands"),
    ("Herefordshire", "West Midlands"),
    ("Gloucestershire", "South West"),
    ("Cheshire West and Chester", "North West"),
];

/// Counties with a risk of low or higher on the five days from today.
pub fn forecast(scenario: Scenario, now: DateTime<Utc>) -> Vec<AreaAtRisk> {
    let today = uk_time::date(now);
    let welsh = County::all().map(|county| (county.english(), county.welsh(), region(county)));
    let english = ENGLISH_COUNTIES.map(|(name, region)| (name, name, (region, region)));
    let places: Vec<_> = welsh.chain(english).collect();
    let mut entries = Vec::new();
    for (ahead, date) in (0_u64..5).zip(today.iter_days()) {
        let day = |language: Language| {
            format!("{} {}", language.long_day(date).replace('\u{a0}', " "), date.year())
        };
        for (index, (en, cy, (region_en, region_cy))) in places.iter().enumerate() {
            let dice = noise(index as u64 * 5 + ahead, 31);
            let (risk_en, risk_cy) = match scenario {
                Scenario::Storm if dice < 0.30 - ahead as f64 * 0.05 => ("High", "Uchel"),
                Scenario::Storm if dice < 0.70 - ahead as f64 * 0.08 => ("Medium", "Canolig"),
                Scenario::Mixed if dice < 0.15 => ("Medium", "Canolig"),
                Scenario::Storm => ("Low", "Isel"),
                Scenario::Mixed if dice < 0.45 => ("Low", "Isel"),
                Scenario::Calm if dice < 0.03 => ("Low", "Isel"),
                Scenario::Calm | Scenario::Mixed => continue,
            };
            entries.push(AreaAtRisk {
                Day_en: day(Language::English),
                LocationCounty_en: en,
                Region_en: region_en,
                RiskLevelName_en: risk_en,
                Day_cy: day(Language::Welsh),
                LocationCounty_cy: cy,
                Region_cy: region_cy,
                RiskLevelName_cy: risk_cy,
            });
        }
    }
    entries
}

/// Made-up commentary that fits the forecast of the scenario.
pub fn commentary(scenario: Scenario) -> Summary {
    match scenario {
        Scenario::Storm => Summary {
            Summary_en: "Made-up commentary. Heavy rain falls on saturated ground today and tomorrow.\r\n\r\nRivers respond quickly in the south and in the middle of Wales. Flooding of properties is likely, and roads and railways are affected.\r\n\r\nThe rain clears on the third day. Levels of the large rivers stay high for longer.",
            Summary_cy: "Sylwadau gwneud. Mae glaw trwm yn disgyn ar dir dirlawn heddiw ac yfory.\r\n\r\nMae afonydd yn ymateb yn gyflym yn y de ac yn y canolbarth. Mae llifogydd mewn eiddo yn debygol, ac effeithir ar ffyrdd a rheilffyrdd.\r\n\r\nBydd y glaw yn cilio ar y trydydd diwrnod. Bydd lefelau'r afonydd mawr yn aros yn uchel am fwy o amser.",
        },
        Scenario::Mixed => Summary {
            Summary_en: "Made-up commentary. Showers cause minor local flooding in places.",
            Summary_cy: "",
        },
        Scenario::Calm => Summary {
            Summary_en: "Made-up commentary. No flooding is expected.",
            Summary_cy: "Sylwadau gwneud. Ni ddisgwylir llifogydd.",
        },
    }
}

fn region(county: County) -> (&'static str, &'static str) {
    match county.id() {
        "isle-of-anglesey" | "gwynedd" | "conwy" | "denbighshire" | "flintshire" | "wrexham" => {
            ("North Wales", "Gogledd Cymru")
        }
        "powys" | "ceredigion" => ("Mid Wales", "Canolbarth Cymru"),
        "pembrokeshire" | "carmarthenshire" | "swansea" | "neath-port-talbot" | "bridgend" => {
            ("South West Wales", "De-orllewin Cymru")
        }
        _ => ("South East Wales", "De-ddwyrain Cymru"),
    }
}

#[cfg(test)]
mod tests {
    use super::{station_data::Span, *};
    use gorlif_core::{
        api,
        domain::{
            station::{Location, ParameterKind, Station},
            warning::{Severity, SeverityCounts},
        },
    };

    fn now() -> DateTime<Utc> {
        "2026-11-20T14:05:00Z".parse().expect("an instant")
    }

    fn warnings(scenario: Scenario) -> SeverityCounts {
        let sample = Sample::new(scenario, None).expect("a sample");
        // All of Wales.
        let centre = Position::new(52.4, -3.8).expect("in range");
        let circle = Some((centre, Distance::from_metres(150_000.0)));
        let features = sample.flood_warnings(now(), circle);
        let body = serde_json::to_string(&crate::wire::Collection::new(features)).expect("JSON");
        let answer = api::decode_flood_warnings(body.as_bytes()).expect("a collection");
        assert!(answer.rejected.is_empty());
        SeverityCounts::of(&answer.content)
    }

    #[test]
    fn a_storm_has_about_150_messages_in_force_of_all_severities() {
        let tally = warnings(Scenario::Storm);
        assert!((135..=165).contains(&tally.in_force()), "{tally:?}");
        for severity in
            [Severity::Severe, Severity::Warning, Severity::Alert, Severity::NoLongerInForce]
        {
            assert!(tally.count(severity) > 0, "{severity:?}");
        }
    }

    #[test]
    fn calm_has_none_in_force_and_mixed_has_some() {
        assert_eq!(warnings(Scenario::Calm).in_force(), 0);
        let mixed = warnings(Scenario::Mixed);
        assert!(
            (5..=30).contains(&mixed.in_force()) && mixed.count(Severity::NoLongerInForce) > 0,
            "{mixed:?}"
        );
    }

    #[test]
    fn all_gauges_decode_and_most_readings_are_fresh() {
        let sample = Sample::new(Scenario::Mixed, None).expect("a sample");
        let body = serde_json::to_string(&crate::wire::Collection::new(sample.river_levels(now())))
            .expect("JSON");
        let answer =
            api::decode_river_levels(body.as_bytes(), api::SourceTimeZone::default(), now())
                .expect("a collection");
        assert!(answer.content.len() >= 120 && answer.rejected.is_empty());
        let fresh = answer.content.iter().filter(|station| {
            use gorlif_core::domain::freshness::Freshness;
            Freshness::of_reading(station.time, now()) == Freshness::Fresh
        });
        assert_eq!(
            fresh.count(),
            answer.content.len() - 5,
            "four offline and a forgotten one are old"
        );
        assert!(answer.content.iter().all(|station| matches!(
            station.location,
            gorlif_core::domain::station::Location::Given(_)
        )));
    }

    #[test]
    fn readings_are_the_same_for_the_same_moment_and_move_with_the_clock() {
        let sample = Sample::new(Scenario::Mixed, None).expect("a sample");
        let values = |at| {
            sample
                .river_levels(at)
                .into_iter()
                .map(|feature| feature.properties.LatestValue)
                .collect::<Vec<_>>()
        };
        assert_eq!(values(now()), values(now()));
        let (before, after) = (values(now()), values(now() + TimeDelta::minutes(15)));
        let moved = before.iter().zip(&after).filter(|(a, b)| a != b).count();
        assert!(moved > before.len() / 2, "{moved}");
    }

    #[test]
    fn the_number_of_gauges_can_be_chosen() {
        assert_eq!(
            Sample::new(Scenario::Calm, Some(5_000)).expect("a sample").river_levels(now()).len(),
            5_000
        );
    }

    #[test]
    fn the_forecast_covers_five_days_and_reads_back() {
        let body = serde_json::to_string(&forecast(Scenario::Storm, now())).expect("JSON");
        let answer = api::decode_flood_forecast(body.as_bytes(), now()).expect("an array");
        assert_eq!(answer.content.days(uk_time::date(now())).len(), 5);
        assert_eq!(answer.content.unmatched().len(), 4);
        assert_eq!(answer.content.entries.len(), 26 * 5);
    }

    #[test]
    fn station_data_is_read_by_the_decoder_with_all_three_kinds_and_their_history() {
        let sample = Sample::new(Scenario::Storm, None).expect("a sample");
        let body = serde_json::to_string(&sample.station_data(now())).expect("JSON");
        let stations = api::decode_station_data(body.as_bytes()).expect("an array");
        assert_eq!(stations.rejected.len(), 0);
        let kinds = [
            Some(ParameterKind::Level),
            Some(ParameterKind::Rain),
            Some(ParameterKind::Tide),
            None,
        ];
        for kind in kinds {
            assert!(stations.content.iter().any(|station| station.kind == kind), "{kind:?}");
        }
        let is_misplaced = |station: &&std::sync::Arc<Station>| {
            matches!(station.location, Location::FromGridReference(_))
        };
        assert!(stations.content.iter().any(|station| is_misplaced(&station)));
        let day = |text: &str| Some(text.parse().expect("a day"));
        for station in stations.content.iter() {
            let Some(parameter) = station.parameter_number else { continue };
            let location = station.id.given().parse().expect("a number");
            let parameter = u32::try_from(parameter).expect("a small number");
            let span = Span { from: day("2026-11-18"), to: day("2026-11-20") };
            let history = sample.historical(location, parameter, &span, now()).expect("history");
            let decoded = api::decode_historical(history.to_string().as_bytes()).expect("history");
            let given = history["parameterReadings"].as_array().map(Vec::len);
            assert_eq!(Some(decoded.readings.len()), given, "all are usable");
            assert_eq!(decoded.unit, station.unit);
            let is_alive = station.has_usable_reading(now());
            assert!(decoded.readings.len() <= 2 * 96, "the second day is not included");
            assert!(!is_alive || decoded.readings.len() == 2 * 96, "{:?}", station.id);
        }
        assert!(sample.historical(4_001, 1, &Span { from: None, to: None }, now()).is_none());
        assert!(sample.historical(9, 10_009, &Span { from: None, to: None }, now()).is_none());
    }
}

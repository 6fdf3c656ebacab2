//! A river gauge and its latest reading.

use super::{
    Timestamp,
    bilingual::{Bilingual, Both},
    freshness::Freshness,
    geo::Position,
    grid_reference::GridReference,
    limits::GRID_DISAGREEMENT,
    text_folding::folded_words,
    trend::{Reading, Tendency},
};
use std::sync::Arc;

/// The id of a gauge: the station number as used by the public river levels site (`Location`). With
/// StationData it is followed by "-" and the number of the parameter. Further gauges with the same id have
/// the suffix "~2", "~3". Lists and the map share it without copying.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StationId(pub Arc<str>);

impl StationId {
    /// The id of a parameter of a station; the parameter may have no number.
    pub fn of_parameter(station: &str, parameter: Option<u64>) -> Self {
        let parameter = parameter.map(|number| number.to_string()).unwrap_or_default();
        Self(format!("{station}-{parameter}").into())
    }

    /// The number of the station: without that of the parameter, and without the mark of a second gauge of the same number.
    pub fn station_number(&self) -> Option<u32> {
        self.0.split(['-', '~']).next()?.parse().ok()
    }

    /// The station number as received, without the parameter and the suffix of a repeated id.
    pub fn given(&self) -> &str {
        let id = self.0.split('~').next().unwrap_or_default();
        match id.rsplit_once('-') {
            Some((station, parameter)) if parameter.bytes().all(|byte| byte.is_ascii_digit()) => {
                station
            }
            Some(_) | None => id,
        }
    }

    /// Returns whether the id is that of a parameter of a station.
    pub fn has_parameter(&self) -> bool {
        self.0.get(self.given().len()..).is_some_and(|rest| rest.starts_with('-'))
    }
}

/// A gauge with its latest reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Station {
    /// The station number, unique within a response.
    pub id: StationId,
    /// The position on the map.
    pub location: Location,
    /// The names and other texts.
    pub texts: Texts,
    /// The latest reading (`LatestValue`).
    pub value: Value,
    /// The unit of the reading (`Units`).
    pub unit: Unit,
    /// The time of the reading in UTC (`LatestTime`); `None` if it is absent or could not be parsed.
    pub time: Option<Timestamp>,
    /// The status (`StatusEN`, `StatusCY`).
    pub status: Status,
    /// The measured parameter, if the version of the service says so.
    pub kind: Option<ParameterKind>,
    /// The number of the parameter, by which the service has its history (`parameter`).
    pub parameter_number: Option<u64>,
    /// Whether the level rises, as the service says (`parameterStatusEN`).
    pub reported: Tendency,
    /// When the gauge was first missing from a response; `None` if the newest response has it. The
    /// other fields are from the last response that had it.
    pub missing_since: Option<Timestamp>,
    /// The last plausible reading of an earlier response, where this response has none.
    pub reading_before: Option<Reading>,
}

/// The parameter of a gauge (`paramNameEN`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// The level of a river or lake ("River Level").
    #[default]
    Level,
    /// Rain ("Rainfall").
    Rain,
    /// The level of the sea ("Tide Level").
    Tide,
}

impl ParameterKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Level, Self::Rain, Self::Tide];

    /// The value in the address.
    pub fn id(self) -> &'static str {
        match self {
            Self::Level => "rivers",
            Self::Rain => "rain",
            Self::Tide => "tides",
        }
    }

    /// Finds the kind with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// Parses the English name, ignoring case. `None` for other quantities.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        match () {
            () if name.starts_with("rain") => Some(Self::Rain),
            () if name.starts_with("tid") => Some(Self::Tide),
            () if name.ends_with("level") => Some(Self::Level),
            () => None,
        }
    }
}

/// The texts of a gauge, stored in one allocation: a national response may have a million texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    all: Box<str>,
    ends: [u32; 7],
}

impl Texts {
    /// Stores `NGR`, `NameEN`/`CY`, `TitleEN`/`CY` and `ParamNameEN`/`CY`.
    pub fn new(grid_reference: &str, name: Both<'_>, title: Both<'_>, parameter: Both<'_>) -> Self {
        let parts =
            [grid_reference, name.en, name.cy, title.en, title.cy, parameter.en, parameter.cy];
        let mut all = String::with_capacity(parts.iter().map(|part| part.len()).sum());
        let ends = parts.map(|part| {
            all.push_str(part);
            // The length of each text is limited, so the sum fits in a `u32`.
            u32::try_from(all.len()).unwrap_or(u32::MAX)
        });
        Self { all: all.into_boxed_str(), ends }
    }

    fn part(&self, index: usize) -> &str {
        let end = |index: usize| self.ends.get(index).map_or(0, |end| *end as usize);
        self.all.get(index.checked_sub(1).map_or(0, end)..end(index)).unwrap_or_default()
    }
}

impl Station {
    /// The grid reference as received (`NGR`).
    pub fn grid_reference(&self) -> &str {
        self.texts.part(0)
    }

    /// The name of the gauge (`NameEN`, `NameCY`).
    pub fn name(&self) -> Both<'_> {
        Both { en: self.texts.part(1), cy: self.texts.part(2) }
    }

    /// The title (`TitleEN`, `TitleCY`).
    pub fn title(&self) -> Both<'_> {
        Both { en: self.texts.part(3), cy: self.texts.part(4) }
    }

    /// The river, from the title: "Taff at Pontypridd", "Afon Taf ym Mhontypridd". The whole title
    /// if it has another form.
    pub fn river(&self) -> Both<'_> {
        let Both { en, cy } = self.title();
        Both {
            en: before_any(en, AT),
            cy: before_any(cy, &[" yn ", " ym ", " yng ", " ger ", " wrth "]),
        }
    }

    /// The words of the English name of the river, for [`RiverText::names`].
    pub fn river_words(&self) -> Vec<String> {
        river_words(self.river().en)
    }

    /// Whether the gauge measures a tide, or its title says that the river is tidal there.
    pub fn is_tidal(&self) -> bool {
        let says_so = |word: &String| matches!(&**word, "tide" | "tidal" | "llanw" | "llanwol");
        let Both { en, cy } = self.title();
        self.kind == Some(ParameterKind::Tide)
            || [en, cy].into_iter().flat_map(folded_words).any(|word| says_so(&word))
    }

    /// The kind of gauge. One whose kind is not known is listed with those of rivers.
    pub fn kind(&self) -> ParameterKind {
        self.kind.unwrap_or_default()
    }

    /// The measured quantity (`ParamNameEN`, `ParamNameCY`).
    pub fn parameter(&self) -> Both<'_> {
        Both { en: self.texts.part(5), cy: self.texts.part(6) }
    }

    /// The title, the parameter and the grid reference, by which gauges of one id are told apart.
    pub(crate) fn names(&self) -> [&str; 3] {
        [self.title().en, self.parameter().en, self.grid_reference()]
    }

    /// Returns whether the gauge is online and in the newest response.
    pub fn is_reporting(&self) -> bool {
        self.status == Status::Online && self.missing_since.is_none()
    }

    /// The reading, if its value and its time are known.
    pub fn reading(&self) -> Option<Reading> {
        match (&self.value, self.time) {
            (Value::Measured { number, .. }, Some(at)) => Some(Reading { at, level: *number }),
            _ => None,
        }
    }

    /// The level, if it is one of now: the gauge reports, and its reading, of which this is the freshness, is fresh.
    pub fn current_level(&self, freshness: Freshness) -> Option<f64> {
        match self.value {
            Value::Measured { number, .. }
                if freshness == Freshness::Fresh && self.is_reporting() =>
            {
                Some(number)
            }
            _ => None,
        }
    }

    /// Returns whether the reading is current: the gauge reports, and the reading has a value and is not stale.
    pub fn has_usable_reading(&self, now: Timestamp) -> bool {
        self.is_reporting()
            && matches!(self.value, Value::Measured { .. })
            && Freshness::of_reading(self.time, now) <= Freshness::Delayed
    }
}

/// The words of the English name of a river, without "River" and "Afon".
pub fn river_words(name: &str) -> Vec<String> {
    let mut words = folded_words(name);
    words.retain(|word| !matches!(&**word, "river" | "afon"));
    words
}

/// The name of a river in the address, from its words: "usk", "ebbw-fach".
pub fn river_id(words: &[String]) -> String {
    words.join("-")
}

/// Between the river and the town in an English title.
const AT: &[&str] = &[" at ", " near "];

/// An English text that names a river, such as the name of a flood area. A town may have the name of a river: "Olway Brook at
/// Usk".
pub struct RiverText(Vec<String>);

impl RiverText {
    /// Folds the text, once for all gauges.
    pub fn new(text: &str) -> Self {
        Self(folded_words(before_any(text, AT)))
    }

    /// Whether it names the river of a gauge: [`Station::river_words`].
    pub fn names(&self, river: &[String]) -> bool {
        !river.is_empty() && self.0.windows(river.len()).any(|part| part == river)
    }
}

/// The text before the first of the separators.
fn before_any<'a>(text: &'a str, separators: &[&str]) -> &'a str {
    let end = separators.iter().filter_map(|separator| text.find(separator)).min();
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// The position of a gauge, and its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Location {
    /// The point of the response's geometry.
    Given(Position),
    /// The position of the grid reference. The response's point was absent, unusable, or more than
    /// 5 km from it.
    FromGridReference(Position),
    /// No usable position. The gauge is listed, but not on the map.
    Unknown,
}

impl Location {
    /// Chooses between the given point and the grid reference. The reference is used where the two
    /// disagree.
    pub fn decide(given: Option<Position>, reference: Option<GridReference>) -> Self {
        let given = given.filter(|point| point.in_service_box());
        // The two usually agree within metres; the exact position of the reference is then not
        // needed.
        if let (Some(point), Some(reference)) = (given, reference)
            && reference.is_near(point)
        {
            return Self::Given(point);
        }
        let agrees =
            |point: &Position, grid: Position| point.distance_to(grid) <= GRID_DISAGREEMENT;
        let grid = reference.and_then(GridReference::position);
        match given.filter(|point| grid.is_none_or(|grid| agrees(point, grid))) {
            Some(point) => Self::Given(point),
            None => grid.map_or(Self::Unknown, Self::FromGridReference),
        }
    }

    /// The position, if there is one.
    pub fn position(self) -> Option<Position> {
        match self {
            Self::Given(position) | Self::FromGridReference(position) => Some(position),
            Self::Unknown => None,
        }
    }
}

/// The value of a reading.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A measured value.
    Measured {
        /// The value in the station's unit.
        number: f64,
        /// The digits as received.
        text: Figure,
    },
    /// A value that telemetry systems write when the sensor fails.
    SensorFault,
    /// No value, or a text that is not a plain decimal number.
    Missing,
}

/// The text of a number as received: ASCII, up to 23 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    length: u8,
    bytes: [u8; 23],
}

impl Figure {
    /// Stores the text. Returns `None` if it is longer than 23 bytes.
    pub fn new(text: &str) -> Option<Self> {
        let mut bytes = [0; 23];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self { length: u8::try_from(text.len()).ok()?, bytes })
    }
}

impl std::ops::Deref for Figure {
    type Target = str;

    fn deref(&self) -> &str {
        self.bytes
            .get(..usize::from(self.length))
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }
}

impl std::fmt::Debug for Figure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self)
    }
}

/// The unit of a reading. Levels in different units, and levels above a station's own datum, are
/// not comparable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres above the gauge's own zero.
    Metres,
    /// Metres above Ordnance Datum, the national zero of heights at Newlyn.
    MetresAboveOrdnanceDatum,
    /// Metres above the station's datum.
    MetresAboveStationDatum,
    /// Any other unit, shown as received. Empty where the unit is missing.
    Other(String),
}

impl Unit {
    /// Parses the unit symbol. Of a URL only the last segment is used ("…/unit#Meter" → "Meter").
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        match text {
            "m" => Self::Metres,
            "mAOD" => Self::MetresAboveOrdnanceDatum,
            "mASD" => Self::MetresAboveStationDatum,
            _ => {
                let last = if text.split_once(':').is_some_and(|(_, rest)| rest.starts_with("//")) {
                    text.rsplit(['/', '#']).next().unwrap_or(text)
                } else {
                    text
                };
                Self::Other(last.to_owned())
            }
        }
    }

    /// Whether changes are in metres, whatever the zero.
    pub fn is_metres(&self) -> bool {
        !matches!(self, Self::Other(_))
    }

    /// The symbol shown after the value.
    pub fn symbol(&self) -> &str {
        match self {
            Self::Metres => "m",
            Self::MetresAboveOrdnanceDatum => "mAOD",
            Self::MetresAboveStationDatum => "mASD",
            Self::Other(text) => text,
        }
    }
}

/// The station's status. It does not affect freshness, which depends on the age of the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// `StatusEN` is "Online".
    Online,
    /// `StatusEN` is "Offline".
    Offline,
    /// Any other status, shown as received.
    Other(Bilingual),
}

impl Status {
    /// Parses the status by its English label, ignoring case.
    pub fn parse(label: Both<'_>) -> Self {
        let means = |word: &str| label.en.eq_ignore_ascii_case(word);
        match () {
            () if means("online") => Self::Online,
            () if means("offline") => Self::Offline,
            () => Self::Other(Bilingual::new(label.en, label.cy)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    // case 70
    #[test]
    fn units_are_printed_as_given_and_an_address_by_its_last_part() {
        for (given, printed) in [
            ("m", "m"),
            (" mAOD ", "mAOD"),
            ("mASD", "mASD"),
            ("mm", "mm"),
            ("http://qudt.org/1.1/vocab/unit#Meter", "Meter"),
            ("https://example.org/units/cumec", "cumec"),
            ("m3/s", "m3/s"),
            ("", ""),
        ] {
            assert_eq!(Unit::parse(given).symbol(), printed, "{given}");
        }
    }

    // case 227
    #[test]
    fn a_flood_area_names_the_river_of_a_gauge() {
        let now: Timestamp = "2026-11-20T12:30:00Z".parse().expect("an instant");
        let is_named = |title: &str, area: &str| {
            let feature =
                test_support::feature(None, &format!(r#""Location":"1","TitleEN":"{title}""#));
            let river = test_support::stations(&[feature], now)[0].river_words();
            RiverText::new(area).names(&river)
        };
        for (title, area, expected) in [
            ("Usk at Brecon", "River Usk at Crickhowell", true),
            ("River Usk at Brecon", "Usk catchment", true),
            ("Afon Tâf at Whitland", "River Taf at Whitland", true),
            ("Taf at Whitland", "River Taff at Cardiff", false),
            ("Ebbw Fach at Blaina", "River Ebbw Fach at Blaina", true),
            ("Ebbw Fach at Blaina", "River Ebbw at Risca", false),
            ("Usk at Brecon", "Olway Brook at Usk", false),
            ("", "River Usk at Usk", false),
        ] {
            assert_eq!(is_named(title, area), expected, "{title}: {area}");
        }
    }

    // case 68
    #[test]
    fn a_number_of_an_offline_gauge_and_a_fault_are_never_current() {
        let now: Timestamp = "2026-11-20T12:30:00Z".parse().expect("an instant");
        let feature = |(id, value, time, status): (u8, &str, &str, &str)| {
            test_support::feature(
                None,
                &format!(
                    r#""Location":"{id}","LatestValue":"{value}","LatestTime":"{time}","StatusEN":"{status}""#
                ),
            )
        };
        let features = [
            (1, "1.5", "20/11/2026 12:00", "Offline"),
            (2, "1.5", "20/11/2026 12:00", "Online"),
            (3, "1.5", "16/02/2020 12:00", "Online"),
            (4, "1.5", "20/11/2026 12:00", "Under repair"),
            (5, "-999", "20/11/2026 12:00", "Online"),
            (6, "", "20/11/2026 12:00", "Online"),
        ]
        .map(feature);
        let stations = test_support::stations(&features, now);
        assert_eq!(
            stations.iter().map(|station| station.has_usable_reading(now)).collect::<Vec<_>>(),
            [false, true, false, false, false, false]
        );
        assert!(
            stations.iter().take(4).all(|station| matches!(station.value, Value::Measured { .. })),
            "all keep their number"
        );
    }
}

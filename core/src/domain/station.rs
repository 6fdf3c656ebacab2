//! A river gauge and its latest reading.

use super::{
    Timestamp,
    bilingual::{Bilingual, Both},
    freshness::{Freshness, ReadingAges},
    geo::Position,
    grid_reference::GridReference,
    web_address::WebAddress,
};
use std::sync::Arc;

/// The station's number as the public river levels site uses it (`Location`). Lists and map hold it
/// without a copy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StationId(pub Arc<str>);

impl StationId {
    /// The number as given, without the mark of a second reading for one number.
    pub fn given(&self) -> &str {
        self.0.split('~').next().unwrap_or_default()
    }
}

/// A gauge with what it last said.
#[derive(Clone, Debug, PartialEq)]
pub struct Station {
    pub id: StationId,
    pub location: Location,
    pub texts: Texts,
    pub value: Value,
    pub unit: Unit,
    pub time: ReadingTime,
    pub status: Status,
    /// Set where the newest answer lacks this gauge: since when. What else is known of it is from
    /// before.
    pub missing_since: Option<Timestamp>,
}

/// What the service says of a gauge in words, in one piece of memory: a nation's gauges have a
/// million texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    all: Box<str>,
    ends: [u32; 8],
}

impl Texts {
    pub fn new(
        grid_reference: &str,
        name: Both<'_>,
        title: Both<'_>,
        parameter: Both<'_>,
        page: Option<WebAddress<'_>>,
    ) -> Self {
        let page = page.map_or("", WebAddress::as_str);
        let parts = [
            grid_reference,
            name.en,
            name.cy,
            title.en,
            title.cy,
            parameter.en,
            parameter.cy,
            page,
        ];
        let mut all = String::with_capacity(parts.iter().map(|part| part.len()).sum());
        let ends = parts.map(|part| {
            all.push_str(part);
            // Each text is bounded, so all of them are.
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
    /// `NGR` as given.
    pub fn grid_reference(&self) -> &str {
        self.texts.part(0)
    }

    pub fn name(&self) -> Both<'_> {
        Both { en: self.texts.part(1), cy: self.texts.part(2) }
    }

    pub fn title(&self) -> Both<'_> {
        Both { en: self.texts.part(3), cy: self.texts.part(4) }
    }

    pub fn parameter(&self) -> Both<'_> {
        Both { en: self.texts.part(5), cy: self.texts.part(6) }
    }

    /// The gauge's own page at the service.
    pub fn page(&self) -> Option<WebAddress<'_>> {
        WebAddress::parse(self.texts.part(7))
    }

    /// Whether the gauge is online and in the newest answer.
    pub fn is_reporting(&self) -> bool {
        self.status == Status::Online && self.missing_since.is_none()
    }

    /// Whether its reading says how high the water is now: the gauge reports, and the reading is
    /// not stale.
    pub fn is_current(&self, now: Timestamp) -> bool {
        self.is_reporting() && Freshness::of_reading(self.time, now) <= Freshness::Late
    }
}

/// Where a gauge stands, and who says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Location {
    /// The point that the service gave.
    Given(Position),
    /// The service's point was absent, unusable or over 5 km off; this is the grid reference's.
    FromGridReference(Position),
    /// Listed, but not on the map.
    Unknown,
}

impl Location {
    /// Weighs the given point against the grid reference: the reference decides where the two
    /// disagree.
    pub fn decide(given: Option<Position>, reference: Option<GridReference>) -> Self {
        let given = given.filter(|point| point.in_service_box());
        // Most often the two agree within metres; then there is no need to know exactly where the
        // reference is.
        if let (Some(point), Some(reference)) = (given, reference)
            && reference.is_near(point)
        {
            return Self::Given(point);
        }
        match (given, reference.and_then(GridReference::position)) {
            (Some(point), None) => Self::Given(point),
            (Some(point), Some(grid))
                if point.distance_to(grid) <= super::limits::GRID_DISAGREEMENT =>
            {
                Self::Given(point)
            }
            (_, Some(grid)) => Self::FromGridReference(grid),
            (None, None) => Self::Unknown,
        }
    }

    pub fn position(self) -> Option<Position> {
        match self {
            Self::Given(position) | Self::FromGridReference(position) => Some(position),
            Self::Unknown => None,
        }
    }
}

/// What the gauge measured.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The number, and the text that it was given as.
    Measured { number: f64, text: Figure },
    /// A number that telemetry writes when the sensor fails.
    SensorFault,
    /// Nothing, or nothing that reads as a plain decimal number.
    None,
}

/// A number as it was written: ASCII, and short.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    length: u8,
    bytes: [u8; 23],
}

impl Figure {
    /// `None` for a text that is too long for any figure.
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
    /// Printed as given; empty where none was.
    Other(String),
}

impl Unit {
    /// Reads the short symbols; of an address only the last part is meant ("…/unit#Meter" →
    /// "Meter").
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

    /// The symbol printed after the value.
    pub fn symbol(&self) -> &str {
        match self {
            Self::Metres => "m",
            Self::MetresAboveOrdnanceDatum => "mAOD",
            Self::MetresAboveStationDatum => "mASD",
            Self::Other(text) => text,
        }
    }
}

/// When the gauge was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingTime {
    At(Timestamp),
    /// Absent or unreadable; such a reading counts as stale.
    NotGiven,
}

impl ReadingTime {
    pub fn instant(self) -> Option<Timestamp> {
        match self {
            Self::At(instant) => Some(instant),
            Self::NotGiven => None,
        }
    }

    /// Whether it lies so far ahead of the clock that it is no time of a reading.
    pub fn is_ahead(self, now: Timestamp) -> bool {
        self.instant().is_some_and(|at| ReadingAges::at(now).is_ahead(at))
    }
}

/// What the service says of the station. It does not decide freshness; the age of the reading does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    Online,
    Offline,
    /// Shown as given.
    Other(Bilingual),
}

impl Status {
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

    #[test]
    fn case_70_units_are_printed_as_given_and_an_address_by_its_last_part() {
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

    #[test]
    fn case_68_a_number_of_an_offline_gauge_is_never_current() {
        let body = br#"{"type":"FeatureCollection","features":[{"properties":{"Location":"1","LatestValue":"1.5","LatestTime":"20/11/2026 12:00","StatusEN":"Offline"}},{"properties":{"Location":"2","LatestValue":"1.5","LatestTime":"20/11/2026 12:00","StatusEN":"Online"}},{"properties":{"Location":"3","LatestValue":"1.5","LatestTime":"16/02/2020 12:00","StatusEN":"Online"}},{"properties":{"Location":"4","LatestValue":"1.5","LatestTime":"20/11/2026 12:00","StatusEN":"Under repair"}}]}"#;
        let now: Timestamp = "2026-11-20T12:30:00Z".parse().expect("an instant");
        let stations = crate::api::decode_river_levels(body, crate::api::FeedZone::default(), now)
            .expect("a collection")
            .content;
        assert_eq!(
            stations.iter().map(|station| station.is_current(now)).collect::<Vec<_>>(),
            [false, true, false, false]
        );
        assert!(
            stations.iter().all(|station| matches!(station.value, Value::Measured { .. })),
            "all keep their number"
        );
    }
}

//! Gauges and messages as CSV and as GeoJSON (RFC 7946), for other programs, with what the list is about
//! and how far it can be relied on.

use crate::domain::{
    Timestamp,
    county::County,
    freshness::Freshness,
    geo::{Distance, Position},
    station::{Location, Station, Status, Value},
    warning::{FloodSource, Region, Warning},
};
use geojson::{Feature, FeatureCollection, Geometry, GeometryValue, JsonObject, JsonValue};
use serde_json::json;

/// The media type of [`Table::to_csv`].
pub const CSV: &str = "text/csv;charset=utf-8";
/// The media type of [`Table::to_geojson`].
pub const GEOJSON: &str = "application/geo+json";

/// How far a list can be relied on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListState {
    /// A fresh response of the service is in the list.
    pub is_checked: bool,
    /// An item of a response could not be decoded.
    pub is_partly_unreadable: bool,
    /// The numbers of listed items and of all, if a filter may hide some.
    pub filtered: Option<(usize, usize)>,
}

impl ListState {
    /// The state as texts: "checked" or "not checked", "partly unreadable", "filtered: 1 of 2".
    pub fn texts(&self) -> Vec<String> {
        let checked = if self.is_checked { "checked" } else { "not checked" };
        let filtered = self.filtered.map(|(shown, all)| format!("filtered: {shown} of {all}"));
        let unreadable = self.is_partly_unreadable.then(|| "partly unreadable".to_owned());
        [Some(checked.to_owned()), unreadable, filtered].into_iter().flatten().collect()
    }

    /// The parts of a file name that say so: "-unchecked", "-filtered".
    pub fn name_parts(&self) -> String {
        let unchecked = if self.is_checked { "" } else { "-unchecked" };
        let filtered = if self.filtered.is_some() { "-filtered" } else { "" };
        format!("{unchecked}{filtered}")
    }
}

/// A source of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListSource {
    /// Its name, as `data-source`.
    pub name: &'static str,
    /// Its freshness, as `data-state`.
    pub freshness: Freshness,
    /// When the service last confirmed the response, if there is one and that is known.
    pub as_of: Option<Timestamp>,
}

/// The subject of a list, and how far it can be relied on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The area, in words.
    pub area: String,
    /// The filters, as in the address of the page.
    pub filters: String,
    /// The sources.
    pub sources: Vec<ListSource>,
    /// How far it can be relied on.
    pub state: ListState,
}

/// Columns of the provenance, before those of the rows, so that a spreadsheet shows them first.
const PROVENANCE_COLUMNS: [&str; 4] = ["list_state", "list_area", "list_filters", "list_sources"];

impl Provenance {
    /// In the order of [`PROVENANCE_COLUMNS`].
    fn cells(&self) -> [String; 4] {
        let source = |ListSource { name, freshness, as_of }: &ListSource| match time_text(*as_of) {
            Some(as_of) => format!("{name} {} {as_of}", freshness.id()),
            None => format!("{name} {}", freshness.id()),
        };
        let sources: Vec<String> = self.sources.iter().map(source).collect();
        [self.state.texts().join("; "), self.area.clone(), self.filters.clone(), sources.join("; ")]
    }

    /// The value of the foreign member `gorlif`.
    fn to_json(&self) -> JsonValue {
        let source = |ListSource { name, freshness, as_of }: &ListSource| json!({ "name": name, "state": freshness.id(), "time": time_text(*as_of) });
        json!({
            "state": self.state.texts(),
            "area": self.area,
            "filters": self.filters,
            "sources": self.sources.iter().map(source).collect::<Vec<JsonValue>>(),
        })
    }
}

/// A time in UTC, as RFC 3339 has it.
fn time_text(at: Option<Timestamp>) -> Option<String> {
    let whole_seconds = Timestamp::from_timestamp(at?.timestamp(), 0)?;
    // The Debug form of chrono's UTC times is that of RFC 3339.
    Some(format!("{whole_seconds:?}"))
}

/// Rows of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    provenance: Provenance,
    columns: &'static [&'static str],
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    position: Option<Position>,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Empty,
    Text(String),
    Number(f64),
}

impl Cell {
    fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }

    fn time(at: Option<Timestamp>) -> Self {
        time_text(at).map_or(Self::Empty, Self::Text)
    }

    fn county(county: Option<County>) -> Self {
        county.map_or(Self::Empty, |county| Self::text(county.english()))
    }

    fn distance(distance: Option<Distance>) -> Self {
        distance.map_or(Self::Empty, |distance| Self::Number(distance.metres().round()))
    }
}

/// Columns of [`Table::of_gauges`].
const GAUGE_COLUMNS: &[&str] = &[
    "station",
    "title_en",
    "title_cy",
    "level",
    "unit",
    "level_time",
    "state",
    "status_en",
    "status_cy",
    "cm_per_hour",
    "missing_since",
    "county",
    "grid_reference",
    "position_from",
    "distance_m",
    "response_time",
];
/// Columns of [`Table::of_messages`].
const MESSAGE_COLUMNS: &[&str] = &[
    "area_code",
    "area",
    "severity",
    "severity_given",
    "county",
    "region",
    "water",
    "severity_since",
    "issued",
    "text_changed",
    "text_en",
    "text_cy",
    "distance_m",
    "response_time",
];

/// A gauge, its distance from the place and the rate of its level.
pub struct GaugeRow<'a> {
    /// The gauge.
    pub station: &'a Station,
    /// From the chosen place.
    pub distance: Option<Distance>,
    /// Of the trend, if there is one.
    pub cm_per_hour: Option<f64>,
    /// The county of its position.
    pub county: Option<County>,
}

/// A message, its distance from the place and the time at which the service last confirmed it.
pub struct MessageRow<'a> {
    /// The message.
    pub warning: &'a Warning,
    /// From the chosen place.
    pub distance: Option<Distance>,
    /// When the service last confirmed it, if that is known.
    pub as_of: Option<Timestamp>,
    /// The county of the area's point.
    pub county: Option<County>,
}

impl Table {
    /// Gauges with their latest readings. `as_of` is the time of the service's response.
    pub fn of_gauges<'a>(
        gauges: impl IntoIterator<Item = GaugeRow<'a>>,
        as_of: Option<Timestamp>,
        now: Timestamp,
        provenance: Provenance,
    ) -> Self {
        let row = |GaugeRow { station, distance, cm_per_hour, county }: GaugeRow<'a>| {
            let (title, status) = (station.title(), status(&station.status));
            let (level, unit) = match &station.value {
                Value::Measured { number, .. } => (Cell::Number(*number), station.unit.symbol()),
                Value::SensorFault | Value::Missing => (Cell::Empty, ""),
            };
            let position_from = match station.location {
                Location::Given(_) => "service",
                Location::FromGridReference(_) => "grid reference",
                Location::Unknown => "",
            };
            let cells = vec![
                Cell::text(station.id.given()),
                Cell::text(title.en),
                Cell::text(title.cy),
                level,
                Cell::text(unit),
                Cell::time(station.time),
                Cell::text(Freshness::of_reading(station.time, now).id()),
                Cell::text(status.0),
                Cell::text(status.1),
                // Adding 0 makes of −0 a 0.
                cm_per_hour.map_or(Cell::Empty, |rate| Cell::Number(rate.round() + 0.0)),
                Cell::time(station.missing_since),
                Cell::county(county),
                Cell::text(station.grid_reference()),
                Cell::text(position_from),
                Cell::distance(distance),
                Cell::time(as_of),
            ];
            Row { position: station.location.position(), cells }
        };
        Self { provenance, columns: GAUGE_COLUMNS, rows: gauges.into_iter().map(row).collect() }
    }

    /// Messages with their full texts.
    pub fn of_messages<'a>(
        messages: impl IntoIterator<Item = MessageRow<'a>>,
        provenance: Provenance,
    ) -> Self {
        let row = |MessageRow { warning, distance, as_of, county }: MessageRow<'a>| {
            let cells = vec![
                Cell::text(warning.code.given()),
                Cell::text(warning.description.as_str()),
                Cell::text(warning.severity.id()),
                Cell::text(warning.label.as_str()),
                Cell::county(county),
                Cell::text(region(&warning.region)),
                Cell::text(match warning.water {
                    FloodSource::Tidal => "tidal",
                    FloodSource::River => "river",
                    FloodSource::Unknown => "",
                }),
                Cell::time(warning.severity_changed),
                Cell::time(warning.raised),
                Cell::time(warning.message_changed),
                Cell::text(warning.text.en.as_str()),
                Cell::text(warning.text.cy.as_str()),
                Cell::distance(distance),
                Cell::time(as_of),
            ];
            Row { position: warning.position, cells }
        };
        Self { provenance, columns: MESSAGE_COLUMNS, rows: messages.into_iter().map(row).collect() }
    }

    /// The rows as CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need to
    /// recognise it; with the columns of the provenance first, and `latitude` and `longitude` at the end.
    /// A table without rows has one of the provenance alone. A text that a spreadsheet would take for a
    /// formula begins with an apostrophe.
    pub fn to_csv(&self) -> String {
        let mut writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        let header = PROVENANCE_COLUMNS.iter().chain(self.columns).copied();
        let header = header.chain(["latitude", "longitude"]);
        let provenance = self.provenance.cells().map(|cell| inert(&cell));
        // Writing to memory does not fail.
        let _ = writer.write_record(header);
        for row in &self.rows {
            let cells = row.cells.iter().map(|cell| match cell {
                Cell::Empty => String::new(),
                Cell::Number(number) => number.to_string(),
                Cell::Text(text) => inert(text),
            });
            let degrees = |degrees: fn(Position) -> f64| {
                row.position.map_or(String::new(), |position| degrees(position).to_string())
            };
            let position = [degrees(Position::lat), degrees(Position::lon)];
            let _ = writer.write_record(provenance.iter().cloned().chain(cells).chain(position));
        }
        if self.rows.is_empty() {
            let empty = std::iter::repeat_n(String::new(), self.columns.len() + 2);
            let _ = writer.write_record(provenance.into_iter().chain(empty));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        format!("\u{feff}{}", String::from_utf8(bytes).unwrap_or_default())
    }

    /// The rows as a GeoJSON feature collection (RFC 7946, WGS 84) with the provenance as its foreign member
    /// `gorlif`. A row without a position has no geometry.
    pub fn to_geojson(&self) -> String {
        let feature = |row: &Row| {
            let value = |cell: &Cell| match cell {
                Cell::Empty => JsonValue::Null,
                Cell::Number(number) => (*number).into(),
                Cell::Text(text) => text.as_str().into(),
            };
            let properties: JsonObject = self
                .columns
                .iter()
                .zip(&row.cells)
                .map(|(column, cell)| ((*column).to_owned(), value(cell)))
                .collect();
            let point = |position: Position| {
                let coordinates = [position.lon(), position.lat()];
                Geometry::new(GeometryValue::Point { coordinates: coordinates.into() })
            };
            Feature {
                geometry: row.position.map(point),
                properties: Some(properties),
                ..Feature::default()
            }
        };
        let features = self.rows.iter().map(feature).collect();
        let foreign_members = [("gorlif".to_owned(), self.provenance.to_json())];
        let foreign_members = Some(foreign_members.into_iter().collect());
        FeatureCollection { bbox: None, features, foreign_members }.to_string()
    }
}

/// A text that no spreadsheet takes for a formula.
pub fn inert(text: &str) -> String {
    let begins_formula = |c: char| matches!(c, '=' | '+' | '-' | '−' | '@' | '\t' | '\r' | '\n');
    // Some spreadsheets skip blanks.
    match text.trim_start_matches([' ', '\u{a0}', '\u{feff}']).chars().next() {
        Some(first) if begins_formula(first) => format!("'{text}"),
        _ => text.to_owned(),
    }
}

fn status(status: &Status) -> (&str, &str) {
    match status {
        Status::Online => ("Online", "Ar-lein"),
        Status::Offline => ("Offline", "All-lein"),
        Status::Other(label) => (&label.en, &label.cy),
    }
}

fn region(region: &Region) -> &str {
    match region {
        Region::North => "North",
        Region::SouthEast => "South East",
        Region::SouthWest => "South West",
        Region::Other(text) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            bilingual::Bilingual,
            warning::{AreaCode, Severity},
        },
        test_support,
    };

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn message(description: &str, text: &str) -> Warning {
        Warning {
            code: AreaCode::new("103FWFTD", description),
            severity: Severity::Warning,
            label: "Flood Warning".to_owned(),
            contradictory: false,
            position: Position::new(51.947, -3.391),
            description: description.to_owned(),
            region: Region::Other("=cmd()".to_owned()),
            water: FloodSource::River,
            raised: Some(at("2026-11-22T10:00:00Z")),
            severity_changed: None,
            message_changed: None,
            text: Bilingual::new(text, "\"Ŵyth\", dwy\nlinell"),
        }
    }

    fn table() -> Table {
        let messages = [
            message("River Usk", "-1 m, rising"),
            Warning { position: None, ..message("@SUM(A1)", "\t=1+1") },
        ];
        let row = |warning| MessageRow {
            warning,
            distance: Some(Distance::from_metres(1_234.4)),
            as_of: Some(at("2026-11-22T11:00:00Z")),
            county: County::from_id("powys"),
        };
        Table::of_messages(messages.iter().map(row), provenance())
    }

    fn provenance() -> Provenance {
        Provenance {
            area: "10 km around =Brecon".to_owned(),
            filters: "severity=severe".to_owned(),
            sources: vec![
                ListSource {
                    name: "warnings",
                    freshness: Freshness::Delayed,
                    as_of: Some(at("2026-11-22T11:00:00.25Z")),
                },
                ListSource { name: "warnings-here", freshness: Freshness::Unknown, as_of: None },
            ],
            state: ListState {
                is_checked: false,
                is_partly_unreadable: true,
                filtered: Some((1, 2)),
            },
        }
    }

    // case 183
    #[test]
    fn each_file_says_what_it_is_about_and_how_far_it_can_be_relied_on() {
        let state = "not checked; partly unreadable; filtered: 1 of 2";
        let sources = "warnings late 2026-11-22T11:00:00Z; warnings-here unknown";
        for table in [table(), Table::of_messages([], provenance())] {
            let csv = table.to_csv();
            let mut reader =
                csv::Reader::from_reader(csv.trim_start_matches('\u{feff}').as_bytes());
            let header = reader.headers().expect("a header").clone();
            assert_eq!(header.iter().take(4).collect::<Vec<_>>(), PROVENANCE_COLUMNS);
            let rows: Vec<csv::StringRecord> =
                reader.records().map(|row| row.expect("a row")).collect();
            assert!(!rows.is_empty());
            for row in &rows {
                let cells: Vec<&str> = row.iter().take(4).collect();
                assert_eq!(cells, [state, "10 km around =Brecon", "severity=severe", sources]);
            }
            let collection: FeatureCollection = table.to_geojson().parse().expect("a collection");
            let members = collection.foreign_members.expect("a foreign member");
            assert_eq!(
                members.get("gorlif"),
                Some(&json!({
                    "state": ["not checked", "partly unreadable", "filtered: 1 of 2"],
                    "area": "10 km around =Brecon",
                    "filters": "severity=severe",
                    "sources": [
                        { "name": "warnings", "state": "late", "time": "2026-11-22T11:00:00Z" },
                        { "name": "warnings-here", "state": "unknown", "time": null },
                    ],
                }))
            );
        }
        assert_eq!(provenance().state.name_parts(), "-unchecked-filtered");
        let checked = ListState { is_checked: true, ..ListState::default() };
        assert_eq!(
            (checked.texts(), checked.name_parts()),
            (vec!["checked".to_owned()], String::new())
        );
    }

    // case 183
    #[test]
    fn a_gauge_has_its_county_a_rate_in_whole_centimetres_and_since_when_it_is_missing() {
        let now = at("2026-11-22T11:00:00Z");
        let feature = test_support::feature(
            test_support::BRECON,
            r#""Location":"4001","LatestValue":"1.5","Units":"m""#,
        );
        let station = Station::clone(&test_support::stations(&[feature], now)[0]);
        let station = Station { missing_since: Some(at("2026-11-22T10:45:00Z")), ..station };
        for (rate, expected) in [(7.4999, 7.0), (-0.2, 0.0), (12.5, 13.0)] {
            let row = GaugeRow {
                station: &station,
                distance: None,
                cm_per_hour: Some(rate),
                county: County::from_id("powys"),
            };
            let table = Table::of_gauges([row], None, now, Provenance::default());
            let collection: FeatureCollection = table.to_geojson().parse().expect("a collection");
            let property = |name: &str| collection.features[0].property(name).cloned();
            assert_eq!(property("cm_per_hour"), Some(json!(expected)), "{rate}");
            assert_eq!(property("missing_since"), Some(json!("2026-11-22T10:45:00Z")));
            assert_eq!(property("county"), Some(json!("Powys")));
        }
    }

    #[test]
    fn a_csv_reader_reads_the_rows_back_and_no_text_is_a_formula() {
        let csv = table().to_csv();
        let text = csv.strip_prefix('\u{feff}').expect("a byte order mark");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().expect("a header").clone();
        let rows: Vec<csv::StringRecord> =
            reader.records().map(|row| row.expect("a row")).collect();
        let cell = |row: usize, column: &str| {
            let index = header.iter().position(|name| name == column).expect("a column");
            rows[row].get(index).expect("a cell").to_owned()
        };
        assert_eq!(rows.len(), 2);
        assert_eq!(cell(0, "area"), "River Usk");
        assert_eq!(cell(0, "text_cy"), "\"Ŵyth\", dwy\nlinell");
        assert_eq!(cell(0, "issued"), "2026-11-22T10:00:00Z");
        assert_eq!([cell(0, "latitude"), cell(0, "longitude")], ["51.947", "-3.391"]);
        assert_eq!(cell(0, "distance_m"), "1234");
        assert_eq!(cell(0, "region"), "'=cmd()");
        assert_eq!(cell(0, "text_en"), "'-1 m, rising");
        assert_eq!([cell(1, "area"), cell(1, "text_en")], ["'@SUM(A1)", "'\t=1+1"]);
        assert_eq!([cell(1, "latitude"), cell(1, "severity_since")], ["", ""]);
        for (text, expected) in [
            ("+1", "'+1"),
            ("=1", "'=1"),
            ("−1", "'−1"),
            (" =1", "' =1"),
            ("\u{feff}=1", "'\u{feff}=1"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(inert(text), expected);
        }
    }

    #[test]
    fn the_geojson_crate_reads_the_features_back() {
        let text = table().to_geojson();
        let collection: FeatureCollection = text.parse().expect("a feature collection");
        assert_eq!(collection.features.len(), 2);
        let first = &collection.features[0];
        assert_eq!(
            first.geometry.as_ref().map(|geometry| geometry.to_string()),
            Some(r#"{"type":"Point","coordinates":[-3.391,51.947]}"#.to_owned())
        );
        assert_eq!(first.property("text_en").and_then(|text| text.as_str()), Some("-1 m, rising"));
        assert_eq!(first.property("severity_since"), Some(&JsonValue::Null));
        assert!(collection.features[1].geometry.is_none());
    }
}

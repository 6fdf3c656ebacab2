//! Gauges and messages as CSV and as GeoJSON (RFC 7946), for other programs.

use crate::domain::{
    Timestamp,
    freshness::Freshness,
    geo::{Distance, Position},
    station::{Location, Station, Status, Value},
    warning::{FloodSource, Region, Warning},
};
use geojson::{Feature, FeatureCollection, Geometry, GeometryValue, JsonObject, JsonValue};

/// The media type of [`Table::to_csv`].
pub const CSV: &str = "text/csv;charset=utf-8";
/// The media type of [`Table::to_geojson`].
pub const GEOJSON: &str = "application/geo+json";

/// Rows of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
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

    /// A time in UTC, as RFC 3339 has it.
    fn time(at: Option<Timestamp>) -> Self {
        let whole_seconds = at.and_then(|at| Timestamp::from_timestamp(at.timestamp(), 0));
        // The Debug form of chrono's UTC times is that of RFC 3339.
        whole_seconds.map_or(Self::Empty, |at| Self::Text(format!("{at:?}")))
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
}

impl Table {
    /// Gauges with their latest readings. `as_of` is the time of the service's response.
    pub fn of_gauges<'a>(
        gauges: impl IntoIterator<Item = GaugeRow<'a>>,
        as_of: Option<Timestamp>,
        now: Timestamp,
    ) -> Self {
        let row = |GaugeRow { station, distance, cm_per_hour }: GaugeRow<'a>| {
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
                Cell::time(station.time.instant()),
                Cell::text(Freshness::of_reading(station.time, now).id()),
                Cell::text(status.0),
                Cell::text(status.1),
                cm_per_hour.map_or(Cell::Empty, Cell::Number),
                Cell::text(station.grid_reference()),
                Cell::text(position_from),
                Cell::distance(distance),
                Cell::time(as_of),
            ];
            Row { position: station.location.position(), cells }
        };
        Self { columns: GAUGE_COLUMNS, rows: gauges.into_iter().map(row).collect() }
    }

    /// Messages with their full texts, each with its distance and the time at which the service last
    /// confirmed it.
    pub fn of_messages<'a>(
        messages: impl IntoIterator<Item = (&'a Warning, Option<Distance>, Timestamp)>,
    ) -> Self {
        let row = |(warning, distance, as_of): (&'a Warning, Option<Distance>, Timestamp)| {
            let cells = vec![
                Cell::text(warning.code.given()),
                Cell::text(warning.description.as_str()),
                Cell::text(warning.severity.id()),
                Cell::text(warning.label.as_str()),
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
                Cell::time(Some(as_of)),
            ];
            Row { position: warning.position, cells }
        };
        Self { columns: MESSAGE_COLUMNS, rows: messages.into_iter().map(row).collect() }
    }

    /// The rows as CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need to
    /// recognise it; with the columns `latitude` and `longitude` at the end. A text that a spreadsheet
    /// would take for a formula begins with an apostrophe.
    pub fn to_csv(&self) -> String {
        let mut writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        let header = self.columns.iter().copied().chain(["latitude", "longitude"]);
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
            let _ = writer.write_record(cells.chain(position));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        format!("\u{feff}{}", String::from_utf8(bytes).unwrap_or_default())
    }

    /// The rows as a GeoJSON feature collection (RFC 7946, WGS 84). A row without a position has no
    /// geometry.
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
        FeatureCollection { bbox: None, features, foreign_members: None }.to_string()
    }
}

/// A text that no spreadsheet takes for a formula.
fn inert(text: &str) -> String {
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
    use crate::domain::{
        bilingual::Bilingual,
        warning::{AreaCode, Severity},
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
        Table::of_messages(messages.iter().map(|message| {
            (message, Some(Distance::from_metres(1_234.4)), at("2026-11-22T11:00:00Z"))
        }))
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

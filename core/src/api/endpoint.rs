//! The addresses of the operations.

use super::{newer::historical::Window, operations::Operations, table};
use crate::domain::{
    decimal,
    geo::{Position, Radius},
    limits::ROUNDING_MARGIN_METRES,
    source_id::SourceId,
    station::Station,
    uk_time,
};
use chrono::NaiveDate;

/// The endpoint that injects the API key, and the versions of the operations behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The base url without a trailing slash.
    base: String,
    operations: Operations,
}

impl Endpoint {
    /// Parses a base url: an absolute path ("/api") or an absolute `http(s)` URL, with or
    /// without a trailing slash.
    pub fn parse(base: &str) -> Option<Self> {
        let base = base.trim().trim_end_matches('/');
        let rooted = base.is_empty() || (base.starts_with('/') && !base.starts_with("//"));
        let absolute = ["https://", "http://"]
            .iter()
            .any(|scheme| base.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
        let plain = base
            .chars()
            .all(|c| c.is_ascii_graphic() && !matches!(c, '?' | '#' | '\\' | '"' | '<' | '>'));
        ((rooted || absolute) && plain)
            .then(|| Self { base: base.to_owned(), operations: Operations::default() })
    }

    /// The same endpoint with these versions of the operations.
    #[must_use]
    pub fn with(self, operations: Operations) -> Self {
        Self { operations, ..self }
    }

    /// The versions of the operations.
    pub fn operations(&self) -> Operations {
        self.operations
    }

    /// The url of a source. `None` for local warnings without a circle. The user's position
    /// is rounded to 0.01° (about 1 km), and the radius is enlarged so that the rounding excludes
    /// no area.
    pub fn url(&self, source: SourceId, circle: Option<(Position, Radius)>) -> Option<String> {
        match source {
            SourceId::RiverLevels => self.url_of(table::LEVELS),
            SourceId::FloodForecast => self.url_of(table::FORECAST),
            SourceId::NationalWarnings => self.url_of(table::WALES),
            SourceId::LocalWarnings => {
                let (position, radius) = circle?;
                let (lat, lon) = position.hundredths();
                let metres = radius.kilometres() * 1_000 + ROUNDING_MARGIN_METRES;
                let url = self.url_of(table::PLACE)?.replace("{metres}", &metres.to_string());
                Some(url.replace("{lat}", &decimal(lat)).replace("{lon}", &decimal(lon)))
            }
        }
    }

    /// The url of the forecaster's commentary; `None` if it is not requested.
    pub fn commentary_url(&self) -> Option<String> {
        self.url_of(table::COMMENTARY)
    }

    /// The url of an operation in the version of its group.
    fn url_of(&self, operation: table::Operation) -> Option<String> {
        let path = operation.path(self.operations.version(operation.group)?)?;
        Some(format!("{}{path}", self.base))
    }

    /// The url of the service's history of a gauge; `today` is in UTC. `None` if the version of the
    /// levels has no history, or the gauge no numbers.
    pub fn history_url(
        &self,
        station: &Station,
        window: Window,
        today: NaiveDate,
    ) -> Option<String> {
        let url = self.url_of(table::HISTORICAL)?;
        let (location, parameter) = (station.id.given(), station.parameter_number?);
        let is_number = !location.is_empty() && location.bytes().all(|byte| byte.is_ascii_digit());
        let (from, to) = window.span(today)?;
        let [from, to] = [from, to].map(uk_time::iso_text);
        is_number.then(|| {
            url.replace("{location}", location)
                .replace("{parameter}", &parameter.to_string())
                .replace("{from}", &from)
                .replace("{to}", &to)
        })
    }
}

/// Formats hundredths as the shortest decimal: 5240 → "52.4", −5 → "-0.05".
fn decimal(hundredths: i32) -> String {
    decimal::short(f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::operations::{ForecastVersion, LevelsVersion, WarningsVersion};

    #[test]
    fn a_history_has_whole_days_that_end_with_today() {
        let body = r#"[{"location":4001,"parameters":[{"parameter":10095},{"parameter":10096}]},
            {"location":"a/b","parameters":[{"parameter":10095}]},{"location":4002}]"#;
        let stations = crate::api::decode_station_data(body.as_bytes()).expect("stations").content;
        let today = "2026-03-01".parse().expect("a day");
        let url = |operations: &str, window| {
            let operations = serde_json::from_str(operations).expect("operations");
            let endpoint = Endpoint::parse("/api").expect("a base").with(operations);
            let urls = stations.iter().map(|station| endpoint.history_url(station, window, today));
            urls.collect::<Vec<_>>()
        };
        let path = "/api/rivers-and-seas/v1/api/StationData/historical?location=4001";
        let of = |parameter: u32, from: &str| {
            Some(format!("{path}&parameter={parameter}&from={from}&to=2026-03-02"))
        };
        let newer = r#"{"levels":"station-data"}"#;
        assert_eq!(
            url(newer, Window::FiveDays),
            [of(10_095, "2026-02-25"), of(10_096, "2026-02-25"), None, None]
        );
        assert_eq!(url(newer, Window::ThirtyDays)[0], of(10_095, "2026-01-31"));
        let earlier = url(newer, Window::ThirtyDaysBefore(1))[0].clone().unwrap_or_default();
        assert!(earlier.ends_with("&from=2026-01-01&to=2026-01-31"), "{earlier}");
        let earliest = url(newer, Window::ThirtyDaysBefore(Window::EARLIEST))[0].clone();
        assert!(earliest.unwrap_or_default().ends_with("&from=2025-02-05&to=2025-03-07"));
        assert_eq!(url("{}", Window::FiveDays), [None, None, None, None]);
    }

    #[test]
    fn the_addresses_are_the_documented_ones() {
        let endpoint = Endpoint::parse("/api/").expect("a base");
        for (operation, url) in [
            (SourceId::RiverLevels, Some("/api/riverlevels/v1/all")),
            (
                SourceId::NationalWarnings,
                Some("/api/floodwarnings/v1/distance/150000/latlon/52.4/-3.8"),
            ),
            (SourceId::FloodForecast, Some("/api/floodforecast/v1/areasatrisk")),
            (SourceId::LocalWarnings, None),
        ] {
            assert_eq!(endpoint.url(operation, None).as_deref(), url);
        }
    }

    #[test]
    fn newer_versions_have_addresses_of_their_own() {
        let newer = Operations {
            levels: LevelsVersion::StationData,
            warnings: WarningsVersion::V3,
            forecast: ForecastVersion::V2,
            commentary: Some(ForecastVersion::V2),
        };
        let documented = Endpoint::parse("/api").expect("a base");
        assert_eq!(documented.commentary_url(), None);
        let endpoint = documented.with(newer);
        let commentary = endpoint.commentary_url();
        assert_eq!(commentary.as_deref(), Some("/api/floodforecast/v2/summary"));
        let circle = Position::new(51.95, -3.39).zip(Radius::from_kilometres(10));
        for (operation, url) in [
            (SourceId::RiverLevels, "/api/rivers-and-seas/v1/api/StationData"),
            (SourceId::NationalWarnings, "/api/floodwarnings/v3/all"),
            (SourceId::LocalWarnings, "/api/floodwarnings/v3/distance/11000/latlon/51.95/-3.39"),
            (SourceId::FloodForecast, "/api/floodforecast/v2/areasatrisk"),
        ] {
            assert_eq!(endpoint.url(operation, circle).as_deref(), Some(url));
        }
    }

    #[test]
    fn a_place_goes_out_rounded_and_its_radius_a_kilometre_larger() {
        let endpoint = Endpoint::parse("https://example.org").expect("a base");
        let brecon = Position::new(51.947_33, -3.391_26).expect("in range");
        let radius = Radius::from_kilometres(10).expect("a step");
        let url = endpoint.url(SourceId::LocalWarnings, Some((brecon, radius)));
        assert_eq!(
            url.as_deref(),
            Some("https://example.org/floodwarnings/v1/distance/11000/latlon/51.95/-3.39")
        );
    }

    #[test]
    fn decimals_are_short_and_signed() {
        for (hundredths, text) in
            [(5240, "52.4"), (-380, "-3.8"), (5200, "52"), (-5, "-0.05"), (0, "0"), (5105, "51.05")]
        {
            assert_eq!(decimal(hundredths), text);
        }
    }

    // case 104
    #[test]
    fn a_base_address_is_normalised_or_refused() {
        for (base, normal) in [
            ("/api", "/api"),
            ("/api///", "/api"),
            ("", ""),
            ("https://x.example/a/", "https://x.example/a"),
        ] {
            let endpoint = Endpoint::parse(base).map(|endpoint| endpoint.base);
            assert_eq!(endpoint.as_deref(), Some(normal), "{base}");
        }
        for base in [
            "api",
            "//evil.example",
            "javascript:alert(1)",
            "https://",
            "/api?x=",
            "/a b",
            "ftp://x",
        ] {
            assert_eq!(Endpoint::parse(base), None, "{base}");
        }
    }
}

//! The paths of the operations, documented and newer, and what is served beside them.

use crate::{
    Source,
    fault::{self, Faults},
    key::{self, Keys},
    refusal::Refusal,
    response::{self, Tagged},
    sample::{self, Sample, Scenario, station_data::Span},
    wire,
};
use axum::{
    Json, Router,
    extract::{
        Path, Query, Request, State,
        rejection::{PathRejection, QueryRejection},
    },
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use gorlif_core::{
    api::{operations::WarningsVersion, table},
    domain::geo::{Distance, Position},
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    ops::RangeInclusive,
    path::PathBuf,
    sync::{Arc, Mutex},
};
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

pub struct Service {
    pub keys: Keys,
    pub source: Source,
    /// The moment at which time stands still, if it does.
    pub still_at: Mutex<Option<DateTime<Utc>>>,
    pub faults: Faults,
    /// Whether faults and the time can be switched while it runs, on a path of its own.
    pub control: bool,
    /// How far the readings at /past.csv go back, if they are served.
    pub past: Option<TimeDelta>,
    /// The folder of the recorder's files, if they are served.
    pub history: Option<PathBuf>,
}

impl Service {
    fn now(&self) -> DateTime<Utc> {
        let still_at = self.still_at.lock().map_or(None, |still_at| *still_at);
        still_at.unwrap_or_else(Utc::now)
    }

    /// What is made up: the recordings have neither histories nor what is served beside the operations.
    fn sample(&self) -> Result<&Sample, Refusal> {
        match &self.source {
            Source::Sample(sample) => Ok(sample),
            Source::Captures(_) => Err(Refusal::NotFound),
        }
    }

    /// The scenario of what was not recorded.
    fn scenario(&self) -> Scenario {
        self.sample().map_or(Scenario::Mixed, |sample| sample.scenario)
    }
}

type SharedService = State<Arc<Service>>;

pub fn router(service: Arc<Service>) -> Router {
    // Says in each response that the data is not the service's: gateway and recorder pass it on.
    let sample = SetResponseHeaderLayer::overriding(
        HeaderName::from_static("x-sample-data"),
        HeaderValue::from_static("1"),
    );
    beside_the_operations(&service).merge(operations(&service)).layer(sample).with_state(service)
}

fn operations(service: &Arc<Service>) -> Router<Arc<Service>> {
    let mut routes = Router::new();
    for operation in table::ALL {
        for version in operation.versions {
            let handler = match (operation.id, version.id) {
                ("levels", "v1") => get(river_levels),
                ("levels", "station-data") => get(station_data),
                ("historical", "station-data") => get(historical),
                ("forecast", "v1" | "v2") => get(forecast),
                ("commentary", "v1" | "v2") => get(commentary),
                ("wales", "v3") => get(national_warnings),
                ("place", "v1") => get(local_warnings),
                ("place", "v3") => get(local_warnings_of_version_3),
                // Version 1 has no path of its own for all of Wales: it is that of a place.
                _ => continue,
            };
            routes = routes.route(version.path.split('?').next().unwrap_or_default(), handler);
        }
    }
    // The service's gateway looks for the operation before it looks at the key.
    routes
        .route_layer(middleware::from_fn_with_state(Arc::clone(service), require_key))
        .fallback(not_found)
        .method_not_allowed_fallback(not_found)
        .layer(middleware::from_fn_with_state(Arc::clone(service), observe))
}

async fn not_found() -> Refusal {
    Refusal::NotFound
}

async fn require_key(
    State(service): SharedService,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    match request.headers().get(key::HEADER) {
        None => Err(Refusal::NoKey),
        Some(key) if service.keys.open(request.uri().path(), key.as_bytes()) => {
            Ok(next.run(request).await)
        }
        Some(_) => Err(Refusal::WrongKey),
    }
}

/// Prints one line a request, which says whether it carried the key, and answers conditional requests
/// and those of an operation with a fault.
async fn observe(State(service): SharedService, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let key = match request.headers().get(key::HEADER) {
        None => "none",
        Some(key) if service.keys.open(&path, key.as_bytes()) => "right",
        Some(_) => "wrong",
    };
    let if_none_match = request.headers().get(header::IF_NONE_MATCH).cloned();
    let fault = service.faults.of(&path);
    let response = next.run(request).await;
    let response = match (&if_none_match, fault) {
        // There is nothing to spoil in "not modified".
        (Some(tags), None) => response::conditional(response, tags),
        _ => response,
    };
    println!("{method} {path} {} key: {key}", response.status().as_u16());
    match fault {
        Some(fault) => fault::spoil(fault, response).await,
        None => response,
    }
}

async fn river_levels(State(service): SharedService) -> Result<Tagged, Refusal> {
    match &service.source {
        Source::Captures(captures) => recorded(&captures.river_levels),
        Source::Sample(sample) => {
            Tagged::json(&wire::Collection::new(sample.river_levels(service.now())))
        }
    }
}

async fn station_data(State(service): SharedService) -> Result<Tagged, Refusal> {
    match &service.source {
        Source::Captures(captures) => recorded(&captures.station_data),
        Source::Sample(sample) => Tagged::json(&sample.station_data(service.now())),
    }
}

/// The query of the earlier readings: the days are optional.
#[derive(Deserialize)]
struct HistoricalQuery {
    location: u32,
    parameter: u32,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
}

async fn historical(
    State(service): SharedService,
    query: Result<Query<HistoricalQuery>, QueryRejection>,
) -> Result<Tagged, Refusal> {
    let Query(HistoricalQuery { location, parameter, from, to }) = query?;
    let span = Span { from, to };
    let history = service.sample()?.historical(location, parameter, &span, service.now());
    Tagged::json(&history.ok_or(Refusal::NotFound)?)
}

/// A recorded response of a version; its operation does not exist where none was recorded.
fn recorded(response: &Option<String>) -> Result<Tagged, Refusal> {
    response.clone().map(Tagged).ok_or(Refusal::NotFound)
}

async fn forecast(State(service): SharedService) -> Result<Tagged, Refusal> {
    if let Source::Captures(captures) = &service.source
        && captures.flood_forecast.is_some()
    {
        return recorded(&captures.flood_forecast);
    }
    Tagged::json(&sample::forecast(service.scenario(), service.now()))
}

async fn commentary(State(service): SharedService) -> Result<Tagged, Refusal> {
    Tagged::json(&sample::commentary(service.scenario()))
}

/// The parameters of a path of local warnings: metres, latitude and longitude.
type CirclePath = Result<Path<(String, String, String)>, PathRejection>;

async fn national_warnings(State(service): SharedService) -> Result<Tagged, Refusal> {
    warnings(&service, None, WarningsVersion::V3)
}

async fn local_warnings(
    State(service): SharedService,
    path: CirclePath,
) -> Result<Tagged, Refusal> {
    warnings(&service, Some(circle(path)?), WarningsVersion::V1)
}

async fn local_warnings_of_version_3(
    State(service): SharedService,
    path: CirclePath,
) -> Result<Tagged, Refusal> {
    warnings(&service, Some(circle(path)?), WarningsVersion::V3)
}

fn warnings(
    service: &Service,
    circle: Option<(Position, Distance)>,
    version: WarningsVersion,
) -> Result<Tagged, Refusal> {
    let messages = match &service.source {
        Source::Captures(captures) => captures.flood_warnings(circle),
        Source::Sample(sample) => {
            let messages = wire::Collection::new(sample.flood_warnings(service.now(), circle));
            if version == WarningsVersion::V1 {
                return Tagged::json(&messages);
            }
            serde_json::to_value(messages).map_err(|error| Refusal::Fault(error.to_string()))?
        }
    };
    Tagged::json(&match version {
        WarningsVersion::V1 => messages,
        WarningsVersion::V3 => wire::as_version_3(messages),
    })
}

fn circle(path: CirclePath) -> Result<(Position, Distance), Refusal> {
    let Path((metres, lat, lon)) = path?;
    let number = |name: &str, text: &str, range: RangeInclusive<f64>| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b".-".contains(&byte));
        let value = text.parse::<f64>().ok().filter(|value| is_plain && range.contains(value));
        let (start, end) = (range.start(), range.end());
        value.ok_or_else(|| {
            Refusal::BadRequest(format!("{name} must be a number from {start} to {end}"))
        })
    };
    let distance = Distance::from_metres(number("distance", &metres, 0.0..=1_000_000.0)?);
    let (lat, lon) = (number("lat", &lat, -90.0..=90.0)?, number("lon", &lon, -180.0..=180.0)?);
    let centre = Position::new(lat, lon)
        .ok_or_else(|| Refusal::BadRequest("lat and lon are no position".to_owned()))?;
    Ok((centre, distance))
}

/// The routes beside the operations, without a key: the past for the recorder's first import, the
/// recorder's files, a council's levels, the shapes of the flood areas, and the control path.
fn beside_the_operations(service: &Service) -> Router<Arc<Service>> {
    let mut routes = Router::new()
        .route("/levels.json", get(levels))
        .route("/areas.json", get(areas))
        .route("/past.csv", get(past));
    if let Some(folder) = &service.history {
        let files = ServeDir::new(folder).append_index_html_on_directories(false);
        routes = routes.nest_service("/history", files);
    }
    if service.control {
        routes = routes
            .route("/control/time/{time}", get(set_time))
            .route("/control/{operation}/{fault}", get(set_fault));
    }
    routes
}

async fn levels(State(service): SharedService) -> Result<Json<Vec<Value>>, Refusal> {
    Ok(Json(service.sample()?.council_levels()))
}

async fn areas(State(service): SharedService) -> Result<Json<Value>, Refusal> {
    Ok(Json(service.sample()?.flood_areas()))
}

async fn past(State(service): SharedService) -> Result<impl IntoResponse, Refusal> {
    let past = service.past.ok_or(Refusal::NotFound)?;
    let csv = service.sample()?.past(service.now(), past);
    Ok(([(header::CONTENT_TYPE, "text/csv")], csv))
}

/// A sentence about why the control path did nothing.
type ControlError = (StatusCode, String);

async fn set_time(
    State(service): SharedService,
    Path(time): Path<String>,
) -> Result<String, ControlError> {
    let refused = |sentence: String| (StatusCode::BAD_REQUEST, sentence);
    let time = DateTime::parse_from_rfc3339(&time).map_err(|error| refused(error.to_string()))?;
    let mut still_at = service.still_at.lock().map_err(|error| refused(error.to_string()))?;
    *still_at = Some(time.to_utc());
    Ok(format!("time: {time}\n"))
}

async fn set_fault(
    State(service): SharedService,
    Path((operation, fault)): Path<(String, String)>,
) -> Result<String, ControlError> {
    let done = service.faults.control(&operation, &fault);
    done.map_err(|sentence| (StatusCode::BAD_REQUEST, sentence))
}

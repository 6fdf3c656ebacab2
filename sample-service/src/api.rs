//! The paths of the operations, documented and newer, the key, the errors of the gateway before them, and conditional answers.

use crate::{
    Source,
    fault::{self, Faults},
    key::Keys,
    sample::station_data::Span,
    wire,
};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, Response, StatusCode, header},
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use gorlif_core::{
    api::table,
    domain::geo::{Distance, Position},
};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

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
    pub routes: Routes,
}

impl Service {
    fn now(&self) -> DateTime<Utc> {
        let still_at = self.still_at.lock().map_or(None, |still_at| *still_at);
        still_at.unwrap_or_else(Utc::now)
    }

    /// Sets the time, or switches a fault. What was done, in a sentence.
    fn control(&self, path: &str) -> Result<String, String> {
        let Some(time) = path.strip_prefix("/control/time/") else {
            return self.faults.control(path);
        };
        let time = DateTime::parse_from_rfc3339(time).map_err(|error| error.to_string())?;
        let mut still_at = self.still_at.lock().map_err(|error| error.to_string())?;
        *still_at = Some(time.to_utc());
        Ok(format!("time: {time}\n"))
    }

    /// What is served beside the documented operations: the past for the recorder's first import,
    /// the recorder's files, a council's levels, and the shapes of the flood areas.
    fn extra(&self, path: &str) -> Option<Response<Body>> {
        let with_type = |content: Vec<u8>, media_type: &'static str| {
            let mut response = with_status(StatusCode::OK, Body::from(content));
            let media_type = HeaderValue::from_static(media_type);
            response.headers_mut().insert(header::CONTENT_TYPE, media_type);
            response
        };
        if let (Some(past), Source::Sample(sample), "/past.csv") = (self.past, &self.source, path) {
            return Some(with_type(sample.past(self.now(), past).into_bytes(), "text/csv"));
        }
        if let (Source::Sample(sample), "/levels.json") = (&self.source, path) {
            let levels = serde_json::to_vec(&sample.council_levels()).unwrap_or_default();
            return Some(with_type(levels, "application/json"));
        }
        if let (Source::Sample(sample), "/areas.json") = (&self.source, path) {
            let areas = serde_json::to_vec(&sample.flood_areas()).unwrap_or_default();
            return Some(with_type(areas, "application/json"));
        }
        let name = path.strip_prefix("/history/")?;
        let folder = self.history.as_ref()?;
        // Names of files and of one folder, without "..", an empty part or another folder.
        let is_plain = name.split('/').count() <= 2
            && name.split('/').all(|part| {
                let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
                !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_allowed)
            });
        let content = is_plain.then(|| std::fs::read(folder.join(name)).ok()).flatten();
        Some(match content {
            Some(content) if name.ends_with(".atom") => {
                with_type(content, "application/atom+xml; charset=utf-8")
            }
            Some(content) => with_type(content, "application/json"),
            None => with_status(StatusCode::NOT_FOUND, Body::empty()),
        })
    }
}

/// The id and the version of the operation of a path.
pub type Routes = matchit::Router<(&'static str, &'static str)>;

/// The paths of the operations.
///
/// # Errors
///
/// If two operations have the same path.
pub fn routes() -> Result<Routes, matchit::InsertError> {
    let mut routes = Routes::new();
    for operation in table::ALL {
        for version in operation.versions {
            let path = version.path.split('?').next().unwrap_or_default();
            // Version 1 has no path of its own for all of Wales: it is that of a place.
            if operation == table::WALES && version.id == "v1" {
                continue;
            }
            routes.insert(path, (operation.id, version.id))?;
        }
    }
    Ok(routes)
}

/// What a path asks for.
enum Operation {
    RiverLevels,
    FloodWarnings { circle: Option<(Position, Distance)>, is_version_3: bool },
    FloodForecast,
    StationData,
    Historical { location: u32, parameter: u32, span: Span },
}

/// Why a request is not answered, as the service's gateway says it.
enum Refusal {
    NotFound,
    NoKey,
    WrongKey,
    BadRequest(String),
    Fault(String),
}

pub fn router(service: Arc<Service>) -> Router {
    Router::new()
        .fallback(answer)
        .layer(axum::middleware::map_response(mark_as_sample))
        .with_state(service)
}

/// Says in each response that the data is not the service's: gateway and recorder pass it on.
async fn mark_as_sample(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert("X-Sample-Data", HeaderValue::from_static("1"));
    response
}

async fn answer(State(service): State<Arc<Service>>, request: Request) -> Response<Body> {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    if service.control && path.starts_with("/control/") {
        return match service.control(&path) {
            Ok(done) => with_status(StatusCode::OK, Body::from(done)),
            Err(sentence) => with_status(StatusCode::BAD_REQUEST, Body::from(sentence)),
        };
    }
    if let Some(response) = service.extra(&path) {
        return response;
    }
    let given_key = request.headers().get("Ocp-Apim-Subscription-Key");
    let fault = service.faults.of(&path);
    let query = request.uri().query().unwrap_or_default();
    let response = match respond(&service, &method, (&path, query), given_key) {
        // There is nothing to spoil in "not modified".
        Ok(body) => conditional(
            request.headers().get(header::IF_NONE_MATCH).filter(|_| fault.is_none()),
            body,
        ),
        Err(refusal) => refuse(&refusal),
    };
    // One line a request, so that the log shows that each request carried the key.
    let key = match given_key {
        None => "none",
        Some(key) if service.keys.open(&path, key.as_bytes()) => "right",
        Some(_) => "wrong",
    };
    println!("{method} {path} {} key: {key}", response.status().as_u16());
    match fault {
        Some(fault) => fault::spoil(fault, response).await,
        None => response,
    }
}

/// The operation with this id and version, from the parts of its path and its query.
fn operation(
    id_and_version: (&str, &str),
    params: &matchit::Params<'_, '_>,
    query: &str,
) -> Result<Operation, Refusal> {
    let part = |name| params.get(name).unwrap_or_default();
    match id_and_version {
        ("levels", "station-data") => Ok(Operation::StationData),
        ("levels", _) => Ok(Operation::RiverLevels),
        ("forecast", _) => Ok(Operation::FloodForecast),
        ("historical", _) => historical(query),
        ("wales", version) => {
            Ok(Operation::FloodWarnings { circle: None, is_version_3: version == "v3" })
        }
        ("place", version) => circle(part("metres"), part("lat"), part("lon")).map(|circle| {
            Operation::FloodWarnings { circle: Some(circle), is_version_3: version == "v3" }
        }),
        _ => Err(Refusal::NotFound),
    }
}

fn respond(
    service: &Service,
    method: &Method,
    (path, query): (&str, &str),
    key: Option<&HeaderValue>,
) -> Result<String, Refusal> {
    // The gateway looks for the operation before it looks at the key.
    if !matches!(*method, Method::GET | Method::HEAD) {
        return Err(Refusal::NotFound);
    }
    let Ok(route) = service.routes.at(path) else {
        return Err(Refusal::NotFound);
    };
    let known = operation(*route.value, &route.params, query);
    match key {
        None => return Err(Refusal::NoKey),
        Some(key) if !service.keys.open(path, key.as_bytes()) => return Err(Refusal::WrongKey),
        Some(_) => {}
    }
    let now = service.now();
    let body = match (known?, &service.source) {
        (Operation::RiverLevels, Source::Captures(captures)) => {
            return Ok(captures.river_levels.clone());
        }
        (Operation::RiverLevels, Source::Sample(sample)) => {
            wire::json(&wire::Collection::new(sample.river_levels(now)))
        }
        (Operation::FloodWarnings { circle, is_version_3 }, Source::Captures(captures)) => {
            let messages = captures.flood_warnings(circle);
            wire::json(&if is_version_3 { wire::as_version_3(messages) } else { messages })
        }
        (Operation::FloodWarnings { circle, is_version_3 }, Source::Sample(sample)) => {
            let messages = wire::Collection::new(sample.flood_warnings(now, circle));
            if is_version_3 {
                serde_json::to_value(messages)
                    .and_then(|messages| wire::json(&wire::as_version_3(messages)))
            } else {
                wire::json(&messages)
            }
        }
        (Operation::StationData, Source::Captures(captures)) => {
            return captures.station_data.clone().ok_or(Refusal::NotFound);
        }
        (Operation::StationData, Source::Sample(sample)) => wire::json(&sample.station_data(now)),
        // The recordings have no history.
        (Operation::Historical { .. }, Source::Captures(_)) => return Err(Refusal::NotFound),
        (Operation::Historical { location, parameter, span }, Source::Sample(sample)) => {
            let history = sample.historical(location, parameter, &span, now);
            wire::json(&history.ok_or(Refusal::NotFound)?)
        }
        (Operation::FloodForecast, Source::Captures(_)) => {
            wire::json(&crate::sample::forecast(crate::sample::Scenario::Mixed, now))
        }
        (Operation::FloodForecast, Source::Sample(sample)) => {
            wire::json(&crate::sample::forecast(sample.scenario, now))
        }
    };
    body.map_err(|error| Refusal::Fault(error.to_string()))
}

/// "location=4001&parameter=14001&from=2026-11-20&to=2026-11-25", the days optional.
fn historical(query: &str) -> Result<Operation, Refusal> {
    let get = |name: &str| {
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)
    };
    let number = |name: &str| {
        let value = get(name).and_then(|(_, value)| value.parse().ok());
        value.ok_or_else(|| Refusal::BadRequest(format!("{name} must be a number")))
    };
    let day = |name: &str| match get(name) {
        None => Ok(None),
        Some((_, text)) => NaiveDate::parse_from_str(text, "%Y-%m-%d")
            .map(Some)
            .map_err(|_| Refusal::BadRequest(format!("{name} must be a day: YYYY-MM-DD"))),
    };
    let span = Span { from: day("from")?, to: day("to")? };
    Ok(Operation::Historical {
        location: number("location")?,
        parameter: number("parameter")?,
        span,
    })
}

fn circle(distance: &str, lat: &str, lon: &str) -> Result<(Position, Distance), Refusal> {
    let number = |name: &str, text: &str, range: std::ops::RangeInclusive<f64>| {
        let plain = !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
        let value = text.parse::<f64>().ok().filter(|value| plain && range.contains(value));
        value.ok_or_else(|| {
            Refusal::BadRequest(format!(
                "{name} must be a number from {} to {}",
                range.start(),
                range.end()
            ))
        })
    };
    let distance = Distance::from_metres(number("distance", distance, 0.0..=1_000_000.0)?);
    let (lat, lon) = (number("lat", lat, -90.0..=90.0)?, number("lon", lon, -180.0..=180.0)?);
    let centre = Position::new(lat, lon)
        .ok_or_else(|| Refusal::BadRequest("lat and lon are no position".to_owned()))?;
    Ok((centre, distance))
}

fn conditional(if_none_match: Option<&HeaderValue>, body: String) -> Response<Body> {
    let tag = format!("\"{:016x}\"", fnv(body.as_bytes()));
    let known = if_none_match.and_then(|value| value.to_str().ok()).is_some_and(|given| {
        given
            .split(',')
            .map(|one| one.trim().trim_start_matches("W/"))
            .any(|one| one == tag || one == "*")
    });
    let mut response = if known {
        with_status(StatusCode::NOT_MODIFIED, Body::empty())
    } else {
        with_status(StatusCode::OK, Body::from(body))
    };
    let headers = response.headers_mut();
    if !known {
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json; charset=utf-8"),
        );
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn refuse(refusal: &Refusal) -> Response<Body> {
    let (status, message) = match refusal {
        Refusal::NotFound => (StatusCode::NOT_FOUND, "Resource not found"),
        Refusal::NoKey => (
            StatusCode::UNAUTHORIZED,
            "Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.",
        ),
        Refusal::WrongKey => (
            StatusCode::UNAUTHORIZED,
            "Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.",
        ),
        Refusal::BadRequest(sentence) => (StatusCode::BAD_REQUEST, sentence.as_str()),
        Refusal::Fault(sentence) => (StatusCode::INTERNAL_SERVER_ERROR, sentence.as_str()),
    };
    let body = serde_json::json!({ "statusCode": status.as_u16(), "message": message }).to_string();
    let mut response = with_status(status, Body::from(body));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if status == StatusCode::UNAUTHORIZED {
        let scheme = HeaderValue::from_static(
            r#"AzureApiManagementKey realm="sample",name="Ocp-Apim-Subscription-Key",type="header""#,
        );
        response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
    }
    response
}

fn with_status(status: StatusCode, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response
}

/// FNV-1a: enough to tell two bodies apart, and the same on every machine.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

//! Faults on demand: what can go wrong between the service and a page, done for real.

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, Response, StatusCode, header},
};
use futures_util::stream;
use std::{
    collections::BTreeMap, convert::Infallible, io, str::FromStr, sync::Mutex, time::Duration,
};

/// One of the operations, by the first part of its path.
pub const OPERATIONS: [&str; 4] =
    ["riverlevels", "floodwarnings", "floodforecast", "rivers-and-seas"];

/// A fault of an operation's responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The response is sent after this many seconds.
    Delay(u64),
    /// The request is taken and never answered.
    Hang,
    /// 40 bytes every 200 ms.
    Drip,
    /// The connection ends in the middle of the body.
    Cut,
    /// The connection ends before an answer.
    Reset,
    /// `Content-Length` names half of the body, and half of it is sent: the answer ends cleanly and
    /// too early.
    WrongLength,
    /// A status with the gateway's JSON body; 429 and 503 perhaps with `Retry-After`, 403 with it
    /// out of quota.
    Status(u16, Option<&'static str>),
    /// A redirect to another origin.
    Redirect,
    /// 502 with a web page.
    BadGateway,
    /// 200 with a web page, as a network before its sign-in answers.
    WebPage,
    /// 200 with the gateway's error as its body.
    ErrorBody,
    /// 200 with nothing.
    Empty,
    /// 200 with half of the body, sent as if it were all.
    Truncated,
    /// One item has its identifying member twice.
    DuplicatedKeys,
    /// 70 MB.
    Huge,
    /// Says that it is gzip, and is not.
    GzipGarbage,
}

/// The faults by their names on the command line and on the control path.
const NAMES: [(&str, Fault); 30] = [
    ("hang", Fault::Hang),
    ("drip", Fault::Drip),
    ("cut", Fault::Cut),
    ("reset", Fault::Reset),
    ("wrong-length", Fault::WrongLength),
    ("204", Fault::Status(204, None)),
    ("206", Fault::Status(206, None)),
    ("redirect", Fault::Redirect),
    ("304", Fault::Status(304, None)),
    ("400", Fault::Status(400, None)),
    ("401", Fault::Status(401, None)),
    ("403", Fault::Status(403, None)),
    ("403-quota", Fault::Status(403, Some("900"))),
    ("404", Fault::Status(404, None)),
    ("408", Fault::Status(408, None)),
    ("429", Fault::Status(429, None)),
    ("429-57", Fault::Status(429, Some("57"))),
    ("429-date", Fault::Status(429, Some("date"))),
    ("500", Fault::Status(500, None)),
    ("502-html", Fault::BadGateway),
    ("503", Fault::Status(503, None)),
    ("503-120", Fault::Status(503, Some("120"))),
    ("504", Fault::Status(504, None)),
    ("html", Fault::WebPage),
    ("error-body", Fault::ErrorBody),
    ("empty", Fault::Empty),
    ("truncated", Fault::Truncated),
    ("duplicated-keys", Fault::DuplicatedKeys),
    ("huge", Fault::Huge),
    ("gzip-garbage", Fault::GzipGarbage),
];

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(seconds) = text.strip_prefix("delay-").and_then(|seconds| seconds.parse().ok())
        {
            return Ok(Self::Delay(seconds));
        }
        NAMES.into_iter().find_map(|(name, fault)| (name == text).then_some(fault)).ok_or_else(
            || {
                let all: Vec<&str> = NAMES.into_iter().map(|(name, _)| name).collect();
                format!("{text} is no fault; there are delay-SECONDS, {}", all.join(", "))
            },
        )
    }
}

/// A fault of one operation, or of all: "riverlevels=500", "hang".
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    operation: Option<&'static str>,
    fault: Fault,
}

impl FromStr for Wish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            None => Ok(Self { operation: None, fault: text.parse()? }),
            Some((operation, fault)) => {
                Ok(Self { operation: Some(named(operation)?), fault: fault.parse()? })
            }
        }
    }
}

fn named(operation: &str) -> Result<&'static str, String> {
    OPERATIONS
        .into_iter()
        .find(|known| *known == operation)
        .ok_or_else(|| format!("{operation} is none of {}", OPERATIONS.join(", ")))
}

/// The faults that are switched on.
#[derive(Default)]
pub struct Faults(Mutex<BTreeMap<&'static str, Fault>>);

impl Faults {
    pub fn new(wishes: &[Wish]) -> Self {
        let faults = Self::default();
        for Wish { operation, fault } in wishes {
            faults.set(*operation, Some(*fault));
        }
        faults
    }

    fn set(&self, operation: Option<&'static str>, fault: Option<Fault>) {
        let Ok(mut faults) = self.0.lock() else { return };
        for one in
            OPERATIONS.into_iter().filter(|one| operation.is_none_or(|wanted| wanted == *one))
        {
            match fault {
                Some(fault) => faults.insert(one, fault),
                None => faults.remove(one),
            };
        }
    }

    pub fn of(&self, path: &str) -> Option<Fault> {
        self.0.lock().ok()?.get(path.split('/').nth(1)?).copied()
    }

    /// Switches a fault of an operation, or of "all"; "none" is no fault. What was done, in a sentence.
    pub fn control(&self, operation: &str, fault: &str) -> Result<String, String> {
        let operation = if operation == "all" { None } else { Some(named(operation)?) };
        self.set(operation, if fault == "none" { None } else { Some(fault.parse()?) });
        Ok(format!("{}: {fault}\n", operation.unwrap_or("all")))
    }
}

/// Spoils an answer.
pub async fn spoil(fault: Fault, response: Response<Body>) -> Response<Body> {
    match fault {
        Fault::Delay(seconds) => {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            response
        }
        Fault::Hang => std::future::pending().await,
        Fault::Drip => drip(whole(response).await),
        Fault::Cut => {
            let body = whole(response).await;
            let length = body.len();
            let mut response = streamed(stream::iter([Ok(body.slice(..length / 2)), Err(io::Error::other("cut"))]));
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
            response
        }
        Fault::Reset => streamed(stream::iter([Err::<Bytes, _>(io::Error::other("reset"))])),
        Fault::WrongLength | Fault::Truncated => {
            let body = whole(response).await;
            let half = body.slice(..body.len() / 2);
            let mut response = json(half.clone());
            if fault == Fault::WrongLength {
                response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(half.len()));
            }
            response
        }
        Fault::Status(code, retry_after) => status(code, retry_after),
        Fault::Redirect => {
            let mut response = status(302, None);
            response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("https://example.org/sign-in"));
            response
        }
        Fault::BadGateway => page(StatusCode::BAD_GATEWAY),
        Fault::WebPage => page(StatusCode::OK),
        Fault::ErrorBody => json(Bytes::from_static(br#"{ "statusCode": 429, "message": "Rate limit is exceeded. Try again in 57 seconds." }"#)),
        Fault::Empty => json(Bytes::new()),
        Fault::DuplicatedKeys => {
            let body = String::from_utf8_lossy(&whole(response).await).into_owned();
            let spoilt = ["\"Location\":", "\"location\":", "\"FWACODE\":", "\"LocationCounty_en\":"]
                .iter()
                .fold(body, |body, name| body.replacen(name, &format!("{name}\"0\",{name}"), 1));
            json(Bytes::from(spoilt))
        }
        Fault::Huge => {
            let blank = Bytes::from(vec![b' '; 1 << 20]);
            streamed(stream::iter((0..70).map(move |_| Ok::<_, Infallible>(blank.clone()))))
        }
        Fault::GzipGarbage => {
            let mut response = json(Bytes::from_static(b"this is no gzip"));
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response
        }
    }
}

async fn whole(response: Response<Body>) -> Bytes {
    axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default()
}

/// 40 bytes every 200 ms.
fn drip(body: Bytes) -> Response<Body> {
    streamed(stream::unfold(body, |mut rest| async {
        if rest.is_empty() {
            return None;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        let drop = rest.split_to(rest.len().min(40));
        Some((Ok::<_, Infallible>(drop), rest))
    }))
}

fn json(body: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    response
}

fn streamed<E: Into<axum::BoxError> + 'static>(
    body: impl futures_util::Stream<Item = Result<Bytes, E>> + Send + 'static,
) -> Response<Body> {
    let mut response = Response::new(Body::from_stream(body));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    response
}

fn page(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::from(
        "<!doctype html><title>Sign in</title><p>No flood warnings are in force.",
    ));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html"));
    response
}

/// A status as the service's gateway says it. The body looks like data where that must not fool
/// anyone.
fn status(code: u16, retry_after: Option<&'static str>) -> Response<Body> {
    let body = match code {
        204 | 304 => Bytes::new(),
        206 | 500 => Bytes::from_static(br#"{"type":"FeatureCollection","features":[]}"#),
        403 => Bytes::from_static(br#"{ "statusCode": 403, "message": "Out of call volume quota. Quota will be replenished in 00:15:00." }"#),
        429 => Bytes::from_static(br#"{ "statusCode": 429, "message": "Rate limit is exceeded. Try again in 57 seconds." }"#),
        _ => Bytes::from(format!(r#"{{ "statusCode": {code}, "message": "a sample fault" }}"#)),
    };
    let mut response = json(body);
    *response.status_mut() =
        StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let retry_after = match retry_after {
        Some("date") => {
            let at = chrono::Utc::now() + chrono::TimeDelta::seconds(90);
            HeaderValue::from_str(&at.format("%a, %d %b %Y %H:%M:%S GMT").to_string()).ok()
        }
        other => other.map(HeaderValue::from_static),
    };
    if let Some(retry_after) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, retry_after);
    }
    response
}

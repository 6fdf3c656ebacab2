//! Faults on demand: what can go wrong between the service and a page, done for real.

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, Response, StatusCode, header},
    response::IntoResponse,
};
use futures_util::{Stream, stream};
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
    /// A status with the gateway's JSON body, perhaps with the seconds of `Retry-After`.
    Status(StatusCode, Option<u64>),
    /// 429 with `Retry-After` as a date.
    BusyUntil,
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
    /// 200 with half of the body, sent as if it were all: the answer ends cleanly and too early.
    Truncated,
    /// One item has its identifying member twice.
    DuplicatedKeys,
    /// 70 MB.
    Huge,
    /// Says that it is gzip, and is not.
    GzipGarbage,
}

/// The faults by their names on the command line and on the control path; further ones are numbers of a status.
const NAMES: [(&str, Fault); 15] = [
    ("hang", Fault::Hang),
    ("drip", Fault::Drip),
    ("cut", Fault::Cut),
    ("reset", Fault::Reset),
    ("wrong-length", Fault::Truncated),
    ("redirect", Fault::Redirect),
    ("429-date", Fault::BusyUntil),
    ("502-html", Fault::BadGateway),
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
        let named = NAMES.into_iter().find_map(|(name, fault)| (name == text).then_some(fault));
        let delay = || Some(Self::Delay(text.strip_prefix("delay-")?.parse().ok()?));
        let status = || {
            let (code, seconds) = match text.split_once('-') {
                Some((code, seconds)) => (code, Some(seconds.parse().ok()?)),
                None => (text, None),
            };
            let code: StatusCode = code.parse().ok()?;
            if code == StatusCode::OK || code.is_informational() || code.as_u16() >= 600 {
                return None;
            }
            Some(Self::Status(code, seconds))
        };
        named.or_else(delay).or_else(status).ok_or_else(|| {
            let all = NAMES.map(|(name, _)| name).join(", ");
            format!(
                "{text} is no fault; there are delay-SECONDS, {all}, and a STATUS or STATUS-SECONDS with Retry-After"
            )
        })
    }
}

/// The body of the gateway for a caller with too many calls.
const RATE_LIMIT: &str =
    r#"{ "statusCode": 429, "message": "Rate limit is exceeded. Try again in 57 seconds." }"#;

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
            let length = [(header::CONTENT_LENGTH, HeaderValue::from(body.len()))];
            let half = Ok(body.slice(..body.len() / 2));
            let cut = stream::iter([half, Err(io::Error::other("cut"))]);
            (length, streamed(cut)).into_response()
        }
        Fault::Reset => streamed(stream::iter([Err::<Bytes, _>(io::Error::other("reset"))])),
        Fault::Truncated => {
            let body = whole(response).await;
            json(body.slice(..body.len() / 2))
        }
        Fault::Status(code, seconds) => status(code, seconds.map(HeaderValue::from)),
        Fault::BusyUntil => {
            let at = chrono::Utc::now() + chrono::TimeDelta::seconds(90);
            let date = at.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
            status(StatusCode::TOO_MANY_REQUESTS, HeaderValue::try_from(date).ok())
        }
        Fault::Redirect => {
            let elsewhere = [(header::LOCATION, "https://example.org/sign-in")];
            (elsewhere, status(StatusCode::FOUND, None)).into_response()
        }
        Fault::BadGateway => page(StatusCode::BAD_GATEWAY),
        Fault::WebPage => page(StatusCode::OK),
        Fault::ErrorBody => json(RATE_LIMIT),
        Fault::Empty => json(Bytes::new()),
        Fault::DuplicatedKeys => {
            let body = String::from_utf8_lossy(&whole(response).await).into_owned();
            let names = ["Location", "location", "FWACODE", "LocationCounty_en"];
            let spoilt = names.iter().fold(body, |body, name| {
                body.replacen(&format!("\"{name}\":"), &format!("\"{name}\":\"0\",\"{name}\":"), 1)
            });
            json(spoilt)
        }
        Fault::Huge => {
            let blank = Bytes::from(vec![b' '; 1 << 20]);
            streamed(stream::iter((0..70).map(move |_| Ok::<_, Infallible>(blank.clone()))))
        }
        Fault::GzipGarbage => {
            let gzip = [(header::CONTENT_ENCODING, "gzip")];
            (gzip, json("this is no gzip")).into_response()
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

fn json(body: impl Into<Body>) -> Response<Body> {
    let json = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
    (json, body.into()).into_response()
}

fn streamed<E: Into<axum::BoxError> + 'static>(
    body: impl Stream<Item = Result<Bytes, E>> + Send + 'static,
) -> Response<Body> {
    json(Body::from_stream(body))
}

fn page(status: StatusCode) -> Response<Body> {
    let html = "<!doctype html><title>Sign in</title><p>No flood warnings are in force.";
    (status, [(header::CONTENT_TYPE, "text/html")], html).into_response()
}

/// A status as the service's gateway says it. The body looks like data where that must not fool
/// anyone.
fn status(code: StatusCode, retry_after: Option<HeaderValue>) -> Response<Body> {
    let number = code.as_u16();
    let body = match number {
        204 | 304 => String::new(),
        206 | 500 => r#"{"type":"FeatureCollection","features":[]}"#.to_owned(),
        403 => r#"{ "statusCode": 403, "message": "Out of call volume quota. Quota will be replenished in 00:15:00." }"#.to_owned(),
        429 => RATE_LIMIT.to_owned(),
        _ => format!(r#"{{ "statusCode": {number}, "message": "a sample fault" }}"#),
    };
    let retry_after = retry_after.map(|wait| [(header::RETRY_AFTER, wait)]);
    (code, retry_after, json(body)).into_response()
}

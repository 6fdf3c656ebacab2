//! GET requests to the gateway, with time and size limits, and the refusals that hold them back.

use chrono::{DateTime, TimeDelta, Utc};
use gorlif_core::{
    api::{
        error::ServiceError,
        response_times::{Header, ResponseTimes, parse_age},
    },
    domain::{
        Timestamp,
        limits::{
            BODY_LIMIT_BYTES, CLOCK_SKEW_SECONDS, IDLE_TIMEOUT_MILLISECONDS,
            TOTAL_TIMEOUT_MILLISECONDS,
        },
        source_id::SourceId,
    },
};
use reqwest::{Client, StatusCode, header::HeaderMap, redirect::Policy};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;

/// A successful response.
pub struct GatewayResponse {
    /// The decompressed body.
    pub body: Vec<u8>,
    /// When the gateway sent it (`Date`). This machine's time where the header is missing or unreadable.
    pub received: Timestamp,
    /// When it arrived, by a clock that is never set.
    pub arrived: Instant,
    /// When the service created the content, by `Date`, `Age` and `X-Origin-Date`. `None` if these are
    /// unreadable or contradict each other or this machine's clock.
    pub created: Option<Timestamp>,
    /// The time headers.
    pub times: ResponseTimes,
    /// Whether the gateway has requested a newer one, which it will have in some seconds (`X-Cache-Status`).
    pub is_updating: bool,
    /// Whether the service says that its data is made up (`X-Sample-Data`).
    pub is_sample: bool,
}

/// A wait of hours would keep the recorder from a source after a short failure.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

/// The sources that may not be requested yet.
#[derive(Debug, Default)]
pub struct Refusals(BTreeMap<&'static str, (Instant, ServiceError)>);

impl Refusals {
    /// The refusal of a source whose wait has not ended at `now`.
    pub fn of(&self, source: SourceId, now: Instant) -> Option<ServiceError> {
        let (end, cause) = self.0.get(source.id())?;
        (now < *end).then_some(*cause)
    }

    /// Keeps a refusal with a wait (`Retry-After`), which is an hour at most.
    pub fn keep(&mut self, source: SourceId, cause: ServiceError, now: Instant) {
        if let ServiceError::Status { retry_after_seconds: Some(seconds), .. } = cause {
            let wait = Duration::from_secs(seconds.into()).min(LONGEST_WAIT);
            self.0.insert(source.id(), (now + wait, cause));
        }
    }
}

/// A client that follows no redirects.
///
/// # Errors
///
/// If the certificates of this machine cannot be loaded.
pub fn client() -> reqwest::Result<Client> {
    Client::builder()
        .redirect(Policy::none())
        .read_timeout(Duration::from_millis(IDLE_TIMEOUT_MILLISECONDS.into()))
        .timeout(Duration::from_millis(TOTAL_TIMEOUT_MILLISECONDS.into()))
        .user_agent(concat!("gorlif-recorder/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Requests a URL.
///
/// # Errors
///
/// The cause, as in the page: unreachable, a timeout, another status than 200, or a body over the
/// limit.
pub async fn get(client: &Client, url: &str) -> Result<GatewayResponse, ServiceError> {
    let mut response = client.get(url).send().await.map_err(|error| cause(&error))?;
    let (now, arrived) = (Utc::now(), Instant::now());
    let sent = header(response.headers(), "date").and_then(|text| http_date(&text));
    let received = sent.unwrap_or(now);
    let times = times(response.headers(), sent);
    let created = created(times, now);
    let status = response.headers().get("x-cache-status");
    let is_updating = status.is_some_and(|status| status == "STALE" || status == "UPDATING");
    let is_sample = response.headers().contains_key("x-sample-data");
    if response.status() != StatusCode::OK {
        let retry_after = response.headers().get("retry-after").and_then(|text| text.to_str().ok());
        return Err(ServiceError::from_status(
            response.status().as_u16().into(),
            retry_after,
            |text| Some((http_date(text)? - received).num_seconds()),
        ));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| cause(&error))? {
        body.extend_from_slice(&chunk);
        if body.len() > BODY_LIMIT_BYTES as usize {
            return Err(ServiceError::TooLarge);
        }
    }
    Ok(GatewayResponse { body, received, arrived, created, times, is_updating, is_sample })
}

fn cause(error: &reqwest::Error) -> ServiceError {
    if error.is_timeout() { ServiceError::TotalTimeout } else { ServiceError::Unreachable }
}

/// The time headers of a response, which says that it was sent at `sent`.
fn times(headers: &HeaderMap, sent: Option<Timestamp>) -> ResponseTimes {
    ResponseTimes {
        date: sent,
        age: Header::read(header(headers, "age").as_deref(), parse_age),
        origin_date: Header::read(header(headers, "x-origin-date").as_deref(), http_date),
    }
}

/// When the service created the content of a response.
fn created(times: ResponseTimes, now: Timestamp) -> Option<Timestamp> {
    let age = times.age_milliseconds()?;
    // A cache that repeats its `Date` makes no response younger.
    let sent = times.date;
    sent.filter(|sent| (now - *sent).abs() <= TimeDelta::seconds(CLOCK_SKEW_SECONDS))?
        .checked_sub_signed(TimeDelta::milliseconds(age))
}

/// The text of a header; of several of one name all, as one that cannot be read. Empty if it has other characters than visible ASCII.
fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    let texts: Vec<&str> =
        headers.get_all(name).iter().map(|text| text.to_str().unwrap_or_default()).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

fn http_date(text: &str) -> Option<Timestamp> {
    DateTime::parse_from_rfc2822(text).ok().map(|at| at.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    // case 230
    #[test]
    fn a_refusal_holds_back_its_own_source_up_to_an_hour() {
        let refused = |seconds| ServiceError::Status { code: 503, retry_after_seconds: seconds };
        let (mut refusals, now) = (Refusals::default(), Instant::now());
        refusals.keep(SourceId::RiverLevels, refused(Some(600)), now);
        refusals.keep(SourceId::FloodForecast, refused(Some(86_400)), now);
        refusals.keep(SourceId::NationalWarnings, refused(None), now);
        let held =
            |source, at: u64| refusals.of(source, now + Duration::from_secs(60 * at)).is_some();
        for (source, minutes, is_held) in [
            (SourceId::RiverLevels, 9, true),
            (SourceId::RiverLevels, 10, false),
            (SourceId::FloodForecast, 59, true),
            (SourceId::FloodForecast, 60, false),
            (SourceId::NationalWarnings, 0, false),
        ] {
            assert_eq!(held(source, minutes), is_held, "{source:?} after {minutes} minutes");
        }
    }
}

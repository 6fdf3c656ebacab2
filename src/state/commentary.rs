//! The forecaster's commentary, which is requested after a response of the forecast. Used by a late chunk only.

use super::{
    app_state::AppState,
    reactive::{effect, memo},
};
use crate::browser::fetch::{self, Ended, RequestOptions};
use gorlif_core::{
    api::{
        decode_commentary,
        error::{BodyError, ServiceError},
    },
    domain::{
        Timestamp, bilingual::Bilingual, limits::FORECAST_RESPONSE_SECONDS, page_time::PageTime,
    },
};
use leptos::prelude::*;
use std::time::Duration;

/// The least seconds between two requests, whatever the number of responses of the forecast.
const INTERVAL_SECONDS: i64 = 15 * 60;
/// A cache that returned a stale response has a newer one after this time.
const REVALIDATING: Duration = Duration::from_secs(10);

/// The commentary.
#[derive(Clone, Debug, PartialEq)]
pub struct Commentary {
    pub text: Bilingual,
    /// When the service created the response; the body has no time.
    pub as_of: PageTime,
}

impl Commentary {
    /// Why it is not shown, for the operator; `None` if it is.
    pub fn problem(&self, now: PageTime) -> Option<&'static str> {
        if self.text == Bilingual::default() {
            return Some("the service has none");
        }
        let is_old = now.seconds_since(self.as_of) > FORECAST_RESPONSE_SECONDS;
        is_old.then_some("older than 24 hours")
    }
}

/// The commentary, if the deployment has the operation. Why the last response is not shown is named for the operator.
pub fn follow(state: AppState) -> ReadSignal<Option<Commentary>> {
    let (commentary, set_commentary) = signal(None);
    let url = state.deployment.endpoint().and_then(|endpoint| endpoint.commentary_url());
    let Some(url) = url else { return commentary };
    let confirmed = memo(move || {
        state.sources.forecast.with(|source| {
            let snapshot = source.snapshot().filter(|snapshot| !snapshot.from_cache);
            snapshot.map(|snapshot| snapshot.as_of)
        })
    });
    let requested = StoredValue::new(None::<PageTime>);
    effect(move || {
        if confirmed.get().is_none() || state.progress.is_hidden.get() {
            return;
        }
        let now = state.clock.page_time();
        let is_due = |at: PageTime| now.seconds_since(at) >= INTERVAL_SECONDS;
        if requested.get_value().is_none_or(is_due) {
            requested.set_value(Some(now));
            request(state, url.clone(), set_commentary, true);
        }
    });
    // It may become too old while the page is open.
    effect(move || {
        state.clock.now_by_quarter();
        let now = untrack(|| state.clock.page_now());
        let problem =
            commentary.with(|commentary: &Option<Commentary>| commentary.as_ref()?.problem(now));
        if let Some(problem) = problem {
            state.assets.set_commentary_problem(problem);
        }
    });
    commentary
}

/// Requests the commentary, and once more if a cache is about to have a newer one.
fn request(
    state: AppState,
    url: String,
    set_commentary: WriteSignal<Option<Commentary>>,
    may_repeat: bool,
) {
    let options =
        RequestOptions { url: url.clone(), bypass_cache: true, ..RequestOptions::default() };
    fetch::get(options, move |ended| {
        let is_stale = ended.result.as_ref().is_ok_and(|fetched| fetched.revalidating);
        if is_stale && may_repeat {
            set_timeout(move || request(state, url, set_commentary, false), REVALIDATING);
        }
        let now = state.clock.page_time();
        let problem = match decoded(ended, now, state.clock.utc(now)) {
            Ok(new) => {
                let problem = new.problem(now).unwrap_or_default().to_owned();
                set_commentary.set(Some(new));
                problem
            }
            Err(cause) => cause.to_string(),
        };
        state.assets.set_commentary_problem(&problem);
    });
}

fn decoded(ended: Ended, now: PageTime, utc: Timestamp) -> Result<Commentary, ServiceError> {
    // The body has no time, so that a cache which repeats an old response is known by its `Date` only.
    let since_sent = ended.times.date.map_or(0, |date| (utc - date).num_milliseconds());
    let age = ended.times.age_milliseconds().map(|age| age.max(since_sent));
    let body = ended.result?.body.unwrap_or_default();
    let text = decode_commentary(&body).map_err(ServiceError::Body)?;
    let age = age.ok_or(ServiceError::Body(BodyError::UnknownAge))?;
    Ok(Commentary { text, as_of: now.plus(-age) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::fetch::Fetched;
    use gorlif_core::api::response_times::ResponseTimes;

    // case 200, 216
    #[test]
    fn a_response_is_as_old_as_its_date_says() {
        let at = |text: &str| text.parse::<Timestamp>().expect("an instant");
        for (date, problem) in [
            ("2026-11-20T12:00:00Z", None),
            ("2026-11-20T06:00:00Z", None),
            ("2026-11-13T12:00:00Z", Some("older than 24 hours")),
        ] {
            let body = br#"[{"Summary_en":"Rain.","Summary_cy":"Glaw."}]"#.to_vec();
            let ended = Ended {
                times: ResponseTimes { date: Some(at(date)), ..ResponseTimes::default() },
                sent_ago_ms: 0,
                result: Ok(Fetched { body: Some(body), etag: None, revalidating: false }),
            };
            let now = PageTime::from_milliseconds(60_000);
            let commentary = decoded(ended, now, at("2026-11-20T12:00:00Z"));
            assert_eq!(commentary.map(|found| found.problem(now)), Ok(problem), "{date}");
        }
    }
}

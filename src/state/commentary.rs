//! The forecaster's commentary, which is requested after each response of the forecast. Used by a late chunk only.

use super::{
    app_state::AppState,
    reactive::{effect, memo},
};
use crate::browser::fetch::{self, Abort, Ended, RequestOptions};
use chrono::TimeDelta;
use gorlif_core::{
    api::{
        decode_commentary,
        error::{BodyError, ServiceError},
    },
    domain::{Timestamp, bilingual::Bilingual},
};
use leptos::prelude::*;

/// An older commentary is not shown: the situation is another one.
const OLDEST: TimeDelta = TimeDelta::hours(24);

/// The commentary.
#[derive(Clone, Debug, PartialEq)]
pub struct Commentary {
    pub text: Bilingual,
    /// When the service created the response; the body has no time.
    pub as_of: Timestamp,
}

impl Commentary {
    pub fn is_old(&self, now: Timestamp) -> bool {
        now - self.as_of > OLDEST
    }
}

/// The commentary, if the deployment has the operation. Why there is none is named for the operator.
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
    effect(move || {
        if confirmed.get().is_none() {
            return;
        }
        let request = RequestOptions {
            url: url.clone(),
            etag: None,
            bypass_cache: true,
            abort: Abort::new(),
        };
        fetch::get(request, move |ended| {
            let now = untrack(|| state.clock.now());
            let problem = match decoded(ended, now) {
                Ok(new) => {
                    let problem = problem(&new, now);
                    // The page may be closed by now.
                    let _ = set_commentary.try_set(Some(new));
                    problem.to_owned()
                }
                Err(cause) => cause.to_string(),
            };
            state.assets.set_commentary_problem(&problem);
        });
    });
    commentary
}

fn decoded(ended: Ended, now: Timestamp) -> Result<Commentary, ServiceError> {
    let age = ended.times.age_milliseconds();
    let body = ended.result?.body.unwrap_or_default();
    let text = decode_commentary(&body).map_err(ServiceError::Body)?;
    let age = age.ok_or(ServiceError::Body(BodyError::UnknownAge))?;
    Ok(Commentary { text, as_of: now - TimeDelta::milliseconds(age) })
}

/// Why a commentary is not shown; empty if it is.
fn problem(commentary: &Commentary, now: Timestamp) -> &'static str {
    match () {
        () if commentary.text == Bilingual::default() => "the service has none",
        () if commentary.is_old(now) => "older than 24 hours",
        () => "",
    }
}

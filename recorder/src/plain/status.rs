//! The page of the service: when each source could be checked.

use super::{
    frame::{Subject, frame},
    known::Known,
    site::Site,
};
use crate::{
    checks::{Availability, Gap, PAGE, Periods, SOURCES},
    feeds::Check,
};
use chrono::{NaiveDate, TimeDelta};
use gorlif_core::{
    domain::{limits::WARNINGS_FRESH_SECONDS, source_id::SourceId},
    i18n::{Language, decimal},
};
use minijinja::{Value, context, value::Serde};
use serde::Serialize;

/// The gaps of a source that are listed.
const GAPS: usize = 50;

/// A source on the page.
#[derive(Serialize)]
struct Source {
    name: &'static str,
    checked: String,
    proves: String,
    share: String,
    days: Vec<Day>,
    gaps: Vec<String>,
}

/// A bar of the picture: its height in percent, and what it says.
#[derive(Serialize)]
struct Day {
    percent: f64,
    text: String,
}

/// The page has no end of proof, after which the gateway would not serve it: it says itself what its age means.
pub fn page(site: &Site, known: &Known<'_>, language: Language) -> Value {
    let plain = language.recorder_texts();
    let title = plain.status.to_owned();
    let subject = Subject {
        file: PAGE.to_owned(),
        title: title.clone(),
        description: plain.status_about.to_owned(),
        picture: "not-compared",
        query: String::new(),
    };
    let unproven = Known { check: Check::failed(known.check.at), ..*known };
    let source = |(id, proven): (SourceId, TimeDelta)| {
        let availability = known.checks.of(id, known.now)?;
        Some(source(language, id, proven, &availability, known.checks.gaps(id, known.now)))
    };
    let sources: Vec<Source> = SOURCES.into_iter().filter_map(source).collect();
    context! {
        frame => frame(site, &unproven, language, subject),
        title,
        about => plain.status_about,
        written => (plain.written)(&language.date_and_time(known.now), WARNINGS_FRESH_SECONDS / 60),
        gaps => plain.gaps,
        sources => Serde(sources),
        all_warnings => plain.all_warnings,
    }
}

/// `proven`: for how long a response proves something.
fn source(
    language: Language,
    id: SourceId,
    proven: TimeDelta,
    availability: &Availability,
    gaps: Vec<Gap>,
) -> Source {
    let plain = language.recorder_texts();
    let Availability { checked, since, periods, days } = availability;
    let day = |(date, periods): &(NaiveDate, Periods)| Day {
        percent: periods.percent(),
        text: format!("{}: {}", language.date(*date), percent(*periods)),
    };
    Source {
        name: (language.source_texts().source)(id),
        checked: (plain.page_checked)(&language.date_and_time(*checked)),
        proves: (plain.proves)(proven.num_minutes()),
        share: (plain.share_checked)(&percent(*periods), &language.date_and_time(*since)),
        days: days.iter().map(day).collect(),
        gaps: gaps.into_iter().take(GAPS).map(|gap| gap.text(language)).collect(),
    }
}

fn percent(periods: Periods) -> String {
    format!("{}%", decimal(periods.percent(), 2))
}

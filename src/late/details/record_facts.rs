//! How high the level of a gauge is for this gauge: its usual range, how many readings were lower, and its highest recorded level.

use crate::{components::fragments::Text, state::AppState};
use gorlif_core::{
    domain::{
        freshness::Freshness,
        level_record::{LevelRecord, Range, Span},
        station::{Station, Value},
    },
    i18n::{Language, decimal, with_unit},
};
use leptos::prelude::*;

/// The label and the value of each fact.
pub type Facts = Vec<(&'static str, Text)>;

/// A level with its unit, in hundredths.
fn level(station: &Station, level: f64) -> String {
    with_unit(level, 2, &station.unit)
}

/// None without a record.
pub fn record_facts(state: AppState, station: &Station) -> Facts {
    let Some(late) = state.progress.late.get() else { return Vec::new() };
    let now = state.clock.now_by_day();
    late.level_records.with(|records| {
        records.of(station, now).map(|record| facts(state, station, &record)).unwrap_or_default()
    })
}

fn facts(state: AppState, station: &Station, record: &LevelRecord) -> Facts {
    let (language, now) = (state.language(), state.clock.now_by_day());
    let (texts, since) = (language.record_texts(), language.date(record.since));
    let mut facts = Vec::new();
    let mut add = |label, text| facts.push((label, Text::Own(text)));
    match record.range(now.date_naive()) {
        Some(range) => {
            // The days of one that is not of a year are named.
            let label = match range.span {
                Span::Year => texts.usual_range,
                Span::Days { .. } => texts.range,
            };
            let ends =
                (language.chart_texts().range)(&decimal(range.low, 2), &level(station, range.high));
            add(label, format!("{ends}{}", days(language, range.span)));
        }
        None => add(texts.usual_range, (texts.no_range)(record.days, &since)),
    }
    // A reading that gets old while the entry is open is not compared any more.
    let quarter = state.clock.now_by_quarter();
    let freshness = Freshness::of_reading(station.time, quarter);
    let is_fresh = state.comparison(station, freshness).is_some();
    if let Value::Measured { number, .. } = &station.value
        && is_fresh
        && let Some(lower) = record.lower_of_hundred(*number, now.date_naive())
        && let Some(Range { span, .. }) = record.range(now.date_naive())
    {
        let text = match span {
            Span::Year => (texts.lower_in_year)(lower),
            Span::Days { since, .. } => (texts.lower_since)(lower, &language.date(since)),
        };
        add(texts.comparison, text);
    }
    let highest = record.highest_with(crate::state::readings::latest(station, now));
    let time = language.date_and_time(highest.at);
    add(texts.highest, (texts.highest_value)(&level(station, highest.level), &time, &since));
    facts
}

/// The days of a range that is not of a year, after a comma.
pub fn days(language: Language, span: Span) -> String {
    let Span::Days { count, since } = span else { return String::new() };
    format!(", {}", (language.record_texts().range_days)(count, &language.date(since)))
}

//! The texts of a gauge: value, trend, age, and the lines of its popup.

use super::fragments::{Text, station_title};
use crate::{map::symbols::SymbolStyle, state::AppState};
use gorlif_core::{
    domain::{
        Timestamp,
        freshness::Freshness,
        level_record::Standing,
        station::{ParameterKind, ReadingTime, Station, Status, Value},
        trend::{Tendency, Trend},
    },
    i18n::{Language, Texts},
};
use leptos::prelude::*;

/// The trend of a gauge, if its reading is fresh.
pub fn trend(state: AppState, station: &Station, now: Timestamp) -> Trend {
    state.trend(station, Freshness::of_reading(station.time, now))
}

/// How the level of a gauge compares with its usual range, if its reading is fresh, also in words.
pub fn standing(state: AppState, station: &Station, now: Timestamp) -> Option<(Standing, String)> {
    let (standing, span) = state.standing(station, Freshness::of_reading(station.time, now))?;
    let late = state.progress.late.get()?;
    Some((standing, (late.standing_text)(state.language(), standing, span)))
}

/// The symbol of a gauge, on the map and in the list.
pub fn symbol_style(
    station: &Station,
    freshness: Freshness,
    tendency: Tendency,
    standing: Option<Standing>,
    is_reached: bool,
) -> SymbolStyle {
    match station.kind() {
        _ if is_reached => SymbolStyle::Reached,
        ParameterKind::Rain => SymbolStyle::Rain {
            is_current: freshness != Freshness::Stale && station.is_reporting(),
        },
        ParameterKind::Level | ParameterKind::Tide => {
            let offline = !station.is_reporting();
            SymbolStyle::Gauge { freshness, offline, tendency, standing }
        }
    }
}

/// The value as given, with its unit, or why there is none.
pub fn value(texts: &Texts, station: &Station) -> String {
    match &station.value {
        Value::Measured { text, .. } => {
            format!("{}\u{a0}{}", text.replace('-', "−"), station.unit.symbol())
        }
        Value::SensorFault => texts.sensor_fault.to_owned(),
        Value::Missing => texts.no_reading.to_owned(),
    }
}

/// That the gauge does not report, if so.
pub fn status(texts: &Texts, station: &Station) -> Option<String> {
    match (station.missing_since, &station.status) {
        (Some(_), _) => Some(texts.not_reported.to_owned()),
        (None, Status::Offline) => Some(texts.offline.to_ascii_lowercase()),
        (None, Status::Online | Status::Other(_)) => None,
    }
}

/// "Local level reached: High Street begins to flood", if the gauge has reached a level of the council.
pub fn reached(state: AppState, station: &Station, now: Timestamp) -> Option<Vec<Text>> {
    let (language, texts) = (state.language(), state.texts());
    state.council_levels.with(|levels| {
        let level = levels.reached(station, now)?;
        let text = Text::picked(language, &level.text);
        Some(vec![Text::own(texts.level_reached), Text::own(" "), text])
    })
}

/// The lines of the gauge's popup: title, reading, trend, comparison with the usual range, age.
pub fn summary(
    state: AppState,
    station: &Station,
    now: Timestamp,
) -> Vec<(String, Option<&'static str>)> {
    let (language, texts) = (state.language(), state.texts());
    let trend = trend(state, station, now);
    let mut lines =
        vec![station_title(language, station).into_parts(), (value(texts, station), None)];
    let reached = state.council_levels.with(|levels| levels.reached(station, now).cloned());
    lines.extend(reached.map(|level| Text::picked(language, &level.text).into_parts()));
    if trend != Trend::Unknown {
        lines.push(((texts.trend_value)(trend), None));
    }
    lines.extend(standing(state, station, now).map(|(_, text)| (text, None)));
    lines.push((age(language, station, now), None));
    lines
}

/// The age of the reading as text; marked as the last reading if it is stale or the gauge does not
/// report.
pub fn age(language: Language, station: &Station, now: Timestamp) -> String {
    let texts = language.texts();
    match (station.time, Freshness::of_reading(station.time, now)) {
        (ReadingTime::NotGiven, _) => texts.time_not_given.to_owned(),
        (time, _) if time.is_ahead(now) => texts.time_ahead.to_owned(),
        (ReadingTime::At(at), freshness)
            if freshness == Freshness::Stale || !station.is_reporting() =>
        {
            (texts.last_reading)(&language.when(at, now))
        }
        (ReadingTime::At(at), _) => {
            format!("{} · {}", language.when(at, now), language.ago(at, now))
        }
    }
}

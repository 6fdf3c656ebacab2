//! The texts of a gauge that depend on what the page has loaded.

use super::fragments::Text;
use crate::{map::symbols::SymbolStyle, state::AppState};
use gorlif_core::domain::{
    Timestamp,
    freshness::Freshness,
    level_record::{Comparison, Standing},
    station::{ParameterKind, Station},
    trend::{Tendency, Trend},
};
use leptos::prelude::*;

/// The trend of a gauge, if its reading is fresh.
pub fn trend(state: AppState, station: &Station, now: Timestamp) -> Trend {
    state.trend(station, Freshness::of_reading(station.time, now))
}

/// The same in words, if it is known, or that the sensor may be stuck.
pub fn trend_text(state: AppState, station: &Station, now: Timestamp) -> Option<String> {
    if let Some((Comparison::Unchanged(_), text)) = comparison(state, station, now) {
        return Some(text);
    }
    let trend = trend(state, station, now);
    (trend != Trend::UNKNOWN).then(|| (state.texts().trend_value)(trend))
}

/// How the level of a gauge compares with its past, if its reading is fresh, also in words.
pub fn comparison(
    state: AppState,
    station: &Station,
    now: Timestamp,
) -> Option<(Comparison, String)> {
    let comparison = state.comparison(station, Freshness::of_reading(station.time, now))?;
    let late = state.progress.late.get()?;
    Some((comparison, (late.comparison_text)(state.language(), comparison)))
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

/// "Local level reached: High Street begins to flood", if the gauge has reached a level of the council.
pub fn reached(state: AppState, station: &Station, now: Timestamp) -> Option<Vec<Text>> {
    let (language, texts) = (state.language(), state.texts());
    let levels = state.council_levels();
    let text = Text::picked(language, &levels.reached(station, now)?.text);
    Some(vec![Text::own(texts.level_reached), Text::own(" "), text])
}

//! The text of the map's popup: of the selected gauge or message, or of a tapped position.

use crate::{
    components::{
        fragments::{Text, area_title, station_title},
        gauge_list,
        gauge_text::{comparison, trend_text},
    },
    map::layers::popup::PopupText,
    state::AppState,
};
use gorlif_core::{
    domain::{Timestamp, geo::Position, selection::ItemId, station::Station},
    presenter::gauge,
};
use leptos::prelude::*;

/// The popup text of the selected item.
pub fn popup_text(state: AppState) -> Option<PopupText> {
    let (texts, now) = (state.texts(), state.clock.now());
    match state.choices.selection.get() {
        None => state.choices.offered.get().map(|spot| offer_text(state, spot)),
        Some(ItemId::Station(id)) => state.station_index.with(|index| {
            let station = index.get(&id)?;
            Some(PopupText {
                at: station.location.position()?,
                lines: summary(state, station, now),
                action: gauge_list::is_listed(state)(station).then_some(texts.show_in_list),
                close: texts.close,
            })
        }),
        Some(ItemId::Area(code)) => {
            let is_listed = state.warnings.with(|warnings| warnings.get(&code).is_some());
            let warning = state.message(&code)?;
            Some(PopupText {
                at: warning.position?,
                lines: vec![
                    area_title(state, &warning).into_parts(),
                    ((texts.severity)(warning.severity).to_owned(), None),
                ],
                action: is_listed.then_some(texts.show_in_list),
                close: texts.close,
            })
        }
    }
}

/// The popup text of a tapped position: an offer to check it, or why that is not possible.
fn offer_text(state: AppState, spot: Position) -> PopupText {
    let texts = state.texts();
    if !state.has_land(spot) {
        let lines = vec![(texts.place_at_sea.to_owned(), None)];
        return PopupText { at: spot, lines, action: None, close: texts.close };
    }
    let name = (texts.place_name)(&state.place_name(spot));
    let lines = vec![(texts.check_here_question.to_owned(), None), (name, None)];
    PopupText { at: spot, lines, action: Some(texts.check_here), close: texts.close }
}

/// The lines of the gauge's popup: title, reading, trend, comparison with the usual range, age.
fn summary(
    state: AppState,
    station: &Station,
    now: Timestamp,
) -> Vec<(String, Option<&'static str>)> {
    let (language, texts) = (state.language(), state.texts());
    let mut lines =
        vec![station_title(language, station).into_parts(), (gauge::value(texts, station), None)];
    let levels = state.council_levels();
    let reached = levels.reached(station, now);
    lines.extend(reached.map(|level| Text::picked(language, &level.text).into_parts()));
    lines.extend(trend_text(state, station, now).map(|text| (text, None)));
    let compared = comparison(state, station, now);
    let compared = compared.filter(|(comparison, _)| comparison.standing().is_some());
    lines.extend(compared.map(|(_, text)| (text, None)));
    lines.push((gauge::time_with_age(language, station, now), None));
    lines
}

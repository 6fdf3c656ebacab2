//! The text of the flood risk of a county on a day.

use crate::{domain::forecast::Cell, i18n::Language};

/// The name of the risk; of a level that is not known, that it is at least high, with its text.
pub fn text(language: Language, cell: &Cell) -> String {
    let texts = language.forecast_texts();
    match (cell, cell.level()) {
        (Cell::UnknownLevel(level), _) => (texts.unknown_level)(language.pick(level).text),
        (_, Some(level)) => (texts.risk)(level).to_owned(),
        (_, None) => texts.not_stated.to_owned(),
    }
}

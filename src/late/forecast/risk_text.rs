//! The text of a cell of the forecast.

use crate::components::fragments::Text;
use gorlif_core::{
    domain::forecast::{Cell, RiskLevel},
    i18n::Language,
};

/// The name of a risk, and of a level that is not known its text.
pub fn risk_text(language: Language, cell: &Cell) -> Text {
    match cell {
        Cell::Given(level) => Text::own((language.forecast_texts().risk)(*level)),
        Cell::VeryLow => Text::own((language.forecast_texts().risk)(RiskLevel::VeryLow)),
        Cell::UnknownLevel(level) => {
            let (level, _) = Text::picked(language, level).into_parts();
            Text::Own((language.forecast_texts().unknown_level)(&level))
        }
        Cell::NotStated => Text::own(language.forecast_texts().not_stated),
    }
}

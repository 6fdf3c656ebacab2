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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{bilingual::Bilingual, forecast::RiskLevel};

    #[test]
    fn each_cell_has_its_words_in_both_languages() {
        let extreme = Cell::UnknownLevel(Bilingual::new("Extreme", "Eithafol"));
        for (cell, words) in [
            (Cell::Given(RiskLevel::Medium), ["Medium", "Canolig"]),
            (Cell::VeryLow, ["Very low", "Isel iawn"]),
            (
                extreme,
                [
                    "at least high: a level this page does not know: Extreme",
                    "uchel o leiaf: lefel nad yw'r dudalen hon yn ei hadnabod: Eithafol",
                ],
            ),
            (Cell::NotStated, ["not stated", "heb ei nodi"]),
        ] {
            assert_eq!(Language::ALL.map(|language| text(language, &cell)), words, "{cell:?}");
        }
    }
}
